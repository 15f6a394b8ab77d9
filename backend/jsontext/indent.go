// Package jsontext writes JSON for people to read without changing it: the order of keys, the digits of numbers and the
// escapes of strings stay as they are.
package jsontext

import (
	"bytes"
	"encoding/json"
)

const (
	step   = "  "
	growth = 8       // how many times its own size a text may become
	room   = 1 << 20 // and how many bytes beside that
)

// Indent puts each member and each element of a valid JSON text on a line of its own, indented by two spaces a level;
// empty objects and arrays stay closed. A text whose nesting would make it many times larger is returned as it is.
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

// indented is how many bytes a text may have with the lines and spaces that are put into it: at most a little more than
// it gets.
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
