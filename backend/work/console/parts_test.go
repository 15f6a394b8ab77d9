package console

// SPEC: CNS-02

import (
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

func TestALongResponseSaysAtItsBeginningThatPartsFailed(t *testing.T) {
	items := []driver.ConsoleParts{{Noun: "operations", List: "items", Failed: "*.error", Any: "errors"}}
	require.Equal(t, FailedParts{Some: true, Noun: "operations"}, failedAtStart([]byte(`{"took":7,"errors":true,"items":[{"index":{"_in`), items))
	shards := []driver.ConsoleParts{{Noun: "shards", Count: "_shards.failed", All: "_shards.total", Reason: "_shards.failures.0.reason"}}
	require.Equal(t, FailedParts{true, "1", "2", "shards", "lost"}, failedAtStart([]byte(`{"took":7,"_shards":{"total":2,"failed":1,"failures":[{"reason":"lost"}]},"hits":{"hits":[{"_id":"a`), shards))
	require.Equal(t, FailedParts{}, failedAtStart([]byte(`{"took":7,"errors":false,"items":[{"index":{"_in`), items))
}
