package console

import (
	"slices"
	"sort"
	"strings"

	"quarry/drivers/driver"
)

// Body is the body of a request as sent.
type Body struct {
	Text   string
	copied []copied
}

// copied says where in the console's text a part of a body comes from; at is its position in the body.
type copied struct{ at, from, to int }

// Rules are a route's rules for bodies.
type Rules struct {
	Lines bool // one value per line, with a line break at the end
}

// Body returns a request's body. Its bytes are as typed, except that comments and definitions are omitted, a text in
// """ becomes a JSON string, and variables are replaced by their values. A line that becomes empty is dropped. In a
// body of lines, an entry typed over several lines is joined into one. A body without content is empty.
func (t *Text) Body(number int, rules Rules) (Body, error) {
	pieces := t.bodyOf(number)
	for _, p := range pieces {
		if p.kind == long && !whole(long, t.source[p.from:p.to]) {
			return Body{}, &driver.Error{
				Kind: driver.Refused, Code: CodeOpen, Message: `A string that begins with """ is not closed. Nothing was sent.`,
				Hint: `Add """ at the end of the string.`,
			}
		}
	}
	if !slices.ContainsFunc(pieces, piece.isContent) {
		return Body{}, nil
	}
	var joints []joint
	if rules.Lines {
		joints = jointsOf(t.source, pieces)
	}
	w := &writer{source: t.source, values: t.values(number)}
	for i := 0; i < len(pieces); {
		if len(joints) > 0 && joints[0].first == i {
			w.join(joints[0], pieces)
			i, joints = joints[0].last, joints[1:]
		}
		w.write(pieces[i])
		i++
	}
	w.endLine()
	body := Body{Text: w.out.String(), copied: w.copied}
	if rules.Lines {
		body.Text = oneEnding(body.Text)
	}
	return body, nil
}

// oneEnding returns a body with exactly one line break at its end.
func oneEnding(body string) string {
	end := len(strings.TrimRight(body, " \t\r\n"))
	if n := strings.IndexByte(body[end:], '\n'); n >= 0 {
		return body[:end+n+1]
	}
	return body + "\n"
}

// writer writes a body.
type writer struct {
	source string
	values values

	out     strings.Builder
	copied  []copied
	line    string // the white space at the beginning of the line, while it has nothing else
	from    int    // where that comes from
	filled  bool   // the line has something else
	dropped bool   // part of the line was left out
	last    kind   // kind of the last piece written
	cut     bool   // something was left out since then
}

// write adds a piece or leaves it out. White space at the beginning of a line waits for what follows it.
func (w *writer) write(p piece) {
	switch source := w.source[p.from:p.to]; {
	case p.kind == space:
		w.space(p.from, source)
	case !p.isContent():
		w.dropped, w.cut = true, true
		if strings.HasSuffix(source, "\r") && w.filled {
			w.space(p.to-1, "\r") // of its line break
		}
	default:
		w.content(p, source)
	}
}

// space adds white space: blanks or one line break. JSON allows no blanks beyond ASCII.
func (w *writer) space(from int, source string) {
	source = strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \t\r\n", r) {
			return r
		}
		return ' '
	}, source)
	switch {
	case source == "\n":
		if !w.endLine() {
			w.add(from, from+1, source)
		}
		w.filled, w.dropped = false, false
	case w.filled:
		w.add(from, from+len(source), source)
	default:
		if w.line == "" {
			w.from = from
		}
		w.line += source
	}
	w.last = space
}

// content adds a piece of content. Pieces that a comment separates stay separate.
func (w *writer) content(p piece, source string) {
	switch p.kind {
	case text:
		source = w.values.fill(source, inString)
	case long:
		source = jsonOf(source, w.values)
	case variable:
		if d, ok := w.values.lookUp(source); ok && !d.open {
			source = d.raw
		}
	}
	w.flush()
	if w.cut && joinsWords(w.last, p.kind) || w.opensComment(source) {
		w.add(p.from, p.from, " ")
	}
	w.filled, w.cut, w.last = true, false, p.kind
	w.add(p.from, p.to, source)
}

// joinsWords reports whether two adjacent pieces could be read as one.
func joinsWords(before, after kind) bool { return before >= text && before != sign && after != sign }

// opensComment reports whether source, after what was written, would begin a comment.
func (w *writer) opensComment(source string) bool {
	return strings.HasSuffix(w.out.String(), "/") && (strings.HasPrefix(source, "/") || strings.HasPrefix(source, "*"))
}

// join writes the replacement for a joint's pieces.
func (w *writer) join(j joint, pieces []piece) {
	at := pieces[j.first].from
	if j.with == "\n" {
		w.space(at, "\n")
	} else if j.with != "" {
		w.add(at, at, j.with)
	}
	w.last, w.cut = space, false
}

// endLine ends a line and reports whether it is left out.
func (w *writer) endLine() bool {
	if w.dropped && !w.filled {
		w.line = ""
		return true
	}
	w.flush()
	return false
}

// flush writes the pending white space.
func (w *writer) flush() {
	if w.line != "" {
		w.add(w.from, w.from+len(w.line), w.line)
		w.line = ""
	}
}

// add writes text in place of part of the console's text.
func (w *writer) add(from, to int, text string) {
	w.copied = append(w.copied, copied{w.out.Len(), from, to})
	w.out.WriteString(text)
}

// Place returns where in the console's text a line and column of the body come from. Both begin with 1; the column
// counts bytes. A position after the end of its line becomes the end of the line, and a position in a variable's value
// becomes at most the end of the variable's name.
func (b Body) Place(line, column int) (int, bool) {
	at := 0
	for ; line > 1; line-- {
		n := strings.IndexByte(b.Text[at:], '\n')
		if n < 0 {
			return 0, false
		}
		at += n + 1
	}
	if column < 1 || len(b.copied) == 0 || at >= len(b.Text) {
		return 0, false
	}
	at = min(at+column-1, lineEnd(b.Text, at))
	i := sort.Search(len(b.copied), func(i int) bool { return b.copied[i].at > at }) - 1
	c := b.copied[max(i, 0)]
	return min(c.from+at-c.at, c.to), true
}
