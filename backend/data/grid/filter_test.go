// SPEC: A-FIL-08, A-FIL-09
package grid

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
)

// filtering is a shelf that filters: rows with the value "bad" are refused, and the others become the view's bytes.
type filtering struct {
	*shelf
	compiled  []driver.FilterArgs
	previewed []driver.PageArgs
	counted   []string
	suggest   []driver.SuggestArgs
}

func (f *filtering) Filter(_ context.Context, a *driver.FilterArgs) (*driver.Filtered, error) {
	f.compiled = append(f.compiled, *a)
	filtered := &driver.Filtered{}
	for i := range a.Rows {
		row := &a.Rows[i]
		filtered.Clauses = append(filtered.Clauses, row.Column+string(row.Operator)+strings.Join(row.Values, ","))
		if len(row.Values) > 0 && row.Values[0] == "bad" {
			filtered.Refusals = append(filtered.Refusals, driver.Refusal{Row: i, Column: row.Column, Err: &driver.Error{Kind: driver.Refused, Message: "No."}})
		}
	}
	if len(filtered.Refusals) == 0 {
		filtered.View = []byte("view:" + strings.Join(filtered.Clauses, ";"))
	}
	return filtered, nil
}

func (f *filtering) Operators() []driver.Operator { return driver.CommonOperators() }

func (f *filtering) Preview(_ context.Context, a *driver.PageArgs) (*driver.Request, error) {
	f.previewed = append(f.previewed, *a)
	return &driver.Request{Method: "POST", Path: "/books", Body: a.View}, nil
}

func (f *filtering) Suggest(_ context.Context, a *driver.SuggestArgs) (*driver.Suggested, error) {
	f.suggest = append(f.suggest, *a)
	return &driver.Suggested{Values: []driver.SuggestedValue{{Text: "a", Count: 1}}}, nil
}

func (f *filtering) Count(_ context.Context, _ string, view []byte) (int64, error) {
	f.counted = append(f.counted, string(view))
	return int64(len(f.counted)), nil
}

func openFiltering(t *testing.T) (*View, *filtering) {
	t.Helper()
	f := &filtering{shelf: newShelf()}
	f.set.Filters = []driver.FilterClass{{About: []byte("about text")}, {About: []byte("about number")}}
	f.set.Columns[0].Filter, f.set.Columns[1].Filter, f.set.Columns[3].Filter = 1, 2, 9
	v, err := Open(t.Context(), "v", "books", 100, f, NewCache(1000))
	require.NoError(t, err)
	return v, f
}

func row(column, value string) FilterRow {
	return FilterRow{Column: column, Operator: driver.Equals, Values: []string{value}}
}

func TestARowReachesTheDriverWithWhatItSaidOfTheColumn(t *testing.T) {
	v, f := openFiltering(t)
	arranged, err := v.Arrange(t.Context(), Arrangement{Any: true, Filter: []FilterRow{
		{Column: "title", Operator: driver.Contains, Values: []string{"x"}, FoldCase: true}, row("pages", "3"),
		{Column: "authors.name", Operator: driver.IsNull, SameElement: true}, {Operator: driver.RawQuery, Values: []string{"a:b"}},
	}})
	require.NoError(t, err)
	require.Equal(t, 1, arranged.Generation)
	require.Equal(t, []driver.FilterArgs{{Object: "books", Any: true, Rows: []driver.FilterRow{
		{Column: "title", Field: "title", Exact: "title.keyword", Type: "text", Operator: driver.Contains, Values: []string{"x"}, FoldCase: true, About: []byte("about text")},
		{Column: "pages", Field: "pages", Type: "integer", Operator: driver.Equals, Values: []string{"3"}, About: []byte("about number")},
		{Column: "authors.name", Field: "authors.name", Type: "keyword", Nested: []string{"authors"}, Operator: driver.IsNull, SameElement: true},
		{Operator: driver.RawQuery, Values: []string{"a:b"}},
	}}}, f.compiled)
	require.Equal(t, 0, v.column("authors.name").Filter, "a number that no class has")
}

func TestAPreviewIsTheFirstPageUnderTheFilterAndChangesNothing(t *testing.T) {
	v, f := openFiltering(t)
	by := []SortBy{{Column: "pages", Desc: true}}
	arranged, err := v.Arrange(t.Context(), Arrangement{Sort: by, Filter: []FilterRow{row("pages", "1")}})
	require.NoError(t, err)
	before := v.Generation()
	filtered, request, err := v.Preview(t.Context(), Arrangement{Sort: by, Filter: []FilterRow{row("pages", "2")}})
	require.NoError(t, err)
	require.Equal(t, "view:pagesequals2", string(request.Body))
	require.Equal(t, []string{"pagesequals2"}, filtered.Clauses)
	require.Equal(t, []driver.PageArgs{{Object: "books", View: []byte("view:pagesequals2"), Size: 100, Sort: []driver.SortKey{{Field: "pages", Type: "integer", Desc: true}}}}, f.previewed)
	require.Equal(t, before, v.Generation())
	bytes, err := v.Bytes(arranged.Generation)
	require.NoError(t, err)
	require.Equal(t, "view:pagesequals1", string(bytes))
	require.Empty(t, f.asked)

	filtered, request, err = v.Preview(t.Context(), Arrangement{Filter: []FilterRow{row("pages", "bad")}})
	require.NoError(t, err)
	require.Nil(t, request)
	require.Len(t, filtered.Refusals, 1)
	require.Len(t, f.previewed, 1)
}

func TestEachRowIsCountedOnItsOwn(t *testing.T) {
	v, f := openFiltering(t)
	inner := row("authors.name", "b")
	inner.SameElement = true
	counts, err := v.CountRows(t.Context(), []FilterRow{row("pages", "1"), row("pages", "bad"), inner})
	require.NoError(t, err)
	require.Len(t, counts, 3)
	require.Equal(t, []string{"view:pagesequals1", "view:authors.nameequalsb"}, f.counted)
	require.EqualValues(t, 1, counts[0].Count)
	require.EqualValues(t, -1, counts[1].Count)
	require.EqualError(t, counts[1].Err, "No.")
	require.EqualValues(t, 2, counts[2].Count)
	require.False(t, f.compiled[2].Rows[0].SameElement)
	require.Zero(t, v.Generation())
}

func TestValuesAreSuggestedInWhatTheOtherRowsLeave(t *testing.T) {
	v, f := openFiltering(t)
	inner := row("authors.name", "c")
	inner.SameElement = true
	for _, test := range []struct {
		name   string
		any    bool
		others []FilterRow
		view   string
	}{
		{"no other row", false, nil, "view:"},
		{"other rows", false, []FilterRow{row("pages", "1"), row("title", "x")}, "view:pagesequals1;titleequalsx"},
		{"a row that is half typed is passed over", false, []FilterRow{row("pages", "bad"), row("title", "x")}, "view:titleequalsx"},
		{"and what is about the same element", false, []FilterRow{row("authors.name", "bad"), inner, row("title", "x")}, "view:titleequalsx"},
		{"other rows under Any restrict nothing", true, []FilterRow{row("pages", "1")}, "view:"},
	} {
		t.Run(test.name, func(t *testing.T) {
			f.suggest = nil
			found, err := v.Suggest(t.Context(), test.any, test.others, "title", "ab")
			require.NoError(t, err)
			require.Equal(t, "a", found.Values[0].Text)
			require.Len(t, f.suggest, 1)
			require.Equal(t, test.view, string(f.suggest[0].View))
			require.Equal(t, []string{"ab"}, f.suggest[0].Row.Values)
			require.Equal(t, "title.keyword", f.suggest[0].Row.Exact)
		})
	}
	_, err := v.Suggest(t.Context(), false, nil, "nothing", "")
	require.EqualError(t, err, "There is no column nothing.")
}

func TestADriverThatCannotFilterSaysSo(t *testing.T) {
	v := open(t, newShelf())
	_, err := v.Arrange(t.Context(), Arrangement{Filter: []FilterRow{row("title", "x")}})
	require.EqualError(t, err, "The driver of this connection cannot filter.")
	_, _, err = v.Preview(t.Context(), Arrangement{})
	require.Error(t, err)
	_, err = v.Suggest(t.Context(), false, nil, "title", "")
	require.EqualError(t, err, "The driver of this connection cannot suggest values.")
}

// SPEC: A-FIL-08, A-SRT-01
func TestARefusedFilterChangesNothing(t *testing.T) {
	v, f := openFiltering(t)
	arranged, err := v.Arrange(t.Context(), Arrangement{Filter: []FilterRow{row("pages", "1"), row("pages", "bad")}})
	require.NoError(t, err)
	require.Equal(t, -1, arranged.Generation)
	require.Equal(t, 1, arranged.Filtered.Refusals[0].Row)
	require.Zero(t, v.Generation())
	_, err = v.Page(t.Context(), 0, 0)
	require.NoError(t, err)
	require.Equal(t, v.Set.View, f.asked[0].View)
}

// SPEC: A-FIL-08, A-SRT-01, A-BRO-18
func TestRowsAreReadAndCountedUnderTheFilterOfTheirGeneration(t *testing.T) {
	v, f := openFiltering(t)
	first, err := v.Arrange(t.Context(), Arrangement{Filter: []FilterRow{row("pages", "1")}})
	require.NoError(t, err)
	second, err := v.Arrange(t.Context(), Arrangement{Sort: []SortBy{{Column: "title"}}, Filter: []FilterRow{row("pages", "2")}})
	require.NoError(t, err)
	for _, generation := range []int{second.Generation, first.Generation} {
		_, err = v.Page(t.Context(), generation, 0)
		require.NoError(t, err)
		_, err = v.Count(t.Context(), generation)
		require.NoError(t, err)
	}
	require.Equal(t, []string{"view:pagesequals2", "view:pagesequals1"}, f.counted)
	require.Equal(t, "view:pagesequals2", string(f.asked[0].View))
	require.Equal(t, []driver.SortKey{{Field: "title.keyword", Type: "text"}}, f.asked[0].Sort)
	require.Equal(t, "view:pagesequals1", string(f.asked[1].View))
	require.Empty(t, f.asked[1].Sort)
	require.Empty(t, f.asked[1].State, "each generation has a state of its own")
}
