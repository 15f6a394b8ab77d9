package driver

import "quarry/drivers/driver/wire"

// BulkFormat is the body of a request that writes many documents. An export can produce it: for each document, one line
// that says where it goes, then the document on the next line. The zero value is for engines without such a request.
type BulkFormat struct {
	Title string // "Bulk NDJSON"
	Hint  string // what the file contains, in a sentence; {row} stands for the word for a document
	// NoBeside says why a column whose values are outside the documents is left out, in a sentence; {name} stands for
	// the column.
	NoBeside string

	// The request that takes the body.
	Method, Path, ContentType string

	Begin  string // the line up to its first value
	Owned  string // the same, for a document stored in another object: see [Backing]
	Values []BulkValue
	End    string // the end of the line
}

// Fields implements [wire.Message].
func (b *BulkFormat) Fields(c *wire.Codec) {
	c.Text(1, &b.Title)
	c.Text(2, &b.Hint)
	c.Text(3, &b.NoBeside)
	c.Text(4, &b.Method)
	c.Text(5, &b.Path)
	c.Text(6, &b.ContentType)
	c.Text(7, &b.Begin)
	c.Text(8, &b.Owned)
	wire.List(c, 9, &b.Values)
	c.Text(10, &b.End)
}

// BulkValue is a value on the line before a document. Rows must have a place and a key; any other value is left out if
// a row lacks it.
type BulkValue struct {
	Role Role
	At   string // path inside a row
	Text string // the text before the value: `,"id":`
}

// Fields implements [wire.Message].
func (v *BulkValue) Fields(c *wire.Codec) {
	c.Text(1, (*string)(&v.Role))
	c.Text(2, &v.At)
	c.Text(3, &v.Text)
}
