package transport

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"strings"

	"golang.org/x/net/http/httpguts"
)

// Header is an extra header of a connection. Its value is hidden however it is printed, logged or marshalled.
type Header struct {
	Name  string
	Value string
}

type plainHeader Header

func (h Header) redacted() plainHeader {
	h.Value = conceal(h.Value)
	return plainHeader(h)
}

// String returns the header without its value.
func (h Header) String() string { return fmt.Sprintf("%+v", h.redacted()) }

// GoString returns String.
func (h Header) GoString() string { return h.String() }

// Format writes String for every verb, including those that would bypass it.
func (h Header) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(h.String())) }

// LogValue returns String.
func (h Header) LogValue() slog.Value { return slog.StringValue(h.String()) }

// MarshalJSON encodes the header without its value.
func (h Header) MarshalJSON() ([]byte, error) { return json.Marshal(h.redacted()) }

// setHeaders are headers besides ownHeaders that Quarry sets, or that would change how a server reads a request.
var setHeaders = map[string]bool{
	"Accept": true, "Accept-Encoding": true, "Content-Encoding": true, "Content-Type": true, "Expect": true, "User-Agent": true,
}

// cookie is the only one of ownHeaders that is allowed as an extra header: Quarry sets none.
const cookie = "Cookie"

// HeaderNames returns the names of extra headers in canonical form. The error is an *Error of kind invalid if HTTP
// cannot carry a name, Quarry sets the header itself, or two names are equal.
func HeaderNames(names []string) ([]string, error) {
	canonical, seen := make([]string, 0, len(names)), make(map[string]bool, len(names))
	for _, name := range names {
		name = strings.TrimSpace(name)
		if fault := nameFault(name); fault != "" {
			return nil, invalid("%s", fault)
		}
		name = http.CanonicalHeaderKey(name)
		if setHeaders[name] || ownHeaders[name] && name != cookie {
			return nil, cannotAdd(name)
		}
		if seen[name] {
			return nil, invalid("there are two headers named %s", name)
		}
		seen[name] = true
		canonical = append(canonical, name)
	}
	return canonical, nil
}

func cannotAdd(name string) *Error {
	return &Error{
		Kind: KindInvalid, Message: "you cannot add the header " + name,
		Hint: "Quarry sets it itself, or it would change what a request does.",
	}
}

func nameFault(name string) string {
	if name == "" {
		return "an extra header has no name"
	}
	quoted := "the header name " + strconv.Quote(name)
	for _, c := range name {
		switch {
		case c == ' ':
			return quoted + " contains a space"
		case c == '\r' || c == '\n':
			return quoted + " contains a line break"
		case c >= 0x80:
			return quoted + " contains a character that is not ASCII"
		case !httpguts.IsTokenRune(c):
			return quoted + " contains " + strconv.Quote(string(c))
		}
	}
	return ""
}

// HeaderValue returns the value of an extra header as it will be sent. The error is an *Error of kind invalid, which
// never contains the value.
func HeaderValue(name, value string) (string, error) {
	value = strings.Trim(value, " \t")
	if value == "" {
		return "", invalid("the header %s has no value", name)
	}
	for i := range len(value) {
		fault := ""
		switch c := value[i]; {
		case c == '\r' || c == '\n':
			fault = "a line break"
		case c >= 0x80:
			fault = "a character that is not ASCII"
		case c < ' ' && c != '\t' || c == 0x7f:
			fault = "a control character"
		}
		if fault != "" {
			return "", invalid("the value of the header %s contains %s", name, fault)
		}
	}
	return value, nil
}

// newExtras returns the extra headers as they will be sent, and a function that adds those that a request lacks.
// credential is the header with the connection's own secret, "" for none.
func newExtras(headers []Header, credential string) (sent []Header, add func(http.Header), err error) {
	names := make([]string, len(headers))
	for i, h := range headers {
		names[i] = h.Name
	}
	names, err = HeaderNames(names)
	if err != nil {
		return nil, nil, err
	}
	for i, name := range names {
		if name == credential {
			return nil, nil, cannotAdd(name)
		}
		value, err := HeaderValue(name, headers[i].Value)
		if err != nil {
			return nil, nil, err
		}
		sent = append(sent, Header{Name: name, Value: value})
	}
	return sent, func(to http.Header) {
		for _, h := range sent {
			if _, there := to[h.Name]; !there {
				to[h.Name] = []string{h.Value}
			}
		}
	}, nil
}
