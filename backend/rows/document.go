package rows

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// Hash returns the hidden value "#hash" of a row whose document is text: 16 hexadecimal digits, the same for the same
// bytes in every process.
func Hash(text []byte) string { return string(appendHex(nil, hash(text))) }

const space = " \t\r\n"

// Entry is one entry of an answer's list: its whole text and the document in it.
type Entry struct {
	Text     []byte
	Document []byte // nil if the entry has none
	Exact    []byte // the same bytes with the comments in them
	Source   []byte // the document as it was written, with those behind it as well
}

// Entries calls f with each entry, in order, of the list at a dotted path of an answer; if at is "", the answer itself
// is the only entry. doc is the path of the document inside an entry, "" for the whole entry. The texts share the
// answer's bytes; comments in them are spaces, except in Exact and Source. If the answer is not JSON, Entries returns a *SyntaxError
// before f is called. It stops at f's first error.
func Entries(answer []byte, at, doc string, f func(Entry) error) error {
	text, err := blanked(answer)
	if err != nil {
		return err
	}
	list := bytes.TrimSpace(text)
	each := func(e Entry) error {
		e.Exact, e.Source = e.Document, e.Document
		if e.Document != nil && &text[0] != &answer[0] {
			from := cap(text) - cap(e.Document) // parts of a slice end where its memory ends
			to := from + len(e.Document)
			e.Exact, e.Source = answer[from:to], answer[from:to]
			end := len(text) - len(bytes.TrimLeft(text[to:], space))
			if len(bytes.TrimSpace(answer[to:end])) > 0 { // a comment ends with its line
				e.Source = answer[from:end]
			}
		}
		return f(e)
	}
	if at == "" {
		e := Entry{Text: list, Document: list}
		if doc != "" {
			e.Document = member(list, doc)
		}
		return each(e)
	}
	if list = reach(list, at); list == nil {
		return nil
	}
	if list[0] != '[' {
		return fmt.Errorf("there is no list at %s", at)
	}
	walk := entries{scanner: scanner{src: list, maxDepth: deepest}, doc: doc}
	for i, done := walk.open(0, ']'); !done; {
		e, end := walk.entry(i)
		if end < 0 {
			break
		}
		if err := each(e); err != nil {
			return err
		}
		i, done = walk.more(end, ']')
	}
	return walk.err()
}

// entries walks the entries of a checked list. It looks at every byte once.
type entries struct {
	scanner
	doc    string
	buffer []byte
}

// entry returns the entry at i and the place behind it.
func (w *entries) entry(i int) (e Entry, end int) {
	if w.doc == "" || strings.Contains(w.doc, ".") || w.at(i) != '{' {
		if end = w.skip(i); end < 0 {
			return e, end
		}
		e.Text = w.src[i:end]
		if e.Document = e.Text; w.doc != "" {
			e.Document = member(e.Text, w.doc)
		}
		return e, end
	}
	at, done := w.open(i, '}')
	for !done {
		name, after := w.key(at, &w.buffer)
		wanted := e.Document == nil && string(name) == w.doc
		value := w.colon(after)
		if value < 0 {
			return e, -1
		}
		to := w.skip(value)
		if to < 0 {
			return e, -1
		}
		if wanted {
			e.Document = w.src[value:to]
		}
		at, done = w.more(to, '}')
	}
	if at >= 0 {
		e.Text = w.src[i:at]
	}
	return e, at
}

// reach returns the text of a checked object from the value at a dotted path on, to the end of the text; nil if there is
// none. What follows the value is not looked at.
func reach(object []byte, path string) []byte {
	var buffer []byte
	for _, key := range strings.Split(path, ".") {
		if len(object) == 0 || object[0] != '{' {
			return nil
		}
		s := scanner{src: object, maxDepth: deepest}
		var rest []byte
		for i, done := s.open(0, '}'); !done; {
			name, end := s.key(i, &buffer)
			value := s.colon(end)
			if value < 0 {
				return nil
			}
			if string(name) == key {
				rest = object[value:]
				break
			}
			i, done = s.more(s.skip(value), '}')
		}
		if object = rest; object == nil {
			return nil
		}
	}
	return object
}

// whole checks that a text is one JSON value and returns it without the surrounding white space.
func whole(text []byte) ([]byte, error) {
	var s scanner
	begin := s.begin(text, 0)
	if begin < 0 {
		return nil, s.err()
	}
	end := s.check(begin)
	s.finish(end)
	if err := s.err(); err != nil {
		return nil, err
	}
	return text[begin:end], nil
}

// member returns the value at a dotted path of a checked object, or nil if there is none.
func member(object []byte, path string) []byte {
	for _, key := range strings.Split(path, ".") {
		found, _ := find(object, key)
		if found == nil {
			return nil
		}
		object = object[found.from:found.to]
	}
	return object
}

// stretch is the position of a member of an object: where its key begins, and where its value begins and ends.
type stretch struct {
	key, from, to int
}

// find returns the first member of a checked object with the given key, and how many members have it. It returns nil if
// there is none or if the text is not an object.
func find(object []byte, key string) (first *stretch, n int) {
	eachMember(object, func(name []byte, p stretch) {
		if string(name) != key {
			return
		}
		if n++; first == nil {
			first = &p
		}
	})
	return first, n
}

// eachMember calls f with each member of a checked object.
func eachMember(object []byte, f func(name []byte, p stretch)) {
	if len(object) == 0 || object[0] != '{' {
		return
	}
	var buffer []byte
	s := scanner{src: object, maxDepth: deepest}
	for i, done := s.open(0, '}'); !done; {
		name, end := s.key(i, &buffer)
		value := s.colon(end)
		if value < 0 {
			return
		}
		to := s.skip(value)
		if to < 0 {
			return
		}
		f(name, stretch{i, value, to})
		i, done = s.more(to, '}')
	}
}

// Rounded reports whether a document contains a number with a fraction, an exponent or a minus before zero whose
// spelling changes when it is read as a 64-bit float and written in the form of Java's Double.toString. If that is not
// certain, it returns true.
func Rounded(document []byte) bool {
	for i := 0; i < len(document); {
		switch c := document[i]; {
		case c == '"':
			s := scanner{src: document}
			if i, _ = s.str(i); i < 0 {
				return true
			}
		case c == '-' || c >= '0' && c <= '9':
			s := scanner{src: document}
			end := s.number(i)
			if end < 0 || rounded(string(document[i:end])) {
				return true
			}
			i = end
		default:
			i++
		}
	}
	return false
}

// Within these limits, numbers have a plain spelling, and all versions of Java agree on the shortest one.
const (
	plainLeast = 0.01
	plainMost  = 1e7
	sureDigits = 15
)

func rounded(number string) bool {
	if number == "-0" {
		return true
	}
	if !strings.ContainsAny(number, ".eE") {
		return false
	}
	if strings.ContainsAny(number, "eE") {
		return true
	}
	f, err := strconv.ParseFloat(number, 64)
	digits := strings.Count(number, "") - 1 - strings.Count(number, "-") - 1
	size := max(f, -f)
	if err != nil || digits > sureDigits || size != 0 && size < plainLeast || size >= plainMost {
		return true
	}
	short := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(short, ".") {
		short += ".0"
	}
	return short != number
}
