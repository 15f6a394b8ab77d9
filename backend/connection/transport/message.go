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
	Purpose string        // a word or two for the observer, never sent
	Limit   int64         // bytes of the response, 0 for the connection's own limit
	Expect  int64         // expected size of the response, 0 if unknown
	Room    []byte        // the caller's memory for Response.Body, used if large enough
	// RepeatIfBroken lets the request be sent once more if a kept-alive connection broke before its response began. A
	// Guarded clears it for every request that is not a read.
	RepeatIfBroken bool
	Private        bool // the request may contain a credential other than the connection's, see Event
}

// Response is a whole response with any status. Body is decompressed if it arrived as gzip.
type Response struct {
	Status   int
	Header   http.Header
	Body     []byte
	Sent     bool // always true: a response arrived
	Duration time.Duration
}

// StreamResponse is a response whose body is read as it arrives. The caller must close Body; errors of its Read are
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

// oneTimeBody is a body that net/http cannot rewind: with GetBody nil it never repeats a request when a kept-alive
// connection turns out to be dead. An empty one is sent as no body at all.
type oneTimeBody struct{ *bytes.Reader }

func (oneTimeBody) Close() error { return nil }

// setBody makes the body one-time, even if it is empty, for every method that net/http considers repeatable: a GET can
// move a cursor on the server. For other methods without a body, net/http only repeats the request if not a single byte
// was written.
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
