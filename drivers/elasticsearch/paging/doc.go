// Package paging reads the pages of a view. The first page is a plain search; from the second one on, pages are read in
// a point in time, or by a scroll on a server without one, so that every page continues the same list of rows. What is
// open on the server is in the view's [State] and nowhere else: whatever fails to get there is closed at once.
package paging
