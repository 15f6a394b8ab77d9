package export

import (
	"bytes"
	"io"

	"quarry/backend/data/rows"
	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

// formatter writes rows in one format. Only one goroutine calls its methods.
type formatter interface {
	row(row rows.Entry, doc string) error
	// flush writes the rows that are held back; end is true after the last row.
	flush(end bool) error
}

// newFormatter returns the formatter that writes rows to w. The options have been checked. It calls guarded for each
// text in a CSV file that it protects from running as a formula.
func newFormatter(w io.Writer, f *Options, guarded func()) formatter {
	var write rowWriter
	switch f.Format {
	case CSV:
		return &table{out: w, options: f, write: newCSV(f, guarded)}
	case JSONArray:
		write = &array{}
	case Bulk:
		write = newBulk(f)
	default:
		write = &lines{}
	}
	if len(f.Columns) > 0 {
		return &table{out: w, options: f, write: write}
	}
	return &documents{out: w, write: write, beside: newBeside(f)}
}

// rowWriter appends one row in a format: its text is a document, or an object of the chosen columns.
type rowWriter interface {
	begin(dst []byte) []byte
	add(dst []byte, row *record) ([]byte, error)
	end(dst []byte) []byte
}

// record is one row to write.
type record struct {
	entry    rows.Entry // entry.Text is the whole row
	document []byte     // the JSON to write for it; nil if only its cells are known
	cells    []cell
}

type cell struct {
	name   string
	beside bool // it is outside the document, such as its id
	kind   rows.Kind
	text   string
}

// documents writes whole documents, each as soon as it arrives, or the whole row if it has none.
type documents struct {
	out    io.Writer
	write  rowWriter
	beside *beside // nil for none
	begun  bool
	line   []byte
}

func (d *documents) row(row rows.Entry, _ string) error {
	d.line = d.line[:0]
	if !d.begun {
		d.begun, d.line = true, d.write.begin(d.line)
	}
	var err error
	whole := row.Document
	switch {
	case d.beside != nil:
		if whole, err = d.beside.object(row); err != nil {
			return err
		}
	case whole == nil:
		whole = row.Text
	}
	if d.line, err = d.write.add(d.line, &record{entry: row, document: whole}); err != nil {
		return err
	}
	_, err = d.out.Write(d.line)
	return err
}

func (d *documents) flush(end bool) error {
	if !end {
		return nil
	}
	d.line = d.line[:0]
	if !d.begun {
		d.line = d.write.begin(d.line)
	}
	_, err := d.out.Write(d.write.end(d.line))
	return err
}

// lines writes one document per line (JSON Lines).
type lines struct{}

func (lines) begin(dst []byte) []byte { return dst }
func (lines) end(dst []byte) []byte   { return dst }

func (lines) add(dst []byte, row *record) ([]byte, error) {
	dst, err := oneLine(dst, row.object())
	return append(dst, '\n'), err
}

// array writes one JSON array. Documents keep their line breaks.
type array struct{ more bool }

func (a *array) begin(dst []byte) []byte { return append(dst, '[') }
func (a *array) end(dst []byte) []byte   { return append(dst, "\n]\n"...) }

func (a *array) add(dst []byte, row *record) ([]byte, error) {
	if a.more {
		dst = append(dst, ',')
	}
	a.more = true
	return append(append(dst, '\n'), row.object()...), nil
}

var errNoDocument = &driver.Error{Kind: driver.Unsupported, Message: "A row has no document, so it cannot be written as a bulk request.", Hint: "Choose JSON Lines."}

var errNoKey = &driver.Error{Kind: driver.Unsupported, Message: "These rows do not say where they belong, so they cannot be written as a bulk request.", Hint: "Choose JSON Lines."}

// bulk writes the body of a request that writes documents: each is preceded by a line that says where it goes. A
// document that belongs to another object is written through that object's name.
type bulk struct {
	actions *driver.BulkFormat
	backing *driver.Backing
	paths   []string // paths in a row of the line's values
}

func newBulk(f *Options) *bulk {
	b := &bulk{actions: &f.Actions, backing: &f.Backing}
	for _, v := range f.Actions.Values {
		b.paths = append(b.paths, v.At)
	}
	return b
}

func (*bulk) begin(dst []byte) []byte { return dst }
func (*bulk) end(dst []byte) []byte   { return dst }

func (b *bulk) add(dst []byte, row *record) ([]byte, error) {
	found, err := rows.Pick(row.entry.Text, b.paths)
	if err != nil {
		return dst, err
	}
	if row.document != nil && row.entry.Document == nil {
		return dst, errNoDocument
	}
	row.leave()
	if dst, err = b.line(dst, found); err != nil {
		return dst, err
	}
	dst, err = oneLine(append(dst, '\n'), row.object())
	return append(dst, '\n'), err
}

// line appends the line before a document with these values.
func (b *bulk) line(dst []byte, found []string) ([]byte, error) {
	begin := b.actions.Begin
	for i, v := range b.actions.Values {
		switch {
		case found[i] == "" && (v.Role == driver.RolePlace || v.Role == driver.RoleKey):
			return dst, errNoKey
		case v.Role != driver.RolePlace:
		default:
			if owner := b.backing.Owner(jx.Unquote(found[i])); owner != "" {
				begin, found[i] = b.actions.Owned, string(jx.Quote(nil, owner))
			}
		}
	}
	dst = append(dst, begin...)
	for i, v := range b.actions.Values {
		if found[i] != "" {
			dst = append(append(dst, v.Text...), found[i]...)
		}
	}
	return append(dst, b.actions.End...), nil
}

// leave leaves out the cells that are outside the document.
func (r *record) leave() {
	for i := range r.cells {
		if r.cells[i].beside {
			r.cells[i].kind = rows.Missing
		}
	}
}

// object returns the JSON to write for the row: its document, or an object of its cells by column name, without missing
// ones.
func (r *record) object() []byte {
	if r.document != nil {
		return r.document
	}
	dst := []byte{'{'}
	for i := range r.cells {
		c := &r.cells[i]
		if c.kind == rows.Missing {
			continue
		}
		if len(dst) > 1 {
			dst = append(dst, ',')
		}
		dst = append(jx.Quote(dst, c.name), ':')
		switch c.kind {
		case rows.Null:
			dst = append(dst, "null"...)
		case rows.String:
			dst = jx.Quote(dst, c.text)
		case rows.Escaped:
			dst = append(append(append(dst, '"'), c.text...), '"')
		default:
			dst = append(dst, c.text...)
		}
	}
	return append(dst, '}')
}

// oneLine appends a document without the line breaks between its tokens. All other bytes stay unchanged.
func oneLine(dst, text []byte) ([]byte, error) {
	if !bytes.ContainsAny(text, "\n\r") {
		return append(dst, text...), nil
	}
	inside := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\n' || c == '\r':
			if inside {
				return nil, &driver.Error{Kind: driver.Engine, Message: "A string in a document contains a line break, which is not valid JSON, so the document cannot be written on one line.", Sent: true}
			}
			continue
		case c == '"':
			inside = !inside
		case c == '\\' && inside && i+1 < len(text):
			dst = append(dst, c)
			i++
		}
		dst = append(dst, text[i])
	}
	return dst, nil
}
