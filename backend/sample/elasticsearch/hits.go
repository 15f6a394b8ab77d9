package elasticsearch

// hits writes the hits object of a search.
func (e *Engine) hits(s *search, p *plan, all, page []hit) *object {
	o := new(object)
	if s.totalAsInt {
		o.num("total", len(all))
	} else if s.total != 0 {
		o.obj("total", total(len(all), s.total))
	}
	sorted := p != nil && len(p.sorters) > 0
	o.raw("max_score", maxScore(s, p, all, sorted))
	items := make([]string, len(page))
	for i, h := range page {
		items[i] = string(e.hit(s, h, sorted).json())
	}
	return o.raw("hits", array(items))
}

// total returns how many documents matched, or that there are more than were counted.
func total(found, limit int) *object {
	if limit >= 0 && found > limit {
		return new(object).num("value", limit).str("relation", "gte")
	}
	return new(object).num("value", found).str("relation", "eq")
}

func maxScore(s *search, p *plan, all []hit, sorted bool) string {
	switch {
	case p == nil:
		return "0.0"
	case len(all) == 0 || s.size == 0 || sorted && !s.scores:
		return "null"
	}
	top := all[0].score
	for _, h := range all {
		top = max(top, h.score)
	}
	return javaFloat(float64(top))
}

func (e *Engine) hit(s *search, h hit, sorted bool) *object {
	o := new(object).str("_index", h.index.name)
	if e.release.typed() {
		o.str("_type", "_doc")
	}
	o.str("_id", h.doc.id)
	if s.version {
		o.num("_version", h.doc.version)
	}
	if s.seqNo {
		o.num("_seq_no", h.doc.seq).num("_primary_term", h.index.term)
	}
	if sorted && !s.scores && !s.named("_score") {
		o.raw("_score", "null")
	} else {
		o.raw("_score", javaFloat(float64(h.score)))
	}
	if h.doc.routing != "" {
		o.str("_routing", h.doc.routing)
	}
	if len(h.doc.ignored) > 0 {
		o.raw("_ignored", quoteAll(h.doc.ignored))
	}
	if source, shown := s.source.of(h.doc.source); shown {
		o.bytes("_source", source)
	}
	if len(s.fields) > 0 {
		if fields := h.index.fields(h.doc, s.fields); len(fields.text) > 0 {
			o.obj("fields", fields)
		}
	}
	if h.marks != nil && len(h.marks.text) > 0 {
		o.obj("highlight", h.marks)
	}
	if sorted {
		values := make([]string, len(h.keys))
		for i, k := range h.keys {
			values[i] = k.json()
		}
		o.raw("sort", array(values))
	}
	if h.inner != nil {
		o.obj("inner_hits", h.inner)
	}
	return o
}
