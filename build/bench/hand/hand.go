// Package hand is the baseline of the page benchmark: hand-written code that turns a page of one engine, with known
// columns, into a page block. It has no plans, drivers, picks, dotted keys or depth limits, and only reports that a
// response is malformed, not why.
//
// It does the unavoidable work: it checks that the bytes are UTF-8, keeps the engine's own digits, decodes escapes,
// gathers the leaves of an array of objects, cuts what is too long and hashes each document. It reads each byte once,
// keeps values as positions until the block is written, tries first the key that came next in the previous document,
// and reuses its buffers.
package hand

import (
	"bytes"
	"errors"
	"hash/maphash"
	"strconv"
	"unicode/utf8"

	"quarry/backend/data/rows"
)

// Column is one column of the block. Path leads to it inside the document, or inside the hit if it begins with "_". The
// leaves of an array of objects have two keys and Listed set.
type Column struct {
	Name   string
	Path   []string
	Listed bool
}

// hidden are the columns after the visible ones, by their keys in a hit; "" is the document's hash.
var hidden = []struct{ name, key string }{
	{"#index", "_index"}, {"#id", "_id"}, {"#routing", "_routing"}, {"#seq", "_seq_no"}, {"#term", "_primary_term"}, {"#hash", ""},
}

var errBroken = errors.New("the response is broken")

// Encoder writes blocks of one list of columns. It is not safe for concurrent use.
type Encoder struct {
	names   []string
	visible int
	hit     level
	doc     level
	hash    int
	cut     int
	seed    maphash.Seed

	src     []byte
	scratch []byte // texts that the response does not have in the displayed form
	cells   []cell
	row     []cell // of the current hit
	lists   [][]byte
	cuts    []rows.Cut
	count   int
}

// level is the relevant keys of one object.
type level struct {
	list  []*place
	byKey map[string]int
	next  int // the expected key: the one after the last one found
}

// place is where a key leads.
type place struct {
	key    string
	column int // -1 for none
	second int // another column with the same value, -1 for none
	kids   level
	listed bool
}

func (l *level) find(key []byte) *place {
	at := l.next
	if at >= len(l.list) || l.list[at].key != string(key) {
		found, ok := l.byKey[string(key)]
		if !ok {
			return nil
		}
		at = found
	}
	l.next = at + 1
	return l.list[at]
}

func (l *level) grow(key string) *place {
	if at, ok := l.byKey[key]; ok {
		return l.list[at]
	}
	if l.byKey == nil {
		l.byKey = map[string]int{}
	}
	p := &place{key: key, column: -1, second: -1}
	l.byKey[key] = len(l.list)
	l.list = append(l.list, p)
	return p
}

type cell struct {
	from, to uint32
	kind     rows.Kind
	scratch  bool
}

// New returns an encoder that cuts arrays and objects after cut code points.
func New(columns []Column, cut int) *Encoder {
	e := &Encoder{visible: len(columns), cut: cut, seed: maphash.MakeSeed()}
	for n, c := range columns {
		e.names = append(e.names, c.Name)
		e.plant(n, &c)
	}
	for n, h := range hidden {
		e.names = append(e.names, h.name)
		if h.key == "" {
			e.hash = e.visible + n
			continue
		}
		p := e.hit.grow(h.key)
		p.column, p.second = e.visible+n, p.column
	}
	e.row = make([]cell, len(e.names))
	e.lists = make([][]byte, len(e.names))
	return e
}

func (e *Encoder) plant(n int, c *Column) {
	keys := &e.doc
	if c.Path[0][0] == '_' {
		keys = &e.hit
	}
	for at, key := range c.Path {
		p := keys.grow(key)
		if at == len(c.Path)-1 {
			p.column = n
		} else {
			p.listed = p.listed || c.Listed
		}
		keys = &p.kids
	}
}

// Block turns a search response into a page block.
func (e *Encoder) Block(response []byte) (block []byte, err error) {
	defer func() {
		if recover() != nil { // an index past the end
			block, err = nil, errBroken
		}
	}()
	if !utf8.Valid(response) {
		return nil, errBroken
	}
	e.src, e.scratch, e.cells, e.cuts, e.count = response, e.scratch[:0], e.cells[:0], e.cuts[:0], 0
	i := bytes.Index(response, []byte(`"hits":[`))
	if i < 0 {
		return nil, errBroken
	}
	for i += len(`"hits":[`); response[i] != ']'; {
		if response[i] == ',' {
			i++
		}
		i = e.one(i)
	}
	return e.assemble(), nil
}

// one reads the hit at i and returns its end.
func (e *Encoder) one(i int) int {
	clear(e.row)
	e.hit.next = 0
	for i++; e.src[i] != '}'; {
		if e.src[i] == ',' {
			i++
		}
		key, at := e.key(i)
		if string(key) == "_source" {
			i = e.object(&e.doc, at)
			e.revision(at, i)
			continue
		}
		i = e.end(at)
		if p := e.hit.find(key); p != nil {
			e.put(p, at, i)
		}
	}
	e.finish()
	return i + 1
}

// finish adds the row to the cells, its cuts in the order of the columns.
func (e *Encoder) finish() {
	for column := range e.row {
		e.shorten(&e.row[column], column)
	}
	e.cells = append(e.cells, e.row...)
	e.count++
}

// key reads the key at i and returns the position of its value.
func (e *Encoder) key(i int) (key []byte, at int) {
	n := bytes.IndexByte(e.src[i+1:], '"')
	return e.src[i+1 : i+1+n], i + n + 3
}

// object reads the object at i.
func (e *Encoder) object(keys *level, i int) int {
	keys.next = 0
	for i++; e.src[i] != '}'; {
		if e.src[i] == ',' {
			i++
		}
		key, at := e.key(i)
		p := keys.find(key)
		switch {
		case p == nil:
			i = e.end(at)
		case p.listed && e.src[at] == '[':
			i = e.list(p, at)
		case len(p.kids.list) > 0 && e.src[at] == '{':
			i = e.object(&p.kids, at)
		default:
			i = e.end(at)
			e.put(p, at, i)
		}
	}
	return i + 1
}

func (e *Encoder) put(p *place, from, to int) {
	if p.column >= 0 {
		e.row[p.column] = e.value(from, to)
	}
	if p.second >= 0 {
		e.row[p.second] = e.row[p.column]
	}
}

// list reads the array of objects at i: the array itself, and each leaf as an array of its values.
func (e *Encoder) list(p *place, i int) int {
	from := i
	for _, leaf := range p.kids.list {
		e.lists[leaf.column] = append(e.lists[leaf.column][:0], '[')
	}
	for i++; e.src[i] != ']'; {
		if e.src[i] == ',' {
			i++
		}
		i = e.element(p, i)
	}
	for _, leaf := range p.kids.list {
		list := e.lists[leaf.column]
		list[len(list)-1] = ']'
		e.row[leaf.column] = e.keep(list, rows.JSON)
	}
	e.put(p, from, i+1)
	return i + 1
}

// element adds the values of the object at i to the lists; a missing leaf is null.
func (e *Encoder) element(p *place, i int) int {
	for _, leaf := range p.kids.list {
		e.row[leaf.column] = cell{}
	}
	end := e.object(&p.kids, i)
	for _, leaf := range p.kids.list {
		list := e.lists[leaf.column]
		switch c := e.row[leaf.column]; {
		case c.kind <= rows.Null:
			list = append(list, "null"...)
		case c.kind == rows.String && !c.scratch:
			list = append(list, e.src[c.from-1:c.to+1]...)
		case c.kind == rows.String:
			list = strconv.AppendQuote(list, string(e.text(c)))
		default:
			list = append(list, e.text(c)...)
		}
		e.lists[leaf.column] = append(list, ',')
	}
	return end
}

// value returns the cell of the value between from and to.
func (e *Encoder) value(from, to int) cell {
	c := cell{from: uint32(from), to: uint32(to)}
	switch e.src[from] {
	case '"':
		if bytes.IndexByte(e.src[from:to], '\\') >= 0 {
			return e.decoded(e.src[from:to])
		}
		c.from, c.to, c.kind = c.from+1, c.to-1, rows.String
	case '{', '[':
		c.kind = rows.JSON
	case 't', 'f':
		c.kind = rows.Bool
	case 'n':
		return cell{kind: rows.Null}
	default:
		c.kind = rows.Number
	}
	return c
}

// escapes maps the letter after a backslash to the character it stands for.
var escapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// decoded decodes a string with escapes; it does not support surrogate pairs.
func (e *Encoder) decoded(text []byte) cell {
	from := len(e.scratch)
	for i := 1; i < len(text)-1; i++ {
		c := text[i]
		if c != '\\' {
			e.scratch = append(e.scratch, c)
			continue
		}
		i++
		if text[i] == 'u' {
			r, err := strconv.ParseUint(string(text[i+1:i+5]), 16, 16)
			if err != nil {
				panic(err)
			}
			e.scratch = utf8.AppendRune(e.scratch, rune(r))
			i += 4
			continue
		}
		e.scratch = append(e.scratch, escapes[text[i]])
	}
	return cell{uint32(from), uint32(len(e.scratch)), rows.String, true}
}

func (e *Encoder) keep(text []byte, kind rows.Kind) cell {
	from := len(e.scratch)
	e.scratch = append(e.scratch, text...)
	return cell{uint32(from), uint32(len(e.scratch)), kind, true}
}

func (e *Encoder) text(c cell) []byte {
	if c.scratch {
		return e.scratch[c.from:c.to]
	}
	return e.src[c.from:c.to]
}

func (e *Encoder) shorten(c *cell, column int) {
	text := e.text(*c)
	if c.kind != rows.JSON || column >= e.visible || len(text) <= e.cut {
		return
	}
	count := utf8.RuneCount(text)
	if count <= e.cut {
		return
	}
	at := 0
	for range e.cut {
		_, n := utf8.DecodeRune(text[at:])
		at += n
	}
	e.cuts = append(e.cuts, rows.Cut{Row: uint32(e.count), Column: uint32(column), Length: uint32(count)})
	*c = e.keep(append(bytes.Clone(text[:at]), "..."...), rows.JSON)
}

// revision hashes the document between from and to.
func (e *Encoder) revision(from, to int) {
	at := len(e.scratch)
	e.scratch = strconv.AppendUint(e.scratch, maphash.Bytes(e.seed, e.src[from:to]), 16)
	e.row[e.hash] = cell{uint32(at), uint32(len(e.scratch)), rows.String, true}
}

// end returns the end of the value at i.
func (e *Encoder) end(i int) int {
	switch e.src[i] {
	case '"':
		return e.endOfString(i)
	case '{', '[':
		return e.endOfContainer(i)
	}
	for {
		switch e.src[i] {
		case ',', '}', ']':
			return i
		}
		i++
	}
}

func (e *Encoder) endOfString(i int) int {
	for i++; ; {
		quote := i + bytes.IndexByte(e.src[i:], '"')
		back := bytes.IndexByte(e.src[i:quote], '\\')
		if back < 0 {
			return quote + 1
		}
		i += back + 2
	}
}

func (e *Encoder) endOfContainer(i int) int {
	for depth := 0; ; i++ {
		switch e.src[i] {
		case '"':
			i = e.endOfString(i) - 1
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
}
