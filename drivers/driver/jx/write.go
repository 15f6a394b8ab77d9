package jx

import (
	"slices"
	"unicode/utf8"
)

const hexDigits = "0123456789abcdef"

// Quote writes s to the end of dst as a JSON string. Bytes that are no UTF-8 become the replacement character.
func Quote(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c == '\n':
			dst = append(dst, '\\', 'n')
		case c == '\t':
			dst = append(dst, '\\', 't')
		case c == '\r':
			dst = append(dst, '\\', 'r')
		case c < 0x20:
			dst = append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		case c < utf8.RuneSelf:
			dst = append(dst, c)
		default:
			r, n := utf8.DecodeRuneInString(s[i:])
			dst = utf8.AppendRune(dst, r)
			i += n
			continue
		}
		i++
	}
	return append(dst, '"')
}

// Segment writes s to the end of dst as one segment of a URL path: everything but A-Z, a-z, 0-9, '-', '_', '.' and '~' is
// percent-encoded, and a dot too where the whole segment is "." or "..", which a path would lose.
func Segment(dst []byte, s string) []byte {
	dots := s == "." || s == ".."
	dst = slices.Grow(dst, len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		if unreserved(c) && (c != '.' || !dots) {
			dst = append(dst, c)
			continue
		}
		dst = append(dst, '%', upperHex(c>>4), upperHex(c&15))
	}
	return dst
}

func unreserved(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_' || c == '~' || c == '.'
}

func upperHex(n byte) byte {
	if n < 10 {
		return '0' + n
	}
	return 'A' + n - 10
}
