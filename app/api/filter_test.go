// SPEC: A-FIL-01, A-FIL-02, A-FIL-08, A-FIL-09, A-FIL-11
package api

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
)

func TestAFilterIsPreviewedCountedAndSuggestedBeforeItIsApplied(t *testing.T) {
	w := newWorld(t, "8.16.3")
	sample, err := w.Connections.Sample(SampleRequest{})
	require.NoError(t, err)
	session, err := w.Connections.Open(ConnectRequest{ID: sample.ID})
	require.NoError(t, err)
	view, err := w.Grid.Open(OpenRequest{Session: session.ID, Object: "books"})
	require.NoError(t, err)
	raw := session.Operators[len(session.Operators)-1]
	require.Equal(t, []string{"query string", "Raw query", "query"}, []string{raw.ID, raw.Title, raw.Editor})
	require.Equal(t, []string{"Lucene query string", "title:quick AND pages:>100"}, []string{raw.Language, raw.Example})
	refused := map[string]string{}
	for _, c := range view.Columns {
		if c.Name == "pages" {
			for _, r := range view.Filters[c.Filter].Refused {
				refused[r.Operator] = r.Reason
			}
		}
	}
	require.Equal(t, "{name} is an integer. Contains works only on keyword and text. Use equals, in list or between.", refused["contains"])
	require.NotContains(t, refused, "between")

	all, err := w.Grid.Count(GenerationRequest{View: view.ID, Generation: view.Generation})
	require.NoError(t, err)
	german := FilterRow{Column: "language", Operator: "equals", Values: []string{"DE"}, FoldCase: true}
	long := FilterRow{Column: "pages", Operator: "greater than", Values: []string{"300"}}
	wrong := FilterRow{Column: "pages", Operator: "equals", Values: []string{"x"}}
	sent := func() int {
		list, err := w.Requests.List(LogQuery{Session: session.ID})
		require.NoError(t, err)
		return len(list.Entries)
	}
	_, err = w.Grid.Page(PageRequest{View: view.ID, Generation: view.Generation}) // it is read ahead
	require.NoError(t, err)
	before := sent()
	preview, err := w.Grid.FilterPreview(FilterRequest{View: view.ID, Rows: []FilterRow{german, long}})
	require.NoError(t, err)
	require.Equal(t, before, sent())
	require.Equal(t, "POST", preview.Request.Method)
	require.Regexp(t, `^/books/_search\?preference=quarry-[0-9a-f]+$`, preview.Request.Path)
	require.True(t, json.Valid([]byte(preview.Request.Body)))
	require.Contains(t, preview.Request.Body, `{"query":{"bool":{"filter":[`+preview.Clauses[0]+`,`+preview.Clauses[1]+`]}},"from":0,"size":`+strconv.Itoa(view.PageSize)+`,`)
	require.Equal(t, []RowNote{{0, "Ignores case for A to Z only (not ä, é, ß)."}}, preview.Notes)

	counts, err := w.Grid.FilterCounts(FilterRequest{View: view.ID, Rows: []FilterRow{german, wrong, long}})
	require.NoError(t, err)
	require.Len(t, counts.Counts, 3)
	require.NotEqual(t, "0", counts.Counts[0].Count)
	require.NotEqual(t, all.Count, counts.Counts[0].Count)
	require.Equal(t, RowCount{1, "", "pages is an integer, and “x” is not a whole number from -2147483648 to 2147483647."}, counts.Counts[1])

	suggested, err := w.Grid.Suggest(SuggestRequest{View: view.ID, Column: "language", Text: "D"})
	require.NoError(t, err)
	require.Equal(t, Suggestions{Values: []SuggestedValue{{"de", counts.Counts[0].Count}}}, suggested)

	computed := FilterRequest{View: view.ID, Rows: []FilterRow{german, {Column: "published", Operator: "less than", Values: []string{"2024-01-31||+1M/d"}}}}
	preview, err = w.Grid.FilterPreview(computed)
	require.NoError(t, err)
	require.Equal(t, []RowMoment{{1, 0, "1709164800000"}}, preview.Moments)
	dated, err := w.Grid.Arrange(ArrangeRequest{View: view.ID, Filter: Filter{Rows: computed.Rows}})
	require.NoError(t, err)
	require.Equal(t, preview.Moments, dated.Moments)
	filtered, err := w.Grid.Arrange(ArrangeRequest{View: view.ID, Filter: Filter{Rows: []FilterRow{german, wrong}}})
	require.NoError(t, err)
	require.Equal(t, -1, filtered.Generation)
	require.Equal(t, 1, filtered.Refusals[0].Row)
	filtered, err = w.Grid.Arrange(ArrangeRequest{View: view.ID, Filter: Filter{Rows: []FilterRow{german}}})
	require.NoError(t, err)
	require.Empty(t, filtered.Refusals)
	count, err := w.Grid.Count(GenerationRequest{View: view.ID, Generation: filtered.Generation})
	require.NoError(t, err)
	require.Equal(t, counts.Counts[0].Count, count.Count)
}

func TestTheSampleServerAnswersEveryFilterThatItsColumnsAccept(t *testing.T) {
	w := newWorld(t, "8.16.3")
	sample, err := w.Connections.Sample(SampleRequest{})
	require.NoError(t, err)
	session, err := w.Connections.Open(ConnectRequest{ID: sample.ID})
	require.NoError(t, err)
	typed := map[string]string{"date": "2020", "date_nanos": "2020", "date_range": "2020", "boolean": "true", "ip": "10.0.0.1", "ip_range": "10.0.0.1"}
	tried, answered := map[string]bool{}, 0
	for _, object := range []string{"books", "products"} {
		view, err := w.Grid.Open(OpenRequest{Session: session.ID, Object: object})
		require.NoError(t, err)
		for _, c := range view.Columns {
			class := view.Filters[c.Filter]
			kind := c.Type + strings.Join(c.Nested, ".") + class.Note
			if tried[kind] {
				continue
			}
			tried[kind] = true
			var rows []FilterRow
			for _, op := range session.Operators[:len(session.Operators)-1] {
				if slices.ContainsFunc(class.Refused, func(r RefusedOperator) bool { return r.Operator == op.ID }) {
					continue
				}
				value := cmp.Or(typed[c.Type], "1")
				row := FilterRow{Column: c.Name, Operator: op.ID, Values: []string{value}}
				switch op.Arity {
				case "two":
					row.Values = []string{value, value}
				case "none":
					row.Values = nil
				}
				rows = append(rows, row)
			}
			for _, r := range class.Ranges {
				rows = append(rows, FilterRow{Column: c.Name, Operator: string(driver.Between), Values: []string{r.From, r.To}})
			}
			counts, err := w.Grid.FilterCounts(FilterRequest{View: view.ID, Rows: rows})
			require.NoError(t, err)
			for i, count := range counts.Counts {
				require.Emptyf(t, count.Error, "%s of %s: %s", c.Name, object, rows[i].Operator)
				answered++
			}
			_, err = w.Grid.Suggest(SuggestRequest{View: view.ID, Column: c.Name})
			require.Equalf(t, class.NoSuggest == "", err == nil, "values of %s of %s: %v", c.Name, object, err)
		}
	}
	require.Greater(t, answered, 100)
}
