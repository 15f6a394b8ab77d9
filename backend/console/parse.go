// Package console sends the requests that a user types, and keeps their answers.
package console

import (
	"slices"
	"strings"

	"quarry/backend/transport"
	"quarry/drivers/driver"
)

// Request is one request as it was typed. Path and Query are percent-encoded.
type Request struct {
	Method string // in capitals
	Path   string // begins with one slash
	Query  string // without the question mark
	Body   string // byte for byte as typed, "" for white space alone
}

// methods are those of a typed request.
var methods = []string{"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"}

// statements begin a statement of SQL.
var statements = []string{
	"ALTER", "BEGIN", "CALL", "COMMIT", "CREATE", "DESC", "DESCRIBE", "DROP", "EXEC", "EXECUTE", "EXPLAIN", "GRANT", "INSERT", "MERGE",
	"REPLACE", "REVOKE", "ROLLBACK", "SELECT", "SET", "SHOW", "TRUNCATE", "UPDATE", "USE", "WITH",
}

// Parse reads one request: a line with a method, in any case, and a path, whose leading slash can be missing, and below it
// the body. Blank lines before it are passed over. What is not a request, SQL above all, is an error of kind refused, and so
// is a path that must not be sent. example is a request that the error shows.
func Parse(text, example string) (Request, error) {
	line, body, _ := strings.Cut(strings.TrimLeft(text, "\ufeff \t\r\n"), "\n")
	word, target, _ := strings.Cut(strings.TrimSpace(line), " ")
	if tab := strings.IndexByte(word, '\t'); tab >= 0 {
		word, target = word[:tab], word[tab+1:]+" "+target
	}
	r := Request{Method: strings.ToUpper(word), Body: body}
	target = strings.TrimSpace(target)
	if message := fault(r.Method, target); message != "" {
		return Request{}, &driver.Error{Kind: driver.Refused, Message: message, Hint: hint(example)}
	}
	if strings.TrimSpace(body) == "" {
		r.Body = ""
	}
	r.Path, r.Query, _ = strings.Cut(target, "?")
	if !strings.HasPrefix(r.Path, "/") {
		r.Path = "/" + r.Path
	}
	if err := transport.Check(r.Method, r.Path, r.Query); err != nil {
		return Request{}, err
	}
	return r, nil
}

// hint says what a request looks like.
func hint(example string) string {
	if example == "" {
		example = "GET /"
	}
	return "A request is a method and a path, such as " + example + ", with a JSON body on the lines below it if it needs one."
}

// before returns what is before a mark, the whole text if there is none.
func before(text, mark string) string {
	start, _, _ := strings.Cut(text, mark)
	return start
}

// fault says why a first line is not one of a request, "" if it is.
func fault(method, target string) string {
	from, of, several := strings.Cut(target, " ")
	switch {
	case method == "":
		return "There is no request."
	case slices.Contains(statements, strings.TrimRight(method, ";(")), method == "DELETE" && several && strings.EqualFold(from, "FROM") && of != "":
		return "This looks like SQL. Nothing was sent."
	case !slices.Contains(methods, method):
		return "The first line does not begin with a method. Nothing was sent."
	case target == "":
		return "The request has no path. Nothing was sent."
	case strings.Contains(before(target, "?"), "://"):
		return "A path cannot have a scheme and a host: requests go to this connection's server only. Nothing was sent."
	}
	return ""
}
