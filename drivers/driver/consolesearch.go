package driver

import "quarry/drivers/driver/wire"

// ConsoleSearch says where a search response has its other parts besides rows: its total, facts, buckets and
// highlights. A path is names of members with dots between them; a name is one member. "" means that the response never
// has it.
type ConsoleSearch struct {
	Key      string // the path in a row to what identifies its document
	Place    string // the name in a row of the object that the document is in
	Reserved string // what the names of the engine's own members of a row begin with
	// The total of a response is a number, or an object with the number as Count: then there can be more rows if its member
	// Relation is the text AtLeast.
	Count, Relation, AtLeast string

	Facts      []ConsoleFact    // in the order in which they are shown
	Buckets    []ConsoleBuckets // a response has at most one kind; the first one is named if it has none
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
}

// ConsoleFact is a fact that a response reports about the whole search.
type ConsoleFact struct {
	Title string
	Path  string // from what is around the rows
	Text  string // with {name} for members of the object at Path; "": the value at Path is shown as it is
}

// Fields implements [wire.Message].
func (f *ConsoleFact) Fields(c *wire.Codec) {
	c.Text(1, &f.Title)
	c.Text(2, &f.Path)
	c.Text(3, &f.Text)
}

// ConsoleBuckets is how a response counts documents in buckets. Names are those of members of a list or of a bucket.
type ConsoleBuckets struct {
	Title string // what the engine calls these lists
	Path  string // of the lists, from what is around the rows: an object or an array
	Name  string // has the name of a list; "": it is the name of the member that the list is
	Typed string // what separates the type of a list from its name
	List  string // has the buckets, an array or an object with their keys
	Key   string // of a bucket
	Shown string // the key as it is written for people
	Count string // of documents in a bucket
	// Nested: a bucket has its own figures and lists, which are its other members except for Own. A list without
	// buckets counts as a bucket. Value names the only figure of an object.
	Nested bool
	Value  string
	Own    []string
	Stats  string   // has the figures of a list as a whole; "": all members beside its buckets are
	Quiet  []string // figures of a list that are not shown if they are 0
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

// ConsoleHighlights is how a row has its highlighted texts: by field, or as a list that wins if it is not empty.
type ConsoleHighlights struct {
	ByField   string // a member of a row: texts by field, or objects with Fragment, in objects as the fields are
	List      string // a member of a row: a list of objects
	Name      string // the field of an element of List
	Fragment  string // its text
	Fragments string // its texts, if there are several
}

// Fields implements [wire.Message].
func (h *ConsoleHighlights) Fields(c *wire.Codec) {
	c.Text(1, &h.ByField)
	c.Text(2, &h.List)
	c.Text(3, &h.Name)
	c.Text(4, &h.Fragment)
	c.Text(5, &h.Fragments)
}

// ConsoleFaults is how an error names a place in the body of its request.
type ConsoleFaults struct {
	Texts        []string // in a text, with {line} and {column} for numbers from 1: "[{line}:{column}]"
	Line, Column string   // as members of one object
}

// Fields implements [wire.Message].
func (f *ConsoleFaults) Fields(c *wire.Codec) {
	c.Texts(1, &f.Texts)
	c.Text(2, &f.Line)
	c.Text(3, &f.Column)
}
