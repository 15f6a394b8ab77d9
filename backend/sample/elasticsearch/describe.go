package elasticsearch

import (
	"net/http"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
)

// perIndex responds with one object for each index that the path names.
func (e *Engine) perIndex(q *request, of func(*index) *object) (answer, *failure) {
	found, fail := e.resolve(q, q.names["index"])
	if fail != nil {
		return answer{}, fail
	}
	o := new(object)
	for _, x := range found {
		o.obj(x.name, of(x))
	}
	return ok(o.json()), nil
}

// mappings is GET /<index>/_mapping.
func (e *Engine) mappings(q *request) (answer, *failure) {
	return e.perIndex(q, func(x *index) *object { return new(object).bytes("mappings", x.mapping) })
}

// settings is GET /<index>/_settings.
func (e *Engine) settings(q *request) (answer, *failure) {
	flat, fail := q.flag("flat_settings", false)
	if fail != nil {
		return answer{}, fail
	}
	if name, asked := q.names["name"]; asked {
		return e.someSettings(q, strings.Split(name, ","), flat)
	}
	return e.perIndex(q, func(x *index) *object { return new(object).obj("settings", e.indexSettings(x, flat)) })
}

// someSettings is GET /<index>/_settings/<names>. An index without any of them is left out.
func (e *Engine) someSettings(q *request, names []string, flat bool) (answer, *failure) {
	found, fail := e.resolve(q, q.names["index"])
	if fail != nil {
		return answer{}, fail
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
func (e *Engine) describe(q *request) (answer, *failure) {
	features := strings.Split(q.params.Get("features"), ",")
	wanted := func(name string) bool { return !q.params.Has("features") || slices.Contains(features, name) }
	flat, fail := q.flag("flat_settings", false)
	if fail != nil {
		return answer{}, fail
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

// capability is one field type in _field_caps.
type capability struct {
	kind                     string
	searchable, aggregatable bool
	metadata                 bool
}

var sharedMeta = map[string]capability{
	"_doc_count": {"integer", false, false, true}, "_field_names": {"_field_names", true, false, true}, "_index": {"_index", true, true, true}, "_routing": {"_routing", true, false, true},
	"_seq_no": {"_seq_no", true, true, true}, "_source": {"_source", false, false, true}, "_version": {"_version", false, true, true},
}

var newerMeta = map[string]capability{
	"_data_stream_timestamp": {"_data_stream_timestamp", false, false, true}, "_id": {"_id", true, false, true}, "_ignored": {"_ignored", true, true, true},
	"_ignored_source": {"_ignored_source", false, false, true}, "_index_mode": {"_index_mode", true, true, true}, "_nested_path": {"_nested_path", true, false, true}, "_tier": {"keyword", true, true, true},
}

var olderMeta = map[string]capability{
	"_feature": {"_feature", false, false, true}, "_id": {"_id", true, true, true}, "_ignored": {"_ignored", true, false, true}, "_type": {"_type", true, true, true},
}

// fieldCaps is _field_caps.
func (e *Engine) fieldCaps(q *request) (answer, *failure) {
	body, fail := q.json()
	if fail != nil {
		return answer{}, fail
	}
	patterns := strings.Split(q.params.Get("fields"), ",")
	if list := body.Get("fields"); list.Exists() {
		patterns = nil
		for _, p := range list.Array() {
			patterns = append(patterns, p.String())
		}
	}
	if len(patterns) == 0 || patterns[0] == "" {
		return answer{}, e.noFields()
	}
	if q.params.Has("filters") || q.params.Has("types") || q.params.Has("include_unmapped") || q.params.Has("include_empty_fields") || body.Get("runtime_mappings").Exists() {
		return answer{}, unsupported("The sample engine does not filter field capabilities.")
	}
	found, fail := e.resolve(q, q.names["index"])
	if fail != nil {
		return answer{}, fail
	}
	return ok(e.capsBody(found, patterns)), nil
}

func (e *Engine) noFields() *failure {
	if e.release.major < 8 {
		return badArgument("specified fields can't be null or empty")
	}
	return invalidRequest("no fields specified")
}

func (e *Engine) capsBody(found []*index, patterns []string) []byte {
	all := map[string]map[capability][]string{}
	for _, x := range found {
		for name, c := range e.caps(x) {
			if !slices.ContainsFunc(patterns, func(p string) bool { return wildcard(p, name) }) {
				continue
			}
			addCapability(all, name, c, x.name)
			for _, parent := range x.schema.parents(name) {
				kind := "object"
				if x.schema.branches[parent].nested {
					kind = "nested"
				}
				addCapability(all, parent, capability{kind: kind}, x.name)
			}
		}
	}
	names := make([]string, len(found))
	for i, x := range found {
		names[i] = x.name
	}
	fields := new(object)
	for _, name := range sortedKeys(all) {
		fields.obj(name, capsOf(all[name]))
	}
	return new(object).raw("indices", quoteAll(names)).obj("fields", fields).json()
}

func addCapability(all map[string]map[capability][]string, name string, c capability, index string) {
	if all[name] == nil {
		all[name] = map[capability][]string{}
	}
	if !slices.Contains(all[name][c], index) {
		all[name][c] = append(all[name][c], index)
	}
}

// parents returns the objects around a field.
func (s *schema) parents(path string) []string {
	var out []string
	for i, c := range path {
		if _, ok := s.branches[path[:i]]; ok && c == '.' {
			out = append(out, path[:i])
		}
	}
	return out
}

// capsOf writes the types of one field; if there are several, each lists its indices.
func capsOf(kinds map[capability][]string) *object {
	list := make([]capability, 0, len(kinds))
	for c := range kinds {
		list = append(list, c)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].kind < list[j].kind })
	o := new(object)
	for _, c := range list {
		entry := new(object).str("type", c.kind).flag("metadata_field", c.metadata).flag("searchable", c.searchable).flag("aggregatable", c.aggregatable)
		if len(list) > 1 {
			entry.raw("indices", quoteAll(kinds[c]))
		}
		o.obj(c.kind, entry)
	}
	return o
}

func (e *Engine) caps(x *index) map[string]capability {
	out := map[string]capability{}
	metas := []map[string]capability{sharedMeta, olderMeta}
	if e.release.major >= 8 {
		metas[1] = newerMeta
	}
	for _, meta := range metas {
		for name, c := range meta {
			out[name] = c
		}
	}
	for path, f := range x.schema.fields {
		if f.kind == "alias" {
			f = x.schema.lookup(path)
		}
		out[path] = f.capability(e.release.major)
	}
	return out
}

func (f *field) capability(major int) capability {
	c := capability{f.kind, f.indexed || major >= 8 && f.docValues && f.class() != words, f.docValues && f.class() != words, false}
	switch f.kind {
	case "binary":
		c.searchable, c.aggregatable = false, false
	case "dense_vector":
		c.searchable, c.aggregatable = f.indexed, false
	}
	return c
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
func notFound(body *object) answer { return answer{status: http.StatusNotFound, body: body.json()} }
