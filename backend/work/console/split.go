package console

import (
	"sort"
	"strings"
)

// Text is the text of a console, divided into its requests.
type Text struct {
	source  string
	pieces  []piece
	typed   []Typed
	defined []defined
}

// Typed is where a request is in the text of a console, in bytes.
type Typed struct {
	From int // where the comments and definitions right above it begin
	Line int // where its first line begins, without white space
	End  int // after its last character that is not white space or in a comment

	stray bool // it does not begin with a method or a word of SQL
}

// Split divides a text into its requests. A request begins at each line whose first word is a method, in any case, or a
// word that a statement of SQL begins with, unless the line is part of a text in """ or a comment in /* */. What comes
// before the first of them, apart from comments and definitions, counts as a request as well: one that cannot be sent.
func Split(source string) *Text {
	t := &Text{source: source, pieces: scan(source)}
	above := -1 // where the comments and definitions since the last content begin
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

// either returns a place, or another one if that is missing (-1).
func either(place, other int) int {
	if place < 0 {
		return other
	}
	return place
}

// Requests returns where the requests are.
func (t *Text) Requests() []Typed { return t.typed }

// Selected returns the numbers of the requests that a selection touches. A selection without a character is a cursor: it
// selects the request that the cursor's line belongs to, along with the comments above it, or the first one. Both places
// are in bytes.
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
// last request go to the end of the text if nothing but white space is left.
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

// first is the first line of a request: where its parts are in the text.
type first struct {
	word   string // the method, as typed
	target string // what follows it, without a comment
	end    int    // after the target
}

// firstLine reads the first line of a request. A comment can follow the target.
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

// commentIn returns where a comment begins in what follows a method, after white space and outside of quotes; its length
// if there is none. A comment in /* */ is one only if nothing but comments follows it.
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

// isComments reports whether a part of a line, up to its end, is comments.
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
