package console

import "quarry/drivers/driver"

// searchAnswer describes a search response besides its rows (Search API, "Response body").
func searchAnswer() driver.ConsoleSearch {
	return driver.ConsoleSearch{
		Key: "_id", Place: "_index", Reserved: "_",
		Count: "value", Relation: "relation", AtLeast: "gte",
		Facts: []driver.ConsoleFact{
			{Title: "Timed out", Path: "timed_out"},
			{Title: "Terminated early", Path: "terminated_early"},
			{Title: "Shards", Path: "_shards", Text: "{successful} successful, {failed} failed"},
		},
		Buckets: []driver.ConsoleBuckets{{
			Title: "Aggregations", Path: "aggregations", Typed: "#", List: "buckets", Key: "key", Shown: "key_as_string", Count: "doc_count",
			Nested: true, Value: "value", Own: []string{"from", "to", "from_as_string", "to_as_string"},
			Quiet: []string{"doc_count_error_upper_bound"}, // 0 means that no count can be wrong
		}},
		Highlights: driver.ConsoleHighlights{ByField: "highlight"},
	}
}

// faults says how an error of the engine points to a place in the body: in the message of a parser or a script
// compiler, or as members of the error.
func faults() driver.ConsoleFaults {
	return driver.ConsoleFaults{Texts: []string{"line: {line}, column: {column}", "[{line}:{column}]"}, Line: "line", Column: "col"}
}
