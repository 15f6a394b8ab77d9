package elasticsearch

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
)

// response holds a response until it is written.
type response struct {
	status   int
	body     []byte
	text     bool   // plain text instead of JSON
	warning  string // value of a Warning header, "" for none
	allow    string // value of an Allow header, "" for none
	location string // value of a Location header, "" for none
}

func ok(body []byte) response { return response{status: http.StatusOK, body: body} }

// send writes the response. Like the engine, it omits the product header from every 403.
func (e *Engine) send(w http.ResponseWriter, q *request, a response) {
	h := w.Header()
	if a.status != http.StatusForbidden {
		h.Set("X-elastic-product", "Elasticsearch")
	}
	if a.warning != "" {
		h.Set("Warning", e.release.warning(a.warning))
	}
	if a.allow != "" {
		h.Set("Allow", a.allow)
	}
	if a.location != "" {
		h.Set("Location", a.location)
	}
	if q.opaque != "" {
		h.Set("X-Opaque-Id", q.opaque)
	}
	h.Set("Content-Type", e.release.contentType())
	if a.text {
		h.Set("Content-Type", "text/plain; charset=UTF-8")
	}
	if q.pretty && !a.text {
		a.body = pretty(a.body)
	}
	h.Set("Content-Length", strconv.Itoa(len(a.body)))
	w.WriteHeader(a.status)
	if q.method != http.MethodHead {
		_, _ = w.Write(a.body) // if this fails, the client is gone
	}
}

// pretty formats JSON as the engine does with ?pretty.
func pretty(body []byte) []byte {
	var b bytes.Buffer
	if json.Indent(&b, body, "", "  ") != nil {
		return body
	}
	return append(spaceColons(b.Bytes()), '\n')
}

// spaceColons writes "key" : value instead of "key": value, outside strings.
func spaceColons(body []byte) []byte {
	out := make([]byte, 0, len(body)+len(body)/8)
	inString, escaped := false, false
	for _, c := range body {
		switch {
		case escaped:
			escaped = false
		case inString && c == '\\':
			escaped = true
		case c == '"':
			inString = !inString
		case c == ':' && !inString:
			out = append(out, ' ')
		}
		out = append(out, c)
	}
	return out
}

// object writes one JSON object member by member.
type object struct{ text []byte }

func (o *object) raw(key string, value string) *object {
	o.key(key)
	o.text = append(o.text, value...)
	return o
}

func (o *object) key(key string) {
	if len(o.text) > 0 {
		o.text = append(o.text, ',')
	}
	o.text = append(append(o.text, quote(key)...), ':')
}

func (o *object) bytes(key string, value []byte) *object {
	o.key(key)
	o.text = append(o.text, value...)
	return o
}

func (o *object) str(key, value string) *object     { return o.raw(key, quote(value)) }
func (o *object) num(key string, v int) *object     { return o.raw(key, strconv.Itoa(v)) }
func (o *object) flag(key string, v bool) *object   { return o.raw(key, strconv.FormatBool(v)) }
func (o *object) obj(key string, v *object) *object { return o.bytes(key, v.json()) }

func (o *object) json() []byte {
	out := make([]byte, 0, len(o.text)+2)
	return append(append(append(out, '{'), o.text...), '}')
}

func array(items []string) string { return "[" + strings.Join(items, ",") + "]" }

func quoteAll(values []string) string {
	items := make([]string, len(values))
	for i, v := range values {
		items[i] = quote(v)
	}
	return array(items)
}

func quote(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err) // a string always has a JSON form
	}
	return string(bytes.TrimRight(b.Bytes(), "\n"))
}
