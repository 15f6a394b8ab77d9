package rows

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// plainEscapes maps the letter after a backslash to the byte it stands for.
var plainEscapes = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

// escapes checks each escape of the string between i and end.
func (s *scanner) escapes(i, end int) bool {
	text := s.src[:end-1]
	for i++; i < len(text); {
		n := bytes.IndexByte(text[i:], '\\')
		if n < 0 {
			return true
		}
		i += n
		switch {
		case plainEscapes[text[i+1]] != 0:
			i += 2
		case text[i+1] == 'u' && hex4(text[i+2:]) >= 0:
			i += 6
		default:
			s.fail(i, "an unknown escape in a string")
			return false
		}
	}
	return true
}

// unescape appends the decoded text of a string with valid escapes. whole is false if it contains a lone surrogate,
// which has no UTF-8 form (RFC 8259, section 8.2).
func unescape(to, text []byte) (decoded []byte, whole bool) {
	for {
		n := bytes.IndexByte(text, '\\')
		if n < 0 {
			return append(to, text...), true
		}
		to = append(to, text[:n]...)
		if c := text[n+1]; c != 'u' {
			to, text = append(to, plainEscapes[c]), text[n+2:]
			continue
		}
		r, size := escapedRune(text[n:])
		if r < 0 {
			return to, false
		}
		to, text = utf8.AppendRune(to, r), text[n+size:]
	}
}

// escapedRune decodes the \u escape, or the surrogate pair, at the start of text. r is -1 for a lone surrogate.
func escapedRune(text []byte) (r rune, size int) {
	r = hex4(text[2:])
	if !utf16.IsSurrogate(r) {
		return r, 6
	}
	if len(text) < 12 || text[6] != '\\' || text[7] != 'u' {
		return -1, 6
	}
	if r = utf16.DecodeRune(r, hex4(text[8:])); r == utf8.RuneError {
		return -1, 6
	}
	return r, 12
}

// hex4 parses four hexadecimal digits, or returns -1 if there are none.
func hex4(text []byte) rune {
	if len(text) < 4 {
		return -1
	}
	r := rune(0)
	for _, c := range text[:4] {
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
		default:
			return -1
		}
		r = r<<4 | rune(c)
	}
	return r
}
