// Package export reads all rows of a view in slices of one point in time, or by a scroll on a server without one. A
// response that lacks some rows is asked for again and never written, so an export is complete or fails.
//
// Decisions:
//   - An export is read in four slices unless others are chosen; more gain nothing. Only the order in which the
//     engine stores documents is lost, so one that is sorted or limited is read in one slice.
//   - Answers are as large as fits into the room that the transport makes at once. A scroll cannot be renewed
//     without reading on, so those of exports live an hour.
package export
