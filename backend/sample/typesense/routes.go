package typesense

import (
	"net/http"
	"slices"
	"strings"
)

// route is one route of the server. Parts in braces are names.
type route struct {
	method, path string
	since, until int // first version that has it, first that has it no more; 0 for any
	run          func(*Engine, *request) (response, *failure)
	writes       bool // needs the engine to itself
}

var routes = slices.Concat(ownRoutes, setRoutes("synonym_sets", func(e *Engine) *sets { return e.synonyms }),
	setRoutes("curation_sets", func(e *Engine) *sets { return e.curations }),
	ownSetRoutes("synonyms", func(e *Engine) *sets { return e.synonyms }, func(c *collection) *set { return &c.synonyms }),
	ownSetRoutes("overrides", func(e *Engine) *sets { return e.curations }, func(c *collection) *set { return &c.overrides }),
	analyticsRoutes)

var ownRoutes = []route{
	{"GET", "health", 0, 0, (*Engine).health, false},
	{"POST", "health", 0, 0, (*Engine).health, false},
	{"GET", "debug", 0, 0, (*Engine).debug, false},
	{"GET", "status", 0, 0, (*Engine).status, false},
	{"GET", "metrics.json", 0, 0, (*Engine).metrics, false},
	{"GET", "stats.json", 0, 0, (*Engine).statistics, false},
	{"POST", "config", 0, 0, (*Engine).success201, false},
	{"POST", "operations/db/compact", 0, 0, (*Engine).success, false},
	{"POST", "operations/cache/clear", 0, 0, (*Engine).success, false},
	{"POST", "operations/vote", 0, 0, (*Engine).success, false},
	{"POST", "operations/reset_peers", 0, 0, (*Engine).successShort, false},
	{"POST", "operations/snapshot", 0, 0, (*Engine).snapshot, false},
	{"GET", "operations/schema_changes", 29, 0, (*Engine).emptyList, false},

	{"GET", "collections", 0, 0, (*Engine).listCollections, false},
	{"POST", "collections", 0, 0, (*Engine).createCollection, true},
	{"GET", "collections/{collection}", 0, 0, (*Engine).getCollection, false},
	{"PATCH", "collections/{collection}", 0, 0, (*Engine).patchCollection, true},
	{"DELETE", "collections/{collection}", 0, 0, (*Engine).deleteCollection, true},

	{"GET", "collections/{collection}/documents/search", 0, 0, (*Engine).search, false},
	{"GET", "collections/{collection}/documents/export", 0, 0, (*Engine).exportDocuments, false},
	{"POST", "collections/{collection}/documents/import", 0, 0, (*Engine).importDocuments, true},
	{"POST", "collections/{collection}/documents", 0, 0, (*Engine).addDocument, true},
	{"PATCH", "collections/{collection}/documents", 0, 0, (*Engine).updateDocuments, true},
	{"DELETE", "collections/{collection}/documents", 0, 0, (*Engine).deleteDocuments, true},
	{"GET", "collections/{collection}/documents/{id}", 0, 0, (*Engine).getDocument, false},
	{"PATCH", "collections/{collection}/documents/{id}", 0, 0, (*Engine).updateDocument, true},
	{"DELETE", "collections/{collection}/documents/{id}", 0, 0, (*Engine).deleteDocument, true},
	{"POST", "multi_search", 0, 0, (*Engine).multiSearch, false},

	{"GET", "aliases", 0, 0, (*Engine).listAliases, false},
	{"GET", "aliases/{alias}", 0, 0, (*Engine).getAlias, false},
	{"PUT", "aliases/{alias}", 0, 0, (*Engine).putAlias, true},
	{"DELETE", "aliases/{alias}", 0, 0, (*Engine).deleteAlias, true},

	{"GET", "keys", 0, 0, (*Engine).listKeys, false},
	{"POST", "keys", 0, 0, (*Engine).createKey, true},
	{"GET", "keys/{id}", 0, 0, (*Engine).getKey, false},
	{"DELETE", "keys/{id}", 0, 0, (*Engine).deleteKey, true},

	{"GET", "presets", 0, 0, emptyMember("presets"), false},
	{"GET", "stopwords", 0, 0, emptyMember("stopwords"), false},
	{"GET", "limits", 0, 0, (*Engine).emptyList, false},
	{"GET", "stemming/dictionaries", 29, 0, emptyMember("dictionaries"), false},
	{"GET", "conversations/models", 0, 0, (*Engine).emptyList, false},
	{"GET", "nl_search_models", 29, 0, (*Engine).emptyList, false},
	{"GET", "personalization/models", 29, 0, (*Engine).emptyList, false},
	{"GET", "analytics/rules", 0, 30, emptyMember("rules"), false},
}

// answer finds the route, checks the key and runs the route.
func (e *Engine) answer(q *request) response {
	r := e.find(q)
	if r == nil {
		return notFound()
	}
	if e.loading.Load() {
		if r.path == "health" {
			return response{status: http.StatusServiceUnavailable, body: `{"ok":false}`}
		}
		return response{status: http.StatusServiceUnavailable, body: `{ "message": "Not Ready or Lagging"}`}
	}
	if r.writes {
		e.mu.Lock()
		defer e.mu.Unlock()
	} else {
		e.mu.RLock()
		defer e.mu.RUnlock()
	}
	if r.path != "health" {
		if fail := e.authorize(r, q); fail != nil {
			return fail.response()
		}
	}
	a, fail := r.run(e, q)
	if fail != nil {
		a.status, a.body = fail.response().status, fail.response().body
	}
	return a
}

func notFound() response {
	return response{status: http.StatusNotFound, body: `{ "message": "Not Found"}`}
}

func (e *Engine) find(q *request) *route {
	for i := range routes {
		r := &routes[i]
		if r.method != q.method || e.release.major < r.since || r.until > 0 && e.release.major >= r.until {
			continue
		}
		if names, ok := matchPath(strings.Split(r.path, "/"), q.parts); ok {
			q.names = names
			return r
		}
	}
	return nil
}

func matchPath(pattern, parts []string) (map[string]string, bool) {
	if len(pattern) != len(parts) {
		return nil, false
	}
	names := map[string]string{}
	for i, want := range pattern {
		if strings.HasPrefix(want, "{") {
			names[strings.Trim(want, "{}")] = parts[i]
		} else if want != parts[i] {
			return nil, false
		}
	}
	return names, true
}

// action is the right that a route needs: "documents:search". It is named after the part that follows the last name, or
// precedes it at the end.
func (r *route) action() string {
	parts := strings.Split(r.path, "/")
	named := -1
	for i, part := range parts {
		if strings.HasPrefix(part, "{") {
			named = i
		}
	}
	at := named + 1
	switch {
	case named < 0:
		at = len(parts) - 1
	case named == len(parts)-1:
		at = named - 1
	}
	resource := parts[at]
	if last := parts[len(parts)-1]; resource == "documents" && slices.Contains([]string{"search", "import", "export"}, last) {
		return "documents:" + last
	}
	if resource == "multi_search" {
		return "documents:search"
	}
	operation := map[string]string{"POST": "create", "PUT": "upsert", "PATCH": "update", "DELETE": "delete", "GET": "get"}[r.method]
	if r.method == "GET" && at == len(parts)-1 {
		operation = "list"
	}
	return resource + ":" + operation
}
