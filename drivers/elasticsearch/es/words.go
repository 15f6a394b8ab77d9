package es

import (
	"strconv"
	"strings"
)

// Plural formats a number with its noun in the singular or plural.
func Plural(n int, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + several
}

// Grouped formats a number with commas between groups of three digits.
func Grouped(n int64) string {
	text := strconv.FormatInt(n, 10)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

// Sentence makes a text end with a full stop.
func Sentence(text string) string { return strings.TrimSuffix(text, ".") + "." }
