package console

import (
	"slices"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/route"
	"quarry/drivers/elasticsearch/es"
)

// Route implements Console of [driver.Consoler].
func Route(a *driver.ConsoleArgs) (*driver.ConsoleRoute, error) {
	readings := route.Readings(a.Path)
	if slices.ContainsFunc(readings, isSQL) {
		return nil, &driver.Error{
			Kind: driver.Refused, Message: "Quarry does not send SQL to Elasticsearch.",
			Hint: "Use the query DSL, for example GET /books/_search.", Op: a.Method + " " + a.Path,
		}
	}
	if strings.HasPrefix(word(readings[0], 0), "kbn:") {
		return nil, &driver.Error{
			Kind: driver.Refused, Message: "Paths that begin with kbn: belong to Kibana. Quarry sends requests to Elasticsearch only.",
			Hint: "Run this request in Kibana.", Op: a.Method + " " + a.Path,
		}
	}
	r := &driver.ConsoleRoute{ContentType: es.TypeJSON, Storable: isStorable(a, readings), Took: "took", Faults: faults(), Parts: partsOf(readings[0], a.Query)}
	if isLines(readings[0]) {
		r.ContentType, r.Lines = es.TypeNDJSON, true
	}
	if a.Method == "GET" || a.Method == "POST" {
		r.Rows, r.Doc = rowsOf(readings[0])
	}
	if around, ok := strings.CutSuffix(r.Rows, "hits.hits"); ok {
		r.Took, r.Total, r.Profiled = around+"took", around+"hits.total", around+"profile"
		r.Around, r.Search = strings.TrimSuffix(around, "."), searchAnswer()
		if runsSearch(a.Method, readings[0]) {
			r.Profile = "profile"
		}
	}
	if r.Lines && runsSearches(readings[0]) && (a.Method == "GET" || a.Method == "POST") {
		r.Profile, r.Profiled = "profile", "responses.#.profile"
	}
	if word(readings[0], 0) == "_query" {
		r.Profiled = "profile"
		if runsQuery(a.Method, readings[0]) {
			r.Profile = "profile"
		}
	}
	if r.Profiled != "" {
		r.Layout = measured()
	}
	return r, nil
}

// isSQL reports whether a route is the SQL endpoint, which has an additional older name in 7.x (SQL REST API).
func isSQL(parts []string) bool {
	return word(parts, 0) == "_sql" || word(parts, 0) == "_xpack" && word(parts, 1) == "sql"
}

// word returns the part at a position, "" if there is none.
func word(parts []string, at int) string {
	if at < 0 || at >= len(parts) {
		return ""
	}
	return route.Word(parts[at])
}

// isStorable reports whether neither the request nor its response can contain a credential, however the path is read. A
// query that extends a pattern to hidden indices reaches those with credentials.
func isStorable(a *driver.ConsoleArgs, readings [][]string) bool {
	if strings.Contains(strings.ToLower(a.Query), "expand_wildcards") {
		return false
	}
	return !slices.ContainsFunc(readings, func(parts []string) bool { return !holdsNoCredential(a.Method, parts) })
}

// safeRoutes are the first words of cluster routes with nothing but searches, documents, mappings and figures.
var safeRoutes = []string{
	"_search", "_count", "_msearch", "_mget", "_bulk", "_async_search", "_query", "_eql", "_pit", "_field_caps", "_mapping", "_mappings", "_cat",
	"_analyze", "_validate", "_render", "_search_shards", "_rank_eval", "_mtermvectors", "_stats", "_segments", "_recovery", "_shard_stores",
	"_refresh", "_flush", "_forcemerge", "_cache", "_alias", "_aliases", "_resolve", "_data_stream", "_index_template", "_component_template", "_template",
}

// safeBelow are the words below index names with nothing but documents, searches, mappings and figures.
var safeBelow = []string{
	"_doc", "_create", "_update", "_source", "_explain", "_termvectors", "_mtermvectors", "_update_by_query", "_delete_by_query", "_knn_search",
	"_terms_enum", "_graph", "_open", "_close", "_settings", "_rollover", "_block", "_disk_usage", "_field_usage_stats", "_fleet",
}

// holdsNoCredential reports whether a route is known to contain no credential. It judges indices by name: those of the
// engine's own features, which begin with a dot, hold users, keys, and passwords of watches and pipelines.
func holdsNoCredential(method string, parts []string) bool {
	switch first, second := word(parts, 0), word(parts, 1); {
	case len(parts) == 0:
		return method == "GET" || method == "HEAD"
	case first == "_cluster":
		return method == "GET" && (second == "health" || second == "stats" || second == "pending_tasks")
	case first == "_nodes":
		return method == "GET" && word(parts, len(parts)-1) == "stats"
	case first == "_all" || !strings.HasPrefix(first, "_"):
		return !namesHidden(parts[0]) && (len(parts) == 1 || slices.Contains(safeBelow, second) || slices.Contains(safeRoutes, second) || isTyped(parts))
	case first == "_alias" || first == "_mapping" || first == "_mappings" || first == "_data_stream" || first == "_resolve" || first == "_cat":
		return !slices.ContainsFunc(parts[1:], namesHidden)
	default:
		return slices.Contains(safeRoutes, first)
	}
}

// isTyped reports whether a route is for a document or a search below a type, which 7.x has.
func isTyped(parts []string) bool {
	return len(parts) > 2 && !strings.HasPrefix(word(parts, 1), "_") && (!strings.HasPrefix(word(parts, 2), "_") || slices.Contains(safeRoutes, word(parts, 2)) || slices.Contains(safeBelow, word(parts, 2)))
}

// namesHidden reports whether a list has a name that begins with a dot, other than a data stream's index.
func namesHidden(list string) bool {
	return slices.ContainsFunc(strings.Split(list, ","), func(name string) bool {
		name = route.Word(name)
		return strings.HasPrefix(name, ".") && !strings.HasPrefix(name, ".ds-") || strings.HasPrefix(name, "<.")
	})
}

// runsSearch reports whether a route with rows runs the search in its body: not one that continues a search (Scroll
// API) or reads the results of another one (Async Search API).
func runsSearch(method string, parts []string) bool {
	switch {
	case word(parts, len(parts)-1) == "_async_search":
		return method == "POST"
	case word(parts, 0) == "_async_search":
		return false
	}
	return word(parts, 1) != "scroll"
}

// runsSearches reports whether a body of lines has searches (Multi Search APIs).
func runsSearches(parts []string) bool {
	n := len(parts)
	return word(parts, n-1) == "_msearch" || word(parts, n-1) == "template"
}

// runsQuery reports whether an ES|QL route runs the query in its body: not one that reads the results of another one
// (ES|QL Async Query APIs).
func runsQuery(method string, parts []string) bool {
	return method == "POST" && (len(parts) == 1 || len(parts) == 2 && word(parts, 1) == "async")
}

// isLines reports whether a route's body is one JSON value per line. Such routes also exist below an index and, in 7.x,
// below a type.
func isLines(parts []string) bool {
	n := len(parts)
	switch word(parts, n-1) {
	case "_bulk", "_msearch":
		return n <= 2 || n == 3 && !strings.HasPrefix(parts[1], "_")
	case "_fleet_msearch":
		return n <= 3 && word(parts, n-2) == "_fleet"
	case "template":
		return n <= 4 && word(parts, n-2) == "_msearch"
	case "bulk":
		return n == 2 && parts[0] == "_monitoring"
	}
	return false
}

// rowsOf returns the path of the rows in a route's response and of the document in each, "" for a route without rows.
func rowsOf(parts []string) (rows, doc string) {
	n := len(parts)
	last := word(parts, n-1)
	switch {
	case n <= 3 && last == "_search", n <= 4 && n > 1 && last == "template" && parts[n-2] == "_search":
		return "hits.hits", "_source"
	case n > 1 && parts[0] == "_search" && parts[1] == "scroll":
		return "hits.hits", "_source"
	case n > 0 && (parts[0] == "_async_search" || n == 2 && last == "_async_search"):
		return "response.hits.hits", "_source"
	}
	return "", ""
}
