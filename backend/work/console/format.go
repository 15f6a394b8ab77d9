package console

import (
	"context"
	"encoding/json"
	"strings"

	"quarry/backend/connection/session"
)

// Change replaces part of a text, in UTF-16 code units.
type Change struct {
	From, To int
	Insert   string
}

// Format returns the changes that indent the bodies of the selected requests, in text order. Only white space changes:
// every digit, comment and definition stays. In a body of one value per line, an entry on several lines is joined into
// one, unless it has a comment. A body with unbalanced brackets is not changed.
func (t *Consoles) Format(ctx context.Context, s *session.Session, source string, what Selection) ([]Change, error) {
	text := Split(source)
	first, last := 0, len(text.typed)
	if !what.All {
		first, last = text.Selected(bytesOf(source, what.From), bytesOf(source, what.To))
	}
	var changes []Change
	count := &counter{source: source}
	for number := first; number < last; number++ {
		r, err := text.Request(number, "")
		if err != nil {
			continue
		}
		route, err := judge(ctx, s, r)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			continue
		}
		arranged := text.indented
		if route.Lines {
			arranged = text.joined
		}
		from, to, indented := arranged(number)
		if indented == "" || indented == source[from:to] {
			continue
		}
		change := Change{From: count.to(from).units, Insert: indented}
		change.To = count.to(to).units
		changes = append(changes, change)
	}
	return changes, nil
}

// indented returns where a request's body is and the body indented; "" if it cannot be.
func (t *Text) indented(number int) (from, to int, body string) {
	pieces := t.bodyOf(number)
	for len(pieces) > 0 && pieces[0].kind == space {
		pieces = pieces[1:]
	}
	for len(pieces) > 0 && pieces[len(pieces)-1].kind == space {
		pieces = pieces[:len(pieces)-1]
	}
	if len(pieces) == 0 {
		return 0, 0, ""
	}
	i := &indenter{source: t.source, begins: true}
	for n, p := range pieces {
		if !i.write(p, pieces[n+1:]) {
			return 0, 0, ""
		}
	}
	if len(i.open) > 0 || i.values > 1 {
		return 0, 0, ""
	}
	return pieces[0].from, pieces[len(pieces)-1].to, i.out.String()
}

// indenter writes a body with one member per line.
type indenter struct {
	source string
	out    strings.Builder
	open   []byte // the open brackets
	values int    // number of values at the top level
	beside bool   // the last token was a value
	begins bool   // at the beginning of a line
	ended  bool   // the text has a line break since the last piece
	after  bool   // a line break must follow: the line ends with a comment
}

// write writes a piece. It returns false if the body is not JSON with comments.
func (i *indenter) write(p piece, rest []piece) bool {
	source := i.source[p.from:p.to]
	if !whole(p.kind, source) {
		return false
	}
	switch p.kind {
	case space:
		i.ended = i.ended || source == "\n"
		return true
	case definition, head:
		return false
	case comment, remark:
		i.comment(source)
	case sign:
		return i.sign(source[0], rest)
	default:
		if !i.value() {
			return false
		}
		i.add(source)
	}
	i.ended = false
	return true
}

// whole reports whether a piece is terminated.
func whole(kind kind, source string) bool {
	switch kind {
	case text:
		return json.Valid([]byte(source))
	case long:
		return len(source) >= 2*len(quotes) && strings.HasSuffix(source, quotes)
	case remark:
		return strings.HasPrefix(source, "//") || len(source) >= 4 && strings.HasSuffix(source, "*/")
	}
	return true
}

// value counts a value. It returns false if the previous token was a value too: a comma is missing.
func (i *indenter) value() bool {
	if len(i.open) == 0 {
		i.values++
	}
	beside := i.beside
	i.beside = true
	return !beside
}

// comment writes a comment: after the text before it on its line, or on its own line.
func (i *indenter) comment(source string) {
	switch {
	case i.begins:
	case i.ended:
		i.line()
	default:
		i.out.WriteByte(' ')
	}
	i.out.WriteString(source)
	switch {
	case i.begins || i.ended || !strings.HasPrefix(source, "/*"):
		i.after = true
	case !i.after:
		i.out.WriteByte(' ')
	}
	i.begins = false
}

func (i *indenter) sign(c byte, rest []piece) bool {
	switch c {
	case '{', '[':
		if !i.value() {
			return false
		}
		i.beside = false
		i.add(string(c))
		i.open = append(i.open, c)
		if !closes(i.source, rest) {
			i.after = true
		}
	case '}', ']':
		if len(i.open) == 0 || i.open[len(i.open)-1] != c-2 {
			return false
		}
		i.open, i.beside = i.open[:len(i.open)-1], true
		if !strings.HasSuffix(i.out.String(), string(c-2)) {
			i.after = true
		}
		i.add(string(c))
	case ',':
		i.beside = false
		i.add(",")
		i.after = true
	case ':':
		i.beside = false
		i.add(": ")
	}
	i.ended = false
	return true
}

// closes reports whether the next thing is a closing bracket.
func closes(source string, rest []piece) bool {
	for _, p := range rest {
		if p.kind != space {
			return p.kind == sign && (source[p.from] == '}' || source[p.from] == ']')
		}
	}
	return true
}

// add writes something, on a new line if the last one is complete.
func (i *indenter) add(source string) {
	if i.after {
		i.line()
	}
	i.out.WriteString(source)
	i.begins = false
}

func (i *indenter) line() {
	i.out.WriteString("\n" + strings.Repeat("  ", len(i.open)))
	i.begins, i.after = true, false
}
