// SPEC: A-BRO-02, A-BRO-05, A-SRT-03, A-SRT-04
package grid

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/data/rows"
	"quarry/drivers/driver"
)

var unionSet = &driver.ColumnSet{
	Meta:      []driver.MetaColumn{{Name: "_id", At: "_id", Kind: driver.KindID, Primary: true}},
	RowFields: "fields.",
	Plan:      driver.RowsPlan{At: "hits", Doc: "doc"},
	Columns: []driver.Column{
		{Name: "alias", At: "n.k", Type: "alias", Kind: driver.KindText, Flags: driver.FlagAlias, Nested: []string{"n"}, Sort: "alias", Unmapped: "keyword"},
		{Name: "mixed", Type: "integer, long", Kind: driver.KindNumber, Flags: driver.FlagInteger, Sort: "mixed", Unmapped: "long", Numeric: "long", Conflict: "integer in a, long in b"},
		{Name: "n", Type: "nested", Kind: driver.KindJSON, Flags: driver.FlagNested, Reason: "Sort by n.k."},
		{Name: "n.k", Type: "keyword", Kind: driver.KindText, Flags: driver.FlagLeaf, Nested: []string{"n"}, Sort: "n.k", Unmapped: "keyword"},
		{Name: "r", Type: "runtime long", Kind: driver.KindNumber, Flags: driver.FlagRow, Sort: "r", Unmapped: "long"},
	},
}

func TestColumnsThatTellEverythingOfThemselvesNeedNoSchema(t *testing.T) {
	columns := Join(unionSet)
	byName := map[string]Column{}
	for _, c := range columns {
		byName[c.Name] = c
	}
	require.Len(t, columns, 6)
	mixed := byName["mixed"]
	require.Equal(t, "integer in a, long in b", mixed.Conflict)
	require.True(t, mixed.Integer)
	require.False(t, mixed.ReadOnly)
	require.Equal(t, driver.SortKey{Field: "mixed", Type: "integer, long", Desc: true, Unmapped: "long", Numeric: "long"}, mixed.key(true))
	require.Equal(t, "Sort by n.k.", byName["n"].Reason)
	require.Equal(t, []string{"n"}, byName["n.k"].Nested)
	require.Equal(t, []string{"n"}, byName["alias"].Nested)
	for _, name := range []string{"alias", "n.k", "r"} {
		require.True(t, byName[name].ReadOnly, name)
	}
}

func TestColumnsThatTellEverythingOfThemselvesAreFilled(t *testing.T) {
	columns := Join(unionSet)
	kernel, err := rows.Compile(Plan(&unionSet.Plan, columns))
	require.NoError(t, err)
	result, err := kernel.Block([]byte(`{"hits":[
		{"_id":"1","doc":{"mixed":9007199254740993,"n":[{"k":"a"},{}]},"fields":{"r":[7]}},
		{"_id":"2","doc":{"mixed":1.0,"n":{"k":"b"}}}]}`))
	require.NoError(t, err)
	page, err := rows.Decode(result.Block)
	require.NoError(t, err)
	cells := func(name string) (all []string) {
		for row := range page.Rows {
			_, text := page.Cell(row, page.Column(name))
			all = append(all, text)
		}
		return all
	}
	require.Equal(t, []string{"9007199254740993", "1.0"}, cells("mixed"))
	require.Equal(t, []string{`[{"k":"a"},{}]`, `{"k":"b"}`}, cells("n"))
	require.Equal(t, []string{`["a",null]`, `["b"]`}, cells("n.k"))
	require.Equal(t, []string{`["a",null]`, `["b"]`}, cells("alias"))
	require.Equal(t, []string{"7", ""}, cells("r"))
}
