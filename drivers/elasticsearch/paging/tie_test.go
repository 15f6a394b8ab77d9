// SPEC: A-BRO-12, A-BRO-13, A-SRT-03
package paging_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/elastictest"
	"quarry/drivers/drivertest/script"
)

// equals responds to a search with rows that all have the same value of the first key.
func equals(value string, from, n int) script.Response {
	a := elastictest.Hits(from, n)
	for row := from; row < from+n; row++ {
		a.Body = strings.Replace(a.Body, fmt.Sprintf(`"sort":[%d]`, row), fmt.Sprintf(`"sort":[%s, %d]`, value, row), 1)
	}
	return a
}

func TestAPageOfOneValueIsReadAgainAmongItsRowsOnly(t *testing.T) {
	rows := []struct {
		name  string
		key   driver.SortKey
		value string
		want  string // "" for no clause
	}{
		{"a keyword", driver.SortKey{Field: "k", Type: "keyword"}, `"a\"b"`, `{"filter":[{"term":{"k":"a\"b"}}],"must_not":[]}`},
		{"a number", driver.SortKey{Field: "n", Type: "half_float", Desc: true}, "0.25", `{"filter":[{"term":{"n":0.25}}],"must_not":[]}`},
		{"a boolean", driver.SortKey{Field: "b", Type: "boolean"}, "1", `{"filter":[{"term":{"b":true}}],"must_not":[]}`},
		{"a date", driver.SortKey{Field: "at", Type: "date"}, "17", `{"filter":[{"range":{"at":{"gte":17,"lte":17,"format":"epoch_millis"}}}],"must_not":[]}`},
		{"a leaf in an array of objects", driver.SortKey{Field: "o.k", Type: "ip", Nested: []string{"o"}}, `"::1"`,
			`{"filter":[{"nested":{"path":"o","query":{"term":{"o.k":"::1"}}}}],"must_not":[]}`},
		{"no keyword", driver.SortKey{Field: "k", Type: "keyword"}, "null", `{"filter":[],"must_not":[{"exists":{"field":"k"}}]}`},
		{"no number", driver.SortKey{Field: "n", Type: "long"}, "9223372036854775807", `{"filter":[],"must_not":[{"exists":{"field":"n"}}]}`},
		{"no integer, from 8.19 on", driver.SortKey{Field: "n", Type: "integer"}, "2147483647", `{"filter":[],"must_not":[{"exists":{"field":"n"}}]}`},
		{"no byte, downwards", driver.SortKey{Field: "n", Type: "byte", Desc: true}, "-2147483648", `{"filter":[],"must_not":[{"exists":{"field":"n"}}]}`},
		{"a long where integers end", driver.SortKey{Field: "n", Type: "long"}, "2147483647", `{"filter":[{"term":{"n":2147483647}}],"must_not":[]}`},
		{"a value that no clause can be given", driver.SortKey{Field: "at", Type: "date_nanos"}, "17", ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			h := elastictest.Conversation(t, "8.16.3", elastictest.Point, elastictest.Hits(9999, 1), equals(row.value, 10_000, 100), equals(row.value, 10_100, 100), equals(row.value, 10_100, 100))
			state := []byte(nil)
			for _, from := range []int64{10_000, 10_100} {
				page, err := elastictest.ReadPage(h, from, 100, state, row.key)
				require.NoError(t, err)
				require.NotContains(t, bodies(h)[len(h.Sent)-1], `"query"`, "where the page ends is not known at the first visit")
				state = page.State
			}
			page, err := elastictest.ReadPage(h, 10_100, 100, state, row.key)
			require.NoError(t, err)
			require.Len(t, h.Sent, 1)
			require.False(t, page.End)
			_, query, found := strings.Cut(bodies(h)[0], `"query":{"bool":`)
			require.Equal(t, row.want != "", found, bodies(h)[0])
			require.True(t, strings.HasPrefix(query, row.want), query)
			require.Contains(t, bodies(h)[0], `"search_after":[`+row.value+`, 10099]`)
		})
	}
}

func TestAPageOfSeveralValuesIsReadAgainAsItWas(t *testing.T) {
	h := elastictest.Conversation(t, "8.16.3", elastictest.Point, equals("1", 9999, 1), equals("2", 10_000, 100), equals("2", 10_000, 100))
	key := driver.SortKey{Field: "n", Type: "long"}
	page, err := elastictest.ReadPage(h, 10_000, 100, nil, key)
	require.NoError(t, err)
	_, err = elastictest.ReadPage(h, 10_000, 100, page.State, key)
	require.NoError(t, err)
	require.NotContains(t, bodies(h)[0], `"query"`)
}

func TestAPageThatIsNotWhatItWasAmongTheRowsOfOneValueIsReadAmongAll(t *testing.T) {
	rows := []struct {
		name     string
		response script.Response
	}{
		{"too few rows", equals("2", 10_000, 99)},
		{"other rows", equals("2", 10_001, 100)},
		{"a refusal", script.JSON(400, `{"error":{"root_cause":[],"type":"query_shard_exception","reason":"not searchable"},"status":400}`)},
	}
	key := driver.SortKey{Field: "n", Type: "long"}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			h := elastictest.Conversation(t, "8.16.3", elastictest.Point, equals("2", 9999, 1), equals("2", 10_000, 100), row.response, equals("2", 10_000, 100))
			page, err := elastictest.ReadPage(h, 10_000, 100, nil, key)
			require.NoError(t, err)
			page, err = elastictest.ReadPage(h, 10_000, 100, page.State, key)
			require.NoError(t, err)
			require.Len(t, h.Sent, 2)
			require.Contains(t, bodies(h)[0], `"query"`)
			require.NotContains(t, bodies(h)[1], `"query"`)
			require.False(t, page.End)
		})
	}
}

func TestAFailureAmongTheRowsOfOneValueIsNotTriedAgain(t *testing.T) {
	h := elastictest.Conversation(t, "8.16.3", elastictest.Point, equals("2", 9999, 1), equals("2", 10_000, 100),
		script.JSON(429, `{"error":{"root_cause":[],"type":"es_rejected_execution_exception","reason":"full"},"status":429}`))
	key := driver.SortKey{Field: "n", Type: "long"}
	page, err := elastictest.ReadPage(h, 10_000, 100, nil, key)
	require.NoError(t, err)
	_, err = elastictest.ReadPage(h, 10_000, 100, page.State, key)
	require.Error(t, err)
	require.Len(t, h.Sent, 1)
}
