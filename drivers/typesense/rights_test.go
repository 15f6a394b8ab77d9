package typesense_test

// SPEC: CON-19, A-BRO-17

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/script"
)

const documents = `{"results":[{"found":2,"hits":[{"document":{"id":"1","title":"a","n":9007199254740993,"o":{"x":true}}},{"document":{"id":"2","parts":[{"q":1}]}}]}]}`

const unreadable = "items: this key has no permission to read the schema, so the columns are those of the documents shown, and editing is off."

// searchOnly returns a host that responds like a server to a key that can only search.
func searchOnly(t *testing.T, version string, search script.Response) *script.Host {
	t.Helper()
	return host(t, map[string]script.Response{
		"GET /collections/items": recorded(t, version, "perm.search_only.get_items"),
		"POST /multi_search":     search,
	})
}

func TestAKeyThatMayOnlySearchGetsTheColumnsOfTheDocuments(t *testing.T) {
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			h := searchOnly(t, version, script.JSON(200, documents))
			var set driver.ColumnSet
			require.NoError(t, run(h, driver.OpColumns, &driver.ColumnsArgs{Object: "items"}, &set))
			require.Equal(t, []string{
				"GET /collections/items", pendingRoute, `POST /multi_search {"searches":[{"collection":"items","q":"*","enable_overrides":"false","enable_curations":"false","per_page":100}]}`,
			}, h.Lines())
			require.Equal(t, unreadable, set.ReadOnly)
			var lines []string
			for _, c := range set.Columns {
				require.Empty(t, c.Sort)
				require.Equal(t, "This key has no permission to read the schema, so sorting is off.", c.Reason)
				lines = append(lines, c.Name+" "+c.Type+" "+kinds[c.Kind])
			}
			require.Equal(t, []string{"title string text", "n number number", "o.x boolean boolean", "parts array json", "parts.q number number"}, lines)
			require.Equal(t, "id", set.Meta[0].Name)
		})
	}
}

func TestDocumentsThatAreTooLargeAreLookedAtFewerAtATime(t *testing.T) {
	large := script.Response{Err: &driver.Error{Kind: driver.Invalid, Message: "The response has 2000000 bytes, 1048576 at most can be read here.", Sent: true}}
	h := searchOnly(t, "29.0", large)
	response := h.Respond
	h.Respond = func(r driver.Request) script.Response {
		if strings.Contains(string(r.Body), `"per_page":1}`) {
			return script.JSON(200, documents)
		}
		return response(r)
	}
	var set driver.ColumnSet
	require.NoError(t, run(h, driver.OpColumns, &driver.ColumnsArgs{Object: "items"}, &set))
	require.Len(t, h.Sent, 5)
	require.NotEmpty(t, set.Columns)
}

func TestAKeyThatMayNeitherReadNorSearchGetsTheServersWords(t *testing.T) {
	for _, op := range []string{driver.OpColumns, driver.OpResolve, driver.OpCount} {
		t.Run(op, func(t *testing.T) {
			h := searchOnly(t, "29.0", recorded(t, "29.0", "perm.keys_star.ms_items"))
			var err error
			switch op {
			case driver.OpColumns:
				err = run(h, op, &driver.ColumnsArgs{Object: "items"}, &driver.ColumnSet{})
			case driver.OpResolve:
				err = run(h, op, &driver.ResolveArgs{Name: "items"}, &driver.Object{})
			default:
				err = run(h, op, &driver.CountArgs{Objects: []string{"items"}}, &driver.Counts{})
			}
			e := script.Fault(err)
			require.NotNil(t, e)
			require.Equal(t, driver.Auth, e.Kind)
			require.Equal(t, wrongKey, e.Message)
			require.Equal(t, "GET /collections/items", e.Op)
		})
	}
}

func TestAKeyThatMayOnlySearchCountsByASearch(t *testing.T) {
	h := searchOnly(t, "29.0", recorded(t, "29.0", "perm.search_only.ms_items"))
	var counts driver.Counts
	require.NoError(t, run(h, driver.OpCount, &driver.CountArgs{Objects: []string{"items"}}, &counts))
	require.Equal(t, []driver.Counted{{Object: "items", Count: 12}}, counts.Counts)
}

func TestACollectionOpensByItsNameOrAnAlias(t *testing.T) {
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			h := host(t, map[string]script.Response{
				"GET /collections/items": recorded(t, version, "coll.get.items_after"),
				"GET /collections/al":    recorded(t, version, "coll.get.items_after"),
			})
			var named, aliased driver.Object
			require.NoError(t, run(h, driver.OpResolve, &driver.ResolveArgs{Name: " items "}, &named))
			require.Equal(t, driver.Object{Name: "items", Kind: "collection", Size: -1, Count: 12, Stands: 1, Parts: []driver.Part{{Name: "items"}}}, named)
			require.NoError(t, run(h, driver.OpResolve, &driver.ResolveArgs{Name: "al"}, &aliased))
			require.Equal(t, driver.Object{Name: "al", Kind: "alias", Size: -1, Count: 12, Stands: 1, Parts: []driver.Part{{Name: "items", Via: "alias al"}}}, aliased)
		})
	}
}

func TestANameThatMayOnlyBeSearchedOpensWithTheReason(t *testing.T) {
	h := searchOnly(t, "29.0", recorded(t, "29.0", "perm.search_only.ms_items"))
	var o driver.Object
	require.NoError(t, run(h, driver.OpResolve, &driver.ResolveArgs{Name: "items"}, &o))
	require.Equal(t, driver.Object{Name: "items", Kind: "collection", Size: -1, Count: 12, Stands: 1, Parts: []driver.Part{{Name: "items"}}, Notices: []string{unreadable}}, o)
}

func TestAnUnknownOrEmptyNameIsSaid(t *testing.T) {
	rows := []struct {
		name, typed, message string
		kind                 driver.Kind
		sent                 int
	}{
		{"unknown", "x", "There is no collection or alias named “x”.", driver.NotFound, 1},
		{"empty", "  ", "Enter the name of a collection or an alias.", driver.Invalid, 0},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			h := host(t, map[string]script.Response{"GET /collections/x": recorded(t, "26.0", "coll.get.missing")})
			e := script.Fault(run(h, driver.OpResolve, &driver.ResolveArgs{Name: row.typed}, &driver.Object{}))
			require.NotNil(t, e)
			require.Equal(t, row.kind, e.Kind)
			require.Equal(t, row.message, e.Message)
			require.Len(t, h.Sent, row.sent)
		})
	}
}
