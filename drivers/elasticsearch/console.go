package elasticsearch

import (
	"slices"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/route"
)

// Console implements [driver.Consoler].
func (engine) Console(_ *driver.Conn, a *driver.ConsoleArgs) (*driver.ConsoleRoute, error) {
	readings := route.Readings(a.Path)
	if slices.ContainsFunc(readings, isSQL) {
		return nil, &driver.Error{
			Kind: driver.Refused, Message: "Quarry does not send SQL to Elasticsearch.",
			Hint: "Use the query DSL, for example GET /books/_search.", Op: a.Method + " " + a.Path,
		}
	}
	r := &driver.ConsoleRoute{ContentType: typeJSON, Private: slices.ContainsFunc(readings, isPrivate), Comments: true, Took: "took"}
	if isLines(readings[0]) {
		r.ContentType, r.Lines = typeNDJSON, true
	}
	if a.Method == "GET" || a.Method == "POST" {
		r.Rows, r.Doc = rowsOf(readings[0])
	}
	if around, ok := strings.CutSuffix(r.Rows, "hits.hits"); ok {
		r.Took, r.Total, r.Profiled = around+"took", around+"hits.total", around+"profile"
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
	return r, nil
}

// isSQL reports whether a route is the SQL endpoint, which 7.x also has under its old name (SQL REST API).
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

// privateRoutes are the prefixes of routes whose requests or responses can carry credentials: users, passwords, keys
// and tokens (Security APIs), the password of a remote cluster (Reindex API, "Reindex from remote"), of a web hook
// (Watcher) and of another service (Inference and Connector APIs).
var privateRoutes = [][]string{
	{"_security"}, {"_xpack", "security"}, {"_reindex"}, {"_watcher"}, {"_xpack", "watcher"}, {"_inference"}, {"_connector"},
}

// isPrivate reports whether a route can carry credentials.
func isPrivate(parts []string) bool {
	for _, start := range privateRoutes {
		if word(parts, 0) == start[0] && (len(start) == 1 || word(parts, 1) == start[1]) {
			return true
		}
	}
	if word(parts, 0) == "_nodes" && word(parts, len(parts)-1) == "reload_secure_settings" {
		return true
	}
	return len(parts) > 0 && slices.ContainsFunc(strings.Split(parts[0], ","), holdsHashes)
}

// hashes is the prefix of the names of the indices with the users, keys and tokens of a cluster.
const hashes = ".security"

// holdsHashes reports whether a name or a pattern that begins with a dot can refer to such an index.
func holdsHashes(name string) bool {
	literal, _, pattern := strings.Cut(route.Word(name), "*")
	return strings.HasPrefix(literal, hashes) || pattern && literal != "" && strings.HasPrefix(hashes, literal)
}

// runsSearch reports whether a route with rows runs a search that its body describes: not one that goes on with a search
// (Scroll API) or reads what another one found (Async Search API).
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

// runsQuery reports whether a route of ES|QL runs the query in its body: not one that reads what another one found (ES|QL
// Async Query APIs).
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

// rowsOf returns where the rows of a route's response are and where the document is in each, "" for a route without
// rows.
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
