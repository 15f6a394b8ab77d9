package driver

import (
	"slices"

	"quarry/drivers/driver/wire"
)

// Filterer filters a view on the engine.
type Filterer interface {
	// Filter compiles rows of column, operator and value into the bytes of a view, which Page, Count, Export and Suggest
	// accept like any other. It sends nothing. Rows that cannot be compiled are refused, each with its reason; then no
	// view is returned.
	Filter(c *Conn, a *FilterArgs) (*Filtered, error)
}

// OpFilter is the operation of a [Filterer].
const OpFilter = "filter"

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

// FilterRow is one row of a filter, with what the host knows about its column. A row of [RawQuery] has no column.
type FilterRow struct {
	Column   string // the column's name
	Field    string // the field of its values
	Exact    string // the field that has the whole values: a text field's keyword subfield, "" if there is none
	Type     string // the column's type label
	Nested   []string
	Operator OperatorID
	Values   []string // as typed

	About       []byte // what the column's [FilterClass] says to the driver
	SameElement bool   // this row and the one before are about the same element of the array at the last of Nested
	FoldCase    bool   // letters of either case are equal
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
	c.Bytes(8, &r.About)
	c.Bool(9, &r.SameElement)
	c.Bool(10, &r.FoldCase)
}

// Filtered is a filtered view.
type Filtered struct {
	View     []byte   // the bytes to read with, nil if a row was refused
	Clauses  []string // one for each row, in the engine's own language
	Refusals []Refusal
	Notes    []RowNote
	Moments  []RowMoment
}

// Fields implements [wire.Message].
func (f *Filtered) Fields(c *wire.Codec) {
	c.Bytes(1, &f.View)
	c.Texts(2, &f.Clauses)
	wire.List(c, 3, &f.Refusals)
	wire.List(c, 4, &f.Notes)
	wire.List(c, 5, &f.Moments)
}

// RowNote is a sentence that the user should know about a row that is accepted.
type RowNote struct {
	Row  int
	Text string
}

// Fields implements [wire.Message].
func (n *RowNote) Fields(c *wire.Codec) {
	c.Small(1, &n.Row)
	c.Text(2, &n.Text)
}

// RowMoment is the moment that a value of a row means, if it is computed when it is searched for: a day ago, the end of
// this month. It is as of [Conn.Now].
type RowMoment struct {
	Row    int
	Value  int   // which of the row's values
	Millis int64 // since 1970
}

// Fields implements [wire.Message].
func (m *RowMoment) Fields(c *wire.Codec) {
	c.Small(1, &m.Row)
	c.Small(2, &m.Value)
	c.Int(3, &m.Millis)
}

// NamedRange is a range that is chosen by its title, such as Today. Its ends are values as they would be typed.
type NamedRange struct {
	ID    string
	Title string
	From  string
	To    string // "" for a range that only begins: the operator is then [GreaterOrEqual], and [Between] otherwise
}

// Fields implements [wire.Message].
func (r *NamedRange) Fields(c *wire.Codec) {
	c.Text(1, &r.ID)
	c.Text(2, &r.Title)
	c.Text(3, &r.From)
	c.Text(4, &r.To)
}

// FilterClass says how columns can be filtered. Columns that are alike share one: see [Column.Filter].
type FilterClass struct {
	About     []byte             // returned to the driver in [FilterRow.About]; the host does not read it
	Refused   []RefusedOperators // the operators that cannot be used; those that are in none of them can
	NoFold    string             // why Match Case cannot be turned off, "" if it can
	NoSuggest string             // why no values can be suggested, "" if they can
	Note      string             // what to know about values of these columns, "" for nothing
	Ranges    []NamedRange       // the ranges that are offered by name
}

// Fields implements [wire.Message].
func (k *FilterClass) Fields(c *wire.Codec) {
	c.Bytes(1, &k.About)
	wire.List(c, 2, &k.Refused)
	c.Text(3, &k.NoFold)
	c.Text(4, &k.NoSuggest)
	c.Text(5, &k.Note)
	wire.List(c, 6, &k.Ranges)
}

// Refuses reports whether the columns cannot be filtered by an operator.
func (k *FilterClass) Refuses(id OperatorID) bool { return k.reason(id) != "" }

// Refusal says why the columns cannot be filtered by an operator, "" if they can.
func (k *FilterClass) Refusal(op *Operator) string { return WithOperator(k.reason(op.ID), op.Title) }

func (k *FilterClass) reason(id OperatorID) string {
	for i := range k.Refused {
		if slices.Contains(k.Refused[i].Operators, id) {
			return k.Refused[i].Reason
		}
	}
	return ""
}

// RefusedOperators are operators that columns of a class cannot be filtered by, with the reason that they share. A class
// is part of what every object is opened with, so a sentence is written once and not once for each operator.
//
// All sentences of a class contain "{name}" in place of the column's name, and a reason can contain "{operator}" in place
// of the operator's title, or "{Operator}" where the title begins a sentence.
type RefusedOperators struct {
	Operators []OperatorID // of those that the driver lists
	Reason    string
}

// Fields implements [wire.Message].
func (r *RefusedOperators) Fields(c *wire.Codec) {
	operatorIDs(c, 1, &r.Operators)
	c.Text(2, &r.Reason)
}

// Suggester lists values of a column for a filter that is being typed.
type Suggester interface {
	// Suggest returns the most frequent values of the row's column in a view that the other rows of the filter were
	// applied to. The row's first value is what has been typed so far.
	Suggest(c *Conn, a *SuggestArgs) (*Suggested, error)
}

// OpSuggest is the operation of a [Suggester].
const OpSuggest = "suggest"

// SuggestArgs requests values of a column.
type SuggestArgs struct {
	Object string
	View   []byte
	Row    FilterRow
	Size   int // how many values at most
}

// Fields implements [wire.Message].
func (a *SuggestArgs) Fields(c *wire.Codec) {
	c.Text(1, &a.Object)
	c.Bytes(2, &a.View)
	c.Nested(3, &a.Row)
	c.Small(4, &a.Size)
}

// Suggested are values of a column, the most frequent first.
type Suggested struct {
	Values    []SuggestedValue
	More      bool // there are others
	Estimated bool // the counts are not exact
}

// Fields implements [wire.Message].
func (s *Suggested) Fields(c *wire.Codec) {
	wire.List(c, 1, &s.Values)
	c.Bool(2, &s.More)
	c.Bool(3, &s.Estimated)
}

// SuggestedValue is a value as the engine returns it, and how many documents have it.
type SuggestedValue struct {
	Text  string
	Count int64
}

// Fields implements [wire.Message].
func (v *SuggestedValue) Fields(c *wire.Codec) {
	c.Text(1, &v.Text)
	c.Int(2, &v.Count)
}
