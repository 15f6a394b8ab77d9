package driver

import "quarry/drivers/driver/wire"

// Statistician summarizes the values of one column.
type Statistician interface {
	// Statistics counts the documents of a view with and without a value in one column, and summarizes these values.
	// A figure that the engine only estimates is marked, and so is a response without some of the documents. What cannot
	// be computed for the column's type is left out, with the reason.
	Statistics(c *Conn, a *StatisticsArgs) (*Statistics, error)
}

// OpStatistics is the operation of a [Statistician].
const OpStatistics = "statistics"

// StatisticsArgs names a column of a view.
type StatisticsArgs struct {
	Object string
	View   []byte // what Columns or Filter returned
	State  []byte // what the last page returned: its snapshot is used if there is one
	Column StatisticsColumn
}

// Fields implements [wire.Message].
func (a *StatisticsArgs) Fields(c *wire.Codec) {
	c.Text(1, &a.Object)
	c.Bytes(2, &a.View)
	c.Bytes(3, &a.State)
	c.Nested(4, &a.Column)
}

// StatisticsColumn is what the host knows about the column.
type StatisticsColumn struct {
	Name    string
	Type    string // its type label
	Kind    ColumnKind
	Integer bool
	Key     SortKey // how it sorts; Field is "" if it does not, and Nested is always set
	Reason  string  // why it does not sort
}

// Fields implements [wire.Message].
func (s *StatisticsColumn) Fields(c *wire.Codec) {
	kind := int(s.Kind)
	c.Text(1, &s.Name)
	c.Text(2, &s.Type)
	c.Small(3, &kind)
	c.Bool(4, &s.Integer)
	c.Nested(5, &s.Key)
	c.Text(6, &s.Reason)
	s.Kind = ColumnKind(kind)
}

// Statistics is a summary of a column's values. Values are the engine's own text.
type Statistics struct {
	Requests []Request // what was sent, in order
	Total    int64     // documents of the view
	Present  int64     // those with a value, -1 if the engine does not count them
	Ignored  int64     // those with a value that the engine does not count as one
	// IgnoredWhy is what such a value is, in a few words: "too long or malformed for the index".
	IgnoredWhy string

	// Figures says whether the values themselves were summarized. If not, Reason says why.
	Figures bool
	Reason  string

	Objects   int64 // a column inside an array of objects: how many objects there are; -1 for any other
	Valued    int64 // objects with a value. For such a column, Distinct, Top and Bars count objects, not documents
	Values    int64 // all values: a document can have several
	Distinct  int64 // different values
	Estimated bool  // Distinct is an estimate

	Min, Max     string // "" if the type has no order, or there are no values
	Sum, Average string // "" if the values are not numbers
	Rounded      bool   // the engine computes Sum and Average with 64-bit floating-point numbers, and here they can differ from the exact ones

	Top      []ValueCount // the most frequent values
	TopNote  string       // why there are none, or what to know about them
	Other    int64        // how often values occur that are not in Top
	Error    int64        // by how much a count of Top can be too low
	ErrorWhy string       // why, in a few words
	Bars     []Bar        // a histogram from Min to Max, without gaps
	Interval string       // the width of a bar as it is sent to the engine, "" if the engine chose it
	BarNote  string       // why there is no histogram

	Partial bool     // some documents are missing, as Notices say
	Notices []Notice // also what the user should know about a figure
	Millis  int64    // the engine's own time, -1 if unknown
	Taken   int64    // when the snapshot was taken that it is about, in milliseconds since 1970; 0 if there is none
}

// Fields implements [wire.Message].
func (s *Statistics) Fields(c *wire.Codec) {
	wire.List(c, 1, &s.Requests)
	c.Int(2, &s.Total)
	c.Int(3, &s.Present)
	c.Int(4, &s.Ignored)
	c.Bool(5, &s.Figures)
	c.Text(6, &s.Reason)
	c.Int(7, &s.Objects)
	c.Int(8, &s.Valued)
	c.Int(9, &s.Values)
	c.Int(10, &s.Distinct)
	c.Bool(11, &s.Estimated)
	c.Text(12, &s.Min)
	c.Text(13, &s.Max)
	c.Text(14, &s.Sum)
	c.Text(15, &s.Average)
	c.Bool(16, &s.Rounded)
	wire.List(c, 17, &s.Top)
	c.Text(18, &s.TopNote)
	c.Int(19, &s.Other)
	c.Int(20, &s.Error)
	wire.List(c, 21, &s.Bars)
	c.Text(22, &s.Interval)
	c.Text(23, &s.BarNote)
	c.Bool(24, &s.Partial)
	wire.List(c, 25, &s.Notices)
	c.Int(26, &s.Millis)
	c.Int(27, &s.Taken)
	c.Text(28, &s.ErrorWhy)
	c.Text(29, &s.IgnoredWhy)
}

// ValueCount is a value, as it is typed into a filter, and in how many documents or objects it occurs.
type ValueCount struct {
	Text  string
	Count int64
}

// Fields implements [wire.Message].
func (v *ValueCount) Fields(c *wire.Codec) {
	c.Text(1, &v.Text)
	c.Int(2, &v.Count)
}

// Bar is one bar of a histogram: how many documents or objects have a value from From to before To.
type Bar struct {
	From, To string // To is "" if the bar has no number for its end
	Count    int64
}

// Fields implements [wire.Message].
func (b *Bar) Fields(c *wire.Codec) {
	c.Text(1, &b.From)
	c.Text(2, &b.To)
	c.Int(3, &b.Count)
}
