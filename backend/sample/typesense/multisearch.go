package typesense

import (
	"maps"
	"net/http"
	"strconv"
)

const mostSearches = 50

// multiSearch answers several searches. A search that fails does not stop the others.
func (e *Engine) multiSearch(q *request) (response, *failure) {
	v, err := readJSON(q.body)
	if err != nil {
		return response{}, invalid("Bad JSON.")
	}
	body, _ := v.(object)
	searches, isList := body["searches"].([]any)
	if !isList {
		return response{}, invalid("Missing `searches` array.")
	}
	if len(searches) == 0 {
		return response{}, failed(http.StatusInternalServerError, "Embedded params parsing error.")
	}
	if fail := q.checkMost(len(searches)); fail != nil {
		return response{}, fail
	}
	list := make([]*searching, len(searches))
	for i, each := range searches {
		o, isObject := each.(object)
		if !isObject {
			return response{}, invalid("The value of `searches` must be an array of objects.")
		}
		params := maps.Clone(q.params)
		for name, v := range o {
			text, plain := paramText(v)
			if !plain {
				return response{}, invalid("One or more search parameters are malformed.")
			}
			params[name] = text
		}
		var embedded object
		if i < len(q.embedded) {
			embedded = q.embedded[i]
		}
		params = withEmbedded(params, embedded)
		list[i] = &searching{c: e.collection(params["collection"]), params: params, inMany: true}
	}
	if union, _ := body["union"].(bool); union && e.release.major >= 29 {
		return e.union(list, body), nil
	}
	results := make([]any, len(list))
	for i, s := range list {
		result, fail := e.runMember(s)
		if fail != nil && fail.status == statusNeverAnswered {
			return response{}, fail
		}
		if fail != nil {
			result = object{"code": fail.status, "error": fail.message}
		}
		results[i] = result
	}
	return ok(object{"results": results}), nil
}

func (e *Engine) runMember(s *searching) (object, *failure) {
	if s.c != nil {
		return s.run()
	}
	if e.release.major < 29 {
		return nil, failed(http.StatusNotFound, "Not found.")
	}
	return nil, failed(http.StatusNotFound, "Collection not found")
}

// checkMost limits the number of searches. The limit can be in the path or in a scoped key.
func (q *request) checkMost(n int) *failure {
	most := mostSearches
	if given, err := strconv.Atoi(q.params["limit_multi_searches"]); err == nil {
		most = given
	}
	for _, embedded := range q.embedded {
		if text, plain := paramText(embedded["limit_multi_searches"]); plain {
			if given, err := strconv.Atoi(text); err == nil {
				most = given
			}
		}
	}
	if n > most {
		return invalid("Number of multi searches exceeds `limit_multi_searches` parameter.")
	}
	return nil
}

// paramText is a parameter as a text.
func paramText(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case int64, uint64, float64, bool:
		return textOf(v), true
	}
	return "", false
}

// withEmbedded adds the parameters of a scoped key, which win. Filters are combined.
func withEmbedded(params map[string]string, embedded object) map[string]string {
	if len(embedded) == 0 {
		return params
	}
	out := maps.Clone(params)
	for name, v := range embedded {
		text, plain := paramText(v)
		if !plain || name == "expires_at" {
			continue
		}
		if given := out[name]; name == "filter_by" && given != "" {
			text = "(" + given + ") && (" + text + ")"
		}
		out[name] = text
	}
	return out
}

// union answers several searches with one list of hits.
func (e *Engine) union(list []*searching, body object) response {
	hits, params := []any{}, []any{}
	seen, counted := map[*document]bool{}, map[*collection]bool{}
	keepsTwice := body["remove_duplicates"] == false
	found, outOf := 0, 0
	for i, s := range list {
		if s.c == nil {
			return ok(object{"code": http.StatusNotFound, "error": "`" + s.params["collection"] + "` collection not found."})
		}
		result, fail := s.run()
		if fail != nil {
			return ok(object{"code": fail.status, "error": fail.message})
		}
		if i > 0 {
			if fail := sameOrder(list[0], s, i); fail != nil {
				return ok(object{"code": fail.status, "error": fail.message})
			}
		}
		matches, _ := s.c.filtered(s.params["filter_by"])
		ranks, _ := s.find(matches)
		sortRanks(ranks, s.allOrders())
		for _, r := range ranks {
			if seen[r.document] && !keepsTwice {
				continue
			}
			seen[r.document] = true
			found++
			hit := s.hit(r)
			hit["collection"], hit["search_index"] = s.c.name, i
			hits = append(hits, hit)
		}
		if !counted[s.c] {
			outOf += len(s.c.documents)
		}
		counted[s.c] = true
		echo, _ := result["request_params"].(object)
		echo["found"] = result["found"]
		params = append(params, echo)
	}
	return ok(object{
		"found": found, "hits": window(hits, 0, defaultPerPage), "out_of": outOf, "page": 0, "search_cutoff": false,
		"search_time_ms": 0, "union_request_params": params,
	})
}

// sameOrder checks that two searches sort by values of the same types.
func sameOrder(a, b *searching, at int) *failure {
	for i := range min(len(a.orders), len(b.orders)) {
		x, y := a.orders[i].field, b.orders[i].field
		if x != nil && y != nil && x.kind != y.kind {
			return invalid("Expected type of `%s` sort_by (%s_field) at search index `%d` to be the same as the type of `%s` sort_by (%s_field) at search index `0`.", y.name, y.kind, at, x.name, x.kind)
		}
	}
	return nil
}
