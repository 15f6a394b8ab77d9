package elasticsearch

import (
	"strconv"
	"strings"
	"time"

	"github.com/tidwall/gjson"
)

// fieldPattern is one entry of the fields option.
type fieldPattern struct{ name string }

func parseFields(v gjson.Result) ([]fieldPattern, *failure) {
	var out []fieldPattern
	for _, item := range v.Array() {
		if item.IsObject() {
			if item.Get("format").Exists() {
				return nil, unsupported("The sample engine does not answer a format in fields.")
			}
			item = item.Get("field")
		}
		out = append(out, fieldPattern{item.String()})
	}
	return out, nil
}

// fields returns a document's values as indexed (Elasticsearch guide, "the fields option").
func (x *index) fields(d *document, patterns []fieldPattern) *object {
	wanted := map[string]bool{}
	for _, p := range patterns {
		for _, path := range x.schema.match(p.name) {
			wanted[path] = true
		}
		if f := x.schema.lookup(p.name); f != nil && f.key != "" {
			wanted[p.name] = true
		}
	}
	return x.nodeFields(d.root, "", sortedKeys(wanted))
}

// nodeFields writes the fields of one entry; nested fields are objects with relative names.
func (x *index) nodeFields(n *node, within string, paths []string) *object {
	o := new(object)
	inner := map[string][]string{}
	for _, path := range paths {
		f := x.schema.lookup(path)
		if f.nested != within {
			top := x.branchBelow(within, f.nested)
			inner[top] = append(inner[top], path)
			continue
		}
		if values := f.shown(n); len(values) > 0 {
			o.raw(strings.TrimPrefix(path, prefixOf(within)), array(values))
		}
	}
	for _, path := range sortedKeys(inner) {
		var items []string
		for _, child := range n.at(path) {
			if fields := x.nodeFields(child, path, inner[path]); len(fields.text) > 0 {
				items = append(items, string(fields.json()))
			}
		}
		if len(items) > 0 {
			o.raw(strings.TrimPrefix(path, prefixOf(within)), array(items))
		}
	}
	return o
}

func prefixOf(path string) string {
	if path == "" {
		return ""
	}
	return path + "."
}

// branchBelow returns the outermost nested object on the way from one path to a deeper one.
func (x *index) branchBelow(within, path string) string {
	for i := len(prefixOf(within)); i < len(path); i++ {
		if path[i] == '.' && x.schema.branches[path[:i]].nested {
			return path[:i]
		}
	}
	return path
}

func (f *field) shown(n *node) []string {
	var out []string
	for _, v := range n.values[f.path] {
		out = append(out, f.show(v))
	}
	if f.kind == "flattened" && f.key == "" && len(out) > 0 {
		return nil // a flattened field is returned as its object, which the index does not store
	}
	return out
}

// show formats one value in the way its type appears in a response.
func (f *field) show(v value) string {
	switch f.kind {
	case "long", "integer", "short", "byte":
		return strconv.FormatInt(v.whole, 10)
	case "boolean":
		return strconv.FormatBool(v.whole == 1)
	case "double":
		return javaDouble(v.fraction)
	case "float", "half_float":
		return javaFloat(v.fraction)
	case "date":
		return quote(isoText(time.UnixMilli(v.whole)))
	case "date_nanos":
		return quote(isoText(time.Unix(0, v.whole)))
	case "ip":
		return quote(addressText(v.text))
	case "keyword", "flattened", "text":
		return quote(v.text)
	case "geo_point":
		return `{"coordinates":[` + javaDouble(v.lon) + `,` + javaDouble(v.lat) + `],"type":"Point"}`
	}
	if f.kind == "date_range" {
		return f.showDates(v)
	}
	return v.raw
}

// showDates writes the ends of a range of dates as dates.
func (f *field) showDates(v value) string {
	o := new(object)
	gjson.Parse(v.raw).ForEach(func(name, end gjson.Result) bool {
		at, _ := f.element().bound(end, false) // parsed successfully before
		o.str(name.String(), isoText(time.UnixMilli(at.whole)))
		return true
	})
	return string(o.json())
}
