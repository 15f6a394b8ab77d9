// Package statistics summarizes one column of a view: how many documents have a value, the most frequent ones, and
// figures and a histogram of numbers and dates. One search without hits reads nearly all of it; the bars of a histogram
// need a second one, because they are chosen by the least and the greatest value.
package statistics
