package typesense_test

// SPEC: B-MET-01, CON-24

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/script"
)

func dashboardOf(t *testing.T, metrics, stats script.Response) (*driver.Dashboard, error) {
	t.Helper()
	h := host(t, map[string]script.Response{"GET /metrics.json": metrics, "GET /stats.json": stats})
	d := &driver.Dashboard{}
	err := run(h, driver.OpDashboard, &driver.Empty{}, d)
	require.Equal(t, []string{"GET /metrics.json", "GET /stats.json"}, h.Lines())
	return d, err
}

// shown is a gauge in short: title, figure, unit and note.
func shown(g *driver.Gauge) string {
	if g.Err != nil {
		return g.Title + ": " + g.Err.Message
	}
	return strings.Join([]string{g.Title, g.Text, g.Unit, g.Note}, "|")
}

func TestTheFiguresOfAServerAreThoseOfItsVersion(t *testing.T) {
	rows := []struct {
		version string
		gauges  []string // from the fifth on
		charts  int
	}{
		{"26.0", []string{
			"Requests|20.4|per second|22.3 search, 0.1 write, 0.1 import", "Search latency|0.41|ms|mean of the last 10 s",
			"Write latency|0|ms|0.1 write requests per second", "Pending write batches|0||this version reports no cache hit ratio",
		}, 3},
		{"29.0", []string{
			"Requests|82.1|per second|31.4 search, 25.4 write, 1.6 import, 7.5 delete", "Search latency|0.02|ms|mean of 10 s, 95% within 0 ms",
			"Write latency|0.46|ms|25.4 write requests per second", "Pending write batches|0||cache hit ratio 0",
		}, 4},
		{"30.0-dev", []string{
			"Requests|77.9|per second|25.5 search, 25.4 write, 1.6 import, 8.6 delete",
			"Search latency: The server reports 7.233313787915526e+16 ms, which cannot be right.",
			"Write latency|0.03|ms|25.4 write requests per second", "Pending write batches|0||cache hit ratio 0",
		}, 4},
	}
	for _, row := range rows {
		t.Run(row.version, func(t *testing.T) {
			d, err := dashboardOf(t, recorded(t, row.version, "server.metrics"), recorded(t, row.version, "server.stats.with_data"))
			require.NoError(t, err)
			require.Len(t, d.Gauges, 8)
			for i, want := range row.gauges {
				require.Equal(t, want, shown(&d.Gauges[4+i]))
			}
			require.Len(t, d.Charts, row.charts)
			require.Equal(t, []driver.Text{
				{Key: "Sessions", Value: "Typesense has no sessions: every request is independent."},
				{Key: "Slow queries", Value: "Typesense has no list of slow queries. It can write them to its log: see log-slow-requests-time-ms."},
			}, d.Notes)
			require.Nil(t, d.Tasks)
		})
	}
}

func TestMemoryAndDiskKeepEveryDigit(t *testing.T) {
	d, err := dashboardOf(t, recorded(t, "26.0", "server.metrics"), recorded(t, "26.0", "server.stats"))
	require.NoError(t, err)
	require.Equal(t, []driver.Gauge{
		{Title: "Typesense memory", Value: 33_964_032, Of: 25_276_510_208, Bytes: true, Unit: "resident", Note: "34.0 MB active, 32.3 MB allocated"},
		{Title: "System memory", Value: 4_614_180_864, Of: 25_276_510_208, Bytes: true, Note: "No swap"},
		{Title: "Fragmentation", Text: "0.05", Value: 50, Of: 1000, Unit: "ratio", Note: "17.0 MB retained"},
		{Title: "Disk", Value: 196_581_564_416, Of: 270_553_174_016, Bytes: true, Note: "74.0 GB free"},
	}, d.Gauges[:4])
	require.Equal(t, driver.Chart{Name: "memory", Title: "Memory, GB", Series: []driver.Series{
		{Name: "memory.resident", Title: "resident", Now: "0.033964032"}, {Name: "memory.system", Title: "system used", Now: "4.614180864"},
	}}, d.Charts[2])
	require.Equal(t, "no searches in the last 10 s", d.Gauges[5].Note)
	require.Equal(t, "no writes in the last 10 s", d.Gauges[6].Note)
}

func TestSwapAndRejectedRequestsAreMentioned(t *testing.T) {
	d, err := dashboardOf(t,
		script.JSON(200, `{"system_memory_used_bytes":"900","system_memory_total_bytes":"1000","system_memory_total_swap_bytes":"2000000000","system_memory_used_swap_bytes":"0"}`),
		script.JSON(200, `{"total_requests_per_second":12345.6,"search_requests_per_second":0.001,"overloaded_requests_per_second":3}`))
	require.NoError(t, err)
	require.Equal(t, "Swap 0 B of 2.00 GB", d.Gauges[1].Note)
	require.Equal(t, "Requests|12,346|per second|<0.01 search, 3 rejected: overloaded", shown(&d.Gauges[4]))
	require.Equal(t, "Disk: The server does not report system_disk_used_bytes.", shown(&d.Gauges[3]))
}

// The curve of a mean that cannot be right has a gap.
func TestCurvesHaveTheEnginesOwnDigits(t *testing.T) {
	d, err := dashboardOf(t, recorded(t, "30.0-dev", "server.metrics"), recorded(t, "30.0-dev", "server.stats.with_data"))
	require.NoError(t, err)
	require.Equal(t, []driver.Series{{Name: "latency.search", Title: "search"}, {Name: "latency.write", Title: "write", Now: "0.031496062992125984"}}, d.Charts[1].Series)
	require.Equal(t, []driver.Series{{Name: "cache.hits", Title: "ratio", Now: "0.0"}}, d.Charts[3].Series)
}

func TestAKeyThatLacksARightSeesTheOtherFigures(t *testing.T) {
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			refused := recorded(t, version, "perm.keys_star.stats")
			d, err := dashboardOf(t, recorded(t, version, "perm.metrics.metrics"), refused)
			require.NoError(t, err)
			require.Nil(t, d.Gauges[0].Err)
			for _, g := range d.Gauges[4:] {
				require.Equal(t, "This key cannot read these figures. It lacks stats.json:list.", g.Err.Message)
				require.Equal(t, wrongKey, g.Err.Detail)
			}
			for _, chart := range d.Charts {
				for _, s := range chart.Series {
					require.Equal(t, chart.Name != "memory", s.Err != nil, s.Name)
				}
			}

			d, err = dashboardOf(t, refused, recorded(t, version, "perm.metrics.stats"))
			require.NoError(t, err)
			require.Equal(t, "Disk: This key cannot read these figures. It lacks metrics.json:list.", shown(&d.Gauges[3]))
			require.Nil(t, d.Gauges[4].Err)

			_, err = dashboardOf(t, refused, refused)
			e := script.Fault(err)
			require.Equal(t, wrongKey, e.Message)
			require.Equal(t, "Check API Key. The dashboard needs metrics.json:list and stats.json:list.", e.Hint)
		})
	}
}

func TestAServerThatFailsOnePartGivesItsReason(t *testing.T) {
	d, err := dashboardOf(t, script.JSON(503, `{"message": "Not Ready or Lagging"}`), recorded(t, "29.0", "server.stats"))
	require.NoError(t, err)
	require.Equal(t, "Disk: Not Ready or Lagging", shown(&d.Gauges[3]))
}
