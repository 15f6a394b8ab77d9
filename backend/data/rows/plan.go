package rows

import (
	"errors"
	"fmt"
	"strings"
)

// From is where a column's path begins.
type From uint8

const (
	Doc From = iota // in the document inside the row
	Row             // in the row itself
)

// Plan says how an engine's response becomes a page. Paths are keys joined with dots; `*` steps over the elements of an
// array.
type Plan struct {
	Rows     string   // where the array of rows is: "hits.hits", "results.*.hits"; "" if the response itself is the array
	Doc      string   // where the document is inside a row: "_source", "document"; "" if the row itself is the document
	Columns  []Column // the visible columns, in order
	Hidden   []Hidden // the hidden columns, in order
	Cut      int      // code points after which an array or object cell is cut and "..." is added; 0 for never
	Last     string   // path inside a row: its raw JSON in the first and the last row is returned; "" for none
	Pick     []string // paths outside the rows: their raw JSON is returned, as Pick does
	Lines    bool     // the response is rows alone, one per line; then Rows and Pick are empty
	Sparse   bool     // a response without the array of rows has no rows; otherwise it is an error
	MaxDepth int      // deeper nesting is an error, or a [Flaw] inside a document; 0 for the maximum, 1024
}

// Column is one visible column.
type Column struct {
	Name   string
	From   From
	Path   []string // keys, which can contain dots themselves; empty for the whole document or row
	Nested []int    // the length of Path up to each nested field along it: [1] for authors.name
	First  bool     // show an array of exactly one value as that value
}

// Hidden is a column that is not shown. Its name begins with "#".
type Hidden struct {
	Name string
	At   string // a path inside the row; "" for the XXH64 of the document's bytes as 16 hexadecimal digits
	Key  bool   // it is part of the row's key
}

func (p *Plan) depth() int {
	if p.MaxDepth == 0 {
		return defaultDepth
	}
	return p.MaxDepth
}

func (p *Plan) valid() error {
	if p.MaxDepth < 0 || p.MaxDepth > deepest {
		return fmt.Errorf("the depth %d is not between 0 and %d", p.MaxDepth, deepest)
	}
	if p.Cut < 0 {
		return fmt.Errorf("the cut %d is below 0", p.Cut)
	}
	if p.Lines && (p.Rows != "" || len(p.Pick) > 0) {
		return errors.New("nothing is beside or around lines")
	}
	for _, c := range p.Columns {
		if err := c.valid(p.depth()); err != nil {
			return fmt.Errorf("column %q: %w", c.Name, err)
		}
	}
	for _, h := range p.Hidden {
		if !strings.HasPrefix(h.Name, "#") {
			return fmt.Errorf("hidden column %q: its name does not begin with #", h.Name)
		}
	}
	return nil
}

func (c *Column) valid(depth int) error {
	if c.From != Doc && c.From != Row {
		return fmt.Errorf("unknown origin %d", c.From)
	}
	if len(parts(c.Path)) > depth {
		return errors.New("its path is too deep")
	}
	for _, n := range c.Nested {
		if n < 1 || n > len(c.Path) {
			return fmt.Errorf("the nested prefix %d is not between 1 and %d", n, len(c.Path))
		}
	}
	return nil
}

// parts splits keys at their dots: {"a":{"b":1}} and {"a.b":1} mean the same to an engine.
func parts(path []string) []string {
	out := make([]string, 0, len(path))
	for _, key := range path {
		out = append(out, strings.Split(key, ".")...)
	}
	return out
}

// steps splits a dotted path of the response into its keys; "" has none.
func steps(path string) []string {
	if path == "" {
		return nil
	}
	return strings.Split(path, ".")
}
