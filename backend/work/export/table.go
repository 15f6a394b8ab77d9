package export

import (
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"quarry/backend/data/rows"
	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

// Rows are converted to cells in batches, by the kernel that fills the grid.
const (
	tableRows  = 256     // maximum number of rows in a batch
	tableBytes = 1 << 20 // size from which a batch is written
)

// table writes the chosen columns of rows.
type table struct {
	out     io.Writer
	options *Options
	write   rowWriter
	begun   bool
	kernel  *rows.Kernel
	held    []byte // a JSON array of rows, not closed yet
	count   int
	left    []string        // paths in the documents that lead to no column
	filled  map[string]bool // the columns of Options.Sought that have a value
}

// row holds a row back until there are enough. A row that is just a document is put where the columns expect it.
func (t *table) row(row rows.Entry, doc string) error {
	if t.options.Format == Bulk && row.Document == nil {
		return errNoDocument
	}
	if row.Flaw == rows.TooDeep {
		return tooDeep(row, t.options.Keys)
	}
	if t.count == 0 {
		t.held = append(t.held[:0], '[')
	} else {
		t.held = append(t.held, ',')
	}
	if doc == "" && t.options.Doc != "" {
		t.held = append(append(append(t.held, `{"`...), t.options.Doc...), `":`...)
		t.held = append(append(t.held, row.Document...), '}')
	} else {
		t.held = append(t.held, row.Text...)
	}
	t.count++
	if t.count < tableRows && len(t.held) < tableBytes {
		return nil
	}
	return t.flush(false)
}

// tooDeep returns an error that names a document whose columns cannot be read, by the paths of its place and key in a
// row.
func tooDeep(row rows.Entry, keys []string) error {
	name := "A document"
	if found, err := rows.Pick(row.Text, keys); err == nil && len(found) > 0 && found[len(found)-1] != "" {
		for i := range found {
			found[i] = jx.Unquote(found[i])
		}
		name = "The document " + strings.Join(found, "/")
	}
	return &driver.Error{Kind: driver.Unsupported, Message: name + " is nested too deeply to write as columns.", Hint: "Export whole documents as JSON Lines."}
}

func (t *table) flush(end bool) error {
	var text []byte
	if !t.begun {
		t.begun, text = true, t.write.begin(text)
	}
	if t.count > 0 {
		var err error
		if text, err = t.cells(text); err != nil {
			return err
		}
		t.count = 0
	}
	if end {
		text = t.write.end(text)
	}
	_, err := t.out.Write(text)
	return err
}

// block returns a page block of rows, a JSON array, with the chosen columns.
func (t *table) block(array []byte) ([]byte, error) {
	if t.options.Cells != nil {
		return t.options.Cells(array)
	}
	if t.kernel == nil {
		kernel, err := rows.Compile(rows.Plan{Doc: t.options.Doc, Columns: t.options.Columns})
		if err != nil {
			return nil, err
		}
		t.kernel = kernel
	}
	result, err := t.kernel.Block(array)
	if err != nil {
		return nil, err
	}
	for _, path := range result.Left {
		if len(t.left) < rows.MaxLeft && !slices.Contains(t.left, path) {
			t.left = append(t.left, path)
		}
	}
	return result.Block, nil
}

func (t *table) fill(name string) {
	if t.filled == nil {
		t.filled = map[string]bool{}
	}
	t.filled[name] = true
}

// found returns an error if no document has one of the sought columns.
func (t *table) found() error {
	for _, c := range t.options.Columns {
		if why, sought := t.options.Sought[c.Name]; sought && !t.filled[c.Name] {
			return &driver.Error{Kind: driver.NotFound, Message: why}
		}
	}
	return nil
}

// cells appends the rows that are held back.
func (t *table) cells(text []byte) ([]byte, error) {
	held := append(t.held, ']')
	block, err := t.block(held)
	if err != nil {
		return nil, err
	}
	page, err := rows.Decode(block)
	if err != nil {
		return nil, err
	}
	places := make([]int, len(t.options.Columns))
	for c := range places {
		if places[c] = c; t.options.Cells != nil {
			places[c] = page.Column(t.options.Columns[c].Name)
		}
	}
	entries := make([]rows.Entry, 0, t.count)
	if t.options.Format == Bulk {
		err := rows.Entries(append(append([]byte(`{"rows":`), held...), '}'), "rows", "", func(e rows.Entry) error {
			entries = append(entries, e)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	r := record{cells: make([]cell, len(t.options.Columns))}
	for row := range page.Rows {
		for c := range r.cells {
			column := &t.options.Columns[c]
			r.cells[c] = cell{name: column.Name, beside: column.From == rows.Row, kind: rows.Missing}
			if places[c] >= 0 {
				r.cells[c].kind, r.cells[c].text = page.Cell(row, places[c])
			}
			if len(t.options.Sought) > 0 && r.cells[c].kind != rows.Missing {
				t.fill(column.Name)
			}
		}
		if len(entries) > 0 {
			r.entry = entries[row]
		}
		if text, err = t.write.add(text, &r); err != nil {
			return nil, err
		}
	}
	return text, nil
}

// csv writes comma-separated values (RFC 4180): lines end with CR LF, NULL and missing values are empty. With a single
// column, an empty value is quoted: many readers skip a blank line.
type csv struct {
	options *Options
	must    string // characters that require quotes
	guarded func() // called for each text that gets an apostrophe
}

func newCSV(f *Options, guarded func()) *csv {
	return &csv{options: f, must: "\"\r\n" + string(f.Delimiter), guarded: guarded}
}

// byteOrderMark makes Excel read a file as UTF-8.
const byteOrderMark = "\ufeff"

func (c *csv) begin(dst []byte) []byte {
	if c.options.Mark {
		dst = append(dst, byteOrderMark...)
	}
	if c.options.Headless {
		return dst
	}
	for i := range c.options.Columns {
		dst = c.value(dst, i, c.options.Columns[i].Name, false) // programs find columns by name
	}
	return append(dst, "\r\n"...)
}

func (c *csv) end(dst []byte) []byte { return dst }

func (c *csv) add(dst []byte, row *record) ([]byte, error) {
	for i := range row.cells {
		at := &row.cells[i]
		dst = c.value(dst, i, at.text, at.kind == rows.String || at.kind == rows.Escaped)
	}
	return append(dst, "\r\n"...), nil
}

// value appends a value; text is true for a text, which a spreadsheet could take for a formula.
func (c *csv) value(dst []byte, column int, value string, text bool) []byte {
	if column > 0 {
		dst = append(dst, c.options.Delimiter)
	}
	quoted := c.options.QuoteAll || value == "" && len(c.options.Columns) == 1 || strings.ContainsAny(value, c.must)
	if quoted {
		dst = append(dst, '"')
	}
	if text && !c.options.Formulas && isFormula(value) {
		dst = append(dst, '\'')
		c.guarded()
	}
	dst = append(dst, strings.ReplaceAll(value, `"`, `""`)...)
	if quoted {
		dst = append(dst, '"')
	}
	return dst
}

// isFormula reports whether a spreadsheet would run a text as a formula (OWASP, CSV Injection). A single character is
// never one, such as the dash that web servers log for an empty value.
func isFormula(text string) bool {
	first, size := utf8.DecodeRuneInString(text)
	return strings.ContainsRune("=+-@\t\r\n＝＋－＠", first) && size < len(text)
}
