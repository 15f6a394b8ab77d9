package elasticsearch

import (
	"strconv"

	"github.com/tidwall/gjson"
)

// entry is a document or a nested object inside one, with its index.
type entry struct {
	hit
	node *node
}

// aggregate computes the aggregations of a search.
func (e *Engine) aggregate(aggs gjson.Result, hits []hit) (*object, *failure) {
	entries := make([]entry, len(hits))
	for i, h := range hits {
		entries[i] = entry{h, h.doc.root}
	}
	return e.buckets(aggs, entries)
}

func (e *Engine) buckets(aggs gjson.Result, entries []entry) (*object, *failure) {
	o := new(object)
	var fail *failure
	aggs.ForEach(func(name, def gjson.Result) bool {
		var one *object
		one, fail = e.aggregation(def, entries)
		if fail == nil {
			o.obj(name.String(), one)
		}
		return fail == nil
	})
	return o, fail
}

// aggregator computes one aggregation. inner are the aggregations inside it.
type aggregator func(e *Engine, def, inner gjson.Result, entries []entry) (*object, *failure)

// aggregators is filled in init because they call each other through it.
var aggregators map[string]aggregator

// leafAggregations cannot contain other aggregations here.
var leafAggregations = map[string]bool{
	"cardinality": true, "value_count": true, "stats": true, "min": true, "max": true, "sum": true, "avg": true, "top_hits": true, "histogram": true, "date_range": true,
}

func init() {
	aggregators = map[string]aggregator{
		"terms": (*Engine).termsBuckets, "nested": (*Engine).nestedBucket, "filter": (*Engine).filterBucket,
		"cardinality": (*Engine).cardinality, "value_count": (*Engine).valueCount, "stats": (*Engine).stats,
		"min": (*Engine).extreme, "max": (*Engine).extreme, "sum": (*Engine).totalled, "avg": (*Engine).totalled, "top_hits": (*Engine).topHits,
		"histogram": (*Engine).histogram, "date_histogram": (*Engine).dateHistogram,
		"date_range": (*Engine).dateRanges,
	}
}

func (e *Engine) aggregation(def gjson.Result, entries []entry) (*object, *failure) {
	var kind string
	var inner gjson.Result
	def.ForEach(func(name, body gjson.Result) bool {
		switch name.String() {
		case "aggs", "aggregations":
			inner = body
		case "meta":
		default:
			kind = name.String()
		}
		return true
	})
	one := aggregators[kind]
	switch {
	case one == nil:
		return nil, unsupported("The sample engine does not answer the aggregation %s.", kind)
	case inner.Exists() && leafAggregations[kind]:
		return nil, unsupported("The sample engine does not answer aggregations inside %s.", kind)
	}
	return one(e, def, inner, entries)
}

// bucket writes a bucket with the aggregations inside it.
func (e *Engine) bucket(entries []entry, inner gjson.Result) (*object, *failure) {
	o := new(object).num("doc_count", len(entries))
	rest, fail := e.buckets(inner, entries)
	if fail != nil {
		return nil, fail
	}
	if len(rest.text) > 0 {
		o.text = append(append(o.text, ','), rest.text...)
	}
	return o, nil
}

func (e *Engine) nestedBucket(def, inner gjson.Result, entries []entry) (*object, *failure) {
	path := def.Get("nested.path").String()
	var below []entry
	for _, n := range entries {
		for _, child := range n.node.at(path) {
			below = append(below, entry{n.hit, child})
		}
	}
	return e.bucket(below, inner)
}

func (e *Engine) filterBucket(def, inner gjson.Result, entries []entry) (*object, *failure) {
	return e.filtered(def.Get("filter"), true, inner, entries)
}

// filtered keeps the entries that match a query, or those that do not.
func (e *Engine) filtered(query gjson.Result, wanted bool, inner gjson.Result, entries []entry) (*object, *failure) {
	clauses := map[*index]clause{}
	var kept []entry
	for _, n := range entries {
		q := clauses[n.index]
		if q == nil {
			var fail *failure
			if q, fail = (compiler{index: n.index, major: e.release.major}).query(query); fail != nil {
				return nil, searchFailed([]shardFailure{{n.index.name, fail}})
			}
			clauses[n.index] = q
		}
		if ok, _ := q.match(n.doc, n.node); ok == wanted {
			kept = append(kept, n)
		}
	}
	return e.bucket(kept, inner)
}

// bucket is one value with the number of entries that have it.
type bucket struct {
	field *field
	value value
	count int
}

// indexName is the field for the name of a document's index.
var indexName = &field{path: "_index", kind: "keyword", indexed: true, docValues: true}

// each calls a function for each entry with its values of the field in an aggregation.
func (e *Engine) each(def gjson.Result, entries []entry, do func(f *field, values []value)) *failure {
	name := def.Get("field").String()
	if name == "" {
		return badArgument("Required one of fields [field, script], but none were specified. ")
	}
	for _, n := range entries {
		if name == indexName.path {
			do(indexName, []value{{text: n.index.name}})
			continue
		}
		f := n.index.schema.lookup(name)
		if f == nil {
			continue
		}
		c := compiler{index: n.index, major: e.release.major}
		if fail := c.sortable(f); fail != nil {
			return searchFailed([]shardFailure{{n.index.name, fail}})
		}
		do(f, n.node.values[f.path])
	}
	return nil
}

// values counts the entries for each distinct value of a field, and all values.
func (e *Engine) values(def gjson.Result, entries []entry) (map[string]*bucket, int, *failure) {
	counts, total := map[string]*bucket{}, 0
	fail := e.each(def, entries, func(f *field, values []value) {
		seen := map[string]bool{}
		for _, v := range values {
			total++
			id := f.bucketKey(v)
			if seen[id] {
				continue
			}
			seen[id] = true
			if counts[id] == nil {
				counts[id] = &bucket{field: f, value: v}
			}
			counts[id].count++
		}
	})
	return counts, total, fail
}

// bucketKey writes a bucket's key.
func (f *field) bucketKey(v value) string {
	switch f.class() {
	case whole:
		return strconv.FormatInt(v.whole, 10)
	case fraction:
		return javaDouble(v.fraction)
	case address:
		return quote(addressText(v.text))
	}
	return quote(v.text)
}
