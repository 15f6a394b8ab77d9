// Package statistics summarizes one column of a view: how many documents have a value, the most frequent ones, and
// figures and a histogram of numbers and dates. One search without hits reads nearly all of it; the bars of a histogram
// need a second one, because they are chosen by the least and the greatest value.
//
// Decisions:
//   - The least and the greatest value come from the sort value of one hit, since aggregations compute with 64-bit
//     floats. Sum and average do, and are marked unless they cannot differ. A histogram is left out where its bars
//     would be narrower than such numbers can tell apart.
package statistics
