package console

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"quarry/backend/connection/transport"
	"quarry/drivers/driver"
)

// Request is the first line of a request, with variables replaced. Path and Query are percent-encoded.
type Request struct {
	Method string // in upper case
	Path   string // begins with one slash
	Query  string // without the question mark
}

// Codes of errors for requests that were not sent.
const (
	CodeSQL  = "sql"  // the request looks like SQL
	CodeOpen = "open" // a string in the body is unterminated

	codeUndefined = "undefined" // a variable has no value
)

// Request returns the first line of a request: a method, in any case, and a path, whose leading slash can be missing.
// If it is not a request, for example because it is SQL, or the path must not be sent, the error is of kind refused and
// shows example, a request.
func (t *Text) Request(number int, example string) (Request, error) {
	if number < 0 || number >= len(t.typed) {
		return Request{}, &driver.Error{Kind: driver.Refused, Message: "There is no request.", Hint: hint(example)}
	}
	return t.request(t.typed[number].Line, t.values(number), example)
}

// request parses the line at a position.
func (t *Text) request(at int, values values, example string) (Request, error) {
	typed := firstLine(t.source, at)
	method := strings.ToUpper(typed.word)
	target, missing := values.target(protocols.ReplaceAllString(typed.target, ""))
	if e := fault(method, target); e != nil {
		e.Kind, e.Hint = driver.Refused, hint(example)
		return Request{}, e
	}
	if missing != "" {
		return Request{}, &driver.Error{
			Kind: driver.Refused, Code: codeUndefined, Message: "The variable " + missing + " is not defined. Nothing was sent.",
			Hint: "Define it on a line above the request: @" + strings.Trim(missing, "${}") + " = value",
		}
	}
	r := Request{Method: method}
	r.Path, r.Query, _ = strings.Cut(target, "?")
	if !strings.HasPrefix(r.Path, "/") {
		r.Path = "/" + r.Path
	}
	r.Path = computedName.ReplaceAllStringFunc(r.Path, ofName.Replace)
	r.Path, r.Query = encoded(r.Path, ""), encoded(conjunctions(r.Query), `\#`)
	if err := transport.Check(r.Method, r.Path, r.Query); err != nil {
		return Request{}, err
	}
	return r, nil
}

// protocols matches what follows the path in a request copied from an HTTP trace.
var protocols = regexp.MustCompile(`\s+HTTP/\d(\.\d)?$`)

// computedName matches a computed name, such as <logs-{now/d}>: it ends with its bracket, so a slash in it is part of
// it.
var computedName = regexp.MustCompile(`<[^<>]*\{[^<>]*\}[^<>]*>`)

// ofName percent-encodes what would end such a name, or what a server could take for a space.
var ofName = strings.NewReplacer("<", "%3C", ">", "%3E", "/", "%2F", "|", "%7C", "+", "%2B")

// parameter matches what follows the ampersand before a parameter: its name, and its value if it has one.
var parameter = regexp.MustCompile(`^[^&=:<>()!\s"]*(=|&|$)`)

// conjunctions percent-encodes each && in a query that means "and" in a filter, as in "a:1 && b:2". One between two
// parameters stays.
func conjunctions(query string) string {
	var out strings.Builder
	for {
		before, after, found := strings.Cut(query, "&&")
		out.WriteString(before)
		if !found {
			return out.String()
		}
		if operator := strings.TrimRightFunc(before, isBlank) != before || !parameter.MatchString(after); operator {
			out.WriteString("%26%26")
		} else {
			out.WriteString("&&")
		}
		query = after
	}
}

// encoded percent-encodes the characters in part of a URL that are not allowed there (RFC 3986, 2): white space, which
// becomes a space, quotes, brackets, non-ASCII characters, a percent sign without two digits, and those in other.
func encoded(source, other string) string {
	var out strings.Builder
	quoted := false
	for i, r := range source {
		end := i + utf8.RuneLen(r)
		if r == utf8.RuneError {
			_, size := utf8.DecodeRuneInString(source[i:])
			end = i + size
		}
		quoted = quoted != (r == '"')
		switch {
		case !quoted && isBlank(r):
			out.WriteString("%20")
		case r > 0x7f || r == ' ' || r == '%' && !isEscape(source[i:]) || strings.ContainsRune("{}[]"+other, r):
			percentEncode(&out, source[i:end])
		default:
			out.WriteString(source[i:end])
		}
	}
	return out.String()
}

func percentEncode(out *strings.Builder, source string) {
	for i := range len(source) {
		fmt.Fprintf(out, "%%%02X", source[i])
	}
}

// isEscape reports whether a text begins with a percent sign and two hexadecimal digits.
func isEscape(text string) bool {
	return len(text) > 2 && strings.Trim(text[1:3], "0123456789abcdefABCDEF") == ""
}

// hint returns a sentence about what a request looks like.
func hint(example string) string {
	if example == "" {
		example = "GET /"
	}
	return "A request is a method and a path, such as " + example + ", with a JSON body on the lines below it if it needs one."
}

// bodies matches the beginning of a body on the first line.
var bodies = regexp.MustCompile(`\s(\{|\[)\s*(["{}\]]|$)`)

// fault returns what is wrong with a request's first line, nil if nothing is.
func fault(method, target string) *driver.Error {
	from, of, several := strings.Cut(target, " ")
	path, _, _ := strings.Cut(target, "?")
	switch {
	case slices.Contains(statements, before(method, ";", "(")), method == "DELETE" && several && strings.EqualFold(from, "FROM") && of != "":
		return &driver.Error{Code: CodeSQL, Message: "This looks like SQL. Nothing was sent."}
	case !slices.Contains(methods, method):
		return &driver.Error{Message: "The first line does not begin with a method. Nothing was sent."}
	case target == "":
		return &driver.Error{Message: "The request has no path. Nothing was sent."}
	case bodies.MatchString(target):
		return &driver.Error{Message: "The body must begin on the line below the path. Nothing was sent."}
	case strings.Contains(path, "://"):
		return &driver.Error{Message: "A path cannot have a scheme and a host: requests go to this connection's server only. Nothing was sent."}
	}
	return nil
}
