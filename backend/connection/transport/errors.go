package transport

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Kind is the kind of an Error. The values are those of the driver contract; callers branch on them and never on a
// text.
type Kind string

// The kinds of failure. Transport itself returns connect, tls, invalid, refused, unsupported, timeout and cancelled;
// drivers interpret status codes.
const (
	KindAuth        Kind = "auth"
	KindConnect     Kind = "connect"
	KindTLS         Kind = "tls"
	KindNotFound    Kind = "not-found"
	KindConflict    Kind = "conflict"
	KindInvalid     Kind = "invalid"
	KindRefused     Kind = "refused"
	KindUnsupported Kind = "unsupported"
	KindEngine      Kind = "engine"
	KindCrashed     Kind = "crashed"
	KindTimeout     Kind = "timeout"
	KindCancelled   Kind = "cancelled"
)

// Error is the failure of one request, or an unusable option. It never contains a header, a body or a secret.
type Error struct {
	Kind    Kind
	Message string // the detail for the user: one sentence or a short cause, see Sentence
	Hint    string // what may help, "" if unknown
	Status  int    // the HTTP status if a response had begun, otherwise 0
	Method  string // "" if there was no request
	Path    string // as the caller passed it, without the query
	Large   bool   // the response is larger than the limit
	Sent    bool   // the engine may have received the whole head of the request
	TLS     *TLSFacts
	err     error
}

// Error says which request failed and why. The path is quoted, because a refused one can contain anything.
func (e *Error) Error() string {
	if e.Method == "" && e.Path == "" {
		return e.Message
	}
	return fmt.Sprintf("%s %q: %s", printable(e.Method), e.Path, e.Message)
}

// Sentence returns the message as a complete sentence. A message about TLS begins with its subject.
func (e *Error) Sentence() string {
	if e.Kind == KindTLS || e.Message == "" {
		return e.Message
	}
	first, size := utf8.DecodeRuneInString(e.Message)
	return string(unicode.ToUpper(first)) + strings.TrimSuffix(e.Message[size:], ".") + "."
}

// Unwrap returns the cause, unless it might contain bytes from the server.
func (e *Error) Unwrap() error { return e.err }

// Timeout reports whether a time limit ended the request, including the limit on connecting.
func (e *Error) Timeout() bool {
	if e.Kind == KindTimeout {
		return true
	}
	timed, ok := e.err.(interface{ Timeout() bool })
	return ok && timed.Timeout()
}

func printable(method string) string {
	if isToken(method) {
		return method
	}
	return fmt.Sprintf("%q", method)
}

func invalid(format string, args ...any) *Error {
	return &Error{Kind: KindInvalid, Message: fmt.Sprintf(format, args...)}
}

func refused(method, path, hint, format string, args ...any) *Error {
	return &Error{Kind: KindRefused, Message: fmt.Sprintf(format, args...), Hint: hint, Method: method, Path: path}
}
