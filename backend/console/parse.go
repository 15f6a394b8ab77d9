// Package console sends the requests that a user types and stores the responses.
package console

import (
	"slices"
	"strings"

	"quarry/backend/transport"
	"quarry/drivers/driver"
)

// Request is one request as it was typed. Path and Query are percent-encoded.
type Request struct {
	Method string // in upper case
	Path   string // begins with one slash
	Query  string // without the question mark
	Body   string // exactly as typed, "" if it is only white space
}

// methods are those that a typed request can have.
var methods = []string{"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"}

// statements are the words that a statement of SQL begins with.
var statements = []string{
	"ALTER", "BEGIN", "CALL", "COMMIT", "CREATE", "DESC", "DESCRIBE", "DROP", "EXEC", "EXECUTE", "EXPLAIN", "GRANT", "INSERT", "MERGE",
	"REPLACE", "REVOKE", "ROLLBACK", "SELECT", "SET", "SHOW", "TRUNCATE", "UPDATE", "USE", "WITH",
}

// Parse reads one request: a line with a method, in any case, and a path, whose leading slash can be missing; the lines
// below it are the body. Blank lines before the request are skipped. If the text is not a request, above all if it is
// SQL, or if the path must not be sent, the error is of kind refused. The error shows example, a request.
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

// hint returns a sentence on what a request looks like.
func hint(example string) string {
	if example == "" {
		example = "GET /"
	}
	return "A request is a method and a path, such as " + example + ", with a JSON body on the lines below it if it needs one."
}

// before returns the text before a mark, or the whole text if there is no mark.
func before(text, mark string) string {
	start, _, _ := strings.Cut(text, mark)
	return start
}

// fault returns what is wrong with the first line of a request, "" if nothing is.
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
