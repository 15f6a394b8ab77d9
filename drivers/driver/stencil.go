package driver

import "quarry/drivers/driver/wire"

// Stencil says how rows that are like a planned one are planned, so that the host plans them without the driver. Their
// requests are exactly those that Plan would return. A row with anything missing or different is passed to Plan, and so is
// one whose document has comments. Package stencil carries it out.
//
// Like the planned row is one with the same act, the same "#index", the same names in its key and in its base, and the same
// columns.
//
// Its templates are texts with a hole for each value that is the row's own, such as AsSegment + HoleID.
type Stencil struct {
	Same  []string // hidden values of the base that must be those of the planned row
	Equal []string // hidden values of the base that the document must still have: "#hash", or those of Revision
	Names string   // characters: an id of these alone can be the name of a route, and is passed to Plan

	Read  Send   // reads documents with the verb Keep; its body is followed by Entry for each row, with commas, and End
	Entry string // template
	End   string

	Must     []Text   // paths of Keep.Values, and the raw JSON text that must be there
	Revision []Hidden // paths of Keep.Values where the present revision is: whole numbers
	Rounded  int      // what Kept.Rounded must be: RoundedNot, RoundedOnly or RoundedAny
	Cells    []StencilCell

	Path, Query, Body, State string // templates of the request and of Planned.State
}

// Fields implements [wire.Message].
func (s *Stencil) Fields(c *wire.Codec) {
	c.Texts(1, &s.Same)
	c.Texts(2, &s.Equal)
	c.Text(3, &s.Names)
	c.Nested(4, &s.Read)
	c.Text(5, &s.Entry)
	c.Text(6, &s.End)
	wire.List(c, 7, &s.Must)
	wire.List(c, 8, &s.Revision)
	c.Small(9, &s.Rounded)
	wire.List(c, 10, &s.Cells)
	c.Text(11, &s.Path)
	c.Text(12, &s.Query)
	c.Text(13, &s.Body)
	c.Text(14, &s.State)
}

// Values of [Stencil.Rounded].
const (
	RoundedNot = iota
	RoundedOnly
	RoundedAny
)

// StencilCell is one cell of the rows. Its document must spell the path as that of the planned row does, once, and have
// no array and no object there. If a document on the shelf is spliced, the edit with the cell's number has its value.
type StencilCell struct {
	Path   []string // [Seen.Path]
	Whole  bool     // [Seen.Whole]
	Quoted bool     // the value in the document must be a string, if there is one
	Value  string   // the raw JSON text of rows in which the same was typed
	Typed  int      // what else can be typed: one of TypedText and those after it, 0 for nothing
	Bits   int      // TypedInteger, TypedNumber: the value fits into a signed integer of that many bits
}

// Fields implements [wire.Message].
func (s *StencilCell) Fields(c *wire.Codec) {
	c.Texts(1, &s.Path)
	c.Bool(2, &s.Whole)
	c.Bool(3, &s.Quoted)
	c.Text(4, &s.Value)
	c.Small(5, &s.Typed)
	c.Small(6, &s.Bits)
}

// Values of [StencilCell.Typed].
const (
	TypedText    = 1 + iota // any text, as a JSON string
	TypedTrimmed            // a text that does not begin with a bracket, as a JSON string without white space around it
	TypedInteger            // a JSON number without fraction and exponent
	TypedNumber             // a JSON number that a 64-bit float spells the same
)

// A hole of a template is how a value is written, followed by which value it is. No other byte of a template is 0.
const (
	AsIs      = "\x00="
	AsSegment = "\x00/"  // as a segment of a path, see [jx.Segment]
	AsString  = "\x00\"" // as a JSON string
	AsField   = "\x00"   // as a field of a message; its tag comes next, a byte below 32
)

// The values in a hole. The value of a cell is its number after [HoleCell], from 0.
const (
	HoleID      = "i"
	HoleRouting = "r"
	HoleSeq     = "s"
	HoleTerm    = "t"
	HoleHash    = "h"
	HoleCell    = 128
)
