package console

// SPEC: CNS-02

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
)

func TestPartsThatFailedAreCountedWithTheReasonOfTheFirst(t *testing.T) {
	items := driver.ConsoleParts{Noun: "operations", List: "items", Failed: "*.error", Reason: "*.error.reason", Any: "errors"}
	lines := driver.ConsoleParts{Noun: "documents", List: "..", Failed: "error", Reason: "error"}
	failures := driver.ConsoleParts{Noun: "documents", List: "failures", Reason: "cause.reason", All: "total"}
	conflicts := driver.ConsoleParts{Noun: "documents", Count: "conflicts", All: "total", Why: "Changed meanwhile."}
	late := driver.ConsoleParts{Any: "timed_out", Why: "Out of time."}
	for _, test := range []struct {
		name, response string
		parts          []driver.ConsoleParts
		want           FailedParts
	}{
		{"a bulk request", `{"errors":true,"items":[{"index":{"status":201}},{"create":{"error":{"reason":"exists"}}},{"index":{"error":{"reason":"not a number"}}}]}`, []driver.ConsoleParts{items}, FailedParts{true, "2", "3", "operations", "exists"}},
		{"a bulk request that succeeded", `{"errors":false,"items":[{"index":{"status":201}}]}`, []driver.ConsoleParts{items}, FailedParts{}},
		{"a bulk request without its items", `{"errors":true}`, []driver.ConsoleParts{items}, FailedParts{Some: true, Noun: "operations"}},
		{"a response of lines", "{\"success\":true}\n{\"success\":false,\"error\":\"Bad JSON\"}\n", []driver.ConsoleParts{lines}, FailedParts{true, "1", "2", "documents", "Bad JSON"}},
		{"only failures are listed", `{"total":9,"conflicts":1,"failures":[{"cause":{"reason":"conflict"}}]}`, []driver.ConsoleParts{failures, conflicts}, FailedParts{true, "1", "9", "documents", "conflict"}},
		{"failures are only counted", `{"total":9,"conflicts":4,"failures":[]}`, []driver.ConsoleParts{failures, conflicts}, FailedParts{true, "4", "9", "documents", "Changed meanwhile."}},
		{"nothing failed", `{"total":9,"conflicts":0,"failures":[]}`, []driver.ConsoleParts{failures, conflicts, late}, FailedParts{}},
		{"a search that ran out of time", `{"timed_out":true}`, []driver.ConsoleParts{late}, FailedParts{Some: true, Why: "Out of time."}},
		{"a response that was cut", `{"errors":true,"items":[{"index":{"error":{"reason":"exists"}}},{"index":{"err`, []driver.ConsoleParts{items}, FailedParts{true, "1", "2", "operations", "exists"}},
		{"another text", "green open books", []driver.ConsoleParts{items, lines, failures, conflicts, late}, FailedParts{}},
		{"nothing", "", []driver.ConsoleParts{items, lines, failures, conflicts, late}, FailedParts{}},
		{"another shape", `{"items":7,"errors":"no","failures":{},"conflicts":"many"}`, []driver.ConsoleParts{items, failures, conflicts}, FailedParts{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			require.Equal(t, test.want, failedIn([]byte(test.response), test.parts))
		})
	}
}

func TestFailedPartsOfALongResponseAreFoundAnywhereInIt(t *testing.T) {
	hits := `{"took":1,"_shards":{"failed":0},"hits":{"hits":[{"_source":{"error":"no"}}` + strings.Repeat(`,{"_source":{"a":"}]"}}`, lookAt/20) + `]}}`
	items := driver.ConsoleParts{Noun: "operations", List: "items", Failed: "*.error", Reason: "*.error.reason", Any: "errors"}
	searches := driver.ConsoleParts{Noun: "searches", List: "responses", Failed: "error", Reason: "error.reason"}
	shardsOfSearches := driver.ConsoleParts{Noun: "searches", List: "responses", Failed: "_shards.failures", Reason: "_shards.failures.0.reason"}
	lines := driver.ConsoleParts{Noun: "documents", List: "..", Failed: "error", Reason: "error"}
	failures := driver.ConsoleParts{Noun: "documents", List: "failures", Reason: "cause.reason", All: "total"}
	shards := driver.ConsoleParts{Noun: "shards", Count: "_shards.failed", All: "_shards.total", Reason: "_shards.failures.0.reason"}
	good := strings.Repeat(`{"index":{"_index":"books","status":201}},`, lookAt/40)
	for _, test := range []struct {
		name, response string
		parts          []driver.ConsoleParts
		want           FailedParts
	}{
		{"the last operation of many", `{"took":7,"errors":true,"items":[` + good + `{"index":{"error":{"reason":"exists"}}}]}`, []driver.ConsoleParts{items}, FailedParts{true, "1", strconv.Itoa(lookAt/40 + 1), "operations", "exists"}},
		{"operations that all succeeded", `{"took":7,"errors":false,"items":[` + good + `{"index":{"status":201}}]}`, []driver.ConsoleParts{items}, FailedParts{}},
		{"the items were filtered out", `{"errors":true,"took":7}`, []driver.ConsoleParts{items}, FailedParts{Some: true, Noun: "operations"}},
		{"a search behind a long one", `{"took":9,"responses":[` + hits + `,{"error":{"reason":"no such index"},"status":404}]}`, []driver.ConsoleParts{searches, shardsOfSearches}, FailedParts{true, "1", "2", "searches", "no such index"}},
		{"shards of a search behind a long one", `{"took":9,"responses":[` + hits + `,{"_shards":{"failures":[{"reason":"lost"}]},"hits":{"hits":[` + hits + `]}}]}`, []driver.ConsoleParts{searches, shardsOfSearches}, FailedParts{true, "1", "2", "searches", "lost"}},
		{"searches that all succeeded", `{"took":9,"responses":[` + hits + `,` + hits + `]}`, []driver.ConsoleParts{searches, shardsOfSearches}, FailedParts{}},
		{"lines", strings.Repeat("{\"success\":true}\n", lookAt/10) + "{\"error\":\"Bad JSON\",\"success\":false}", []driver.ConsoleParts{lines}, FailedParts{true, "1", strconv.Itoa(lookAt/10 + 1), "documents", "Bad JSON"}},
		{"many failures", `{"took":1,"total":90000,"failures":[{"cause":{"reason":"conflict"}}` + strings.Repeat(`,{"cause":{"reason":"another"}}`, lookAt/20) + `]}`, []driver.ConsoleParts{failures}, FailedParts{true, strconv.Itoa(lookAt/20 + 1), "90000", "documents", "conflict"}},
		{"shards, at the start", `{"took":7,"_shards":{"total":2,"failed":1,"failures":[{"reason":"lost"}]},"hits":{"hits":[` + hits + `]}}`, []driver.ConsoleParts{shards}, FailedParts{true, "1", "2", "shards", "lost"}},
		{"an operation before a cut", `{"errors":true,"items":[{"index":{"error":{"reason":"exists"}}},{"index":{"err`, []driver.ConsoleParts{items}, FailedParts{true, "1", "1", "operations", "exists"}},
		{"another text", "green open books\n", []driver.ConsoleParts{items, searches, lines, failures, shards}, FailedParts{}},
		{"another shape", `{"items":7,"errors":"no","failures":{},"conflicts":"many"}`, []driver.ConsoleParts{items, failures}, FailedParts{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			start := test.response[:min(len(test.response), maxPage)]
			require.Equal(t, test.want, failedInLong(strings.NewReader(test.response), []byte(start), test.parts))
		})
	}
}
