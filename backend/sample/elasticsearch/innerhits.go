package elasticsearch

import (
	"slices"

	"github.com/tidwall/gjson"
)

// defaultInner is the default number of inner hits.
const defaultInner = 3

// inner is the inner_hits option of a nested query (Retrieve inner hits).
type inner struct {
	name       string
	from, size int
	path       string
	query      clause
}

// readInner reads inner_hits; the result is nil if there are none.
func readInner(v gjson.Result, path string, q clause) (*inner, *failure) {
	options := v.Get("inner_hits")
	if !options.Exists() {
		return nil, nil
	}
	in := &inner{name: path, size: defaultInner, path: path, query: q}
	var fail *failure
	options.ForEach(func(key, value gjson.Result) bool {
		switch key.String() {
		case "name":
			in.name = value.String()
		case "from":
			in.from, fail = count("from", value)
		case "size":
			in.size, fail = count("size", value)
		default:
			fail = unsupported("The sample engine does not answer %s in inner_hits.", key.String())
		}
		return fail == nil
	})
	return in, fail
}

// innerHit is a matching nested object.
type innerHit struct {
	offset int
	score  float32
	raw    string
}

// innerHits writes the nested objects that match a query's nested queries, nil if none has inner_hits.
func (e *Engine) innerHits(q clause, h hit) (*object, *failure) {
	o := new(object)
	var fail *failure
	each(q, func(in *inner) {
		var one *object
		if one, fail = e.innerOf(in, h); fail == nil {
			o.obj(in.name, one)
		}
	})
	if len(o.text) == 0 {
		return nil, fail
	}
	return o, fail
}

// each visits all inner_hits in a query.
func each(q clause, visit func(*inner)) {
	switch q := q.(type) {
	case inNested:
		if q.asked != nil {
			visit(q.asked)
		}
	case combination:
		for _, list := range [][]clause{q.must, q.filter, q.should} {
			for _, one := range list {
				each(one, visit)
			}
		}
	}
}

func (e *Engine) innerOf(in *inner, h hit) (*object, *failure) {
	sources := gjson.GetBytes(h.doc.source, in.path)
	items := []gjson.Result{sources}
	if sources.IsArray() {
		items = sources.Array()
	}
	children := h.doc.root.at(in.path)
	if len(children) != len(items) {
		return nil, unsupported("The sample engine does not answer inner_hits of objects in nested objects.")
	}
	var all []innerHit
	for i, child := range children {
		if ok, score := in.query.match(h.doc, child); ok {
			all = append(all, innerHit{i, score, items[i].Raw})
		}
	}
	// Equal scores stay in document order.
	slices.SortStableFunc(all, func(a, b innerHit) int {
		switch {
		case a.score > b.score:
			return -1
		case a.score < b.score:
			return 1
		}
		return 0
	})
	counted, from := len(all), in.from
	if from >= len(all) {
		counted, from = 0, len(all) // if there is nothing left to show, the engine counts nothing
	}
	hits := new(object).obj("total", total(counted, -1))
	hits.raw("max_score", innerMax(all, in.size))
	var shown []string
	for _, one := range all[from:min(from+in.size, len(all))] {
		nested := new(object).str("field", in.path).num("offset", one.offset)
		item := new(object).str("_index", h.index.name)
		if e.release.typed() {
			item.str("_type", "_doc")
		}
		item.str("_id", h.doc.id).obj("_nested", nested).raw("_score", javaFloat(float64(one.score))).raw("_source", one.raw)
		shown = append(shown, string(item.json()))
	}
	return new(object).obj("hits", hits.raw("hits", array(shown))), nil
}

func innerMax(all []innerHit, size int) string {
	if len(all) == 0 || size == 0 {
		return "null"
	}
	return javaFloat(float64(all[0].score))
}
