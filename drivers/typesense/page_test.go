package typesense_test

// SPEC: B-BRO-06, B-SRT-01, B-SRT-02

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/script"
)

// paged reads a page of "paged".
func paged(t *testing.T, response script.Response, args driver.PageArgs) (*driver.PageResult, *script.Host, error) {
	t.Helper()
	h := host(t, map[string]script.Response{"POST /multi_search": response})
	args.Object = "paged"
	var page driver.PageResult
	err := run(h, driver.OpPage, &args, &page)
	return &page, h, err
}

func search(offset, limit, rest string) string {
	return `{"collection":"paged","q":"*","offset":` + offset + `,"limit":` + limit + `,"enable_overrides":"false","enable_curations":"false"` + rest + `}`
}

func TestAPageIsReadInSearchesOf250(t *testing.T) {
	rows := []struct {
		name string
		from int64
		size int
		want []string
	}{
		{"the default page", 0, 1000, []string{search("0", "250", ""), search("250", "250", ""), search("500", "250", ""), search("750", "250", "")}},
		{"the second page", 1000, 500, []string{search("1000", "250", ""), search("1250", "250", "")}},
		{"a short page", 0, 100, []string{search("0", "100", "")}},
		{"a rest", 0, 251, []string{search("0", "250", ""), search("250", "1", "")}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			_, h, err := paged(t, recorded(t, "29.0", "paged.read_1000_in_4"), driver.PageArgs{From: row.from, Size: row.size})
			require.NoError(t, err)
			require.Equal(t, []string{`POST /multi_search {"searches":[` + strings.Join(row.want, ",") + `]}`}, h.Lines())
			require.Equal(t, 1, h.Steps)
		})
	}
}

func TestAPageOfTenThousandIsOneRequestAndMoreAreSentTogether(t *testing.T) {
	rows := []struct{ size, requests, searches int }{{10_000, 1, 40}, {12_500, 1, 50}, {12_501, 2, 51}}
	for _, row := range rows {
		page, h, err := paged(t, script.JSON(200, `{"results":[]}`), driver.PageArgs{Size: row.size})
		require.NoError(t, err)
		require.Len(t, h.Sent, row.requests)
		require.Equal(t, 1, h.Steps)
		require.Equal(t, row.searches, strings.Count(strings.Join(h.Lines(), ""), `"q":"*"`))
		require.Len(t, page.Blocks, row.requests)
	}
}

func TestAPageKnowsItsTimeAndWhetherItIsTheLast(t *testing.T) {
	const member = `{"found":4,"hits":[{},{}],"search_time_ms":3,"search_cutoff":false}`
	rows := []struct {
		name     string
		response script.Response
		from     int64
		size     int
		end      bool
	}{
		{"there is more", recorded(t, "29.0", "paged.read_1000_in_4"), 0, 1000, false},
		{"fewer than asked for", recorded(t, "29.0", "paged.read_tail"), 1000, 500, true},
		{"exactly what there is", script.JSON(200, `{"results":[`+member+`]}`), 2, 2, true},
		{"exactly what was asked for", script.JSON(200, `{"results":[`+member+`]}`), 0, 2, false},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			page, _, err := paged(t, row.response, driver.PageArgs{From: row.from, Size: row.size})
			require.NoError(t, err)
			require.Equal(t, row.end, page.End)
			require.Equal(t, []byte{1}, page.Blocks)
			require.GreaterOrEqual(t, page.Millis, int64(0))
			require.Empty(t, page.Notices)
		})
	}
}

func TestThePageTakesAsLongAsItsSlowestSearch(t *testing.T) {
	page, _, err := paged(t, script.JSON(200, `{"results":[{"hits":[],"search_time_ms":3},{"hits":[],"search_time_ms":17},{"hits":[]}]}`), driver.PageArgs{Size: 750})
	require.NoError(t, err)
	require.Equal(t, int64(17), page.Millis)
}

func TestANameWithAParenthesisIsSortedAloneOrRefusedBeforeAnythingIsSent(t *testing.T) {
	by := func(fields ...string) (keys []driver.SortKey) {
		for _, field := range fields {
			keys = append(keys, driver.SortKey{Field: field})
		}
		return keys
	}
	rows := []struct {
		name    string
		keys    []driver.SortKey
		refused bool
	}{
		{"alone", by("par(en"), false},
		{"beside keys that are dropped", by("id", "par(en", "com,ma", "par(en"), false},
		{"a fourth is dropped", by("a", "b", "c", "par(en"), false},
		{"first", by("par(en", "a"), true},
		{"last", by("a", "par(en"), true},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			_, h, err := paged(t, script.JSON(200, `{"results":[{"found":0,"hits":[]}]}`), driver.PageArgs{Size: 10, Sort: row.keys})
			if !row.refused {
				require.NoError(t, err)
				require.Len(t, h.Sent, 1)
				return
			}
			e := script.Fault(err)
			require.NotNil(t, e)
			require.Equal(t, driver.Unsupported, e.Kind)
			require.Contains(t, e.Message, "A column whose name has “(” can only be sorted alone: ")
			require.Contains(t, e.Hint, "par(en")
			require.Empty(t, h.Sent)
		})
	}
}

func TestASortHasUpToThreeKeysEachWithItsDirection(t *testing.T) {
	key := func(field string, desc bool) driver.SortKey { return driver.SortKey{Field: field, Desc: desc} }
	rows := []struct {
		name string
		keys []driver.SortKey
		want string
	}{
		{"none", nil, ""},
		{"one", []driver.SortKey{key("n", false)}, `,"sort_by":"n:asc"`},
		{"three", []driver.SortKey{key("a", true), key("b", false), key("c.d", true)}, `,"sort_by":"a:desc,b:asc,c.d:desc"`},
		{"a fourth is dropped", []driver.SortKey{key("a", true), key("b", true), key("c", true), key("d", true)}, `,"sort_by":"a:desc,b:desc,c:desc"`},
		{"id is dropped before the cut", []driver.SortKey{key("id", true), key("a", true), key("b", true), key("c", true)}, `,"sort_by":"a:desc,b:desc,c:desc"`},
		{"a key twice is dropped before the cut", []driver.SortKey{key("a", true), key("a", false), key("b", true), key("c", true)}, `,"sort_by":"a:desc,b:desc,c:desc"`},
		{"id alone leaves the order", []driver.SortKey{key("id", true)}, ""},
		{"a comma would be two keys", []driver.SortKey{key("com,ma", true)}, ""},
		{"quotes are escaped", []driver.SortKey{key(`a"b`, true)}, `,"sort_by":"a\"b:desc"`},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			_, h, err := paged(t, script.JSON(200, `{"results":[{"hits":[]}]}`), driver.PageArgs{Size: 10, Sort: row.keys})
			require.NoError(t, err)
			require.Equal(t, `{"searches":[`+search("0", "10", row.want)+`]}`, string(h.Sent[0].Body))
		})
	}
}

func TestAMembersErrorInsideA200AnswerIsAnError(t *testing.T) {
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			_, _, err := paged(t, recorded(t, version, "sort.string_unsortable"), driver.PageArgs{Size: 10})
			e := script.Fault(err)
			require.NotNil(t, e)
			require.Equal(t, driver.NotFound, e.Kind)
			require.Equal(t, "Could not find a field named `name` in the schema for sorting.", e.Message)
			require.Equal(t, 404, e.Status)
			require.Equal(t, "POST /multi_search", e.Op)
		})
	}
	_, _, err := paged(t, script.JSON(200, `{"results":[{"found":1,"hits":[{}]},{"code":400,"error":"second"},{"code":404,"error":"third"}]}`), driver.PageArgs{Size: 750})
	e := script.Fault(err)
	require.NotNil(t, e)
	require.Equal(t, "second", e.Message)
	require.Equal(t, 400, e.Status)
}

func TestASearchThatWasCutOffSaysSo(t *testing.T) {
	page, _, err := paged(t, script.JSON(200, `{"results":[{"hits":[],"search_cutoff":true},{"hits":[],"search_cutoff":true}]}`), driver.PageArgs{Size: 500})
	require.NoError(t, err)
	require.Equal(t, []driver.Notice{{Text: "The search timed out on the server, so rows may be missing."}}, page.Notices)
}

func TestARefusedPageIsAnError(t *testing.T) {
	rows := []struct {
		name     string
		response script.Response
		kind     driver.Kind
		message  string
	}{
		{"the key", recorded(t, "29.0", "perm.keys_star.ms_items"), driver.Auth, wrongKey},
		{"not ready", script.JSON(503, `{ "message": "Not Ready or Lagging"}`), driver.Engine, "Not Ready or Lagging"},
		{"no connection", script.Response{Err: &driver.Error{Kind: driver.Connect, Message: "connect: connection refused"}}, driver.Connect, "connect: connection refused"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			_, _, err := paged(t, row.response, driver.PageArgs{Size: 10})
			e := script.Fault(err)
			require.NotNil(t, e)
			require.Equal(t, row.kind, e.Kind)
			require.Equal(t, row.message, e.Message)
		})
	}
}

func TestAPageThatCannotBeReadIsRefusedBeforeAnythingIsSent(t *testing.T) {
	rows := []driver.PageArgs{{From: -1, Size: 10}, {Size: 0}, {From: 1<<63 - 5, Size: 10}}
	for _, args := range rows {
		_, h, err := paged(t, script.Response{}, args)
		e := script.Fault(err)
		require.NotNil(t, e)
		require.Equal(t, driver.Invalid, e.Kind)
		require.Empty(t, h.Sent)
	}
}

func TestAPageThatIsTooLargeIsReadInParts(t *testing.T) {
	large := script.Response{Err: &driver.Error{Kind: driver.Unsupported, Code: driver.CodeTooLarge, Message: "the response is larger than 64 MB", Sent: true}}
	rows := strings.TrimSuffix(strings.Repeat("{},", 62), ",")
	h := host(t, nil)
	h.Respond = func(r driver.Request) script.Response {
		require.Equal(t, int64(64<<20), r.Limit)
		if len(h.Sent) < 3 {
			return large
		}
		return script.JSON(200, `{"results":[{"found":5000,"hits":[`+rows+`]}]}`)
	}
	var page driver.PageResult
	require.NoError(t, run(h, driver.OpPage, &driver.PageArgs{Object: "paged", From: 1000, Size: 1000}, &page))
	require.Contains(t, h.Lines()[0], search("1750", "250", ""))
	require.Equal(t, []string{
		`POST /multi_search {"searches":[` + search("1000", "250", "") + `]}`, `POST /multi_search {"searches":[` + search("1000", "62", "") + `]}`,
	}, h.Lines()[1:])
	require.False(t, page.End)
	require.Equal(t, "This page was cut at row 1062 (64 MB). Keep scrolling for the rest.", page.Notices[0].Text)
}

func TestASingleDocumentMayBeLargerThanAPage(t *testing.T) {
	h := host(t, nil)
	h.Respond = func(r driver.Request) script.Response {
		if r.Limit > 0 {
			return script.Response{Err: &driver.Error{Kind: driver.Unsupported, Code: driver.CodeTooLarge, Sent: true}}
		}
		return script.JSON(200, `{"results":[{"found":2,"hits":[{}]}]}`)
	}
	var page driver.PageResult
	require.NoError(t, run(h, driver.OpPage, &driver.PageArgs{Object: "paged", Size: 2}, &page))
	require.Len(t, h.Sent, 2)
	require.False(t, page.End)
}

func TestTheNextPageAsksForAsManyRowsAsFit(t *testing.T) {
	hits := `{"x":"` + strings.Repeat("x", 5<<20) + `"}` + strings.Repeat(",{}", 9)
	first, _, err := paged(t, script.JSON(200, `{"results":[{"found":5000,"hits":[`+hits+`]}]}`), driver.PageArgs{Size: 10})
	require.NoError(t, err)
	require.Nil(t, first.State, "ten rows of that size fit")
	first, _, err = paged(t, script.JSON(200, `{"results":[{"found":5000,"hits":[`+hits+`]}]}`), driver.PageArgs{Size: 1000})
	require.NoError(t, err)
	_, h, err := paged(t, script.JSON(200, `{"results":[{"found":5000,"hits":[{}]}]}`), driver.PageArgs{From: 1000, Size: 1000, State: first.State})
	require.NoError(t, err)
	require.Equal(t, []string{`POST /multi_search {"searches":[` + search("1000", "102", "") + `]}`}, h.Lines(), "four fifths of 64 MB in rows of half a megabyte")
}
