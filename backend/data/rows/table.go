package rows

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
)

const (
	mostColumns  = 500     // columns of a table; the others are left out
	blockRows    = 200     // maximum number of rows per block
	blockBytes   = 1 << 20 // size of the first block: if rows are long, blocks have fewer of them
	partBytes    = 1 << 20 // how much is read at once
	longestValue = 64 << 20
	longestLine  = 8 << 20 // maximum length of the first line: anything longer is one object, not lines
)

// Table holds the rows of a response without a description: it finds their columns as it reads them. It reads the
// response in parts, remembers where every block of rows begins, and reads a block again on request, so its memory does
// not grow with the response. Every value is kept character by character. It is safe for concurrent use.
//
// Rows are the objects of an array or of consecutive lines. Objects inside a row are opened: their leaves are columns
// such as "a.b". Arrays are values.
type Table struct {
	mu     sync.Mutex
	source io.ReaderAt
	size   int64
	doc    string
	find   finder

	part   int    // how many bytes to read at once
	window []byte // text that was read but not searched yet
	base   int64  // position of window in the response
	rows   int
	bytes  int     // size of the first block's rows
	per    int     // rows per block, 0 while the first one is being read
	starts []int64 // where blocks begin
	end    int64   // position after the last row
	groups []group // groups of rows, if their path has a *
	number int     // number of the last group with rows

	names  map[string]bool // the columns; true for those outside the document
	around []string        // columns outside the document, in the order found
	inside []string        // columns in the document
}

// Progress says how much of a table is known.
type Progress struct {
	Rows int  // number of rows found so far
	Per  int  // rows per block, 0 if unknown
	Done bool // there are no more rows

	Beside int // number of columns outside the document, which come first
}

// NewTable returns the table of a response of size bytes. where is the path to its rows, keys joined with dots
// ("hits.hits"), in which 0 is the only element of an array and * is each element: a group of rows, whose members
// before the rows become columns of each row. It is "" if the response itself is an array or lines. doc names the
// member of a row that is its document; "" if the row itself is the document. NewTable reads nothing.
func NewTable(source io.ReaderAt, size int64, where, doc string) *Table {
	t := &Table{source: source, size: size, doc: doc, part: partBytes, names: make(map[string]bool)}
	if where != "" {
		t.find.path = strings.Split(where, ".")
	}
	t.find.emit = t.take
	return t
}

// Advance reads about n more bytes.
func (t *Table) Advance(n int64) (Progress, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	err := t.advance(n)
	return t.progress(), err
}

// Found reads on until it knows whether the response has an array of rows, which may be empty.
func (t *Table) Found() (bool, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for !t.find.ended() && (t.find.tentative() || !t.find.found) {
		if err := t.advance(int64(t.part)); err != nil {
			return false, err
		}
	}
	return t.find.found && !t.find.none, nil
}

// Block returns a page block by its index and reads on until it is complete. For a block after the last row, or an
// index below 0, it returns the columns known so far and no rows.
func (t *Table) Block(number int) ([]byte, Progress, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for number >= 0 && !t.find.ended() && !t.has(number) {
		if err := t.advance(int64(t.part)); err != nil {
			return nil, t.progress(), err
		}
	}
	text, err := t.text(number)
	if err != nil {
		return nil, t.progress(), err
	}
	block, err := t.encode(text)
	return block, t.progress(), err
}

// text reads the rows of a block again. It returns none after the last row, or for a negative number.
func (t *Table) text(number int) ([]byte, error) {
	if number < 0 || t.shown() == 0 || number >= len(t.starts) {
		return nil, nil
	}
	end := t.end
	if number+1 < len(t.starts) {
		end = t.starts[number+1]
	}
	if len(t.groups) > 0 {
		return t.groupedText(t.starts[number], end)
	}
	return t.read(t.starts[number], end)
}

// read reads part of the response again.
func (t *Table) read(from, to int64) ([]byte, error) {
	text := make([]byte, to-from)
	if _, err := t.source.ReadAt(text, from); err != nil && err != io.EOF {
		return nil, fmt.Errorf("read the rows of a response: %w", err)
	}
	return text, nil
}

// Each calls f with the text of every row found, in order, until f fails.
func (t *Table) Each(f func(row []byte) error) error {
	for number := 0; ; number++ {
		t.mu.Lock()
		text, err := t.text(number)
		t.mu.Unlock()
		if err != nil || text == nil {
			return err
		}
		for i := nextRow(text, 0); i < len(text); i = nextRow(text, i) {
			end := valueEnd(text, i, true)
			if err := f(text[i:end]); err != nil {
				return err
			}
			i = end
		}
	}
}

// Doc returns the member of a row that is its document, "" if it is the row.
func (t *Table) Doc() string { return t.doc }

// Cut reports whether the response ended inside its rows or the JSON around them, or has text after its lines that is
// not a line.
func (t *Table) Cut() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.find.cut
}

// None reports whether the response was read to its end and is not a table. An empty list of rows is a table.
func (t *Table) None() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.find.ended() && (t.find.none || t.find.lines == 1)
}

// Columns returns the columns of the rows found so far, those outside the document first. Their path is their name.
func (t *Table) Columns() []Column {
	t.mu.Lock()
	defer t.mu.Unlock()
	list := make([]Column, 0, len(t.names))
	for _, name := range t.around {
		list = append(list, Column{Name: name, From: Row, Path: []string{name}})
	}
	for _, name := range t.inside {
		list = append(list, Column{Name: name, Path: []string{name}})
	}
	return list
}

// Encode returns a page block of consecutive rows, such as those of a JSON array, with the columns known so far.
func (t *Table) Encode(rows []byte) ([]byte, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.encode(rows)
}

// Around returns the response without its rows, once it was read to its end; nil if that is too long for a window to
// show.
func (t *Table) Around() []byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.find.ended() || t.find.none || t.find.long {
		return nil
	}
	return t.find.rest
}

func (t *Table) has(number int) bool { return t.per > 0 && (number+1)*t.per <= t.rows }

// shown returns the number of rows to show, without rows that may turn out not to be rows.
func (t *Table) shown() int {
	if t.find.none || t.find.tentative() && !t.find.ended() || t.find.lines == 1 {
		return 0
	}
	return t.rows
}

func (t *Table) progress() Progress {
	p := Progress{Rows: t.shown(), Per: t.per, Done: t.find.ended(), Beside: len(t.around)}
	if p.Done && p.Per == 0 {
		p.Per = max(1, t.rows)
	}
	return p
}

func (t *Table) advance(n int64) error {
	part := t.part
	for n > 0 && !t.find.ended() {
		if len(t.window) > t.longest() {
			t.find.stop()
			break
		}
		from := len(t.window)
		next := t.base + int64(from)
		part = int(min(int64(part), t.size-next))
		t.window = slices.Grow(t.window, part)[:from+part]
		if _, err := t.source.ReadAt(t.window[from:], next); err != nil && err != io.EOF {
			t.window = t.window[:from]
			return fmt.Errorf("read the rows of a response: %w", err)
		}
		n -= int64(part)
		used := t.find.look(t.window, t.base, next+int64(part) >= t.size)
		part = t.part
		if used == 0 {
			part = max(t.part, len(t.window)) // the value is longer than the window
		}
		t.base += int64(used)
		t.window = t.window[:copy(t.window, t.window[used:])]
	}
	if t.find.ended() {
		t.window = nil
	}
	return nil
}

// longest returns the maximum size of a value held in memory while its end is searched for.
func (t *Table) longest() int {
	if len(t.find.path) == 0 && !t.find.inRows && t.find.lines == 0 {
		return longestLine
	}
	return longestValue
}

// take adds a row that was found.
func (t *Table) take(row []byte, at int64) {
	if t.per == 0 && t.rows == 0 || t.per > 0 && t.rows%t.per == 0 {
		t.starts = append(t.starts, at)
	}
	t.rows++
	t.end = at + int64(len(row))
	if t.bytes += len(row); t.per == 0 && (t.rows == blockRows || t.bytes >= blockBytes) {
		t.per = t.rows
	}
	if t.find.groups() {
		t.grouped(at, t.end)
		row = t.groups[len(t.groups)-1].into(nil, row)
	}
	if len(t.names) < mostColumns {
		w := walk{row: row, doc: t.doc, visit: t.meet}
		w.read()
	}
}

// meet records the column of a value.
func (t *Table) meet(name []byte, _, _ int, own bool) {
	beside := own && t.doc != ""
	known, ok := t.names[string(name)]
	switch {
	case ok && (known || !beside), !ok && len(t.names) >= mostColumns:
		return
	case ok: // both outside the document and in it: counts as outside
		t.inside = slices.DeleteFunc(t.inside, func(one string) bool { return one == string(name) })
	}
	t.names[string(name)] = beside
	if beside {
		t.around = append(t.around, string(name))
	} else {
		t.inside = append(t.inside, string(name))
	}
}
