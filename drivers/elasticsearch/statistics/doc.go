// Package statistics summarizes one column of a view: how many documents have a value, the most frequent values, and
// figures and a histogram for numbers and dates. One search without hits reads nearly all of it; the bars of a
// histogram need a second one, because they depend on the smallest and largest value.
//
// Decisions:
//   - The smallest and largest value come from a hit's sort value, since aggregations compute with 64-bit floats. So do sum
//     and average, which are marked as rounded unless they must be exact. A histogram is left out if its bars would be
//     too narrow for the precision of such floats.
package statistics
