// Package grid turns what a driver says of an object into columns and keeps the pages of open views.
package grid

import (
	"errors"
	"strings"

	"quarry/backend/rows"
	"quarry/drivers/driver"
)

// Column is one column of a view, as the grid shows it and as the kernel fills it.
type Column struct {
	Name     string
	Type     string // the engine's word for the type, shown beside the name
	Kind     driver.ColumnKind
	Integer  bool
	Primary  bool
	ReadOnly bool
	Sort     string   // the field that is sent to sort by this column, "" where it cannot be sorted
	Reason   string   // why it cannot be sorted
	Nested   []string // the paths of the arrays of objects around it, outermost first

	source rows.Column
}

// errClasses says that a driver judged another number of records than the schema has.
var errClasses = errors.New("the driver's answer does not fit the schema that was read")

// Join makes the columns of a view: the driver's own columns first, then one for each record of the schema that the
// driver did not skip. records may be nil where the set names none.
func Join(set *driver.ColumnSet, records []rows.Record) ([]Column, error) {
	if len(set.Classes) != len(records)*driver.ClassSize {
		return nil, errClasses
	}
	j := joiner{set: set, records: records, nested: map[string]bool{}, opaque: map[string]bool{}, at: map[string]int{}}
	for _, m := range set.Meta {
		j.meta(m)
	}
	j.findNested()
	for i := range records {
		j.record(i)
	}
	j.nameLeaves()
	return j.columns, nil
}

// joiner holds what joining needs to remember from record to record.
type joiner struct {
	set     *driver.ColumnSet
	records []rows.Record
	columns []Column
	nested  map[string]bool // paths of arrays of objects
	opaque  map[string]bool // paths whose children are no columns
	at      map[string]int  // position of the column with that name
}

func (j *joiner) meta(m driver.MetaColumn) {
	j.add(Column{
		Name: m.Name, Type: m.Type, Kind: m.Kind, Primary: m.Primary, ReadOnly: true, Sort: m.Sort, Reason: m.Reason,
		source: rows.Column{Name: m.Name, From: rows.Row, Path: strings.Split(m.At, ".")},
	})
}

// findNested notes every array of objects before any column is made: a schema that is a list may name a leaf before
// the array around it.
func (j *joiner) findNested() {
	for i, r := range j.records {
		class := driver.ClassAt(j.set.Classes, i)
		if class.Flags&driver.FlagNested != 0 {
			j.nested[r.Path] = true
		}
		if class.Flags&driver.FlagOpaque != 0 {
			j.opaque[r.Path] = true
		}
	}
}

func (j *joiner) record(i int) {
	r := j.records[i]
	class := driver.ClassAt(j.set.Classes, i)
	if r.Sub || class.Kind == driver.KindSkip || j.underOpaque(r.Path) {
		return
	}
	col := Column{
		Name: r.Path, Type: label(r), Kind: class.Kind,
		Integer:  class.Flags&driver.FlagInteger != 0,
		ReadOnly: class.Flags&(driver.FlagLeaf|driver.FlagRow|driver.FlagAlias) != 0 || j.set.ReadOnly != "",
	}
	col.Sort, col.Reason = j.sort(i, class)
	col.source = j.source(r, class)
	for _, n := range col.source.Nested {
		col.Nested = append(col.Nested, strings.Join(col.source.Path[:n], "."))
	}
	j.add(col)
}

// source tells the kernel where the column's values stand.
func (j *joiner) source(r rows.Record, class driver.Class) rows.Column {
	if class.Flags&driver.FlagRow != 0 {
		path := append(strings.Split(strings.TrimSuffix(j.set.RowFields, "."), "."), r.Path)
		return rows.Column{Name: r.Path, From: rows.Row, Path: path, First: true}
	}
	path := r.Path
	if class.Flags&driver.FlagAlias != 0 && len(r.Attrs) > 1 && r.Attrs[1] != "" {
		path = r.Attrs[1]
	}
	segments := strings.Split(path, ".")
	col := rows.Column{Name: r.Path, From: rows.Doc, Path: segments}
	for n := 1; n < len(segments); n++ {
		if j.nested[strings.Join(segments[:n], ".")] {
			col.Nested = append(col.Nested, n)
		}
	}
	return col
}

func (j *joiner) sort(i int, class driver.Class) (field, reason string) {
	switch class.Sort {
	case driver.SortNone:
		if int(class.Reason) < len(j.set.Reasons) {
			reason = strings.ReplaceAll(j.set.Reasons[class.Reason], "{name}", j.records[i].Path)
		}
		return "", reason
	case driver.SortSelf:
		return j.records[i].Path, ""
	}
	nth := int(class.Sort - driver.SortSub)
	for k := i + 1; k < len(j.records) && j.records[k].Sub && j.records[k].Parent == i; k++ {
		if nth == 0 {
			return j.records[k].Path, ""
		}
		nth--
	}
	return "", ""
}

func (j *joiner) underOpaque(path string) bool {
	for p, ok := parent(path); ok; p, ok = parent(p) {
		if j.opaque[p] {
			return true
		}
	}
	return false
}

// add appends a column; one whose name exists takes its place, as a runtime field shadows a mapped one.
func (j *joiner) add(c Column) {
	if at, ok := j.at[c.Name]; ok {
		j.columns[at] = c
		return
	}
	j.at[c.Name] = len(j.columns)
	j.columns = append(j.columns, c)
}

// nameLeaves puts the name of a column's first leaf into the reasons that speak of one.
func (j *joiner) nameLeaves() {
	for i := range j.columns {
		c := &j.columns[i]
		if !strings.Contains(c.Reason, "{leaf}") {
			continue
		}
		leaf := c.Name
		for _, other := range j.columns[i+1:] {
			if strings.HasPrefix(other.Name, c.Name+".") && other.Kind != driver.KindJSON {
				leaf = other.Name
				break
			}
		}
		c.Reason = strings.ReplaceAll(c.Reason, "{leaf}", leaf)
	}
}

func label(r rows.Record) string {
	if len(r.Attrs) > 0 && r.Attrs[0] != "" {
		return r.Attrs[0]
	}
	return "object"
}

func parent(path string) (string, bool) {
	dot := strings.LastIndexByte(path, '.')
	if dot < 0 {
		return "", false
	}
	return path[:dot], true
}

// Plan completes a driver's plan with the columns.
func Plan(plan *driver.RowsPlan, columns []Column) rows.Plan {
	p := rows.Plan{Rows: plan.At, Doc: plan.Doc, Cut: plan.Cut, Last: plan.Last, Sparse: plan.Sparse}
	for _, c := range columns {
		p.Columns = append(p.Columns, c.source)
	}
	for _, h := range plan.Hidden {
		p.Hidden = append(p.Hidden, rows.Hidden{Name: h.Name, At: h.At})
	}
	return p
}
