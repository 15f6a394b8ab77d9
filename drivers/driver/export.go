package driver

import "quarry/drivers/driver/wire"

// Exporter writes all documents of a view into a file. The documents go from the engine's responses to the file (the verb
// [Lines]) and never enter the driver.
type Exporter interface {
	// Export reads every document of the view once. The host gives the file its final name only if the operation ends
	// without an error and wrote as many documents as the result expects.
	Export(c *Conn, a *ExportArgs) (*Exported, error)
}

// OpExport is the operation of an [Exporter].
const OpExport = "export"

// ExportArgs says what to export.
type ExportArgs struct {
	Object string
	View   []byte // from Columns or Filter
	Slices int    // how many parts to read in parallel, up to ColumnSet.Slices; 0 and 1 mean one at a time

	Sort  []SortKey // as in PageArgs, only if ColumnSet.Ordered; nil exports in the engine's storage order
	Limit int64     // number of documents to export, from the start; only if ColumnSet.Ordered; 0 for all
}

// Fields implements [wire.Message].
func (a *ExportArgs) Fields(c *wire.Codec) {
	c.Text(1, &a.Object)
	c.Bytes(2, &a.View)
	c.Small(3, &a.Slices)
	wire.List(c, 4, &a.Sort)
	c.Int(5, &a.Limit)
}

// Exported is the result of an export.
type Exported struct {
	Least   int64    // the minimum number of documents written
	Most    int64    // the maximum: equal to Least if the engine reads one snapshot, -1 if unknown
	Notices []Notice // why the file is not exact or not from a single moment
}

// Fields implements [wire.Message].
func (e *Exported) Fields(c *wire.Codec) {
	c.Int(1, &e.Least)
	c.Int(2, &e.Most)
	wire.List(c, 3, &e.Notices)
}

// LinesPlan says how to write a response's documents to the operation's file, one per line.
type LinesPlan struct {
	At   string // as RowsPlan.At; "" if the response already has one document per line and is copied as it arrives
	Doc  string // as RowsPlan.Doc; "" for the whole row
	Last string // path inside a row; the text there in the last row is returned
	// Must lists paths in the response with the raw JSON text that each must have. If one differs, nothing is written
	// and Reply.Unmet is set: a partial response never becomes part of a file. It works only for a response that is
	// read as a whole.
	Must []Text
	// Added is a top-level key under which the engine lists the top-level keys that it added to a document. It and
	// those keys are left out; "" for none. If its value is not an array of strings, the key belongs to the document.
	Added string
	// Key is a top-level key whose value is a text in every document; "" for none. A line without it is not a document,
	// such as an error that the engine wrote into the stream, and fails with the number of the line. It works only for
	// a response that is copied as it arrives.
	Key string
}

// Fields implements [wire.Message].
func (p *LinesPlan) Fields(c *wire.Codec) {
	c.Text(1, &p.At)
	c.Text(2, &p.Doc)
	c.Text(3, &p.Last)
	wire.List(c, 4, &p.Must)
	c.Text(5, &p.Added)
	c.Text(6, &p.Key)
}
