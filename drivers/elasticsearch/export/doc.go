// Package export reads all rows of a view in slices of one point in time, or by a scroll on a server without one. An
// answer that lacks some rows is asked for again and never written, so an export is complete or fails.
package export
