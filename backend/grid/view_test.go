// SPEC: A-BRO-03, A-BRO-05, A-BRO-11, A-SRT-02, B-SRT-02
package grid

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/rows"
	"quarry/drivers/driver"
)

// shelf answers as a driver does, and remembers the pages that it was asked for.
type shelf struct {
	set     driver.ColumnSet
	records []rows.Record
	asked   []driver.PageArgs
}

func (s *shelf) Columns(context.Context, string) (*driver.ColumnSet, []rows.Record, error) {
	return &s.set, s.records, nil
}

func (s *shelf) Page(_ context.Context, a *driver.PageArgs, _ *rows.Kernel) (*Page, []byte, error) {
	s.asked = append(s.asked, *a)
	return &Page{Block: make([]byte, 100), Rows: a.Size}, []byte("state"), nil
}

func (s *shelf) Count(context.Context, string, []byte) (int64, error) { return 48213, nil }

func newShelf() *shelf {
	s := &shelf{set: driver.ColumnSet{
		Meta:    []driver.MetaColumn{{Name: "_id", At: "_id", Kind: driver.KindID, Primary: true, Reason: "no sort by {name}"}},
		Reasons: []string{"", "{name} is a JSON column. Sort by one of its leaves, such as {leaf}."},
		Plan:    driver.RowsPlan{At: "hits.hits", Doc: "_source"},
		Reach:   250, ReachNote: "Rows end here.", MaxSort: 1,
	}}
	add := func(r rows.Record, k driver.Class) {
		s.records = append(s.records, r)
		s.set.Classes = k.Append(s.set.Classes)
	}
	add(rows.Record{Path: "title", Parent: -1, Attrs: []string{"text"}}, driver.Class{Kind: driver.KindText, Sort: driver.SortSub})
	add(rows.Record{Path: "title.keyword", Sub: true, Parent: 0, Attrs: []string{"keyword"}}, driver.Class{})
	add(rows.Record{Path: "pages", Parent: -1, Attrs: []string{"integer"}}, driver.Class{Kind: driver.KindNumber, Sort: driver.SortSelf})
	add(rows.Record{Path: "authors", Parent: -1, Attrs: []string{"nested"}}, driver.Class{Kind: driver.KindJSON, Flags: driver.FlagNested, Reason: 1})
	add(rows.Record{Path: "authors.name", Parent: 3, Attrs: []string{"keyword"}}, driver.Class{Kind: driver.KindText, Flags: driver.FlagLeaf})
	return s
}

func open(t *testing.T, s *shelf) *View {
	t.Helper()
	v, err := Open(t.Context(), "v", "books", 100, s, NewCache(1000))
	require.NoError(t, err)
	return v
}

func TestColumnsAreTheDriversOwnThenThoseOfTheSchema(t *testing.T) {
	v := open(t, newShelf())
	var names []string
	for _, c := range v.Columns {
		names = append(names, c.Name)
	}
	require.Equal(t, []string{"_id", "title", "pages", "authors", "authors.name"}, names)
	require.True(t, v.Columns[0].ReadOnly && v.Columns[0].Primary)
	require.Equal(t, "title.keyword", v.Columns[1].Sort)
	require.Equal(t, "authors is a JSON column. Sort by one of its leaves, such as authors.name.", v.Columns[3].Reason)
	require.Equal(t, []string{"authors"}, v.Columns[4].Nested)
	require.True(t, v.Columns[4].ReadOnly)
}

func TestAnAnswerThatDoesNotFitItsSchemaIsRefused(t *testing.T) {
	s := newShelf()
	s.set.Classes = s.set.Classes[:driver.ClassSize]
	_, err := Open(t.Context(), "v", "books", 100, s, NewCache(1000))
	require.ErrorIs(t, err, errClasses)
}

func TestAPageIsReadOnceAndAgainAfterARefresh(t *testing.T) {
	s := newShelf()
	v := open(t, s)
	for range 2 {
		_, err := v.Page(t.Context(), v.Generation(), 0)
		require.NoError(t, err)
	}
	require.Len(t, s.asked, 1)
	old := v.Generation()
	now := v.Refresh()
	_, err := v.Page(t.Context(), old, 0)
	require.ErrorIs(t, err, ErrStale)
	_, err = v.Page(t.Context(), now, 0)
	require.NoError(t, err)
	require.Len(t, s.asked, 2)
}

func TestTheLastPageEndsAtTheReachAndNoneLiesBeyond(t *testing.T) {
	s := newShelf()
	v := open(t, s)
	p, err := v.Page(t.Context(), 0, 2)
	require.NoError(t, err)
	require.Equal(t, 50, p.Rows)
	_, err = v.Page(t.Context(), 0, 3)
	require.EqualError(t, err, "Rows end here.")
	require.Len(t, s.asked, 1)
}

func TestColumnsThatCannotBeSortedAreDroppedBeforeTheLimit(t *testing.T) {
	s := newShelf()
	v := open(t, s)
	kept, generation := v.Sort([]SortBy{{Column: "_id"}, {Column: "title", Desc: true}, {Column: "pages"}})
	require.Equal(t, []SortBy{{Column: "title", Desc: true}}, kept)
	_, err := v.Page(t.Context(), generation, 0)
	require.NoError(t, err)
	require.Equal(t, []driver.SortKey{{Field: "title.keyword", Type: "text", Desc: true}}, s.asked[0].Sort)
}

func TestTheCacheStaysUnderItsBudgetAndAClosedViewLeavesNothing(t *testing.T) {
	s := newShelf()
	s.set.Reach = 0
	cache := NewCache(250)
	v, err := Open(t.Context(), "v", "books", 100, s, cache)
	require.NoError(t, err)
	for n := range 5 {
		_, err := v.Page(t.Context(), 0, n)
		require.NoError(t, err)
	}
	require.Equal(t, 200, cache.Size())
	require.Equal(t, "state", string(v.Close()))
	require.Zero(t, cache.Size())
	_, err = v.Page(t.Context(), 0, 0)
	require.ErrorIs(t, err, ErrStale)
}
