package console

import (
	"strings"

	"quarry/drivers/driver"
)

// partsOf returns where a route's response says which parts of the request failed: Bulk API, "Response body"; the same
// in Multi search API, Multi get API, Update by query API and Reindex API; Aliases API, "errors".
//
// With filter_path ("Common options") the response may lack the parts that succeeded, so their number is unknown.
func partsOf(parts []string, query string) []driver.ConsoleParts {
	reports := reportsOf(parts)
	if strings.Contains(query, "filter_path") {
		for i := range reports {
			reports[i].All = "filter_path" // a name that no response has
		}
	}
	return reports
}

func reportsOf(parts []string) []driver.ConsoleParts {
	shards := driver.ConsoleParts{Noun: "shards", Count: "_shards.failed", All: "_shards.total", Reason: "_shards.failures.0.reason.reason"}
	late := driver.ConsoleParts{Any: "timed_out", Why: "The search ran out of time (timed_out), so some hits may be missing."}
	switch {
	case has(parts, "_bulk"):
		return []driver.ConsoleParts{{Noun: "operations", List: "items", Failed: "*.error", Reason: "*.error.reason", Any: "errors"}}
	case has(parts, "_msearch"):
		return []driver.ConsoleParts{
			{Noun: "searches", List: "responses", Failed: "error", Reason: "error.reason"},
			{Noun: "searches", List: "responses", Failed: "_shards.failures", Reason: "_shards.failures.0.reason.reason"},
		}
	case has(parts, "_mget"):
		return []driver.ConsoleParts{{Noun: "documents", List: "docs", Failed: "error", Reason: "error.reason"}}
	case has(parts, "_aliases"):
		return []driver.ConsoleParts{{Noun: "actions", List: "action_results", Failed: "error", Reason: "error.reason"}}
	case has(parts, "_update_by_query"), has(parts, "_delete_by_query"), has(parts, "_reindex"):
		return []driver.ConsoleParts{
			{Noun: "documents", List: "failures", Reason: "cause.reason", All: "total"},
			{Noun: "documents", Count: "version_conflicts", All: "total", Why: "Another request changed it first (version_conflicts)."},
			{Any: "timed_out", Why: "The request ran out of time (timed_out), so some documents may not have been processed."},
		}
	case has(parts, "_async_search"):
		shards.Count, shards.All, shards.Reason = "response._shards.failed", "response._shards.total", "response._shards.failures.0.reason.reason"
		late.Any = "response.timed_out"
	}
	return []driver.ConsoleParts{shards, late}
}

// has reports whether a path contains a part.
func has(parts []string, name string) bool {
	for at := range parts {
		if word(parts, at) == name {
			return true
		}
	}
	return false
}
