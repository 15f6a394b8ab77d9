// SPEC: A-BRO-12, A-BRO-13, A-BRO-14, A-BRO-18
package paging_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/elastictest"
	"quarry/drivers/drivertest/script"
)

func TestAScrollWhosePositionIsNotKnownIsFinishedAndThePageReadFromANewOne(t *testing.T) {
	h := elastictest.Conversation(t, "7.10.2", elastictest.Batch("s", 0, 5000), elastictest.Batch("s", 5000, 5000), elastictest.Batch("s", 10_000, 5000),
		elastictest.ClosedScroll, elastictest.Batch("t", 0, 5000), elastictest.Batch("t", 5000, 5000), elastictest.Batch("t", 10_000, 5000), elastictest.Batch("t", 15_000, 5000))
	page, err := elastictest.ReadPage(h, 10_000, 5000, nil)
	require.NoError(t, err)
	h.Sent = nil
	var next driver.PageResult
	require.NoError(t, elastictest.Run(h, driver.OpPage, &driver.PageArgs{Object: "books", From: 15_000, Size: 5000, State: page.State, Spent: true}, &next))
	require.Equal(t, []string{"DELETE /_search/scroll", "POST /books/_search", "POST /_search/scroll", "POST /_search/scroll", "POST /_search/scroll"}, elastictest.Paths(h))
	require.Equal(t, []driver.Notice{{Text: "The previous read was interrupted. From here on, rows come from a new one."}}, next.Notices)
}

func TestABatchOfAScrollThatLacksShardsIsReadAgainFromANewScroll(t *testing.T) {
	for _, at := range []string{"where it is passed", "where it is the page"} {
		t.Run(at, func(t *testing.T) {
			responses := []script.Response{elastictest.Batch("s", 0, 5000), elastictest.Lacking(elastictest.Batch("s", 5000, 2500), "x")}
			if at == "where it is the page" {
				responses = []script.Response{elastictest.Batch("s", 0, 5000), elastictest.Batch("s", 5000, 5000), elastictest.Lacking(elastictest.Batch("s", 10_000, 2500), "x")}
			}
			responses = append(responses, elastictest.ClosedScroll, elastictest.Batch("t", 0, 5000), elastictest.Batch("t", 5000, 5000), elastictest.Batch("t", 10_000, 5000))
			h := elastictest.Conversation(t, "7.10.2", responses...)
			page, err := elastictest.ReadPage(h, 10_000, 5000, nil)
			require.NoError(t, err)
			require.False(t, page.End || page.Partial)
			require.Equal(t, []driver.Notice{{Text: "The snapshot lost part of its rows on the server. From here on, rows come from a new one."}}, page.Notices)
		})
	}
}

func TestAScrollThatStaysPartialIsAnErrorAndNothingIsLeftOpen(t *testing.T) {
	short := elastictest.Lacking(elastictest.Batch("s", 0, 2500), "x")
	h := elastictest.Conversation(t, "7.10.2", short, elastictest.ClosedScroll, short, elastictest.ClosedScroll)
	_, err := elastictest.ReadPage(h, 10_000, 5000, nil)
	require.EqualError(t, err, "Some shards did not respond, so the row cannot be found: away")
	require.Equal(t, []string{"POST /books/_search", "DELETE /_search/scroll", "POST /books/_search", "DELETE /_search/scroll"}, elastictest.Paths(h))
}

func TestAJumpByScrollPassesAnyNumberOfBatches(t *testing.T) {
	const row = 30_000
	at := 0
	h := elastictest.Conversation(t, "7.10.2")
	h.Respond = func(driver.Request) script.Response {
		at += 100
		return elastictest.Batch("s", at-100, 100)
	}
	page, err := elastictest.ReadPage(h, row, 100, nil)
	require.NoError(t, err)
	require.Len(t, h.Sent, row/100+1)
	require.False(t, page.End)
}

func TestASnapshotWithoutAnIdIsRefusedBeforeAnySearch(t *testing.T) {
	for name, body := range map[string]string{"nothing in it": `{}`, "no body": "", "a page": "<html><title>Welcome</title>", "an id that is null": `{"id":null}`} {
		t.Run(name, func(t *testing.T) {
			h := elastictest.Conversation(t, "8.16.3", script.JSON(200, body))
			_, err := elastictest.ReadPage(h, 1000, 100, nil)
			require.Error(t, err, "without a point in time the search would read every index of the cluster")
			for _, path := range elastictest.Paths(h) {
				require.NotEqual(t, "POST /_search", path)
			}
		})
	}
}

func TestAScrollWithoutAnIdIsAnErrorAndNotReadFromItsFirstRowAgain(t *testing.T) {
	unnamed := elastictest.Batch("s", 0, 5000)
	unnamed.Body = strings.Replace(unnamed.Body, `"_scroll_id"`, `"_other"`, 1)
	require.NotContains(t, unnamed.Body, "_scroll_id")
	h := elastictest.Conversation(t, "7.9.3", unnamed, elastictest.Batch("t", 0, 5000), elastictest.Batch("t", 5000, 5000))
	_, err := elastictest.ReadPage(h, 10_000, 5000, nil)
	require.EqualError(t, err, "The response contains no scroll ID.")
	require.Equal(t, []string{"POST /books/_search"}, elastictest.Paths(h))
}

func TestACountThatIsPartialIsReadAgainAndNeverTakenForTheEnd(t *testing.T) {
	total := func(n int) script.Response {
		return script.JSON(200, `{`+elastictest.Good+`,"hits":{"total":{"value":`+strconv.Itoa(n)+`}}}`)
	}
	h := elastictest.Conversation(t, "7.14.2", elastictest.Point, elastictest.Lacking(total(12_000), "x"), total(50_000), elastictest.Hits(0, 1001), elastictest.Hits(49_000, 100))
	page, err := elastictest.ReadPage(h, 49_000, 100, nil)
	require.NoError(t, err)
	require.False(t, page.End)
	h = elastictest.Conversation(t, "7.14.2", elastictest.Point, elastictest.TimedOut(total(12_000)), elastictest.TimedOut(total(12_000)), elastictest.ClosedScroll)
	_, err = elastictest.ReadPage(h, 49_000, 100, nil)
	require.Equal(t, driver.CodePartial, script.Fault(err).Code)
}

func TestSortValuesThatArePartialAreReadAgainAndNeverTakenForTheEnd(t *testing.T) {
	h := elastictest.Conversation(t, "8.16.3", elastictest.Point, elastictest.Hits(9999, 1), elastictest.TimedOut(elastictest.Hits(10_000, 250)), elastictest.Hits(10_000, 500), elastictest.Hits(10_500, 100))
	page, err := elastictest.ReadPage(h, 10_500, 100, nil)
	require.NoError(t, err)
	require.False(t, page.End)
	require.Contains(t, string(h.Sent[len(h.Sent)-1].Body), `"search_after":[10499]`)
	h = elastictest.Conversation(t, "8.16.3", elastictest.Point, elastictest.Hits(9999, 1), elastictest.TimedOut(elastictest.Hits(10_000, 250)), elastictest.TimedOut(elastictest.Hits(10_000, 250)), elastictest.ClosedScroll)
	_, err = elastictest.ReadPage(h, 10_500, 100, nil)
	require.Equal(t, driver.CodePartial, script.Fault(err).Code)
}

func TestAPartialPageIsReadAgainOnceAndIsNeverTheEnd(t *testing.T) {
	t.Run("whole the second time", func(t *testing.T) {
		h := elastictest.Conversation(t, "8.16.3", elastictest.TimedOut(elastictest.PlainHits(0, 40)), elastictest.PlainHits(0, 100))
		page, err := elastictest.ReadPage(h, 0, 100, nil)
		require.NoError(t, err)
		require.Empty(t, page.Notices)
		require.False(t, page.Partial)
	})
	t.Run("the first page shows what there is", func(t *testing.T) {
		short := elastictest.Lacking(elastictest.PlainHits(0, 40), "x")
		h := elastictest.Conversation(t, "8.16.3", short, short, elastictest.Point, elastictest.Hits(100, 100))
		first, err := elastictest.ReadPage(h, 0, 100, nil)
		require.NoError(t, err)
		require.True(t, first.Partial)
		require.False(t, first.End)
		require.Len(t, first.Notices, 1)
		_, err = elastictest.ReadPage(h, 100, 100, first.State)
		require.NoError(t, err)
		require.Len(t, h.Sent, 2, "the keys of a partial page are not compared")
	})
	t.Run("behind it missing rows would shift the others", func(t *testing.T) {
		short := elastictest.Lacking(elastictest.Hits(100, 40), "x")
		h := elastictest.Conversation(t, "8.16.3", elastictest.PlainHits(0, 100), elastictest.Point, short, elastictest.Hits(0, 100), short, elastictest.Hits(0, 100), elastictest.ClosedScroll)
		first, err := elastictest.ReadPage(h, 0, 100, nil)
		require.NoError(t, err)
		_, err = elastictest.ReadPage(h, 100, 100, first.State)
		require.EqualError(t, err, "Could not load all of rows 101 to 200. Not all of books is shown: books reported “away”.")
	})
}

func TestASnapshotThatLostAShardIsReplacedAndThisIsReported(t *testing.T) {
	const gone = "search_context_missing_exception"
	responses := map[string][]script.Response{
		"while the page is read":        {elastictest.Lacking(elastictest.Hits(10_000, 60), gone), elastictest.ClosedScroll, elastictest.Point, elastictest.Hits(9999, 1), elastictest.Hits(10_000, 100)},
		"while the row is looked for":   {elastictest.Lacking(elastictest.Hits(0, 0), gone), elastictest.ClosedScroll, elastictest.Point, elastictest.Hits(9999, 1), elastictest.Hits(10_000, 1), elastictest.Hits(10_001, 100)},
		"and the page is within window": {elastictest.Lacking(elastictest.Hits(300, 60), gone), elastictest.ClosedScroll, elastictest.Point, elastictest.Hits(300, 100)},
	}
	from := map[string]int64{"while the page is read": 10_000, "while the row is looked for": 10_001, "and the page is within window": 300}
	for name, list := range responses {
		t.Run(name, func(t *testing.T) {
			h := elastictest.Conversation(t, "8.16.3", append([]script.Response{elastictest.Point, elastictest.Hits(9900, 100)}, list...)...)
			last, err := elastictest.ReadPage(h, 9900, 100, nil)
			require.NoError(t, err)
			page, err := elastictest.ReadPage(h, from[name], 100, last.State)
			require.NoError(t, err)
			require.Contains(t, elastictest.Paths(h), "DELETE /_pit", "what the other shards hold is released")
			require.Equal(t, []driver.Notice{{Text: "The snapshot lost part of its rows on the server. From here on, rows come from a new one."}}, page.Notices)
			require.False(t, page.End || page.Partial)
		})
	}
}

func TestTheFirstPageIsComparedByTheNextOneWhereItsKeysCouldNotBeRead(t *testing.T) {
	h := elastictest.Conversation(t, "8.16.3", elastictest.PlainHits(0, 100), elastictest.Point, elastictest.Hits(100, 100), elastictest.TimedOut(elastictest.Hits(0, 40)), elastictest.Hits(200, 100), elastictest.Hits(1, 100))
	first, err := elastictest.ReadPage(h, 0, 100, nil)
	require.NoError(t, err)
	second, err := elastictest.ReadPage(h, 100, 100, first.State)
	require.NoError(t, err)
	require.False(t, second.Stale)
	third, err := elastictest.ReadPage(h, 200, 100, second.State)
	require.NoError(t, err)
	require.True(t, third.Stale)
}

func TestABusyClusterEndsAJumpAndSaysWhenToTryAgain(t *testing.T) {
	busy := script.JSON(429, `{"error":{"root_cause":[{"type":"es_rejected_execution_exception","reason":"queue is full"}],"type":"es_rejected_execution_exception","reason":"queue is full"},"status":429}`)
	busy.Headers = append(busy.Headers, driver.Header{Name: "Retry-After", Value: "7"})
	total := script.JSON(200, `{`+elastictest.Good+`,"hits":{"total":{"value":50000}}}`)
	h := elastictest.Conversation(t, "8.16.3", elastictest.Point, total, busy, elastictest.ClosedScroll)
	_, err := elastictest.ReadPage(h, 25_000, 100, nil)
	e := script.Fault(err)
	require.NotNil(t, e)
	require.Equal(t, 429, e.Status)
	require.Equal(t, "queue is full", e.Message)
	require.Equal(t, "The server is too busy. It asked to wait 7 seconds before the next request.", e.Hint)
	t.Run("in one of several answers", func(t *testing.T) {
		h := elastictest.Conversation(t, "8.16.3", elastictest.Point, total, script.JSON(200, `{"responses":[`+busy.Body+`]}`), elastictest.ClosedScroll)
		_, err := elastictest.ReadPage(h, 25_000, 100, nil)
		require.Equal(t, 429, script.Fault(err).Status)
		require.Equal(t, "The server is too busy. Try again in a moment.", script.Fault(err).Hint)
	})
}

func TestAProxysRefusalIsNotTheUsersRight(t *testing.T) {
	h := elastictest.Conversation(t, "8.16.3", elastictest.PlainHits(0, 100), script.Response{Status: 403, Body: "<html><title>Blocked</title></html>"}, elastictest.Point, elastictest.Hits(100, 100), elastictest.Hits(0, 100))
	first, err := elastictest.ReadPage(h, 0, 100, nil)
	require.NoError(t, err)
	_, err = elastictest.ReadPage(h, 100, 100, first.State)
	require.Equal(t, 403, script.Fault(err).Status)
	page, err := elastictest.ReadPage(h, 100, 100, first.State)
	require.NoError(t, err)
	require.NotZero(t, page.Snapshot)
}
