package recorded

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"io"
	"net/url"
	"strings"

	"quarry/backend/testing/conformance/cases/play"
	"quarry/drivers/driver"
	"quarry/drivers/driver/laws/exact"
	"quarry/drivers/drivertest/exchanges"
)

// response is a recorded response with its request.
type response struct {
	name   string // of the case
	place  int    // position in the recording
	method string
	parts  []string // the decoded parts of the path
	query  url.Values
	asked  string // the body of the request

	status  int
	headers []driver.Header
	body    string
	root    *exact.Value // nil if the body is not JSON
}

// answerOf reads an exchange; it returns nil if there was no response or it has no body.
func answerOf(x *exchanges.Exchange, place int) *response {
	if x.Response.Status == 0 || x.Request.Method == "HEAD" {
		return nil
	}
	path, query, _ := strings.Cut(x.Request.Path, "?")
	a := &response{name: x.Case, place: place, method: x.Request.Method, asked: x.Request.Body, status: x.Response.Status, body: bodyOf(&x.Response)}
	a.query, _ = url.ParseQuery(query)
	for _, part := range strings.Split(strings.Trim(path, "/"), "/") {
		if decoded, err := url.PathUnescape(part); err == nil {
			part = decoded
		}
		a.parts = append(a.parts, part)
	}
	for _, h := range x.Response.Headers {
		if !strings.EqualFold(h.Name, "content-encoding") {
			a.headers = append(a.headers, driver.Header(h))
		}
	}
	if root, err := exact.Parse(a.body); err == nil {
		a.root = root
	}
	return a
}

// bodyOf returns a response's body, decompressed as by the application's client.
func bodyOf(r *exchanges.Response) string {
	body := r.Body
	switch {
	case r.Encoding == "base64":
		raw, err := base64.StdEncoding.DecodeString(body)
		if err != nil {
			return body
		}
		body = string(raw)
	case strings.HasPrefix(r.Encoding, "latin-1"):
		raw := make([]byte, 0, len(body))
		for _, c := range body {
			raw = append(raw, byte(c))
		}
		body = string(raw)
	}
	for _, h := range r.Headers {
		if strings.EqualFold(h.Name, "content-encoding") && h.Value == "gzip" {
			return unpacked(body)
		}
	}
	return body
}

func unpacked(body string) string {
	reader, err := gzip.NewReader(bytes.NewReader([]byte(body)))
	if err != nil {
		return body
	}
	raw, err := io.ReadAll(reader)
	if err != nil {
		return body
	}
	return string(raw)
}

// reply returns the response as recorded.
func (a *response) reply() play.Reply {
	return play.Reply{Status: a.status, Headers: a.headers, Body: a.body}
}

// with returns the response with another body.
func (a *response) with(body string) play.Reply {
	return play.Reply{Status: a.status, Headers: a.headers, Body: body}
}

// is reports whether the path has these parts; "*" matches any one part.
func (a *response) is(method string, parts ...string) bool {
	if a.method != method || len(a.parts) != len(parts) {
		return false
	}
	for i, part := range parts {
		if part != "*" && part != a.parts[i] {
			return false
		}
	}
	return true
}

// last returns the last part of the path.
func (a *response) last() string { return a.parts[len(a.parts)-1] }
