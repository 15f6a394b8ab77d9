package typesense_test

// SPEC: CNS-02, CNS-04, CNS-08

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
)

func TestARouteIsJudgedByItsMethodAndPath(t *testing.T) {
	plain := driver.ConsoleRoute{ContentType: "application/json", Storable: true}
	private := driver.ConsoleRoute{ContentType: "application/json"}
	search := driver.ConsoleSearch{
		Key: "document.id", DocFirst: true,
		Facts: []driver.ConsoleFact{{Title: "Searched documents", Path: "out_of"}, {Title: "Search cut off", Path: "search_cutoff"}},
		Buckets: []driver.ConsoleBuckets{
			{Title: "Facets", Path: "facet_counts", Name: "field_name", List: "counts", Key: "value", Count: "count", Stats: "stats"},
		},
		Highlights: driver.ConsoleHighlights{ByField: "highlight", List: "highlights", Name: "field", Fragment: "snippet", Fragments: "snippets"},
	}
	lines := []driver.ConsoleParts{{Noun: "documents", List: "..", Failed: "error", Reason: "error"}}
	searches := []driver.ConsoleParts{{Noun: "searches", List: "results", Failed: "error", Reason: "error"}}
	rows := []struct {
		method, path, query string
		want                driver.ConsoleRoute
	}{
		{"GET", "/collections", "", plain},
		{"GET", "/collections/books/documents/search", "q=*", driver.ConsoleRoute{ContentType: "application/json", Rows: "hits", Doc: "document", Took: "search_time_ms", Total: "found", Storable: true, Search: search, Others: []driver.ConsoleRows{
			{Rows: "grouped_hits.*.hits", Doc: "document", Took: "search_time_ms", Total: "found_docs", Groups: "found"},
		}}},
		{"POST", "/collections/books/documents/search", "", plain},
		{"POST", "/collections/books/documents/import", "action=upsert", driver.ConsoleRoute{ContentType: "text/plain", Lines: true, Storable: true, Parts: lines}},
		{"POST", "/multi_search", "", driver.ConsoleRoute{ContentType: "application/json", Rows: "results.0.hits", Doc: "document", Took: "results.0.search_time_ms", Total: "results.0.found", Storable: true, Around: "results.0", Search: search, Parts: searches, Others: []driver.ConsoleRows{
			{Rows: "results.0.grouped_hits.*.hits", Doc: "document", Took: "results.0.search_time_ms", Total: "results.0.found_docs", Groups: "results.0.found", Around: "results.0"},
			{Rows: "hits", Doc: "document", Took: "search_time_ms", Total: "found"},
			{Rows: "grouped_hits.*.hits", Doc: "document", Took: "search_time_ms", Total: "found_docs", Groups: "found"},
		}}},
		{"GET", "/collections/keys", "", plain},
		{"GET", "/", "", plain},
		{"POST", "/stemming/dictionaries/import", "id=x", driver.ConsoleRoute{ContentType: "text/plain", Lines: true, Storable: true, Parts: lines}},
		{"POST", "/collections", "", private},
		{"PATCH", "/collections/books", "", private},
		{"POST", "/analytics/rules", "", private},
		{"GET", "/unknown", "", private},
		{"GET", "/keys", "", private},
		{"POST", "/keys/", "", private},
		{"DELETE", "/keys/7", "", private},
		{"GET", "/%6Beys", "", private},
		{"GET", "/collections/%2e%2e/keys", "", private},
		{"POST", "/conversations/models", "", private},
		{"PUT", "/nl_search_models/m", "", private},
		{"GET", "/collections", "X-TYPESENSE-API-KEY=abc", private},
	}
	for _, row := range rows {
		t.Run(row.method+" "+row.path, func(t *testing.T) {
			h := host(t, nil)
			var got driver.ConsoleRoute
			require.NoError(t, run(h, driver.OpConsole, &driver.ConsoleArgs{Method: row.method, Path: row.path, Query: row.query}, &got))
			require.Contains(t, got.Hints, driver.Text{Key: "Only upto 250 hits", Value: "A search returns at most 250 hits: lower per_page or limit, and read the rest as further pages."})
			got.Hints = nil // the same for every route
			require.Equal(t, row.want, got)
			require.Empty(t, h.Sent)
		})
	}
}
