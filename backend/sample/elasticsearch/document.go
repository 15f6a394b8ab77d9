package elasticsearch

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/tidwall/gjson"

	"quarry/backend/sample"
)

// node holds the indexed values of a document or of one nested object in it.
type node struct {
	path     string // path of the nested field, "" for the document
	values   map[string][]value
	children []*node
}

// document is one stored document.
type document struct {
	id, routing string
	source      []byte
	root        *node
	seq         int // its sequence number
	version     int
	ordinal     int      // its number in the shard; its nested objects come before it
	ignored     []string // fields with a value that was stored but not indexed
}

// loadDocument indexes a source under a mapping that has all of its fields. If a field cannot store its value, it fails
// like the engine.
func loadDocument(s *schema, v release, d sample.Doc) (*document, *failure) {
	out := &document{id: d.ID, routing: d.Routing, source: d.Source, root: newNode("")}
	l := loader{schema: s, release: v, doc: out}
	if !gjson.ValidBytes(d.Source) {
		return nil, l.broken("it is not valid JSON")
	}
	l.object("", gjson.ParseBytes(d.Source), out.root)
	if l.failed != nil {
		return nil, l.failed
	}
	sort.Strings(out.ignored)
	return out, nil
}

func newNode(path string) *node { return &node{path: path, values: map[string][]value{}} }

type loader struct {
	schema  *schema
	release release
	doc     *document
	failed  *failure // the first one
}

func (l *loader) object(prefix string, v gjson.Result, into *node) {
	v.ForEach(func(name, member gjson.Result) bool {
		l.member(prefix+name.String(), member, into)
		return l.failed == nil
	})
}

func (l *loader) member(path string, v gjson.Result, into *node) {
	if b, ok := l.schema.branches[path]; ok {
		l.branch(path, path, b, v, into)
		return
	}
	if f := l.schema.fields[path]; f != nil {
		l.leaf(f, v, into)
	}
}

// branch indexes an object; path is its name in errors.
func (l *loader) branch(path, name string, b branch, v gjson.Result, into *node) {
	switch {
	case !b.enabled || v.Type == gjson.Null:
	case v.IsArray():
		v.ForEach(func(_, item gjson.Result) bool {
			l.branch(path, "null", b, item, into)
			return l.failed == nil
		})
	case !v.IsObject():
		if name != "null" {
			name = path[strings.LastIndexByte(path, '.')+1:]
		}
		l.fail(v, nil, "object mapping for [%s] tried to parse field [%s] as object, but found a concrete value", path, name)
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
	case f.kind == "alias" && l.release.major < 8:
		l.fail(v, badArgument("Cannot write to a field alias [%s].", f.path), "failed to parse")
	case f.kind == "alias":
		l.fail(v, nil, "Cannot write to a field alias [%s].", f.path)
	case v.Type == gjson.Null:
	case f.kind == "geo_point":
		l.point(f, v, into)
	case f.kind == "flattened":
		l.keys(f, v, into)
	case f.kind == "dense_vector":
		l.vector(f, v, into)
	case f.kind == "binary":
		into.values[f.path] = append(into.values[f.path], value{raw: v.Raw})
	case v.IsArray():
		v.ForEach(func(_, item gjson.Result) bool {
			l.leaf(f, item, into)
			return l.failed == nil
		})
	case f.class() == interval:
		l.interval(f, v, into)
	default:
		l.scalar(f, v, into)
	}
}

func (l *loader) scalar(f *field, v gjson.Result, into *node) {
	if cause := f.refuses(v); cause != nil {
		l.unfit(f, v, cause)
		return
	}
	if f.isEmpty(v) {
		return
	}
	for _, target := range append([]*field{f}, f.subfields...) {
		if target.ignoreAbove > 0 && len([]rune(scalar(v))) > target.ignoreAbove {
			l.doc.ignored = append(l.doc.ignored, target.path)
			continue
		}
		parsed, fail := target.parse(v)
		if fail != nil {
			l.unfit(f, v, fail)
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
		for _, name := range []string{"lat", "lon"} {
			if !v.Get(name).Exists() {
				l.misplaced(f, v, parseFailure("Required [%s]", name))
				return
			}
		}
		p.lat, p.lon = v.Get("lat").Float(), v.Get("lon").Float()
	case v.IsArray() && v.Get("0").Type == gjson.Number:
		p.lon, p.lat = v.Get("0").Float(), v.Get("1").Float()
	case v.IsArray():
		v.ForEach(func(_, item gjson.Result) bool {
			l.point(f, item, into)
			return l.failed == nil
		})
		return
	case v.Type == gjson.String:
		lat, lon, pair := strings.Cut(v.String(), ",")
		if !pair {
			l.failed = unsupported("The sample engine does not read a point written as a geohash or as text: %s.", v.Raw)
			return
		}
		p.lat, p.lon = gjson.Parse(strings.TrimSpace(lat)).Float(), gjson.Parse(strings.TrimSpace(lon)).Float()
	default:
		l.misplaced(f, v, parseFailure("geo_point expected"))
		return
	}
	switch {
	case p.lat < -90 || p.lat > 90:
		l.misplaced(f, v, badArgument("illegal latitude value [%s] for %s", javaDouble(p.lat), f.path))
	case p.lon < -180 || p.lon > 180:
		l.misplaced(f, v, badArgument("illegal longitude value [%s] for %s", javaDouble(p.lon), f.path))
	}
	into.values[f.path] = append(into.values[f.path], p)
}

// keys indexes a flattened field, which only accepts objects.
func (l *loader) keys(f *field, v gjson.Result, into *node) {
	objects := []gjson.Result{v}
	if v.IsArray() {
		objects = v.Array()
	}
	for _, one := range objects {
		if !one.IsObject() {
			l.unfit(f, v, parsing(1, "Failed to parse object: expecting token of type [START_OBJECT] but found [%s]", tokenOf(one)))
			return
		}
		l.flattened(f, "", one, into)
	}
}

// vector indexes a dense vector, whose length is part of the mapping.
func (l *loader) vector(f *field, v gjson.Result, into *node) {
	items := v.Array()
	for _, item := range items {
		if !v.IsArray() || item.Type != gjson.Number {
			cause := parsing(1, "Failed to parse object: expecting token of type [VALUE_NUMBER] but found [%s]", tokenOf(item))
			l.fail(v, cause, "failed to parse: %s", cause.reason)
			l.failed.root = cause
			return
		}
	}
	if f.dims > 0 && len(items) != f.dims {
		text := fmt.Sprintf("The [dense_vector] field [%s] in doc [document with id '%s'] has a different number of dimensions [%d] than defined in the mapping [%d]", f.path, l.doc.id, len(items), f.dims)
		l.fail(v, badArgument("%s", text), "failed to parse: %s", text)
		return
	}
	into.values[f.path] = append(into.values[f.path], value{raw: v.Raw})
}

// flattened indexes every leaf both under the field itself and under its key.
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
	if !v.IsObject() && !(v.Type == gjson.String && f.element().kind == "ip") {
		last := f.path[strings.LastIndexByte(f.path, '.')+1:]
		l.unfit(f, v, l.placed(v, "error parsing field [%s], expected an object but got %s", f.path, last))
		return
	}
	if v.IsObject() && !l.ends(f, v) {
		return
	}
	span, fail := f.span(v)
	switch {
	case fail != nil:
		l.unfit(f, v, fail)
	case f.element().class().compare(*span.low, *span.high) > 0:
		l.unfit(f, gjson.Result{Raw: "null", Index: v.Index}, badArgument("min value (%s) is greater than max value (%s)", f.element().show(*span.low), f.element().show(*span.high)))
	default:
		into.values[f.path] = append(into.values[f.path], span)
	}
}

// ends reports whether a range's ends are valid.
func (l *loader) ends(f *field, v gjson.Result) bool {
	e := f.element()
	v.ForEach(func(name, end gjson.Result) bool {
		var cause *failure
		switch {
		case !slices.Contains([]string{"gt", "gte", "lt", "lte"}, name.String()):
			cause = l.placed(end, "error parsing field [%s], with unknown parameter [%s]", f.path, name.String())
		case end.Type == gjson.Null:
		case e.kind == "date":
			_, cause = e.bound(end, false)
		default:
			cause = e.refuses(end)
		}
		if cause != nil {
			l.unfit(f, end, cause)
		}
		return l.failed == nil
	})
	return l.failed == nil
}

// lucene returns how many Lucene documents the document takes up in its shard.
func (n *node) lucene() int {
	count := 1
	for _, c := range n.children {
		count += c.lucene()
	}
	return count
}

// at returns the nested objects at a path below a node, in order.
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
