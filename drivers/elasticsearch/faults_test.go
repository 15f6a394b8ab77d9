// SPEC: A-BRO-12, A-BRO-13, A-BRO-14, A-BRO-18
package elasticsearch_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/script"
)

// batch is an answer of the scroll with this id.
func batch(id string, from, n int) script.Answer {
	a := hits(from, n)
	a.Body = strings.Replace(a.Body, `"pit_id":"newer"`, `"_scroll_id":"`+id+`"`, 1)
	return a
}

// lacking is an answer that one of two shards did not contribute to, for a reason of this type.
func lacking(a script.Answer, code string) script.Answer {
	a.Body = strings.Replace(a.Body, `"_shards":{"total":1,"successful":1,"skipped":0,"failed":0}`,
		`"_shards":{"total":2,"successful":1,"skipped":0,"failed":1,"failures":[{"shard":0,"index":"books","reason":{"type":"`+code+`","reason":"away"}}]}`, 1)
	return a
}

func timedOut(a script.Answer) script.Answer {
	a.Body = strings.Replace(a.Body, `"timed_out":false`, `"timed_out":true`, 1)
	return a
}

var closedScroll = script.JSON(200, `{"succeeded":true,"num_freed":1}`)

// paths returns the method and path of every request that was sent.
func paths(h *script.Host) []string {
	var list []string
	for _, r := range h.Sent {
		list = append(list, r.Method+" "+r.Path)
	}
	return list
}

func TestAScrollWhosePositionIsNotKnownIsFinishedAndThePageReadFromANewOne(t *testing.T) {
	h := conversation(t, "7.10.2", batch("s", 0, 5000), batch("s", 5000, 5000), batch("s", 10_000, 5000),
		closedScroll, batch("t", 0, 5000), batch("t", 5000, 5000), batch("t", 10_000, 5000), batch("t", 15_000, 5000))
	page, err := deep(h, 10_000, 5000, nil)
	require.NoError(t, err)
	h.Sent = nil
	var next driver.PageResult
	require.NoError(t, run(h, driver.OpPage, &driver.PageArgs{Object: "books", From: 15_000, Size: 5000, State: page.State, Spent: true}, &next))
	require.Equal(t, []string{"DELETE /_search/scroll", "POST /books/_search", "POST /_search/scroll", "POST /_search/scroll", "POST /_search/scroll"}, paths(h))
	require.Equal(t, []driver.Notice{{Text: "The previous read was interrupted. Rows from here on are from a new one."}}, next.Notices)
}

func TestABatchOfAScrollThatLacksShardsIsReadAgainFromANewScroll(t *testing.T) {
	for _, at := range []string{"where it is passed", "where it is the page"} {
		t.Run(at, func(t *testing.T) {
			answers := []script.Answer{batch("s", 0, 5000), lacking(batch("s", 5000, 2500), "x")}
			if at == "where it is the page" {
				answers = []script.Answer{batch("s", 0, 5000), batch("s", 5000, 5000), lacking(batch("s", 10_000, 2500), "x")}
			}
			answers = append(answers, closedScroll, batch("t", 0, 5000), batch("t", 5000, 5000), batch("t", 10_000, 5000))
			h := conversation(t, "7.10.2", answers...)
			page, err := deep(h, 10_000, 5000, nil)
			require.NoError(t, err)
			require.False(t, page.End || page.Partial)
			require.Equal(t, []driver.Notice{{Text: "The snapshot lost part of its rows on the server. Rows from here on are from a new one."}}, page.Notices)
		})
	}
}

func TestAScrollThatStaysPartialIsAnErrorAndNothingIsLeftOpen(t *testing.T) {
	short := lacking(batch("s", 0, 2500), "x")
	h := conversation(t, "7.10.2", short, closedScroll, short, closedScroll)
	_, err := deep(h, 10_000, 5000, nil)
	require.EqualError(t, err, "Some shards did not respond, so the row cannot be found: away")
	require.Equal(t, []string{"POST /books/_search", "DELETE /_search/scroll", "POST /books/_search", "DELETE /_search/scroll"}, paths(h))
}

func TestAJumpByScrollPassesAnyNumberOfBatches(t *testing.T) {
	const row = 30_000
	at := 0
	h := conversation(t, "7.10.2")
	h.Answer = func(driver.Request) script.Answer {
		at += 100
		return batch("s", at-100, 100)
	}
	page, err := deep(h, row, 100, nil)
	require.NoError(t, err)
	require.Len(t, h.Sent, row/100+1)
	require.False(t, page.End)
}

func TestACountThatIsPartialIsReadAgainAndNeverTakenForTheEnd(t *testing.T) {
	total := func(n int) script.Answer {
		return script.JSON(200, `{`+good+`,"hits":{"total":{"value":`+strconv.Itoa(n)+`}}}`)
	}
	h := conversation(t, "7.14.2", point, lacking(total(12_000), "x"), total(50_000), hits(0, 1001), hits(49_000, 100))
	page, err := deep(h, 49_000, 100, nil)
	require.NoError(t, err)
	require.False(t, page.End)
	h = conversation(t, "7.14.2", point, timedOut(total(12_000)), timedOut(total(12_000)), closedScroll)
	_, err = deep(h, 49_000, 100, nil)
	require.Equal(t, driver.CodePartial, script.Fault(err).Code)
}

func TestSortValuesThatArePartialAreReadAgainAndNeverTakenForTheEnd(t *testing.T) {
	h := conversation(t, "8.16.3", point, hits(9999, 1), timedOut(hits(10_000, 250)), hits(10_000, 500), hits(10_500, 100))
	page, err := deep(h, 10_500, 100, nil)
	require.NoError(t, err)
	require.False(t, page.End)
	require.Contains(t, string(h.Sent[len(h.Sent)-1].Body), `"search_after":[10499]`)
	h = conversation(t, "8.16.3", point, hits(9999, 1), timedOut(hits(10_000, 250)), timedOut(hits(10_000, 250)), closedScroll)
	_, err = deep(h, 10_500, 100, nil)
	require.Equal(t, driver.CodePartial, script.Fault(err).Code)
}

func TestAPartialPageIsReadAgainOnceAndIsNeverTheEnd(t *testing.T) {
	t.Run("whole the second time", func(t *testing.T) {
		h := conversation(t, "8.16.3", timedOut(plainHits(0, 40)), plainHits(0, 100))
		page, err := deep(h, 0, 100, nil)
		require.NoError(t, err)
		require.Empty(t, page.Notices)
		require.False(t, page.Partial)
	})
	t.Run("the first page shows what there is", func(t *testing.T) {
		short := lacking(plainHits(0, 40), "x")
		h := conversation(t, "8.16.3", short, short, point, hits(100, 100))
		first, err := deep(h, 0, 100, nil)
		require.NoError(t, err)
		require.True(t, first.Partial)
		require.False(t, first.End)
		require.Len(t, first.Notices, 1)
		_, err = deep(h, 100, 100, first.State)
		require.NoError(t, err)
		require.Len(t, h.Sent, 2, "the keys of a partial page are not compared")
	})
	t.Run("behind it missing rows would shift the others", func(t *testing.T) {
		short := lacking(hits(100, 40), "x")
		h := conversation(t, "8.16.3", plainHits(0, 100), point, short, hits(0, 100), short, hits(0, 100), closedScroll)
		first, err := deep(h, 0, 100, nil)
		require.NoError(t, err)
		_, err = deep(h, 100, 100, first.State)
		require.EqualError(t, err, "Rows 101 to 200 could not be read completely. Not all of books is shown: books reported “away”.")
	})
}

func TestASnapshotThatLostAShardIsReplacedAndThisIsReported(t *testing.T) {
	const gone = "search_context_missing_exception"
	answers := map[string][]script.Answer{
		"while the page is read":        {lacking(hits(10_000, 60), gone), closedScroll, point, hits(9999, 1), hits(10_000, 100)},
		"while the row is looked for":   {lacking(hits(0, 0), gone), closedScroll, point, hits(9999, 1), hits(10_000, 1), hits(10_001, 100)},
		"and the page is within window": {lacking(hits(300, 60), gone), closedScroll, point, hits(300, 100)},
	}
	from := map[string]int64{"while the page is read": 10_000, "while the row is looked for": 10_001, "and the page is within window": 300}
	for name, list := range answers {
		t.Run(name, func(t *testing.T) {
			h := conversation(t, "8.16.3", append([]script.Answer{point, hits(9900, 100)}, list...)...)
			last, err := deep(h, 9900, 100, nil)
			require.NoError(t, err)
			page, err := deep(h, from[name], 100, last.State)
			require.NoError(t, err)
			require.Contains(t, paths(h), "DELETE /_pit", "what the other shards hold is released")
			require.Equal(t, []driver.Notice{{Text: "The snapshot lost part of its rows on the server. Rows from here on are from a new one."}}, page.Notices)
			require.False(t, page.End || page.Partial)
		})
	}
}

func TestTheFirstPageIsComparedByTheNextOneWhereItsKeysCouldNotBeRead(t *testing.T) {
	h := conversation(t, "8.16.3", plainHits(0, 100), point, hits(100, 100), timedOut(hits(0, 40)), hits(200, 100), hits(1, 100))
	first, err := deep(h, 0, 100, nil)
	require.NoError(t, err)
	second, err := deep(h, 100, 100, first.State)
	require.NoError(t, err)
	require.False(t, second.Stale)
	third, err := deep(h, 200, 100, second.State)
	require.NoError(t, err)
	require.True(t, third.Stale)
}

func TestABusyClusterEndsAJumpAndSaysWhenToTryAgain(t *testing.T) {
	busy := script.JSON(429, `{"error":{"root_cause":[{"type":"es_rejected_execution_exception","reason":"queue is full"}],"type":"es_rejected_execution_exception","reason":"queue is full"},"status":429}`)
	busy.Headers = append(busy.Headers, driver.Header{Name: "Retry-After", Value: "7"})
	total := script.JSON(200, `{`+good+`,"hits":{"total":{"value":50000}}}`)
	h := conversation(t, "8.16.3", point, total, busy, closedScroll)
	_, err := deep(h, 25_000, 100, nil)
	e := script.Fault(err)
	require.NotNil(t, e)
	require.Equal(t, 429, e.Status)
	require.Equal(t, "queue is full", e.Message)
	require.Equal(t, "The server is too busy. It asked to wait 7 seconds before the next request.", e.Hint)
	t.Run("in one of several answers", func(t *testing.T) {
		h := conversation(t, "8.16.3", point, total, script.JSON(200, `{"responses":[`+busy.Body+`]}`), closedScroll)
		_, err := deep(h, 25_000, 100, nil)
		require.Equal(t, 429, script.Fault(err).Status)
		require.Equal(t, "The server is too busy. Try again in a moment.", script.Fault(err).Hint)
	})
}

func TestAProxysRefusalIsNotTheUsersRight(t *testing.T) {
	h := conversation(t, "8.16.3", plainHits(0, 100), script.Answer{Status: 403, Body: "<html><title>Blocked</title></html>"}, point, hits(100, 100), hits(0, 100))
	first, err := deep(h, 0, 100, nil)
	require.NoError(t, err)
	_, err = deep(h, 100, 100, first.State)
	require.Equal(t, 403, script.Fault(err).Status)
	page, err := deep(h, 100, 100, first.State)
	require.NoError(t, err)
	require.NotZero(t, page.Snapshot)
}
