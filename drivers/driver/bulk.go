package driver

import "quarry/drivers/driver/wire"

// BulkFormat is the body of a request that writes many documents, as an export writes it: a line that says where a document
// goes, then the document on a line of its own. The zero value is for engines without one.
type BulkFormat struct {
	Title string // of the format: "Bulk NDJSON"
	Hint  string // what the file has, in a sentence; {row} stands for what a document is called
	// NoBeside says why a column with values beside the documents is left out, in a sentence; {name} stands for the column.
	NoBeside string

	// The request that takes the body.
	Method, Path, ContentType string

	Begin  string // of the line, up to its first value
	Owned  string // the same, for a document that belongs to another object: see [Backing]
	Values []BulkValue
	End    string // of the line
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

// BulkValue is a value of the line before a document. Place and key must be there; any other is left out where a row has none.
type BulkValue struct {
	Role Role
	At   string // path inside a row
	Text string // what stands before the value: `,"id":`
}

// Fields implements [wire.Message].
func (v *BulkValue) Fields(c *wire.Codec) {
	c.Text(1, (*string)(&v.Role))
	c.Text(2, &v.At)
	c.Text(3, &v.Text)
}
