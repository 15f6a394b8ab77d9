package paging_test

// SPEC: A-BRO-06, A-BRO-11, A-BRO-12, A-BRO-15, A-SRT-01, A-SRT-02, A-SRT-04

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/elastictest"
	"quarry/drivers/drivertest/script"
)

func TestASearchIsWrittenExactly(t *testing.T) {
	const head = `{"from":0,"size":1000,"track_total_hits":false,"seq_no_primary_term":true`
	rows := []struct {
		name string
		args driver.PageArgs
		want string
	}{
		{"without a sort the engine keeps its own order", driver.PageArgs{Size: 1000}, head + `}`},
		{"one key", driver.PageArgs{Size: 1000, Sort: []driver.SortKey{{Field: "title.raw", Type: "text"}}}, head + `,"sort":[{"title.raw":{"order":"asc"}}]}`},
		{"several keys", driver.PageArgs{Size: 1000, Sort: []driver.SortKey{{Field: "pages", Type: "integer", Desc: true}, {Field: "_score", Desc: true}}}, head + `,"sort":[{"pages":{"order":"desc"}},{"_score":{"order":"desc"}}]}`},
		{"a half float", driver.PageArgs{Size: 1000, Sort: []driver.SortKey{{Field: "half", Type: "half_float"}}}, head + `,"sort":[{"half":{"order":"asc","numeric_type":"double"}}]}`},
		{"a date has no format", driver.PageArgs{Size: 1000, Sort: []driver.SortKey{{Field: "published", Type: "date"}}}, head + `,"sort":[{"published":{"order":"asc"}}]}`},
		{"_id is left out", driver.PageArgs{Size: 1000, Sort: []driver.SortKey{{Field: "_id"}}}, head + `}`},
		{"_id is left out beside another", driver.PageArgs{Size: 1000, Sort: []driver.SortKey{{Field: "_id"}, {Field: "a", Type: "long"}}}, head + `,"sort":[{"a":{"order":"asc"}}]}`},
		{"a key twice", driver.PageArgs{Size: 1000, Sort: []driver.SortKey{{Field: "a"}, {Field: "a", Desc: true}}}, head + `,"sort":[{"a":{"order":"asc"}}]}`},
		{"a nested leaf", driver.PageArgs{Size: 1000, Sort: []driver.SortKey{{Field: "n.a", Nested: []string{"n"}}}}, head + `,"sort":[{"n.a":{"order":"asc","nested":{"path":"n"}}}]}`},
		{"a leaf nested twice", driver.PageArgs{Size: 1000, Sort: []driver.SortKey{{Field: "n.m.a", Nested: []string{"n", "n.m"}, Desc: true}}}, head + `,"sort":[{"n.m.a":{"order":"desc","nested":{"path":"n","nested":{"path":"n.m"}}}}]}`},
		{"a name with quotes", driver.PageArgs{Size: 1000, Sort: []driver.SortKey{{Field: `a"b`}}}, head + `,"sort":[{"a\"b":{"order":"asc"}}]}`},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			_, h, err := elastictest.ReadFirstPage(t, elastictest.Recorded(t, "8.16.3", "browse.page.from0"), row.args)
			require.NoError(t, err)
			require.Equal(t, row.want, string(h.Sent[0].Body))
			require.NotContains(t, string(h.Sent[0].Body), "_source")
			require.Equal(t, []driver.Header{{Name: "Content-Type", Value: "application/json"}}, h.Sent[0].Headers)
		})
	}
}

func TestAllPagesOfAViewAskTheSameCopiesOfTheShards(t *testing.T) {
	h := elastictest.Mapped(t, "8.16.3", `{}`)
	h.Seed = []byte("\x01\x02\x03\x04\x05\x06\x07\xff and more")
	_, set := elastictest.Columns(t, h, "i")
	_, first, err := elastictest.ReadFirstPage(t, elastictest.Recorded(t, "8.16.3", "browse.page.from0"), driver.PageArgs{View: set.View, Size: 1000})
	require.NoError(t, err)
	require.Equal(t, "preference=quarry-01020304050607ff", first.Sent[0].Query)
	point := elastictest.Host(t, map[string]script.Response{"POST /books/_pit": script.JSON(503, `{"error":{"type":"unavailable","reason":"no"}}`)})
	var page driver.PageResult
	require.Error(t, elastictest.Run(point, driver.OpPage, &driver.PageArgs{Object: "books", View: set.View, From: 1000, Size: 1000}, &page))
	require.Equal(t, "keep_alive=15s&preference=quarry-01020304050607ff", point.Sent[0].Query)
}

func TestAPageKnowsItsBlockItsTimeAndWhetherItIsTheLast(t *testing.T) {
	rows := []struct {
		name string
		size int
		end  bool
	}{{"more than there are", 1000, true}, {"as many as came", 20, false}}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			response := script.JSON(200, `{"took":17,"timed_out":false,"_shards":{"total":1,"successful":1,"skipped":0,"failed":0},"hits":{"max_score":1.0,"hits":[`+strings.Repeat(`{},`, 19)+`{}]}}`)
			page, _, err := elastictest.ReadFirstPage(t, response, driver.PageArgs{Size: row.size})
			require.NoError(t, err)
			require.Equal(t, []byte{1}, page.Blocks)
			require.Equal(t, int64(17), page.Millis)
			require.Equal(t, row.end, page.End)
			require.Empty(t, page.Notices)
		})
	}
}

func TestAPageThatCannotBeIsRefusedBeforeAnythingIsSent(t *testing.T) {
	rows := []struct {
		name string
		from int64
		size int
		kind driver.Kind
	}{
		{"a page too long", 0, 10_001, driver.Invalid},
		{"before the first row", -1, 100, driver.Invalid},
		{"no rows", 0, 0, driver.Invalid},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			_, h, err := elastictest.ReadFirstPage(t, script.Response{}, driver.PageArgs{From: row.from, Size: row.size})
			e := script.Fault(err)
			require.NotNil(t, e)
			require.Equal(t, row.kind, e.Kind)
			require.Empty(t, h.Sent)
		})
	}
}

func TestAPartialAnswerIsNeverShownAsTheWhole(t *testing.T) {
	for _, version := range elastictest.Versions {
		t.Run(version, func(t *testing.T) {
			page, _, err := elastictest.ReadFirstPage(t, elastictest.Recorded(t, version, "browse.partial.term"), driver.PageArgs{Size: 10})
			require.NoError(t, err)
			require.Len(t, page.Notices, 1)
			require.Equal(t, `Not all of books is shown: conf-a reported “failed to create query: For input string: "abc"”.`, page.Notices[0].Text)
			require.Contains(t, page.Notices[0].Detail, "number_format_exception")
		})
	}
}

func TestASearchThatRanOutOfTimeSaysSo(t *testing.T) {
	page, _, err := elastictest.ReadFirstPage(t, script.JSON(200, `{"took":5,"timed_out":true,"_shards":{"total":1,"successful":1,"failed":0},"hits":{"hits":[]}}`), driver.PageArgs{Size: 10})
	require.NoError(t, err)
	require.Equal(t, []driver.Notice{{Text: "The search timed out on the server, so rows may be missing."}}, page.Notices)
}

func TestFailedShardsAreNamedOnceEach(t *testing.T) {
	const failure = `{"shard":0,"index":"a","reason":{"type":"x","reason":"broken"}}`
	rows := []struct {
		name, failures string
		want           []string
	}{
		{"the same reason twice", failure + "," + failure, []string{"Not all of books is shown: a reported “broken”."}},
		{"no reason", `{"shard":0,"index":"a","reason":{"type":"null_pointer_exception","reason":null}}`, []string{"Not all of books is shown: a reported “null_pointer_exception”."}},
		{"none listed", "", []string{"Not all of books is shown: 2 of its shards did not respond."}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			page, _, err := elastictest.ReadFirstPage(t, script.JSON(200, `{"took":1,"timed_out":false,"_shards":{"total":3,"successful":1,"failed":2,"failures":[`+row.failures+`]},"hits":{"hits":[]}}`), driver.PageArgs{Size: 10})
			require.NoError(t, err)
			var texts []string
			for _, n := range page.Notices {
				texts = append(texts, n.Text)
			}
			require.Equal(t, row.want, texts)
		})
	}
}

func TestAnAnswerWithoutAnyGoodShardIsAnError(t *testing.T) {
	_, _, err := elastictest.ReadFirstPage(t, script.JSON(200, `{"took":1,"timed_out":false,"_shards":{"total":1,"successful":0,"failed":1,"failures":[{"shard":0,"index":"books","reason":{"type":"x","reason":"broken"}}]},"hits":{"hits":[]}}`), driver.PageArgs{Size: 10})
	e := script.Fault(err)
	require.NotNil(t, e)
	require.Equal(t, driver.Engine, e.Kind)
	require.Equal(t, "broken", e.Message)
}

func TestALoweredWindowGivesTheEnginesSentenceAndTheRemedy(t *testing.T) {
	for _, version := range elastictest.Versions {
		t.Run(version, func(t *testing.T) {
			_, _, err := elastictest.ReadFirstPage(t, elastictest.Recorded(t, version, "browse.window.tiny.over"), driver.PageArgs{Size: 101})
			e := script.Fault(err)
			require.NotNil(t, e)
			require.Equal(t, driver.Engine, e.Kind)
			require.Contains(t, e.Message, "Result window is too large, from + size must be less than or equal to: [100] but was [101].")
			require.Equal(t, "This index has a lowered max_result_window of 100. Quarry uses from and size for the first 10,000 rows. Raise the setting to 10,000:", e.Hint)
			require.Equal(t, "PUT /books/_settings\n{\"index\":{\"max_result_window\":10000}}", e.Remedy)
		})
	}
}

func TestTheDefaultWindowHasNoRemedy(t *testing.T) {
	_, _, err := elastictest.ReadFirstPage(t, elastictest.Recorded(t, "8.16.3", "browse.window.10001"), driver.PageArgs{Size: 10})
	e := script.Fault(err)
	require.NotNil(t, e)
	require.Contains(t, e.Message, "[10000] but was [10001]")
	require.Empty(t, e.Hint)
}

func TestEnginesErrorsKeepTheirWords(t *testing.T) {
	rows := []struct {
		name, version, response, message, code string
		kind                                   driver.Kind
	}{
		{"a closed index", "8.16.3", "browse.closed", "closed", "index_closed_exception", driver.Engine},
		{"a missing index", "7.17.15", "browse.union.missing", "no such index [nope]", "index_not_found_exception", driver.NotFound},
		{"a text sort", "8.16.3", "types.text.sort", "Fielddata is disabled on [f] in [t-text].", "illegal_argument_exception", driver.Engine},
		{"a text sort in 7.9", "7.9.3", "types.text.sort", "Text fields are not optimised", "illegal_argument_exception", driver.Engine},
		{"no root cause", "7.9.3", "types.date_range.sort", "", "", driver.Engine},
		{"a forbidden index", "8.16.3-security", "sec.as.apikey_reader.search_private", "action [indices:data/read/search] is unauthorized", "security_exception", driver.Auth},
		{"a blocked index", "8.16.3", "browse.union.all", "index [noread] blocked by: [FORBIDDEN/7/index read (api)];", "cluster_block_exception", driver.Engine},
		{"a bare string", "8.16.3", "server.root.post", "Incorrect HTTP method for uri [/] and method [POST], allowed: [GET, DELETE, HEAD]", "", driver.Engine},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			_, _, err := elastictest.ReadFirstPage(t, elastictest.Recorded(t, row.version, row.response), driver.PageArgs{Size: 10})
			e := script.Fault(err)
			require.NotNil(t, e)
			require.NotEmpty(t, e.Message)
			require.Contains(t, e.Message, row.message)
			require.Contains(t, e.Code, row.code)
			require.Equal(t, row.kind, e.Kind)
			require.Equal(t, "POST /books/_search", e.Op)
			require.True(t, e.Sent)
		})
	}
}

func TestAnEmptyErrorStillHasASentence(t *testing.T) {
	_, _, err := elastictest.ReadFirstPage(t, script.Response{Status: 413}, driver.PageArgs{Size: 10})
	e := script.Fault(err)
	require.NotNil(t, e)
	require.Equal(t, "The server responded with status 413 and no reason.", e.Message)
}
