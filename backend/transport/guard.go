package transport

import (
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/net/http/httpguts"
)

const pathHint = "Start the path with one slash and percent-encode what is no plain character."

// Check says whether a request may be sent at all: nil, or an Error of kind refused. path is the part after the
// connection's prefix, percent-encoded, and query is what follows the question mark, raw. A path that passes
// goes to the wire byte for byte, so everything that a server, a proxy or a parser could read as another host,
// another request or another route is refused: it does not begin with one slash, an empty segment but the last,
// a raw "." or "..", a backslash, a control or raw non-ASCII character, a space, "#", a "?" in the path, a broken
// percent-encoding, a method that is no token (RFC 9110, 5.6.2), and CONNECT and TRACE, which address the
// connection itself or send the credential back.
func Check(method, path, query string) error {
	if !isToken(method) {
		return refused(method, path, "", "the method is not a plain word")
	}
	if method == http.MethodConnect || method == http.MethodTrace {
		return refused(method, path, "", "the method %s is not sent", method)
	}
	if reason := pathFault(path); reason != "" {
		return refused(method, path, pathHint, "%s", reason)
	}
	if reason := queryFault(query); reason != "" {
		return refused(method, path, pathHint, "%s", reason)
	}
	return nil
}

func pathFault(path string) string {
	if !strings.HasPrefix(path, "/") {
		return "the path does not begin with a slash"
	}
	if reason := characterFault("path", path); reason != "" {
		return reason
	}
	if strings.Contains(path, "?") {
		return "the path holds a question mark"
	}
	if _, err := url.PathUnescape(path); err != nil {
		return "the path holds a broken percent-encoding"
	}
	segments := strings.Split(path[1:], "/")
	for i, segment := range segments {
		switch {
		case segment == "" && i < len(segments)-1:
			return "the path holds an empty part"
		case segment == "." || segment == "..":
			return "the path holds a part that leads elsewhere: " + segment
		}
	}
	return ""
}

func queryFault(query string) string {
	return characterFault("query", query)
}

func characterFault(where, text string) string {
	for i := range len(text) {
		switch c := text[i]; {
		case c == ' ':
			return "the " + where + " holds a space"
		case c < ' ' || c == 0x7f:
			return "the " + where + " holds a control character"
		case c > 0x7f:
			return "the " + where + " holds a character that is not percent-encoded"
		case c == '\\':
			return "the " + where + " holds a backslash"
		case c == '#':
			return "the " + where + " holds a number sign"
		}
	}
	return ""
}

func isToken(method string) bool {
	return method != "" && httpguts.ValidHeaderFieldName(method)
}

// ownHeaders are set by the connection or by HTTP itself. The idempotency keys are among them because net/http
// takes them as leave to send a request twice, the method overrides because they turn a read into a write.
var ownHeaders = map[string]bool{
	"Authorization": true, "Proxy-Authorization": true, "Host": true, "Cookie": true,
	"Connection": true, "Keep-Alive": true, "Proxy-Connection": true, "Transfer-Encoding": true,
	"Content-Length": true, "Te": true, "Trailer": true, "Upgrade": true, "Http2-Settings": true,
	"Idempotency-Key": true, "X-Idempotency-Key": true,
	"X-Http-Method": true, "X-Http-Method-Override": true, "X-Method-Override": true,
}

// checkHeader refuses headers that are the connection's own, whatever their case, and such as HTTP cannot carry.
// credential is the header that carries the connection's secret, empty where there is none.
func checkHeader(method, path string, header http.Header, credential string) error {
	for name, values := range header {
		if !httpguts.ValidHeaderFieldName(name) {
			return refused(method, path, "", "a header's name is not a plain word")
		}
		if ownHeaders[http.CanonicalHeaderKey(name)] || strings.EqualFold(name, credential) {
			return refused(method, path, "The connection sets it by itself.", "the header %s cannot be set by a request", name)
		}
		for _, value := range values {
			if !httpguts.ValidHeaderFieldValue(value) {
				return refused(method, path, "", "the value of the header %s holds a control character", name)
			}
		}
	}
	return nil
}
