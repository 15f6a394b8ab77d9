package console

import (
	"io"
	"strings"
)

// Measured is where a response has the profile of a search.
type Measured struct {
	Search int // the number of the search, from 1, if the request has several; otherwise 0
	Range
}

// lookAt is how many bytes of a response are read at a time.
const lookAt = 1 << 20

// measuredIn returns the objects at a path of a JSON response, such as "profile" or "responses.#.profile", where #
// stands for each element of an array. It holds only a small part of the response at a time. If the response is not
// JSON from some point on, it returns what it found before.
func measuredIn(response io.ReaderAt, path string) []Measured {
	var found []Measured
	f := &finder{in: response, visit: func(m Measured) { found = append(found, m) }}
	f.value(strings.Split(path, "."), 0)
	return found
}

// finder reads a JSON text from beginning to end.
type finder struct {
	in     io.ReaderAt
	window []byte
	from   int64 // position of the window
	i      int   // the next byte in the window
	visit  func(Measured)
}

// peek returns the next byte, 0 at the end.
func (f *finder) peek() byte {
	if f.i == len(f.window) && !f.more() {
		return 0
	}
	return f.window[f.i]
}

func (f *finder) more() bool {
	f.from += int64(len(f.window))
	if f.window == nil {
		f.window = make([]byte, lookAt)
	}
	n, _ := f.in.ReadAt(f.window[:cap(f.window)], f.from) // what cannot be read is not found
	f.window, f.i = f.window[:n], 0
	return n > 0
}

// next returns the next unread byte that is not white space, 0 at the end.
func (f *finder) next() byte {
	for {
		switch c := f.peek(); c {
		case ' ', '\t', '\r', '\n':
			f.i++
		default:
			return c
		}
	}
}

// took reads a sign if it comes next.
func (f *finder) took(sign byte) bool {
	if f.next() != sign {
		return false
	}
	f.i++
	return true
}

// value reads a value and looks for a path in it; search is the number of the search that it belongs to.
func (f *finder) value(path []string, search int) {
	switch first := f.next(); {
	case len(path) == 0:
		begin := f.from + int64(f.i)
		if f.skip() && first == '{' {
			f.visit(Measured{search, Range{begin, f.from + int64(f.i) - begin}})
		}
	case first == '[' && path[0] == "#":
		f.i++
		for n := 1; f.next() != ']' && f.next() != 0; n++ {
			f.value(path[1:], n)
			if !f.took(',') {
				break
			}
		}
		f.took(']')
	case first == '{':
		f.i++
		for f.next() == '"' {
			name := f.text()
			if !f.took(':') {
				break
			}
			if name == path[0] {
				f.value(path[1:], search)
			} else {
				f.skip()
			}
			if !f.took(',') {
				break
			}
		}
		f.took('}')
	default:
		f.skip()
	}
}

// lines reads a response of which each line is a value.
func (f *finder) lines() {
	for f.next() == '{' {
		f.value(nil, 0)
	}
}

// skip reads a value and reports whether it is complete.
func (f *finder) skip() bool {
	f.next()
	for depth := 0; ; {
		switch c := f.peek(); c {
		case 0:
			return false
		case '"':
			f.text()
		case '{', '[':
			depth++
			f.i++
		case '}', ']', ',':
			if depth == 0 {
				return true
			}
			if c != ',' {
				depth--
			}
			f.i++
		default:
			f.i++
			continue
		}
		if depth == 0 {
			return true
		}
	}
}

// longestName is how many bytes of a string are compared with a name.
const longestName = 64

// text reads a string and returns the beginning of what is between its quotes.
func (f *finder) text() string {
	var name []byte
	f.i++
	for escaped := false; ; f.i++ {
		c := f.peek()
		switch {
		case c == 0 || c == '"' && !escaped:
			if c != 0 {
				f.i++
			}
			return string(name)
		case len(name) < longestName:
			name = append(name, c)
		}
		escaped = c == '\\' && !escaped
	}
}
