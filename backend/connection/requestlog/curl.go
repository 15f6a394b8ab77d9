package requestlog

import (
	"net/http"
	"strings"
)

// Curl returns the command line that sends the request to base. For an entry with a gap, the command sends a different
// request.
func (e *Entry) Curl(base string) string {
	return Curl(base, e.Method, e.Path, e.Query, e.ContentType, e.body)
}

// Curl returns the command line for a POSIX shell that sends a request to base: scheme, host, port and path prefix. It
// contains no credential.
func Curl(base, method, path, query, contentType, body string) string {
	target := base + path
	if query != "" {
		target += "?" + query
	}
	words := []string{"curl"}
	switch {
	case method == http.MethodHead && body == "":
		words = append(words, "--head") // with HEAD as the method alone, curl waits for a body that never comes
	case method != http.MethodGet || body != "":
		words = append(words, "--request", quoted(method))
	}
	if strings.ContainsAny(target, "[]{}") {
		words = append(words, "--globoff")
	}
	words = append(words, quoted(target))
	if body != "" {
		// --data reads a file if the text begins with an at sign; --data-raw sends every text as it is.
		words = append(words, "--header", quoted("Content-Type: "+contentType), "--data-raw", quoted(body))
	}
	return strings.Join(words, " ")
}

// quoted returns text as one word of a POSIX shell (Shell Command Language, 2.2.2): between single quotes, only the
// single quote itself is special.
func quoted(text string) string {
	if text != "" && strings.Trim(text, plainCharacters) == "" {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// plainCharacters have no special meaning in a shell.
const plainCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:,@%+="
