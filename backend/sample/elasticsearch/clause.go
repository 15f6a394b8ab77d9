package elasticsearch

import (
	"github.com/tidwall/gjson"
)

// clause is one compiled query. It says whether an entry matches, and its score.
type clause interface {
	match(d *document, n *node) (bool, float32)
}

// compiler turns a query into clauses for one index.
type compiler struct {
	index  *index
	major  int
	depth  int
	within string // path of the nested objects that are sorted, "" for documents
}

type parser func(compiler, gjson.Result) (clause, *failure)

// parsers is filled in init because the parsers call each other through it.
var parsers map[string]parser

func init() {
	parsers = map[string]parser{
		"match_all": compiler.matchAll, "ids": compiler.ids, "term": compiler.term, "terms": compiler.terms, "range": compiler.rangeClause,
		"exists": compiler.exists, "bool": compiler.bool, "nested": compiler.nested, "match": compiler.matchText,
		"match_phrase": compiler.matchPhrase, "multi_match": compiler.multiMatch, "prefix": compiler.prefix, "wildcard": compiler.wildcard, "regexp": compiler.regexp, "query_string": compiler.queryString,
	}
}

// deepest is the maximum nesting of queries.
const deepest = 30

// query compiles {"name": {...}}. A missing query matches everything.
func (c compiler) query(v gjson.Result) (clause, *failure) {
	if !v.Exists() {
		return every{1}, nil
	}
	if !v.IsObject() {
		return nil, parsing(1, "[_na] query malformed, no start_object after query name")
	}
	if c.depth++; c.depth > deepest {
		return nil, unreadable("The nested depth of the query exceeds the maximum nested depth for queries set in [indices.query.bool.max_nested_depth]")
	}
	names := v.Map()
	if len(names) == 0 {
		return nil, unreadable("query malformed, empty clause found at [1:%d]", 1)
	}
	var name string
	var body gjson.Result
	v.ForEach(func(k, member gjson.Result) bool {
		name, body = k.String(), member
		return false
	})
	if len(names) > 1 {
		return nil, parsing(1, "[%s] malformed query, expected [END_OBJECT] but found [FIELD_NAME]", name)
	}
	p := parsers[name]
	if p == nil {
		if known[name] {
			return nil, unsupported("The sample engine does not answer a %s query.", name)
		}
		f := parsing(1, "unknown query [%s]", name)
		f.cause = &failure{kind: "named_object_not_found_exception", reason: "[1:1] unknown field [" + name + "]"}
		return nil, f
	}
	if !body.IsObject() {
		return nil, parsing(1, "[%s] query malformed, no start_object after query name", name)
	}
	return p(c, body)
}

// known are queries of the engine that the sample engine does not support.
var known = map[string]bool{
	"boosting": true, "combined_fields": true, "constant_score": true, "dis_max": true, "distance_feature": true, "function_score": true, "fuzzy": true, "geo_bounding_box": true, "geo_distance": true,
	"geo_polygon": true, "geo_shape": true, "has_child": true, "has_parent": true, "intervals": true, "knn": true, "match_bool_prefix": true, "match_none": true, "match_phrase_prefix": true,
	"more_like_this": true, "parent_id": true, "percolate": true, "pinned": true, "rank_feature": true, "script": true, "script_score": true, "shape": true,
	"simple_query_string": true, "span_near": true, "span_or": true, "span_term": true, "terms_set": true, "wrapper": true,
}

// every matches all entries with the same score.
type every struct{ score float32 }

func (e every) match(*document, *node) (bool, float32) { return true, e.score }

// none matches nothing.
type none struct{}

func (none) match(*document, *node) (bool, float32) { return false, 0 }

// idSet matches documents by id.
type idSet struct {
	ids   map[string]bool
	score float32
	fold  bool // the ids have no capital letters from A to Z, and case is ignored
}

func (s idSet) match(d *document, _ *node) (bool, float32) {
	return s.ids[folded(s.fold, d.id)], s.score
}

// anyValue matches an entry if one of its values in a field passes the test.
type anyValue struct {
	path  string
	test  func(value) bool
	score float32
}

func (a anyValue) match(_ *document, n *node) (bool, float32) {
	for _, v := range n.values[a.path] {
		if a.test(v) {
			return true, a.score
		}
	}
	return false, 0
}

// boost reads a clause's own weight.
func boost(v gjson.Result) float32 {
	if b := v.Get("boost"); b.Exists() {
		return float32(b.Float())
	}
	return 1
}

func (c compiler) matchAll(v gjson.Result) (clause, *failure) { return every{boost(v)}, nil }

func (c compiler) ids(v gjson.Result) (clause, *failure) {
	set := idSet{ids: map[string]bool{}, score: boost(v)}
	values := v.Get("values")
	if !values.Exists() {
		return nil, parsing(1, "[ids] query malformed, no values")
	}
	for _, id := range values.Array() {
		set.ids[scalar(id)] = true
	}
	return set, nil
}

// exists matches a field with a value, or an object with one below it.
func (c compiler) exists(v gjson.Result) (clause, *failure) {
	name := v.Get("field").String()
	if name == "" {
		return nil, unreadable("field name is null or empty")
	}
	switch name {
	case "_id", "_index":
		return every{boost(v)}, nil
	case "_ignored":
		return ignoredField{nil, boost(v)}, nil
	}
	path := name
	if f := c.index.schema.lookup(name); f != nil {
		path = f.path
	}
	_, object := c.index.schema.branches[path]
	return hasValue{path, object, boost(v)}, nil
}

type hasValue struct {
	path   string
	object bool // whether members of an object count too
	score  float32
}

func (h hasValue) match(_ *document, n *node) (bool, float32) {
	if len(n.values[h.path]) > 0 {
		return true, h.score
	}
	for path, values := range n.values {
		if h.object && len(values) > 0 && len(path) > len(h.path) && path[:len(h.path)] == h.path && path[len(h.path)] == '.' {
			return true, h.score
		}
	}
	return false, 0
}

// nested matches an entry that has a matching nested object.
func (c compiler) nested(v gjson.Result) (clause, *failure) {
	path := v.Get("path").String()
	if path == "" {
		return nil, unreadable("[nested] requires 'path' field")
	}
	b, mapped := c.index.schema.branches[path]
	switch {
	case !mapped && v.Get("ignore_unmapped").Bool():
		return none{}, nil
	case !mapped || !b.nested && c.major >= 8:
		return nil, c.index.inQuery(&failure{kind: "illegal_state_exception", reason: "[nested] failed to find nested object under path [" + path + "]"})
	case !b.nested:
		return nil, c.index.inQuery(&failure{kind: "illegal_state_exception", reason: "[nested] nested object under path [" + path + "] is not of nested type"})
	}
	q, fail := c.query(v.Get("query"))
	if fail != nil {
		return nil, fail
	}
	asked, fail := readInner(v, path, q)
	return inNested{path, q, v.Get("score_mode").String(), boost(v), asked}, fail
}

type inNested struct {
	path  string
	inner clause
	mode  string
	boost float32
	asked *inner // nil without inner_hits
}

func (q inNested) match(d *document, n *node) (bool, float32) {
	var scores []float32
	for _, child := range n.at(q.path) {
		if ok, score := q.inner.match(d, child); ok {
			scores = append(scores, score)
		}
	}
	if len(scores) == 0 {
		return false, 0
	}
	return true, combine(q.mode, scores) * q.boost
}

func combine(mode string, scores []float32) float32 {
	var sum float64
	low, high := scores[0], scores[0]
	for _, s := range scores {
		sum += float64(s)
		low, high = min(low, s), max(high, s)
	}
	switch mode {
	case "sum":
		return float32(sum)
	case "min":
		return low
	case "max":
		return high
	case "none":
		return 0
	}
	return float32(sum / float64(len(scores)))
}
