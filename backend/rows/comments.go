package rows

import (
	"bytes"
	"slices"
)

// withoutComments returns a copy of a text with spaces in place of its comments, so that every other byte keeps its
// position. It returns nil if the text has no comments.
//
// Elasticsearch accepts `/* */` and `//` in a document and returns them as they were written. They are so rare that an
// answer is read without them only after it could not be read as JSON.
func withoutComments(text []byte) []byte {
	var out []byte
	for i := 0; i < len(text); {
		switch text[i] {
		case '"':
			s := scanner{src: text}
			if i, _ = s.str(i); i < 0 {
				return out
			}
		case '/':
			end := commentEnd(text, i)
			if end < 0 {
				return out
			}
			if out == nil {
				out = slices.Clone(text)
			}
			for ; i < end; i++ {
				out[i] = ' '
			}
		default:
			i++
		}
	}
	return out
}

// commentEnd returns the position after the comment at i, or -1 if there is none. A comment that begins with two slashes
// ends before the line break.
func commentEnd(text []byte, i int) int {
	rest := text[i:]
	switch {
	case bytes.HasPrefix(rest, []byte("//")):
		if n := bytes.IndexAny(rest, "\r\n"); n >= 0 {
			return i + n
		}
	case bytes.HasPrefix(rest, []byte("/*")):
		if n := bytes.Index(rest[2:], []byte("*/")); n >= 0 {
			return i + 2 + n + 2
		}
	}
	return -1
}
