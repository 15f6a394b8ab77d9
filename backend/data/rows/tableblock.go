package rows

import (
	"bytes"
	"errors"
	"unicode/utf8"
)

// deepestColumn is the maximum depth of nested objects that are opened.
const deepestColumn = 200

// walk visits the values of a row: objects are opened, arrays are values. It stops where the row cannot be read.
type walk struct {
	row   []byte
	doc   string
	visit func(name []byte, from, to int, own bool)
	name  []byte
	own   bool
}

func (w *walk) read() {
	if w.members(0, true, 0) >= 0 {
		return
	}
	if text := withoutComments(w.row); text != nil {
		w.row, w.name = text, w.name[:0]
		w.members(0, true, 0)
	}
}

// members visits the members of the object at i and returns where it ends, -1 if it is incomplete or cannot be read.
func (w *walk) members(i int, top bool, depth int) int {
	length := len(w.name)
	for i = skipSpace(w.row, i+1); i < len(w.row); i = skipSpace(w.row, i) {
		if w.row[i] == '}' {
			return i + 1
		}
		if w.row[i] == ',' {
			i = skipSpace(w.row, i+1)
		}
		key, value := keyAt(w.row, i)
		if value < 0 || value >= len(w.row) {
			return -1
		}
		if top {
			w.own = w.doc == "" || string(key) != w.doc
		}
		if !top || w.own {
			if length > 0 {
				w.name = append(w.name, '.')
			}
			w.name = append(w.name, key...)
		}
		i = w.value(value, depth)
		w.name = w.name[:length]
		if i < 0 {
			return -1
		}
	}
	return -1
}

func (w *walk) value(i, depth int) int {
	if w.row[i] == '{' && depth < deepestColumn {
		if first := skipSpace(w.row, i+1); first >= len(w.row) || w.row[first] != '}' {
			return w.members(i, false, depth+1)
		}
	}
	end := valueEnd(w.row, i, true)
	if len(w.name) > 0 {
		w.visit(w.name, i, end, w.own)
	}
	return end
}

var errLargeBlock = errors.New("the rows of a response would be larger than 2 GB")

// found is the position of one cell's value.
type found struct{ from, to int }

// encode writes the page block of consecutive rows with the columns known so far.
func (t *Table) encode(text []byte) ([]byte, error) {
	names := append(append(make([]string, 0, len(t.names)), t.around...), t.inside...)
	at := make(map[string]int, len(names))
	for c, name := range names {
		at[name] = c
	}
	columns := make([]tableColumn, len(names))
	cells := make([]found, len(names))
	rows := 0
	w := walk{doc: t.doc, visit: func(name []byte, from, to int, _ bool) {
		if c, ok := at[string(name)]; ok {
			cells[c] = found{from, to}
		}
	}}
	for i := nextRow(text, 0); i < len(text); i = nextRow(text, i) {
		end := valueEnd(text, i, true)
		clear(cells)
		w.row = text[i:end]
		w.read()
		for c := range cells {
			columns[c].add(w.row[cells[c].from:cells[c].to])
		}
		rows++
		i = end
	}
	size := uint64(0)
	for c := range columns {
		size += uint64(len(columns[c].text))
	}
	if size >= largest/2 {
		return nil, errLargeBlock
	}
	return blockOf(names, columns, rows), nil
}

// nextRow returns where the next row begins, skipping white space and commas.
func nextRow(text []byte, i int) int {
	for i < len(text) && text[i] != '{' {
		i++
	}
	return i
}

// tableColumn has the cells of a column; ends has the end of each text.
type tableColumn struct {
	kinds []byte
	ends  []uint32
	text  []byte
}

// add adds a cell; it is missing if value is nil.
func (c *tableColumn) add(value []byte) {
	kind := Missing
	if len(value) > 0 {
		kind, value = valueCell(value)
	}
	c.kinds = append(c.kinds, byte(kind))
	c.text = append(c.text, value...)
	c.ends = append(c.ends, uint32(len(c.text)))
}

// valueCell returns the kind and the text of a value.
func valueCell(value []byte) (Kind, []byte) {
	switch c := value[0]; {
	case c == '"':
		return stringOf(value)
	case c == '{', c == '[':
		return JSON, valid(value)
	case c == '-' || c >= '0' && c <= '9':
		return Number, valid(value)
	case string(value) == "null":
		return Null, nil
	}
	return Bool, valid(value)
}

func stringOf(value []byte) (Kind, []byte) {
	end := stringEnd(value, 0)
	if end != len(value) { // cut off
		return String, valid(value)
	}
	inner := value[1 : end-1]
	if bytes.IndexByte(inner, '\\') < 0 {
		return String, valid(inner)
	}
	if s := (scanner{src: value}); !s.escapes(0, end) {
		return String, valid(value)
	}
	text, whole := unescape(nil, inner)
	if !whole {
		return Escaped, valid(inner)
	}
	return String, valid(text)
}

// valid returns text with the replacement character in place of invalid UTF-8.
func valid(text []byte) []byte {
	if utf8.Valid(text) {
		return text
	}
	return bytes.ToValidUTF8(text, []byte("\uFFFD"))
}

// blockOf writes a page block whose columns are all visible.
func blockOf(names []string, columns []tableColumn, rows int) []byte {
	header := namesSection(names)
	namesAt := uint64(headerSize + len(columns)*columnSize)
	at := namesAt + uint64(len(header))
	cutsAt := at
	size := at
	for c := range columns {
		size += aligned(uint64(rows)) + 4*(uint64(rows)+1) + aligned(uint64(len(columns[c].text)))
	}
	block := make([]byte, size)
	copy(block, magic)
	for place, v := range map[int]uint64{
		atRows: uint64(rows), atColumns: uint64(len(columns)), atVisible: uint64(len(columns)), atCuts: 0, atCutsAt: cutsAt, atNamesAt: namesAt, atSize: size,
	} {
		order.PutUint32(block[place:], uint32(v))
	}
	copy(block[namesAt:], header)
	for c := range columns {
		made := &columns[c]
		offsetsAt := at + aligned(uint64(rows))
		textAt := offsetsAt + 4*(uint64(rows)+1)
		entry := block[headerSize+c*columnSize:]
		for k, v := range []uint64{at, offsetsAt, textAt, uint64(len(made.text))} {
			order.PutUint32(entry[4*k:], uint32(v))
		}
		copy(block[at:], made.kinds)
		for row, end := range made.ends {
			order.PutUint32(block[offsetsAt+4*uint64(row+1):], end)
		}
		copy(block[textAt:], made.text)
		at = textAt + aligned(uint64(len(made.text)))
	}
	return block
}
