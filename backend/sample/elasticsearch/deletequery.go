package elasticsearch

import (
	"net/http"

	"github.com/tidwall/gjson"
)

// deleteByQuery is POST /<index>/_delete_by_query (Delete by query API).
func (e *Engine) deleteByQuery(q *request) (response, *failure) {
	body, fail := q.json()
	if fail != nil {
		return response{}, fail
	}
	s := &search{source: wholeSource, size: 0}
	body.ForEach(func(name, v gjson.Result) bool {
		switch name.String() {
		case "query":
			s.query = v
		case "max_docs", "slice", "sort":
			fail = unsupported("The sample engine does not answer %s in a delete by query.", name.String())
		default:
			fail = parsing(1, "Unknown key for a %s in [%s].", tokenOf(v), name.String())
		}
		return fail == nil
	})
	switch {
	case fail != nil:
		return response{}, fail
	case !s.query.Exists() || s.query.Type == gjson.Null:
		return response{}, invalidRequest("query is missing")
	}
	if s.indices, fail = e.resolve(q, q.names["index"]); fail != nil {
		return response{}, fail
	}
	deleted, fail := e.deleteMatching(s)
	if fail != nil {
		return response{}, fail
	}
	const batch = 1000
	o := new(object).num("took", q.took()).flag("timed_out", false).num("total", deleted).num("deleted", deleted).num("batches", (deleted+batch-1)/batch)
	o.num("version_conflicts", 0).num("noops", 0).raw("retries", `{"bulk":0,"search":0}`).num("throttled_millis", 0)
	return response{status: http.StatusOK, body: o.raw("requests_per_second", "-1.0").num("throttled_until_millis", 0).raw("failures", "[]").json()}, nil
}

// deleteMatching deletes the documents that a search finds, after finding all of them.
func (e *Engine) deleteMatching(s *search) (int, *failure) {
	var found []hit
	for _, x := range s.indices {
		p, fail := e.plan(s, x)
		if fail != nil {
			return 0, searchFailed([]shardFailure{{x.name, fail}})
		}
		found = append(found, p.collect(0)...)
	}
	for _, h := range found {
		x, fail := e.one(h.index.name)
		if fail != nil {
			return 0, fail
		}
		if _, fail := e.remove(x, &write{op: "delete", index: x.name, id: h.doc.id}); fail != nil {
			return 0, fail
		}
	}
	return len(found), nil
}
