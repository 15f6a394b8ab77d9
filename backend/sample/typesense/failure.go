package typesense

import (
	"fmt"
	"net/http"
)

// failure is an error response. Most routes put the message into JSON without escaping it; some escape it.
type failure struct {
	status  int
	message string
	escaped bool
}

func (f *failure) Error() string { return f.message }

func (f *failure) response() response {
	if f.escaped {
		return response{status: f.status, body: textOf(object{"message": f.message})}
	}
	return response{status: f.status, body: `{"message": "` + f.message + `"}`}
}

// escape returns the failure as a route that escapes messages sends it.
func (f *failure) escape() *failure {
	if f == nil || f.status == statusNeverAnswered {
		return f
	}
	out := *f
	out.escaped = true
	return &out
}

func failed(status int, format string, args ...any) *failure {
	return &failure{status: status, message: fmt.Sprintf(format, args...)}
}

func invalid(format string, args ...any) *failure {
	return failed(http.StatusBadRequest, format, args...)
}

// statusNeverAnswered replaces the response to a request that a real server never answers, or that ends it.
const statusNeverAnswered = 599

func neverAnswered(what string) *failure {
	return failed(statusNeverAnswered, "A real server %s.", what)
}

func forbidden() *failure {
	return failed(http.StatusUnauthorized, "Forbidden - a valid `x-typesense-api-key` header must be sent.")
}

// noCollection is the failure of most routes of a collection that does not exist.
func (v release) noCollection() *failure {
	if v.major < 29 {
		return failed(http.StatusNotFound, "Not Found")
	}
	return failed(http.StatusNotFound, "Collection not found")
}

func noDocument(id string) *failure {
	return failed(http.StatusNotFound, "Could not find a document with id: %s", id)
}
