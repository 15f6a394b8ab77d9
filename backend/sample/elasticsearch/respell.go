package elasticsearch

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"
)

// tree is a JSON value as the engine holds it during a partial update: it reads numbers as integers of any size or as
// doubles, and keeps keys in order.
type tree struct {
	text  string // of a scalar, as the engine writes it
	names []string
	inner map[string]*tree // of an object
	items []*tree          // of an array
	kind  byte             // '{', '[' or 0
}

// treeOf reads a valid JSON value.
func treeOf(v gjson.Result) *tree {
	switch {
	case v.IsObject():
		t := &tree{kind: '{', inner: map[string]*tree{}}
		v.ForEach(func(name, member gjson.Result) bool {
			t.set(name.String(), treeOf(member))
			return true
		})
		return t
	case v.IsArray():
		t := &tree{kind: '['}
		v.ForEach(func(_, item gjson.Result) bool {
			t.items = append(t.items, treeOf(item))
			return true
		})
		return t
	case v.Type == gjson.String:
		return &tree{text: javaString(v.String())}
	case v.Type == gjson.Number:
		return &tree{text: respelled(v.Raw)}
	}
	return &tree{text: v.Raw}
}

func (t *tree) set(name string, member *tree) {
	if t.inner[name] == nil {
		t.names = append(t.names, name)
	}
	t.inner[name] = member
}

// put puts a value at a path and adds objects where needed.
func (t *tree) put(path []string, v *tree) {
	if len(path) == 1 {
		t.set(path[0], v)
		return
	}
	if t.inner[path[0]] == nil {
		t.set(path[0], treeOf(gjson.Parse("{}")))
	}
	t.inner[path[0]].put(path[1:], v)
}

// merge merges a partial document into the tree and reports whether that changed anything: objects are merged,
// everything else is replaced (Update API, "Update part of a document").
func (t *tree) merge(changes *tree) bool {
	changed := false
	for _, name := range changes.names {
		old, change := t.inner[name], changes.inner[name]
		switch {
		case old == nil:
			t.set(name, change)
			changed = true
		case old.kind == '{' && change.kind == '{':
			changed = old.merge(change) || changed
		default:
			t.set(name, change)
			changed = changed || !old.equal(change)
		}
	}
	return changed
}

func (t *tree) equal(o *tree) bool {
	if t.kind != o.kind || t.text != o.text || len(t.names) != len(o.names) || len(t.items) != len(o.items) {
		return false
	}
	for name, member := range t.inner {
		if other := o.inner[name]; other == nil || !member.equal(other) {
			return false
		}
	}
	for i, item := range t.items {
		if !item.equal(o.items[i]) {
			return false
		}
	}
	return true
}

// append writes the value without white space.
func (t *tree) append(to []byte) []byte {
	switch t.kind {
	case '{':
		to = append(to, '{')
		for i, name := range t.names {
			if i > 0 {
				to = append(to, ',')
			}
			to = append(append(to, javaString(name)...), ':')
			to = t.inner[name].append(to)
		}
		return append(to, '}')
	case '[':
		to = append(to, '[')
		for i, item := range t.items {
			if i > 0 {
				to = append(to, ',')
			}
			to = item.append(to)
		}
		return append(to, ']')
	}
	return append(to, t.text...)
}

// respelled returns a number as the engine writes it after reading it: 1e2 as 100.0, 1.50 as 1.5, -0 as 0, and every
// digit of an integer.
func respelled(raw string) string {
	switch {
	case raw == "-0":
		return "0"
	case !strings.ContainsAny(raw, ".eE"):
		return raw
	}
	n, _ := strconv.ParseFloat(raw, 64) // out of range becomes infinite, as in Java
	return javaDouble(n)
}

// javaString returns a JSON string with the engine's escapes.
func javaString(s string) string {
	const digits = "0123456789ABCDEF"
	out := []byte{'"'}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			out = append(out, '\\', c)
		case c >= ' ':
			out = append(out, c)
		default:
			if at := strings.IndexByte("\b\t\n\f\r", c); at >= 0 {
				out = append(out, '\\', "btnfr"[at])
			} else {
				out = append(out, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
			}
		}
	}
	if !utf8.Valid(out) {
		out = []byte(strings.ToValidUTF8(string(out), "\uFFFD"))
	}
	return string(append(out, '"'))
}
