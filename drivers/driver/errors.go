package driver

import "quarry/drivers/driver/wire"

// Kind says whose fault an error is and what can be done about it. Code branches on the kind, never on the text.
type Kind string

// The kinds of errors that a driver or its host returns.
const (
	Auth        Kind = "auth"        // the engine refused the credentials, or they lack a permission
	Connect     Kind = "connect"     // no connection: name, network, refused
	TLS         Kind = "tls"         // the certificate or the handshake was refused
	NotFound    Kind = "not-found"   // the object or document does not exist
	Conflict    Kind = "conflict"    // the document has changed since it was read
	Invalid     Kind = "invalid"     // an argument that cannot be sent
	Refused     Kind = "refused"     // Quarry itself refused the request and sent nothing
	Unsupported Kind = "unsupported" // the engine, its version or the driver does not support it
	Engine      Kind = "engine"      // the engine responded with an error
	Crashed     Kind = "crashed"     // the driver panicked, hung or used too much memory
	Timeout     Kind = "timeout"     // no response before the timeout
	Cancelled   Kind = "cancelled"   // the user stopped it
)

// Error is the only error type of the contract. Message is the sentence for the user, in the engine's words if
// possible; it never contains a header, a body or a credential.
type Error struct {
	Kind    Kind
	Message string
	Hint    string // what to do, in a sentence, "" for none
	Code    string // the engine's own error type
	Remedy  string // a request that would help and that the user can copy and send elsewhere, "" for none
	Detail  string // for Copy Details: more of the engine's words, or the driver's stack trace
	Op      string // method and path of the failed request, "" if none was sent
	Status  int    // HTTP status, 0 if there was none
	Sent    bool   // the request may have reached the engine
	Retry   bool   // the same call may succeed in a new instance of the driver
}

// Error returns the sentence for the user.
func (e *Error) Error() string { return e.Message }

// Fields implements [wire.Message].
func (e *Error) Fields(c *wire.Codec) {
	c.Text(1, (*string)(&e.Kind))
	c.Text(2, &e.Message)
	c.Text(3, &e.Hint)
	c.Text(4, &e.Code)
	c.Text(5, &e.Detail)
	c.Text(6, &e.Op)
	c.Small(7, &e.Status)
	c.Bool(8, &e.Sent)
	c.Bool(9, &e.Retry)
	c.Text(10, &e.Remedy)
}

// Error codes that hosts and drivers use; any other code is an engine's.
const (
	CodeTooLarge = "too-large"   // the response is larger than Request.Limit or the connection's own limit
	CodeExpired  = "expired"     // the snapshot of a view is gone: read its pages again in a new one
	CodeNoDoc    = "no-document" // a row of a response has no document to export
	// CodeOpenComment means that a document in a response ends inside an unclosed comment, so rows cannot be told apart
	// without [Send.Seal]. [Error.Detail] has the beginning of the row, a JSON object.
	CodeOpenComment = "open-comment"
	CodePartial     = "partial" // part of the engine did not respond, so the result is incomplete
)

// ErrCancelled is what a request returns after its operation was cancelled, unless it is a clean-up request.
var ErrCancelled = &Error{Kind: Cancelled, Message: "the operation was cancelled"}

// asError returns err as an *Error; any other error becomes one of kind engine.
func asError(err error) *Error {
	if err == nil {
		return nil
	}
	if e, ok := err.(*Error); ok {
		return e
	}
	return &Error{Kind: Engine, Message: err.Error()}
}
