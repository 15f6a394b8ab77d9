package rows

import (
	"slices"
	"unicode/utf8"
)

// cell is one cell before the block is written: part of the response or of the scratch text.
type cell struct {
	at, n   uint32
	kind    Kind
	scratch bool
}

type span struct{ from, to int }

const ellipsis = "..."

// finishRow turns the gathered slots into cells, in column order. It returns false after a failure.
func (r *run) finishRow() bool {
	columns := r.layout.columns
	from := len(r.cells)
	r.cells = slices.Grow(r.cells, len(columns))[:from+len(columns)]
	made := r.cells[from:]
	sizes := r.sizes[:len(columns)]
	lost, isLost := r.lost[r.rowCount]
	for c := range columns {
		r.cell(&made[c], c)
		if isLost && made[c].kind == JSON {
			made[c] = r.lostCell(c, lost)
		}
		sizes[c] += uint64(made[c].n)
	}
	r.keepLast()
	r.rowCount++
	if len(r.scratch) >= largest {
		r.fail(0, "the page would be larger than 2 GB")
		return false
	}
	return true
}

// lostCell returns the cell of column c in a row whose document is too deep. For the document itself, which was
// replaced by an empty object, it is the original text; for anything else that is assembled, it is nothing.
func (r *run) lostCell(c int, document []byte) cell {
	v := r.slots[r.layout.columns[c].slot].joined()
	if v.shape != compound || int(v.at) != r.doc.from {
		return cell{}
	}
	from := len(r.scratch)
	r.scratch = append(r.scratch, document...)
	if short, cut := r.shorten(r.scratch[from:], c); cut {
		r.scratch = append(r.scratch[:from+len(short)], ellipsis...)
	}
	return r.written(from, JSON)
}

// simple says, by shape, how a scalar becomes a cell.
var simple = [...]struct {
	kind Kind
	trim uint32 // bytes to leave out at each end
}{
	nothing:   {Missing, 0},
	inherited: {Null, 0},
	null:      {Null, 0},
	boolean:   {Bool, 0},
	number:    {Number, 0},
	plain:     {String, 1},
}

// cell makes the cell of column c.
func (r *run) cell(to *cell, c int) {
	column := &r.layout.columns[c]
	if column.slot < 0 {
		*to = r.revision()
		return
	}
	v := r.slots[column.slot].joined()
	if column.first {
		v = r.only(v)
	}
	switch {
	case v.shape < boolean:
		*to = cell{kind: simple[v.shape].kind}
	case v.shape <= plain:
		s := &simple[v.shape]
		*to = cell{at: v.at + s.trim, n: v.n - 2*s.trim, kind: s.kind}
	case v.shape == escaped:
		*to = r.decoded(v)
	default:
		*to = r.json(v, c)
	}
}

// revision returns a cell with the document's hash, or a missing cell if there is no document.
func (r *run) revision() cell {
	if r.doc.to == 0 {
		return cell{}
	}
	from := len(r.scratch)
	r.scratch = appendHex(r.scratch, hash(r.exact[r.doc.from:r.doc.to]))
	return r.written(from, String)
}

func (r *run) written(from int, kind Kind) cell {
	return cell{at: uint32(from), n: uint32(len(r.scratch) - from), kind: kind, scratch: true}
}

func (r *run) decoded(v value) cell {
	from := len(r.scratch)
	text, whole := unescape(r.scratch, r.src[v.at+1:v.at+v.n-1])
	if !whole {
		r.scratch = text[:from]
		return cell{at: v.at + 1, n: v.n - 2, kind: Escaped}
	}
	r.scratch = text
	return r.written(from, String)
}

func (r *run) json(v value, c int) cell {
	if v.shape == compound {
		whole := r.src[v.at : v.at+v.n]
		short, cut := r.shorten(whole, c)
		if !cut {
			return cell{at: v.at, n: v.n, kind: JSON}
		}
		from := len(r.scratch)
		r.scratch = append(append(r.scratch, short...), ellipsis...)
		return r.written(from, JSON)
	}
	from := len(r.scratch)
	r.scratch = r.text(r.scratch, v)
	if short, cut := r.shorten(r.scratch[from:], c); cut {
		r.scratch = append(r.scratch[:from+len(short)], ellipsis...)
	}
	return r.written(from, JSON)
}

// shorten cuts a text of column c that is too long to show, and records the cut.
func (r *run) shorten(text []byte, c int) (short []byte, cut bool) {
	limit := r.layout.columns[c].cut
	if limit == 0 || len(text) <= limit {
		return text, false
	}
	count := utf8.RuneCount(text)
	if count <= limit {
		return text, false
	}
	r.cuts = append(r.cuts, Cut{uint32(r.rowCount), uint32(c), uint32(count)})
	at := 0
	for range limit {
		_, n := utf8.DecodeRune(text[at:])
		at += n
	}
	return text[:at], true
}

// text appends the JSON text of a value.
func (r *run) text(to []byte, v value) []byte {
	switch v.shape {
	case nothing, inherited:
		return append(to, "null"...)
	case list:
		to = append(to, '[')
		for n, l := v.n, v.at; n > 0; n-- {
			to = r.text(to, r.links.links[l].value)
			if l = r.links.links[l].next; n > 1 {
				to = append(to, ',')
			}
		}
		return append(to, ']')
	}
	return append(to, r.src[v.at:v.at+v.n]...)
}

// only unwraps an array with exactly one element and returns any other value unchanged.
func (r *run) only(v value) value {
	if v.shape == list && v.n == 1 {
		one := r.links.links[v.at].value
		one.shape = max(one.shape, inherited)
		return one
	}
	if v.shape != compound || r.src[v.at] != '[' {
		return v
	}
	i := r.space(int(v.at) + 1)
	if r.at(i) == ']' {
		return v
	}
	end, one := r.whole(i)
	if r.at(r.space(end)) != ']' {
		return v
	}
	return one
}

// whole reads the value at i, which is known to be well formed.
func (r *run) whole(i int) (end int, v value) {
	if c := r.at(i); c != '{' && c != '[' {
		return r.single(i, false)
	}
	end = r.skipContainer(i)
	return end, value{uint32(i), uint32(end - i), compound}
}

// keepLast records the raw JSON at the plan's Last path.
func (r *run) keepLast() {
	if r.layout.last < 0 {
		return
	}
	v := r.slots[r.layout.last].joined()
	r.last = r.last[:0]
	if v.shape != nothing {
		r.last = r.text(r.last, v)
	}
	if r.rowCount == 0 {
		r.first = string(r.last)
	}
}
