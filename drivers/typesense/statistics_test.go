package typesense_test

// SPEC: APP-15

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/script"
)

// summarized returns the statistics of a column of the collection items, filtered by kind:=`a`, and its searches.
func summarized(t *testing.T, column driver.StatisticsColumn, members ...string) (*driver.Statistics, []map[string]any, error) {
	t.Helper()
	h := host(t, map[string]script.Response{"POST /multi_search": script.JSON(200, `{"results":[`+strings.Join(members, ",")+`]}`)})
	var filtered driver.Filtered
	require.NoError(t, run(h, driver.OpFilter, &driver.FilterArgs{Object: "items", Rows: []driver.FilterRow{
		{Column: "kind", Field: "kind", Type: "string", Operator: driver.Equals, Values: []string{"a"}},
	}}, &filtered))
	var s driver.Statistics
	err := run(h, driver.OpStatistics, &driver.StatisticsArgs{Object: "items", View: filtered.View, Column: column}, &s)
	var body struct{ Searches []map[string]any }
	if len(h.Sent) > 0 {
		require.NoError(t, json.Unmarshal(h.Sent[0].Body, &body))
	}
	return &s, body.Searches, err
}

func columnFor(name, fieldType string, sorts bool) driver.StatisticsColumn {
	c := driver.StatisticsColumn{Name: name, Type: fieldType}
	if sorts {
		c.Key.Field = name
	}
	return c
}

func facetOf(stats string, counts ...string) string {
	return `{"found":9,"search_time_ms":1,"facet_counts":[{"field_name":"f","counts":[` + strings.Join(counts, ",") + `],"stats":{` + stats + `}}]}`
}

func counted(value string, count int) string {
	return fmt.Sprintf(`{"count":%d,"highlighted":%q,"value":%q}`, count, value, value)
}

func TestANumberIsSummarizedWithEveryDigitOfItsEnds(t *testing.T) {
	s, searches, err := summarized(t, columnFor("n", "int64", true),
		`{"found":9}`, facetOf(`"avg":6004799503160662.0,"max":9007199254740992.0,"min":1.0,"sum":1.8014398509481986e+16,"total_values":2`, counted("9007199254740993", 2), counted("1", 1)),
		`{"found":3}`, `{"found":9,"hits":[{"document":{"n":1}}]}`, `{"found":9,"hits":[{"document":{"n":9007199254740993}}]}`)
	require.NoError(t, err)
	require.Len(t, searches, 5)
	for _, search := range searches {
		require.Equal(t, []any{"items", "*", "false", "false"}, []any{search["collection"], search["q"], search["enable_overrides"], search["enable_curations"]})
	}
	require.Equal(t, []any{"kind:=`a`", "(kind:=`a`) && (n:<=0 || n:>0)"}, []any{searches[1]["filter_by"], searches[2]["filter_by"]})
	require.Equal(t, []any{"n", 100.0, 0.0}, []any{searches[1]["facet_by"], searches[1]["max_facet_values"], searches[1]["per_page"]})
	require.Equal(t, []any{"n:asc", "n:desc", "n"}, []any{searches[3]["sort_by"], searches[4]["sort_by"], searches[4]["include_fields"]})
	require.True(t, s.Figures)
	require.Equal(t, []int64{9, 3, 2, 3, 0}, []int64{s.Total, s.Present, s.Distinct, s.Values, s.Other})
	require.Equal(t, []string{"1", "9007199254740993"}, []string{s.Min, s.Max})
	require.Equal(t, []string{"18014398509481984", "6004799503160662"}, []string{s.Sum, s.Average})
	require.True(t, s.Rounded, "the server computes them with floats")
	require.Equal(t, []driver.ValueCount{{Text: "9007199254740993", Count: 2}, {Text: "1", Count: 1}}, s.Top)
	require.Len(t, s.Requests, 1)
}

func TestSmallNumbersAreExact(t *testing.T) {
	s, _, err := summarized(t, columnFor("n", "int32", true), `{"found":3}`, facetOf(`"avg":2.5,"max":3.0,"min":2.0,"sum":5.0`, counted("2", 1), counted("3", 1)),
		`{"found":2}`, `{"found":3,"hits":[{"document":{"n":2}}]}`, `{"found":3,"hits":[{"document":{"n":3}}]}`)
	require.NoError(t, err)
	require.False(t, s.Rounded)
	require.Equal(t, []string{"2", "3", "5", "2.5"}, []string{s.Min, s.Max, s.Sum, s.Average})
}

func TestAnEndThatAFloatCannotHoldIsLeftOut(t *testing.T) {
	stats := `"avg":1.0,"max":9007199254740994.0,"min":1.0,"sum":1.0`
	s, _, err := summarized(t, columnFor("ns", "int64[]", false), `{"found":3}`, facetOf(stats, counted("9007199254740993", 1)), `{"found":1}`)
	require.NoError(t, err)
	require.Equal(t, []string{"", ""}, []string{s.Min, s.Max})
	require.Contains(t, s.Notices[0].Text, "computes them with floats")
	require.Equal(t, int64(-1), s.Values, "a document can have several values")

	s, _, err = summarized(t, columnFor("ns", "int64[]", false), `{"found":3}`, facetOf(`"avg":1.5,"max":2.0,"min":1.0,"sum":3.0`, counted("1", 1), counted("2", 1)), `{"found":1}`)
	require.NoError(t, err)
	require.Equal(t, []string{"1", "2"}, []string{s.Min, s.Max})
}

func TestTextIsCountedAsFarAsTheServerListsItsValues(t *testing.T) {
	s, searches, err := summarized(t, columnFor("f", "string", true), `{"found":9}`, facetOf(`"total_values":2`, counted("b", 4), counted("a", 1)))
	require.NoError(t, err)
	require.Len(t, searches, 2)
	require.Equal(t, []int64{9, 5, 2}, []int64{s.Total, s.Present, s.Distinct})
	require.Empty(t, s.Min+s.Max+s.Sum+s.BarNote)

	many := make([]string, 100)
	for i := range many {
		many[i] = counted(fmt.Sprint("v", i), 1)
	}
	s, _, err = summarized(t, columnFor("f", "string", true), `{"found":900}`, facetOf(`"total_values":100`, many...))
	require.NoError(t, err)
	require.Equal(t, []int64{-1, -1, 0}, []int64{s.Present, s.Distinct, s.Other})
	require.Len(t, s.Top, 10)
	require.Contains(t, s.TopNote, "more distinct values")
	require.Contains(t, s.Notices[0].Text, "does not count the documents without a value")
}

func TestWhatTypesenseCannotSummarizeSaysWhy(t *testing.T) {
	no := `{"code":404,"error":"Could not find a facet field named f in the schema."}`
	s, _, err := summarized(t, columnFor("f", "int32", false), `{"found":9}`, no, `{"found":4}`)
	require.NoError(t, err)
	require.False(t, s.Figures)
	require.Equal(t, "Typesense only summarizes fields whose schema says facet: true.", s.Reason)
	require.Equal(t, []int64{9, 4}, []int64{s.Total, s.Present})

	s, searches, err := summarized(t, columnFor("a,b", "string", false), `{"found":9}`)
	require.NoError(t, err)
	require.Len(t, searches, 1)
	require.Equal(t, "Typesense cannot summarize a field with such a name.", s.Reason)

	_, _, err = summarized(t, columnFor("f", "string", false), `{"code":404,"error":"Collection not found"}`, `{"code":404,"error":"Collection not found"}`)
	require.ErrorContains(t, err, "Collection not found")
	_, _, err = summarized(t, columnFor("f", "string", false), `{"found":9}`)
	require.ErrorContains(t, err, "lacks statistics")
	_, searches, err = summarized(t, columnFor("id", "string", false))
	require.ErrorContains(t, err, "Every document has an id")
	require.Empty(t, searches)
}
