package elasticsearch

import (
	"net/http"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
)

// perIndex responds with one object per index in the path.
func (e *Engine) perIndex(q *request, of func(*index) *object) (response, *failure) {
	found, fail := e.resolve(q, q.names["index"])
	if fail != nil {
		return response{}, fail
	}
	o := new(object)
	for _, x := range found {
		o.obj(x.name, of(x))
	}
	return ok(o.json()), nil
}

// mappings is GET /<index>/_mapping.
func (e *Engine) mappings(q *request) (response, *failure) {
	return e.perIndex(q, func(x *index) *object { return new(object).bytes("mappings", x.mapping) })
}

// settings is GET /<index>/_settings.
func (e *Engine) settings(q *request) (response, *failure) {
	flat, fail := q.flag("flat_settings", false)
	if fail != nil {
		return response{}, fail
	}
	if name, asked := q.names["name"]; asked {
		return e.someSettings(q, strings.Split(name, ","), flat)
	}
	return e.perIndex(q, func(x *index) *object { return new(object).obj("settings", e.indexSettings(x, flat)) })
}

// someSettings is GET /<index>/_settings/<names>. Indices without any of them are left out.
func (e *Engine) someSettings(q *request, names []string, flat bool) (response, *failure) {
	found, fail := e.resolve(q, q.names["index"])
	if fail != nil {
		return response{}, fail
	}
	all := new(object)
	for _, x := range found {
		o, nested := new(object), treeOf(gjson.Parse("{}"))
		gjson.ParseBytes(e.indexSettings(x, true).json()).ForEach(func(name, v gjson.Result) bool {
			if contains(names, name.String()) {
				o.raw(name.String(), v.Raw)
				nested.put(strings.Split(name.String(), "."), treeOf(v))
			}
			return true
		})
		if !flat {
			text := nested.append(nil)
			o = &object{text: text[1 : len(text)-1]}
		}
		if len(o.text) > 0 {
			all.obj(x.name, new(object).obj("settings", o))
		}
	}
	return ok(all.json()), nil
}

func (e *Engine) indexSettings(x *index, flat bool) *object {
	if flat {
		o := new(object).str("index.creation_date", created).str("index.number_of_replicas", strconv.Itoa(x.replicas)).str("index.number_of_shards", "1").str("index.provided_name", x.name)
		if e.release.major >= 8 {
			o.str("index.routing.allocation.include._tier_preference", "data_content")
		}
		return o.str("index.uuid", x.uuid).str("index.version.created", e.release.created)
	}
	o := new(object)
	if e.release.major >= 8 {
		o.raw("routing", `{"allocation":{"include":{"_tier_preference":"data_content"}}}`)
	}
	o.str("number_of_shards", "1").str("provided_name", x.name).str("creation_date", created).str("number_of_replicas", strconv.Itoa(x.replicas)).str("uuid", x.uuid)
	o.obj("version", new(object).str("created", e.release.created))
	return new(object).obj("index", o)
}

// describe is GET /<index>, and HEAD, which only reports whether the index exists.
func (e *Engine) describe(q *request) (response, *failure) {
	features := strings.Split(q.params.Get("features"), ",")
	wanted := func(name string) bool { return !q.params.Has("features") || slices.Contains(features, name) }
	flat, fail := q.flag("flat_settings", false)
	if fail != nil {
		return response{}, fail
	}
	return e.perIndex(q, func(x *index) *object {
		mapping, settings := []byte("{}"), new(object)
		if wanted("mappings") {
			mapping = x.mapping
		}
		if wanted("settings") {
			settings = e.indexSettings(x, flat)
		}
		return new(object).raw("aliases", "{}").bytes("mappings", mapping).obj("settings", settings)
	})
}

func sortedKeys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}

// notFound is a 404 whose body is not an error object.
func notFound(body *object) response { return response{status: http.StatusNotFound, body: body.json()} }
