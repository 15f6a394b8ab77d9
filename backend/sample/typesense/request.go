package typesense

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

const largestBody = 1 << 30

// request is one parsed HTTP request.
type request struct {
	method   string
	parts    []string          // of the path, decoded
	names    map[string]string // of the parts that the route names
	params   map[string]string
	body     string
	key      string
	embedded []object // parameters of scoped keys, one for each search
}

// response is what a route returns.
type response struct {
	status int
	body   string
	kind   string // "" means JSON
}

const (
	plainText = "text/plain; charset=utf-8"
	shortJSON = "application/json"
	longJSON  = "application/json; charset=utf-8"
)

func ok(v any) response      { return response{status: http.StatusOK, body: textOf(v)} }
func created(v any) response { return response{status: http.StatusCreated, body: textOf(v)} }
func lines(body string) response {
	return response{status: http.StatusOK, body: body, kind: plainText}
}

func readRequest(r *http.Request) (*request, error) {
	q := &request{method: r.Method, params: map[string]string{}, key: r.Header.Get("X-Typesense-Api-Key")}
	for part := range strings.SplitSeq(r.URL.EscapedPath(), "/") {
		if part == "" {
			continue
		}
		decoded, err := url.QueryUnescape(part)
		if err != nil {
			decoded = part
		}
		q.parts = append(q.parts, decoded)
	}
	for pair := range strings.SplitSeq(r.URL.RawQuery, "&") {
		name, value, _ := strings.Cut(pair, "=")
		if name == "" {
			continue
		}
		q.params[unescape(name)] = unescape(value)
	}
	if q.key == "" {
		q.key = q.params["x-typesense-api-key"]
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, largestBody))
	q.body = string(body)
	return q, err
}

func unescape(text string) string {
	decoded, err := url.QueryUnescape(text)
	if err != nil {
		return text
	}
	return decoded
}

// unsigned reads a parameter that counts something.
func (q *request) unsigned(name string) (n int, given, valid bool) {
	text, given := q.params[name]
	if !given {
		return 0, false, true
	}
	v, err := strconv.ParseUint(text, 10, 31)
	return int(v), true, err == nil
}

// object reads the body as JSON.
func (q *request) object() (object, *failure) {
	v, err := readJSON(q.body)
	if err != nil {
		return nil, invalid("Bad JSON.")
	}
	o, ok := v.(object)
	if !ok {
		return object{}, nil
	}
	return o, nil
}

// ServeHTTP answers one request.
func (e *Engine) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	began := time.Now()
	q, err := readRequest(r)
	if err != nil {
		return // the client is gone
	}
	a := e.answer(q)
	e.stats.count(r.Method+" "+r.URL.EscapedPath(), q, time.Since(began))
	send(w, r, a)
}

func send(w http.ResponseWriter, r *http.Request, a response) {
	kind := a.kind
	if kind == "" {
		kind = longJSON
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Access-Control-Allow-Origin", "*")
	if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		w.WriteHeader(a.status)
		_, _ = io.WriteString(w, a.body) // a client that is gone needs no response
		return
	}
	w.Header().Set("Content-Encoding", "gzip")
	w.WriteHeader(a.status)
	packed, _ := gzip.NewWriterLevel(w, gzip.BestSpeed) // the level is valid
	_, _ = io.WriteString(packed, a.body)
	_ = packed.Close()
}
