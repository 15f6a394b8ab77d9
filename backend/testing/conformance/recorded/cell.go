package recorded

import (
	"strings"
	"unicode/utf8"

	"quarry/drivers/driver/laws/exact"
)

// field says where a column's values are.
type field struct {
	path   []string // in the row, split at dots
	nested func(path string) bool
	first  bool // show an array of exactly one value as that value
	cut    int  // code points after which an array or object is cut, 0 for never
}

// cell is what a grid shows for a field.
type cell struct {
	kind, text string
	cut        int // code points of the whole value if it was cut
}

// shape is the shape of a collected value.
type shape byte

const (
	nothing   shape = iota
	inherited       // null, because something on the path is null
	single          // a value of the document
	list            // an array that was assembled
)

type value struct {
	shape shape
	node  *exact.Value
	items []value
}

// cellOf returns the cell of one row.
func (f *field) cellOf(row *exact.Value) cell {
	v := settled(f.gather(row, f.path, ""))
	if f.first {
		v = v.only()
	}
	switch {
	case v.shape == nothing:
		return cell{kind: "missing"}
	case v.shape == inherited, v.shape == single && v.node.Kind == exact.Null:
		return cell{kind: "null"}
	case v.shape == list:
		return f.short(v.text())
	}
	switch v.node.Kind {
	case exact.Bool:
		return cell{kind: "bool", text: v.node.Raw}
	case exact.Number:
		return cell{kind: "number", text: v.node.Raw}
	case exact.String:
		if text, whole := v.node.Text(); whole {
			return cell{kind: "string", text: text}
		}
		return cell{kind: "escaped", text: v.node.Raw[1 : len(v.node.Raw)-1]}
	}
	return f.short(v.node.Raw)
}

// short cuts the text of an array or object.
func (f *field) short(text string) cell {
	c := cell{kind: "json", text: text}
	if points := utf8.RuneCountInString(text); f.cut > 0 && points > f.cut {
		c.text, c.cut = string([]rune(text)[:f.cut])+"...", points
	}
	return c
}

// gather returns the values at a path in v, in document order. at is the path to v.
func (f *field) gather(v *exact.Value, path []string, at string) []value {
	if len(path) == 0 {
		return []value{{shape: single, node: v}}
	}
	switch v.Kind {
	case exact.Object:
		found := f.members(v, path, at)
		if f.isNested(at) {
			return []value{{shape: list, items: []value{settled(found)}}}
		}
		return found
	case exact.Array:
		return []value{f.elements(v, path, at)}
	case exact.Null:
		return []value{{shape: inherited}}
	}
	return nil
}

// elements returns one entry for each element of an array on the path.
func (f *field) elements(v *exact.Value, path []string, at string) value {
	made := value{shape: list}
	for _, item := range v.Items {
		entry := value{}
		switch item.Kind {
		case exact.Object:
			entry = settled(f.members(item, path, at))
		case exact.Array:
			entry = f.elements(item, path, at)
		}
		made.items = append(made.items, entry)
	}
	return made
}

// members follows every key that spells a beginning of the path. If a key with dots passes through arrays of objects,
// its value counts as the only entry of each of them.
func (f *field) members(v *exact.Value, path []string, at string) []value {
	var found []value
	for i, key := range v.Keys {
		names := strings.Split(key.Name, ".")
		if !begins(path, names) {
			continue
		}
		inner, wraps := at, 0
		for n, name := range names {
			inner = join(inner, name)
			if n < len(names)-1 && f.isNested(inner) {
				wraps++
			}
		}
		values := f.gather(v.Items[i], path[len(names):], inner)
		if wraps > 0 {
			values = wrapped(settled(values), wraps)
		}
		found = append(found, values...)
	}
	return found
}

func wrapped(v value, times int) []value {
	if v.shape == nothing {
		return nil
	}
	for ; times > 0 && v.shape != inherited; times-- {
		v = value{shape: list, items: []value{v}}
	}
	return []value{v}
}

func begins(path, names []string) bool {
	if len(names) > len(path) {
		return false
	}
	for i := range names {
		if names[i] != path[i] {
			return false
		}
	}
	return true
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func (f *field) isNested(path string) bool { return f.nested != nil && f.nested(path) }

// settled combines several values into one: an inherited null counts only if there is nothing else.
func settled(found []value) value {
	var kept []value
	result := value{}
	for _, v := range found {
		switch v.shape {
		case nothing:
		case inherited:
			result = v
		default:
			kept = append(kept, v)
		}
	}
	switch len(kept) {
	case 0:
		return result
	case 1:
		return kept[0]
	}
	return value{shape: list, items: kept}
}

// only unwraps an array of one element.
func (v value) only() value {
	switch {
	case v.shape == list && len(v.items) == 1 && v.items[0].shape == nothing:
		return value{shape: inherited}
	case v.shape == list && len(v.items) == 1:
		return v.items[0]
	case v.shape == single && v.node.Kind == exact.Array && len(v.node.Items) == 1:
		return value{shape: single, node: v.node.Items[0]}
	}
	return v
}

// text returns the JSON text of a value.
func (v value) text() string {
	switch v.shape {
	case single:
		return v.node.Raw
	case list:
		texts := make([]string, 0, len(v.items))
		for _, item := range v.items {
			texts = append(texts, item.text())
		}
		return "[" + strings.Join(texts, ",") + "]"
	}
	return "null"
}
