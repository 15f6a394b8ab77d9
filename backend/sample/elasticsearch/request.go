package elasticsearch

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/tidwall/gjson"
)

const largestBody = 100 << 20

// request is one parsed HTTP request.
type request struct {
	method, path string
	major        int      // of the imitated version
	parts        []string // of the path, decoded
	names        map[string]string
	params       url.Values
	body         []byte
	pretty       bool
	opaque       string
	started      time.Time
}

// read parses a request. It never returns a nil request, so that an error can be sent in the request's format.
func (e *Engine) read(w http.ResponseWriter, r *http.Request) (*request, *failure) {
	q := &request{major: e.release.major, method: r.Method, path: r.URL.RequestURI(), params: r.URL.Query(), opaque: r.Header.Get("X-Opaque-Id"), started: time.Now()}
	q.pretty = q.params.Has("pretty") && q.params.Get("pretty") != "false"
	for _, part := range strings.Split(strings.Trim(r.URL.EscapedPath(), "/"), "/") {
		decoded, err := url.PathUnescape(part)
		if err != nil {
			return q, badArgument("unable to decode [%s]", part)
		}
		q.parts = append(q.parts, decoded)
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, largestBody))
	if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
		return q, &failure{status: http.StatusRequestEntityTooLarge, bare: " "}
	} else if err != nil {
		return q, badArgument("cannot read the request body")
	}
	q.body = bytes.TrimPrefix(body, []byte("\xef\xbb\xbf"))
	return q, q.checkContentType(r.Header.Get("Content-Type"))
}

func (q *request) checkContentType(header string) *failure {
	if len(q.body) == 0 {
		return nil
	}
	kind, _, err := mime.ParseMediaType(header)
	if err == nil && (kind == "application/json" || kind == "application/x-ndjson" || strings.HasPrefix(kind, "application/vnd.elasticsearch+")) {
		return nil
	}
	text := "Content-Type header [" + header + "] is not supported"
	if header == "" {
		text = "Content-Type header is missing"
	}
	return &failure{status: http.StatusNotAcceptable, bare: string(new(object).str("error", text).num("status", http.StatusNotAcceptable).json())}
}

// json returns the body as one JSON object; an empty body is an empty object.
func (q *request) json() (gjson.Result, *failure) {
	if len(bytes.TrimSpace(q.body)) == 0 {
		return gjson.Parse("{}"), nil
	}
	return q.parse(q.body)
}

func (q *request) parse(body []byte) (gjson.Result, *failure) {
	if !json.Valid(body) {
		return gjson.Result{}, q.notJSON(body)
	}
	v := gjson.ParseBytes(body)
	if !v.IsObject() {
		return v, parsing(1, "Expected [START_OBJECT] but found [%s]", tokenOf(v))
	}
	return v, nil
}

// notJSON reports where a body stops being JSON, as the kind of error that the engine's version returns.
func (q *request) notJSON(body []byte) *failure {
	err := json.Unmarshal(body, new(any))
	syntax := new(json.SyntaxError)
	at := len(body)
	if errors.As(err, &syntax) {
		at = int(syntax.Offset)
	}
	kind, outer, text := "json_parse_exception", "x_content_parse_exception", "Unexpected character"
	if at >= len(bytes.TrimRight(body, " \t\r\n")) && err != nil && err.Error() == "unexpected end of JSON input" {
		kind, outer, text = "json_e_o_f_exception", "x_content_e_o_f_exception", "Unexpected end of file"
	}
	inner := &failure{kind: kind, reason: text + " at line: 1, column: " + strconv.Itoa(at), early: true}
	if q.major < 8 {
		return inner
	}
	return &failure{kind: outer, reason: "[1:" + strconv.Itoa(at) + "] " + text, cause: inner, early: true}
}

// tokenOf returns the engine's name for a JSON value's first token.
func tokenOf(v gjson.Result) string {
	switch {
	case v.IsArray():
		return "START_ARRAY"
	case v.IsObject():
		return "START_OBJECT"
	case v.Type == gjson.String:
		return "VALUE_STRING"
	case v.Type == gjson.Number:
		return "VALUE_NUMBER"
	case v.Type == gjson.Null:
		return "VALUE_NULL"
	}
	return "VALUE_BOOLEAN"
}

// flag parses a boolean parameter, which is true if it has no value.
func (q *request) flag(name string, otherwise bool) (bool, *failure) {
	if !q.params.Has(name) {
		return otherwise, nil
	}
	switch text := q.params.Get(name); text {
	case "", "true":
		return true, nil
	case "false":
		return false, nil
	default:
		return false, badArgument("Failed to parse value [%s] as only [true] or [false] are allowed.", text)
	}
}

func (q *request) whole(name string, otherwise int) (int, *failure) {
	if !q.params.Has(name) {
		return otherwise, nil
	}
	n, err := strconv.Atoi(q.params.Get(name))
	if err != nil {
		f := badArgument("Failed to parse int parameter [%s] with value [%s]", name, q.params.Get(name))
		f.cause = numberFormat(q.params.Get(name))
		return 0, f
	}
	return n, nil
}

// took returns the time since the request arrived, in milliseconds.
func (q *request) took() int { return int(time.Since(q.started).Milliseconds()) }
