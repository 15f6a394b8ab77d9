// Package route splits the path of a typed request into its parts.
package route

import (
	"strings"

	"quarry/drivers/driver/jx"
)

// Readings returns the ways in which the servers between the host and the engine could read a path: its parts without
// percent-encoding, however often they were encoded, and, if some of them are "." or "..", also with those resolved.
// Empty parts are left out. The first reading is the one without anything resolved.
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

// Word returns a part as a lenient server compares it: in lower case, without surrounding space or anything from the
// first ?, #, ; or zero byte on.
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

// decoded removes percent-encoding from a text until there is none left. Invalid encodings stay as they are.
func decoded(text string) string {
	for {
		next := jx.PercentDecode(text)
		if next == text {
			return text
		}
		text = next
	}
}
