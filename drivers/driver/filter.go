package driver

import "quarry/drivers/driver/wire"

// Filterer filters a view on the engine.
type Filterer interface {
	// Filter compiles rows of column, operator and value into the bytes of a view, which Page, Count and Export accept
	// like any other. It sends nothing. Rows that cannot be compiled are refused, each with its reason; then no view is
	// returned.
	Filter(c *Conn, a *FilterArgs) (*Filtered, error)
}

// OpFilter is the operation of a [Filterer].
const OpFilter = "filter"

// Operator is how a filter row compares.
type Operator string

// The operators of a filter row. Between takes two values, InList and NotInList take one or more, the last four none,
// and all others one.
const (
	Equals         Operator = "equals"
	NotEquals      Operator = "not equals"
	Greater        Operator = "greater than"
	GreaterOrEqual Operator = "greater or equal"
	Less           Operator = "less than"
	LessOrEqual    Operator = "less or equal"
	Between        Operator = "between"
	InList         Operator = "in list"
	NotInList      Operator = "not in list"
	Contains       Operator = "contains"
	NotContains    Operator = "not contains"
	StartsWith     Operator = "starts with"
	EndsWith       Operator = "ends with"
	MatchesRegex   Operator = "matches regex"
	IsNull         Operator = "is null"
	IsNotNull      Operator = "is not null"
	IsEmpty        Operator = "is empty"
	IsNotEmpty     Operator = "is not empty"
)

// FilterArgs are the rows of a filter. They are joined with and, or with or if Any is set.
type FilterArgs struct {
	Object string
	View   []byte // what Columns returned
	Any    bool
	Rows   []FilterRow
}

// Fields implements [wire.Message].
func (a *FilterArgs) Fields(c *wire.Codec) {
	c.Text(1, &a.Object)
	c.Bytes(2, &a.View)
	c.Bool(3, &a.Any)
	wire.List(c, 4, &a.Rows)
}

// FilterRow is one row of a filter, with what the host knows about its column.
type FilterRow struct {
	Column   string // the column's name
	Field    string // the field of its values
	Exact    string // the field that has the whole values: a text field's keyword subfield, "" if there is none
	Type     string // the column's type label
	Nested   []string
	Operator Operator
	Values   []string // as typed
}

// Fields implements [wire.Message].
func (r *FilterRow) Fields(c *wire.Codec) {
	c.Text(1, &r.Column)
	c.Text(2, &r.Field)
	c.Text(3, &r.Exact)
	c.Text(4, &r.Type)
	c.Texts(5, &r.Nested)
	c.Text(6, (*string)(&r.Operator))
	c.Texts(7, &r.Values)
}

// Filtered is a filtered view.
type Filtered struct {
	View     []byte   // the bytes to read with, nil if a row was refused
	Clauses  []string // one for each row, in the engine's own language
	Refusals []Refusal
}

// Fields implements [wire.Message].
func (f *Filtered) Fields(c *wire.Codec) {
	c.Bytes(1, &f.View)
	c.Texts(2, &f.Clauses)
	wire.List(c, 3, &f.Refusals)
}
