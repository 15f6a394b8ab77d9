package typesense_test

// SPEC: B-BRO-02, B-BRO-03, B-BRO-04, B-BRO-05, B-SRT-01, B-SRT-02, B-EDT-05

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/script"
)

var kinds = map[driver.ColumnKind]string{
	driver.KindText: "text", driver.KindNumber: "number", driver.KindBoolean: "boolean", driver.KindJSON: "json",
}

// columns formats each entry of a schema that is a column as "name kind -> how it sorts", with its enclosing arrays of
// objects.
func columns(t *testing.T, response script.Response) (lines, nested []string, set *driver.ColumnSet) {
	t.Helper()
	h := host(t, map[string]script.Response{"GET /collections/c": response})
	set = &driver.ColumnSet{}
	require.NoError(t, run(h, driver.OpColumns, &driver.ColumnsArgs{Object: "c"}, set))
	around := map[string]bool{}
	for i := range set.Columns {
		k := &set.Columns[i]
		for _, path := range k.Nested {
			if !around[path] {
				around[path], nested = true, append(nested, path)
			}
		}
		line := k.Name + " " + kinds[k.Kind]
		if k.Flags&driver.FlagInteger != 0 {
			line += " integer"
		}
		if k.Sort != "" {
			require.Equal(t, k.Name, k.Sort)
			line += " -> self"
		} else {
			line += " -> not: " + k.Reason
		}
		lines = append(lines, line)
	}
	return lines, nested, set
}

func TestARealSchemaBecomesColumns(t *testing.T) {
	const no = " -> not: Its schema says sort: false."
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			got, nested, _ := columns(t, recorded(t, version, "coll.get.items_after"))
			require.Subset(t, got, []string{
				"seq number integer -> self", "name text" + no, "code text -> self", "flag boolean -> self", "price number -> self",
				"i64 number integer -> self", "tags json" + no, "loc json -> not: Typesense sorts places only by their distance from a point.", "author.age number integer -> self",
				"author.addr.city text" + no, "parts.qty json" + no, "any text" + no,
			})
			for _, line := range got {
				require.NotRegexp(t, `^(author|author\.addr|parts|id) `, line)
			}
			require.Equal(t, []string{"parts"}, nested)
		})
	}
}

func TestFieldsThatTheServerLearnedAreColumnsAndTheirPatternIsNone(t *testing.T) {
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			before, _, _ := columns(t, recorded(t, version, "coll.get.auto_before"))
			require.Empty(t, before)
			after, nested, _ := columns(t, recorded(t, version, "auto.schema3"))
			require.Contains(t, after, "later text -> not: Its schema says sort: false.")
			require.Contains(t, after, "patched number integer -> self")
			require.Contains(t, after, "oa.k json -> not: Its schema says sort: false.")
			require.Equal(t, []string{"oa"}, nested)
		})
	}
}

func TestEveryTypeHasItsColumn(t *testing.T) {
	rows := []struct{ name, entry, want string }{
		{"int32", `{"name":"f","type":"int32","sort":true}`, "f number integer -> self"},
		{"an array", `{"name":"f","type":"int64[]","sort":false}`, "f json -> not: Its schema says sort: false."},
		{"a vector", `{"name":"f","type":"float[]","num_dim":3,"sort":false}`, "f json -> not: Its schema says sort: false."},
		{"geopoint", `{"name":"f","type":"geopoint","sort":true}`, "f json -> not: Typesense sorts places only by their distance from a point."},
		{"a type that nobody knows", `{"name":"f","type":"hologram"}`, "f json -> not: Its schema says sort: false."},
		{"a name with a comma", `{"name":"a,b","type":"int32","sort":true}`, "a,b number integer -> not: Typesense cannot sort by a name with a comma."},
		{"an object", `{"name":"f","type":"object"}`, ""},
		{"a learner", `{"name":"f","type":"auto"}`, ""},
		{"a learner of strings", `{"name":"f","type":"string*"}`, ""},
		{"a pattern", `{"name":".*_facet","type":"string"}`, ""},
		{"id", `{"name":"id","type":"string"}`, ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			got, _, _ := columns(t, script.JSON(200, `{"fields":[`+row.entry+`]}`))
			var want []string
			if row.want != "" {
				want = []string{row.want}
			}
			require.Equal(t, want, got)
		})
	}
}

func TestTheIDLeadsAndNothingIsCut(t *testing.T) {
	_, _, set := columns(t, script.JSON(200, `{"fields":[]}`))
	require.Equal(t, []driver.MetaColumn{{Name: "id", At: "document.id", Type: "string", Kind: driver.KindID, Primary: true, Reason: "Typesense cannot sort by id.", Filter: 1}}, set.Meta)
	require.Equal(t, driver.RowsPlan{
		At: "results.*.hits", Doc: "document", Hidden: []driver.Hidden{{Name: "#id", At: "document.id", Role: driver.RoleKey}, {Name: "#hash", Role: driver.RoleHash}},
	}, set.Plan)
	require.Equal(t, 3, set.MaxSort)
	require.Equal(t, "Typesense sorts by at most three columns.", set.SortFull)
}

func TestNamesAreEncodedAndAnEmptyOneIsRefused(t *testing.T) {
	h := host(t, map[string]script.Response{
		"GET /collections/b%C3%BCcher%20%E6%9B%B8%2Fx": recorded(t, "29.0", "coll.get.unicode_name"),
	})
	require.NoError(t, run(h, driver.OpColumns, &driver.ColumnsArgs{Object: "bücher 書/x"}, &driver.ColumnSet{}))
	for _, name := range []string{"..", "../x", "%2e%2e"} {
		require.Equal(t, driver.Refused, script.Fault(run(h, driver.OpColumns, &driver.ColumnsArgs{Object: name}, &driver.ColumnSet{})).Kind)
	}
	e := script.Fault(run(h, driver.OpColumns, &driver.ColumnsArgs{}, &driver.ColumnSet{}))
	require.NotNil(t, e)
	require.Equal(t, driver.Invalid, e.Kind)
	require.Len(t, h.Sent, 2)
}

// SPEC: B-BRO-10
func TestACollectionOfAServerThatStillAppliesItsLogOpensWithANotice(t *testing.T) {
	schema := script.JSON(200, `{"fields":[]}`)
	notices := func(pending script.Response) []string {
		var set driver.ColumnSet
		h := host(t, map[string]script.Response{"GET /collections/c": schema, pendingRoute: pending})
		require.NoError(t, run(h, driver.OpColumns, &driver.ColumnsArgs{Object: "c"}, &set))
		return set.Notices
	}
	require.Equal(t, []string{"The server still has 79 batches of writes to apply, as after a restart: documents may be missing until then. Reload to see them."}, notices(script.JSON(200, `{"pending_write_batches":79}`)))
	require.Empty(t, notices(script.JSON(200, `{"pending_write_batches":0}`)))
	require.Empty(t, notices(recorded(t, "29.0", "export.wrong_key")), "the key may not read it")
}
