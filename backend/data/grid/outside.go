package grid

import (
	"fmt"
	"slices"
	"strings"

	"quarry/backend/data/rows"
	"quarry/drivers/driver"
)

const (
	maxOutside   = 500 // fields outside of the schema that a view has columns for
	namedOutside = 5   // of these, those that a notice names
)

// outside returns the columns of fields that documents have and the schema has not.
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
			Reason: name + " is not in " + set.Outside + ", so it can be neither sorted, filtered nor edited.",
		}
		col.source = sourceOf(set, &driver.Column{Name: name, Nested: driver.Around(name, nested)})
		col.Nested = paths(col.source)
		added = append(added, col)
	}
	return added
}

// noticed keeps the fields of a page that have no column, and returns a notice that says so the first time, "" later.
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
	if len(fresh) == 0 {
		return ""
	}
	return Beside(fresh, v.Set.Outside) + " Refresh to show them as columns."
}

// Beside says which fields of documents are not in a schema.
func Beside(names []string, schema string) string { return listed(names, "not in "+schema) }

// listed says what some fields are, and names the first of them.
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

// Outside returns the fields that the documents read so far have and the schema has not, whether there are columns for
// them or not.
func (v *View) Outside() []string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return slices.Clone(v.outside)
}

// namesOf returns the names that a schema or a driver describes, which are not outside of it even if they have no
// column or are read from elsewhere.
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

// Sought returns the names that only documents may have, each with the message to show if no document has it: either no
// column has the name, or the server computes the column's values.
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

// Uncovered returns what says which fields of documents have no column in a file with the named columns, by the paths that
// lead to none; nil unless these are all columns that are stored.
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

// uncovered says what some fields are that a file has no columns for; "" if there are none.
func uncovered(names []string, are string) string {
	switch len(names) {
	case 0:
		return ""
	case 1:
		return listed(names, are) + " The file has no column for it."
	}
	return listed(names, are) + " The file has no columns for them."
}
