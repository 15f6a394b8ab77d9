package rows

import (
	"bytes"
	"encoding/json"
	"slices"
)

const (
	mostAround  = 10 << 20 // how much of a response outside its rows is kept
	mostMembers = 64 << 10 // how much of a group outside its rows is shown in each row
)

// finder searches a response for rows, one window of text at a time.
type finder struct {
	path []string
	emit func(row []byte, at int64)

	open    []opened // the containers enclosing the next value, outside the rows
	inRows  bool
	found   bool   // the array of rows, or of groups, has begun
	lines   int    // number of rows that are not in an array
	none    bool   // the response has no rows
	done    bool   // the whole response was searched
	cut     bool   // the response ends inside a container, or its lines are followed by something that is not a row
	rest    []byte // the response without its rows
	long    bool   // the rest is too long to keep
	number  int    // number of the last group, from 1
	members []byte // members of the last group before its rows
}

// opened is an open container.
type opened struct {
	object bool
	steps  int // number of path steps that lead to it, -1 if it is not on the path
	seen   int // number of elements so far
}

// ended reports whether the search is over.
func (f *finder) ended() bool { return f.done || f.none }

// stop ends the search: there are no rows.
func (f *finder) stop() { f.none = true }

// tentative reports whether later text can show that the rows found are not rows.
func (f *finder) tentative() bool { return slices.Contains(f.path, "0") }

// groups reports whether the rows are in groups.
func (f *finder) groups() bool { return slices.Contains(f.path, "*") }

// look searches a window that begins at base in the response, and returns how many bytes it has searched. last is true
// for the last window.
func (f *finder) look(window []byte, base int64, last bool) int {
	at := 0
	for !f.ended() {
		next := -1
		switch {
		case f.inRows:
			next = f.row(window, at, base, last)
		case len(f.open) > 0:
			next = f.member(window, at, last)
		default:
			next = f.top(window, at, base, last)
		}
		if next < 0 {
			f.done, f.cut = last, last && (f.inRows || len(f.open) > 0)
			break
		}
		at = next
	}
	f.none = f.none || f.done && !f.found && f.lines == 0
	return at
}

// top searches the whole response, or one of its lines.
func (f *finder) top(w []byte, at int, base int64, last bool) int {
	if base == 0 && at == 0 && len(w) < 3 && !last {
		return -1 // it may be part of a byte order mark
	}
	i := skipSpace(w, at)
	if base+int64(i) == 0 && bytes.HasPrefix(w[i:], []byte("\xef\xbb\xbf")) {
		i += 3
	}
	if i = skipSpace(w, i); i >= len(w) {
		return -1
	}
	c := w[i]
	switch {
	case c != '{' && c != '[':
		f.done, f.none, f.cut = true, f.lines == 0, f.lines > 0
		return i
	case len(f.path) > 0:
		f.open = append(f.open, opened{object: c == '{'})
		f.keep(w[at : i+1])
		return i + 1
	case c == '[' && f.lines > 0:
		f.stop()
		return i
	case c == '[':
		f.inRows, f.found = true, true
		return i + 1
	}
	end := valueEnd(w, i, last)
	if end >= 0 {
		f.lines++
		f.emit(w[i:end], base+int64(i))
	}
	return end
}

// row handles an element of the array of rows, or the end of the array.
func (f *finder) row(w []byte, at int, base int64, last bool) int {
	i := skipSpace(w, at)
	if i < len(w) && w[i] == ',' {
		i = skipSpace(w, i+1)
	}
	if i >= len(w) {
		return -1
	}
	switch w[i] {
	case ']':
		f.inRows = false
		f.done = len(f.path) == 0
		f.keep(w[i : i+1])
		return i + 1
	case '{':
		end := valueEnd(w, i, last)
		if end >= 0 {
			f.emit(w[i:end], base+int64(i))
		}
		return end
	}
	f.stop() // every row must be an object
	return i
}

// member handles a member of the enclosing container, outside the rows, or the end of the container.
func (f *finder) member(w []byte, at int, last bool) int {
	begin := skipSpace(w, at)
	if begin < len(w) && w[begin] == ',' {
		begin = skipSpace(w, begin+1)
	}
	if begin >= len(w) {
		return -1
	}
	top := &f.open[len(f.open)-1]
	if w[begin] == '}' || w[begin] == ']' {
		f.open = f.open[:len(f.open)-1]
		f.done = len(f.open) == 0
		f.none = f.done && !f.found
		f.keep(w[at : begin+1])
		return begin + 1
	}
	i, onWay := f.step(top, w, begin)
	switch {
	case i < 0 || f.none:
		return i
	case onWay && (w[i] == '{' || w[i] == '['):
		top.seen++
		f.keep(w[at : i+1])
		f.enter(top.steps+1, w[i] == '{')
		return i + 1
	}
	end := valueEnd(w, i, last)
	if end >= 0 {
		top.seen++
		f.none = onWay && top.steps+1 == len(f.path)
		f.keep(w[at:end])
		if top.object && top.steps > 0 && f.path[top.steps-1] == "*" {
			f.describe(w[begin:end])
		}
	}
	return end
}

// step returns where the value of a container's member begins, -1 if the window ends first, and whether the path leads
// to it. It stops the search at the second element of an array that must have only one.
func (f *finder) step(top *opened, w []byte, i int) (value int, onWay bool) {
	onWay = top.steps >= 0 && (!f.found || f.groups())
	if !top.object {
		only := top.steps >= 0 && f.path[top.steps] == "0"
		f.none = only && top.seen > 0
		return i, onWay && (only || f.path[top.steps] == "*")
	}
	name, value := keyAt(w, i)
	if value < 0 || value >= len(w) {
		return -1, false
	}
	return value, onWay && string(name) == f.path[top.steps]
}

// enter enters a container that the first steps of the path lead to.
func (f *finder) enter(steps int, object bool) {
	if steps == len(f.path) {
		f.inRows, f.found, f.none = !object, true, object
		return
	}
	f.found = f.found || f.path[steps] == "*" && !object
	if f.path[steps-1] == "*" {
		f.number++
		f.members = f.members[:0]
	}
	f.open = append(f.open, opened{object: object, steps: steps})
}

// describe records a member of a group, which its rows get as well.
func (f *finder) describe(member []byte) {
	if len(f.members)+len(member) > mostMembers {
		return
	}
	if len(f.members) > 0 {
		f.members = append(f.members, ',')
	}
	f.members = append(f.members, member...)
}

// keep stores a part of the response outside its rows.
func (f *finder) keep(part []byte) {
	if f.long = f.long || len(f.rest)+len(part) > mostAround; f.long {
		f.rest = nil
		return
	}
	f.rest = append(f.rest, part...)
}

// keyAt returns the key at i and where its value begins; -1 if the window ends first or there is no key.
func keyAt(w []byte, i int) (name []byte, value int) {
	end := stringEnd(w, i)
	if end < 0 {
		return nil, -1
	}
	value = skipSpace(w, end)
	if value >= len(w) || w[value] != ':' {
		return nil, -1
	}
	return decodedKey(w[i:end]), skipSpace(w, value+1)
}

// decodedKey returns the text of a JSON string, or quoted itself if it cannot be decoded.
func decodedKey(quoted []byte) []byte {
	inner := quoted[1 : len(quoted)-1]
	if bytes.IndexByte(inner, '\\') < 0 {
		return valid(inner)
	}
	var name string
	if json.Unmarshal(quoted, &name) != nil {
		return valid(quoted)
	}
	return []byte(name)
}

func skipSpace(w []byte, i int) int {
	for i < len(w) && (w[i] == ' ' || w[i] == '\n' || w[i] == '\r' || w[i] == '\t') {
		i++
	}
	return i
}

// stringEnd returns where the string at i ends, -1 if there is none or the window ends first.
func stringEnd(w []byte, i int) int {
	if i >= len(w) || w[i] != '"' {
		return -1
	}
	for i++; ; i++ {
		quote := bytes.IndexByte(w[i:], '"')
		if quote < 0 {
			return -1
		}
		i += quote
		back := i
		for w[back-1] == '\\' {
			back--
		}
		if (i-back)%2 == 0 {
			return i + 1
		}
	}
}

// valueEnd returns where the value at i ends. If the window ends first, this is -1, or the end of the last window.
func valueEnd(w []byte, i int, last bool) int {
	end := -1
	switch w[i] {
	case '"':
		end = stringEnd(w, i)
	case '{', '[':
		end = containerEnd(w, i)
	default:
		if n := bytes.IndexAny(w[i:], ",]} \n\r\t"); n > 0 {
			end = i + n
		} else if n == 0 {
			end = i + 1 // not a value: skip it
		}
	}
	if end < 0 && last {
		return len(w)
	}
	return end
}

func containerEnd(w []byte, i int) int {
	depth := 0
	for i < len(w) {
		c := w[i]
		if !structural[c] {
			i++
			continue
		}
		switch c {
		case '"':
			if i = stringEnd(w, i); i < 0 {
				return -1
			}
			continue
		case '{', '[':
			depth++
		case '/':
			if i = commentEnd(w, i); i < 0 {
				return -1
			}
			continue
		default:
			if depth--; depth == 0 {
				return i + 1
			}
		}
		i++
	}
	return -1
}
