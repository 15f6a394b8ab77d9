package grid

import (
	"fmt"
	"slices"
	"strings"

	"quarry/backend/data/rows"
	"quarry/drivers/driver"
)

const (
	maxOutside   = 500 // fields outside of the schema for which a view has columns
	namedOutside = 5   // how many of these a notice names
)

// outside returns columns for fields that documents have but the schema does not.
func outside(set *driver.ColumnSet, columns []Column, names []string) []Column {
	nested := map[string]bool{}
	for i := range columns {
		for _, path := range columns[i].Nested {
			nested[path] = true
		}
	}
	var added []Column
	for _, name := range names {
		col := Column{
			Name: name, Kind: driver.KindText, ReadOnly: true, Outside: true,
			Reason: name + " is not in " + set.Outside + ", so it cannot be sorted, filtered or edited.",
		}
		col.source = sourceOf(set, &driver.Column{Name: name, Nested: driver.Around(name, nested)})
		col.Nested = paths(col.source)
		added = append(added, col)
	}
	return added
}

// noticed records the fields of a page that have no column, and returns a notice about them the first time, "" later.
func (v *View) noticed(left []string) string {
	if v.Set.Outside == "" || len(left) == 0 {
		return ""
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	var fresh []string
	for _, name := range left {
		if len(v.outside) < maxOutside && !v.described[name] && !slices.Contains(v.outside, name) {
			v.outside = append(v.outside, name)
			fresh = append(fresh, name)
		}
	}
	switch len(fresh) {
	case 0:
		return ""
	case 1:
		return Beside(fresh, v.Set.Outside) + " Refresh to show it as a column."
	}
	return Beside(fresh, v.Set.Outside) + " Refresh to show them as columns."
}

// Beside returns a sentence about fields of documents that are not in a schema.
func Beside(names []string, schema string) string { return listed(names, "not in "+schema) }

// listed returns a sentence about some fields that names the first of them.
func listed(names []string, are string) string {
	text := "1 field is " + are + ": "
	if len(names) > 1 {
		text = fmt.Sprintf("%d fields are %s: ", len(names), are)
	}
	text += strings.Join(names[:min(namedOutside, len(names))], ", ")
	if more := len(names) - namedOutside; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text + "."
}

// Outside returns the fields that the documents read so far have but the schema does not, with or without columns.
func (v *View) Outside() []string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return slices.Clone(v.outside)
}

// namesOf returns the names that a schema or a driver describes. They are not outside the schema even if they have no
// column or come from elsewhere.
func namesOf(set *driver.ColumnSet, columns []Column) map[string]bool {
	names := make(map[string]bool, 2*len(columns)+len(set.Described))
	for i := range columns {
		names[columns[i].Name] = true
		if columns[i].Sort != "" {
			names[columns[i].Sort] = true
		}
		if at := &columns[i].source; at.From == rows.Doc {
			names[strings.Join(at.Path, ".")] = true
		}
	}
	for _, name := range set.Described {
		names[name] = true
	}
	return names
}

// Sought returns the names that only documents may have, because no column has the name or the server computes the
// column's values. Each comes with the message to show if no document has it.
func (v *View) Sought(names []string) map[string]string {
	sought := map[string]string{}
	for _, name := range names {
		switch c := v.column(name); {
		case c == nil:
			sought[name] = "There is no column " + name + ". No document has such a field either."
		case c.Computed():
			sought[name] = name + " is not stored in the documents: the server computes it when rows are read."
		}
	}
	return sought
}

// Uncovered returns a function that describes the fields of documents that have no column in a file with the named
// columns; its argument is the paths that lead to no column. It returns nil unless these are all stored columns.
func (v *View) Uncovered(names []string) func(left []string) string {
	if v.Set.Outside == "" {
		return nil
	}
	for i := range v.Columns {
		if c := &v.Columns[i]; !c.Outside && c.source.From == rows.Doc && !slices.Contains(names, c.Name) {
			return nil
		}
	}
	return func(left []string) string {
		var outside, computed []string
		for _, name := range left {
			switch c := v.column(name); {
			case slices.Contains(names, name):
			case c != nil && c.Computed():
				computed = append(computed, name)
			case !v.described[name]:
				outside = append(outside, name)
			}
		}
		return strings.TrimSpace(uncovered(outside, "not in "+v.Set.Outside) + " " + uncovered(computed, "computed by the server but also stored in documents"))
	}
}

// uncovered describes fields for which a file has no columns; "" if there are none.
func uncovered(names []string, are string) string {
	switch len(names) {
	case 0:
		return ""
	case 1:
		return listed(names, are) + " The file has no column for it."
	}
	return listed(names, are) + " The file has no columns for them."
}
