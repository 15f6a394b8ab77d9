// Package found finds the columns of documents by looking at some of them, for when the schema cannot be read.
package found

import (
	"slices"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

const (
	maxColumns = 1000
	maxDepth   = 20 // nesting depth of objects; anything deeper is shown as JSON
)

// Finder collects the columns of documents in the order in which their fields first appear.
type Finder struct {
	fields []field
	at     map[string]int
}

// field is what the documents have at one path.
type field struct {
	path   string
	types  []string // types of single values, without duplicates: "string", "number", "boolean"
	list   bool     // an array without objects
	nested bool     // an array with objects
	leaf   bool     // below an array with objects
	leaves bool     // has fields below it
	object bool     // an object
}

// Add looks at one document, which is raw JSON.
func (f *Finder) Add(document string) { f.object(document, "", 0, false) }

// object looks at the members of an object at a path.
func (f *Finder) object(raw, path string, depth int, leaf bool) {
	jx.Each(raw, func(key, value string) bool {
		if key == "" {
			return true
		}
		if path != "" {
			key = path + "." + key
		}
		f.value(value, key, depth, leaf)
		return true
	})
}

func (f *Finder) value(raw, path string, depth int, leaf bool) {
	if strings.Contains(path, "..") || path[0] == '.' || path[len(path)-1] == '.' {
		return // no engine has such a field, and no path leads to it
	}
	if f.at == nil {
		f.at = map[string]int{}
	}
	at, known := f.at[path]
	if !known {
		if len(f.fields) == maxColumns {
			return
		}
		at = len(f.fields)
		f.at[path] = at
		f.fields = append(f.fields, field{path: path})
	}
	e := &f.fields[at]
	e.leaf = e.leaf || leaf
	switch raw[0] {
	case '{':
		e.object = true
		f.below(at, raw, depth, leaf)
	case '[':
		f.elements(at, raw, depth)
	default:
		e.single(raw)
	}
}

// below looks at the members of an object that is the value of a field.
func (f *Finder) below(at int, raw string, depth int, leaf bool) {
	before, path := len(f.fields), f.fields[at].path
	if depth < maxDepth {
		f.object(raw, path, depth+1, leaf)
	}
	f.fields[at].leaves = f.fields[at].leaves || len(f.fields) > before
}

// elements looks at the elements of an array.
func (f *Finder) elements(at int, raw string, depth int) {
	e := &f.fields[at]
	e.list = true
	jx.Items(raw, func(item string) bool {
		if item[0] != '{' {
			return true
		}
		f.fields[at].nested = true
		f.below(at, item, depth, true)
		return true
	})
}

func (e *field) single(raw string) {
	t := ""
	switch raw[0] {
	case '"':
		t = "string"
	case 't', 'f':
		t = "boolean"
	case 'n':
		return
	default:
		t = "number"
	}
	if !slices.Contains(e.types, t) {
		e.types = append(e.types, t)
	}
}

// Columns returns the columns found, each with the reason why it cannot be sorted.
func (f *Finder) Columns(reason string) []driver.Column {
	var columns []driver.Column
	for i := range f.fields {
		e := &f.fields[i]
		if e.object && e.leaves && !e.nested && len(e.types) == 0 && !e.list {
			continue
		}
		columns = append(columns, e.column(reason))
	}
	driver.PlaceInArrays(columns)
	return columns
}

func (e *field) column(reason string) driver.Column {
	c := driver.Column{Name: e.path, Reason: reason, Type: strings.Join(e.types, ", "), Kind: driver.KindText}
	switch {
	case e.nested, e.object, e.list && len(e.types) == 0:
		c.Kind = driver.KindJSON
	case len(e.types) == 1:
		c.Kind = kinds[e.types[0]]
	}
	var more []string
	if e.object {
		more = append(more, "object")
	}
	if e.list && len(e.types) == 0 {
		more = append(more, "array")
	}
	if c.Type != "" {
		more = append([]string{c.Type}, more...)
	}
	c.Type = strings.Join(more, ", ")
	if e.nested {
		c.Flags |= driver.FlagNested
	}
	if e.leaf {
		c.Flags |= driver.FlagLeaf
	}
	return c
}

var kinds = map[string]driver.ColumnKind{
	"string": driver.KindText, "number": driver.KindNumber, "boolean": driver.KindBoolean,
}
