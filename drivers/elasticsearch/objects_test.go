package elasticsearch_test

// SPEC: A-BRO-01, CON-24

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/script"
)

func TestTheListHoldsConcreteIndicesInOrder(t *testing.T) {
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			h := opened(t, version, map[string]script.Answer{"GET /_cat/indices": recorded(t, version, "listing.cat.json")})
			var list driver.ObjectList
			require.NoError(t, run(h, driver.OpObjects, &driver.ObjectsArgs{}, &list))
			require.Equal(t, []string{"GET /_cat/indices?format=json&bytes=b&h=index,status,store.size"}, h.Lines())
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
	h := host(t, map[string]script.Answer{
		"GET /_cat/indices":     recorded(t, "8.16.3-security", "sec.as.reader.cat_indices"),
		"GET /_resolve/index/*": recorded(t, "8.16.3-security", "sec.as.reader.resolve"),
	})
	var list driver.ObjectList
	require.NoError(t, run(h, driver.OpObjects, &driver.ObjectsArgs{}, &list))
	require.Equal(t, []driver.Object{{Name: "books", Kind: "index", Size: -1, Count: -1}}, list.Objects)
	require.Equal(t, []string{"This user sees 1 index. Not readable for it: version, sizes."}, list.Notices)
}

func TestARestrictedListLeavesOutWhatIsHiddenAndMarksWhatIsClosed(t *testing.T) {
	h := opened(t, "8.16.3", map[string]script.Answer{
		"GET /_cat/indices":     recorded(t, "8.16.3-security", "sec.as.reader.cat_indices"),
		"GET /_resolve/index/*": recorded(t, "8.16.3", "listing.resolve"),
	})
	var list driver.ObjectList
	require.NoError(t, run(h, driver.OpObjects, &driver.ObjectsArgs{}, &list))
	closed := map[string]bool{}
	for _, o := range list.Objects {
		closed[o.Name] = o.Closed
	}
	require.Equal(t, true, closed["closed"])
	require.Equal(t, false, closed["books"])
	for _, name := range []string{".hid", "hidnodot", ".dotvisible", "al_both"} {
		require.NotContains(t, closed, name)
	}
	require.Equal(t, []string{"This user sees 26 indices. Not readable for it: sizes."}, list.Notices)
}

func TestAUserWithoutAnyRightGetsAnEmptyListAndTheReason(t *testing.T) {
	old := script.JSON(400, `{"error":"no handler found for uri [/_resolve/index/*] and method [GET]"}`)
	rows := []struct {
		name, reason string
		resolve      script.Answer
	}{
		{"refused", "action [indices:admin/resolve/index] is unauthorized for user [nobody]", recorded(t, "8.16.3-security", "sec.as.nobody.resolve")},
		{"nothing named", "action [indices:monitor/settings/get] is unauthorized for user [nobody]", script.JSON(200, `{"indices":[],"aliases":[],"data_streams":[]}`)},
		{"a version without that route", "action [indices:monitor/settings/get] is unauthorized for user [nobody]", old},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			h := host(t, map[string]script.Answer{
				"GET /_cat/indices":     recorded(t, "8.16.3-security", "sec.as.nobody.cat_indices"),
				"GET /_resolve/index/*": row.resolve,
			})
			var list driver.ObjectList
			require.NoError(t, run(h, driver.OpObjects, &driver.ObjectsArgs{}, &list))
			require.Empty(t, list.Objects)
			require.Len(t, list.Notices, 1)
			require.Contains(t, list.Notices[0], "This user may read no index. "+row.reason)
		})
	}
}

func TestAFailedListIsAnError(t *testing.T) {
	h := host(t, map[string]script.Answer{"GET /_cat/indices": script.JSON(429, `{"error":{"root_cause":[{"type":"circuit_breaking_exception","reason":"[parent] Data too large"}],"type":"circuit_breaking_exception","reason":"[parent] Data too large","durability":"TRANSIENT"},"status":429}`)})
	e := script.Fault(run(h, driver.OpObjects, &driver.ObjectsArgs{}, &driver.ObjectList{}))
	require.NotNil(t, e)
	require.Equal(t, driver.Engine, e.Kind)
	require.Equal(t, "[parent] Data too large", e.Message)
	require.Equal(t, "circuit_breaking_exception", e.Code)
}
