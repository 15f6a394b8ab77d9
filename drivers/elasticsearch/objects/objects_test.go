package objects_test

// SPEC: A-BRO-01, CON-24

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/elastictest"
	"quarry/drivers/drivertest/script"
)

func TestTheListHoldsConcreteIndicesInOrder(t *testing.T) {
	for _, version := range elastictest.Versions {
		t.Run(version, func(t *testing.T) {
			h := elastictest.Opened(t, version, map[string]script.Response{"GET /_cat/indices": elastictest.Recorded(t, version, "listing.cat.json")})
			var list driver.ObjectList
			require.NoError(t, elastictest.Run(h, driver.OpObjects, &driver.ObjectsArgs{}, &list))
			require.Equal(t, []string{"GET /_cat/indices?format=json&bytes=b&h=index,status,store.size,health"}, h.Lines())
			require.Empty(t, list.Notices)
			byName := map[string]driver.Object{}
			last := ""
			for _, o := range list.Objects {
				require.False(t, strings.HasPrefix(o.Name, "."), o.Name)
				require.Less(t, last, o.Name)
				require.Equal(t, "index", o.Kind)
				require.Equal(t, int64(-1), o.Count)
				byName[o.Name], last = o, o.Name
			}
			require.True(t, byName["closed"].Closed)
			require.Equal(t, int64(-1), byName["closed"].Size)
			require.False(t, byName["books"].Closed)
			require.Positive(t, byName["books"].Size)
			require.NotContains(t, byName, "al_both")
		})
	}
}

func TestARestrictedUserGetsTheIndicesThatItSees(t *testing.T) {
	h := elastictest.Host(t, map[string]script.Response{
		"GET /_cat/indices":     elastictest.Recorded(t, "8.16.3-security", "sec.as.reader.cat_indices"),
		"GET /_resolve/index/*": elastictest.Recorded(t, "8.16.3-security", "sec.as.reader.resolve"),
	})
	var list driver.ObjectList
	require.NoError(t, elastictest.Run(h, driver.OpObjects, &driver.ObjectsArgs{}, &list))
	require.Equal(t, []driver.Object{{Name: "books", Kind: "index", Size: -1, Count: -1}}, list.Objects)
	require.Equal(t, []string{"You can see 1 index, but not its size."}, list.Notices)
}

func TestARestrictedListLeavesOutWhatIsHiddenAndMarksWhatIsClosed(t *testing.T) {
	h := elastictest.Opened(t, "8.16.3", map[string]script.Response{
		"GET /_cat/indices":     elastictest.Recorded(t, "8.16.3-security", "sec.as.reader.cat_indices"),
		"GET /_resolve/index/*": elastictest.Recorded(t, "8.16.3", "listing.resolve"),
	})
	var list driver.ObjectList
	require.NoError(t, elastictest.Run(h, driver.OpObjects, &driver.ObjectsArgs{}, &list))
	closed := map[string]bool{}
	for _, o := range list.Objects {
		closed[o.Name] = o.Closed
	}
	require.Equal(t, true, closed["closed"])
	require.Equal(t, false, closed["books"])
	for _, name := range []string{".hid", "hidnodot", ".dotvisible", "al_both"} {
		require.NotContains(t, closed, name)
	}
	require.Equal(t, []string{"You can see 26 indices, but not their sizes."}, list.Notices)
}

func TestAUserWithoutAnyRightGetsAnEmptyListAndTheReason(t *testing.T) {
	old := script.JSON(400, `{"error":"no handler found for uri [/_resolve/index/*] and method [GET]"}`)
	rows := []struct {
		name, reason string
		resolve      script.Response
	}{
		{"refused", "action [indices:admin/resolve/index] is unauthorized for user [nobody]", elastictest.Recorded(t, "8.16.3-security", "sec.as.nobody.resolve")},
		{"nothing named", "action [indices:monitor/settings/get] is unauthorized for user [nobody]", script.JSON(200, `{"indices":[],"aliases":[],"data_streams":[]}`)},
		{"a version without that route", "action [indices:monitor/settings/get] is unauthorized for user [nobody]", old},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			h := elastictest.Host(t, map[string]script.Response{
				"GET /_cat/indices":     elastictest.Recorded(t, "8.16.3-security", "sec.as.nobody.cat_indices"),
				"GET /_resolve/index/*": row.resolve,
			})
			var list driver.ObjectList
			require.NoError(t, elastictest.Run(h, driver.OpObjects, &driver.ObjectsArgs{}, &list))
			require.Empty(t, list.Objects)
			require.Len(t, list.Notices, 1)
			require.Contains(t, list.Notices[0], "You cannot read any index. "+row.reason)
		})
	}
}

func TestAFailedListIsAnError(t *testing.T) {
	h := elastictest.Host(t, map[string]script.Response{"GET /_cat/indices": script.JSON(429, `{"error":{"root_cause":[{"type":"circuit_breaking_exception","reason":"[parent] Data too large"}],"type":"circuit_breaking_exception","reason":"[parent] Data too large","durability":"TRANSIENT"},"status":429}`)})
	e := script.Fault(elastictest.Run(h, driver.OpObjects, &driver.ObjectsArgs{}, &driver.ObjectList{}))
	require.NotNil(t, e)
	require.Equal(t, driver.Engine, e.Kind)
	require.Equal(t, "[parent] Data too large", e.Message)
	require.Equal(t, "circuit_breaking_exception", e.Code)
}

func TestBefore79AliasesAreListedByThemselves(t *testing.T) {
	h := elastictest.Opened(t, "7.6.2", map[string]script.Response{
		"GET /_cat/indices": script.JSON(200, `[{"index":"a","status":"open","store.size":"1","health":"yellow"}]`),
		"GET /_alias":       script.JSON(200, `{"a":{"aliases":{"both":{},".hidden":{}}},"b":{"aliases":{"both":{},"one":{}}},"c":{"aliases":{}}}`),
	})
	var list driver.ObjectList
	require.NoError(t, elastictest.Run(h, driver.OpObjects, &driver.ObjectsArgs{Also: true}, &list))
	require.Equal(t, []driver.Object{
		{Name: "a", Kind: "index", Size: 1, Count: -1, Health: "yellow"},
		{Name: "both", Kind: "alias", Size: -1, Count: -1, Stands: 2}, {Name: "one", Kind: "alias", Size: -1, Count: -1, Stands: 1},
	}, list.Objects)
}

func TestARestrictedUserWithoutIndicesIsToldOfAliases(t *testing.T) {
	for _, also := range []bool{false, true} {
		h := elastictest.Host(t, map[string]script.Response{
			"GET /_cat/indices":     elastictest.Recorded(t, "8.16.3-security", "sec.as.reader.cat_indices"),
			"GET /_resolve/index/*": script.JSON(200, `{"indices":[],"aliases":[{"name":"live","indices":["x"]}],"data_streams":[]}`),
		})
		var list driver.ObjectList
		require.NoError(t, elastictest.Run(h, driver.OpObjects, &driver.ObjectsArgs{Also: also}, &list))
		require.Len(t, h.Sent, 2)
		if also {
			require.Equal(t, []driver.Object{{Name: "live", Kind: "alias", Size: -1, Count: -1, Stands: 1}}, list.Objects)
			require.Empty(t, list.Empty)
			continue
		}
		require.Empty(t, list.Objects)
		require.Equal(t, 1, list.Others)
		require.Equal(t, "There are no indices to list, but 1 alias.", list.Empty)
	}
}
