package driver

import (
	"slices"

	"quarry/drivers/driver/wire"
)

// Filterer filters a view on the engine.
type Filterer interface {
	// Filter compiles rows of column, operator and value into the bytes of a view, which Page, Count, Export and
	// Suggest accept like any other. It sends nothing. If a row cannot be compiled, it is refused with a reason, and no
	// view is returned. Saved filters bring rows that no screen offers. What the driver does not list, or the column's
	// [FilterClass] refuses (an operator, ignoring case), is refused here too.
	Filter(c *Conn, a *FilterArgs) (*Filtered, error)
}

// OpFilter is the operation of a [Filterer].
const OpFilter = "filter"

// FilterArgs are the rows of a filter, combined with "and", or with "or" if Any is set.
type FilterArgs struct {
	Object string
	View   []byte // from Columns
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

// FilterRow is one row of a filter, with what the host knows about its column. A row with [RawQuery] has no column.
type FilterRow struct {
	Column   string // the column's name
	Field    string // the field to search, which is the column's name
	Exact    string // Column.Sort if it is another field, with untokenized values: the keyword subfield of a text field; "" for none
	Type     string // the column's type label
	Nested   []string
	Operator OperatorID
	Values   []string // as typed

	About       []byte // what the column's [FilterClass] tells the driver
	SameElement bool   // this row and the previous one apply to the same element of the innermost array in Nested
	FoldCase    bool   // ignore case, because Match Case is off; refused if FilterClass.NoFold is set
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
	View     []byte   // the view to read, nil if a row was refused
	Clauses  []string // one per row, in the engine's own language
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

// RowNote is a sentence that the user should know about an accepted row.
type RowNote struct {
	Row  int
	Text string
}

// Fields implements [wire.Message].
func (n *RowNote) Fields(c *wire.Codec) {
	c.Small(1, &n.Row)
	c.Text(2, &n.Text)
}

// RowMoment is the moment that a relative date in a row means, such as a day ago or the end of this month, computed
// from [Conn.Now].
type RowMoment struct {
	Row    int
	Value  int   // index of the value in the row
	Millis int64 // since 1970
}

// Fields implements [wire.Message].
func (m *RowMoment) Fields(c *wire.Codec) {
	c.Small(1, &m.Row)
	c.Small(2, &m.Value)
	c.Int(3, &m.Millis)
}

// NamedRange is a range with a title, such as Today. Its ends are written as a user would type them.
type NamedRange struct {
	ID    string
	Title string
	From  string
	To    string // "" for a range without an end: its operator is [GreaterOrEqual], otherwise [Between]
}

// Fields implements [wire.Message].
func (r *NamedRange) Fields(c *wire.Codec) {
	c.Text(1, &r.ID)
	c.Text(2, &r.Title)
	c.Text(3, &r.From)
	c.Text(4, &r.To)
}

// FilterClass says how columns can be filtered. Similar columns share one: see [Column.Filter].
type FilterClass struct {
	About     []byte             // passed back to the driver in [FilterRow.About]; the host does not read it
	Refused   []RefusedOperators // the operators that cannot be used; all others can
	NoFold    string             // why Match Case cannot be turned off, "" if it can
	NoSuggest string             // why no values can be suggested, "" if they can
	Note      string             // what to know about the values of these columns, "" for nothing
	Ranges    []NamedRange       // the ranges offered by name
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

// Refuses reports whether these columns cannot be filtered with an operator.
func (k *FilterClass) Refuses(id OperatorID) bool { return k.reason(id) != "" }

// Refusal says why these columns cannot be filtered with an operator, "" if they can.
func (k *FilterClass) Refusal(op *Operator) string { return WithOperator(k.reason(op.ID), op.Title) }

func (k *FilterClass) reason(id OperatorID) string {
	for i := range k.Refused {
		if slices.Contains(k.Refused[i].Operators, id) {
			return k.Refused[i].Reason
		}
	}
	return ""
}

// RefusedOperators lists operators that a class of columns does not support, with their common reason. Every object is
// opened with its classes, so a sentence is written once, not once per operator.
//
// Every sentence of a class has "{name}" for the column's name. A reason can have "{operator}" for the operator's
// title, or "{Operator}" at the beginning of a sentence.
type RefusedOperators struct {
	Operators []OperatorID // in the driver's order
	Reason    string
}

// Fields implements [wire.Message].
func (r *RefusedOperators) Fields(c *wire.Codec) {
	operatorIDs(c, 1, &r.Operators)
	c.Text(2, &r.Reason)
}

// Suggester lists values of a column while a filter is being typed.
type Suggester interface {
	// Suggest returns the most frequent values of the row's column, in a view filtered by the other rows. The row's
	// first value is the text typed so far.
	Suggest(c *Conn, a *SuggestArgs) (*Suggested, error)
}

// OpSuggest is the operation of a [Suggester].
const OpSuggest = "suggest"

// SuggestArgs asks for values of a column.
type SuggestArgs struct {
	Object string
	View   []byte
	Row    FilterRow
	Size   int // maximum number of values
}

// Fields implements [wire.Message].
func (a *SuggestArgs) Fields(c *wire.Codec) {
	c.Text(1, &a.Object)
	c.Bytes(2, &a.View)
	c.Nested(3, &a.Row)
	c.Small(4, &a.Size)
}

// Suggested lists values of a column, most frequent first.
type Suggested struct {
	Values    []SuggestedValue
	More      bool // there are more values
	Estimated bool // the counts are not exact
}

// Fields implements [wire.Message].
func (s *Suggested) Fields(c *wire.Codec) {
	wire.List(c, 1, &s.Values)
	c.Bool(2, &s.More)
	c.Bool(3, &s.Estimated)
}

// SuggestedValue is a value as the engine returns it, with the number of documents that have it.
type SuggestedValue struct {
	Text  string
	Count int64
}

// Fields implements [wire.Message].
func (v *SuggestedValue) Fields(c *wire.Codec) {
	c.Text(1, &v.Text)
	c.Int(2, &v.Count)
}
