package filtertruth

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// definition is a field as a mapping defines it.
type definition struct {
	Type        string                `json:"type"`
	Properties  map[string]definition `json:"properties"`
	Fields      map[string]definition `json:"fields"`
	Path        string                `json:"path"` // target of an alias
	Format      string                `json:"format"`
	Normalizer  string                `json:"normalizer"`
	IgnoreAbove int                   `json:"ignore_above"`
	NullValue   *string               `json:"null_value"`
	Value       string                `json:"value"` // of a constant field
	Scaling     json.Number           `json:"scaling_factor"`
	Index       *bool                 `json:"index"`
	DocValues   *bool                 `json:"doc_values"`
	Enabled     *bool                 `json:"enabled"`
	Malformed   bool                  `json:"ignore_malformed"`
}

// Field is one column of a mapping.
type Field struct {
	Name   string   // the name that rows use
	Path   []string // where its values are: for an alias, those of its target
	Nested []int    // how many segments of Path lead to each enclosing array of objects, outermost first
	definition
	Whole *definition // for text: its keyword subfield, nil for none
}

// Fields returns a mapping's columns by name. An array of nested objects and an object that is not enabled are each one
// column.
func Fields(mapping []byte) (map[string]*Field, error) {
	var root definition
	if err := json.Unmarshal(mapping, &root); err != nil {
		return nil, fmt.Errorf("read a mapping: %w", err)
	}
	all := map[string]*Field{}
	root.add(all, nil, nil)
	for _, f := range all {
		if f.Type != "alias" {
			continue
		}
		target := all[f.definition.Path]
		if target == nil {
			return nil, fmt.Errorf("the alias %s has no target", f.Name)
		}
		f.definition, f.Path, f.Nested, f.Whole = target.definition, target.Path, target.Nested, target.Whole
	}
	return all, nil
}

func (d definition) add(all map[string]*Field, path []string, nested []int) {
	for name, child := range d.Properties {
		at := append(slices.Clone(path), name)
		inside := nested
		if child.Type == "nested" {
			inside = append(slices.Clone(nested), len(at))
		}
		if leaf := child.Type != "" && child.Type != "object"; leaf || child.off() {
			all[strings.Join(at, ".")] = &Field{Name: strings.Join(at, "."), Path: at, Nested: nested, definition: child, Whole: child.whole()}
		}
		if !child.off() {
			child.add(all, at, inside)
		}
	}
}

func (d definition) off() bool { return d.Enabled != nil && !*d.Enabled }

func (d definition) indexed() bool { return d.Index == nil || *d.Index }

func (d definition) sortable() bool { return d.DocValues == nil || *d.DocValues }

// whole returns the keyword subfield of a text field: the one named keyword, otherwise the first by name.
func (d definition) whole() *definition {
	if d.Type != "text" {
		return nil
	}
	names := []string{}
	for name, sub := range d.Fields {
		if sub.Type == "keyword" && sub.sortable() && sub.indexed() {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	if slices.Contains(names, "keyword") {
		names = []string{"keyword"}
	}
	if len(names) == 0 {
		return nil
	}
	sub := d.Fields[names[0]]
	return &sub
}
