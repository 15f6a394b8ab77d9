// Package filter compiles the rows of a filter into one query in filter context, and says beforehand what a column can
// be filtered by. A column is described once, when its mapping is read ([About]); from then on no mapping is needed.
// Whatever a type cannot answer exactly is refused with its reason or noted, never approximated in silence.
package filter
