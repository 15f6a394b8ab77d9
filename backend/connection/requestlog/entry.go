// Package requestlog records what was sent over a connection, for the user to read: never a credential, never a
// response, and no more than fits in a fixed amount of memory.
//
// Decisions:
//   - A body is recorded only if the manifest says that the route reads: anything that carries a new credential or the
//     user's data is a write. For a private route or request (driver.Request.Private), neither query nor body is
//     recorded.
package requestlog

import (
	"time"

	"quarry/backend/connection/transport"
)

// Gap says why an entry does not have everything that was sent.
type Gap string

// The gaps. An entry without one holds the whole request except the credential and the headers.
const (
	GapNone   Gap = ""
	GapWrite  Gap = "write"  // a request that can write: its body is not recorded because it contains the user's data
	GapLarge  Gap = "large"  // the body or the path is longer than the limit for one request
	GapSecret Gap = "secret" // it contained the connection's own credential, which was removed
	GapOld    Gap = "old"    // the body was dropped to make room for later ones
	// GapPrivate: the route carries credentials, so neither query nor body is recorded.
	GapPrivate Gap = "private"
)

// Entry is one request that was sent, or that failed to reach the server.
type Entry struct {
	ID          int // from 1, in the order in which the requests ended
	Started     time.Time
	Method      string
	Path        string // as sent, without the connection's prefix; cut at 4 KiB
	Query       string // without the question mark; cut at 4 KiB
	ContentType string // of the request's body
	Purpose     string // what it was for, in free text of its sender: "page", "cancel task", "console"
	Status      int    // 0 if no response came
	Kind        transport.Kind
	Duration    time.Duration
	Bytes       int64 // size of the response, decompressed
	Sent        int   // size of the request's body
	Gap         Gap

	body string
}

// Body returns the body that was sent, "" if there was none or Gap says that it was not recorded.
func (e *Entry) Body() string { return e.body }
