// Package requests remembers what was sent over a connection, for the user to read: never a credential, never a response,
// and no more than fits in a fixed amount of memory.
package requests

import (
	"time"

	"quarry/backend/transport"
)

// Gap says why an entry does not hold all that was sent.
type Gap string

// The gaps. An entry without one holds the whole request, the credential and the headers apart.
const (
	GapNone   Gap = ""
	GapWrite  Gap = "write"  // the body of a request that may write is not recorded: it contains the user's data
	GapLarge  Gap = "large"  // the body or the path is longer than what is recorded of one request
	GapSecret Gap = "secret" // the connection's own credential stood in it and was taken out
	GapOld    Gap = "old"    // the body made room for later ones
	// GapPrivate: the route carries credentials, so neither query nor body is kept.
	GapPrivate Gap = "private"
)

// Entry is one request that was sent, or that was tried and did not reach the server.
type Entry struct {
	ID          int // from 1 on, in the order in which the requests ended
	Started     time.Time
	Method      string
	Path        string // as it was sent, without the connection's prefix; cut at 4 KiB
	Query       string // without the question mark; cut at 4 KiB
	ContentType string // of the body that was sent
	Purpose     string // the driver's word: "page", "count"
	Status      int    // 0 if no response came
	Kind        transport.Kind
	Duration    time.Duration
	Bytes       int64 // of the response, unpacked
	Sent        int   // bytes of the request's body
	Gap         Gap

	body string
}

// Body returns the body that was sent, "" where there was none or where Gap says that it is not here.
func (e *Entry) Body() string { return e.body }
