package typesense

import "quarry/drivers/driver"

// searchAnswer describes a search response besides its rows (Search, "Sample response"). Highlights are an object by
// field, and before version 0.24 a list.
func searchAnswer() driver.ConsoleSearch {
	return driver.ConsoleSearch{
		Key: "document.id", DocFirst: true, // a row begins with its highlights
		Facts: []driver.ConsoleFact{
			{Title: "Searched documents", Path: "out_of"},
			{Title: "Search cut off", Path: "search_cutoff"},
		},
		Buckets: []driver.ConsoleBuckets{{
			Title: "Facets", Path: "facet_counts", Name: "field_name", List: "counts", Key: "value", Count: "count", Stats: "stats",
		}},
		Highlights: driver.ConsoleHighlights{
			ByField: "highlight", List: "highlights", Name: "field", Fragment: "snippet", Fragments: "snippets",
		},
	}
}
