package rows

import "slices"

// reader handles the values that the outer walk finds. Each method takes the position of the value and returns the
// position after it, or -1 after a failure.
type reader interface {
	rows(i int) int
	fields(spec, i int) int
}

// picked is one pick during the walk. If a key is repeated, its last value wins.
type picked struct {
	from, to int
	wild     []byte // the array built so far, for a pick with `*`
	mark     int    // where the current element's value begins in wild
	stars    bool
}

// outer walks the parts of a response outside the rows.
type outer struct {
	*scanner
	reader    reader
	picks     []picked
	marks     []int // the marks of the picks in the enclosing containers
	rowsFound bool
	rowsOnce  bool // the path to the rows has no `*`
	keyBuf    []byte
}

func newPicks(paths []string) []picked {
	picks := make([]picked, len(paths))
	for p, path := range paths {
		picks[p].stars = hasStar(path)
	}
	return picks
}

func hasStar(path string) bool { return slices.Contains(steps(path), "*") }

func (o *outer) reset() {
	o.rowsFound = false
	o.marks = o.marks[:0]
	for p := range o.picks {
		pick := &o.picks[p]
		pick.from, pick.to, pick.mark, pick.wild = 0, 0, 0, pick.wild[:0]
	}
}

// texts returns the raw JSON of the picks, "" for values that were not found.
func (o *outer) texts() []string {
	if len(o.picks) == 0 {
		return nil
	}
	out := make([]string, len(o.picks))
	for p := range o.picks {
		if pick := &o.picks[p]; pick.stars {
			out[p] = string(pick.wild)
		} else {
			out[p] = string(o.src[pick.from:pick.to])
		}
	}
	return out
}

func (o *outer) value(n *pathNode, i int) int {
	if len(n.picks) == 0 {
		return o.inside(n, i)
	}
	o.strict++
	end := o.inside(n, i)
	o.strict--
	if end < 0 {
		return -1
	}
	for _, p := range n.picks {
		o.take(&o.picks[p], i, end)
	}
	return end
}

func (o *outer) take(pick *picked, from, to int) {
	if pick.stars {
		pick.wild = append(pick.wild[:pick.mark], o.src[from:to]...)
		return
	}
	pick.from, pick.to = from, to
}

func (o *outer) inside(n *pathNode, i int) int {
	if n.rows {
		return o.foundRows(n, i)
	}
	end := 0
	for _, spec := range n.fields {
		if end = o.reader.fields(spec, i); end < 0 {
			return -1
		}
	}
	if n.leaf() {
		if end > 0 {
			return end
		}
		return o.skip(i)
	}
	switch c := o.at(i); {
	case c == '{' && !(n.toRows && n.any != nil && n.any.onRows()):
		return o.members(n, i)
	case c == '[' && n.any != nil:
		return o.elements(n, i)
	case n.toRows:
		return o.unexpected(i, "the way to the rows")
	}
	return o.skip(i)
}

func (n *pathNode) onRows() bool { return n.rows || n.toRows }

func (o *outer) foundRows(n *pathNode, i int) int {
	if o.at(i) != '[' {
		return o.unexpected(i, "the array of rows")
	}
	if o.rowsFound && o.rowsOnce {
		return o.fail(i, "a second array of rows")
	}
	o.rowsFound = true
	return o.reader.rows(i)
}

func (o *outer) members(n *pathNode, i int) int {
	i, done := o.open(i, '}')
	o.openWild(n)
	for !done {
		name, end := o.key(i, &o.keyBuf)
		next := n.next(name)
		if i = o.colon(end); i < 0 {
			return -1
		}
		i, done = o.more(o.member(n, next, i), '}')
	}
	o.closeWild(n)
	return i
}

func (o *outer) elements(n *pathNode, i int) int {
	o.rowsFound = o.rowsFound || n.any.onRows()
	i, done := o.open(i, ']')
	o.openWild(n)
	for !done {
		i, done = o.more(o.member(n, n.any, i), ']')
	}
	o.closeWild(n)
	return i
}

func (o *outer) member(n, next *pathNode, i int) int {
	if next == nil {
		return o.skip(i)
	}
	o.startElement(n)
	end := o.value(next, i)
	o.endElement(n)
	return end
}

func (o *outer) openWild(n *pathNode) {
	for _, p := range n.wild {
		pick := &o.picks[p]
		o.marks = append(o.marks, pick.mark)
		pick.wild = append(pick.wild[:pick.mark], '[')
	}
}

func (o *outer) startElement(n *pathNode) {
	for k, p := range n.wild {
		pick := &o.picks[p]
		if len(pick.wild) > o.marks[len(o.marks)-len(n.wild)+k]+1 {
			pick.wild = append(pick.wild, ',')
		}
		pick.mark = len(pick.wild)
	}
}

func (o *outer) endElement(n *pathNode) {
	for _, p := range n.wild {
		if pick := &o.picks[p]; len(pick.wild) == pick.mark {
			pick.wild = append(pick.wild, "null"...)
		}
	}
}

func (o *outer) closeWild(n *pathNode) {
	from := len(o.marks) - len(n.wild)
	for k, p := range n.wild {
		pick := &o.picks[p]
		pick.wild = append(pick.wild, ']')
		pick.mark = o.marks[from+k]
	}
	o.marks = o.marks[:from]
}
