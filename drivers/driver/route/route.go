// Package route splits the path of a typed request into its parts.
package route

import (
	"strings"

	"quarry/drivers/driver/jx"
)

// Readings returns the ways in which servers between the host and the engine could read a path: its parts with all
// percent-encoding removed, however often they were encoded, and, if some of them are "." or "..", also with those
// resolved. Empty parts are left out. The first reading is the one with nothing resolved.
func Readings(path string) [][]string {
	plain := split(decoded(path))
	kept := plain[:0:0]
	for _, part := range plain {
		switch {
		case part == "." || part == ".." && len(kept) == 0:
		case part == "..":
			kept = kept[:len(kept)-1]
		default:
			kept = append(kept, part)
		}
	}
	if len(kept) == len(plain) {
		return [][]string{plain}
	}
	return [][]string{plain, kept}
}

// Word returns a part as a lenient server compares it: in lower case, without surrounding space, and cut at the first
// ?, #, ; or zero byte.
func Word(part string) string {
	if end := strings.IndexAny(part, "?#;\x00"); end >= 0 {
		part = part[:end]
	}
	return strings.ToLower(strings.TrimSpace(part))
}

func split(path string) []string {
	parts := strings.FieldsFunc(path, func(r rune) bool { return r == '/' || r == '\\' })
	return parts
}

// decoded removes percent-encoding until there is none left. Invalid encodings stay unchanged.
func decoded(text string) string {
	for {
		next := jx.PercentDecode(text)
		if next == text {
			return text
		}
		text = next
	}
}
