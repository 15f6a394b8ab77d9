// SPEC: A-BRO-19, B-BRO-11
package grid

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/data/rows"
	"quarry/drivers/driver"
)

func TestFieldsOutsideOfTheSchemaAreReportedOnceAndGetReadOnlyColumns(t *testing.T) {
	s := newShelf()
	s.set.Outside = "the mapping"
	s.left = []string{"unmapped", "meta.extra", "pages"}
	v := open(t, s)
	first, err := v.Page(t.Context(), 0, 0)
	require.NoError(t, err)
	require.Equal(t, []driver.Notice{{Text: "2 fields are not in the mapping: unmapped, meta.extra. Refresh to show them as columns."}}, first.Notices)
	require.Equal(t, first.Notices[0].Text, first.Outside)
	second, err := v.Page(t.Context(), 0, 1)
	require.NoError(t, err)
	require.Empty(t, second.Notices, "they are known")
	require.Empty(t, second.Outside)
	require.Equal(t, []string{"unmapped", "meta.extra"}, v.Outside())
	require.Equal(t, "1 field is not in the mapping: late. Refresh to show it as a column.", open(t, s).noticed([]string{"late"}))

	again, err := openBeside(t.Context(), "w", "books", 100, s, NewCache(1000), v.Outside())
	require.NoError(t, err)
	c := again.column("meta.extra")
	require.NotNil(t, c)
	require.True(t, c.ReadOnly && c.Outside)
	require.Empty(t, c.Sort)
	require.Equal(t, "meta.extra is not in the mapping, so it cannot be sorted, filtered or edited.", c.Reason)
	require.Equal(t, rows.Column{Name: "meta.extra", Path: []string{"meta", "extra"}}, c.source)
	require.False(t, SameColumns(v, again), "a refresh shows them")
	page, err := again.Page(t.Context(), 0, 0)
	require.NoError(t, err)
	require.Empty(t, page.Notices)
}

func TestAColumnIsExportedByItsNameEvenIfTheSchemaLacksIt(t *testing.T) {
	s := newShelf()
	_, _, err := open(t, s).Exported([]string{"unmapped"})
	require.Error(t, err, "without a schema, nothing is outside of it")
	s.set.Outside = "the schema"
	v := open(t, s)
	columns, doc, err := v.Exported([]string{"title", "authors.born"})
	require.NoError(t, err)
	require.Equal(t, "_source", doc)
	require.Equal(t, rows.Column{Name: "authors.born", Path: []string{"authors", "born"}, Nested: []int{1}}, columns[1])
}

func TestAFileWithAllColumnsSaysWhatHasNone(t *testing.T) {
	s := newShelf()
	s.set.Outside = "the schema"
	v := open(t, s)
	require.Nil(t, v.Uncovered([]string{"title"}), "columns were left out on purpose")
	says := v.Uncovered([]string{"_id", "title", "pages", "authors", "authors.name", "extra"})
	require.Empty(t, says([]string{"title.keyword", "extra"}))
	require.Equal(t, "1 field is not in the schema: more.deep. The file has no column for it.", says([]string{"more.deep", "extra"}))
	require.Equal(t, "6 fields are not in the schema: a, b, c, d, e and 1 more. The file has no columns for them.", says([]string{"a", "b", "c", "d", "e", "f"}))
}
