// Package grid owns the open views: it turns a driver's description of an object into columns and caches the pages that
// have been read.
//
// Decisions:
//   - One call arranges the rows: it sets order and filter together and begins a generation. An arrangement never changes:
//     whoever shows the rows drops the old one once it shows the new one, or the new one if that cannot be read.
//   - A refresh reads a view's columns again. If they differ it makes another view, and the old one stays complete until
//     the first rows of the new one are shown.
//   - Pages of a view are read one after the other (read.go): each continues from the state of the previous one, and two
//     that opened a snapshot at once would leak one.
//   - Whatever is cancelled, lost, cut or partial, the page shown is the page that was requested. After a failed read the
//     view's state is marked as spent (driver.PageArgs.Spent), since a cursor may have moved. A partial response is read
//     again once. A partial first page is shown as partial, and is never cached and never the end; a later one is an
//     error, because missing rows would shift the others.
//   - Whether the first page, read before the snapshot, is still right is decided by a digest of its rows' keys, which the
//     kernel computes.
//   - A snapshot is renewed while its view is in use. One that has expired is replaced, and the user is told. Closing a
//     view waits for a running read, which may have opened a snapshot.
//   - A page's bytes and facts come in one response, and reading the first page begins together with its columns, so that
//     a click costs two round trips.
package grid

import (
	"slices"
	"strings"

	"quarry/backend/data/rows"
	"quarry/drivers/driver"
)

// Column is one column of a view, as the grid shows it and the kernel fills it.
type Column struct {
	Name     string
	Type     string // the engine's name for the type, shown beside the column's name
	Kind     driver.ColumnKind
	Integer  bool
	Epoch    string // for dates: the unit of a bare number since 1970, "milliseconds", "seconds" or "" if unknown
	Primary  bool
	ReadOnly bool
	Sort     string   // the field to sort by, "" if the column cannot be sorted
	Reason   string   // why it cannot be sorted
	Nested   []string // the paths of the enclosing arrays of objects, outermost first
	Conflict string   // how the schemas differ: "long in logs-1, keyword in logs-2"
	Outside  bool     // documents have it, but the schema does not
	Rare     bool     // few documents have it: hidden unless a row has a value
	Sets     Set      // the hidden value that a user sets by typing here in a new row
	Hidden   string   // the name of the hidden value that it shows, "" for none
	Filter   int      // the number of its class in ColumnSet.Filters, from 1; 0 if unknown

	about             []byte // opaque bytes of the filter class, for the driver
	unmapped, numeric string // see [driver.SortKey]
	beside            bool   // its values are outside the documents
	meta, last        bool   // not from the schema; see [driver.MetaColumn]
	source            rows.Column
}

// Set is a hidden value that a user types in a column of a new row: its name, title and purpose. The name is "" for
// none.
type Set struct{ Name, Title, Hint string }

// key returns the sort key that the driver needs to sort by the column.
func (c *Column) key(desc bool) driver.SortKey {
	return driver.SortKey{Field: c.Sort, Type: c.Type, Nested: c.Nested, Desc: desc, Unmapped: c.unmapped, Numeric: c.numeric}
}

// Join returns the columns of a view: the driver's own columns first, then those of the schema.
func Join(set *driver.ColumnSet) []Column {
	j := joiner{set: set, at: map[string]int{}}
	for _, m := range set.Meta {
		j.meta(m)
	}
	for i := range set.Columns {
		j.column(&set.Columns[i])
	}
	return j.columns
}

// joiner has what joining remembers from one column to the next.
type joiner struct {
	set     *driver.ColumnSet
	columns []Column
	at      map[string]int // index of the column with that name
}

func (j *joiner) meta(m driver.MetaColumn) {
	hidden := ""
	if i := slices.IndexFunc(j.set.Plan.Hidden, func(h driver.Hidden) bool { return h.At == m.At }); i >= 0 {
		hidden = j.set.Plan.Hidden[i].Name
	}
	j.add(Column{
		Name: m.Name, Type: m.Type, Kind: m.Kind, Primary: m.Primary, ReadOnly: true, Hidden: hidden, Sort: m.Sort, Reason: m.Reason,
		meta: true, beside: beside(j.set, m), last: m.Last, Filter: m.Filter, Rare: m.Rare, Sets: Set{m.Sets, m.Title, m.Hint},
		source: rows.Column{Name: m.Name, From: rows.Row, Path: strings.Split(m.At, ".")},
	})
}

func (j *joiner) column(k *driver.Column) {
	col := Column{
		Name: k.Name, Type: k.Type, Kind: k.Kind, Sort: k.Sort, Reason: k.Reason, Conflict: k.Conflict,
		Integer:  k.Flags&driver.FlagInteger != 0,
		Epoch:    epochOf(k.Flags),
		ReadOnly: k.Flags&readOnlyFlags != 0 || j.set.ReadOnly != "",
		unmapped: k.Unmapped, numeric: k.Numeric, Filter: k.Filter,
	}
	col.source = sourceOf(j.set, k)
	col.Nested = paths(col.source)
	j.add(col)
}

// readOnlyFlags are the flags of columns whose values cannot be written separately.
const readOnlyFlags = driver.FlagLeaf | driver.FlagRow | driver.FlagAlias

// paths returns the paths of the arrays of objects that enclose a column's values.
func paths(source rows.Column) []string {
	var all []string
	for _, n := range source.Nested {
		all = append(all, strings.Join(source.Path[:n], "."))
	}
	return all
}

// sourceOf returns where the kernel finds a column's values.
func sourceOf(set *driver.ColumnSet, k *driver.Column) rows.Column {
	if k.Flags&driver.FlagRow != 0 {
		path := append(strings.Split(strings.TrimSuffix(set.RowFields, "."), "."), k.Name)
		return rows.Column{Name: k.Name, From: rows.Row, Path: path, First: true}
	}
	col := rows.Column{Name: k.Name, From: rows.Doc, Path: strings.Split(k.Source(), ".")}
	for _, array := range k.Nested {
		if strings.HasPrefix(k.Source(), array+".") {
			col.Nested = append(col.Nested, strings.Count(array, ".")+1)
		}
	}
	slices.Sort(col.Nested)
	col.Nested = slices.Compact(col.Nested)
	return col
}

// add appends a column, or replaces one with the same name: a runtime field shadows a mapped one.
func (j *joiner) add(c Column) {
	if c.Filter > len(j.set.Filters) {
		c.Filter = 0
	}
	if c.Filter > 0 {
		c.about = j.set.Filters[c.Filter-1].About
	}
	if at, ok := j.at[c.Name]; ok {
		j.columns[at] = c
		return
	}
	j.at[c.Name] = len(j.columns)
	j.columns = append(j.columns, c)
}

// Plan adds columns to a driver's plan.
func Plan(plan *driver.RowsPlan, columns []Column) rows.Plan {
	p := rows.Plan{Rows: plan.At, Doc: plan.Doc, Cut: plan.Cut, Last: plan.Last, Lines: plan.Lines, Sparse: plan.Sparse}
	for _, c := range columns {
		p.Columns = append(p.Columns, c.source)
	}
	for _, h := range plan.Hidden {
		p.Hidden = append(p.Hidden, rows.Hidden{Name: h.Name, At: h.At, Key: h.Role.Identifies()})
	}
	return p
}

// Computed reports whether the server computes the column when it reads rows, as it does for a runtime field.
func (c *Column) Computed() bool { return c.source.From == rows.Row && !c.meta }

// Exported returns where the kernel finds the values of the named columns in a row, and the path of the document inside
// the row. The error is of kind not-found or unsupported.
func (v *View) Exported(names []string) ([]rows.Column, string, error) {
	var list []rows.Column
	for _, name := range names {
		c := v.column(name)
		switch {
		case v.Set.Outside != "" && name != "" && (c == nil || c.Computed()): // requested by name because some documents may have it
			c = &outside(v.Set, v.Columns, []string{name})[0]
		case c == nil:
			return nil, "", noColumn(name)
		case c.Computed():
			return nil, "", &driver.Error{
				Kind: driver.Unsupported, Message: name + " is not stored in the document: the server computes it when rows are read.",
				Hint: "Leave this column out.",
			}
		}
		list = append(list, c.source)
	}
	return list, v.Set.Plan.Doc, nil
}

// Meta returns where the kernel finds the values of the named columns outside the document in a row. The error is of
// kind not-found or invalid.
func (v *View) Meta(names []string) ([]rows.Column, error) {
	var list []rows.Column
	for _, name := range names {
		c := v.column(name)
		switch {
		case c == nil:
			return nil, noColumn(name)
		case !c.Beside():
			return nil, &driver.Error{Kind: driver.Invalid, Message: name + " is not beside the document."}
		}
		list = append(list, c.source)
	}
	return list, nil
}

// Beside reports whether the column's values are stored outside the documents.
func (c *Column) Beside() bool { return c.beside }

// beside reports whether a column that no schema has gets its values from outside the documents.
func beside(set *driver.ColumnSet, m driver.MetaColumn) bool {
	return set.Plan.Doc != "" && !strings.HasPrefix(m.At, set.Plan.Doc+".")
}

// Bulk reports whether rows have their own place and key, as the actions of a bulk request do.
func (v *View) Bulk() bool {
	plan := &v.Set.Plan
	return plan.NameOf(driver.RolePlace) != "" && plan.NameOf(driver.RoleKey) != ""
}

// KeyPaths returns the paths, inside a row, of its place, if rows have one, and of its key.
func (v *View) KeyPaths() []string {
	var paths []string
	for _, role := range []driver.Role{driver.RolePlace, driver.RoleKey} {
		for _, h := range v.Set.Plan.Hidden {
			if h.Role == role {
				paths = append(paths, h.At)
			}
		}
	}
	return paths
}

// epochOf returns the unit of bare numbers since 1970 in a column of dates, "" if unknown.
func epochOf(flags driver.ColumnFlags) string {
	switch {
	case flags&driver.FlagMillis != 0:
		return "milliseconds"
	case flags&driver.FlagSeconds != 0:
		return "seconds"
	}
	return ""
}
