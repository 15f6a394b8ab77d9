// Package paging reads the pages of a view. The first page is a plain search; from the second one on, pages are read in
// a point in time, or with a scroll on a server without one, so that every page continues the same list of rows. Only
// the view's [State] records what is open on the server: anything that does not get into it is closed at once.
//
// Decisions:
//   - A far page is found by counting: how many rows come before the values of a few random rows (sorted), or in each slice
//     of the point in time (unsorted, and among equal values), until few enough are left to request the row by its number.
//     Chance picks the values; the counts are exact. Where counting is impossible, rows are skipped by reading only their
//     sort values, from the nearest mark, or backwards from the end in the exact mirror of the order.
//   - A page that was read before and lies among rows with the same value of the first key is requested among those rows
//     only, since the engine steps over all equal values before it. If it does not end with the same row as before, it is
//     read among all rows.
//   - A point in time is read by position, so a read in it can be repeated; a scroll moves with every read. After a failed
//     read (driver.PageArgs.Spent) a scroll is abandoned and the page read from a new one. A point in time that lost a
//     shard is replaced, and the user is told.
//   - A snapshot is opened with a keep-alive of seconds, which the first read in it extends: one whose response was lost
//     soon expires.
package paging
