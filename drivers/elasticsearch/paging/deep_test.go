// SPEC: A-BRO-11, A-BRO-12, A-BRO-13, A-BRO-14, A-SRT-03, A-SRT-04
package paging_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/elastictest"
	"quarry/drivers/drivertest/script"
)

func bodies(h *script.Host) []string {
	var list []string
	for _, r := range h.Sent {
		list = append(list, r.Path+" "+string(r.Body))
	}
	return list
}

func TestTheSecondPageOpensThePointInTimeAndComparesTheFirst(t *testing.T) {
	const pit = `{"pit":{"id":"first","keep_alive":"5m"}`
	h := elastictest.Conversation(t, "8.16.3", elastictest.PlainHits(0, 100), elastictest.Point, elastictest.Hits(100, 100), elastictest.Hits(0, 100), elastictest.Hits(200, 100))
	first, err := elastictest.ReadPage(h, 0, 100, nil)
	require.NoError(t, err)
	require.Zero(t, first.Snapshot)
	second, err := elastictest.ReadPage(h, 100, 100, first.State)
	require.NoError(t, err)
	require.NotZero(t, second.Snapshot)
	require.False(t, second.Stale)
	require.Equal(t, []string{
		"/books/_pit ",
		"/_search " + pit + `,"from":100,"size":100,"track_total_hits":false,"seq_no_primary_term":true,"sort":[{"_shard_doc":"asc"}],"track_scores":true}`,
		"/_search " + pit + `,"size":100,"track_total_hits":false,"_source":false,"sort":[{"_shard_doc":"asc"}]}`,
	}, bodies(h))
	_, err = elastictest.ReadPage(h, 200, 100, second.State)
	require.NoError(t, err)
	require.Contains(t, bodies(h)[0], `{"pit":{"id":"newer","keep_alive":"5m"},"from":200`, "the newest id is used")
}

func TestBehindTheWindowAPageBeginsAfterTheSortValuesOfTheRowBefore(t *testing.T) {
	h := elastictest.Conversation(t, "8.16.3", elastictest.Point, elastictest.Hits(9900, 100), elastictest.Hits(10_000, 100), elastictest.Hits(10_100, 100))
	tie := driver.SortKey{Field: "tie", Type: "integer", Desc: true}
	last, err := elastictest.ReadPage(h, 9900, 100, nil, tie)
	require.NoError(t, err)
	next, err := elastictest.ReadPage(h, 10_000, 100, last.State, tie)
	require.NoError(t, err)
	require.Equal(t, []string{`/_search {"pit":{"id":"newer","keep_alive":"5m"},"search_after":[9999],"size":100,"track_total_hits":false,"seq_no_primary_term":true,"sort":[{"tie":{"order":"desc"}},{"_shard_doc":"asc"}]}`}, bodies(h))
	_, err = elastictest.ReadPage(h, 10_100, 100, next.State, tie)
	require.NoError(t, err)
	require.Len(t, h.Sent, 1, "going on costs one request")
}

func TestAJumpReadsSortValuesOnlyAndFromTheNearerEnd(t *testing.T) {
	total := script.JSON(200, `{"hits":{"total":{"value":50000}}}`)
	const tail = `,"track_total_hits":false,"_source":false,"sort":`
	rows := []struct {
		name      string
		from      int64
		responses []script.Response
		want      []string
	}{
		{"near the window", 10_500, []script.Response{elastictest.Hits(9999, 1), elastictest.Hits(10_000, 500)}, []string{
			`"from":9999,"size":1` + tail + `[{"_shard_doc":"asc"}]}`,
			`"search_after":[9999],"size":500` + tail + `[{"_shard_doc":"asc"}]}`,
		}},
		{"nearer to the beginning", 24_000, []script.Response{total, elastictest.Hits(9999, 1), elastictest.Hits(10_000, 10_000), elastictest.Hits(20_000, 4000)}, []string{
			`"size":0,"track_total_hits":true}`,
			`"from":9999,"size":1` + tail + `[{"_shard_doc":"asc"}]}`,
			`"search_after":[9999],"size":10000` + tail + `[{"_shard_doc":"asc"}]}`,
			`"search_after":[19999],"size":4000` + tail + `[{"_shard_doc":"asc"}]}`,
		}},
		{"nearer to the end", 49_000, []script.Response{total, elastictest.Hits(0, 1001)}, []string{
			`"size":0,"track_total_hits":true}`,
			`"size":1001` + tail + `[{"_shard_doc":"desc"}]}`,
		}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			h := elastictest.Conversation(t, "7.14.2", append(append([]script.Response{elastictest.Point}, row.responses...), elastictest.Hits(int(row.from), 100))...)
			page, err := elastictest.ReadPage(h, row.from, 100, nil)
			require.NoError(t, err)
			require.False(t, page.End)
			sent := h.Sent[1 : len(h.Sent)-1]
			for i, want := range row.want {
				require.Contains(t, string(sent[i].Body), want)
				require.Contains(t, sent[i].Query, "filter_path=")
			}
			require.Contains(t, string(h.Sent[len(h.Sent)-1].Body), `"search_after":[`)
		})
	}
}

func TestTheReverseOrderMirrorsMissingValuesArraysAndNestedLeaves(t *testing.T) {
	total := script.JSON(200, `{"hits":{"total":{"value":50000}}}`)
	h := elastictest.Conversation(t, "8.16.3", elastictest.Point, total, elastictest.Hits(0, 1001), elastictest.Hits(49_000, 100))
	_, err := elastictest.ReadPage(h, 49_000, 100, nil,
		driver.SortKey{Field: "a", Type: "long"}, driver.SortKey{Field: "b", Type: "half_float", Desc: true},
		driver.SortKey{Field: "n.c", Nested: []string{"n"}}, driver.SortKey{Field: "_score", Desc: true})
	require.NoError(t, err)
	require.Contains(t, string(h.Sent[2].Body), `"sort":[{"a":{"order":"desc","missing":"_first","mode":"min"}},`+
		`{"b":{"order":"asc","missing":"_first","mode":"max","numeric_type":"double"}},`+
		`{"n.c":{"order":"desc","missing":"_first","mode":"min","nested":{"path":"n"}}},{"_score":{"order":"asc"}},{"_shard_doc":"desc"}]`)
}

func TestAPageBehindTheEndIsEmpty(t *testing.T) {
	total := script.JSON(200, `{"hits":{"total":{"value":12000}}}`)
	h := elastictest.Conversation(t, "8.16.3", elastictest.Point, total, elastictest.Hits(0, 0))
	page, err := elastictest.ReadPage(h, 30_000, 100, nil)
	require.NoError(t, err)
	require.True(t, page.End)
}

func TestAPageThatIsTooLargeIsReadInParts(t *testing.T) {
	large := script.Response{Err: &driver.Error{Kind: driver.Unsupported, Code: driver.CodeTooLarge, Message: "the response is larger than 64 MB", Sent: true}}
	h := elastictest.Conversation(t, "8.16.3", large, large, elastictest.PlainHits(0, 62))
	page, err := elastictest.ReadPage(h, 0, 1000, nil)
	require.NoError(t, err)
	var sizes []string
	for _, r := range h.Sent {
		_, rest, _ := strings.Cut(string(r.Body), `"size":`)
		size, _, _ := strings.Cut(rest, ",")
		sizes = append(sizes, size)
		require.Equal(t, int64(64<<20), r.Limit)
	}
	require.Equal(t, []string{"1000", "250", "62"}, sizes)
	require.False(t, page.End)
	require.Equal(t, "This page was cut at row 62 (64 MB). Keep scrolling for the rest.", page.Notices[0].Text)
}

func TestASingleDocumentMayBeLargerThanAPage(t *testing.T) {
	large := script.Response{Err: &driver.Error{Kind: driver.Unsupported, Code: driver.CodeTooLarge, Sent: true}}
	h := elastictest.Conversation(t, "8.16.3", large, elastictest.PlainHits(0, 1))
	_, err := elastictest.ReadPage(h, 0, 2, nil)
	require.NoError(t, err)
	require.Zero(t, h.Sent[1].Limit)
}

func TestTheNextPageAsksForAsManyRowsAsFit(t *testing.T) {
	wide := elastictest.PlainHits(0, 10)
	wide.Body = strings.Replace(wide.Body, `"_source":{}`, `"_source":{"x":"`+strings.Repeat("x", 5<<20)+`"}`, 1)
	h := elastictest.Conversation(t, "8.16.3", wide, elastictest.Point, elastictest.Hits(10, 10), elastictest.Hits(0, 10))
	first, err := elastictest.ReadPage(h, 0, 1000, nil)
	require.NoError(t, err)
	_, err = elastictest.ReadPage(h, 1000, 1000, first.State)
	require.NoError(t, err)
	require.Contains(t, string(h.Sent[1].Body), `"size":102,`, "four fifths of 64 MB in rows of half a megabyte")
}

func TestWhatWasOpenedForAPageThatFailsIsClosed(t *testing.T) {
	gone := script.JSON(503, `{"error":{"root_cause":[],"type":"search_phase_execution_exception","reason":"all shards failed"},"status":503}`)
	h := elastictest.Conversation(t, "8.16.3", elastictest.Point, gone, script.JSON(200, `{"succeeded":true,"num_freed":1}`))
	_, err := elastictest.ReadPage(h, 100, 100, nil)
	require.EqualError(t, err, "all shards failed")
	closing := h.Sent[len(h.Sent)-1]
	require.Equal(t, `DELETE /_pit {"id":"first"}`, closing.Method+" "+closing.Path+" "+string(closing.Body))
}

func TestAJumpOverShardsThatDidNotAnswerIsAnError(t *testing.T) {
	partial := script.JSON(200, `{"_shards":{"total":2,"successful":1,"failed":1,"failures":[{"index":"books","reason":{"type":"x","reason":"broken"}}]},"hits":{"hits":[{"sort":[1]}]}}`)
	h := elastictest.Conversation(t, "8.16.3", elastictest.Point, partial, partial, script.JSON(404, `{"succeeded":false}`))
	_, err := elastictest.ReadPage(h, 20_000, 100, nil)
	require.EqualError(t, err, "Some shards did not respond, so the row cannot be found: broken")
	require.Equal(t, driver.CodePartial, script.Fault(err).Code)
}

func TestAUserWhoMayNotOpenAPointInTimeIsToldThatItIsTheirs(t *testing.T) {
	refusal := script.JSON(403, `{"error":{"root_cause":[{"type":"security_exception","reason":"action [indices:data/read/open_point_in_time] is unauthorized"}],"type":"security_exception","reason":"x"},"status":403}`)
	batch := elastictest.Hits(0, 5000)
	batch.Body = strings.Replace(batch.Body, `"pit_id":"newer"`, `"_scroll_id":"s"`, 1)
	h := elastictest.Conversation(t, "8.16.3", refusal, batch, batch, batch)
	page, err := elastictest.ReadPage(h, 10_000, 5000, nil)
	require.NoError(t, err)
	require.Equal(t, "You do not have permission to open a point in time: you can only page forward.", page.Note)
	_, err = elastictest.ReadPage(h, 10_000, 5000, page.State)
	e := script.Fault(err)
	require.NotNil(t, e)
	require.Equal(t, "You do not have permission to open a point in time: past row 10,000 you can only page forward, and you have already passed this page.", e.Message)
	require.Equal(t, "Refresh to start again from the first row.", e.Hint)
}

func TestAnEngineWithoutPointsInTimeReadsOnByAScroll(t *testing.T) {
	scroll := func(from, n int) script.Response {
		a := elastictest.Hits(from, n)
		a.Body = strings.Replace(a.Body, `"pit_id":"newer"`, `"_scroll_id":"s"`, 1)
		return a
	}
	h := elastictest.Conversation(t, "7.10.2", elastictest.PlainHits(9500, 500), scroll(0, 5000), scroll(5000, 5000), scroll(10_000, 5000))
	page, err := elastictest.ReadPage(h, 9500, 5000, nil)
	require.NoError(t, err)
	require.Contains(t, bodies(h)[0], `{"from":9500,"size":500,`, "plain pages end at the window")
	page, err = elastictest.ReadPage(h, 10_000, 5000, page.State)
	require.NoError(t, err)
	require.Equal(t, "This server does not support points in time: you can only page forward.", page.Note)
	require.Len(t, h.Sent, 3)
	require.Equal(t, `/books/_search {"size":5000,"seq_no_primary_term":true}`, bodies(h)[0])
	require.Contains(t, h.Sent[0].Query, "scroll=15s&filter_path=_scroll_id")
	require.Equal(t, `/_search/scroll {"scroll":"5m","scroll_id":"s"}`, bodies(h)[2])
	require.NotContains(t, h.Sent[2].Query, "filter_path")
	_, err = elastictest.ReadPage(h, 10_000, 5000, page.State)
	require.ErrorContains(t, err, "only page forward, and you have already passed this page")
}

func TestAnUnknownVersionThatRefusesPointsInTimeReadsOnByAScroll(t *testing.T) {
	h := elastictest.Conversation(t, "", elastictest.Recorded(t, "7.9.3", "pit.open"), elastictest.PlainHits(100, 100))
	page, err := elastictest.ReadPage(h, 100, 100, nil)
	require.NoError(t, err)
	require.Zero(t, page.Snapshot)
	require.Equal(t, "/books/_search", h.Sent[1].Path)
}

func TestReleasingGivesBackWhatIsHeldAndNothingElse(t *testing.T) {
	release := func(h *script.Host, state []byte) error {
		h.Sent = nil
		return elastictest.Run(h, driver.OpRelease, &driver.ReleaseArgs{State: state}, &driver.Empty{})
	}
	h := elastictest.Conversation(t, "8.16.3", elastictest.PlainHits(0, 100), elastictest.Point, elastictest.Hits(100, 100), elastictest.Hits(0, 100), script.JSON(404, `{"succeeded":false,"num_freed":0}`))
	first, err := elastictest.ReadPage(h, 0, 100, nil)
	require.NoError(t, err)
	require.NoError(t, release(h, first.State))
	require.Empty(t, h.Sent, "the first page holds nothing")
	second, err := elastictest.ReadPage(h, 100, 100, first.State)
	require.NoError(t, err)
	require.NoError(t, release(h, second.State), "one that is gone already is given back")
	require.Equal(t, []string{`/_pit {"id":"newer"}`}, bodies(h))
}
