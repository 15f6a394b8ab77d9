package driver

import "quarry/drivers/driver/wire"

// Statistician summarizes the values of one column.
type Statistician interface {
	// Statistics counts the documents of a view with and without a value in one column, and summarizes the values.
	// Estimated figures and incomplete results are marked. What cannot be computed for the column's type is left out,
	// with the reason.
	Statistics(c *Conn, a *StatisticsArgs) (*Statistics, error)
}

// OpStatistics is the operation of a [Statistician].
const OpStatistics = "statistics"

// StatisticsArgs names a column of a view.
type StatisticsArgs struct {
	Object string
	View   []byte // from Columns or Filter
	State  []byte // from the last page: its snapshot is used if it has one
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
	Key     SortKey // how to sort by it; Field is "" if that is impossible, and Nested is always set
	Reason  string  // why it cannot be sorted
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

// Statistics is a summary of a column's values. Values are in the engine's own spelling.
type Statistics struct {
	Requests []Request // the requests sent, in order
	Total    int64     // documents in the view
	Present  int64     // documents with a value, -1 if the engine does not count them
	Ignored  int64     // documents with a value that the engine does not count
	// IgnoredWhy describes such a value in a few words: "too long or malformed for the index".
	IgnoredWhy string

	// Figures means that the values themselves were summarized. Otherwise Reason says why not.
	Figures bool
	Reason  string

	Objects   int64 // number of objects, for a column inside an array of objects; -1 for any other
	Valued    int64 // objects with a value. For such a column, Distinct, Top and Bars count objects, not documents
	Values    int64 // number of values: a document can have several
	Distinct  int64 // number of distinct values
	Estimated bool  // Distinct is an estimate

	Min, Max     string // "" if the type has no order or there are no values
	Sum, Average string // "" if the values are not numbers
	Rounded      bool   // the engine computes Sum and Average with 64-bit floats, and here they may differ from the exact ones

	Top      []ValueCount // the most frequent values
	TopNote  string       // why there are none, or what to know about them
	Other    int64        // number of values not covered by Top
	Error    int64        // how much too low a count in Top can be
	ErrorWhy string       // the reason for Error, in a few words
	Bars     []Bar        // a histogram from Min to Max, without gaps
	Interval string       // the bar width sent to the engine, "" if the engine chose it
	BarNote  string       // why there is no histogram

	Partial bool     // some documents are missing; Notices say which
	Notices []Notice // includes what the user should know about a figure
	Millis  int64    // the engine's own time, -1 if unknown
	Taken   int64    // when the snapshot was taken, in milliseconds since 1970; 0 for none
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

// ValueCount is a value, as typed into a filter, with the number of documents or objects that have it.
type ValueCount struct {
	Text  string
	Count int64
}

// Fields implements [wire.Message].
func (v *ValueCount) Fields(c *wire.Codec) {
	c.Text(1, &v.Text)
	c.Int(2, &v.Count)
}

// Bar is one bar of a histogram: how many documents or objects have a value from From up to but not including To.
type Bar struct {
	From, To string // To is "" if the bar has no numeric end
	Count    int64
}

// Fields implements [wire.Message].
func (b *Bar) Fields(c *wire.Codec) {
	c.Text(1, &b.From)
	c.Text(2, &b.To)
	c.Int(3, &b.Count)
}
