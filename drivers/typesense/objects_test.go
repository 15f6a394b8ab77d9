package typesense_test

// SPEC: B-BRO-01, B-BRO-08, CON-19

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/script"
	"quarry/drivers/typesense"
)

func TestTheListHoldsEveryCollectionWithItsCountInOrder(t *testing.T) {
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			h := host(t, map[string]script.Response{"GET /collections": recorded(t, version, "perm.all.list_collections")})
			var list driver.ObjectList
			require.NoError(t, run(h, driver.OpObjects, &driver.ObjectsArgs{}, &list))
			require.Equal(t, []string{"GET /collections?exclude_fields=fields"}, h.Lines())
			require.Empty(t, list.Notices)
			byName, last := map[string]driver.Object{}, ""
			for _, o := range list.Objects {
				require.Less(t, last, o.Name)
				byName[o.Name], last = o, o.Name
			}
			require.Equal(t, driver.Object{Name: "paged", Kind: "collection", Size: -1, Count: 1103}, byName["paged"])
			require.Contains(t, byName, "items")
		})
	}
}

func TestAKeyThatMayNotListGetsAnEmptyListAndTheReason(t *testing.T) {
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			h := host(t, map[string]script.Response{"GET /collections": recorded(t, version, "perm.search_only.list_collections")})
			var list driver.ObjectList
			require.NoError(t, run(h, driver.OpObjects, &driver.ObjectsArgs{}, &list))
			require.Empty(t, list.Objects)
			require.Equal(t, []string{cannot}, list.Notices)
		})
	}
}

func TestAFailedListIsAnError(t *testing.T) {
	h := host(t, map[string]script.Response{"GET /collections": recorded(t, "29.0", "restart.coming_up.list")})
	e := script.Fault(run(h, driver.OpObjects, &driver.ObjectsArgs{}, &driver.ObjectList{}))
	require.NotNil(t, e)
	require.Equal(t, "Not Ready or Lagging", e.Message)
}

func TestTheSidebarSaysWhatTheEngineDoesNotHave(t *testing.T) {
	texts := map[string]string{}
	for _, text := range typesense.New().Describe().Texts {
		texts[text.Key] = text.Value
	}
	require.Equal(t, map[string]string{
		driver.TextSidebar:   "Typesense has no views, triggers or foreign keys.",
		driver.TextEmpty:     "This collection has no documents",
		driver.TextNoRows:    "This cluster has no collections",
		driver.TextByName:    "The name of a collection or an alias.",
		driver.TextStructure: "Fields and schema",
		driver.TextRequest:   "GET /collections/books/documents/search?q=*",

		driver.TextNoImport:       "Import is not available. Add documents in the console with POST /collections/{name}/documents/import.",
		driver.TextNoTransactions: "Typesense has no transactions: what is saved before a failure stays saved.",
	}, texts)
}

func TestCollectionsAreCountedByWhatTheyTellOfThemselves(t *testing.T) {
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			h := host(t, map[string]script.Response{
				"GET /collections":       recorded(t, version, "perm.all.list_collections"),
				"GET /collections/items": recorded(t, version, "coll.get.items_after"),
			})
			var one, many driver.Counts
			require.NoError(t, run(h, driver.OpCount, &driver.CountArgs{Objects: []string{"items"}}, &one))
			require.Equal(t, []driver.Counted{{Object: "items", Count: 12}}, one.Counts)
			require.NoError(t, run(h, driver.OpCount, &driver.CountArgs{Objects: []string{"paged", "nope"}}, &many))
			require.Equal(t, driver.Counted{Object: "paged", Count: 1103}, many.Counts[0])
			require.Equal(t, int64(-1), many.Counts[1].Count)
			require.Equal(t, driver.NotFound, many.Counts[1].Err.Kind)
		})
	}
}

func TestACountThatFailsIsAnError(t *testing.T) {
	rows := map[string]string{"26.0": "Not Found", "29.0": "Collection not found"}
	for version, message := range rows {
		t.Run(version, func(t *testing.T) {
			h := host(t, map[string]script.Response{"GET /collections/x": recorded(t, version, "coll.get.missing")})
			e := script.Fault(run(h, driver.OpCount, &driver.CountArgs{Objects: []string{"x"}}, &driver.Counts{}))
			require.NotNil(t, e)
			require.Equal(t, driver.NotFound, e.Kind)
			require.Equal(t, message, e.Message)
		})
	}
}
