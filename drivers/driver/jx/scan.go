// Package jx reads and writes small pieces of JSON in a driver, without reflection, recursion or parsing of numbers. A
// value is its exact text in the document.
package jx

import "unicode/utf8"

// Get returns the raw text of the value at the path of object keys, and whether it exists. Of duplicate keys the last
// one counts, as in the engines and in the host. Paths do not lead into arrays.
func Get(doc string, path ...string) (string, bool) {
	value := trim(doc)
	for _, key := range path {
		object, found := value, false
		Each(object, func(k, v string) bool {
			if k == key {
				value, found = v, true
			}
			return true
		})
		if !found {
			return "", false
		}
	}
	return value, value != ""
}

// Text returns the string at the path, unquoted; "" if it is missing or not a string.
func Text(doc string, path ...string) string {
	raw, _ := Get(doc, path...)
	if len(raw) == 0 || raw[0] != '"' {
		return ""
	}
	return Unquote(raw)
}

// Each calls f with every key and the raw text of its value, in order, until f returns false. If the text is not an
// object, f is never called.
func Each(object string, f func(key, value string) bool) {
	s := trim(object)
	if s == "" || s[0] != '{' {
		return
	}
	for s = space(s[1:]); s != "" && s[0] == '"'; {
		n := stringEnd(s)
		key := Unquote(s[:n])
		s = space(s[n:])
		if s == "" || s[0] != ':' {
			return
		}
		s = space(s[1:])
		n = valueEnd(s)
		if n == 0 || !f(key, s[:n]) {
			return
		}
		s = space(s[n:])
		if s == "" || s[0] != ',' {
			return
		}
		s = space(s[1:])
	}
}

// Items calls f with the raw text of every element of an array, in order, until f returns false.
func Items(array string, f func(value string) bool) {
	s := trim(array)
	if s == "" || s[0] != '[' {
		return
	}
	for s = space(s[1:]); s != "" && s[0] != ']'; {
		n := valueEnd(s)
		if n == 0 || !f(s[:n]) {
			return
		}
		s = space(s[n:])
		if s == "" || s[0] != ',' {
			return
		}
		s = space(s[1:])
	}
}

// Unquote decodes a JSON string with its quotes and returns anything else unchanged. An escape that has no UTF-8 form
// becomes the replacement character.
func Unquote(raw string) string {
	if len(raw) < 2 || raw[0] != '"' {
		return raw
	}
	raw = raw[1 : len(raw)-1]
	at := 0
	for at < len(raw) && raw[at] != '\\' {
		at++
	}
	if at == len(raw) {
		return raw
	}
	out := append(make([]byte, 0, len(raw)), raw[:at]...)
	for at < len(raw) {
		if raw[at] != '\\' || at+1 == len(raw) {
			out = append(out, raw[at])
			at++
			continue
		}
		at++
		switch c := raw[at]; c {
		case 'n':
			out = append(out, '\n')
		case 't':
			out = append(out, '\t')
		case 'r':
			out = append(out, '\r')
		case 'b':
			out = append(out, '\b')
		case 'f':
			out = append(out, '\f')
		case 'u':
			var r rune
			r, at = escaped(raw, at)
			out = utf8.AppendRune(out, r)
		default:
			out = append(out, c)
		}
		at++
	}
	return string(out)
}

// escaped decodes the \uXXXX whose 'u' is at position at, including the second half of a surrogate pair, and returns
// the position of its last character.
func escaped(raw string, at int) (rune, int) {
	high := hex4(raw, at+1)
	end := at + 4
	if high < 0 {
		return utf8.RuneError, at
	}
	if high >= 0xD800 && high < 0xDC00 && end+6 < len(raw)+1 && end+2 < len(raw) && raw[end+1] == '\\' && raw[end+2] == 'u' {
		if low := hex4(raw, end+3); low >= 0xDC00 && low < 0xE000 {
			return (high-0xD800)<<10 + (low - 0xDC00) + 0x10000, end + 6
		}
	}
	if high >= 0xD800 && high < 0xE000 {
		return utf8.RuneError, end
	}
	return high, end
}

func hex4(s string, at int) rune {
	if at+4 > len(s) {
		return -1
	}
	var r rune
	for _, c := range []byte(s[at : at+4]) {
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 | rune(c-'0')
		case c >= 'a' && c <= 'f':
			r = r<<4 | rune(c-'a'+10)
		case c >= 'A' && c <= 'F':
			r = r<<4 | rune(c-'A'+10)
		default:
			return -1
		}
	}
	return r
}

func space(s string) string {
	for s != "" && (s[0] == ' ' || s[0] == '\n' || s[0] == '\t' || s[0] == '\r') {
		s = s[1:]
	}
	return s
}

func trim(s string) string {
	s = space(s)
	for s != "" {
		c := s[len(s)-1]
		if c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			break
		}
		s = s[:len(s)-1]
	}
	return s
}

// stringEnd returns the length, with quotes, of the string at the beginning of s; len(s) if it is not closed.
func stringEnd(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(s)
}

// valueEnd returns the length of the value at the beginning of s; 0 if there is none.
func valueEnd(s string) int {
	if s == "" {
		return 0
	}
	switch s[0] {
	case '"':
		return stringEnd(s)
	case '{', '[':
		return nestedEnd(s)
	}
	i := 0
	for i < len(s) && s[i] != ',' && s[i] != '}' && s[i] != ']' && s[i] > ' ' {
		i++
	}
	return i
}

func nestedEnd(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '"':
			i += stringEnd(s[i:]) - 1
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(s)
}
