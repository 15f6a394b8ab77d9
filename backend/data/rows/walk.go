package rows

import "slices"

// row gathers the columns of the row at i and returns the position after it.
func (r *run) row(i int) int {
	if r.at(i) != '{' {
		return r.unexpected(i, "a row, which is an object")
	}
	clear(r.slots)
	r.links.reset()
	r.doc = span{}
	end := r.value(&r.layout.nodes[0], i)
	if end < 0 || !r.finishRow() {
		return -1
	}
	return end
}

// value gathers the value at i, which belongs to n.
func (r *run) value(n *node, i int) int {
	c := r.at(i)
	if c == '{' || c == '[' {
		return r.container(n, i, c)
	}
	end, v := r.single(i, n.taken())
	if end < 0 {
		return -1
	}
	if n.doc && v.shape != null {
		return r.unexpected(i, "the document, which is an object")
	}
	if n.taken() {
		if s := &r.slots[n.slot]; s.shape == nothing {
			s.value = v
		} else {
			r.links.add(s, v)
		}
	}
	if v.shape == null {
		r.inherit(n)
	}
	return end
}

// single reads the string or scalar at i and, if it is used, checks a string's escapes.
func (r *run) single(i int, taken bool) (end int, v value) {
	if r.at(i) != '"' {
		end, shape := r.scalar(i)
		return end, value{uint32(i), uint32(end - i), shape}
	}
	end, esc := r.str(i)
	if end < 0 || esc && taken && !r.escapes(i, end) {
		return -1, value{}
	}
	v = value{uint32(i), uint32(end - i), plain}
	if esc {
		v.shape = escaped
	}
	return end, v
}

func (r *run) inherit(n *node) {
	for s := n.below; s < n.end; s++ {
		r.links.add(&r.slots[s], value{shape: inherited})
	}
}

func (r *run) container(n *node, i int, c byte) int {
	if n.doc && c != '{' {
		return r.unexpected(i, "the document, which is an object")
	}
	if n.taken() {
		r.strict++
	}
	end := r.below(n, i, c)
	if end < 0 {
		return -1
	}
	if n.taken() {
		r.strict--
		r.links.add(&r.slots[n.slot], value{uint32(i), uint32(end - i), compound})
	}
	if n.doc {
		r.doc = span{i, end}
	}
	return end
}

// below gathers the columns below n from the container at i.
func (r *run) below(n *node, i int, c byte) int {
	switch {
	case !n.deep():
		return r.skip(i)
	case c == '[':
		return r.array(n, i)
	case n.nested:
		return r.lone(n, i)
	}
	return r.object(n, i)
}

// object gathers the columns below n from the object at i. It first tries the key that followed the previous one in the
// last document.
func (r *run) object(n *node, i int) int {
	i, done := r.open(i, '}')
	seat := &r.heads[n.id]
	guess := *seat
	for !done {
		e, end := r.known(guess, i)
		if e < 0 {
			if e, end = r.lookup(n, i); end < 0 {
				return -1
			}
		}
		if i = r.colon(end); i < 0 {
			return -1
		}
		if e < 0 {
			end = r.skip(i)
		} else {
			*seat = e
			seat = &r.follows[e]
			guess = *seat
			end = r.member(&r.layout.edges[e], i)
		}
		i, done = r.more(end, '}')
	}
	return i
}

// known checks whether the key at i is that of the guessed edge: e is -1 if it is not.
func (r *run) known(guess int32, i int) (e int32, end int) {
	if guess < 0 {
		return -1, i
	}
	quoted := r.layout.edges[guess].quoted
	end = i + len(quoted)
	if quoted == "" || end > len(r.src) || string(r.src[i:end]) != quoted {
		return -1, i
	}
	return guess, end
}

func (r *run) lookup(n *node, i int) (e int32, end int) {
	name, end := r.key(i, &r.keyBuf)
	if end < 0 {
		return -1, -1
	}
	if e = r.layout.find(n, name); e < 0 && n.inDoc && r.strict == 0 {
		r.leave(n, name)
	}
	return e, end
}

// leftover is a key in a document that leads to no column, and where it is.
type leftover struct {
	node int32
	key  string
}

const longestLeft = 1000 // maximum length of a key in bytes

// leave records a key that leads to no column.
func (r *run) leave(n *node, name []byte) {
	if r.noted[leftover{n.id, string(name)}] || len(r.left) == MaxLeft || len(name) > longestLeft {
		return
	}
	if r.noted == nil {
		r.noted = map[leftover]bool{}
	}
	r.noted[leftover{n.id, string(name)}] = true
	if path := n.path + string(name); !slices.Contains(r.left, path) {
		r.left = append(r.left, path)
	}
}

func (r *run) member(e *edge, i int) int {
	to := &r.layout.nodes[e.to]
	if e.wraps == 0 {
		return r.value(to, i)
	}
	return r.wrapped(to, i, e.wraps)
}

// array gathers one entry per element for each column below n.
func (r *run) array(n *node, i int) int {
	f := r.push(n.below, n.end)
	i, done := r.open(i, ']')
	for !done {
		i, done = r.more(r.element(n, i, f), ']')
	}
	if i >= 0 {
		r.pop(f)
	}
	return i
}

// lone gathers a single object at a nested node as an array of one.
func (r *run) lone(n *node, i int) int {
	f := r.push(n.below, n.end)
	if i = r.element(n, i, f); i >= 0 {
		r.pop(f)
	}
	return i
}

func (r *run) element(n *node, i int, f frame) int {
	end := -1
	switch r.at(i) {
	case '{':
		end = r.object(n, i)
	case '[':
		end = r.array(n, i)
	default:
		end, _ = r.single(i, r.strict > 0)
	}
	if end >= 0 && !r.gather(f) {
		return r.fail(i, "too many values in one row")
	}
	return end
}

// frame is a range of slots whose outer state is saved on the stack, with the lists of the array being read.
type frame struct {
	from, to int32
	base     int
}

func (r *run) push(from, to int32) frame {
	f := frame{from, to, len(r.stack)}
	r.stack = append(r.stack, r.slots[from:to]...)
	for range to - from {
		r.stack = append(r.stack, slot{value: value{shape: many}})
	}
	clear(r.slots[from:to])
	return f
}

// gather moves the values of one element into the lists; it returns false if a row has too many values.
func (r *run) gather(f frame) bool {
	size := int(f.to - f.from)
	lists := r.stack[f.base+size : f.base+2*size]
	for k := range lists {
		s := &r.slots[int(f.from)+k]
		r.links.push(&lists[k], s.joined())
		*s = slot{}
	}
	return !r.links.full()
}

// pop restores the outer state of each slot and adds the list to it.
func (r *run) pop(f frame) {
	size := int(f.to - f.from)
	for k := range size {
		s := &r.slots[int(f.from)+k]
		made := r.stack[f.base+size+k].joined()
		*s = r.stack[f.base+k]
		r.links.add(s, made)
	}
	r.stack = r.stack[:f.base]
}

// wrapped gathers the value of a dotted key that passes nested nodes: its values count as the only entry of wraps
// nested arrays.
func (r *run) wrapped(n *node, i int, wraps int32) int {
	base := len(r.stack)
	r.stack = append(r.stack, r.slots[n.slot:n.end]...)
	clear(r.slots[n.slot:n.end])
	end := r.value(n, i)
	if end < 0 {
		return -1
	}
	for k, outer := range r.stack[base:] {
		s := &r.slots[int(n.slot)+k]
		v := s.joined()
		*s = outer
		if v.shape == nothing {
			continue
		}
		for w := wraps; w > 0 && v.shape != inherited; w-- {
			v = value{r.links.link(v), 1, list}
		}
		r.links.add(s, v)
	}
	r.stack = r.stack[:base]
	if r.links.full() {
		return r.fail(i, "too many values in one row")
	}
	return end
}
