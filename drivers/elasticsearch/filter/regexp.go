package filter

import (
	"strconv"
	"strings"

	"quarry/drivers/elasticsearch/es"
)

// maxExpanded is the maximum length of a regular expression with its counted repeats written out. Some versions need
// minutes for longer ones, and continue after the search was cancelled (Regular expression syntax).
const maxExpanded = 1_000

// regularExpression rewrites a typed expression for the engine without optional operators, or says why it would not
// match what it means elsewhere. If fold is set, it finds the letters A to Z in either case: versions differ in which
// letters the engine's own option covers, and whether it works in sets.
func regularExpression(typed string, fold bool) (pattern, reason string) {
	r := &regularReader{typed: typed, fold: fold}
	size := r.alternatives()
	switch {
	case r.reason != "":
		return "", r.reason
	case r.at < len(typed):
		return "", "The regular expression has a ) without a (."
	case size > maxExpanded && !r.counted:
		return "", "This regular expression has more than " + es.Grouped(maxExpanded) + " characters. Use a shorter one."
	case size > maxExpanded:
		return "", "The counted repeats of this regular expression add up to more than " + es.Grouped(maxExpanded) +
			" characters, which could keep the server busy for minutes. Use smaller counts, or + or *."
	}
	return string(r.out), ""
}

// regularReader parses a regular expression and writes it in the engine's syntax.
type regularReader struct {
	typed  string
	at     int
	fold   bool
	out    []byte
	reason string
	// counted means that it has a counted repeat
	counted bool
}

// classes maps the letter of a class to its set without brackets. Before version 8, such a letter only matches itself.
var classes = map[byte]string{'d': "0-9", 'w': "A-Za-z0-9_", 's': " \t\n\r"}

// controls maps the letter of an escape to its control character.
var controls = map[byte]byte{'t': '\t', 'n': '\n', 'r': '\r', 'f': '\f'}

func (r *regularReader) fail(reason string) {
	if r.reason == "" {
		r.reason = reason
	}
	r.at = len(r.typed)
}

// alternatives reads to the end of a group and returns its length with repeats written out.
func (r *regularReader) alternatives() int {
	total, atom := 0, 0
	for r.at < len(r.typed) && r.typed[r.at] != ')' {
		switch c := r.typed[r.at]; c {
		case '|':
			r.take(1)
			total, atom = total+atom, 0
		case '*', '+', '?':
			r.take(1)
		case '{':
			atom *= r.repeats()
		default:
			total, atom = total+atom, r.atom(c)
		}
		total = min(total, maxExpanded+1)
		atom = min(atom, maxExpanded+1)
	}
	return total + atom
}

// take copies some bytes.
func (r *regularReader) take(n int) {
	r.out = append(r.out, r.typed[r.at:r.at+n]...)
	r.at += n
}

// atom reads what a repeat would apply to.
func (r *regularReader) atom(c byte) int {
	switch c {
	case '(':
		return r.group()
	case '[':
		r.set()
	case '\\':
		r.escape()
	case '"': // it begins a literal text, whatever the flags
		r.out = append(r.out, '\\')
		r.take(1)
	case '^', '$':
		r.fail("A regular expression always matches the whole value, so " + string(c) + " would be an ordinary character. Leave it out, or write \\" + string(c) + ".")
	default:
		if r.fold && letterOrDigit(c) && c > '9' {
			r.out = append(r.out, '[', c|0x20, c&^0x20, ']')
			r.at++
			break
		}
		r.take(1)
		for r.at < len(r.typed) && r.typed[r.at]&0xc0 == 0x80 { // the rest of a character
			r.take(1)
		}
	}
	return 1
}

func (r *regularReader) group() int {
	r.take(1)
	if strings.HasPrefix(r.typed[r.at:], "?") {
		r.fail("Elasticsearch does not support groups that begin with (?. Use plain parentheses.")
		return 0
	}
	size := r.alternatives()
	if r.at == len(r.typed) {
		r.fail("The regular expression has a ( without a ).")
		return 0
	}
	r.take(1)
	return size
}

// repeats reads a counted repeat and returns the largest count.
func (r *regularReader) repeats() int {
	end := strings.IndexByte(r.typed[r.at:], '}')
	if end < 0 {
		r.fail("The regular expression has a { without a }. Write \\{ for the character.")
		return 0
	}
	least, most, open := strings.Cut(r.typed[r.at+1:r.at+end], ",")
	n, err := strconv.Atoi(least)
	m := n
	switch {
	case err != nil || n < 0:
	case open && most == "":
		m = n + 1
	case open:
		m, err = strconv.Atoi(most)
	}
	if err != nil || n < 0 || m < n {
		if err, ok := err.(*strconv.NumError); ok && err.Err == strconv.ErrRange {
			m = maxExpanded + 1
		} else {
			r.fail("The repeat " + r.typed[r.at:r.at+end+1] + " of the regular expression is not valid. Write {2}, {2,} or {2,5}, and \\{ for the character.")
			return 0
		}
	}
	r.take(end + 1)
	r.counted = true
	return min(max(m, 1), maxExpanded+1)
}

// escape reads an escaped character outside a set.
func (r *regularReader) escape() {
	if r.at+1 == len(r.typed) {
		r.fail("The regular expression ends with a \\. Write \\\\ for the character.")
		return
	}
	c := r.typed[r.at+1]
	lower := c | 0x20
	switch set, control := classes[lower], controls[c]; {
	case set != "" && c == lower:
		r.out = append(append(append(r.out, '['), set...), ']')
	case set != "":
		r.out = append(append(append(r.out, "[^"...), set...), ']')
	case control != 0:
		r.out = append(r.out, control)
	case letterOrDigit(c):
		r.fail("\\" + string(c) + " has no meaning in Elasticsearch regular expressions: it would match the character " + string(c) + ".")
		return
	default:
		r.out = append(r.out, '\\', c)
	}
	r.at += 2
}

func letterOrDigit(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// set reads a set of characters: [a-z_].
func (r *regularReader) set() {
	r.take(1)
	if r.at < len(r.typed) && r.typed[r.at] == '^' {
		r.take(1)
	}
	if r.at < len(r.typed) && r.typed[r.at] == ']' {
		r.fail("The regular expression has an empty set []. Write \\] for the character.")
		return
	}
	for r.at < len(r.typed) && r.typed[r.at] != ']' {
		r.member()
	}
	if r.at < len(r.typed) {
		r.take(1)
		return
	}
	r.fail("The regular expression has a [ without a ]. Write \\[ for the character.")
}

// member reads one character, range or class of a set.
func (r *regularReader) member() {
	if c := r.typed[r.at]; c == '\\' && r.at+1 < len(r.typed) {
		next := r.typed[r.at+1]
		if set := classes[next|0x20]; set != "" && letterOrDigit(next) {
			if next&0x20 == 0 {
				r.fail("\\" + string(next) + " cannot be used inside a set. Write the set with ^ in its place.")
				return
			}
			r.out = append(r.out, set...)
			r.at += 2
			return
		}
	}
	from, ok := r.character()
	switch {
	case !ok:
		return
	case r.at+1 >= len(r.typed) || r.typed[r.at] != '-' || r.typed[r.at+1] == ']':
		if r.fold && letterOrDigit(from) && from > '9' {
			r.out = append(r.out, from^0x20)
		}
		return
	}
	r.take(1)
	to, ok := r.character()
	if ok && r.fold {
		r.mirror(from, to)
	}
}

// character copies one character of a set and returns it, if it is a single byte; ok is false after a failure.
func (r *regularReader) character() (c byte, ok bool) {
	if r.typed[r.at] != '\\' {
		begin := r.at
		r.take(1)
		for r.at < len(r.typed) && r.typed[r.at]&0xc0 == 0x80 {
			r.take(1)
		}
		return r.typed[begin], true
	}
	if r.at+1 == len(r.typed) {
		r.fail("The regular expression ends with a \\. Write \\\\ for the character.")
		return 0, false
	}
	c = r.typed[r.at+1]
	if control := controls[c]; control != 0 {
		r.out = append(r.out, control)
		r.at += 2
		return control, true
	}
	if letterOrDigit(c) {
		r.fail("\\" + string(c) + " has no meaning in Elasticsearch regular expressions: it would match the character " + string(c) + ".")
		return 0, false
	}
	r.take(2)
	return c, true
}

// mirror adds the letters of the other case that correspond to those in a range.
func (r *regularReader) mirror(from, to byte) {
	for _, first := range []byte{'a', 'A'} {
		low, high := max(from, first), min(to, first+25)
		if low <= high {
			r.out = append(r.out, low^0x20, '-', high^0x20)
		}
	}
}
