package rows

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// DamagedColumn is a hidden column of a block that describes the flaw of a row. Blocks without flaws lack it.
const DamagedColumn = "#damaged"

// The flaws, as sentences for the user.
const (
	TooDeep     = "This document is nested too deeply to be shown in cells."
	OpenComment = "This document ends with a comment that has no line break, so it cannot be edited here."
)

// Flaw says why a row is not shown completely.
type Flaw struct {
	Row  int
	Why  string
	Lost bool // no value of the document is shown
}

// mended is a response that can be read as JSON; every byte keeps its position.
type mended struct {
	text  []byte
	flaws []Flaw
	lost  map[int][]byte // the documents that are too deep, with spaces in place of comments; empty objects replace them
}

// mend returns the response with spaces in place of everything that engines return besides JSON: comments in and after
// documents, and a byte order mark before one. It finds the end of a document by itself: comments inside it end there
// too.
//
// A `//` comment after a document ends with the document's text, whose end the response does not show. If it has a line
// break, that break is in the document's text, unless the comment would then swallow another document: it would contain
// the document's key. Without a line break, only the seal shows where the row continues, and the text up to it is
// dropped, except for the values at last, which come right before the seal.
func mend(response []byte, maxDepth int, at, doc, last, seal string) (*mended, error) {
	if strings.Contains(doc, ".") {
		return nil, nil
	}
	m := &mender{doc: doc, key: quotedKey(doc), last: []byte(`,"` + last + `":`), seal: []byte(seal)}
	m.alone = seal != "" && bytes.HasSuffix(response, m.seal)
	root := &pathNode{}
	root.addRows(at)
	o := outer{scanner: &m.scanner, reader: m, rowsOnce: !hasStar(at)}
	if i := m.begin(slices.Clone(response), maxDepth); i >= 0 {
		m.finish(o.value(root, i))
	}
	switch {
	case m.open != nil:
		return nil, m.open
	case m.what != "" || !m.changed:
		return nil, m.err()
	}
	return &mended{text: m.src, flaws: m.flaws, lost: m.lost}, nil
}

func quotedKey(doc string) []byte {
	if doc == "" {
		return []byte("{")
	}
	return []byte(`"` + doc + `"`)
}

// mend reads a response again that could not be read because of failed, and returns failed if that does not help.
func (r *run) mend(response []byte, seal string, failed error) (*Result, error) {
	m, err := mend(response, r.layout.maxDepth, r.layout.where, r.layout.doc, r.layout.lastAt, seal)
	if _, open := err.(*OpenCommentError); open {
		return nil, err
	}
	if m == nil {
		return nil, failed
	}
	i := r.begin(m.text, r.layout.maxDepth)
	r.reset()
	r.flaws, r.lost = m.flaws, m.lost
	result, err := r.rest(m.text, i)
	if err != nil {
		return nil, failed
	}
	return result, nil
}

// mender implements [reader]. Its src is a copy of the response, which it changes.
type mender struct {
	scanner
	doc     string
	key     []byte // the text that every row has before its document
	last    []byte
	seal    []byte
	alone   bool // the seal ends the response
	changed bool
	row     int
	flaws   []Flaw
	lost    map[int][]byte
	open    *OpenCommentError
	buffer  []byte
}

func (m *mender) fields(_, i int) int { return m.skip(i) }

func (m *mender) rows(i int) int {
	i, done := m.scanner.open(i, ']')
	for !done {
		i, done = m.more(m.entry(i), ']')
		m.row++
	}
	return i
}

func (m *mender) entry(i int) int {
	if m.doc == "" {
		return m.document(i, i)
	}
	if m.at(i) != '{' {
		return m.skip(i)
	}
	row := i
	at, done := m.scanner.open(i, '}')
	for !done {
		begin := at
		name, after := m.scanner.key(at, &m.buffer)
		wanted := string(name) == m.doc
		if at = m.colon(after); at < 0 {
			return -1
		}
		if wanted {
			at, done = m.more(m.document(at, row, begin), '}')
		} else {
			at, done = m.more(m.skip(at), '}')
		}
	}
	return at
}

// document reads the document at i and what follows it. head has the positions of its row and of its own key.
func (m *mender) document(i int, head ...int) int {
	if bytes.HasPrefix(m.src[i:], byteOrderMark) {
		m.blank(i, i+len(byteOrderMark))
		i = m.space(i)
	}
	if m.at(i) != '{' {
		return m.skip(i)
	}
	end, depth := m.balanced(i)
	if end < 0 {
		return -1
	}
	if m.depth+depth > m.maxDepth {
		if m.lost == nil {
			m.lost = map[int][]byte{}
		}
		m.lost[m.row] = bytes.Clone(m.src[i:end])
		m.blank(i+1, end-1)
		m.flaws = append(m.flaws, Flaw{Row: m.row, Why: TooDeep, Lost: true})
	}
	return m.behind(end, head)
}

// balanced returns the position after the container at i and its depth, without a limit. It replaces its comments with
// spaces.
func (m *mender) balanced(i int) (end, depth int) {
	var open []byte
	for i < len(m.src) {
		switch c := m.src[i]; c {
		case '"':
			if i, _ = m.str(i); i < 0 {
				return -1, 0
			}
			continue
		case '{', '[':
			open = append(open, c)
			depth = max(depth, len(open))
		case '}', ']':
			if open[len(open)-1] != c-2 { // "{" and "}", "[" and "]" are two apart in ASCII
				return m.fail(i, "brackets that do not match"), 0
			}
			if open = open[:len(open)-1]; len(open) == 0 {
				return i + 1, depth
			}
		case '/':
			stop := commentEnd(m.src, i)
			if stop < 0 || stop == len(m.src) {
				return m.unexpected(i, "a value"), 0
			}
			m.blank(i, stop)
			i = stop
			continue
		}
		i++
	}
	return m.unexpected(i, "a bracket"), 0
}

// behind replaces the comments after the document that ended at end with spaces, and returns the position after them.
func (m *mender) behind(end int, head []int) int {
	limit := -1 // where the seal says that the row continues
	for i := m.space(end); m.at(i) == '/'; i = m.space(i) {
		stop := commentEnd(m.src, i)
		if stop < 0 {
			return m.unexpected(i, "a comment")
		}
		if m.src[i+1] == '/' {
			if limit < 0 {
				limit = m.goesOn(end, i)
			}
			switch {
			case limit >= 0 && stop > limit:
				m.blank(end, limit)
				m.flaws = append(m.flaws, Flaw{Row: m.row, Why: OpenComment})
				return limit
			case limit < 0 && (stop == len(m.src) || bytes.Contains(m.src[i:stop], m.key)):
				m.open = &OpenCommentError{Row: m.row, Head: m.head(head)}
				return m.fail(i, "a comment without an end")
			}
		}
		m.blank(i, stop)
		i = stop
	}
	return end
}

// goesOn returns where the row continues after the document that ended at end and the comment at i, or -1 if there is
// no seal.
func (m *mender) goesOn(end, i int) int {
	if len(m.seal) == 0 {
		return -1
	}
	to := len(m.src) - len(m.seal)
	if !m.alone {
		n := bytes.Index(m.src[i:], m.seal)
		if n < 0 {
			return -1
		}
		to = i + n
	}
	from := bytes.LastIndex(m.src[end:to], m.last)
	if from < 0 {
		return to
	}
	from += end
	s := scanner{src: m.src[:to], maxDepth: deepest}
	if s.check(s.space(from+len(m.last))) != to {
		return to
	}
	return from
}

// head returns the row's members before a document as an object.
func (m *mender) head(at []int) string {
	if len(at) < 2 {
		return ""
	}
	text := bytes.TrimRight(m.src[at[0]:at[1]], ", \t\r\n")
	if text = append(bytes.Clone(text), '}'); !json.Valid(text) {
		return ""
	}
	return string(text)
}

func (m *mender) blank(from, to int) {
	blank(m.src[from:to])
	m.changed = true
}

// names returns the names section of the block.
func (r *run) names() []byte {
	if len(r.flaws) == 0 {
		return r.layout.names
	}
	return r.layout.flawedNames
}

// addFlaws adds the hidden column with the flaws to the cells, if there are any.
func (r *run) addFlaws() {
	if len(r.flaws) == 0 {
		return
	}
	width := len(r.sizes)
	cells := make([]cell, 0, r.rowCount*(width+1))
	size, flaws := uint64(0), r.flaws
	for row := range r.rowCount {
		made := cell{}
		if from := len(r.scratch); len(flaws) > 0 && flaws[0].Row == row {
			for ; len(flaws) > 0 && flaws[0].Row == row; flaws = flaws[1:] {
				if len(r.scratch) > from {
					r.scratch = append(r.scratch, ' ')
				}
				r.scratch = append(r.scratch, flaws[0].Why...)
			}
			made = r.written(from, String)
		}
		cells = append(append(cells, r.cells[row*width:(row+1)*width]...), made)
		size += uint64(made.n)
	}
	r.cells, r.sizes = cells, append(r.sizes, size)
}
