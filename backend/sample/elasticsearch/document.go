package elasticsearch

import (
	"fmt"
	"sort"
	"strings"

	"github.com/tidwall/gjson"

	"quarry/backend/sample"
)

// node holds the indexed values of a document or of one nested object in it.
type node struct {
	path     string // of the nested field, empty for the document
	values   map[string][]value
	children []*node
}

// document is one stored document.
type document struct {
	id, routing string
	source      []byte
	root        *node
	seq         int      // its sequence number
	ordinal     int      // its number in the shard, where its nested objects precede it
	ignored     []string // fields with a value that was stored but not indexed
}

// loadDocument indexes a source under a mapping.
func loadDocument(s *schema, d sample.Doc) (*document, error) {
	if !gjson.ValidBytes(d.Source) {
		return nil, fmt.Errorf("document %q is not JSON", d.ID)
	}
	out := &document{id: d.ID, routing: d.Routing, source: d.Source, root: newNode("")}
	l := loader{schema: s, doc: out}
	l.object("", gjson.ParseBytes(d.Source), out.root)
	if l.err != nil {
		return nil, fmt.Errorf("document %q: %w", d.ID, l.err)
	}
	sort.Strings(out.ignored)
	return out, nil
}

func newNode(path string) *node { return &node{path: path, values: map[string][]value{}} }

type loader struct {
	schema *schema
	doc    *document
	err    error
}

func (l *loader) fail(path, reason string) {
	if l.err == nil {
		l.err = fmt.Errorf("field %s: %s", path, reason)
	}
}

func (l *loader) object(prefix string, v gjson.Result, into *node) {
	v.ForEach(func(name, member gjson.Result) bool {
		l.member(prefix+name.String(), member, into)
		return l.err == nil
	})
}

func (l *loader) member(path string, v gjson.Result, into *node) {
	if b, ok := l.schema.branches[path]; ok {
		l.branch(path, b, v, into)
		return
	}
	f := l.schema.fields[path]
	if f == nil {
		l.fail(path, "is not mapped")
		return
	}
	l.leaf(f, v, into)
}

func (l *loader) branch(path string, b branch, v gjson.Result, into *node) {
	switch {
	case !b.enabled || v.Type == gjson.Null:
	case v.IsArray():
		v.ForEach(func(_, item gjson.Result) bool {
			l.branch(path, b, item, into)
			return l.err == nil
		})
	case !v.IsObject():
		l.fail(path, "is no object")
	case b.nested:
		child := newNode(path)
		into.children = append(into.children, child)
		l.object(path+".", v, child)
	default:
		l.object(path+".", v, into)
	}
}

func (l *loader) leaf(f *field, v gjson.Result, into *node) {
	switch {
	case v.Type == gjson.Null:
	case f.kind == "geo_point":
		l.point(f, v, into)
	case f.kind == "flattened":
		l.flattened(f, "", v, into)
	case f.kind == "dense_vector" || f.kind == "binary":
		into.values[f.path] = append(into.values[f.path], value{raw: v.Raw})
	case v.IsArray():
		v.ForEach(func(_, item gjson.Result) bool {
			l.leaf(f, item, into)
			return l.err == nil
		})
	case f.class() == interval:
		l.interval(f, v, into)
	default:
		l.scalar(f, v, into)
	}
}

func (l *loader) scalar(f *field, v gjson.Result, into *node) {
	if v.IsObject() {
		l.fail(f.path, "is an object")
		return
	}
	for _, target := range append([]*field{f}, f.subfields...) {
		if target.ignoreAbove > 0 && len([]rune(scalar(v))) > target.ignoreAbove {
			l.doc.ignored = append(l.doc.ignored, target.path)
			continue
		}
		parsed, fail := target.parse(v)
		if fail != nil {
			l.fail(f.path, fail.reason)
			return
		}
		into.values[target.path] = append(into.values[target.path], parsed)
	}
}

// point reads {"lat","lon"}, "lat,lon" and [lon,lat].
func (l *loader) point(f *field, v gjson.Result, into *node) {
	p := value{raw: v.Raw}
	switch {
	case v.IsObject():
		p.lat, p.lon = v.Get("lat").Float(), v.Get("lon").Float()
	case v.IsArray() && v.Get("0").Type == gjson.Number:
		p.lon, p.lat = v.Get("0").Float(), v.Get("1").Float()
	case v.Type == gjson.String:
		lat, lon, _ := strings.Cut(v.String(), ",")
		p.lat, p.lon = gjson.Parse(lat).Float(), gjson.Parse(lon).Float()
	default:
		l.fail(f.path, "is no point")
	}
	into.values[f.path] = append(into.values[f.path], p)
}

// flattened indexes every leaf under the field itself and under its key.
func (l *loader) flattened(f *field, key string, v gjson.Result, into *node) {
	switch {
	case v.Type == gjson.Null:
	case v.IsObject():
		v.ForEach(func(name, member gjson.Result) bool {
			inner := name.String()
			if key != "" {
				inner = key + "." + inner
			}
			l.flattened(f, inner, member, into)
			return true
		})
	case v.IsArray():
		v.ForEach(func(_, item gjson.Result) bool {
			l.flattened(f, key, item, into)
			return true
		})
	default:
		leaf := value{text: scalar(v), raw: v.Raw}
		into.values[f.path] = append(into.values[f.path], leaf)
		into.values[f.path+"."+key] = append(into.values[f.path+"."+key], leaf)
	}
}

func (l *loader) interval(f *field, v gjson.Result, into *node) {
	span, fail := f.span(v)
	if fail != nil {
		l.fail(f.path, fail.reason)
		return
	}
	into.values[f.path] = append(into.values[f.path], span)
}

// lucene returns the number of entries that the document takes up in its shard.
func (n *node) lucene() int {
	count := 1
	for _, c := range n.children {
		count += c.lucene()
	}
	return count
}

// at returns the nested objects of a path below a node, in order.
func (n *node) at(path string) []*node {
	var out []*node
	for _, c := range n.children {
		if c.path == path {
			out = append(out, c)
		}
		out = append(out, c.at(path)...)
	}
	return out
}
