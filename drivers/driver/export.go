package driver

import "quarry/drivers/driver/wire"

// Exporter writes all documents of a view into a file. The documents go from the engine's answers to the file (the verb
// [Lines]) and never enter the driver.
type Exporter interface {
	// Export reads every document of the view once. The host gives the file its name only where the operation ends without
	// an error and as many documents were written as the result expects.
	Export(c *Conn, a *ExportArgs) (*Exported, error)
}

// OpExport is the operation of an [Exporter].
const OpExport = "export"

// ExportArgs names what is exported.
type ExportArgs struct {
	Object string
	View   []byte // what Columns or Filter gave
}

// Fields implements [wire.Message].
func (a *ExportArgs) Fields(c *wire.Codec) {
	c.Text(1, &a.Object)
	c.Bytes(2, &a.View)
}

// Exported is how an export ended.
type Exported struct {
	Least   int64    // how many documents there are at least: as many must have been written
	Most    int64    // and at most: the same as Least where the engine reads one snapshot, -1 where it is not known
	Notices []Notice // what the file is not: exact, of one moment
}

// Fields implements [wire.Message].
func (e *Exported) Fields(c *wire.Codec) {
	c.Int(1, &e.Least)
	c.Int(2, &e.Most)
	wire.List(c, 3, &e.Notices)
}

// LinesPlan says how an answer's documents go into the operation's file, one a line.
type LinesPlan struct {
	At   string // as RowsPlan.At; "" where the answer is one document a line already and is read as it comes
	Doc  string // as RowsPlan.Doc; "" for the whole row
	Last string // a path inside a row whose text of the last row comes back
	// Must are paths of the answer with the raw JSON text that each must have. Where one has another nothing is written,
	// and Reply.Unmet is set: a partial answer is never part of a file. Only an answer that is read as a whole has them.
	Must []Text
}

// Fields implements [wire.Message].
func (p *LinesPlan) Fields(c *wire.Codec) {
	c.Text(1, &p.At)
	c.Text(2, &p.Doc)
	c.Text(3, &p.Last)
	wire.List(c, 4, &p.Must)
}
