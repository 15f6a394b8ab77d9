package filter

// SPEC: A-FIL-11

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
	"quarry/drivers/elasticsearch/es"
)

func TestDateMathMeansTheMomentsThatTheEngineComputes(t *testing.T) {
	now := time.Date(2024, 3, 31, 13, 14, 15, 167e6, time.UTC) // a Sunday
	for _, row := range []struct{ text, down, up string }{
		{"now", "2024-03-31T13:14:15.167", "2024-03-31T13:14:15.167"},
		{"now-7d/d", "2024-03-24T00:00:00.000", "2024-03-24T23:59:59.999"},
		{"now+1h", "2024-03-31T14:14:15.167", "2024-03-31T14:14:15.167"},
		{"now+1H", "2024-03-31T14:14:15.167", "2024-03-31T14:14:15.167"},
		{"now-h", "2024-03-31T12:14:15.167", "2024-03-31T12:14:15.167"},
		{"now/h", "2024-03-31T13:00:00.000", "2024-03-31T13:59:59.999"},
		{"now/m", "2024-03-31T13:14:00.000", "2024-03-31T13:14:59.999"},
		{"now/s", "2024-03-31T13:14:15.000", "2024-03-31T13:14:15.999"},
		{"now/1d", "2024-03-31T00:00:00.000", "2024-03-31T23:59:59.999"},
		{"now/w", "2024-03-25T00:00:00.000", "2024-03-31T23:59:59.999"},
		{"now+1d/w", "2024-04-01T00:00:00.000", "2024-04-07T23:59:59.999"},
		{"now/M", "2024-03-01T00:00:00.000", "2024-03-31T23:59:59.999"},
		{"now/y", "2024-01-01T00:00:00.000", "2024-12-31T23:59:59.999"},
		{"now-1M", "2024-02-29T13:14:15.167", "2024-02-29T13:14:15.167"},
		{"now-13M", "2023-02-28T13:14:15.167", "2023-02-28T13:14:15.167"},
		{"now-2w", "2024-03-17T13:14:15.167", "2024-03-17T13:14:15.167"},
		{"now/d+1h", "2024-03-31T01:00:00.000", "2024-04-01T00:59:59.999"},
		{"now/M/d", "2024-03-01T00:00:00.000", "2024-03-31T23:59:59.999"},
		{"now+1m-30s", "2024-03-31T13:14:45.167", "2024-03-31T13:14:45.167"},
		{"now-0001d", "2024-03-30T13:14:15.167", "2024-03-30T13:14:15.167"},
		{"2024-01-01||+1M/d", "2024-02-01T00:00:00.000", "2024-02-01T23:59:59.999"},
		{"2024-02-29||+1y", "2025-02-28T00:00:00.000", "2025-02-28T00:00:00.000"},
		{"2024||-1s", "2023-12-31T23:59:59.000", "2023-12-31T23:59:59.000"},
		{"2024-01-01T00:30:00+01:00||/d", "2023-12-31T00:00:00.000", "2023-12-31T23:59:59.999"},
		{"1969-12-31T23:59:59.5||/s", "1969-12-31T23:59:59.000", "1969-12-31T23:59:59.999"},
		{"1969-12-31||/w", "1969-12-29T00:00:00.000", "1970-01-04T23:59:59.999"},
		{"0000-01-01||/y", "0000-01-01T00:00:00.000", "0000-12-31T23:59:59.999"},
	} {
		m, wrong := readMath(row.text)
		require.Empty(t, wrong, row.text)
		for up, want := range map[bool]string{false: row.down, true: row.up} {
			at, ok := m.moment(now.UnixMilli(), up)
			require.True(t, ok, row.text)
			require.Equal(t, want, time.UnixMilli(at).UTC().Format("2006-01-02T15:04:05.000"), "%s %v", row.text, up)
		}
	}
}

func TestTheCalendarOfDateMathIsTheOneOfEverybody(t *testing.T) {
	first, last := dateOf(floor(firstYear, dayMillis)), dateOf(floor(lastYear, dayMillis))
	require.Equal(t, calendarDay{0, 1, 1}, first)
	require.Equal(t, calendarDay{9999, 12, 31}, last)
	for day := first.number(); day <= last.number(); day += 13 {
		want := time.UnixMilli(day * dayMillis).UTC()
		date := dateOf(day)
		require.Equal(t, calendarDay{int64(want.Year()), int64(want.Month()), int64(want.Day())}, date)
		require.Equal(t, day, date.number())
		week := time.UnixMilli(roundedDown(day*dayMillis+1, 'w')).UTC()
		require.Equal(t, time.Monday, week.Weekday())
		require.Less(t, want.Sub(week), 7*24*time.Hour)
	}
}

// byDate compiles a row for a field of a type at a moment.
func byDate(t *testing.T, kind string, op driver.OperatorID, values ...string) *driver.Filtered {
	t.Helper()
	row := rowOf(Field{Kind: kind}, op)
	row.Values = values
	f := &compiler{server: es.ParseVersion("8.16.3"), now: 1_711_890_855_167, filtered: &driver.Filtered{}}
	f.row([]driver.FilterRow{row}, 0)
	f.close()
	return f.filtered
}

func TestWhatIsNoDateMathIsRefusedWithAReason(t *testing.T) {
	const shape = "date math such as now-7d/d, now+1h or 2024-01-01||+1M/d. The units are y, M, w, d, h, m and s."
	for text, what := range map[string]string{
		"now-": shape, "now/": shape, "now-7": shape, "now-7x": shape, "now-7D": shape, "now 7d": shape, "now-7d/d/": shape, "nowadays": shape, "now-1.5d": shape,
		"now- 7d": shape, "now--7d": shape, "2024-01-01||7d": shape, "now||-1d": shape, "now-٣d": shape, "now-Q": shape, "now/ms": shape, "now*d": shape,
		"now/2d":                          "date math: / rounds to one unit, such as /d, and takes no number.",
		"now/0d":                          "date math: / rounds to one unit, such as /d, and takes no number.",
		"||-1d":                           "date math: write the date before || such as 2024-01-01.",
		"2024-02-30||-1d":                 "date math: write the date before || such as 2024-01-01.",
		"yesterday||/d":                   "date math: write the date before || such as 2024-01-01.",
		"now-99999999999999999999999999d": "date math with numbers of at most nine digits.",
	} {
		filtered := byDate(t, "date", driver.Less, text)
		require.Len(t, filtered.Refusals, 1, text)
		require.Equal(t, "c is a date, and “"+text+"” is not "+what, filtered.Refusals[0].Err.Message)
		require.Empty(t, filtered.Moments)
	}
	for text, reason := range map[string]string{
		"now-9999y": "“now-9999y” is not between the years 0000 and 9999.", "now+999999999y": "“now+999999999y” is not between the years 0000 and 9999.", "now-999999999w": "“now-999999999w” is not between the years 0000 and 9999.",
	} {
		require.Equal(t, reason, byDate(t, "date", driver.Less, text).Refusals[0].Err.Message)
	}
	for _, text := range []string{"now-60y", "now+240y"} {
		require.Equal(t, "c is a date_nanos, which has no dates before 1970 or after 2262-04-11T23:47:16.854775807Z.", byDate(t, "date_nanos", driver.Less, text).Refusals[0].Err.Message)
	}
	for _, op := range []driver.OperatorID{driver.Equals, driver.NotEquals, driver.InList, driver.NotInList} {
		require.Equal(t, op.Title()+" takes no date math such as now-7d/d. Use greater than, less than or between; between now/d and now/d is all of today.", byDate(t, "date", op, "now/d").Refusals[0].Err.Message)
	}
	require.Equal(t, "Between needs the smaller value first: “now” comes after “now-1d”.", byDate(t, "date", driver.Between, "now", "now-1d").Refusals[0].Err.Message)
	require.Len(t, byDate(t, "date", driver.Between, "2024-02-01||+1d", "2024-02-01||-1d").Refusals, 1)
}

func TestTheEndOfAUnitIsNotLostToNanoseconds(t *testing.T) {
	const format = `,"format":"strict_date_optional_time_nanos"}}}`
	for _, row := range []struct {
		op     driver.OperatorID
		values []string
		clause string
	}{
		{driver.LessOrEqual, []string{"now-1d/d"}, `"lt":"now-1d/d+1d"`},
		{driver.Greater, []string{"now/M"}, `"gte":"now/M+1M"`},
		{driver.GreaterOrEqual, []string{"now/M"}, `"gte":"now/M"`},
		{driver.Less, []string{"now/M"}, `"lt":"now/M"`},
		{driver.LessOrEqual, []string{"now-1d"}, `"lte":"now-1d"`},
		{driver.Between, []string{"now/y", "now/y"}, `"gte":"now/y","lt":"now/y+1y"`},
		{driver.Between, []string{"2024", "2024-02-01||/d"}, `"gte":"2024-01-01T00:00:00.000000000Z","lt":"2024-02-01T00:00:00.000000000Z||/d+1d"`},
	} {
		filtered := byDate(t, "date_nanos", row.op, row.values...)
		require.Empty(t, filtered.Refusals)
		require.Equal(t, []string{`{"range":{"c":{` + row.clause + format}, filtered.Clauses)
	}
}

func TestEachNamedRangeIsOneThatAFilterTakes(t *testing.T) {
	for _, kind := range []string{"date", "date_nanos", "date_range"} {
		class := (&About{Definitions: []Field{{Kind: kind}}}).class(es.ParseVersion("8.16.3"))
		require.Len(t, class.Ranges, 8)
		for _, r := range class.Ranges {
			filtered := byDate(t, kind, driver.Between, r.From, r.To)
			require.Empty(t, filtered.Refusals, r.Title)
			require.Len(t, filtered.Moments, 2)
			require.Less(t, filtered.Moments[0].Millis, filtered.Moments[1].Millis)
		}
	}
	mixed := About{Definitions: []Field{{Kind: "date"}, {Kind: "date_nanos"}}}
	require.Len(t, mixed.class(es.Version{}).Ranges, 8)
	for _, a := range []About{
		{Definitions: []Field{{Kind: "keyword"}}}, {Definitions: []Field{{Kind: "date", unsearched: true}}},
		{Definitions: []Field{{Kind: "date"}, {Kind: "long"}}}, {Definitions: []Field{{Kind: "date"}}, Never: "{name} is odd."},
	} {
		require.Empty(t, a.class(es.Version{}).Ranges)
	}
	row := rowOf(Field{}, driver.Between)
	row.About, row.Values = wire.Append(nil, &mixed), []string{"now/d", "now/d"}
	filtered := compiled(t, es.Version{}, row)
	require.Empty(t, filtered.Refusals)
	require.Len(t, filtered.Moments, 2)
}
