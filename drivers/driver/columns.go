package driver

import "quarry/drivers/driver/wire"

// ColumnsArgs names the object whose columns to describe.
type ColumnsArgs struct{ Object string }

// Fields implements [wire.Message].
func (a *ColumnsArgs) Fields(c *wire.Codec) { c.Text(1, &a.Object) }

// ColumnKind says how a column's values are shown.
type ColumnKind byte

// The kinds of columns.
const (
	KindText    ColumnKind = 1
	KindNumber  ColumnKind = 2
	KindBoolean ColumnKind = 3
	KindDate    ColumnKind = 4
	KindJSON    ColumnKind = 5
	KindID      ColumnKind = 6
)

// ColumnFlags are properties of a column.
type ColumnFlags byte

// The flags of a column.
const (
	FlagNested  ColumnFlags = 1 << 0 // an array of objects: each leaf below it has one entry per object
	FlagLeaf    ColumnFlags = 1 << 1 // read-only: a leaf under an array of objects
	FlagAlias   ColumnFlags = 1 << 2 // read-only: its values are at Column.At
	FlagRow     ColumnFlags = 1 << 3 // read-only: its values are in the row at ColumnSet.RowFields + name, each in an array of one
	FlagInteger ColumnFlags = 1 << 4 // an integer
	FlagMillis  ColumnFlags = 1 << 5 // dates: a bare number counts milliseconds since 1970
	FlagSeconds ColumnFlags = 1 << 6 // dates: a bare number counts seconds since 1970
)

// MetaColumn is a column that no schema describes: it is read-only, and comes first in the grid unless Last is set.
type MetaColumn struct {
	Name    string
	At      string // path inside a row
	Type    string // the label beside the name, "" for none
	Kind    ColumnKind
	Primary bool
	Sort    string // the field to sort by, "" for none
	Reason  string // why the column cannot be sorted
	Last    bool   // not about the document: shown after all other columns unless the user has arranged them
	Filter  int    // the number of its [FilterClass], from 1; 0 if unknown
	Rare    bool   // few documents have it: hidden unless a row has a value
	Sets    string // the hidden value that a user sets by typing here in a new row, such as a routing; "" for none
	Title   string // with Sets: the name of that value, "Routing"
	Hint    string // with Sets: what the value is for, in a sentence or two
}

// Fields implements [wire.Message].
func (m *MetaColumn) Fields(c *wire.Codec) {
	kind := int(m.Kind)
	c.Text(1, &m.Name)
	c.Text(2, &m.At)
	c.Text(3, &m.Type)
	c.Small(4, &kind)
	c.Bool(5, &m.Primary)
	c.Text(6, &m.Sort)
	c.Text(7, &m.Reason)
	c.Bool(8, &m.Last)
	c.Small(9, &m.Filter)
	c.Bool(10, &m.Rare)
	c.Text(11, &m.Sets)
	c.Text(12, &m.Title)
	c.Text(13, &m.Hint)
	m.Kind = ColumnKind(kind)
}

// ColumnSet describes the columns of an object.
type ColumnSet struct {
	Meta    []MetaColumn
	Columns []Column // in the schema's order
	// Described lists the schema's other names, such as objects whose leaves are columns.
	Described []string
	// Outside is what the engine calls the source of the columns: "the mapping". Fields of documents that it lacks are
	// reported, unless Outside is "".
	Outside string

	RowFields string // where a row has the values of FlagRow columns
	Plan      RowsPlan
	View      []byte   // what the driver needs to read this view
	ReadOnly  string   // why nothing here can be edited, "" if it can
	Notices   []string // shown once when the object opens
	MaxSort   int      // how many columns can be sorted by at once, 0 for no limit
	SortFull  string   // why no more columns can be added
	Reach     int64    // the last row that paging can reach, 0 for no limit
	ReachNote string   // why pages end there

	// ReadOnlyRows are rows that cannot be edited although others can.
	ReadOnlyRows []ReadOnlyRows

	Filters []FilterClass // the filter classes of the columns: see Column.Filter

	Acts    []string // which of ActCreate, ActDelete, ActRemove, ActRestore, ActDrop and ActEmpty the driver can plan for this object
	Targets []string // where a row can be created; RowEdit.Key has one as the hidden value with the role place
	Slices  int      // how many parts of the object an export can read in parallel; 0 means one
	Ordered bool     // an export can have a sort order and a limit
}

// Fields implements [wire.Message].
func (s *ColumnSet) Fields(c *wire.Codec) {
	wire.List(c, 1, &s.Meta)
	wire.List(c, 2, &s.Columns)
	c.Texts(3, &s.Described)
	c.Text(4, &s.Outside)
	c.Text(5, &s.RowFields)
	c.Nested(6, &s.Plan)
	c.Bytes(7, &s.View)
	c.Text(8, &s.ReadOnly)
	c.Texts(9, &s.Notices)
	c.Small(10, &s.MaxSort)
	c.Text(11, &s.SortFull)
	c.Int(12, &s.Reach)
	c.Text(13, &s.ReachNote)
	wire.List(c, 14, &s.ReadOnlyRows)
	wire.List(c, 15, &s.Filters)
	c.Texts(16, &s.Acts)
	c.Texts(17, &s.Targets)
	c.Small(18, &s.Slices)
	c.Bool(19, &s.Ordered)
}

// Column is a column of an object's schema.
type Column struct {
	Name     string // the path of its values in the document
	At       string // where its values are, if at another path of the document: the target of an alias
	Type     string // the label beside the name: "long", or "long, keyword" if schemas differ
	Kind     ColumnKind
	Flags    ColumnFlags
	Nested   []string // the paths of the arrays of objects around its values, outermost first: see [PlaceInArrays]
	Sort     string   // the field to sort by, "" for none
	Reason   string   // why it cannot be sorted, in words
	Conflict string   // how the schemas differ: "long in logs-1, keyword in logs-2"
	Unmapped string   // see SortKey
	Numeric  string   // see SortKey
	Filter   int      // the number of its FilterClass in ColumnSet.Filters, from 1; 0 if unknown
}

// Fields implements [wire.Message].
func (k *Column) Fields(c *wire.Codec) {
	kind, flags := int(k.Kind), int(k.Flags)
	c.Text(1, &k.Name)
	c.Text(2, &k.At)
	c.Text(3, &k.Type)
	c.Small(4, &kind)
	c.Small(5, &flags)
	c.Texts(6, &k.Nested)
	c.Text(7, &k.Sort)
	c.Text(8, &k.Reason)
	c.Text(9, &k.Conflict)
	c.Text(10, &k.Unmapped)
	c.Text(11, &k.Numeric)
	c.Small(12, &k.Filter)
	k.Kind, k.Flags = ColumnKind(kind), ColumnFlags(flags)
}

// Source returns the path of the column's values in the document.
func (k *Column) Source() string {
	if k.At != "" {
		return k.At
	}
	return k.Name
}

// PlaceInArrays sets Nested of every column. Arrays of objects are found from the columns with [FlagNested]; arrays
// lists the paths of those that are not columns.
func PlaceInArrays(columns []Column, arrays ...string) {
	known := map[string]bool{}
	for _, path := range arrays {
		known[path] = true
	}
	for i := range columns {
		if columns[i].Flags&FlagNested != 0 {
			known[columns[i].Name] = true
		}
	}
	if len(known) == 0 {
		return
	}
	for i := range columns {
		if k := &columns[i]; k.Flags&FlagRow == 0 {
			k.Nested = Around(k.Source(), known)
		}
	}
}

// Around returns the known paths that enclose path, outermost first.
func Around(path string, known map[string]bool) []string {
	var around []string
	for i := range len(path) {
		if path[i] == '.' && known[path[:i]] {
			around = append(around, path[:i])
		}
	}
	return around
}

// ReadOnlyRows selects rows by the hidden value Key: it begins with Prefix and, if Chars is set, contains only those
// characters.
type ReadOnlyRows struct {
	Key    string // the name of the hidden value
	Prefix string
	Chars  string // every character that such a value can contain: "abc"; "" for any
	Reason string // why they cannot be edited, in a sentence
}

// Fields implements [wire.Message].
func (r *ReadOnlyRows) Fields(c *wire.Codec) {
	c.Text(1, &r.Key)
	c.Text(2, &r.Prefix)
	c.Text(3, &r.Reason)
	c.Text(4, &r.Chars)
}
