package sample

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// object writes one JSON object member by member, in the order of the calls, with every number exactly as passed.
type object struct{ text []byte }

func (o *object) raw(key, text string) *object {
	if len(o.text) > 0 {
		o.text = append(o.text, ',')
	}
	o.text = append(append(append(o.text, quote(key)...), ':'), text...)
	return o
}

func (o *object) str(key, value string) *object       { return o.raw(key, quote(value)) }
func (o *object) num(key string, value int) *object   { return o.raw(key, strconv.Itoa(value)) }
func (o *object) flag(key string, v bool) *object     { return o.raw(key, strconv.FormatBool(v)) }
func (o *object) obj(key string, v *object) *object   { return o.raw(key, v.String()) }
func (o *object) list(key string, v []string) *object { return o.raw(key, quoteAll(v)) }

func (o *object) objs(key string, values []*object) *object {
	items := make([]string, len(values))
	for i, v := range values {
		items[i] = v.String()
	}
	return o.raw(key, array(items))
}

// String returns the whole object.
func (o *object) String() string { return "{" + string(o.text) + "}" }

// array joins JSON texts into a JSON array.
func array(items []string) string {
	out := []byte{'['}
	for i, item := range items {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, item...)
	}
	return string(append(out, ']'))
}

func quoteAll(values []string) string {
	items := make([]string, len(values))
	for i, v := range values {
		items[i] = quote(v)
	}
	return array(items)
}

// quote writes a JSON string that leaves letters of every script and emoji readable.
func quote(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err) // a string always has a JSON form
	}
	return string(bytes.TrimRight(b.Bytes(), "\n"))
}
