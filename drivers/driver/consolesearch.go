package driver

import "quarry/drivers/driver/wire"

// ConsoleSearch says where a search response has everything besides its rows: total, facts, buckets and highlights. A
// path is member names joined with dots; a name is one member. "" means that the response never has it.
type ConsoleSearch struct {
	Key      string // path in a row: the key of its document
	Place    string // name in a row: the object that the document is in
	Reserved string // prefix of the engine's own members of a row
	DocFirst bool   // columns of the document come before those of the other members of a row
	// The total is a number, or an object with the number at Count. In that case there may be more rows if its member
	// Relation is the string AtLeast.
	Count, Relation, AtLeast string

	Facts      []ConsoleFact    // in display order
	Buckets    []ConsoleBuckets // a response has at most one kind; if it has none, the first one is named
	Highlights ConsoleHighlights
}

// Fields implements [wire.Message].
func (s *ConsoleSearch) Fields(c *wire.Codec) {
	c.Text(1, &s.Key)
	c.Text(2, &s.Place)
	c.Text(3, &s.Reserved)
	c.Text(4, &s.Count)
	c.Text(5, &s.Relation)
	c.Text(6, &s.AtLeast)
	wire.List(c, 7, &s.Facts)
	wire.List(c, 8, &s.Buckets)
	c.Nested(9, &s.Highlights)
	c.Bool(10, &s.DocFirst)
}

// ConsoleFact is a fact that a response reports about the whole search.
type ConsoleFact struct {
	Title string
	Path  string // from the object that encloses the rows
	Text  string // {name} is a member of the object at Path; "" shows the value at Path unchanged
}

// Fields implements [wire.Message].
func (f *ConsoleFact) Fields(c *wire.Codec) {
	c.Text(1, &f.Title)
	c.Text(2, &f.Path)
	c.Text(3, &f.Text)
}

// ConsoleBuckets says how a response counts documents in buckets. Names are members of a list or a bucket.
type ConsoleBuckets struct {
	Title string // the engine's word for these lists
	Path  string // path to the lists from the object that encloses the rows: an object or an array
	Name  string // member with a list's name; "" uses the list's own key
	Typed string // separator between a list's type and its name
	List  string // member with the buckets: an array, or an object by their keys
	Key   string // member of a bucket: its key
	Shown string // member of a bucket: the key in readable form
	Count string // member of a bucket: the number of documents
	// Nested: a bucket has its own figures and lists, which are all its members except Own. A list without buckets
	// counts as a bucket. Value names the only figure of an object.
	Nested bool
	Value  string
	Own    []string
	Stats  string   // member with the figures of the whole list; "" uses all members besides its buckets
	Quiet  []string // figures of a list that are hidden if they are 0
}

// Fields implements [wire.Message].
func (b *ConsoleBuckets) Fields(c *wire.Codec) {
	c.Text(1, &b.Title)
	c.Text(2, &b.Path)
	c.Text(3, &b.Name)
	c.Text(4, &b.Typed)
	c.Text(5, &b.List)
	c.Text(6, &b.Key)
	c.Text(7, &b.Shown)
	c.Text(8, &b.Count)
	c.Bool(9, &b.Nested)
	c.Text(10, &b.Value)
	c.Texts(11, &b.Own)
	c.Text(12, &b.Stats)
	c.Texts(13, &b.Quiet)
}

// ConsoleHighlights says where a row has its highlighted texts: by field, or in a list, which wins if it is not empty.
type ConsoleHighlights struct {
	ByField   string // member of a row: texts by field, or objects with Fragment, nested as the fields are
	List      string // member of a row: a list of objects
	Name      string // in an element of List: the field
	Fragment  string // in an element of List: its text
	Fragments string // in an element of List: its texts, if there are several
}

// Fields implements [wire.Message].
func (h *ConsoleHighlights) Fields(c *wire.Codec) {
	c.Text(1, &h.ByField)
	c.Text(2, &h.List)
	c.Text(3, &h.Name)
	c.Text(4, &h.Fragment)
	c.Text(5, &h.Fragments)
}

// ConsoleFaults says how an error points to a place in the request's body.
type ConsoleFaults struct {
	Texts        []string // text patterns; {line} and {column} stand for numbers from 1: "[{line}:{column}]"
	Line, Column string   // members of one object
}

// Fields implements [wire.Message].
func (f *ConsoleFaults) Fields(c *wire.Codec) {
	c.Texts(1, &f.Texts)
	c.Text(2, &f.Line)
	c.Text(3, &f.Column)
}
