package transport

import (
	"bytes"
	"io"
	"net/http"
	"time"
)

// Request is one request of a connection. Path and Query are percent-encoded and go to the wire byte for byte.
type Request struct {
	Method  string
	Path    string // begins with a slash, without the connection's prefix
	Query   string // raw, without the question mark
	Header  http.Header
	Body    []byte        // must not change until the response was read
	Timeout time.Duration // 0 for the connection's own limit
	Purpose string        // a word for the observer, never sent
	Limit   int64         // bytes of the response, 0 for the connection's own limit
	Private bool          // the request can carry a credential that is not the connection's: see Event
}

// Response is a whole response, whatever its status. Body is decoded if it came as gzip.
type Response struct {
	Status   int
	Header   http.Header
	Body     []byte
	Sent     bool // always true: a response came
	Duration time.Duration
}

// StreamResponse is a response whose body is read as it comes. Body must be closed; an error of its Read is an
// *Error. Duration is the time until the head of the response came.
type StreamResponse struct {
	Status   int
	Header   http.Header
	Body     io.ReadCloser
	Sent     bool
	Duration time.Duration
}

// header is what goes to the wire with the request, the credential apart.
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

// oneTimeBody is a body that net/http cannot start again: with GetBody left nil it never sends a request a
// second time when a kept-alive connection turns out to be dead. An empty one is written as no body at all.
type oneTimeBody struct{ *bytes.Reader }

func (oneTimeBody) Close() error { return nil }

// setBody makes the body one-time for every method that net/http takes for repeatable, an empty one included: a GET can
// move a cursor on the server. Other methods without a body are only sent again by net/http when not one byte of
// them was written.
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
