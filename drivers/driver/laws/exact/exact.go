// Package exact parses JSON without losing a character: numbers and strings keep their original text, objects their
// order and their duplicate keys. It is slow, simple and independent of the parsers in the application and its drivers,
// so that tests can compare their results with the response itself.
package exact

import (
	"fmt"
	"strings"
)

// Kind is the kind of a value.
type Kind byte

// The kinds of values.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

// Value is one value of a JSON text.
type Value struct {
	Kind  Kind
	At    int      // position of its first byte in the text
	Raw   string   // its exact text
	Keys  []Key    // of an object, one per item
	Items []*Value // of an object or an array, in order
}

// Key is the name of an object's member.
type Key struct {
	At   int
	Name string // decoded; an unpaired surrogate keeps its escape
}

// SyntaxError says where a text is not JSON and why.
type SyntaxError struct {
	At   int // position in bytes
	What string
}

// Error returns the position and what was found there.
func (e *SyntaxError) Error() string { return fmt.Sprintf("byte %d: %s", e.At, e.What) }

// Parse parses a text with exactly one value. The error is a *SyntaxError.
func Parse(text string) (*Value, error) {
	p := &parser{text: text}
	v := p.value(0)
	if v == nil {
		return nil, p.err
	}
	if end := p.space(v.At + len(v.Raw)); end < len(text) {
		return nil, &SyntaxError{At: end, What: "something follows the value"}
	}
	return v, nil
}

// Get returns the last member with that name, nil if there is none.
func (v *Value) Get(name string) *Value {
	if v == nil {
		return nil
	}
	for i := len(v.Keys) - 1; i >= 0; i-- {
		if v.Keys[i].Name == name {
			return v.Items[i]
		}
	}
	return nil
}

// At returns the value at a path of names, nil if there is none.
func At(v *Value, names ...string) *Value {
	for _, name := range names {
		v = v.Get(name)
	}
	return v
}

// Text returns the decoded text of a string. It returns false for an unpaired surrogate, which UTF-8 cannot represent,
// and for a value that is not a string.
func (v *Value) Text() (string, bool) {
	if v == nil || v.Kind != String {
		return "", false
	}
	return decode(v.Raw[1 : len(v.Raw)-1])
}

// Compact returns the text of a value without white space between its tokens.
func (v *Value) Compact() string {
	var b strings.Builder
	v.compact(&b)
	return b.String()
}

func (v *Value) compact(b *strings.Builder) {
	if v.Kind != Array && v.Kind != Object {
		b.WriteString(v.Raw)
		return
	}
	b.WriteByte(v.Raw[0])
	for i, item := range v.Items {
		if i > 0 {
			b.WriteByte(',')
		}
		if v.Kind == Object {
			from := v.Keys[i].At - v.At
			b.WriteString(v.Raw[from : from+quotedLength(v.Raw[from:])])
			b.WriteByte(':')
		}
		item.compact(b)
	}
	b.WriteByte(v.Raw[len(v.Raw)-1])
}

// quotedLength returns the length in bytes of the string at the beginning of a text, including its quotes.
func quotedLength(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

// Position returns the line and the column of an offset in a text, in bytes, both counted from 1.
func Position(text string, at int) (line, column int) {
	before := text[:min(at, len(text))]
	return 1 + strings.Count(before, "\n"), len(before) - strings.LastIndexByte(before, '\n')
}
