// Package jsontext writes JSON for people to read without changing it: the order of keys, the digits of numbers and the
// escapes of strings stay as they are.
package jsontext

import "bytes"

const (
	step    = "  "
	deepest = 40      // levels that are indented further than the one above
	growth  = 8       // how many times its own size a text may become
	room    = 1 << 20 // and how many bytes beside that
)

// Indent puts each member and each element of a valid JSON text on a line of its own, indented by two spaces a level;
// empty objects and arrays stay closed. A text whose nesting would make it many times larger comes back as it is.
func Indent(text string) []byte {
	w := &writer{text: text, out: make([]byte, 0, len(text)+len(text)/2)}
	for w.at < len(text) {
		if len(w.out) > growth*len(text)+room {
			return []byte(text)
		}
		w.token()
	}
	return w.out
}

type writer struct {
	text  string
	out   []byte
	at    int
	depth int
}

// token writes the token at hand with the white space that belongs to it.
func (w *writer) token() {
	c := w.text[w.at]
	w.at++
	switch c {
	case ' ', '\n', '\r', '\t':
	case '{', '[':
		w.out = append(w.out, c)
		w.space()
		if w.at < len(w.text) && w.text[w.at] == c+2 { // ']' and '}' stand two behind their openings
			w.out = append(w.out, w.text[w.at])
			w.at++
			return
		}
		w.depth++
		w.line()
	case '}', ']':
		w.depth--
		w.line()
		w.out = append(w.out, c)
	case ',':
		w.out = append(w.out, c)
		w.line()
	case ':':
		w.out = append(w.out, c, ' ')
	case '"':
		w.quoted()
	default:
		w.out = append(w.out, c)
	}
}

// quoted writes the rest of a string whose first quote was read.
func (w *writer) quoted() {
	from := w.at - 1
	for w.at < len(w.text) {
		c := w.text[w.at]
		w.at++
		if c == '\\' {
			w.at++
		}
		if c == '"' {
			break
		}
	}
	w.at = min(w.at, len(w.text))
	w.out = append(w.out, w.text[from:w.at]...)
}

func (w *writer) space() {
	for w.at < len(w.text) && (w.text[w.at] == ' ' || w.text[w.at] == '\n' || w.text[w.at] == '\r' || w.text[w.at] == '\t') {
		w.at++
	}
}

func (w *writer) line() {
	w.out = append(w.out, '\n')
	w.out = append(w.out, bytes.Repeat([]byte(step), max(0, min(w.depth, deepest)))...)
}
