package policy

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
)

// maxDepth is how deep values may be nested. The schema needs five.
const maxDepth = 20

// node is a value of a policy and its place.
type node struct {
	line, column int
	kind         string // as the schema names it: object, array, string, number, boolean, null
	text         string // of a string
	members      []member
	items        []*node
}

// member is a member of an object.
type member struct {
	name  string
	at    *node // the place of the name
	value *node
}

func (n *node) problem(format string, args ...any) Problem {
	return Problem{n.line, n.column, fmt.Sprintf(format, args...)}
}

// member returns the value of a member, nil if there is none.
func (n *node) member(name string) *node {
	if n == nil {
		return nil
	}
	for _, m := range n.members {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

// list returns the items of a list, none for nil.
func (n *node) list() []*node {
	if n == nil {
		return nil
	}
	return n.items
}

// treeParser parses JSON into nodes.
type treeParser struct {
	data    []byte
	decoder *json.Decoder
}

// parseTree parses a file with one JSON value. It reports the first mistake in the syntax.
func parseTree(data []byte) (*node, *Problem) {
	if err := json.Unmarshal(data, new(json.RawMessage)); err != nil {
		return nil, syntax(data, err)
	}
	p := &treeParser{data, json.NewDecoder(bytes.NewReader(data))}
	p.decoder.UseNumber()
	root, err := p.value(0)
	var deep *Problem
	switch {
	case errors.As(err, &deep):
		return nil, deep
	case err != nil:
		return nil, syntax(data, err)
	}
	return root, nil
}

// Error returns the problem's text.
func (p *Problem) Error() string { return p.String() }

// syntax returns the problem of an error in the syntax.
func syntax(data []byte, err error) *Problem {
	offset, text := len(data), "the file ends too early"
	var wrong *json.SyntaxError
	if errors.As(err, &wrong) && int(wrong.Offset) <= len(data) && err.Error() != "unexpected end of JSON input" {
		offset = max(int(wrong.Offset)-1, 0)
		text = cmp.Or(habit(data, offset), err.Error())
	}
	line, column := place(data, offset)
	return &Problem{line, column, "not valid JSON: " + text}
}

// habit returns what to do about a mistake that other formats allow, "" if the text at the offset is none.
func habit(data []byte, offset int) string {
	before := bytes.TrimRight(data[:offset], " \t\r\n")
	switch at := data[offset]; {
	case at == '/' || at == '#':
		return "a comment is not allowed; remove it"
	case (at == '}' || at == ']') && bytes.HasSuffix(before, []byte(",")):
		return "the comma before " + string(at) + " is one too many; remove it"
	case at == '\'':
		return "a text is in double quotes"
	}
	return ""
}

// next returns a node at the next token.
func (p *treeParser) next() *node {
	offset := int(p.decoder.InputOffset())
	for offset < len(p.data) && bytes.IndexByte([]byte(" \t\r\n,:"), p.data[offset]) >= 0 {
		offset++
	}
	line, column := place(p.data, offset)
	return &node{line: line, column: column}
}

func (p *treeParser) value(depth int) (*node, error) {
	n := p.next()
	token, err := p.decoder.Token()
	if err != nil {
		return nil, err
	}
	if depth > maxDepth {
		return nil, &Problem{n.line, n.column, "the values are nested too deeply"}
	}
	switch v := token.(type) {
	case json.Delim:
		if v == '{' {
			return n, p.object(n, depth)
		}
		return n, p.array(n, depth)
	case string:
		n.kind, n.text = "string", v
	case json.Number:
		n.kind = "number"
	case bool:
		n.kind = "boolean"
	default:
		n.kind = "null"
	}
	return n, nil
}

func (p *treeParser) object(n *node, depth int) error {
	n.kind = "object"
	for p.decoder.More() {
		name, err := p.value(depth + 1)
		if err != nil {
			return err
		}
		value, err := p.value(depth + 1)
		if err != nil {
			return err
		}
		n.members = append(n.members, member{name.text, name, value})
	}
	_, err := p.decoder.Token()
	return err
}

func (p *treeParser) array(n *node, depth int) error {
	n.kind = "array"
	for p.decoder.More() {
		value, err := p.value(depth + 1)
		if err != nil {
			return err
		}
		n.items = append(n.items, value)
	}
	_, err := p.decoder.Token()
	return err
}
