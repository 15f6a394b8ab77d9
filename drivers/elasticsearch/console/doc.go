// Package console says how requests of the console are checked, which of them only read, and what a response of a
// search, or of one with a profile, contains. It never sends a request itself.
package console
