package elasticsearch

import (
	"crypto/rand"
	"encoding/base64"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
)

// Limits of a sample engine.
const (
	mostBytes   = 64 << 20 // size of all sources
	mostIndices = 100
	mostDeleted = 100_000 // ids of deleted documents per index
)

// own returns an index that can be changed: if it may be in use elsewhere, a copy that replaces it.
func (e *Engine) own(x *index) *index {
	now := e.epoch.Load()
	if x.epoch == now {
		return x
	}
	owned := x.copied(now)
	e.indices = slices.Clone(e.indices)
	e.indices[slices.Index(e.indices, x)] = owned
	return owned
}

// fits returns a failure if there is no room for a document.
func (e *Engine) fits(x *index, d *document) *failure {
	total := len(d.source)
	for _, one := range e.indices {
		total += one.size
	}
	if total > e.room || len(x.deleted) > mostDeleted {
		return badArgument("The sample engine has no room for more documents. Reset the sample data, or delete documents or indices.")
	}
	return nil
}

// newID returns an id like those of the engine.
func newID() string {
	raw := make([]byte, 15)
	_, _ = rand.Read(raw) // never fails
	return base64.URLEncoding.EncodeToString(raw)
}

func escapePath(s string) string { return strings.ReplaceAll(url.PathEscape(s), "+", "%2B") }

// createIndex is PUT /<index>.
func (e *Engine) createIndex(q *request) (response, *failure) {
	body, fail := q.json()
	if fail != nil {
		return response{}, fail
	}
	name := q.names["index"]
	if x, _ := e.one(name); x != nil {
		f := badArgument("index [%s/%s] already exists", x.name, x.uuid)
		f.kind, f.index, f.uuid = "resource_already_exists_exception", x.name, x.uuid
		return response{}, f
	}
	if _, fail := e.create(name, body); fail != nil {
		return response{}, fail
	}
	return ok(new(object).flag("acknowledged", true).flag("shards_acknowledged", true).str("index", name).json()), nil
}

// create adds an index with the settings and the mapping of a request.
func (e *Engine) create(name string, body gjson.Result) (*index, *failure) {
	if fail := checkName(name); fail != nil {
		return nil, fail
	}
	if len(e.indices) >= mostIndices {
		return nil, badArgument("The sample engine has no room for more indices. Reset the sample data, or delete indices.")
	}
	mapping, replicas := "{}", 1
	var fail *failure
	body.ForEach(func(key, v gjson.Result) bool {
		switch key.String() {
		case "mappings":
			mapping = v.Raw
			fail = checkMapping(v)
		case "settings":
			replicas, fail = readSettings(v)
		default:
			fail = unsupported("The sample engine does not answer %s of a new index.", key.String())
		}
		return fail == nil
	})
	if fail != nil {
		return nil, fail
	}
	e.created++
	x := newIndex(name, uuidOf(name, " created "+strconv.Itoa(e.created)), []byte(mapping))
	x.epoch, x.replicas = e.epoch.Load(), replicas
	e.indices = append(slices.Clone(e.indices), x)
	sortIndices(e.indices)
	return x, nil
}

func checkName(name string) *failure {
	bad := func(text string) *failure {
		return &failure{kind: "invalid_index_name_exception", reason: "Invalid index name [" + name + "], " + text, index: name, uuid: "_na_"}
	}
	switch {
	case strings.ContainsAny(name, "\" \\/,|>?*<"):
		return bad("must not contain the following characters ['\"',' ','\\','/',',','|','>','?','*','<']")
	case strings.ContainsAny(name, "#:"):
		return bad("must not contain '" + name[strings.IndexAny(name, "#:"):][:1] + "'")
	case strings.HasPrefix(name, "_") || strings.HasPrefix(name, "-") || strings.HasPrefix(name, "+"):
		return bad("must not start with '_', '-', or '+'")
	case name != strings.ToLower(name):
		return bad("must be lowercase")
	case len(name) > 255:
		return bad("index name is too long, (" + "over 255 bytes)")
	}
	return nil
}

// fieldKinds are the field types allowed in a new index.
var fieldKinds = strings.Fields("alias binary boolean byte date date_nanos date_range dense_vector double double_range flattened float float_range geo_point half_float integer integer_range ip ip_range keyword long long_range nested object short text")

// checkMapping refuses a mapping that the sample engine does not understand.
func checkMapping(v gjson.Result) *failure {
	var fail *failure
	v.ForEach(func(name, member gjson.Result) bool {
		switch name.String() {
		case "properties", "fields":
			member.ForEach(func(_, def gjson.Result) bool {
				fail = checkMapping(def)
				return fail == nil
			})
		case "type":
			if !slices.Contains(fieldKinds, member.String()) {
				fail = unsupported("The sample engine does not answer fields of type %s.", member.String())
			}
		case "path", "ignore_above", "index", "doc_values", "enabled", "dims":
		default:
			fail = unsupported("The sample engine does not answer %s in a mapping.", name.String())
		}
		return fail == nil
	})
	return fail
}

// readSettings returns the number of replicas, the only supported setting.
func readSettings(v gjson.Result) (int, *failure) {
	if inner := v.Get("index"); inner.IsObject() {
		v = inner
	}
	replicas := 1
	var fail *failure
	v.ForEach(func(name, member gjson.Result) bool {
		switch strings.TrimPrefix(name.String(), "index.") {
		case "number_of_replicas":
			replicas = int(member.Int())
		case "number_of_shards":
			if member.Int() != 1 {
				fail = unsupported("The sample engine has one shard in each index.")
			}
		case "refresh_interval":
		default:
			fail = unsupported("The sample engine does not answer %s in the settings of a new index.", name.String())
		}
		return fail == nil
	})
	return replicas, fail
}

// deleteIndex is DELETE /<index>.
func (e *Engine) deleteIndex(q *request) (response, *failure) {
	name := q.names["index"]
	if e.release.major >= 8 && (strings.Contains(name, "*") || name == "_all") {
		return response{}, badArgument("Wildcard expressions or all indices are not allowed")
	}
	found, fail := e.resolve(q, name)
	if fail != nil {
		return response{}, fail
	}
	var rest []*index
	for _, x := range e.indices {
		if !slices.Contains(found, x) {
			rest = append(rest, x)
		}
	}
	e.indices = rest
	e.points.forget(found)
	return ok([]byte(`{"acknowledged":true}`)), nil
}

// refresh is _refresh: writes are visible already.
func (e *Engine) refresh(q *request) (response, *failure) {
	found, fail := e.resolve(q, q.names["index"])
	if fail != nil {
		return response{}, fail
	}
	total := len(found)
	for _, x := range found {
		total += x.replicas
	}
	shards := new(object).num("total", total).num("successful", len(found)).num("failed", 0)
	return response{status: http.StatusOK, body: new(object).obj("_shards", shards).json()}, nil
}
