package conformance

import (
	"strings"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
)

// describesColumns: every block has the described columns, in order, and the plan's hidden values. The first column is
// the only primary key. Each column of the schema has a unique name, a kind, its enclosing arrays and an existing
// class. A column that cannot be sorted says why, and sorting by it anyway does not change the order.
func describesColumns(t T, s *stand) {
	c := s.connect(t)
	for _, o := range s.subject.Target.Objects {
		v := c.view(t, o)
		plain := c.read(t, v, nil, 100)
		require.NotEmptyf(t, plain, "%s has no rows", o.Name)
		requireBlock(t, v, plain[0])
		requireFacts(t, v)
		for i, column := range v.columns {
			require.Equalf(t, i == 0, column.Primary, "%s: column %d is %s", o.Name, i, column.Name)
			require.NotEmptyf(t, column.Name, "%s: column %d", o.Name, i)
			require.Falsef(t, column.Sort == "" && column.Reason == "", "%s: %s cannot be sorted and nothing says why", o.Name, column.Name)
			require.Falsef(t, column.Sort != "" && column.Reason != "", "%s: %s can be sorted and has a reason against it: %s", o.Name, column.Name, column.Reason)
			if column.Sort == "" {
				keys := []driver.SortKey{{Field: column.Sort, Type: column.Type, Nested: column.Nested, Desc: true}}
				result, sorted := v.page(t, c.run(t.Context(), v.pageCall(keys, 0, 100, nil), nil))
				c.release(t, result.State)
				require.Equalf(t, names(plain), names(sorted), "%s: a sort by %s moved the rows", o.Name, column.Name)
			}
		}
	}
}

// requireFacts: the facts about each column of the schema are possible.
func requireFacts(t T, v *view) {
	t.Helper()
	known := map[string]bool{}
	for i := range v.set.Columns {
		k := &v.set.Columns[i]
		require.Falsef(t, known[k.Name], "%s: the column %s comes twice", v.object.Name, k.Name)
		known[k.Name] = true
		require.Truef(t, k.Kind >= driver.KindText && k.Kind <= driver.KindID, "%s: %s is of kind %d", v.object.Name, k.Name, k.Kind)
		require.Truef(t, k.Filter >= 0 && k.Filter <= len(v.set.Filters), "%s: %s has filter class %d of %d", v.object.Name, k.Name, k.Filter, len(v.set.Filters))
		around := ""
		for _, array := range k.Nested {
			require.Truef(t, strings.HasPrefix(k.Source(), array+".") && strings.HasPrefix(array, around), "%s: %s is not in the array %s", v.object.Name, k.Name, array)
			around = array + "."
		}
	}
}

// requireBlock: the columns of a row's block are the view's.
func requireBlock(t T, v *view, r row) {
	t.Helper()
	var want []string
	for _, column := range v.columns {
		want = append(want, column.Name)
	}
	require.Equalf(t, want, r.page.Names[:r.page.Visible], "%s", v.object.Name)
	want = nil
	for _, h := range v.set.Plan.Hidden {
		want = append(want, h.Name)
		require.NotEmptyf(t, h.Role, "%s: what is %s to its row?", v.object.Name, h.Name)
		require.Truef(t, h.Rank == 0 || h.Role == driver.RoleRevision, "%s: %s has a rank and is no revision", v.object.Name, h.Name)
	}
	require.ElementsMatchf(t, want, r.page.Names[r.page.Visible:], "%s", v.object.Name)
	require.NotEmptyf(t, v.set.Plan.NameOf(driver.RoleKey), "%s: the rows have no key to address their documents by", v.object.Name)
}
