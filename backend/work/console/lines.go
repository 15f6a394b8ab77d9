package console

import (
	"slices"
	"strings"
)

// joint is a range of pieces in a body of lines that must be replaced so that each entry has its own line.
type joint struct {
	first, last int
	with        string
	entry       int // number of the entry that it is in, or that begins after it
}

// jointsOf returns, in order, where a body's entries must be joined into one line each or separated from each other.
// There are none if its brackets do not match or a string is unterminated.
func jointsOf(source string, pieces []piece) []joint {
	var joints []joint
	var open []byte   // the open brackets
	var before string // the content before the gap
	first := 0        // where the gap begins
	entry := 0        // the number of the last entry
	for i, p := range pieces {
		if !p.isContent() {
			continue
		}
		content := source[p.from:p.to]
		if len(open) == 0 {
			entry++
		}
		gap := joint{first: first, last: i, entry: entry}
		switch {
		case p.kind == text && !closed(content):
			return nil
		case len(open) > 0 && gap.breaks(source, pieces):
			gap.with = between(before, content)
			joints = append(joints, gap)
		case len(open) == 0 && before != "" && content == "{" && !gap.endsLine(source, pieces):
			gap.with = "\n"
			joints = append(joints, gap)
		}
		if p.kind == sign {
			switch c := content[0]; c {
			case '{', '[':
				open = append(open, c)
			case '}', ']':
				if len(open) == 0 || open[len(open)-1] != c-2 {
					return nil
				}
				open = open[:len(open)-1]
			}
		}
		before, first = content, i+1
	}
	if len(open) > 0 {
		return nil
	}
	return joints
}

// closed reports whether a JSON string is terminated.
func closed(source string) bool { return stringEnd(source+" ", 0) == len(source) }

// between returns what separates two pieces of an entry that were on different lines.
func between(before, after string) string {
	if before == "{" || before == "[" || strings.Contains("}],:", after) {
		return ""
	}
	return " "
}

// breaks reports whether a gap has a line break.
func (j joint) breaks(source string, pieces []piece) bool {
	for _, p := range pieces[j.first:j.last] {
		if strings.Contains(source[p.from:p.to], "\n") {
			return true
		}
	}
	return false
}

// endsLine reports whether a gap has a line break outside its comments.
func (j joint) endsLine(source string, pieces []piece) bool {
	for _, p := range pieces[j.first:j.last] {
		if p.kind == space && source[p.from:p.to] == "\n" {
			return true
		}
	}
	return false
}

// joined returns where a request's body is, and the body with one line per entry without comments.
func (t *Text) joined(number int) (from, to int, body string) {
	pieces := t.bodyOf(number)
	if len(pieces) == 0 {
		return 0, 0, ""
	}
	joints := jointsOf(t.source, pieces)
	commented := make(map[int]bool) // entries with a comment that would be lost
	for _, j := range joints {
		if slices.ContainsFunc(pieces[j.first:j.last], func(p piece) bool { return p.kind != space }) {
			commented[j.entry] = true
		}
	}
	from, to = pieces[0].from, pieces[len(pieces)-1].to
	var out strings.Builder
	at := from
	for _, j := range joints {
		if !commented[j.entry] {
			out.WriteString(t.source[at:pieces[j.first].from] + j.with)
			at = pieces[j.last].from
		}
	}
	return from, to, out.String() + t.source[at:to]
}
