package rows

import (
	"bytes"
	"slices"
)

// withoutComments returns a copy of text in which spaces replace comments, and byte order marks outside strings, so
// that every other byte keeps its position. It returns nil if the text has neither.
//
// Some engines accept `/* */` and `//` in a document, and a byte order mark before it, and return them as written. They
// are so rare that a response is read this way only after it could not be read as JSON.
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
			blank(out[i:end])
			i = end
		case byteOrderMark[0]:
			if !bytes.HasPrefix(text[i:], byteOrderMark) {
				i++
				continue
			}
			if out == nil {
				out = slices.Clone(text)
			}
			blank(out[i : i+len(byteOrderMark)])
			i += len(byteOrderMark)
		default:
			i++
		}
	}
	return out
}

var byteOrderMark = []byte("\ufeff")

func blank(text []byte) {
	for i := range text {
		text[i] = ' '
	}
}

// blanked returns JSON text with spaces in place of its comments. The error is a *SyntaxError if the rest is not JSON.
func blanked(text []byte) ([]byte, error) {
	_, err := whole(text)
	if err == nil {
		return text, nil
	}
	if blank := withoutComments(text); blank != nil {
		if _, err = whole(blank); err == nil {
			return blank, nil
		}
	}
	return nil, err
}

// OneLine makes a document one line: its line breaks become spaces, and a line comment becomes a block comment, or
// spaces if it contains "*/".
func OneLine(document []byte) []byte {
	out := make([]byte, 0, len(document))
	for i := 0; i < len(document); {
		end := i + 1
		switch document[i] {
		case '"':
			s := scanner{src: document}
			if end, _ = s.str(i); end < 0 {
				end = len(document)
			}
		case '/':
			if end = commentEnd(document, i); end < 0 {
				end = i + 1
				break
			}
			if document[i+1] == '/' {
				if text := document[i+2 : end]; !bytes.Contains(text, []byte("*/")) {
					out = append(append(append(out, "/*"...), text...), "*/"...)
				}
				i = end
				continue
			}
		}
		for _, b := range document[i:end] {
			if b == '\n' || b == '\r' {
				b = ' '
			}
			out = append(out, b)
		}
		i = end
	}
	return out
}

// commentEnd returns the position after the comment at i, or -1 if there is none. A line comment ends before the line
// break, or with the text.
func commentEnd(text []byte, i int) int {
	rest := text[i:]
	switch {
	case bytes.HasPrefix(rest, []byte("//")):
		if n := bytes.IndexAny(rest, "\r\n"); n >= 0 {
			return i + n
		}
		return len(text)
	case bytes.HasPrefix(rest, []byte("/*")):
		if n := bytes.Index(rest[2:], []byte("*/")); n >= 0 {
			return i + 2 + n + 2
		}
	}
	return -1
}
