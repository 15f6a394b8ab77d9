package elasticsearch

import (
	"github.com/tidwall/gjson"
)

// document is GET /<index>/_doc/<id>.
func (e *Engine) document(q *request) (response, *failure) {
	x, fail := e.one(q.names["index"])
	if fail != nil {
		return response{}, fail
	}
	source := wholeSource
	if q.params.Has("_source") {
		if source, fail = sourceParam(q.params.Get("_source")); fail != nil {
			return response{}, fail
		}
	}
	if q.params.Has("stored_fields") || q.params.Has("_source_includes") || q.params.Has("_source_excludes") {
		return response{}, unsupported("The sample engine does not answer stored fields or source filters of a document.")
	}
	o, found := e.stored(x, q.names["id"], source)
	if !found {
		return notFound(o), nil
	}
	return ok(o.json()), nil
}

// stored writes one document in the form that _doc and _mget return.
func (e *Engine) stored(x *index, id string, source sourceFilter) (*object, bool) {
	o := new(object).str("_index", x.name)
	if e.release.typed() {
		o.str("_type", "_doc")
	}
	o.str("_id", id)
	d := x.byID[id]
	if d == nil {
		return o.flag("found", false), false
	}
	o.num("_version", d.version).num("_seq_no", d.seq).num("_primary_term", x.term)
	if d.routing != "" {
		o.str("_routing", d.routing)
	}
	if len(d.ignored) > 0 && e.release.major < 8 {
		o.raw("_ignored", quoteAll(d.ignored))
	}
	o.flag("found", true)
	if text, shown := source.of(d.source); shown {
		o.bytes("_source", text)
	}
	return o, true
}

// multiGet is _mget.
func (e *Engine) multiGet(q *request) (response, *failure) {
	body, fail := q.json()
	if fail != nil {
		return response{}, fail
	}
	var items []string
	for _, id := range body.Get("ids").Array() {
		item, fail := e.getOne(q, new(object).str("_id", scalar(id)))
		if fail != nil {
			return response{}, fail
		}
		items = append(items, item)
	}
	for i, d := range body.Get("docs").Array() {
		if !d.Get("_index").Exists() && q.names["index"] == "" {
			return response{}, invalidRequest("index is missing for doc %d", i)
		}
		item, fail := e.getOne(q, &object{text: []byte(d.Raw[1 : len(d.Raw)-1])})
		if fail != nil {
			return response{}, fail
		}
		items = append(items, item)
	}
	if len(items) == 0 {
		return response{}, invalidRequest("no documents to get")
	}
	return ok(new(object).raw("docs", array(items)).json()), nil
}

func (e *Engine) getOne(q *request, entry *object) (string, *failure) {
	name, id, source := q.names["index"], "", wholeSource
	if q.params.Has("_source") {
		source, _ = sourceParam(q.params.Get("_source")) // never fails
	}
	var fail *failure
	gjson.ParseBytes(entry.json()).ForEach(func(k, v gjson.Result) bool {
		switch k.String() {
		case "_index":
			name = v.String()
		case "_id":
			id = scalar(v)
		case "_source":
			source, fail = parseSource(v)
		case "routing", "_type", "version", "version_type":
		default:
			fail = parseFailure("failed to parse multi get request. unknown field [%s]", k.String())
		}
		return fail == nil
	})
	if fail != nil {
		return "", fail
	}
	x, missing := e.one(name)
	if missing != nil {
		o := new(object).str("_index", name)
		if e.release.typed() {
			o.raw("_type", "null")
		}
		return string(o.str("_id", id).obj("error", missing.errorObject()).json()), nil
	}
	o, _ := e.stored(x, id, source)
	return string(o.json()), nil
}
