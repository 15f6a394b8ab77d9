package grid

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"quarry/drivers/driver"
)

// The groups of columns in their default order: whatever identifies a document to a person comes first (A-BRO-03).
const (
	groupMeta = iota
	groupTitle
	groupAlmostTitle
	groupDate
	groupScalar
	groupLeaf // leaves of an object
	groupArray
	groupLast
)

// place is a column's position: its group, then the position of its array in the schema, then its own.
type place struct{ group, array, at int }

// arranged returns the columns in their default order, before the user arranges them. Within a group they keep the
// schema's order.
func arranged(columns []Column) []Column {
	at := make(map[string]int, len(columns))
	for i := range columns {
		at[columns[i].Name] = i
	}
	type placed struct {
		place
		column Column
	}
	all := make([]placed, len(columns))
	for i, c := range columns {
		p := place{group: c.group(), array: i, at: i + 1}
		if array, ok := outermost(&c, at); ok {
			p.array = array
		} else if p.group == groupArray {
			p.at = 0 // before its leaves, wherever the schema has it
		}
		all[i] = placed{p, c}
	}
	slices.SortFunc(all, func(a, b placed) int {
		return cmp.Or(cmp.Compare(a.group, b.group), cmp.Compare(a.array, b.array), cmp.Compare(a.at, b.at))
	})
	sorted := make([]Column, len(all))
	for i := range all {
		sorted[i] = all[i].column
	}
	return sorted
}

// outermost returns the index of the column that is the outermost array enclosing c; false if there is none.
func outermost(c *Column, at map[string]int) (int, bool) {
	if len(c.Nested) == 0 {
		return 0, false
	}
	i, ok := at[c.Nested[0]]
	return i, ok
}

func (c *Column) group() int {
	switch {
	case c.last:
		return groupLast
	case c.meta:
		return groupMeta
	case len(c.Nested) > 0 || c.Kind == driver.KindJSON:
		return groupArray
	case strings.Contains(c.Name, "."):
		return groupLeaf
	case c.Kind == driver.KindDate:
		return groupDate
	case c.Kind != driver.KindText || !titles[lastWord(c.Name)]:
		return groupScalar
	case titles[strings.ToLower(c.Name)]:
		return groupTitle
	}
	return groupAlmostTitle
}

// titles are the last words of a name that make a column the title of a row.
var titles = map[string]bool{
	"title": true, "name": true, "subject": true, "headline": true, "label": true, "caption": true,
	"fullname": true, "username": true, "nickname": true, "surname": true, "lastname": true, "filename": true, "hostname": true,
}

// lastWord returns the last word of a name such as host_name or hostName, in lower case.
func lastWord(name string) string {
	letters := []rune(name)
	for i := len(letters) - 1; i >= 0; i-- {
		switch {
		case !unicode.IsLetter(letters[i]) && !unicode.IsDigit(letters[i]):
			return strings.ToLower(string(letters[i+1:]))
		case i > 0 && unicode.IsUpper(letters[i]) && unicode.IsLower(letters[i-1]):
			return strings.ToLower(string(letters[i:]))
		}
	}
	return strings.ToLower(name)
}
