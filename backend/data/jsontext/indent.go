// Package jsontext formats JSON for people without changing it: the order of keys, the digits of numbers and the
// escapes of strings stay the same.
package jsontext

import (
	"bytes"
	"encoding/json"
)

const (
	step   = "  "
	growth = 8       // a text may grow to this many times its size,
	room   = 1 << 20 // plus this many bytes
)

// Indent puts each member and element of a valid JSON text on its own line, indented by two spaces per level. Empty
// objects and arrays stay on one line. A text that would become many times larger because of its nesting is returned
// unchanged.
func Indent(text string) []byte {
	plain := bytes.Trim([]byte(text), " \t\r\n")
	size := indented(plain)
	if size > growth*len(plain)+room {
		return []byte(text)
	}
	var out bytes.Buffer
	out.Grow(size)
	if json.Indent(&out, plain, "", step) != nil {
		return []byte(text)
	}
	return out.Bytes()
}

// indented returns an upper bound for the size of text in bytes after indenting; it is not much too large.
func indented(text []byte) int {
	size, depth := len(text), 0
	for at := 0; at < len(text); at++ {
		switch text[at] {
		case '"':
			for at++; at < len(text) && text[at] != '"'; at++ {
				if text[at] == '\\' {
					at++
				}
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case ':':
			size++
			continue
		case ',':
		default:
			continue
		}
		size += 1 + len(step)*max(0, depth)
	}
	return size
}
