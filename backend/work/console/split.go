package console

import (
	"sort"
	"strings"
)

// Text is a console's text, divided into its requests.
type Text struct {
	source  string
	pieces  []piece
	typed   []Typed
	defined []defined
}

// Typed is where a request is in a console's text, in bytes.
type Typed struct {
	From int // start of the comments and definitions right above it
	Line int // start of its first line, without white space
	End  int // after its last character that is neither white space nor in a comment

	stray bool // it begins with neither a method nor an SQL keyword
}

// Split divides a text into its requests. A request begins at each line whose first word is a method, in any case, or
// begins an SQL statement, unless the line is part of a text in """ or a comment in /* */. Text before the first of
// them, apart from comments and definitions, counts as a request too: one that cannot be sent.
func Split(source string) *Text {
	t := &Text{source: source, pieces: scan(source)}
	above := -1 // start of the comments and definitions since the last content
	begins := true
	for _, p := range t.pieces {
		switch {
		case p.kind == head:
			line := p.from + blanks(source[p.from:p.to])
			t.typed = append(t.typed, Typed{From: either(above, line), Line: line, End: firstLine(source, line).end})
			above = -1
		case p.isContent():
			if len(t.typed) == 0 {
				t.typed = append(t.typed, Typed{From: either(above, p.from), Line: p.from, stray: true})
			}
			t.typed[len(t.typed)-1].End = p.to
			above = -1
		case p.kind == definition:
			t.defined = append(t.defined, definitionOf(source, p))
			above = either(above, p.from+blanks(source[p.from:]))
		case p.kind != space && begins:
			above = either(above, p.from)
		}
		begins = begins && p.kind == space && source[p.from] != '\n' || source[p.to-1] == '\n'
	}
	return t
}

// either returns place, or other if place is missing (-1).
func either(place, other int) int {
	if place < 0 {
		return other
	}
	return place
}

// Requests returns where the requests are.
func (t *Text) Requests() []Typed { return t.typed }

// Selected returns the numbers of the requests that a selection touches. An empty selection is a cursor: it selects the
// request on its line, or the one below if the line is a comment above it, or the first one. Both positions are in
// bytes.
func (t *Text) Selected(from, to int) (first, last int) {
	if from < to {
		first = sort.Search(len(t.typed), func(i int) bool { return t.typed[i].End > from })
		last = sort.Search(len(t.typed), func(i int) bool { return t.typed[i].Line >= to })
		if first < last {
			return first, last
		}
	}
	line := lineEnd(t.source, from)
	at := sort.Search(len(t.typed), func(i int) bool { return t.typed[i].From > line }) - 1
	at = max(at, 0)
	return at, min(at+1, len(t.typed))
}

// bodyOf returns the pieces below the first line of a request. They end with the line of its last content; those of the
// last request extend to the end of the text if only white space is left.
func (t *Text) bodyOf(number int) []piece {
	r := t.typed[number]
	begin := min(lineEnd(t.source, r.Line)+1, len(t.source))
	end := max(begin, min(lineEnd(t.source, r.End)+1, len(t.source)))
	if strings.TrimSpace(t.source[end:]) == "" {
		end = len(t.source)
	}
	from := sort.Search(len(t.pieces), func(i int) bool { return t.pieces[i].from >= begin })
	to := sort.Search(len(t.pieces), func(i int) bool { return t.pieces[i].from >= end })
	return t.pieces[from:max(from, to)]
}

// first is where the parts of a request's first line are in the text.
type first struct {
	word   string // the method, as typed
	target string // what follows it, without comments
	end    int    // after the target
}

// firstLine parses the first line of a request. A comment can follow the target.
func firstLine(source string, at int) first {
	line := source[at:lineEnd(source, at)]
	n := len(line) - len(strings.TrimLeft(line, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))
	if end := strings.IndexFunc(line[n:], isBlank); end >= 0 {
		n += end
	} else {
		n = len(line)
	}
	begin := n + blanks(line[n:])
	target := line[begin:]
	target = target[:commentIn(target)]
	target = strings.TrimRightFunc(target, isBlank)
	if target == "" {
		begin = n
	}
	return first{word: line[:n], target: target, end: at + begin + len(target)}
}

// commentIn returns where a comment begins after a method, following white space and outside quotes; its length if
// there is none. A comment in /* */ counts only if nothing but comments follows it.
func commentIn(target string) int {
	for i := 0; i < len(target); i++ {
		if n := blanks(target[i:]); n > 0 {
			if i += n; isComments(target[i:]) {
				return i
			}
		}
		if i < len(target) && target[i] == '"' {
			i += 1 + max(strings.IndexByte(target[i+1:], '"'), -1)
		}
	}
	return len(target)
}

// isComments reports whether the rest of a line is only comments.
func isComments(rest string) bool {
	found := false
	for rest = rest[blanks(rest):]; rest != ""; rest = rest[blanks(rest):] {
		kind, end := pieceAt(rest, 0)
		if kind != comment && (kind != remark || !whole(remark, rest[:end])) {
			return false
		}
		found, rest = true, rest[end:]
	}
	return found
}

// before returns the text before the first of some marks, or the whole text if it has none.
func before(source string, marks ...string) string {
	for _, mark := range marks {
		source, _, _ = strings.Cut(source, mark)
	}
	return source
}
