// SPEC: APP-15
package elasticsearch_test

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/data/grid"
	"quarry/backend/data/rows"
	"quarry/backend/driverhost/plugin"
	"quarry/backend/testing/enginetest"
	"quarry/drivers/driver"
)

const statisticsIndex = "quarry-statistics"

// Statistics implements grid.Statistician.
func (n *node) Statistics(ctx context.Context, a *driver.StatisticsArgs) (*driver.Statistics, error) {
	return plugin.Run[driver.Statistics](ctx, n.runner, n.call(driver.OpStatistics, a, nil))
}

const statisticsMapping = `{"settings":{"number_of_shards":2,"number_of_replicas":0,"refresh_interval":-1},"mappings":{"properties":{
	"tag":{"type":"keyword","ignore_above":8},"title":{"type":"text","fields":{"raw":{"type":"keyword","ignore_above":10}}},"plain":{"type":"text"},
	"big":{"type":"long"},"whole":{"type":"integer"},"price":{"type":"double"},"half":{"type":"half_float"},"day":{"type":"date","format":"dd/MM/yyyy"},
	"at":{"type":"date"},"nanos":{"type":"date_nanos"},"flag":{"type":"boolean"},"address":{"type":"ip"},"hidden":{"type":"keyword","doc_values":false},
	"place":{"type":"geo_point"},"other":{"type":"alias","path":"whole"},"same":{"type":"long"},"never":{"type":"keyword"},
	"offers":{"type":"nested","properties":{"price":{"type":"double"},"shop":{"type":"keyword"}}}}}}`

// seedStatistics creates an index of 120 documents.
func (n *node) seedStatistics() {
	n.ask(http.MethodDelete, "/"+statisticsIndex, "")
	n.ask(http.MethodPut, "/"+statisticsIndex, statisticsMapping)
	n.t.Cleanup(func() { n.ask(http.MethodDelete, "/"+statisticsIndex, "") })
	var body strings.Builder
	for i := range 120 {
		big, tag := fmt.Sprint(9223372036854775807-int64(i)), fmt.Sprintf("t%d", i%20)
		if i == 7 {
			big = "-9223372036854775808"
		}
		if i%10 == 0 {
			tag = "much too long"
		}
		fmt.Fprintf(&body, "{\"index\":{\"_id\":\"%d\"}}\n{\"tag\":\"%s\",\"big\":%s,\"whole\":[%d,7],\"price\":%d.25,\"half\":0.1,\"day\":\"%02d/06/2019\"", i, tag, big, i%30, i%50-10, i%30+1)
		fmt.Fprintf(&body, `,"at":"20%02d-01-02T03:04:05.678Z","nanos":"2020-01-02T03:04:05.%09dZ","flag":%t,"hidden":"h","same":5`, i%20, i*1_000_001, i%4 == 0)
		if i%3 == 0 {
			fmt.Fprintf(&body, `,"title":"title %s","plain":"x","address":"10.0.0.%d","place":"1,2","offers":[{"price":%d.5,"shop":"a"},{"shop":"b"}]`, strings.Repeat("x", i%6+1), i%5, i%2)
		}
		body.WriteString("}\n")
	}
	require.Contains(n.t, n.ask(http.MethodPost, "/"+statisticsIndex+"/_bulk?refresh=true&filter_path=errors", body.String()), "false")
}

// statisticsOf are figures of the seeded index that every version returns.
var statisticsOf = []struct {
	column          string
	present         int64
	values          int64
	distinct        int64
	least, greatest string
	sum, average    string
	top             driver.ValueCount
	bars            string // the first bar, and the number of bars
}{
	{"tag", 108, 108, 18, "t1", "t9", "", "", driver.ValueCount{Text: "t1", Count: 6}, ""},
	{"title", 40, 40, 2, "title x", "title xxxx", "", "", driver.ValueCount{Text: "title x", Count: 20}, ""},
	{"big", 120, 120, 120, "-9223372036854775808", "9223372036854775807", "1.0883579003488635E21", "9.0696491695738624E18", driver.ValueCount{Text: "-9223372036854775808", Count: 1}, "-10000000000000000000 to -9000000000000000000: 1 of 20"},
	{"whole", 120, 240, 30, "0", "29", "2580", "10.75", driver.ValueCount{Text: "7", Count: 120}, "0 to 2: 8 of 15"},
	{"other", 120, 240, 30, "0", "29", "2580", "10.75", driver.ValueCount{Text: "7", Count: 120}, "0 to 2: 8 of 15"},
	{"price", 120, 120, 50, "-10.25", "39.25", "1455.0", "12.125", driver.ValueCount{Text: "-10.25", Count: 3}, "-15 to -10: 3 of 11"},
	{"half", 120, 120, 1, "0.0999755859375", "0.0999755859375", "11.9970703125", "0.0999755859375", driver.ValueCount{Text: "0.0999755859375", Count: 120}, ""},
	{"same", 120, 120, 1, "5", "5", "600", "5", driver.ValueCount{Text: "5", Count: 120}, ""},
	{"day", 120, 120, 30, "01/06/2019", "30/06/2019", "", "", driver.ValueCount{Text: "01/06/2019", Count: 4}, "2019-06-01 to : 8 of 15"},
	{"at", 120, 120, 20, "2000-01-02T03:04:05.678Z", "2019-01-02T03:04:05.678Z", "", "", driver.ValueCount{Text: "2000-01-02T03:04:05.678Z", Count: 6}, "2000 to : 6 of 20"},
	{"nanos", 120, 120, -1, "2020-01-02T03:04:05.000000000Z", "2020-01-02T03:04:05.119000119Z", "", "", driver.ValueCount{}, "2020-01-02 03:04:05.000 to : 5 of 24"},
	{"flag", 120, 120, 2, "", "", "", "", driver.ValueCount{Text: "false", Count: 90}, ""},
	{"address", 40, 40, 5, "10.0.0.0", "10.0.0.4", "", "", driver.ValueCount{Text: "10.0.0.0", Count: 8}, ""},
	{"never", 0, 0, 0, "", "", "", "", driver.ValueCount{}, ""},
	{"offers.price", 40, 40, 2, "0.5", "1.5", "40.0", "1.0", driver.ValueCount{Text: "0.5", Count: 20}, "0.50 to 0.55: 20 of 21"},
	{"offers.shop", 40, 80, 2, "a", "b", "", "", driver.ValueCount{Text: "a", Count: 40}, ""},
	{"_index", 120, 120, 1, statisticsIndex, statisticsIndex, "", "", driver.ValueCount{Text: statisticsIndex, Count: 120}, ""},
}

// floatOf parses a figure: newer versions write fewer digits of the same number.
func floatOf(text string) float64 {
	f, _ := strconv.ParseFloat(text, 64)
	return f
}

func TestStatisticsOfEveryTypeComeFromARealEngine(t *testing.T) {
	t.Run("7.17", func(t *testing.T) { statisticsOfEveryType(t, enginetest.ES7(t)) })
	t.Run("8.16", func(t *testing.T) { statisticsOfEveryType(t, enginetest.ES8(t)) })
}

func TestStatisticsOfEveryTypeComeFromAReal79(t *testing.T) {
	statisticsOfEveryType(t, enginetest.ES79(t))
}

func TestStatisticsOfEveryTypeComeFromAReal9(t *testing.T) {
	statisticsOfEveryType(t, enginetest.ES9(t))
}

func statisticsOfEveryType(t *testing.T, address string) {
	t.Helper()
	n := connect(t, address)
	n.seedStatistics()
	v := n.open(statisticsIndex)
	for _, want := range statisticsOf {
		s, err := v.Statistics(t.Context(), 0, want.column)
		require.NoError(t, err, want.column)
		require.Empty(t, s.Notices, want.column)
		require.Equal(t, []int64{120, want.present, want.values, want.distinct}, []int64{s.Total, s.Present, s.Values, s.Distinct}, want.column)
		require.Equal(t, []string{want.least, want.greatest, want.sum}, []string{s.Min, s.Max, s.Sum}, want.column)
		require.Equal(t, floatOf(want.average), floatOf(s.Average), want.column)
		if want.top.Count > 0 {
			require.Equal(t, want.top, s.Top[0], want.column)
		}
		bars := ""
		if len(s.Bars) > 0 {
			bars = fmt.Sprintf("%s to %s: %d of %d", s.Bars[0].From, s.Bars[0].To, s.Bars[0].Count, len(s.Bars))
		}
		require.Equal(t, want.bars, bars, want.column)
	}
	for column, present := range map[string]int64{"plain": 40, "hidden": 120, "place": 40, "offers": 40} {
		s, err := v.Statistics(t.Context(), 0, column)
		require.NoError(t, err, column)
		require.False(t, s.Figures, column)
		require.NotEmpty(t, s.Reason, column)
		require.Equal(t, []int64{120, present}, []int64{s.Total, s.Present}, column)
	}
}

// One wrong date must neither hide the figures nor cost the server more than a few bars.
func TestOneWrongDateCostsARealServerNothing(t *testing.T) {
	t.Run("7.17", func(t *testing.T) { wrongDates(t, enginetest.ES7(t), 8) })
	t.Run("8.16", func(t *testing.T) { wrongDates(t, enginetest.ES8(t), 9) })
}

func TestOneWrongDateCostsAReal9Nothing(t *testing.T) {
	wrongDates(t, enginetest.ES9(t), 9)
}

// wrongDates gives each index one date that is far away, in every kind of column that holds dates. 7.x stores no
// negative milliseconds.
func wrongDates(t *testing.T, address string, most int) {
	t.Helper()
	n := connect(t, address)
	const index = "quarry-wrong-dates"
	for i, date := range []string{
		`"9999-12-31T23:59:59.999Z"`, "1704067200000000", "1704067200000000000", "9223372036854775807", `"0001-01-01"`, `"2023-12-31"`, `"2024-06-01T00:00:00.001Z"`, `"1024-01-01"`, "-1704067200000000",
	}[:most] {
		n.ask(http.MethodDelete, "/"+index, "")
		t.Cleanup(func() { n.ask(http.MethodDelete, "/"+index, "") })
		n.ask(http.MethodPut, "/"+index, `{"mappings":{"properties":{"d":{"type":"date"},"a":{"type":"alias","path":"d"},"o":{"type":"nested","properties":{"at":{"type":"date"}}},
			"s":{"type":"date","format":"epoch_second||strict_date_optional_time"}}}}`)
		body := ""
		for j, d := range []string{`"2024-01-01"`, `"2024-06-01"`, date} {
			body += fmt.Sprintf("{\"index\":{\"_id\":\"%d\"}}\n{\"d\":%s,\"s\":%q,\"o\":[{\"at\":%s}]}\n", j, d, fmt.Sprint(1704067200*(1+j/2*999_999)), d)
		}
		require.Contains(t, n.ask(http.MethodPost, "/"+index+"/_bulk?refresh=true&filter_path=errors", body), "false", date)
		v := n.open(index)
		for _, column := range []string{"d", "a", "o.at", "s"} {
			s, err := v.Statistics(t.Context(), 0, column)
			require.NoError(t, err, "%s %s", date, column)
			require.True(t, s.Figures)
			require.NotEmpty(t, s.Min)
			require.NotEmpty(t, s.Max)
			require.LessOrEqual(t, len(s.Bars), 24)
			counted := int64(0)
			for _, bar := range s.Bars {
				counted += bar.Count
			}
			if i != 2 && i != 3 && column != "s" {
				require.Empty(t, s.BarNote, "%s %s", date, column)
				require.Equal(t, int64(3), counted, "%s %s", date, column)
				require.Empty(t, s.Notices)
			} else {
				require.Equal(t, "The dates are too far apart for a histogram.", s.BarNote, "%s %s", date, column)
			}
		}
	}
}

// The rows on screen come from a snapshot, so the figures must not count later changes.
func TestStatisticsAreOfTheRowsSnapshotAndFilter(t *testing.T) {
	n := connect(t, enginetest.ES8(t))
	n.seedStatistics()
	v := n.open(statisticsIndex)
	columns := statisticsArgs(t, v, "flag")
	before, err := n.Statistics(t.Context(), columns)
	require.NoError(t, err)
	state := n.snapshotState(v)
	n.ask(http.MethodPut, "/"+statisticsIndex+"/_doc/later?refresh=true", `{"flag":true}`)
	columns.State = state
	inside, err := n.Statistics(t.Context(), columns)
	require.NoError(t, err)
	require.Equal(t, before.Total, inside.Total)
	require.Equal(t, before.Top, inside.Top)
	require.Positive(t, inside.Taken)
	columns.State = nil
	after, err := n.Statistics(t.Context(), columns)
	require.NoError(t, err)
	require.Equal(t, before.Total+1, after.Total)
	require.NoError(t, n.Release(t.Context(), state))
	columns.State = state
	ended, err := n.Statistics(t.Context(), columns)
	require.NoError(t, err)
	require.Equal(t, before.Total+1, ended.Total)
	require.Equal(t, []driver.Notice{{Text: "The snapshot has ended on the server. These statistics describe the documents as they are now."}}, ended.Notices)
}

// statisticsArgs returns the driver's arguments for a column.
func statisticsArgs(t *testing.T, v *grid.View, column string) *driver.StatisticsArgs {
	t.Helper()
	args, err := v.StatisticsArgs(0, column)
	require.NoError(t, err)
	return args
}

// snapshotState reads the second page of a view, and returns the state with its snapshot.
func (n *node) snapshotState(v *grid.View) []byte {
	n.t.Helper()
	_, state, err := n.Page(n.t.Context(), &driver.PageArgs{Object: v.Object, View: v.Set.View, From: 50, Size: 50}, n.kernel(v), nil)
	require.NoError(n.t, err)
	return state
}

// kernel returns a kernel that reads the rows of a view.
func (n *node) kernel(v *grid.View) *rows.Kernel {
	n.t.Helper()
	kernel, err := rows.Compile(grid.Plan(&v.Set.Plan, v.Columns))
	require.NoError(n.t, err)
	return kernel
}
