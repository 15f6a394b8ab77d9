// Package export reads all rows of a view in slices of one point in time, or with a scroll on a server without one. A
// response that lacks some rows is requested again and never written, so an export is complete or fails.
//
// Decisions:
//   - An export is read in four slices unless the user chooses otherwise; more gain nothing. Only the storage order is lost,
//     so a sorted or limited export is read in one slice.
//   - Responses are as large as the memory that the transport allocates at once. A scroll cannot be renewed without reading
//     on, so those of exports live an hour.
package export
