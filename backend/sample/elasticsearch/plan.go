package elasticsearch

import (
	"sort"

	"github.com/tidwall/gjson"
)

// run runs a search on its indices.
func (e *Engine) run(q *request, s *search) (*object, string, *failure) {
	var hits []hit
	var failed []shardFailure
	var plan *plan
	for i, x := range s.indices {
		p, fail := e.plan(s, x)
		if fail != nil {
			failed = append(failed, shardFailure{x.name, fail})
			continue
		}
		plan = p
		hits = append(hits, p.collect(i)...)
	}
	if len(failed) > 0 && len(failed) == len(s.indices) {
		return nil, "", searchFailed(failed)
	}
	var page []hit
	if plan != nil {
		page = plan.page(hits)
		if fail := e.enrich(s, page); fail != nil {
			return nil, "", fail
		}
	}
	o := new(object)
	if s.inPoint {
		o.str("pit_id", s.pointID)
	}
	o.num("took", q.took()).flag("timed_out", false)
	if e.release.major >= 8 && s.size == 0 && s.total < 0 && !s.aggs.Exists() {
		o.flag("terminated_early", false) // version 8 counts such a search differently and says so
	}
	o.obj("_shards", shards(len(s.indices), failed))
	o.obj("hits", e.hits(s, plan, hits, page))
	if s.aggs.Exists() && plan != nil {
		aggs, fail := e.aggregate(s.aggs, hits)
		if fail != nil {
			return nil, "", fail
		}
		o.obj("aggregations", aggs)
	}
	return o, s.warning(e.release), nil
}

// warning returns the deprecation warning for sorting on _id before version 8.
func (s *search) warning(v release) string {
	for _, f := range s.sort {
		if f.name == "_id" && v.major < 8 {
			return "Loading the fielddata on the _id field is deprecated and will be removed in future versions. If you require sorting or aggregating on this field you should also include the id in the body of your documents, and map this field as a keyword field that has [doc_values] enabled"
		}
	}
	return ""
}

func shards(total int, failed []shardFailure) *object {
	o := new(object).num("total", total).num("successful", total-len(failed)).num("skipped", 0).num("failed", len(failed))
	if len(failed) > 0 {
		items := make([]string, len(failed))
		for i, f := range failed {
			items[i] = f.json()
		}
		o.raw("failures", array(items))
	}
	return o
}

// plan is a search compiled for one index.
type plan struct {
	*search
	index    *index
	query    clause
	sorters  []sorter
	tiebreak bool  // the last sorter is the hidden one of a point in time
	last     []key // the sort keys in search_after
}

func (e *Engine) plan(s *search, x *index) (*plan, *failure) {
	p := &plan{search: s, index: x}
	c := compiler{index: x, major: e.release.major}
	var fail *failure
	if p.query, fail = c.query(s.query); fail != nil {
		return nil, fail
	}
	if s.line != "" {
		if p.query, fail = c.queryString(gjson.Parse(`{"query":` + quote(s.line) + `}`)); fail != nil {
			return nil, fail
		}
	}
	if window := s.from + s.size; window > largestWindow {
		return nil, badArgument("Result window is too large, from + size must be less than or equal to: [%d] but was [%d]. See the scroll api for a more efficient way to request large data sets. "+
			"This limit can be set by changing the [index.max_result_window] index level setting.", largestWindow, window)
	}
	if p.sorters, fail = c.sorters(s); fail != nil {
		return nil, fail
	}
	p.tiebreak = s.inPoint && len(s.sort) > 0 && !s.named("_shard_doc")
	if s.afterGiven {
		p.last, fail = after(p.sorters, p.tiebreak, s.after)
	}
	return p, fail
}

func (s *search) named(name string) bool {
	for _, f := range s.sort {
		if f.name == name {
			return true
		}
	}
	return false
}

// sorters compiles the sort; a sorted search in a point in time has _shard_doc as its last key.
func (c compiler) sorters(s *search) ([]sorter, *failure) {
	if s.sortByScore {
		return nil, nil
	}
	list := s.sort
	if s.inPoint && len(list) > 0 && !s.named("_shard_doc") {
		list = append(list[:len(list):len(list)], sortField{name: "_shard_doc"})
	}
	var out []sorter
	for _, f := range list {
		one, fail := c.sorter(f)
		if fail != nil {
			return nil, fail
		}
		out = append(out, one)
	}
	return out, nil
}

// collect returns the index's matching documents in stored order, with their sort keys.
func (p *plan) collect(shard int) []hit {
	var out []hit
	for _, d := range p.index.docs {
		if !p.inSlice(d) {
			continue
		}
		ok, score := p.query.match(d, d.root)
		if !ok {
			continue
		}
		h := hit{doc: d, index: p.index, shard: shard, score: score}
		for i := range p.sorters {
			h.keys = append(h.keys, p.sorters[i].of(h))
		}
		out = append(out, h)
	}
	return out
}

func (p *plan) inSlice(d *document) bool {
	if !p.slice.Exists() {
		return true
	}
	return int64(d.ordinal)%max(1, p.slice.Get("max").Int()) == p.slice.Get("id").Int()
}

// page sorts the hits and returns the requested part.
func (p *plan) page(hits []hit) []hit {
	ordered := append([]hit(nil), hits...)
	sort.SliceStable(ordered, func(i, j int) bool { return p.less(ordered[i], ordered[j]) })
	if p.last != nil {
		ordered = ordered[sort.Search(len(ordered), func(i int) bool { return p.isAfter(ordered[i]) }):]
	}
	if p.from >= len(ordered) {
		return nil
	}
	return ordered[p.from:min(len(ordered), p.from+p.size)]
}

func (p *plan) less(a, b hit) bool {
	if len(p.sorters) == 0 && a.score != b.score {
		return a.score > b.score
	}
	for i := range p.sorters {
		if c := p.sorters[i].compare(a.keys[i], b.keys[i]); c != 0 {
			return c < 0
		}
	}
	return shardDoc(a) < shardDoc(b)
}

// isAfter reports whether a hit comes after the row in search_after; rows with equal keys do not.
func (p *plan) isAfter(h hit) bool {
	for i := range p.last {
		if c := p.sorters[i].compare(h.keys[i], p.last[i]); c != 0 {
			return c > 0
		}
	}
	return false
}
