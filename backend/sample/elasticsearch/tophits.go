package elasticsearch

import (
	"sort"

	"github.com/tidwall/gjson"
)

// topHits is a top_hits aggregation: the first entries in an order. Nested objects are sorted by their own values.
func (e *Engine) topHits(def, _ gjson.Result, entries []entry) (*object, *failure) {
	s := &search{size: 3, source: wholeSource}
	var fail *failure
	def.Get("top_hits").ForEach(func(name, v gjson.Result) bool {
		switch name.String() {
		case "size", "from", "sort", "_source", "track_scores", "version", "seq_no_primary_term":
			fail = s.member(name.String(), v)
		default:
			fail = unsupported("The sample engine does not answer %s in top_hits.", name.String())
		}
		return fail == nil
	})
	if fail != nil {
		return nil, fail
	}
	found := make([]keyed, len(entries))
	sorters := map[*index][]sorter{}
	for i, n := range entries {
		if sorters[n.index] == nil {
			c := compiler{index: n.index, major: e.release.major, within: n.node.path}
			if sorters[n.index], fail = c.sorters(s); fail != nil {
				return nil, searchFailed([]shardFailure{{n.index.name, fail}})
			}
		}
		h := n.hit
		if h.keys = nil; n.node != n.doc.root {
			part := *n.doc
			part.root = n.node
			h.doc = &part
		}
		found[i] = keyedOf(n, h, sorters[n.index])
	}
	return new(object).obj("hits", e.keyedHits(s, found)), nil
}

// keyed is an entry with its sort keys.
type keyed struct {
	entry
	keys    []key
	sorters []sorter
}

func keyedOf(n entry, h hit, sorters []sorter) keyed {
	out := keyed{entry: n, sorters: sorters}
	for i := range sorters {
		out.keys = append(out.keys, sorters[i].of(h))
	}
	return out
}

func (e *Engine) keyedHits(s *search, all []keyed) *object {
	sorted := len(s.sort) > 0
	sort.SliceStable(all, func(i, j int) bool {
		a, b := all[i], all[j]
		if !sorted {
			return a.score > b.score
		}
		for k := range a.sorters {
			if c := a.sorters[k].compare(a.keys[k], b.keys[k]); c != 0 {
				return c < 0
			}
		}
		return false
	})
	page := all[min(s.from, len(all)):min(s.from+s.size, len(all))]
	items := make([]string, len(page))
	for i, f := range page {
		h := f.hit
		h.keys = f.keys
		o := e.hit(s, h, sorted)
		if f.node != f.doc.root {
			o = e.nestedHit(s, f, h, sorted)
		}
		items[i] = string(o.json())
	}
	top := "null"
	if !sorted && len(all) > 0 {
		top = javaFloat(float64(all[0].score))
	}
	return new(object).obj("total", total(len(all), -1)).raw("max_score", top).raw("hits", array(items))
}

// nestedHit writes a nested object as a hit, with its position in the document.
func (e *Engine) nestedHit(s *search, f keyed, h hit, sorted bool) *object {
	o := new(object).str("_index", f.index.name)
	if e.release.typed() {
		o.str("_type", "_doc")
	}
	o.str("_id", f.doc.id)
	o.obj("_nested", placeOf(f.doc.root, f.node, ""))
	if sorted {
		o.raw("_score", "null")
	} else {
		o.raw("_score", javaFloat(float64(h.score)))
	}
	if sorted {
		values := make([]string, len(h.keys))
		for i, k := range h.keys {
			values[i] = k.json()
		}
		o.raw("sort", array(values))
	}
	return o
}

// placeOf says where a nested object is in its document, nil if it is not below that node.
func placeOf(n, wanted *node, within string) *object {
	offsets := map[string]int{}
	for _, c := range n.children {
		o := new(object).str("field", c.path[len(within):]).num("offset", offsets[c.path])
		offsets[c.path]++
		if c == wanted {
			return o
		}
		if inner := placeOf(c, wanted, c.path+"."); inner != nil {
			return o.obj("_nested", inner)
		}
	}
	return nil
}
