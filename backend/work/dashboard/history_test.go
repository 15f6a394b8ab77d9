package dashboard

// SPEC: B-MET-02

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
)

var began = time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)

func counter(of string, since, at, value int64) driver.Counter {
	return driver.Counter{Of: of, Since: since, At: at, Value: value}
}

func TestARateIsNeverNegativeAndNeverThatOfACounterThatBeganAgain(t *testing.T) {
	type counters = []driver.Counter
	rows := []struct {
		name          string
		before, after counters
		want          float64
	}{
		{"what grew, by the clock of what counts", counters{counter("a", 1, 10_000, 100)}, counters{counter("a", 1, 14_000, 300)}, 50},
		{"what grew, by our clock", counters{counter("a", 0, 0, 100)}, counters{counter("a", 0, 0, 300)}, 40},
		{"the sum of two nodes", counters{counter("a", 1, 10_000, 100), counter("b", 1, 10_000, 0)}, counters{counter("b", 1, 15_000, 50), counter("a", 1, 15_000, 150)}, 20},
		{"nothing happened", counters{counter("a", 1, 10_000, 100)}, counters{counter("a", 1, 15_000, 100)}, 0},
		{"a counter that went back", counters{counter("a", 1, 10_000, 100)}, counters{counter("a", 1, 15_000, 99)}, -1},
		{"a node that was restarted and has counted more since", counters{counter("a", 1, 10_000, 100)}, counters{counter("a", 12_000, 15_000, 5_000_000)}, -1},
		{"a start that is known less exactly", counters{counter("a", 1_000, 10_000, 100)}, counters{counter("a", 3_500, 15_000, 150)}, 10},
		{"a node that was restarted beside one that was not", counters{counter("a", 1, 10_000, 100), counter("b", 1, 10_000, 9)}, counters{counter("a", 1, 15_000, 150), counter("b", 90_000, 15_000, 0)}, 10},
		{"a node that joined", counters{counter("a", 1, 10_000, 100)}, counters{counter("a", 1, 15_000, 150), counter("b", 1, 15_000, 1<<60)}, 10},
		{"other shards than before", counters{counter("64 shards", 0, 0, 100)}, counters{counter("65 shards", 0, 0, 1<<60)}, -1},
		{"the same moment", counters{counter("a", 1, 10_000, 100)}, counters{counter("a", 1, 10_000, 300)}, -1},
		{"a clock that was set back", counters{counter("a", 1, 10_000, 100)}, counters{counter("a", 1, 9_000, 300)}, -1},
		{"no counters", nil, nil, -1},
		{"numbers that a 64-bit float cannot tell apart", counters{counter("a", 1, 10_000, 1<<62)}, counters{counter("a", 1, 15_000, 1<<62+5)}, 1},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			require.InDelta(t, row.want, rate(row.before, row.after, 5*time.Second), 1e-9)
		})
	}
}

// figures returns a response with two series; the first is part of the second.
func figures(part, whole int64) *driver.Dashboard {
	return &driver.Dashboard{Charts: []driver.Chart{{Series: []driver.Series{
		{Name: "part", Within: "whole", Counters: []driver.Counter{counter("p", 0, 0, part)}},
		{Name: "whole", Counters: []driver.Counter{counter("w", 0, 0, whole)}},
		{Name: "level", Now: "0.7200"},
	}}}}
}

func TestAPartIsNeverLargerThanTheWhole(t *testing.T) {
	rows := []struct {
		name        string
		part, whole int64
		want        []string
	}{
		{"a part", 110, 150, []string{"1.00", "5.00", "0.7200"}},
		{"a copy with another history took its place", 1 << 50, 150, []string{"5.00", "5.00", "0.7200"}},
		{"the whole is unknown", 110, 0, []string{"", "", "0.7200"}},
		{"the part went back", 0, 150, []string{"", "5.00", "0.7200"}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			var h history
			h.add(sampleOf(figures(100, 100), began))
			h.add(sampleOf(figures(row.part, row.whole), began.Add(10*time.Second)))
			points := h.since(0)
			require.Equal(t, []string{"", "", "0.7200"}, points[0].Values, "one sample makes no rate")
			require.Equal(t, row.want, points[1].Values)
		})
	}
}

func TestTheHistoryOfADashboardHasAFixedSize(t *testing.T) {
	var h history
	for i := range int64(3 * kept) {
		h.add(sampleOf(figures(i, 10*i), began.Add(time.Duration(i)*time.Second)))
	}
	points := h.since(0)
	require.Len(t, points, kept)
	require.Len(t, h.points, kept)
	require.Equal(t, 2*kept+1, points[0].Number)
	for i, p := range points {
		require.Equal(t, points[0].Number+i, p.Number)
		require.Equal(t, []string{"1.00", "10.00", "0.7200"}, p.Values)
	}
	require.Equal(t, points[kept-2:], h.since(3*kept-2))
	require.Empty(t, h.since(3*kept))
}

func TestOtherChartsThanBeforeMakeNoRates(t *testing.T) {
	var h history
	h.add(sampleOf(figures(1, 1), began))
	other := figures(5, 5)
	other.Charts[0].Series[0].Name = "another"
	other.Charts[0].Series[1].Name = "and another"
	h.add(sampleOf(other, began.Add(time.Second)))
	require.Equal(t, []string{"", "", "0.7200"}, h.since(1)[0].Values)
}
