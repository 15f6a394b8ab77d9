package structure

import (
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"quarry/backend/data/rows"
)

// Replacements for a piece of a template other than the number of an attribute.
const (
	piecePlain  = -1
	piecePath   = -2
	pieceRest   = -3
	pieceSubs   = -4
	pieceAround = -5
)

var pieceNames = map[string]int{"path": piecePath, "rest": pieceRest, "subs": pieceSubs, "around": pieceAround}

// piece is literal text, or the name of a part of a record.
type piece struct {
	text string
	name int
}

// template is a parsed driver.StructureTemplate.
type template [][]piece

func compile(parts []string) template {
	t := make(template, 0, len(parts))
	for _, part := range parts {
		t = append(t, piecesOf(part))
	}
	return t
}

// piecesOf splits a part into pieces. Braces around anything but a known name are plain text.
func piecesOf(part string) []piece {
	var pieces []piece
	for part != "" {
		before, rest, opened := strings.Cut(part, "{")
		name, after, closed := strings.Cut(rest, "}")
		number, known := nameOf(name)
		if !opened || !closed || !known {
			return append(pieces, piece{part, piecePlain})
		}
		if before != "" {
			pieces = append(pieces, piece{before, piecePlain})
		}
		pieces = append(pieces, piece{name: number})
		part = after
	}
	return pieces
}

func nameOf(name string) (int, bool) {
	if number, known := pieceNames[name]; known {
		return number, true
	}
	number, err := strconv.Atoi(name)
	return number, err == nil && number >= 0
}

// text returns the cell of a record: the parts whose values the record has, separated by commas.
func (t template) text(j *joiner, i int) string {
	if len(t) == 1 && len(t[0]) == 1 {
		return j.piece(t[0][0], i)
	}
	var said []string
	for _, part := range t {
		var text strings.Builder
		whole := true
		for _, p := range part {
			one := j.piece(p, i)
			whole = whole && one != ""
			text.WriteString(one)
		}
		if whole {
			said = append(said, text.String())
		}
	}
	return strings.Join(said, ", ")
}

func (j *joiner) piece(p piece, i int) string {
	r := &j.records[i]
	switch p.name {
	case piecePlain:
		return p.text
	case piecePath:
		return r.Path
	case pieceRest:
		if len(r.Attrs) == 0 {
			return ""
		}
		return words(r.Attrs[len(r.Attrs)-1])
	case pieceSubs:
		return subs(j.records, i)
	case pieceAround:
		if j.around[i] < 0 {
			return ""
		}
		return j.records[j.around[i]].Path
	}
	if p.name >= len(r.Attrs) {
		return ""
	}
	return r.Attrs[p.name]
}

// words writes the members of an object, each as its key and its value; numbers keep their digits.
func words(object string) string {
	if object == "" {
		return ""
	}
	var all []string
	gjson.Parse(object).ForEach(func(key, value gjson.Result) bool {
		text := value.Raw
		if value.Type == gjson.String {
			text = value.Str
		}
		all = append(all, key.Str+" "+text)
		return true
	})
	return strings.Join(all, ", ")
}

// subs lists the multi-fields of a record, each followed by its type (the first attribute) unless that equals its name.
func subs(records []rows.Record, i int) string {
	var all []string
	for k := i + 1; k < len(records) && records[k].Sub; k++ {
		r := &records[k]
		if r.Parent != i {
			continue
		}
		text := r.Path
		if kind := r.Attrs[0]; kind != "" && r.Segments[len(r.Segments)-1] != kind {
			text += " (" + kind + ")"
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}
