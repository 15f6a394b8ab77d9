// SPEC: A-BRO-03
package grid

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/data/rows"
	"quarry/drivers/driver"
)

// order joins a set and returns the names of its columns as a view shows them.
func order(t *testing.T, set *driver.ColumnSet) []string {
	t.Helper()
	driver.PlaceInArrays(set.Columns)
	var names []string
	for _, c := range arranged(Join(set)) {
		names = append(names, c.Name)
	}
	return names
}

func text(name string, flags driver.ColumnFlags) driver.Column {
	return driver.Column{Name: name, Kind: driver.KindText, Flags: flags}
}

func kind(name string, kind driver.ColumnKind, flags driver.ColumnFlags) driver.Column {
	return driver.Column{Name: name, Kind: kind, Flags: flags}
}

var booksMeta = []driver.MetaColumn{
	{Name: "_id", At: "_id", Kind: driver.KindID, Primary: true},
	{Name: "_index", At: "_index", Kind: driver.KindText, Last: true},
	{Name: "_score", At: "_score", Kind: driver.KindNumber, Last: true},
}

func TestADocumentIsRecognisedByItsFirstColumns(t *testing.T) {
	set := &driver.ColumnSet{Meta: booksMeta, Columns: []driver.Column{
		kind("authors", driver.KindJSON, driver.FlagNested),
		kind("authors.born", driver.KindDate, driver.FlagLeaf),
		text("authors.name", driver.FlagLeaf),
		text("blurb", 0),
		kind("in_print", driver.KindBoolean, 0),
		kind("pages", driver.KindNumber, 0),
		kind("place", driver.KindJSON, 0),
		kind("published", driver.KindDate, 0),
		kind("sales.first", driver.KindDate, 0),
		text("sales.name", 0),
		text("title", 0),
	}}
	require.Equal(t, []string{
		"_id", "title", "published", "blurb", "in_print", "pages", "sales.first", "sales.name",
		"authors", "authors.born", "authors.name", "place", "_index", "_score",
	}, order(t, set))
}

func TestAUnionShowsTheIndexOfADocumentBesideItsID(t *testing.T) {
	meta := []driver.MetaColumn{booksMeta[0], {Name: "_index", At: "_index", Kind: driver.KindText}, booksMeta[2]}
	set := &driver.ColumnSet{Meta: meta, Columns: []driver.Column{text("blurb", 0), text("title", 0)}}
	require.Equal(t, []string{"_id", "_index", "title", "blurb", "_score"}, order(t, set))
}

func TestAFieldThatIsATitleComesBeforeFieldsThatOnlyEndLikeOne(t *testing.T) {
	set := &driver.ColumnSet{Columns: []driver.Column{
		text("categoryName", 0), kind("created", driver.KindDate, 0), text("host_name", 0), text("Name", 0), text("rename", 0),
		kind("subtitle", driver.KindNumber, 0), text("title", 0), text("username", 0),
	}}
	require.Equal(t, []string{"Name", "title", "username", "categoryName", "host_name", "created", "rename", "subtitle"}, order(t, set))
}

func TestLeavesFollowTheirArrayWhereverTheSchemaNamesThem(t *testing.T) {
	set := &driver.ColumnSet{Columns: []driver.Column{
		kind("a.deep.k", driver.KindText, driver.FlagLeaf), text("z", 0), kind("b", driver.KindJSON, 0),
		kind("a", driver.KindJSON, driver.FlagNested), kind("a.deep", driver.KindJSON, driver.FlagNested|driver.FlagLeaf),
		text("c.k", 0),
	}}
	require.Equal(t, []string{"z", "c.k", "b", "a", "a.deep.k", "a.deep"}, order(t, set))
}

func TestThePageHasItsValuesInTheOrderOfTheColumns(t *testing.T) {
	set := &driver.ColumnSet{
		Meta: booksMeta, Plan: driver.RowsPlan{At: "hits", Doc: "doc"},
		Columns: []driver.Column{text("blurb", 0), text("title", 0)},
	}
	view, err := Open(t.Context(), "1", "books", 100, described{set}, NewCache(1<<20))
	require.NoError(t, err)
	result, err := view.kernel.Block([]byte(`{"hits":[{"_id":"1","_index":"books","doc":{"blurb":"b","title":"t"}}]}`))
	require.NoError(t, err)
	page, err := rows.Decode(result.Block)
	require.NoError(t, err)
	var names, cells []string
	for at, c := range view.Columns {
		_, cell := page.Cell(0, at)
		names, cells = append(names, c.Name), append(cells, cell)
	}
	require.Equal(t, []string{"_id", "title", "blurb", "_index", "_score"}, names)
	require.Equal(t, []string{"1", "t", "b", "books", ""}, cells)
}

// described reads the columns of a given set.
type described struct{ set *driver.ColumnSet }

func (d described) Columns(context.Context, string) (*driver.ColumnSet, error) {
	return d.set, nil
}

func (described) Page(context.Context, *driver.PageArgs, *rows.Kernel, func(done, total int64)) (*Page, []byte, error) {
	return nil, nil, errCancelled
}
func (described) Renew(context.Context, []byte) ([]byte, error)        { return nil, nil }
func (described) Release(context.Context, []byte) error                { return nil }
func (described) Count(context.Context, string, []byte) (int64, error) { return 0, nil }
