package elasticsearch

import (
	"sort"
	"strconv"

	"github.com/tidwall/gjson"
)

// entry is a document or a nested object inside one, with its index.
type entry struct {
	hit
	node *node
}

// aggregate computes the aggregations of a search: terms, cardinality, value_count, and nested around them.
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

func (e *Engine) aggregation(def gjson.Result, entries []entry) (*object, *failure) {
	switch {
	case def.Get("terms").Exists():
		if def.Get("aggs").Exists() || def.Get("aggregations").Exists() {
			return nil, unsupported("The sample engine does not answer aggregations inside terms.")
		}
		return e.termsBuckets(def.Get("terms"), entries)
	case def.Get("nested").Exists():
		return e.nestedBucket(def, entries)
	case def.Get("cardinality").Exists():
		counts, _, fail := e.values(def.Get("cardinality"), entries)
		return new(object).num("value", len(counts)), fail
	case def.Get("value_count").Exists():
		_, total, fail := e.values(def.Get("value_count"), entries)
		return new(object).num("value", total), fail
	}
	return nil, unsupported("The sample engine does not answer this aggregation.")
}

func (e *Engine) nestedBucket(def gjson.Result, entries []entry) (*object, *failure) {
	path := def.Get("nested.path").String()
	var inner []entry
	for _, n := range entries {
		for _, child := range n.node.at(path) {
			inner = append(inner, entry{n.hit, child})
		}
	}
	o := new(object).num("doc_count", len(inner))
	below := def.Get("aggs")
	if !below.Exists() {
		below = def.Get("aggregations")
	}
	rest, fail := e.buckets(below, inner)
	if fail != nil {
		return nil, fail
	}
	if len(rest.text) > 0 {
		o.text = append(append(o.text, ','), rest.text...)
	}
	return o, nil
}

// bucket is one value with the number of entries that have it.
type bucket struct {
	field *field
	value value
	count int
}

// values counts the entries of each different value of a field, and all values.
func (e *Engine) values(def gjson.Result, entries []entry) (map[string]*bucket, int, *failure) {
	name := def.Get("field").String()
	if name == "" {
		return nil, 0, badArgument("Required one of fields [field, script], but none were specified. ")
	}
	counts, total := map[string]*bucket{}, 0
	for _, n := range entries {
		f := n.index.schema.lookup(name)
		if f == nil {
			continue
		}
		c := compiler{index: n.index, major: e.release.major}
		if fail := c.sortable(f); fail != nil {
			return nil, 0, searchFailed([]shardFailure{{n.index.name, fail}})
		}
		seen := map[string]bool{}
		for _, v := range n.node.values[f.path] {
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
	}
	return counts, total, nil
}

// bucketKey writes the key of a bucket.
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

// termsBuckets is a terms aggregation: the most frequent values first, equally frequent ones by value.
func (e *Engine) termsBuckets(def gjson.Result, entries []entry) (*object, *failure) {
	counts, _, fail := e.values(def, entries)
	if fail != nil {
		return nil, fail
	}
	list := make([]*bucket, 0, len(counts))
	for _, b := range counts {
		list = append(list, b)
	}
	byKey := def.Get("order._key").String()
	sort.Slice(list, func(i, j int) bool {
		a, b := list[i], list[j]
		c := a.field.class().compare(a.value, b.value)
		switch {
		case byKey == "desc":
			return c > 0
		case byKey == "" && a.count != b.count:
			return a.count > b.count
		}
		return c < 0
	})
	size := 10
	if v := def.Get("size"); v.Exists() {
		size = int(v.Int())
	}
	shown := list[:min(size, len(list))]
	items := make([]string, len(shown))
	for i, b := range shown {
		items[i] = string(b.json().json())
	}
	other := 0
	for _, b := range list[len(shown):] {
		other += b.count
	}
	return new(object).num("doc_count_error_upper_bound", 0).num("sum_other_doc_count", other).raw("buckets", array(items)), nil
}

func (b *bucket) json() *object {
	o := new(object).raw("key", b.field.bucketKey(b.value))
	switch b.field.kind {
	case "boolean", "date", "date_nanos":
		text := b.field.show(b.value)
		if b.field.kind == "boolean" {
			text = quote(text)
		}
		o.raw("key_as_string", text)
	}
	return o.num("doc_count", b.count)
}
