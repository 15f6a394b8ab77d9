package elasticsearch

import (
	"bytes"
	"net/url"
	"strings"

	"github.com/tidwall/gjson"
)

// count is _count.
func (e *Engine) count(q *request) (response, *failure) {
	body, fail := q.json()
	if fail != nil {
		return response{}, fail
	}
	body.ForEach(func(name, v gjson.Result) bool {
		if name.String() != "query" {
			fail = parsing(2, "request does not support [%s]", name.String())
		}
		return fail == nil
	})
	if fail != nil {
		return response{}, fail
	}
	s := &search{query: body.Get("query"), line: q.params.Get("q"), total: -1}
	if s.indices, fail = e.resolve(q, q.names["index"]); fail != nil {
		return response{}, fail
	}
	n := 0
	var failed []shardFailure
	for i, x := range s.indices {
		p, fail := e.plan(s, x)
		if fail != nil {
			failed = append(failed, shardFailure{x.name, fail})
			continue
		}
		n += len(p.collect(i))
	}
	if len(failed) > 0 && len(failed) == len(s.indices) {
		return response{}, searchFailed(failed)
	}
	return ok(new(object).num("count", n).obj("_shards", shards(len(s.indices), failed)).json()), nil
}

// multiSearch is _msearch, whose lines alternate between header and body.
func (e *Engine) multiSearch(q *request) (response, *failure) {
	switch {
	case len(q.body) == 0:
		return response{}, parseFailure("request body or source parameter is required")
	case q.body[len(q.body)-1] != '\n':
		return response{}, badArgument("The msearch request must be terminated by a newline [\n]")
	}
	lines := bytes.Split(q.body[:len(q.body)-1], []byte("\n"))
	if len(lines) < 2 {
		return response{}, invalidRequest("no requests added")
	}
	var items []string
	for i := 0; i+1 < len(lines); i += 2 {
		item, fail := e.oneOfMany(q, lines[i], lines[i+1])
		if fail != nil {
			return response{}, fail
		}
		items = append(items, item)
	}
	return ok(new(object).num("took", q.took()).raw("responses", array(items)).json()), nil
}

// oneOfMany runs one search of many. A failure becomes its result; only an unparsable search fails the whole request.
func (e *Engine) oneOfMany(q *request, header, body []byte) (string, *failure) {
	h, fail := q.parse(orEmpty(header))
	if fail != nil {
		return "", fail
	}
	v, fail := q.parse(orEmpty(body))
	if fail != nil {
		return "", fail
	}
	one := &request{major: q.major, method: q.method, path: q.path, params: url.Values{}, names: map[string]string{}, started: q.started}
	if name, ok := q.names["index"]; ok {
		one.names["index"] = name
	}
	if on, _ := q.flag("rest_total_hits_as_int", false); on {
		one.params.Set("rest_total_hits_as_int", "true")
	}
	if fail := one.readHeader(h); fail != nil {
		return "", fail
	}
	o, fail := e.answerOne(one, v)
	if fail != nil && fail.early {
		return "", fail
	}
	if fail != nil {
		return memberOf(fail), nil
	}
	return string(o.num("status", 200).json()), nil
}

func (e *Engine) answerOne(q *request, body gjson.Result) (*object, *failure) {
	s, fail := e.parseSearch(q, body)
	if fail != nil {
		return nil, fail
	}
	o, _, fail := e.run(q, s)
	return o, fail
}

// memberOf returns a failure as an element of a list.
func memberOf(f *failure) string { return string(f.response().body) }

func orEmpty(line []byte) []byte {
	if len(bytes.TrimSpace(line)) == 0 {
		return []byte("{}")
	}
	return line
}

func (q *request) readHeader(h gjson.Result) *failure {
	var fail *failure
	h.ForEach(func(k, v gjson.Result) bool {
		switch name := k.String(); name {
		case "index", "indices":
			q.names["index"] = strings.Join(texts(v), ",")
		case "preference", "routing", "search_type", "request_cache", "allow_partial_search_results", "ignore_unavailable", "allow_no_indices", "expand_wildcards", "ccs_minimize_roundtrips":
			q.params.Set(name, v.String())
		default:
			fail = badArgument("key [%s] is not supported in the metadata section", name)
		}
		return fail == nil
	})
	return fail
}
