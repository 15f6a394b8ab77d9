package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// node is a JSON value with its original text. It is parsed independently of the host's kernels, because tests compare
// them.
type node struct {
	raw    string
	keys   []string // of an object
	inner  []*node  // of an object or an array
	object bool
	array  bool
}

// readJSON parses one value with nothing after it.
func readJSON(raw string) (*node, error) {
	raw = strings.TrimSpace(raw)
	if !json.Valid([]byte(raw)) {
		return nil, fmt.Errorf("no JSON: %.200q", raw)
	}
	return readNode(raw)
}

func readNode(raw string) (*node, error) {
	n := &node{raw: raw, object: strings.HasPrefix(raw, "{"), array: strings.HasPrefix(raw, "[")}
	if !n.object && !n.array {
		return n, nil
	}
	d := json.NewDecoder(bytes.NewReader([]byte(raw)))
	if _, err := d.Token(); err != nil {
		return nil, fmt.Errorf("open a value: %w", err)
	}
	for d.More() {
		if n.object {
			key, err := d.Token()
			if err != nil {
				return nil, fmt.Errorf("read a key: %w", err)
			}
			n.keys = append(n.keys, key.(string))
		}
		var text json.RawMessage
		if err := d.Decode(&text); err != nil {
			return nil, fmt.Errorf("read a member: %w", err)
		}
		inner, err := readNode(string(text))
		if err != nil {
			return nil, err
		}
		n.inner = append(n.inner, inner)
	}
	return n, nil
}

// reach returns every value at a dotted path: keys may contain dots, and arrays on the way are passed through.
func (n *node) reach(path string) []*node {
	var found []*node
	if n.array {
		for _, item := range n.inner {
			found = append(found, item.reach(path)...)
		}
	}
	for i, key := range n.keys {
		switch rest, below := strings.CutPrefix(path, key+"."); {
		case key == path:
			found = append(found, n.inner[i])
		case below:
			found = append(found, n.inner[i].reach(rest)...)
		}
	}
	return found
}

// tokens returns the texts of all keys and scalars in the value except null.
func (n *node) tokens() []string {
	if !n.object && !n.array {
		if n.raw == "null" {
			return nil
		}
		return []string{n.raw}
	}
	var all []string
	for i, item := range n.inner {
		if n.object {
			all = append(all, "key "+n.keys[i])
		}
		all = append(all, item.tokens()...)
	}
	return all
}

// text returns the decoded text of a string.
func (n *node) text() (string, error) {
	var s string
	if !strings.HasPrefix(n.raw, `"`) {
		return "", errors.New("no string: " + n.raw)
	}
	if err := json.Unmarshal([]byte(n.raw), &s); err != nil {
		return "", fmt.Errorf("decode a string: %w", err)
	}
	return s, nil
}

// tokensOf returns the tokens of several values.
func tokensOf(nodes []*node) []string {
	var all []string
	for _, n := range nodes {
		all = append(all, n.tokens()...)
	}
	return all
}
