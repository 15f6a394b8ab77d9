package typesense

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
)

const (
	mostHits       = 250
	defaultPerPage = 10
)

// searching is one search in one collection.
type searching struct {
	c         *collection
	params    map[string]string
	inMany    bool // a member of a multi search
	perPage   int
	from      int
	page      int
	offset    int
	byOffset  bool
	limitHits int
	orders    []order
	query     *textQuery // nil for all documents
	picker    picker
	synonyms  []object
	curations []object
}

func (e *Engine) search(q *request) (response, *failure) {
	c, fail := e.collectionOf(q)
	if fail != nil {
		return response{}, fail
	}
	var embedded object
	if len(q.embedded) > 0 {
		embedded = q.embedded[0]
	}
	s := &searching{c: c, params: withEmbedded(q.params, embedded)}
	result, fail := s.run()
	if fail != nil {
		if e.release.major >= 29 {
			fail = fail.escape()
		}
		return response{}, fail
	}
	return ok(result), nil
}

// run answers the search.
func (s *searching) run() (object, *failure) {
	if fail := s.prepare(); fail != nil {
		return nil, fail
	}
	candidates, fail := s.c.filtered(s.params["filter_by"])
	if fail != nil {
		return nil, fail
	}
	if s.orders, fail = s.c.orders(s.params["sort_by"]); fail != nil {
		return nil, fail
	}
	found, fail := s.find(candidates)
	if fail != nil {
		return nil, fail
	}
	sortRanks(found, s.allOrders())
	found = s.curate(found)
	facets, fail := s.facets(found)
	if fail != nil {
		return nil, fail
	}
	out := object{
		"facet_counts": facets, "found": len(found), "out_of": len(s.c.documents), "search_cutoff": false, "search_time_ms": 0,
		"request_params": object{"collection_name": s.c.name, "first_q": s.params["q"], "per_page": s.perPage, "q": s.params["q"]},
	}
	if s.byOffset {
		out["offset"] = s.offset
	} else {
		out["page"] = s.page
	}
	if s.params["group_by"] != "" {
		return out, s.group(found, out)
	}
	hits := []any{}
	for _, r := range s.window(found) {
		hits = append(hits, s.hit(r))
	}
	out["hits"] = hits
	return out, nil
}

func window[T any](list []T, from, n int) []T {
	from = min(from, len(list))
	return list[from:min(from+n, len(list))]
}

func (s *searching) window(found []*rank) []*rank {
	if s.limitHits > 0 {
		found = found[:min(s.limitHits, len(found))]
	}
	return window(found, s.from, s.perPage)
}

// prepare reads the parameters.
func (s *searching) prepare() *failure {
	if _, given := s.params["q"]; !given && (s.inMany || s.c.engine.release.major < 29) {
		return invalid("Parameter `q` is required.")
	}
	if fail := s.readWindow(); fail != nil {
		return fail
	}
	s.picker = picker{namesIn(s.params["include_fields"]), namesIn(s.params["exclude_fields"])}
	return s.readSets()
}

// readWindow reads which hits are wanted. A page wins over an offset, "per_page" over "limit".
func (s *searching) readWindow() *failure {
	numbers := map[string]int{"per_page": defaultPerPage, "page": 1}
	for _, name := range []string{"limit", "per_page", "page", "offset", "limit_hits"} {
		text, given := s.params[name]
		if !given {
			continue
		}
		n, err := strconv.ParseUint(text, 10, 31)
		if err != nil {
			return invalid("Parameter `%s` must be an unsigned integer.", name)
		}
		if name == "limit" {
			name = "per_page"
		}
		numbers[name] = int(n)
	}
	s.perPage, s.page, s.offset, s.limitHits = numbers["per_page"], max(1, numbers["page"]), numbers["offset"], numbers["limit_hits"]
	if s.perPage > mostHits {
		return failed(http.StatusUnprocessableEntity, "Only upto %d hits can be fetched per page.", mostHits)
	}
	_, paged := s.params["page"]
	_, offset := s.params["offset"]
	s.byOffset = offset && !paged && s.offset > 0
	s.from = (s.page - 1) * s.perPage
	if s.byOffset {
		s.from = s.offset
	}
	if s.limitHits > 0 && s.c.engine.release.major < 29 && s.from+s.perPage > s.limitHits {
		return failed(http.StatusUnprocessableEntity, "Only upto %d hits can be fetched. Ensure that `page` and `per_page` parameters are within this range.", s.limitHits)
	}
	return nil
}

func (s *searching) find(candidates []*document) ([]*rank, *failure) {
	if strings.TrimSpace(s.params["q"]) == "*" {
		all, out := make([]rank, len(candidates)), make([]*rank, len(candidates))
		for i, d := range candidates {
			all[i].document = d
			out[i] = &all[i]
		}
		return out, nil
	}
	query, fail := s.c.textQuery(s)
	if fail != nil {
		return nil, fail
	}
	s.query = query
	return query.run(candidates), nil
}

// allOrders completes the chosen orders with the score and the collection's default.
func (s *searching) allOrders() []order {
	orders := slices.Clone(s.orders)
	if s.showsScore() && !slices.ContainsFunc(orders, func(o order) bool { return o.kind == "match" }) {
		orders = append(orders, order{kind: "match", descending: true})
	}
	if f := s.c.field(s.c.defaultSort); f != nil && len(s.orders) == 0 {
		o, _ := s.c.order(f.name)
		o.descending = true
		orders = append(orders, o)
	}
	return orders
}

// showsScore reports whether the search sorts by how well words fit: with three other orders there is no room for it.
func (s *searching) showsScore() bool { return s.query != nil && len(s.orders) < mostOrders }

func (s *searching) hit(r *rank) object {
	out := object{"document": s.picker.pick(r.document), "highlight": object{}, "highlights": []any{}}
	if r.distances != nil {
		distances := object{}
		for name, metres := range r.distances {
			distances[name] = metres
		}
		out["geo_distance_meters"] = distances
	}
	if r.curated {
		out["curated"] = true
		return out
	}
	if s.query != nil {
		out["highlight"], out["highlights"] = s.query.highlight(r, s.picker)
		if s.showsScore() {
			out["text_match"], out["text_match_info"] = r.score.score, r.score.info
		}
	}
	return out
}
