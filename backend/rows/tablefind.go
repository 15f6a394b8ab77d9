package rows

import (
	"bytes"
	"encoding/json"
)

// mostAround is how many bytes of an answer outside of its rows are held.
const mostAround = 10 << 20

// finder finds the rows of an answer that is looked at in windows.
type finder struct {
	path []string
	emit func(row []byte, at int64)

	open   []opened // the containers around what comes next, outside of the rows
	inRows bool
	found  bool // the rows were met
	lines  int  // rows that are not in an array
	none   bool // there are no rows
	done   bool
	cut    bool   // the answer ends inside of a container, or what is behind its lines is none
	rest   []byte // the answer without its rows
	long   bool   // the rest is too long to be held
}

// opened is an open container.
type opened struct {
	object bool
	steps  int // of the path that lead to it, -1 if it is not on the way to the rows
	seen   int // elements so far
}

// ended reports whether nothing is left to be found.
func (f *finder) ended() bool { return f.done || f.none }

// stop ends the search: there are no rows.
func (f *finder) stop() { f.none = true }

// tentative reports whether the rows are some only if nothing follows them.
func (f *finder) tentative() bool {
	for _, step := range f.path {
		if step == "0" {
			return true
		}
	}
	return false
}

// look looks at a window that begins at a place of the answer and returns how many of its bytes were used. last says that
// nothing follows it.
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

// top looks at a value that nothing is around: the whole answer, or a line.
func (f *finder) top(w []byte, at int, base int64, last bool) int {
	if base == 0 && at == 0 && len(w) < 3 && !last {
		return -1 // perhaps a part of a byte order mark
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

// row looks at an element of the array of rows, or at its end.
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
	f.stop() // rows are objects, all of them
	return i
}

// member looks at a member of the container around, outside of the rows, or at its end.
func (f *finder) member(w []byte, at int, last bool) int {
	i := skipSpace(w, at)
	if i < len(w) && w[i] == ',' {
		i = skipSpace(w, i+1)
	}
	if i >= len(w) {
		return -1
	}
	top := &f.open[len(f.open)-1]
	if w[i] == '}' || w[i] == ']' {
		f.open = f.open[:len(f.open)-1]
		f.done = len(f.open) == 0
		f.none = f.done && !f.found
		f.keep(w[at : i+1])
		return i + 1
	}
	onWay := top.steps >= 0 && !f.found
	if top.object {
		name, value := keyAt(w, i)
		if value < 0 || value >= len(w) {
			return -1
		}
		onWay = onWay && string(name) == f.path[top.steps]
		i = value
	} else {
		if top.steps >= 0 && f.path[top.steps] == "0" && top.seen > 0 {
			f.stop()
			return i
		}
		onWay = onWay && f.path[top.steps] == "0"
	}
	if !onWay || w[i] != '{' && w[i] != '[' {
		end := valueEnd(w, i, last)
		if end >= 0 {
			top.seen++
			f.none = onWay && top.steps+1 == len(f.path)
			f.keep(w[at:end])
		}
		return end
	}
	top.seen++
	f.keep(w[at : i+1])
	if steps := top.steps + 1; steps < len(f.path) {
		f.open = append(f.open, opened{object: w[i] == '{', steps: steps})
		return i + 1
	}
	f.inRows, f.found = w[i] == '[', true
	f.none = !f.inRows
	return i + 1
}

// keep holds a part of the answer that is outside of its rows.
func (f *finder) keep(part []byte) {
	if f.long = f.long || len(f.rest)+len(part) > mostAround; f.long {
		f.rest = nil
		return
	}
	f.rest = append(f.rest, part...)
}

// keyAt returns the key at a place and where its value begins; -1 if the window ends before it or there is no key.
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

// decodedKey returns the text of a JSON string; one that cannot be read stays as it is.
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

// stringEnd returns the place behind the string at i, -1 if none begins there or the window ends first.
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

// valueEnd returns the place behind the value at i. If the window ends first, this is -1, or the end of the last window.
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
			end = i + 1 // nothing that could be a value: it is passed over
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
