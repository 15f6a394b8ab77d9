package driver

import "quarry/drivers/driver/wire"

// Each connection has a shelf of things that the host keeps and a driver can only name: documents as they were read,
// inputs as the user typed them, and responses. A driver names them by a number from a [Kept] or from its arguments. A
// thing outlives the operation that put it there; the feature that started the operation releases it.

// KeepPlan puts the documents of a response on the shelf (the verb [Keep]), exactly as the engine wrote them.
type KeepPlan struct {
	At     string   // where the entries are: "docs"; "" if the response is the only one
	Doc    string   // where the document is inside an entry: "_source"
	Values []string // paths inside an entry to return as raw JSON text, "" for missing ones
	Look   []string // dotted paths to look for in the documents, as with a [Look]
}

// Fields implements [wire.Message].
func (p *KeepPlan) Fields(c *wire.Codec) {
	c.Text(1, &p.At)
	c.Text(2, &p.Doc)
	c.Texts(3, &p.Values)
	c.Texts(4, &p.Look)
}

// Kept is one entry of a response whose document is on the shelf.
type Kept struct {
	Document int64    // number on the shelf, 0 if the entry has no document
	Hash     string   // the same as a row's hidden value with [RoleHash]: equal bytes have equal hashes
	Values   []string // one per KeepPlan.Values
	// Rounded means that the document has a number with a fraction, an exponent or a minus before zero that would be
	// written differently after a round trip through a 64-bit float: an engine that rewrites the document would change
	// it.
	Rounded bool
	Seen    []Seen // one per KeepPlan.Look; none if the entry has no document
	// Commented means that the document has comments, which an engine that rewrites the document removes.
	Commented bool
	Flaw      string // why the document can be neither shown nor changed unaltered, in a sentence; "" if it can
}

// Fields implements [wire.Message].
func (k *Kept) Fields(c *wire.Codec) {
	c.Int(1, &k.Document)
	c.Text(2, &k.Hash)
	c.Texts(3, &k.Values)
	c.Bool(4, &k.Rounded)
	wire.List(c, 5, &k.Seen)
	c.Bool(6, &k.Commented)
	c.Text(7, &k.Flaw)
}

// BodyPart is one piece of a request's body: exactly one of its fields is set. The host builds the body from the parts;
// the user sees exactly what is sent.
type BodyPart struct {
	Bytes    []byte
	Input    int64       // an input on the shelf, unchanged
	Document *SplicePlan // a document on the shelf with some of its values replaced
}

// Fields implements [wire.Message].
func (p *BodyPart) Fields(c *wire.Codec) {
	c.Bytes(1, &p.Bytes)
	c.Int(2, &p.Input)
	wire.Optional(c, 3, &p.Document)
}

// SplicePlan replaces values in a document on the shelf. All other bytes stay unchanged.
type SplicePlan struct {
	Document int64
	Edits    []SpliceEdit
	// Line makes the document one line of the body: line breaks between values become spaces, and a line comment
	// becomes a block comment.
	Line bool
}

// Fields implements [wire.Message].
func (p *SplicePlan) Fields(c *wire.Codec) {
	c.Int(1, &p.Document)
	wire.List(c, 2, &p.Edits)
	c.Bool(3, &p.Line)
}

// SpliceEdit sets one JSON value at a path of keys, or removes the value there. Keys are spelled as in the document; a
// dotted key is one key. If the end of the path is missing, objects for it are added after the last member of the
// innermost object that exists.
type SpliceEdit struct {
	Path   []string
	Value  string // raw JSON text
	Remove bool
}

// Fields implements [wire.Message].
func (e *SpliceEdit) Fields(c *wire.Codec) {
	c.Texts(1, &e.Path)
	c.Text(2, &e.Value)
	c.Bool(3, &e.Remove)
}

// Look is a step of the host without a request: it looks at a document on the shelf and reports how the document spells
// each dotted path.
type Look struct {
	Document int64
	Paths    []string // dotted
}

// Fields implements [wire.Message].
func (l *Look) Fields(c *wire.Codec) {
	c.Int(1, &l.Document)
	c.Texts(2, &l.Paths)
}

// Seen is the result for one path of a [Look].
type Seen struct {
	// Path holds the keys as the document spells them, up to the value or as far as the path exists: "a.b" is ["a","b"]
	// or ["a.b"]. If the document has several spellings, the first one counts.
	Path  []string
	Whole bool // the path leads to a value
	Twice bool // the document spells the path in several ways
	// Value is the raw JSON text of the value, "" if longer than 64 KiB.
	Value string
	Array bool // the path hits an array before its end
	List  bool // the value is an array
}

// Fields implements [wire.Message].
func (s *Seen) Fields(c *wire.Codec) {
	c.Texts(1, &s.Path)
	c.Bool(2, &s.Whole)
	c.Bool(3, &s.Twice)
	c.Text(4, &s.Value)
	c.Bool(5, &s.Array)
	c.Bool(6, &s.List)
}
