package typesense

import (
	"slices"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/route"
)

// Console implements [driver.Consoler].
func (engine) Console(_ *driver.Conn, a *driver.ConsoleArgs) (*driver.ConsoleRoute, error) {
	readings := route.Readings(a.Path)
	r := &driver.ConsoleRoute{ContentType: "application/json", Hints: hints, Storable: !slices.ContainsFunc(readings, func(parts []string) bool { return holdsCredential(a.Method, parts) }) && !namesKey(a.Query)}
	switch below := documentsBelow(readings[0]); {
	case below == "import", isStemmingImport(readings[0]):
		r.ContentType, r.Lines = "text/plain", true
		r.Parts = []driver.ConsoleParts{{Noun: "documents", List: "..", Failed: "error", Reason: "error"}}
	case below == "search" && a.Method == "GET":
		r.Rows, r.Doc, r.Took, r.Total, r.Search = "hits", "document", "search_time_ms", "found", searchAnswer()
		r.Others = []driver.ConsoleRows{groups("")}
	case len(readings[0]) == 1 && readings[0][0] == "multi_search":
		r.Rows, r.Doc, r.Took, r.Total = "results.0.hits", "document", "results.0.search_time_ms", "results.0.found"
		r.Around, r.Search = "results.0", searchAnswer()
		union := driver.ConsoleRows{Rows: "hits", Doc: "document", Took: "search_time_ms", Total: "found"}
		r.Others = []driver.ConsoleRows{groups("results.0."), union, groups("")}
		r.Parts = []driver.ConsoleParts{{Noun: "searches", List: "results", Failed: "error", Reason: "error"}}
	}
	return r, nil
}

// groups describes a search with group_by (Search, "Grouping parameters"): found counts the groups.
func groups(prefix string) driver.ConsoleRows {
	return driver.ConsoleRows{
		Rows: prefix + "grouped_hits.*.hits", Doc: "document", Took: prefix + "search_time_ms", Total: prefix + "found_docs", Groups: prefix + "found",
		Around: strings.TrimSuffix(prefix, "."),
	}
}

// documentsBelow returns the route below a collection's documents, "" for any other path.
func documentsBelow(parts []string) string {
	if len(parts) == 4 && parts[0] == "collections" && parts[2] == "documents" {
		return parts[3]
	}
	return ""
}

// isStemmingImport reports whether a route accepts the lines of a dictionary (Stemming, "Create a dictionary").
func isStemmingImport(parts []string) bool {
	return len(parts) == 3 && parts[0] == "stemming" && parts[1] == "dictionaries" && parts[2] == "import"
}

// safeRoutes are the first words of routes with nothing but documents, schemas, searches and figures. The rest can
// contain API keys and the keys of services that provide models.
var safeRoutes = []string{
	"collections", "multi_search", "aliases", "health", "stats.json", "metrics.json", "debug", "presets", "stopwords", "synonym_sets", "stemming", "curation_sets",
}

// holdsCredential reports whether a route might contain a credential. A schema being sent can have the key of the
// service that makes its vectors (Vector Search, "model_config"); the engine masks it when it is read.
func holdsCredential(method string, parts []string) bool {
	if len(parts) == 0 {
		return false
	}
	first := route.Word(parts[0])
	return !slices.Contains(safeRoutes, first) || first == "collections" && len(parts) < 3 && method != "GET"
}

// namesKey reports whether a query contains an API key (Authentication, "x-typesense-api-key").
func namesKey(query string) bool {
	return strings.Contains(strings.ToLower(query), "x-typesense-api-key")
}
