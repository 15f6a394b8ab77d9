package transport

import (
	"encoding/hex"
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/net/http/httpguts"
)

const (
	pathHint = "Start the path with one slash and percent-encode special characters."
	dotsHint = "A document with such an id can be searched for by its id, but not addressed in a path."
)

// Check returns nil if a request may be sent, or an *Error of kind refused. path is the percent-encoded part after the
// connection's prefix, and query is the raw part after the question mark. A path that passes is sent byte for byte, so
// everything that a server, a proxy or a parser could read as another host, another request or another route is
// refused: a path that does not begin with exactly one slash, an empty segment other than the last, a segment "." or
// ".." (also after decoding once or twice), a backslash, a control or raw non-ASCII character, a space, "#", a "?" in
// the path, an invalid percent-encoding, a method that is not a token (RFC 9110, 5.6.2), and CONNECT and TRACE, which
// address the connection itself or send the credential back.
func Check(method, path, query string) error {
	if !isToken(method) {
		return refused(method, path, "", "the method is not valid")
	}
	if method == http.MethodConnect || method == http.MethodTrace {
		return refused(method, path, "", "the method %s is not allowed", method)
	}
	if reason := pathFault(path); reason != "" {
		return refused(method, path, pathHint, "%s", reason)
	}
	if dots := climbs(path); dots != "" {
		return refused(method, path, dotsHint, "the path contains %q, which a proxy could follow to another route", dots)
	}
	if reason := queryFault(query); reason != "" {
		return refused(method, path, pathHint, "%s", reason)
	}
	return nil
}

func pathFault(path string) string {
	if !strings.HasPrefix(path, "/") {
		return "the path must begin with a slash"
	}
	if reason := characterFault("path", path); reason != "" {
		return reason
	}
	if strings.Contains(path, "?") {
		return "the path contains a question mark"
	}
	if _, err := url.PathUnescape(path); err != nil {
		return "the path contains an invalid percent-encoding"
	}
	segments := strings.Split(path[1:], "/")
	for _, segment := range segments[:len(segments)-1] {
		if segment == "" {
			return "the path contains an empty segment"
		}
	}
	return ""
}

// climbs returns a segment that is "." or "..", or "" if there is none. An id may come from anyone who writes
// documents, and a proxy in front of an engine may decode a path and resolve it: DELETE /a/_doc/..%2F.. would become
// DELETE /. Two proxies in a row decode twice. Some treat a backslash as a slash, others drop everything after a
// semicolon.
func climbs(path string) string {
	for range 3 {
		for _, segment := range strings.FieldsFunc(path, func(r rune) bool { return r == '/' || r == '\\' }) {
			if name, _, _ := strings.Cut(segment, ";"); name == "." || name == ".." {
				return name
			}
		}
		path = decoded(path)
	}
	return ""
}

// decoded decodes a path once and leaves invalid encodings unchanged.
func decoded(path string) string {
	if !strings.Contains(path, "%") {
		return path
	}
	var out strings.Builder
	for at := 0; at < len(path); at++ {
		if path[at] == '%' && at+2 < len(path) {
			if c, err := hex.DecodeString(path[at+1 : at+3]); err == nil {
				out.WriteByte(c[0])
				at += 2
				continue
			}
		}
		out.WriteByte(path[at])
	}
	return out.String()
}

func queryFault(query string) string {
	return characterFault("query", query)
}

func characterFault(where, text string) string {
	for i := range len(text) {
		switch c := text[i]; {
		case c == ' ':
			return "the " + where + " contains a space"
		case c < ' ' || c == 0x7f:
			return "the " + where + " contains a control character"
		case c > 0x7f:
			return "the " + where + " contains a character that must be percent-encoded"
		case c == '\\':
			return "the " + where + " contains a backslash"
		case c == '#':
			return "the " + where + " contains a number sign (#)"
		}
	}
	return ""
}

func isToken(method string) bool {
	return method != "" && httpguts.ValidHeaderFieldName(method)
}

// ownHeaders are set by the connection or by HTTP itself. They include the idempotency keys, because net/http takes
// them as permission to send a request twice, and the method overrides, because they turn a read into a write.
var ownHeaders = map[string]bool{
	"Authorization": true, "Proxy-Authorization": true, "Host": true, "Cookie": true,
	"Connection": true, "Keep-Alive": true, "Proxy-Connection": true, "Transfer-Encoding": true,
	"Content-Length": true, "Te": true, "Trailer": true, "Upgrade": true, "Http2-Settings": true,
	"Idempotency-Key": true, "X-Idempotency-Key": true,
	"X-Http-Method": true, "X-Http-Method-Override": true, "X-Method-Override": true,
}

// checkHeader refuses headers that the connection sets itself, in any spelling, and those that HTTP cannot carry.
// credential is the header with the connection's secret, "" for none.
func checkHeader(method, path string, header http.Header, credential string) error {
	for name, values := range header {
		if !httpguts.ValidHeaderFieldName(name) {
			return refused(method, path, "", "a header's name is not valid")
		}
		if ownHeaders[http.CanonicalHeaderKey(name)] || strings.EqualFold(name, credential) {
			return refused(method, path, "Quarry sets this header itself.", "a request cannot set the header %s", name)
		}
		for _, value := range values {
			if !httpguts.ValidHeaderFieldValue(value) {
				return refused(method, path, "", "the value of the header %s contains a control character", name)
			}
		}
	}
	return nil
}
