package console

import (
	"encoding/json"
	"slices"
	"strings"

	"quarry/drivers/driver"
)

// profile turns on profiling in the search. The error is of kind refused if the request is not a search; example is one
// that can be profiled, "" if the engine has no profiler.
func (p *Plan) profile(example string) error {
	switch {
	case example == "":
		return &driver.Error{Kind: driver.Refused, Message: "This engine cannot profile a search. Nothing was sent."}
	case p.route.Profile == "":
		return &driver.Error{
			Kind: driver.Refused, Message: "Only a search can be profiled. Nothing was sent.",
			Hint: "Put the cursor in a request such as " + example + `. Other requests that take "profile": true in their body return the profile as JSON.`,
		}
	}
	if p.route.Lines {
		return p.body.turnOnInEach(p.route.Profile)
	}
	return p.body.turnOn(p.route.Profile)
}

// turnOn sets a member of the body's object to true and changes nothing else. A body without content becomes an object.
func (b *Body) turnOn(name string) error {
	if b.Text == "" {
		b.Text = `{"` + name + `": true}`
		return nil
	}
	return b.turnOnIn(0, len(b.Text), name)
}

// turnOnInEach does the same for each search in a body of lines: every second line, after its header.
func (b *Body) turnOnInEach(name string) error {
	lines := strings.SplitAfter(strings.TrimRight(b.Text, " \t\r\n"), "\n")
	if slices.ContainsFunc(lines, func(line string) bool { return strings.TrimSpace(line) == "" }) {
		return &driver.Error{
			Kind: driver.Refused, Message: "A line of the body is blank, so Quarry cannot profile its searches. Nothing was sent.",
			Hint: "Each search is one line below its header; an empty header is {}.",
		}
	}
	to := len(strings.TrimRight(b.Text, " \t\r\n"))
	for n := len(lines) - 1; n >= 0; n-- {
		from := to - len(lines[n])
		if n%2 == 1 {
			if err := b.turnOnIn(from, to, name); err != nil {
				return err
			}
		}
		to = from
	}
	return nil
}

// turnOnIn sets a member to true in the object in part of the body.
func (b *Body) turnOnIn(from, to int, name string) error {
	source := b.Text[from:to]
	o, ok := objectOf(source, name)
	member := `"` + name + `": true`
	switch {
	case !ok:
		return &driver.Error{
			Kind: driver.Refused, Message: "The body is not a JSON object, so Quarry cannot profile the search. Nothing was sent.",
			Hint: "Put the search between { and }.",
		}
	case o.to > o.from:
		b.replace(from+o.from, from+o.to, "true")
	case o.empty:
		b.replace(from+o.open, from+o.open, member)
	case lineBreak(source[o.open:]) != "":
		b.replace(from+o.open, from+o.open, lineBreak(source[o.open:])+member+",")
	default:
		b.replace(from+o.open, from+o.open, member+", ")
	}
	return nil
}

// lineBreak returns the line break and following white space at the beginning of a text, "" if it begins with anything
// else.
func lineBreak(source string) string {
	white := source[:len(source)-len(strings.TrimLeft(source, " \t\r\n"))]
	n := strings.LastIndexByte(white, '\n')
	switch {
	case n < 0:
		return ""
	case n > 0 && white[n-1] == '\r':
		n--
	}
	return white[n:]
}

// object is where the parts of a JSON object are in a text.
type object struct {
	open     int  // after its {
	empty    bool // it has no members
	from, to int  // the value of a member; equal if there is no such member
}

// objectOf looks for a member of the object at the beginning of a text. It returns false if there is none.
func objectOf(source, name string) (object, bool) {
	o := object{empty: true}
	depth, key, found := 0, false, false // key: the name of a member comes next; found: its value does
	for _, p := range scan(source) {
		content := source[p.from:p.to]
		switch {
		case !p.isContent():
			continue
		case depth == 0:
			if content != "{" {
				return o, false
			}
			o.open, depth, key = p.to, 1, true
			continue
		}
		outer := depth
		if p.kind == sign {
			depth += nesting[content]
		}
		if depth == 0 {
			break
		}
		o.empty = false
		switch {
		case outer > 1 || depth > 1:
		case content == ",":
			if found {
				return o, true
			}
			key = true
			continue
		case content == ":":
			continue
		case key:
			var decoded string
			found = p.kind == text && json.Unmarshal([]byte(content), &decoded) == nil && decoded == name
			key = false
			continue
		}
		if found {
			if o.to == 0 {
				o.from = p.from
			}
			o.to = p.to
		}
	}
	return o, true
}

// nesting is how a sign changes the depth of what follows it.
var nesting = map[string]int{"{": 1, "[": 1, "}": -1, "]": -1}

// replace replaces part of a body. Positions around it still map to the console's text.
func (b *Body) replace(from, to int, insert string) {
	more := len(insert) - (to - from)
	at := 0
	for at < len(b.copied) && b.copied[at].at < to {
		at++
	}
	for i := at; i < len(b.copied); i++ {
		b.copied[i].at += more
	}
	b.Text = b.Text[:from] + insert + b.Text[to:]
}
