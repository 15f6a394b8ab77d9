// SPEC: A-FIL-11
package elasticsearch_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quarry/backend/data/grid"
	"quarry/backend/testing/enginetest"
	"quarry/drivers/driver"
)

// computedRange is a filter by computed dates, with its bounds by the test's clock: all moments from one on and before
// another one.
type computedRange struct {
	op     driver.OperatorID
	values []string
	bounds func(now time.Time) (from, before time.Time)
}

// wholeDays returns the bounds of some days, beginning a number of days from today.
func wholeDays(from, days int) func(time.Time) (time.Time, time.Time) {
	return func(now time.Time) (time.Time, time.Time) {
		y, m, d := now.Date()
		return time.Date(y, m, d+from, 0, 0, 0, 0, time.UTC), time.Date(y, m, d+from+days, 0, 0, 0, 0, time.UTC)
	}
}

func lasting(length time.Duration) func(time.Time) (time.Time, time.Time) {
	return func(now time.Time) (time.Time, time.Time) { return now.Add(-length), now.Add(time.Millisecond) }
}

// always is further away than any document of the test.
const always = 50 * 365 * 24 * time.Hour

// namedRanges are the bounds of the named ranges, by title.
var namedRanges = map[string]func(time.Time) (time.Time, time.Time){
	"Today": wholeDays(0, 1), "Yesterday": wholeDays(-1, 1),
	"Last 15 Minutes": lasting(15 * time.Minute), "Last 24 Hours": lasting(24 * time.Hour), "Last 7 Days": lasting(7 * 24 * time.Hour), "Last 30 Days": lasting(30 * 24 * time.Hour),
	"This Month": func(now time.Time) (time.Time, time.Time) {
		return time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, time.UTC), time.Date(now.Year(), now.Month()+1, 1, 0, 0, 0, 0, time.UTC)
	},
	"This Year": func(now time.Time) (time.Time, time.Time) {
		return time.Date(now.Year(), 1, 1, 0, 0, 0, 0, time.UTC), time.Date(now.Year()+1, 1, 1, 0, 0, 0, 0, time.UTC)
	},
}

func computedRanges() []computedRange {
	one := func(op driver.OperatorID, value string, from, before func(time.Time) time.Time) computedRange {
		return computedRange{op, []string{value}, func(now time.Time) (time.Time, time.Time) { return from(now), before(now) }}
	}
	long := func(now time.Time) time.Time { return now.Add(-always) }
	never := func(now time.Time) time.Time { return now.Add(always) }
	first := func(of func(time.Time) (time.Time, time.Time)) func(time.Time) time.Time {
		return func(now time.Time) time.Time { from, _ := of(now); return from }
	}
	after := func(of func(time.Time) (time.Time, time.Time)) func(time.Time) time.Time {
		return func(now time.Time) time.Time { _, before := of(now); return before }
	}
	week := func(now time.Time) time.Time {
		y, m, d := now.Date()
		return time.Date(y, m, d-(int(now.Weekday())+6)%7, 0, 0, 0, 0, time.UTC)
	}
	return []computedRange{
		one(driver.GreaterOrEqual, "now-7d/d", first(wholeDays(-7, 1)), never),
		one(driver.Greater, "now-7d/d", after(wholeDays(-7, 1)), never),
		one(driver.Less, "now-7d/d", long, first(wholeDays(-7, 1))),
		one(driver.LessOrEqual, "now-7d/d", long, after(wholeDays(-7, 1))),
		one(driver.Less, "now+1h", long, func(now time.Time) time.Time { return now.Add(time.Hour) }),
		one(driver.GreaterOrEqual, "now+1H-30m", func(now time.Time) time.Time { return now.Add(30 * time.Minute) }, never),
		one(driver.GreaterOrEqual, "now/w", week, never),
		one(driver.Less, "now/w", long, week),
		one(driver.GreaterOrEqual, "2024-01-31||+1M/d", func(time.Time) time.Time { return time.Date(2024, 2, 29, 0, 0, 0, 0, time.UTC) }, never),
		one(driver.LessOrEqual, "2024-01-31||+1M/d", long, func(time.Time) time.Time { return time.Date(2024, 3, 1, 0, 0, 0, 0, time.UTC) }),
		{driver.Between, []string{"2024-01-31||+1M/M", "now/d"}, func(now time.Time) (time.Time, time.Time) {
			_, before := wholeDays(0, 1)(now)
			return time.Date(2024, 2, 1, 0, 0, 0, 0, time.UTC), before
		}},
		{driver.Between, []string{"2024", "now"}, func(now time.Time) (time.Time, time.Time) {
			return time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC), now.Add(time.Millisecond)
		}},
	}
}

// filtersByComputedDates compares how many documents around the bounds of ranges match with how many are inside.
func (n *node) filtersByComputedDates() {
	const name = "quarry-filt-math"
	n.index(name, `{"settings":{"number_of_replicas":0},"mappings":{"properties":{"ms":{"type":"date"},"ns":{"type":"date_nanos"}}}}`)
	begun := time.Now().UTC()
	ranges := computedRanges()
	set := n.open(name)
	for _, column := range []string{"ms", "ns"} {
		number := columnOf(n.t, set, column).Filter
		require.Len(n.t, set.Set.Filters[number-1].Ranges, len(namedRanges))
		for _, r := range set.Set.Filters[number-1].Ranges {
			require.Contains(n.t, namedRanges, r.Title)
			ranges = append(ranges, computedRange{driver.Between, []string{r.From, r.To}, namedRanges[r.Title]})
		}
	}
	set.Close(n.t.Context())
	// Stay away from a bound that moves with the clock by as long as the test can take.
	var moments []time.Time
	for _, r := range ranges {
		from, before := r.bounds(begun)
		for _, bound := range []time.Time{from, before} {
			apart := 10 * time.Minute
			if bound.Truncate(time.Hour).Equal(bound) {
				apart = time.Nanosecond
				moments = append(moments, bound, bound.Add(-time.Millisecond), bound.Add(-time.Millisecond/2))
			}
			moments = append(moments, bound.Add(-apart), bound.Add(apart))
		}
	}
	var bulk strings.Builder
	stored := moments[:0]
	for _, at := range moments {
		if at.Before(begun.Add(-always/2)) || at.After(begun.Add(always/2)) {
			continue
		}
		stored = append(stored, at)
		fmt.Fprintf(&bulk, "{\"index\":{}}\n{\"ms\":%q,\"ns\":%q}\n", at.Format("2006-01-02T15:04:05.000Z"), at.Format("2006-01-02T15:04:05.000000000Z"))
	}
	require.Greater(n.t, len(stored), 50)
	n.ask(http.MethodPost, "/"+name+"/_bulk?refresh=true", bulk.String())
	v := n.open(name)
	defer v.Close(n.t.Context())
	found, left := 0, 0
	for _, column := range []string{"ms", "ns"} {
		for _, r := range ranges {
			in := func(now time.Time) int {
				from, before := r.bounds(now.Truncate(time.Millisecond))
				count := 0
				for _, at := range stored {
					if column == "ms" {
						at = at.Truncate(time.Millisecond)
					}
					if !at.Before(from) && at.Before(before) {
						count++
					}
				}
				return count
			}
			earlier := in(time.Now().UTC())
			count, why := n.filters(v, driver.FilterRow{Column: column, Operator: r.op, Values: r.values})
			require.Empty(n.t, why)
			require.Contains(n.t, []int{earlier, in(time.Now().UTC())}, count, "%s %s %q", column, r.op, r.values)
			found, left = found+count, left+len(stored)-count
		}
	}
	require.Greater(n.t, found, 100)
	require.Greater(n.t, left, 100)
}

func columnOf(t *testing.T, v *grid.View, name string) *grid.Column {
	t.Helper()
	for i := range v.Columns {
		if v.Columns[i].Name == name {
			return &v.Columns[i]
		}
	}
	require.Fail(t, "no column "+name)
	return nil
}

func TestComputedDatesMatchOnARealServerWhatTheClockSays(t *testing.T) {
	t.Run("8", func(t *testing.T) { connect(t, enginetest.ES8(t)).filtersByComputedDates() })
	t.Run("7", func(t *testing.T) { connect(t, enginetest.ES7(t)).filtersByComputedDates() })
}

func TestComputedDatesMatchOnAReal9WhatTheClockSays(t *testing.T) {
	connect(t, enginetest.ES9(t)).filtersByComputedDates()
}
