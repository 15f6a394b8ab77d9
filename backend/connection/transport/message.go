package transport

import (
	"bytes"
	"io"
	"net/http"
	"time"
)

// Request is one request of a connection. Path and Query are percent-encoded and are sent byte for byte.
type Request struct {
	Method  string
	Path    string // begins with a slash, without the connection's prefix
	Query   string // raw, without the question mark
	Header  http.Header
	Body    []byte        // must not change until the response has been read
	Timeout time.Duration // 0 for the connection's own limit
	Purpose string        // a word for the observer, never sent
	Limit   int64         // bytes of the response, 0 for the connection's own limit
	Expect  int64         // bytes that the response is likely to have, 0 if unknown
	Room    []byte        // memory of the caller's that Response.Body may use, as far as it is large enough
	// RepeatIfBroken says that the request may be sent again once if a kept-alive connection broke before its response
	// began. A Guarded clears it for every request that is not a read.
	RepeatIfBroken bool
	Private        bool // the request may contain a credential that is not the connection's, see Event
}

// Response is a whole response, whatever its status. Body is unpacked if it arrived as gzip.
type Response struct {
	Status   int
	Header   http.Header
	Body     []byte
	Sent     bool // always true: a response arrived
	Duration time.Duration
}

// StreamResponse is a response whose body is read as it arrives. Body must be closed; the errors of its Read are
// *Error. Duration is the time until the head of the response arrived.
type StreamResponse struct {
	Status   int
	Header   http.Header
	Body     io.ReadCloser
	Sent     bool
	Duration time.Duration
}

// header returns the headers that are sent with the request, except for the credential.
func (c *Client) header(req Request) http.Header {
	header := make(http.Header, len(req.Header)+4)
	header.Set("Accept", "application/json")
	header.Set("User-Agent", c.userAgent)
	header.Set("Accept-Encoding", c.acceptEncoding)
	if len(req.Body) > 0 {
		header.Set("Content-Type", "application/json")
	}
	for name, values := range req.Header {
		header[http.CanonicalHeaderKey(name)] = append([]string(nil), values...)
	}
	return header
}

// oneTimeBody is a body that net/http cannot rewind: with GetBody nil it never sends a request a second time when a
// kept-alive connection turns out to be dead. An empty one is written as no body at all.
type oneTimeBody struct{ *bytes.Reader }

func (oneTimeBody) Close() error { return nil }

// setBody makes the body one-time for every method that net/http considers repeatable, even if it is empty: a GET can
// move a cursor on the server. Other methods without a body are sent again by net/http only if not one byte of them was
// written.
func setBody(r *http.Request, body []byte) {
	if len(body) > 0 {
		r.Body, r.ContentLength = oneTimeBody{bytes.NewReader(body)}, int64(len(body))
		return
	}
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodOptions:
		r.Body = oneTimeBody{bytes.NewReader(nil)}
	}
}
