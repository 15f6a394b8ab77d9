// Package console says how to check requests of the console, which of them only read, and what the response of a
// search, or a profile, contains. It never sends a request itself.
package console
