package console

import (
	"strings"
	"unicode/utf8"
)

// bytesOf returns the place in bytes of a place in UTF-16 code units, as a page counts. One outside of the text is its
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

// units returns a place of a text, given in bytes, in UTF-16 code units.
func units(source string, at int) int {
	all := 0
	for _, r := range source[:min(at, len(source))] {
		all += width(r)
	}
	return all
}

// width returns how many UTF-16 code units a character has.
func width(r rune) int {
	if r > 0xffff && r <= utf8.MaxRune {
		return 2
	}
	return 1
}

// counter counts lines and UTF-16 code units from one place of a text to the next.
type counter struct {
	source       string
	at           int
	lines, units int
}

// to moves to a place, in bytes, that is not before the last one.
func (c *counter) to(at int) *counter {
	passed := c.source[c.at:at]
	c.lines += strings.Count(passed, "\n")
	c.units += units(passed, len(passed))
	c.at = at
	return c
}
