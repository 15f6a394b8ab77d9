// Package paging reads the pages of a view. The first page is a plain search; from the second one on, pages are read in
// a point in time, or by a scroll on a server without one, so that every page continues the same list of rows. What is
// open on the server is in the view's [State] and nowhere else: whatever fails to get there is closed at once.
//
// Decisions:
//   - A far page is found by counting: how many rows come before the values of a few rows taken at random (sorted),
//     or in each slice of the point in time (unsorted, and among equal values), until few enough are left to ask
//     for the row by its number. Chance picks the values; the counts are exact. What cannot be counted is passed by
//     sort values alone, from the nearest mark or from the end in the exact mirror of the order.
//   - A page that was read before and lies among rows of one value of the first key is asked for among those rows
//     only, since the engine passes all equal values in front of it. If it does not end with the same row as
//     before, it is read among all.
//   - A point in time is read by position, so a read in it can be repeated; a scroll moves with every read. After a
//     failed read (driver.PageArgs.Spent) a scroll is finished and the page read from a new one. A point in time
//     that lost a shard is replaced, and this is reported.
//   - A snapshot is opened with a keep-alive of seconds, which the first read in it extends: one whose response was
//     lost is given up soon.
package paging
