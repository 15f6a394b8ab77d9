package console

import (
	"strings"
	"unicode/utf8"
)

// bytesOf converts a position in UTF-16 code units, as a page counts, to bytes. A position outside the text becomes its
// end.
func bytesOf(source string, units int) int {
	for at, r := range source {
		if units <= 0 {
			return at
		}
		units -= width(r)
	}
	return len(source)
}

// units converts a position in bytes to UTF-16 code units.
func units(source string, at int) int {
	all := 0
	for _, r := range source[:min(at, len(source))] {
		all += width(r)
	}
	return all
}

// width returns the number of UTF-16 code units of a character.
func width(r rune) int {
	if r > 0xffff && r <= utf8.MaxRune {
		return 2
	}
	return 1
}

// counter counts lines and UTF-16 code units from one position of a text to the next.
type counter struct {
	source       string
	at           int
	lines, units int
}

// to moves to a position, in bytes, that is not before the last one.
func (c *counter) to(at int) *counter {
	passed := c.source[c.at:at]
	c.lines += strings.Count(passed, "\n")
	c.units += units(passed, len(passed))
	c.at = at
	return c
}
