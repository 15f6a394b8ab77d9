package generated

import (
	"cmp"
	"fmt"
	"io"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

// few is a number of documents small enough to check each one.
const few = Documents(1_003)

func ask(t *testing.T, e *Engine, method, path, body string) gjson.Result {
	t.Helper()
	request := httptest.NewRequest(method, path, strings.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	response := httptest.NewRecorder()
	e.ServeHTTP(response, request)
	text, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	require.Equal(t, 200, response.Code, string(text))
	return gjson.ParseBytes(text)
}

// those returns the numbers of the documents that meet a condition.
func those(holds func(n int64) bool) []int64 {
	var list []int64
	for n := range int64(few) {
		if holds(n) {
			list = append(list, n)
		}
	}
	return list
}

func numbers(response gjson.Result) []int64 {
	var list []int64
	for _, hit := range response.Get("hits.hits.#._source.number").Array() {
		list = append(list, hit.Int())
	}
	return list
}

var queries = []struct {
	name, query string
	holds       func(n int64) bool
}{
	{"all", `{"match_all":{}}`, func(int64) bool { return true }},
	{"numbers", `{"range":{"number":{"gt":10,"lte":500}}}`, func(n int64) bool { return n > 10 && n <= 500 }},
	{"ranks", `{"bool":{"filter":[{"range":{"rank":{"gte":100,"lt":200}}}],"must_not":[]}}`, func(n int64) bool { return few.Rank(n) >= 100 && few.Rank(n) < 200 }},
	{"no ranks below", `{"bool":{"must_not":[{"range":{"rank":{"lt":700}}}]}}`, func(n int64) bool { return few.Rank(n) >= 700 }},
	{"a group", `{"term":{"group":7}}`, func(n int64) bool { return n%97 == 7 }},
	{"other groups", `{"bool":{"must_not":{"terms":{"group":[7,8]}}}}`, func(n int64) bool { return n%97 != 7 && n%97 != 8 }},
	{"a kind among ranks", `{"bool":{"filter":[{"term":{"kind":"kind 3"}},{"range":{"rank":{"gte":500}}}]}}`, func(n int64) bool { return few.Kind(n) == 3 && few.Rank(n) >= 500 }},
	{"moments", `{"range":{"at":{"gte":"2026-01-01T00:01:00Z","lt":1767225799500,"format":"epoch_millis"}}}`, func(n int64) bool { return n >= 60 && n <= 199 }},
	{"nothing", `{"bool":{"must_not":[{"exists":{"field":"kind"}}]}}`, func(int64) bool { return false }},
}

func TestAGeneratedIndexFindsAndCountsWhatAQueryMatches(t *testing.T) {
	e, err := New(few)
	require.NoError(t, err)
	for _, q := range queries {
		t.Run(q.name, func(t *testing.T) {
			want := those(q.holds)
			response := ask(t, e, "POST", "/"+Name+"/_search", `{"size":2000,"query":`+q.query+`}`)
			require.Equal(t, want, numbers(response))
			require.Equal(t, int64(len(want)), response.Get("hits.total.value").Int())
			require.Equal(t, int64(len(want)), ask(t, e, "POST", "/"+Name+"/_count", `{"query":`+q.query+`}`).Get("count").Int())
		})
	}
}

func TestAGeneratedIndexIsReadInEveryOrderAndFromEveryPlace(t *testing.T) {
	e, err := New(few)
	require.NoError(t, err)
	point := ask(t, e, "POST", "/"+Name+"/_pit?keep_alive=1m", "").Get("id").String()
	for field, value := range map[string]func(n int64) int64{
		"number": func(n int64) int64 { return n }, "rank": few.Rank, "group": few.Group, "at": func(n int64) int64 { return n },
	} {
		for _, desc := range []bool{false, true} {
			for _, back := range []bool{false, true} {
				t.Run(fmt.Sprintln(field, desc, back), func(t *testing.T) {
					want := those(func(n int64) bool { return few.Kind(n) != 4 })
					slices.SortStableFunc(want, func(a, b int64) int {
						return cmp.Or(turned(cmp.Compare(value(a), value(b)), desc), turned(cmp.Compare(a, b), back))
					})
					require.Equal(t, want, walked(t, e, point, field, desc, back))
				})
			}
		}
	}
	require.Equal(t, 1, e.Points())
	require.Equal(t, int64(1), ask(t, e, "DELETE", "/_pit", `{"id":"`+point+`"}`).Get("num_freed").Int())
	require.Zero(t, e.Points())
}

func turned(c int, turned bool) int {
	if turned {
		return -c
	}
	return c
}

// walked reads all documents except those of one kind in an order, in consecutive pages.
func walked(t *testing.T, e *Engine, point, field string, desc, back bool) []int64 {
	t.Helper()
	direction := map[bool]string{false: "asc", true: "desc"}
	var found []int64
	for after := ""; ; {
		body := fmt.Sprintf(`{"pit":{"id":%q},"size":100,"sort":[{%q:{"order":%q}},{"_shard_doc":%q}],"query":{"bool":{"must_not":[{"term":{"kind":"kind 4"}}]}}%s}`,
			point, field, direction[desc], direction[back], after)
		response := ask(t, e, "POST", "/_search", body)
		page := numbers(response)
		if found = append(found, page...); len(page) < 100 {
			return found
		}
		after = `,"search_after":` + response.Get("hits.hits.99.sort").Raw
	}
}

func TestTheSlicesOfAGeneratedIndexAreAllOfIt(t *testing.T) {
	e, err := New(few)
	require.NoError(t, err)
	point := ask(t, e, "POST", "/"+Name+"/_pit?keep_alive=1m", "").Get("id").String()
	var found []int64
	for id := range 7 {
		found = append(found, numbers(ask(t, e, "POST", "/_search", fmt.Sprintf(`{"pit":{"id":%q},"size":1000,"slice":{"id":%d,"max":7}}`, point, id)))...)
	}
	require.Equal(t, those(func(int64) bool { return true }), found)
}

func TestAGeneratedDocumentIsFoundByItsRank(t *testing.T) {
	for _, docs := range []Documents{few, 10_000_000} {
		for _, n := range []int64{0, 1, 500, int64(docs) - 1} {
			require.Equal(t, n, docs.Ranked(docs.Rank(n)))
		}
	}
	require.Equal(t, `{"number":9999999,"rank":2345679,"group":75,"kind":"kind 1","at":"2026-04-26T17:46:39.000Z","name":"Document no. 9999999"}`,
		Documents(10_000_000).Source(9_999_999))
}

func TestAGeneratedIndexRefusesNumbersOfDocumentsThatShareAFactor(t *testing.T) {
	_, err := New(spread * 2)
	require.Error(t, err)
}
