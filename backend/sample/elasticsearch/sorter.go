package elasticsearch

import (
	"math"
	"sort"
	"strconv"

	"github.com/tidwall/gjson"
)

// key is one sort value of one document.
type key struct {
	value
	absent bool // missing text or address
	kind   string
}

// sorter is a sort field compiled for one index.
type sorter struct {
	sortField
	class class
	kind  string // of the key: long, date, double, float, keyword, ip ...
	of    func(hit) key
}

// hit is a document that matched.
type hit struct {
	doc   *document
	index *index
	shard int
	score float32
	keys  []key
	marks *object // its highlight, nil for none
	inner *object // its inner hits, nil for none
}

// sorter compiles one entry. Versions differ in how they reject sorting on text, on _id and on nested leaves.
func (c compiler) sorter(s sortField) (sorter, *failure) {
	out := sorter{sortField: s, class: whole, kind: "long"}
	switch s.name {
	case "_score":
		out.class, out.kind = fraction, "float"
		out.of = func(h hit) key { return key{value: value{fraction: float64(h.score)}, kind: "float"} }
		return out, nil
	case "_doc":
		out.of = wholeKey(func(h hit) int64 { return int64(h.doc.ordinal) })
		return out, nil
	case "_shard_doc":
		out.of = wholeKey(shardDoc)
		return out, nil
	case "_seq_no":
		out.of = wholeKey(func(h hit) int64 { return int64(h.doc.seq) })
		return out, nil
	case "_index":
		out.class, out.kind = exact, "keyword"
		out.of = func(h hit) key { return key{value: value{text: h.index.name}, kind: "keyword"} }
		return out, nil
	case "_id":
		if c.major >= 8 {
			return out, badArgument("Fielddata access on the _id field is disallowed, you can re-enable it by updating the dynamic cluster setting: indices.id_field_data.enabled")
		}
		out.class, out.kind = exact, "keyword"
		out.of = func(h hit) key { return key{value: value{text: h.doc.id}, kind: "keyword"} }
		return out, nil
	}
	return c.fieldSorter(out)
}

func wholeKey(of func(hit) int64) func(hit) key {
	return func(h hit) key { return key{value: value{whole: of(h)}, kind: "long"} }
}

// shardDoc is the tiebreak of a point in time: the shard's number in the high bits, the entry's in the low ones.
func shardDoc(h hit) int64 { return int64(h.shard)<<32 | int64(h.doc.ordinal) }

func (c compiler) fieldSorter(out sorter) (sorter, *failure) {
	f := c.field(out.name)
	if f == nil && out.unmapped == "" {
		return out, c.index.refuse("No mapping found for [%s] in order to sort on", out.name)
	}
	if f == nil {
		f = &field{path: out.name, kind: out.unmapped, docValues: true}
	}
	if fail := c.sortable(f); fail != nil {
		return out, fail
	}
	out.class, out.kind = f.class(), f.kind
	if fail := out.convert(); fail != nil {
		return out, fail
	}
	pick, fail := c.picker(f, out.sortField)
	if fail != nil {
		return out, fail
	}
	missing, fail := out.missing(f)
	if fail != nil {
		return out, fail
	}
	from := f.class()
	out.of = func(h hit) key {
		values := pick(h)
		if len(values) == 0 {
			return missing
		}
		v := choose(from, out.mode, out.descending, values)
		return key{value: out.cast(from, v), kind: out.kind}
	}
	return out, nil
}

// sortable returns a failure if the engine cannot sort on a field's type (Elasticsearch guide, "doc_values").
func (c compiler) sortable(f *field) *failure {
	switch {
	case f.kind == "text":
		text := "Text fields are not optimised for operations that require per-document field data like aggregations and sorting, so these operations are disabled by default. " +
			"Please use a keyword field instead. Alternatively, set fielddata=true on [" + f.path + "] in order to load field data by uninverting the inverted index. Note that this can use significant memory."
		if c.major >= 8 {
			text = "Fielddata is disabled on [" + f.path + "] in [" + c.index.name + "]. " + text
		}
		return badArgument("%s", text)
	case f.kind == "geo_point" && c.major < 8:
		return badArgument("can't sort on geo_point field without using specific sorting feature, like geo_distance")
	case f.kind == "geo_point":
		return badArgument("can't sort on geo_point or point field without using specific sorting feature, like geo_distance")
	case f.kind == "dense_vector":
		return badArgument("Field [%s] of type [dense_vector] doesn't support sort", f.path)
	case f.class() == interval:
		return unsupported("The sample engine does not sort on ranges.")
	case !f.docValues || f.kind == "binary":
		return badArgument("Can't load fielddata on [%s] because fielddata is unsupported on fields of type [%s]. Use doc values instead.", f.path, f.kind)
	case f.class() == opaque:
		return badArgument("No mapper found for type [%s]", f.kind)
	}
	return nil
}

// convert applies numeric_type.
func (s *sorter) convert() *failure {
	switch s.numericType {
	case "":
		return nil
	case "long", "date", "date_nanos":
		s.class, s.kind = whole, s.numericType
		return nil
	case "double":
		s.class, s.kind = fraction, "double"
		return nil
	}
	return badArgument("invalid value for [numeric_type], must be [long, double, date, date_nanos], got %s", s.numericType)
}

// cast converts a stored value to the class that the sort compares.
func (s *sorter) cast(from class, v value) value {
	switch {
	case from == whole && s.class == fraction:
		v.fraction = float64(v.whole)
	case from == fraction && s.class == whole:
		v.whole = int64(v.fraction)
	}
	return v
}

// picker returns a function that returns a document's values for a sort.
func (c compiler) picker(f *field, s sortField) (func(hit) []value, *failure) {
	if !s.nested.Exists() {
		if f.nested != c.within && f.nested != "" && c.major >= 8 {
			return nil, c.index.refuse("it is mandatory to set the [nested] context on the nested sort field: [%s].", f.path)
		}
		return func(h hit) []value { return h.doc.root.values[f.path] }, nil
	}
	type level struct {
		path   string
		filter clause
	}
	var levels []level
	for n := s.nested; n.Exists(); n = n.Get("nested") {
		path := n.Get("path").String()
		if !c.index.schema.branches[path].nested {
			return nil, c.index.refuse("[nested] failed to find nested object under path [%s]", path)
		}
		q, fail := c.query(n.Get("filter"))
		if fail != nil {
			return nil, fail
		}
		levels = append(levels, level{path, q})
	}
	return func(h hit) []value {
		nodes := []*node{h.doc.root}
		for _, l := range levels {
			var next []*node
			for _, n := range nodes {
				for _, child := range n.at(l.path) {
					if ok, _ := l.filter.match(h.doc, child); ok {
						next = append(next, child)
					}
				}
			}
			nodes = next
		}
		var out []value
		for _, n := range nodes {
			out = append(out, n.values[f.path]...)
		}
		return out
	}, nil
}

// choose picks one of several values: the smallest if ascending, the largest if descending, or according to the mode.
func choose(k class, mode string, descending bool, values []value) value {
	if mode == "" {
		mode = "min"
		if descending {
			mode = "max"
		}
	}
	sorted := append([]value(nil), values...)
	sort.SliceStable(sorted, func(i, j int) bool { return k.compare(sorted[i], sorted[j]) < 0 })
	if mode == "max" {
		return sorted[len(sorted)-1]
	}
	return sorted[0]
}

// missing returns the key of a document without a value: the type's limit, null for texts and addresses, or the value
// given in the sort.
func (s *sorter) missing(f *field) (key, *failure) {
	if s.fill != "" {
		v, fail := f.parse(gjson.Parse(s.fill))
		if fail != nil {
			return key{}, fail
		}
		return key{value: s.cast(f.class(), v), kind: s.kind}, nil
	}
	k := key{kind: s.kind}
	high := s.descending == s.first // ascending and last, or descending and first
	switch s.class {
	case whole:
		k.whole = math.MinInt64
		if s.kind == "date_nanos" {
			k.whole = 0
		}
		if high {
			k.whole = math.MaxInt64
		}
	case fraction:
		k.fraction = math.Inf(-1)
		if high {
			k.fraction = math.Inf(1)
		}
	default:
		k.absent = true
	}
	return k, nil
}

// compare orders two keys in the direction of the sort.
func (s *sorter) compare(a, b key) int {
	if a.absent || b.absent {
		if a.absent && b.absent {
			return 0
		}
		return order(a.absent == s.first, a.absent != s.first)
	}
	if s.descending {
		a, b = b, a
	}
	return s.class.compare(a.value, b.value)
}

// json writes a sort value as the engine does.
func (k key) json() string {
	if k.absent {
		return "null"
	}
	switch k.kind {
	case "float", "half_float":
		return javaFloat(k.fraction)
	case "double":
		return javaDouble(k.fraction)
	case "keyword", "flattened":
		return quote(k.text)
	case "ip":
		return quote(addressText(k.text))
	}
	return strconv.FormatInt(k.whole, 10)
}
