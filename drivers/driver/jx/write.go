package jx

import (
	"slices"
	"strings"
	"unicode/utf8"
)

const hexDigits = "0123456789abcdef"

// Quote appends s to dst as a JSON string. Invalid UTF-8 becomes the replacement character.
func Quote(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for {
		n := plain(s)
		dst = append(dst, s[:n]...)
		if n == len(s) {
			return append(dst, '"')
		}
		dst, s = quoteRune(dst, s[n:])
	}
}

// plain returns how many bytes at the beginning of s are ASCII and need no escape in a JSON string. It tests eight at a
// time: a step costs a driver's interpreter the same no matter how wide its operands are, and the id of a point in
// time, which every page sends, has hundreds of bytes.
func plain(s string) int {
	const (
		each = 0x0101010101010101 // multiplied by a byte, repeats it eight times
		high = 0x80 * each
	)
	n := 0
	for ; n+8 <= len(s); n += 8 {
		t := s[n : n+8]
		w := uint64(t[0]) | uint64(t[1])<<8 | uint64(t[2])<<16 | uint64(t[3])<<24 |
			uint64(t[4])<<32 | uint64(t[5])<<40 | uint64(t[6])<<48 | uint64(t[7])<<56
		// The subtraction sets the high bit of every byte that is less than what is subtracted, and through the borrow
		// perhaps that of the next byte too. The loop below finds the first.
		if (w|(w-' '*each)|((w^'"'*each)-each)|((w^'\\'*each)-each))&high != 0 {
			break
		}
	}
	for n < len(s) && s[n] >= ' ' && s[n] < utf8.RuneSelf && s[n] != '"' && s[n] != '\\' {
		n++
	}
	return n
}

// quoteRune appends the first character of s as it is written inside a JSON string, and returns the rest.
func quoteRune(dst []byte, s string) ([]byte, string) {
	switch c := s[0]; {
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
	default:
		r, n := utf8.DecodeRuneInString(s)
		return utf8.AppendRune(dst, r), s[n:]
	}
	return dst, s[1:]
}

// Segment appends s to dst as one segment of a URL path. It percent-encodes everything except A-Z, a-z, 0-9, '-', '_',
// '.' and '~', and also the dots of a segment that is "." or "..", which servers would resolve.
func Segment(dst []byte, s string) []byte {
	dots := s == "." || s == ".."
	dst = slices.Grow(dst, len(s))
	from := 0 // start of a run of characters that need no encoding
	for i := 0; i < len(s); i++ {
		c := s[i]
		if unreserved(c) && (c != '.' || !dots) {
			continue
		}
		dst = append(append(dst, s[from:i]...), '%', upperHex(c>>4), upperHex(c&15))
		from = i + 1
	}
	return append(dst, s[from:]...)
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

// Traverses reports whether a name, as one segment of a path, could lead elsewhere once it is decoded, even by several
// proxies in a row: one of its parts is "." or "..". Such a name is never put into a path, encoded or not.
func Traverses(name string) bool {
	if strings.IndexByte(name, '.') < 0 && strings.IndexByte(name, '%') < 0 {
		return false // most names: decoding cannot produce a dot
	}
	for range 3 {
		for _, part := range splitPath(name) {
			if part == "." || part == ".." {
				return true
			}
		}
		name = PercentDecode(name)
	}
	return false
}

// splitPath splits a path into its parts: some servers treat a backslash as a slash, and others drop everything after a
// semicolon.
func splitPath(path string) []string {
	var parts []string
	from, ended := 0, -1
	for i := 0; i <= len(path); i++ {
		switch {
		case i == len(path) || path[i] == '/' || path[i] == '\\':
			if ended < 0 {
				ended = i
			}
			parts = append(parts, path[from:ended])
			from, ended = i+1, -1
		case path[i] == ';' && ended < 0:
			ended = i
		}
	}
	return parts
}

// PercentDecode decodes percent-encoding once and leaves invalid encodings unchanged.
func PercentDecode(path string) string {
	out := make([]byte, 0, len(path))
	for i := 0; i < len(path); i++ {
		if path[i] == '%' && i+2 < len(path) {
			high, low := nibble(path[i+1]), nibble(path[i+2])
			if high >= 0 && low >= 0 {
				out = append(out, byte(high<<4|low))
				i += 2
				continue
			}
		}
		out = append(out, path[i])
	}
	return string(out)
}

func nibble(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}
