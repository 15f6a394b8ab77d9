package typesense

import (
	"slices"
	"strconv"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

// leafWriter writes typed entries into a leaf inside arrays of objects: one entry for each object, and an array of
// entries for each array. All other values stay as they are.
type leafWriter struct {
	cell   *driver.CellEdit
	fresh  bool   // there is no document yet: arrays are made as long as they were typed
	lists  bool   // the document has arrays as values of the leaf
	reason string // why the entries cannot be written, "" if they can
}

// leaves returns the outermost array with the typed entries. At each level there must be as many entries as the document
// has objects. fresh means that there is no document yet.
func leaves(cell *driver.CellEdit, array string, fresh bool) (whole, reason string) {
	if array == "" || array[0] != '[' {
		return "", cell.Nested[0] + " is not an array in this document, or is too long to edit here. Write it from the console."
	}
	path := strings.Split(strings.TrimPrefix(cell.At, cell.Nested[0]+"."), ".")
	l := leafWriter{cell: cell, fresh: fresh, lists: hasLists(array, path)}
	whole = l.array(array, cell.Nested[0], path, strings.TrimSpace(cell.Text))
	return whole, l.reason
}

// hasLists reports whether a value at the path is an array.
func hasLists(value string, path []string) bool {
	switch {
	case value == "":
		return false
	case len(path) == 0:
		return value[0] == '['
	case value[0] == '[':
		return slices.ContainsFunc(items(value), func(item string) bool { return hasLists(item, path) })
	case value[0] == '{':
		inner, _ := jx.Get(value, path[0])
		return hasLists(inner, path[1:])
	}
	return false
}

// refuse keeps the first reason and returns a value for nothing.
func (l *leafWriter) refuse(reason string) string {
	if l.reason == "" {
		l.reason = reason
	}
	return "null"
}

// array returns an array with an entry written into each of its elements, at the path below them.
func (l *leafWriter) array(array, at string, path []string, entry string) string {
	objects := items(array)
	entries := items(entry)
	if entry[0] != '[' || len(entries) != len(objects) {
		if at == l.cell.Nested[0] {
			return l.refuse("The array must have as many entries as " + at + " has objects: " + strconv.Itoa(len(objects)) + ".")
		}
		return l.refuse("An array inside the array must have as many entries as " + at + " has objects there: " + strconv.Itoa(len(objects)) + ".")
	}
	for i := range objects {
		objects[i] = l.inside(objects[i], at, path, entries[i])
	}
	return "[" + strings.Join(objects, ",") + "]"
}

// inside returns a value with an entry written at the path below it; value is "" if it is missing, and at is its own
// path.
func (l *leafWriter) inside(value, at string, path []string, entry string) string {
	switch {
	case len(path) == 0:
		return l.leaf(value, entry)
	case value == "null" && entry == "null":
		return value
	case value == "", value == "null" && at != l.cell.Nested[0]:
		return l.missing(at, path, entry)
	case value[0] == '[':
		return l.array(value, at, path, entry)
	case value[0] == '{':
		return l.object(value, at, path, entry)
	case entry == "null":
		return value
	}
	return l.refuse(l.cell.At + " is not a field of every object in " + l.cell.Nested[0] + ". Write the array from the console.")
}

// object returns an object with an entry written at the path. A leaf that is set to null is left out, as the engine does
// in a new document: in an update of an array it refuses a null.
func (l *leafWriter) object(object, at string, path []string, entry string) string {
	w := jx.NewWriter(len(object) + len(entry))
	w.Open('{')
	found, below := false, at+"."+path[0]
	jx.Each(object, func(key, old string) bool {
		if key != path[0] {
			w.Key(key).Raw(old)
			return true
		}
		found = true
		if len(path) == 1 && entry == "null" {
			return true
		}
		w.Key(key).Raw(l.inside(old, below, path[1:], entry))
		return true
	})
	if !found && entry != "null" {
		w.Key(path[0]).Raw(l.inside("", below, path[1:], entry))
	}
	w.Close("}")
	return string(w.Bytes())
}

// missing returns the object or array to write where the document has none.
func (l *leafWriter) missing(at string, path []string, entry string) string {
	switch isArray := slices.Contains(l.cell.Nested, at); {
	case isArray && !l.fresh:
		return l.refuse(at + " is missing in an object of " + l.cell.Nested[0] + ". Write the array from the console.")
	case isArray && entry[0] == '[':
		return l.array("["+strings.TrimSuffix(strings.Repeat("{},", len(items(entry))), ",")+"]", at, path, entry)
	}
	return l.object("{}", at, path, entry)
}

// leaf returns the entry as the new value of the leaf. A single value does not become an array, nor an array a single
// value; old is "" if the leaf is missing.
func (l *leafWriter) leaf(old, entry string) string {
	isList := old != "" && old[0] == '['
	if fitsLeaf(l.cell.Type, entry) {
		if isList && entry[0] != '[' && entry != "null" {
			return l.refuse(l.cell.At + " is an array in this document, so each of its entries must be an array.")
		}
		return entry
	}
	if isList || (old == "" || old == "null") && (l.fresh || l.lists) {
		return entry
	}
	return l.refuse(l.cell.At + " is a single value in this document, so none of its entries can be an array.")
}

// fitsLeaf reports whether an entry is a single value of the leaf's type.
func fitsLeaf(fieldType, entry string) bool {
	_, reason := typed(strings.TrimSuffix(fieldType, "[]"), jx.Unquote(entry), entry == "null")
	return reason == "" && sameKind(fieldType, entry)
}

// fitsLeaves reports whether every entry of an array is a value of the leaf's type, or an array of such entries, up to
// so many levels deep.
func fitsLeaves(fieldType, array string, levels int) bool {
	return all(array, func(entry string) bool {
		return fitsLeaf(fieldType, entry) || levels > 0 && entry[0] == '[' && fitsLeaves(fieldType, entry, levels-1)
	})
}

func items(array string) []string {
	var all []string
	jx.Items(array, func(item string) bool {
		all = append(all, item)
		return true
	})
	return all
}
