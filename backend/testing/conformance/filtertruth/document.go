package filtertruth

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Document is one document of a corpus.
type Document struct {
	ID     string
	Source string
	root   any // its JSON, with numbers as spelled
}

// read parses a document's source.
func (d *Document) read() error {
	decoder := json.NewDecoder(strings.NewReader(d.Source))
	decoder.UseNumber()
	if err := decoder.Decode(&d.root); err != nil {
		return fmt.Errorf("read document %s: %w", d.ID, err)
	}
	return nil
}

// elements returns the objects of the innermost array around a field, or the document itself if there is none.
func (d *Document) elements(f *Field) []any {
	if len(f.Nested) == 0 {
		return []any{d.root}
	}
	return objects(at(d.root, f.Path[:f.Nested[len(f.Nested)-1]]))
}

// values returns the values of a field in one of its elements, with nested arrays flattened and nulls kept.
func (f *Field) values(element any) []any {
	path := f.Path
	if n := len(f.Nested); n > 0 {
		path = path[f.Nested[n-1]:]
	}
	return at(element, path)
}

// at returns the values at a path, whether its parts are objects or names with dots, through arrays of any depth.
func at(v any, path []string) []any {
	if list, ok := v.([]any); ok {
		var all []any
		for _, item := range list {
			all = append(all, at(item, path)...)
		}
		return all
	}
	if len(path) == 0 {
		return []any{v}
	}
	object, _ := v.(map[string]any)
	var all []any
	for n := 1; n <= len(path); n++ {
		if inner, ok := object[strings.Join(path[:n], ".")]; ok {
			all = append(all, at(inner, path[n:])...)
		}
	}
	return all
}

func objects(values []any) []any {
	var all []any
	for _, v := range values {
		if _, ok := v.(map[string]any); ok {
			all = append(all, v)
		}
	}
	return all
}
