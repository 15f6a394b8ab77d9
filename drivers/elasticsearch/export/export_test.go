// SPEC: EXP-01, EXP-05, EXP-07, EXP-08
package export_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/elastictest"
	"quarry/drivers/drivertest/script"
)

// sources responds to a search with documents of that many bytes.
func sources(from, n, size int) script.Response {
	var list []string
	for row := from; row < from+n; row++ {
		source := fmt.Sprintf(`{"n": %d.0,"pad":"`, row)
		source += strings.Repeat("x", max(0, size-len(source)-2)) + `"}`
		list = append(list, fmt.Sprintf(`{"_index":"books","_id":"%d","_source":%s,"sort":[%d]}`, row, source, row))
	}
	return script.JSON(200, `{"pit_id":"newer",`+elastictest.Good+`,"hits":{"hits":[`+strings.Join(list, ",")+`]}}`)
}

// totalOf answers a count.
func totalOf(n int) script.Response {
	return script.JSON(200, fmt.Sprintf(`{"pit_id":"counted",`+elastictest.Good+`,"hits":{"total":{"value":%d,"relation":"eq"}}}`, n))
}

// rejection is the response of a server that accepts no reads for now.
func rejection(headers ...driver.Header) script.Response {
	a := script.JSON(429, `{"error":{"root_cause":[{"type":"circuit_breaking_exception","reason":"Data too large"}],"type":"circuit_breaking_exception","reason":"Data too large"},"status":429}`)
	a.Headers = append(a.Headers, headers...)
	return a
}

// scrollOf is the first response of a scroll over that many documents.
func scrollOf(id string, total, n int) script.Response {
	a := elastictest.Batch(id, 0, n)
	a.Body = strings.Replace(a.Body, `"hits":{"hits"`, fmt.Sprintf(`"hits":{"total":{"value":%d,"relation":"eq"},"hits"`, total), 1)
	return a
}

var closedPoint = script.JSON(200, `{"succeeded":true,"num_freed":1}`)

func export(h *script.Host) (*driver.Exported, error) {
	h.Sent, h.Written, h.Waits = nil, nil, nil
	var result driver.Exported
	err := elastictest.Run(h, driver.OpExport, &driver.ExportArgs{Object: "books"}, &result)
	return &result, err
}

// exported runs an export and requires that it succeeds.
func exported(t *testing.T, h *script.Host) *driver.Exported {
	t.Helper()
	result, err := export(h)
	require.NoError(t, err)
	return result
}

// sizes returns the requested sizes.
func sizes(h *script.Host) []string {
	var list []string
	for _, r := range h.Sent {
		if _, rest, found := strings.Cut(string(r.Body), `"size":`); found {
			size, _, _ := strings.Cut(rest, ",")
			list = append(list, size)
		}
	}
	return list
}

func TestAnExportReadsAPointInTimeFromDocumentToDocument(t *testing.T) {
	h := elastictest.Conversation(t, "8.16.3", elastictest.Point, totalOf(1003), sources(0, 1000, 60), sources(1000, 3, 60), closedPoint)
	require.Equal(t, &driver.Exported{Least: 1003, Most: 1003}, exported(t, h))
	require.Equal(t, []string{
		`POST /books/_pit?keep_alive=15s`,
		`POST /_search?filter_path=pit_id,hits.total.value,_shards,timed_out {"pit":{"id":"first","keep_alive":"5m"},"size":0,"track_total_hits":true}`,
		`POST /_search {"pit":{"id":"first","keep_alive":"5m"},"size":1000,"track_total_hits":false,"sort":[{"_shard_doc":"asc"}]}`,
		`POST /_search {"pit":{"id":"newer","keep_alive":"5m"},"search_after":[999],"size":4000,"track_total_hits":false,"sort":[{"_shard_doc":"asc"}]}`,
		`DELETE /_pit {"id":"newer"}`,
	}, h.Lines())
	require.Len(t, h.Written, 1003)
	require.Equal(t, `{"n": 1002.0,"pad":"xxx`, h.Written[1002][:23], "the engine's own characters")
}

func TestAnExportInSlicesReportsHowFarEachOfThemIs(t *testing.T) {
	lost := script.Response{Err: &driver.Error{Kind: driver.Connect, Message: "The connection was lost."}}
	for name, row := range map[string]struct {
		counted script.Response
		total   int64
	}{
		"counted":                   {totalOf(1002), 1002},
		"a count that was lost":     {lost, 0},
		"a count that was rejected": {rejection(), 0},
		"a count without a shard":   {script.JSON(200, `{"_shards":{"total":2,"failed":1},"timed_out":false,"hits":{"total":{"value":7}}}`), 0},
	} {
		t.Run(name, func(t *testing.T) {
			h := elastictest.Conversation(t, "8.16.3", elastictest.Point, totalOf(1005), row.counted, totalOf(3), sources(0, 1000, 60), sources(1000, 3, 60), sources(1003, 2, 60), closedPoint)
			h.Sent, h.Portions = nil, nil
			var result driver.Exported
			require.NoError(t, elastictest.Run(h, driver.OpExport, &driver.ExportArgs{Object: "books", Slices: 2}, &result))
			require.Equal(t, driver.Exported{Least: 1005, Most: 1005}, result)
			require.Equal(t, [][]driver.Portion{
				{{Total: row.total}, {Total: 3}},
				{{Done: 1000, Total: row.total}, {Done: 3, Total: 3}},
			}, h.Portions)
			require.Equal(t, `{"pit":{"id":"first","keep_alive":"5m"},"slice":{"id":1,"max":2},"size":0,"track_total_hits":true}`, string(h.Sent[3].Body))
		})
	}
}

func TestAnExportHasAnOrderAndALimitWhereTheyAreAskedFor(t *testing.T) {
	by := []driver.SortKey{{Field: "at", Type: "date", Desc: true}, {Field: "n", Type: "long"}}
	const sorted = `"sort":[{"at":{"order":"desc"}},{"n":{"order":"asc"}},{"_shard_doc":"asc"}]`
	for name, row := range map[string]struct {
		args      driver.ExportArgs
		responses []script.Response
		written   int
		sizes     []string
		holds     string
	}{
		"sorted":               {driver.ExportArgs{Sort: by, Slices: 4}, []script.Response{totalOf(3), sources(0, 3, 60)}, 3, []string{"0", "1000"}, sorted},
		"a part of a response": {driver.ExportArgs{Sort: by, Limit: 2}, []script.Response{totalOf(3), sources(0, 2, 60)}, 2, []string{"0", "2"}, sorted},
		"limited alone":        {driver.ExportArgs{Limit: 1003, Slices: 4}, []script.Response{totalOf(5000), sources(0, 1000, 60), sources(1000, 3, 60)}, 1003, []string{"0", "1000", "3"}, `"sort":[{"_shard_doc":"asc"}]`},
		"more than there are":  {driver.ExportArgs{Limit: 10}, []script.Response{totalOf(3), sources(0, 3, 60)}, 3, []string{"0", "10"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			h := elastictest.Conversation(t, "8.16.3", append(append([]script.Response{elastictest.Point}, row.responses...), closedPoint)...)
			h.Sent, h.Written, h.Waits = nil, nil, nil
			row.args.Object = "books"
			var result driver.Exported
			require.NoError(t, elastictest.Run(h, driver.OpExport, &row.args, &result))
			require.Equal(t, driver.Exported{Least: int64(row.written), Most: int64(row.written)}, result)
			require.Len(t, h.Written, row.written)
			require.Equal(t, row.sizes, sizes(h))
			require.Contains(t, string(h.Sent[len(h.Sent)-2].Body), row.holds)
		})
	}
}

// SPEC: A-BRO-14
func TestAnExportIsNotSlicedWhereAPointInTimeRefusesSlices(t *testing.T) {
	refused := script.JSON(500, `{"error":{"type":"search_phase_execution_exception","reason":"`+"`slice` cannot be used outside of a scroll context"+`"},"status":500}`)
	for name, responses := range map[string][]script.Response{
		"7.14.2": {elastictest.Point, totalOf(3), sources(0, 3, 60), closedPoint},
		"":       {elastictest.Point, totalOf(3), refused, refused, sources(0, 3, 60), closedPoint}, // the version may not be read
	} {
		t.Run(name, func(t *testing.T) {
			h := elastictest.Conversation(t, name, responses...)
			h.Sent, h.Portions = nil, nil
			var result driver.Exported
			require.NoError(t, elastictest.Run(h, driver.OpExport, &driver.ExportArgs{Object: "books", Slices: 2}, &result))
			require.Equal(t, driver.Exported{Least: 3, Most: 3}, result)
			require.Len(t, h.Written, 3)
			require.Empty(t, h.Portions)
			require.NotContains(t, string(h.Sent[len(h.Sent)-2].Body), "slice")
		})
	}
}

func TestTheNumberOfDocumentsAskedForFollowsTheirSize(t *testing.T) {
	h := elastictest.Conversation(t, "8.16.3", elastictest.Point, totalOf(5100), sources(0, 1000, 100), sources(1000, 4000, 20_000), sources(5000, 100, 20_000), closedPoint)
	exported(t, h)
	require.Equal(t, []string{"0", "1000", "4000", "182"}, sizes(h), "about 3.5 MB a response")
	first, last := h.Sent[2], h.Sent[4]
	require.InDelta(t, 1000*1024, first.Expect, 70_000, "before a document was read")
	require.InDelta(t, 182*20_100, last.Expect, 300_000, "the host makes memory for it at once")
	h = elastictest.Conversation(t, "8.16.3", elastictest.Point, totalOf(15_001), sources(0, 1000, 20), sources(1000, 4000, 20), sources(5000, 10_000, 20), sources(15_000, 1, 20), closedPoint)
	exported(t, h)
	require.Equal(t, []string{"0", "1000", "4000", "10000", "10000"}, sizes(h), "never more than the engine's own limit")
}

func TestAnAnswerThatIsTooLargeIsAskedForWithFewerDocuments(t *testing.T) {
	large := script.Response{Err: &driver.Error{Kind: driver.Unsupported, Code: driver.CodeTooLarge, Message: "The response is too large.", Sent: true}}
	h := elastictest.Conversation(t, "8.16.3", elastictest.Point, totalOf(63), large, large, sources(0, 62, 60), sources(62, 1, 60), closedPoint)
	h.Respond = limited(h.Respond)
	exported(t, h)
	require.Equal(t, []string{"0", "1000", "250", "62", "248"}, sizes(h))
	require.Len(t, h.Written, 63)
	responses := []script.Response{elastictest.Point, totalOf(1), large, large, large, large, large, large, closedPoint}
	_, err := export(elastictest.Conversation(t, "8.16.3", responses...))
	require.Equal(t, driver.CodeTooLarge, script.Fault(err).Code, "one document that is too large is an error")
}

func TestADocumentOfASliceThatIsLargeIsReadWhileNoOtherSliceIs(t *testing.T) {
	large := script.Response{Err: &driver.Error{Kind: driver.Unsupported, Code: driver.CodeTooLarge, Message: "The response is too large.", Sent: true}}
	responses := []script.Response{elastictest.Point, totalOf(2), totalOf(1), totalOf(1)}
	for range []int{1000, 250, 62, 15, 3, 1} {
		responses = append(responses, large, large)
	}
	responses = append(responses, sources(0, 1, 60), sources(1, 1, 60), sources(1, 0, 60), sources(2, 0, 60), closedPoint)
	h := elastictest.Conversation(t, "8.16.3", responses...)
	var result driver.Exported
	require.NoError(t, elastictest.Run(h, driver.OpExport, &driver.ExportArgs{Object: "books", Slices: 2}, &result))
	var limits []int64
	for i := range h.Sent {
		if h.Sent[i].Purpose == "export" {
			limits = append(limits, h.Sent[i].Limit>>20)
		}
	}
	require.Equal(t, []int64{24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 0, 0, 24, 24}, limits)
	require.Len(t, h.Written, 2)
}

// limited requires that every search for several documents has a limit, and passes the search on.
func limited(next func(driver.Request) script.Response) func(driver.Request) script.Response {
	return func(r driver.Request) script.Response {
		if r.Purpose == "export" && r.Limit != 24<<20 {
			return script.JSON(500, `{"error":"no limit"}`)
		}
		return next(r)
	}
}

func TestAnIndexThatReturnsFewerDocumentsAtOnceIsAskedForNoMore(t *testing.T) {
	const sentence = `Result window is too large, from + size must be less than or equal to: [100] but was [1000]. See the scroll api`
	refused := script.JSON(400, `{"error":{"root_cause":[{"type":"illegal_argument_exception","reason":"`+sentence+`"}],"type":"search_phase_execution_exception"},"status":400}`)
	inUnion := elastictest.Lacking(sources(0, 500, 60), "illegal_argument_exception")
	inUnion.Body = strings.Replace(inUnion.Body, `"reason":"away"`, `"reason":"`+sentence+`"`, 1)
	for name, first := range map[string]script.Response{"refused": refused, "one index of several": inUnion} {
		t.Run(name, func(t *testing.T) {
			h := elastictest.Conversation(t, "8.16.3", elastictest.Point, totalOf(101), first, sources(0, 100, 60), sources(100, 1, 60), closedPoint)
			exported(t, h)
			require.Equal(t, []string{"0", "1000", "100", "100"}, sizes(h))
			require.Len(t, h.Written, 101)
		})
	}
}

func TestAPartialAnswerIsReadAgainOnceAndNothingOfItIsWritten(t *testing.T) {
	for name, short := range map[string]script.Response{"a shard did not respond": elastictest.Lacking(sources(0, 300, 60), "x"), "out of time": elastictest.TimedOut(sources(0, 300, 60))} {
		t.Run(name, func(t *testing.T) {
			h := elastictest.Conversation(t, "8.16.3", elastictest.Point, totalOf(400), short, sources(0, 400, 60), closedPoint)
			exported(t, h)
			require.Len(t, h.Written, 400)
			h = elastictest.Conversation(t, "8.16.3", elastictest.Point, totalOf(400), short, short, closedPoint)
			_, err := export(h)
			require.Equal(t, driver.CodePartial, script.Fault(err).Code)
			require.Contains(t, err.Error(), "documents would be missing")
			require.Empty(t, h.Written)
			require.Equal(t, "DELETE /_pit", elastictest.Paths(h)[4], "nothing is left open")
		})
	}
}

func TestACountThatIsPartialIsNoCountOfTheExport(t *testing.T) {
	h := elastictest.Conversation(t, "8.16.3", elastictest.Point, elastictest.Lacking(totalOf(1), "x"), totalOf(2), sources(0, 2, 60), closedPoint)
	require.Equal(t, int64(2), exported(t, h).Least)
	h = elastictest.Conversation(t, "8.16.3", elastictest.Point, elastictest.TimedOut(totalOf(1)), elastictest.TimedOut(totalOf(1)), closedPoint)
	_, err := export(h)
	require.EqualError(t, err, "The search timed out on the server, so documents would be missing.")
}

func TestASnapshotThatEndsOrLosesAShardEndsTheExport(t *testing.T) {
	gone := script.JSON(404, `{"error":{"root_cause":[{"type":"search_context_missing_exception","reason":"No search context found"}],"type":"search_phase_execution_exception"},"status":404}`)
	for name, row := range map[string]struct {
		response script.Response
		want     string
	}{
		"ended":      {gone, "The snapshot has ended on the server."},
		"lost shard": {elastictest.Lacking(sources(1000, 300, 60), "search_context_missing_exception"), "The snapshot lost part of its rows on the server."},
	} {
		t.Run(name, func(t *testing.T) {
			h := elastictest.Conversation(t, "8.16.3", elastictest.Point, totalOf(2000), sources(0, 1000, 60), row.response, closedPoint)
			_, err := export(h)
			require.EqualError(t, err, row.want)
			require.Equal(t, "The server or one of its nodes may have been restarted. Start the export again.", script.Fault(err).Hint)
			require.Equal(t, "DELETE /_pit", elastictest.Paths(h)[4])
			require.Len(t, h.Written, 1000)
		})
	}
}

func TestAReadThatIsRejectedForNowIsSentAgainAfterAWaitWithFewerDocuments(t *testing.T) {
	busyShard := elastictest.Lacking(sources(1000, 300, 60), "es_rejected_execution_exception")
	h := elastictest.Conversation(t, "8.16.3", elastictest.Point, totalOf(1003), sources(0, 1000, 60), rejection(), rejection(driver.Header{Name: "Retry-After", Value: "7"}), busyShard, sources(1000, 3, 60), closedPoint)
	exported(t, h)
	require.Equal(t, []int64{1000, 7000, 4000}, h.Waits, "a wait that doubles, or the one that the server asks for")
	require.Equal(t, []string{"0", "1000", "4000", "2000", "1000", "500"}, sizes(h))
	require.Len(t, h.Written, 1003)
}

func TestAServerThatRejectsReadsForTooLongEndsTheExport(t *testing.T) {
	responses := []script.Response{elastictest.Point, totalOf(1003), sources(0, 1000, 60)}
	for range 9 {
		responses = append(responses, rejection())
	}
	h := elastictest.Conversation(t, "8.16.3", append(responses, closedPoint)...)
	_, err := export(h)
	require.EqualError(t, err, "Data too large")
	require.Equal(t, "The server is too busy. Try again in a moment.", script.Fault(err).Hint)
	require.Equal(t, []int64{1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000}, h.Waits)
	long := rejection(driver.Header{Name: "Retry-After", Value: "3600"})
	h = elastictest.Conversation(t, "8.16.3", elastictest.Point, totalOf(3), long, long, long, long, long, closedPoint)
	_, err = export(h)
	require.Error(t, err)
	require.Equal(t, []int64{60_000, 60_000, 60_000, 60_000}, h.Waits, "no longer than the snapshot is kept alive")
}

func TestASnapshotWhoseCountIsRejectedForNowIsOpenedAnew(t *testing.T) {
	h := elastictest.Conversation(t, "8.16.3", rejection(), elastictest.Point, rejection(), closedPoint, elastictest.Point, totalOf(3), sources(0, 3, 60), closedPoint)
	exported(t, h)
	require.Equal(t, []int64{1000, 2000}, h.Waits)
	require.Equal(t, []string{
		"POST /books/_pit", "POST /books/_pit", "POST /_search", "DELETE /_pit", "POST /books/_pit", "POST /_search", "POST /_search", "DELETE /_pit",
	}, elastictest.Paths(h))
}

func TestAnIndexWithoutSourcesIsRefusedWithTheReason(t *testing.T) {
	bare := script.JSON(200, `{"pit_id":"newer",`+elastictest.Good+`,"hits":{"hits":[{"_index":"books","_id":"1","sort":[1]}]}}`)
	h := elastictest.Conversation(t, "8.16.3", elastictest.Point, totalOf(1), bare, closedPoint)
	_, err := export(h)
	require.EqualError(t, err, "books stores no source (_source is disabled in its mapping), so its documents cannot be exported.")
	require.Equal(t, driver.Unsupported, script.Fault(err).Kind)
}

func TestWhereThereIsNoPointInTimeAnExportReadsByScroll(t *testing.T) {
	forbidden := script.JSON(403, `{"error":{"root_cause":[{"type":"security_exception","reason":"not you"}],"type":"security_exception","reason":"not you"},"status":403}`)
	for name, row := range map[string]struct {
		version string
		before  []script.Response
	}{
		"an older server":          {"7.9.3", nil},
		"a user who may not":       {"8.16.3", []script.Response{forbidden}},
		"a version that is secret": {"", []script.Response{script.JSON(400, `{"error":{"type":"illegal_argument_exception","reason":"no handler"},"status":400}`)}},
	} {
		t.Run(name, func(t *testing.T) {
			h := elastictest.Conversation(t, row.version, append(row.before, scrollOf("s", 2003, 1000), elastictest.Batch("t", 1000, 1000), elastictest.Batch("u", 2000, 3), elastictest.ClosedScroll)...)
			require.Equal(t, int64(2003), exported(t, h).Most)
			require.Len(t, h.Written, 2003)
			require.Equal(t, []string{
				`POST /books/_search?scroll=1h {"size":1000,"track_total_hits":true,"sort":["_doc"]}`,
				`POST /_search/scroll {"scroll":"1h","scroll_id":"s"}`,
				`POST /_search/scroll {"scroll":"1h","scroll_id":"t"}`,
				`DELETE /_search/scroll {"scroll_id":"u"}`,
			}, h.Lines()[len(row.before):])
		})
	}
}

func TestAScrollIsFinishedAfterAnyFailureAndTheExportFails(t *testing.T) {
	lost := script.Response{Err: &driver.Error{Kind: driver.Connect, Message: "the connection was lost", Sent: true}}
	for name, wrong := range map[string]script.Response{"cut": lost, "partial": elastictest.Lacking(elastictest.Batch("t", 1000, 500), "x"), "rejected": rejection(), "ended": script.JSON(404, `{"error":{"root_cause":[{"type":"search_context_missing_exception","reason":"No search context found"}]},"status":404}`)} {
		t.Run(name, func(t *testing.T) {
			h := elastictest.Conversation(t, "7.9.3", scrollOf("s", 2000, 1000), wrong, elastictest.ClosedScroll)
			_, err := export(h)
			require.Error(t, err)
			require.Equal(t, []string{"POST /books/_search", "POST /_search/scroll", "DELETE /_search/scroll"}, elastictest.Paths(h))
			require.Len(t, h.Written, 1000)
			require.Empty(t, h.Waits, "where it is behind the failure is not known")
		})
	}
}

func TestAnExportWhoseSnapshotOrScrollHasNoIdFailsAndWritesNoOtherDocuments(t *testing.T) {
	unnamed := scrollOf("s", 2000, 1000)
	unnamed.Body = strings.Replace(unnamed.Body, `"_scroll_id"`, `"_other"`, 1)
	require.NotContains(t, unnamed.Body, "_scroll_id")
	for version, row := range map[string]struct {
		opened script.Response
		want   string
	}{
		"8.16.3": {script.JSON(200, `{}`), "The response contains no point-in-time ID."},
		"7.9.3":  {unnamed, "The response contains no scroll ID."},
	} {
		t.Run(version, func(t *testing.T) {
			h := elastictest.Conversation(t, version, row.opened, totalOf(1), sources(0, 1, 60), closedPoint)
			_, err := export(h)
			require.EqualError(t, err, row.want)
			require.Len(t, h.Sent, 1)
		})
	}
}

func TestAScrollThatCouldNotBeginIsOpenedAnew(t *testing.T) {
	const sentence = `Batch size is too large, size must be less than or equal to: [100] but was [1000]. Scroll batch sizes cost as much memory`
	refused := script.JSON(400, `{"error":{"root_cause":[{"type":"illegal_argument_exception","reason":"`+sentence+`"}],"type":"search_phase_execution_exception"},"status":400}`)
	h := elastictest.Conversation(t, "7.9.3", rejection(), refused, elastictest.Lacking(scrollOf("r", 3, 2), "x"), elastictest.ClosedScroll, scrollOf("s", 3, 3), elastictest.ClosedScroll)
	exported(t, h)
	require.Equal(t, []string{"1000", "500", "100", "100"}, sizes(h))
	require.Len(t, h.Written, 3)
}

func TestAnExportOfNothingIsNotSent(t *testing.T) {
	h := elastictest.Opened(t, "8.16.3", nil)
	require.Error(t, elastictest.Run(h, driver.OpExport, &driver.ExportArgs{Object: ""}, &driver.Exported{}))
	require.Empty(t, h.Sent)
}

func TestAnEmptyIndexIsExportedAsNothing(t *testing.T) {
	h := elastictest.Conversation(t, "8.16.3", elastictest.Point, totalOf(0), sources(0, 0, 60), closedPoint)
	require.Equal(t, &driver.Exported{}, exported(t, h))
}

func TestAnExportHasTheVectorsThatNewerServersLeaveOut(t *testing.T) {
	for version, wanted := range map[string]bool{"8.16.3": false, "9.1.0": false, "9.4.3": true} {
		h := elastictest.Conversation(t, version, elastictest.Point, totalOf(1), sources(0, 1, 60), closedPoint)
		exported(t, h)
		require.Equal(t, wanted, strings.Contains(string(h.Sent[2].Body), `"_source":{"exclude_vectors":false}`), version)
		require.NotContains(t, string(h.Sent[1].Body), "_source", "a count has no documents")
	}
}

func TestAnExportOfAFilteredViewHasItsDocumentsOnly(t *testing.T) {
	const query = `"query":{"bool":{"filter":[{"exists":{"field":"n"}}]}}`
	for version, responses := range map[string][]script.Response{
		"8.16.3": {elastictest.Point, totalOf(3), sources(0, 3, 60), closedPoint},
		"7.9.3":  {scrollOf("s", 3, 3), elastictest.ClosedScroll},
	} {
		h := elastictest.Conversation(t, version, responses...)
		var filtered driver.Filtered
		rows := []driver.FilterRow{{Column: "n", Field: "n", Type: "long", Operator: driver.IsNotNull}}
		require.NoError(t, elastictest.Run(h, driver.OpFilter, &driver.FilterArgs{Object: "books", Rows: rows}, &filtered))
		require.NoError(t, elastictest.Run(h, driver.OpExport, &driver.ExportArgs{Object: "books", View: filtered.View}, &driver.Exported{}))
		searches := 0
		for _, r := range h.Sent {
			if strings.HasSuffix(r.Path, "/_search") {
				searches++
				require.Contains(t, string(r.Body), query, "what is counted and what is written")
			}
		}
		require.Positive(t, searches)
	}
}
