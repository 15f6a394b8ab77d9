// SPEC: APP-15
package statistics_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/elastictest"
	"quarry/drivers/drivertest/script"
)

// summed responds to a search for statistics of numbers in that range.
func summed(least, greatest, stats string) script.Response {
	end := func(value string) string { return `{"hits":{"hits":[{"_id":"1","sort":[` + value + `]}]}}` }
	return script.JSON(200, `{`+elastictest.Good+`,"hits":{"total":{"value":9}},"aggregations":{"present":{"doc_count":8,"values":`+stats+
		`,"least":`+end(least)+`,"greatest":`+end(greatest)+`,"distinct":{"value":7},"top":{"doc_count_error_upper_bound":0,"sum_other_doc_count":3,"buckets":[{"key":1,"doc_count":2}]}},"ignored":{"doc_count":1}}}`)
}

const eight = `{"count":8,"min":0.0,"max":1.0,"avg":0.5,"sum":1.2E-7}`

var noBars = script.JSON(200, `{`+elastictest.Good+`,"aggregations":{"bars":{"buckets":[]}}}`)

func numbers(name string, integer bool) driver.StatisticsColumn {
	return driver.StatisticsColumn{Name: name, Type: "double", Kind: driver.KindNumber, Integer: integer, Key: driver.SortKey{Field: name, Type: "double"}}
}

func summarize(t *testing.T, h *script.Host, column driver.StatisticsColumn, state []byte) *driver.Statistics {
	t.Helper()
	var s driver.Statistics
	require.NoError(t, elastictest.Run(h, driver.OpStatistics, &driver.StatisticsArgs{Object: "books", Column: column, State: state}, &s))
	return &s
}

func TestTheIntervalOfAHistogramIsARoundNumber(t *testing.T) {
	tests := []struct {
		least, greatest string
		integer         bool
		interval, note  string
		bounds          string
	}{
		{"0", "29", true, "2", "", `"min":-2,"max":30`},
		{"1", "3", true, "1", "", `"min":0,"max":4`},
		{"-32768", "32767", true, "5000", "", `"min":-40000,"max":35000`},
		{"-9223372036854775808", "9223372036854775807", true, "1000000000000000000", "", `"min":-11000000000000000000,"max":10000000000000000000`},
		{"0.5", "1.5", false, "0.05", "", `"min":0.45,"max":1.55`},
		{"0.0", "1.0E-9", false, "0.00000000005", "", `"min":-0.00000000005,"max":0.00000000105`},
		{"0.0", "1.0E300", false, "5e298", "", `"min":-5e298,"max":105e298`},
		{"7", "7", true, "", "All values are the same.", ""},
		{"-1.0E308", "1.0E308", false, "", "The values are too far apart for a histogram.", ""},
		{"9223372036854775806", "9223372036854775807", true, "", "The values are too close together for a histogram: the engine computes its bars with 64-bit floating-point numbers.", ""},
		{"1.0E15", "1.0000000000000001E15", false, "", "The values are too close together for a histogram: the engine computes its bars with 64-bit floating-point numbers.", ""},
		{"4503599627370496.5", "4503599627370497.5", false, "", "The values are too close together for a histogram: the engine computes its bars with 64-bit floating-point numbers.", ""},
		{`"-Infinity"`, `"Infinity"`, false, "", "The values are too far apart for a histogram.", ""},
	}
	for _, test := range tests {
		t.Run(test.least+" to "+test.greatest, func(t *testing.T) {
			h := elastictest.Conversation(t, "8.16.3", summed(test.least, test.greatest, eight), noBars)
			s := summarize(t, h, numbers("n", test.integer), nil)
			require.Equal(t, test.interval, s.Interval)
			require.Equal(t, test.note, s.BarNote)
			if test.interval == "" {
				require.Len(t, h.Sent, 1)
				return
			}
			require.Equal(t, `{"size":0,"track_total_hits":false,"aggs":{"bars":{"histogram":{"field":"n","interval":`+test.interval+`,"min_doc_count":1,"hard_bounds":{`+test.bounds+`}}}}}`, string(h.Sent[1].Body))
		})
	}
}

func TestTheBoundsOfABarAreExact(t *testing.T) {
	h := elastictest.Conversation(t, "8.16.3", summed("-0.1", "0.3", eight), script.JSON(200, `{`+elastictest.Good+
		`,"aggregations":{"bars":{"buckets":[{"key":-0.1,"doc_count":1},{"key":-0.06,"doc_count":2},{"key":0.30000000000000004,"doc_count":3}]}}}`))
	s := summarize(t, h, numbers("n", false), nil)
	require.Equal(t, "0.02", s.Interval)
	require.Len(t, s.Bars, 21)
	require.Equal(t, []driver.Bar{
		{From: "-0.10", To: "-0.08", Count: 1}, {From: "-0.08", To: "-0.06"}, {From: "-0.06", To: "-0.04", Count: 2}, {From: "-0.04", To: "-0.02"},
	}, s.Bars[:4])
	require.Equal(t, driver.Bar{From: "0.30", To: "0.32", Count: 3}, s.Bars[20])
}

func TestNoResponseDrawsMoreBarsThanTheRangeHas(t *testing.T) {
	h := elastictest.Conversation(t, "7.9.3", summed("0", "29", eight), script.JSON(200, `{`+elastictest.Good+`,"aggregations":{"bars":{"buckets":[{"key":0.0,"doc_count":1},{"key":9.0e15,"doc_count":1}]}}}`))
	s := summarize(t, h, numbers("n", true), nil)
	require.LessOrEqual(t, len(s.Bars), 24)
	require.Equal(t, `{"size":0,"track_total_hits":false,"aggs":{"bars":{"histogram":{"field":"n","interval":2,"min_doc_count":1}}}}`, string(h.Sent[1].Body))
}

// dated responds to a search for statistics of dates in that range of milliseconds.
func dated(least, greatest string) script.Response {
	end := func(value string) string { return `{"value":` + value + `,"value_as_string":"` + value + `"}` }
	return script.JSON(200, `{`+elastictest.Good+`,"hits":{"total":{"value":3}},"aggregations":{"present":{"doc_count":3,"values":{"value":3},"least":`+end(least)+
		`,"greatest":`+end(greatest)+`,"distinct":{"value":3},"top":{"doc_count_error_upper_bound":0,"sum_other_doc_count":0,"buckets":[]}}}}`)
}

func dates(name string) driver.StatisticsColumn {
	return driver.StatisticsColumn{Name: name, Type: "date", Kind: driver.KindDate, Key: driver.SortKey{Field: name, Type: "date"}}
}

func TestDatesHaveAtMost24BarsHoweverFarApartTheyAre(t *testing.T) {
	tests := []struct {
		name, least, greatest string
		bars                  int // that are requested
		from, to, label       string
		note                  string
	}{
		{"two milliseconds", "1.7040672E12", "1.704067200001E12", 2, "2024-01-01T00:00:00.000Z", "2024-01-01T00:00:00.002Z", "2024-01-01 00:00:00.000", ""},
		{"five months", "1.7040672E12", "1.7172E12", 22, "2024-01-01T00:00:00.000Z", "2024-06-03T00:00:00.000Z", "2024-01-01", ""},
		{"before 1970", "-1.0E12", "1.0E12", 14, "1935-01-01T00:00:00.000Z", "2005-01-01T00:00:00.000Z", "1935", ""},
		{"never ends", "1.7040672E12", "2.53402300799999E14", 16, "2000-01-01T00:00:00.000Z", "253402300800000", "2000", ""},
		{"microseconds", "1.7040672E12", "1.7040672E15", 12, "0000-01-01T00:00:00.000Z", "1831249900800000", "0000", ""},
		{"nanoseconds", "1.7040672E12", "1.7040672E18", 0, "", "", "", "The dates are too far apart for a histogram."},
		{"the largest long", "1.7040672E12", "9.223372036854775807E18", 0, "", "", "", "The dates are too far apart for a histogram."},
		{"the smallest long", "-9.223372036854775808E18", "9.223372036854775807E18", 0, "", "", "", "The dates are too far apart for a histogram."},
		{"one moment", "1.7040672E12", "1.7040672E12", 0, "", "", "", "All values are the same."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			buckets := strings.TrimSuffix(strings.Repeat(`{"doc_count":1},`, 30), ",")
			responses := []script.Response{dated(test.least, test.greatest), script.JSON(200, `{`+elastictest.Good+`,"aggregations":{"bars":{"buckets":[`+buckets+`]}}}`)}
			if test.note == "The dates are too far apart for a histogram." {
				responses[1] = bareDates("0", "1704067200000000000")
			}
			h := elastictest.Conversation(t, "8.16.3", responses...)
			s := summarize(t, h, dates("d"), nil)
			require.Equal(t, test.note, s.BarNote)
			require.NotContains(t, string(h.Sent[0].Body), "histogram")
			require.Len(t, s.Bars, test.bars)
			if test.bars == 0 {
				return
			}
			body := string(h.Sent[1].Body)
			require.Equal(t, test.bars, strings.Count(body, `"from":`))
			require.Contains(t, body, `{"size":0,"track_total_hits":false,"aggs":{"bars":{"date_range":{"field":"d","format":"strict_date_optional_time||epoch_millis","ranges":[{"from":"`+test.from+`",`)
			require.Contains(t, body, `"to":"`+test.to+`"}]}}}}`)
			require.Equal(t, test.label, s.Bars[0].From)
		})
	}
}

// bareDates responds with hits to a search for statistics of dates.
func bareDates(least, greatest string) script.Response {
	end := func(value string) string { return `{"hits":{"hits":[{"_id":"1","sort":[` + value + `]}]}}` }
	return script.JSON(200, `{`+elastictest.Good+`,"hits":{"total":{"value":3}},"aggregations":{"present":{"doc_count":3,"values":{"value":3},"least":`+end(least)+`,"greatest":`+end(greatest)+`,"distinct":{"value":3}}}}`)
}

func TestADateThatAFloatRoundsIsReadFromAHit(t *testing.T) {
	h := elastictest.Conversation(t, "8.16.3", dated("1.7040672E12", "9.223372036854775807E18"), bareDates("1704067200000", "9223372036854775807"))
	s := summarize(t, h, dates("d"), nil)
	require.Equal(t, []string{"2024-01-01T00:00:00.000Z", "+292278994-08-17T07:12:55.807Z"}, []string{s.Min, s.Max})
	require.Len(t, h.Sent, 2)
	require.Len(t, s.Requests, 2)
}

// 9.x closes the connection while it formats a date that is too large.
func TestDatesThatAServerCannotWriteHaveALeastAndAGreatestOne(t *testing.T) {
	h := elastictest.Conversation(t, "9.4.3", script.Response{Err: &driver.Error{Kind: driver.Connect, Message: "The server closed the connection without responding.", Sent: true}}, bareDates("1704067200000", "9223372036854775807"))
	s := summarize(t, h, dates("d"), nil)
	require.Equal(t, []string{"2024-01-01T00:00:00.000Z", "+292278994-08-17T07:12:55.807Z"}, []string{s.Min, s.Max})
	require.Equal(t, "The server cannot write one of these dates as a date, so its values are not listed.", s.TopNote)
	require.Equal(t, "The dates are too far apart for a histogram.", s.BarNote)
}

func TestASumIsMarkedUnlessItIsExact(t *testing.T) {
	tests := []struct {
		least, greatest, stats string
		integer                bool
		sum                    string
		rounded                bool
	}{
		{"0", "100", `{"count":8,"sum":1.2345678E7,"avg":12.5}`, true, "12345678", false},
		{"0", "100", `{"count":8,"sum":120.0,"avg":15.0}`, true, "120", false},
		{"0.0", "100.0", `{"count":8,"sum":120.0,"avg":15.0}`, false, "120.0", true},
		{"0", "1125899906842624", `{"count":8,"sum":9.007199254740992E15,"avg":1.0}`, true, "9007199254740992", false},
		{"0", "1125899906842625", `{"count":8,"sum":9.007199254740992E15,"avg":1.0}`, true, "9007199254740992", true},
		{"-1125899906842625", "0", `{"count":8,"sum":-9.007199254740992E15,"avg":1.0}`, true, "-9007199254740992", true},
		{"0.0", "100.0", `{"count":8,"sum":1.25E-7,"avg":15.0}`, false, "0.000000125", true},
		{"0.0", "100.0", `{"count":8,"sum":1.7E308,"avg":15.0}`, false, "1.7E308", true},
		{"0.0", "100.0", `{"count":8,"sum":"Infinity","avg":15.0}`, false, "Infinity", true},
	}
	for _, test := range tests {
		t.Run(test.sum, func(t *testing.T) {
			s := summarize(t, elastictest.Conversation(t, "8.16.3", summed(test.least, test.greatest, test.stats), noBars), numbers("n", test.integer), nil)
			require.Equal(t, test.sum, s.Sum)
			require.Equal(t, test.rounded, s.Rounded)
		})
	}
}

func TestNanosecondsAreDatesWithEveryDigit(t *testing.T) {
	column := driver.StatisticsColumn{Name: "d", Type: "date_nanos", Kind: driver.KindDate, Key: driver.SortKey{Field: "d", Type: "date_nanos"}}
	for nanos, want := range map[string]string{
		"1577934245123456789": "2020-01-02T03:04:05.123456789Z", "0": "1970-01-01T00:00:00.000000000Z", "951782400000000001": "2000-02-29T00:00:00.000000001Z",
		"-1": "1969-12-31T23:59:59.999999999Z", "-9223372036854775808": "1677-09-21T00:12:43.145224192Z", "9223372036854775807": "2262-04-11T23:47:16.854775807Z",
	} {
		s := summarize(t, elastictest.Conversation(t, "8.16.3", summed(nanos, nanos, `{"value":8}`)), column, nil)
		require.Equal(t, want, s.Min)
	}
}

func TestAllValuesAmongTheTopAreCountedAndOthersEstimated(t *testing.T) {
	response := func(other, bound string) script.Response {
		return script.JSON(200, `{`+elastictest.Good+`,"hits":{"total":{"value":9}},"aggregations":{"present":{"doc_count":8,"values":{"value":8},"distinct":{"value":3},"top":{"doc_count_error_upper_bound":`+
			bound+`,"sum_other_doc_count":`+other+`,"buckets":[{"key":"a","doc_count":5},{"key":"","doc_count":3}]}}}}`)
	}
	column := driver.StatisticsColumn{Name: "k", Type: "keyword", Kind: driver.KindText, Key: driver.SortKey{Field: "k", Type: "keyword"}}
	for _, test := range []struct {
		other, bound string
		distinct     int64
		estimated    bool
	}{{"0", "0", 2, false}, {"4", "0", 3, true}, {"0", "46", 3, true}} {
		s := summarize(t, elastictest.Conversation(t, "8.16.3", response(test.other, test.bound)), column, nil)
		require.Equal(t, test.distinct, s.Distinct)
		require.Equal(t, test.estimated, s.Estimated)
		require.Equal(t, []driver.ValueCount{{Text: "a", Count: 5}, {Text: "", Count: 3}}, s.Top)
	}
}

// An incomplete response is never shown as if it were complete.
func TestAnIncompleteAnswerIsReadAgainAndThenMarked(t *testing.T) {
	part := script.JSON(200, `{"took":1,"timed_out":false,"_shards":{"total":2,"successful":1,"failed":1,"failures":[{"index":"books","reason":{"type":"x","reason":"broken"}}]},"hits":{"total":{"value":4}},"aggregations":{"present":{"doc_count":4}}}`)
	late := script.JSON(200, `{"took":1,"timed_out":true,"_shards":{"total":2,"successful":2,"failed":0},"hits":{"total":{"value":4}},"aggregations":{"present":{"doc_count":4}}}`)
	whole := script.JSON(200, `{`+elastictest.Good+`,"hits":{"total":{"value":9}},"aggregations":{"present":{"doc_count":8}}}`)
	column := driver.StatisticsColumn{Name: "t", Type: "text", Kind: driver.KindText}
	s := summarize(t, elastictest.Conversation(t, "8.16.3", part, whole), column, nil)
	require.False(t, s.Partial)
	require.Equal(t, int64(9), s.Total)
	s = summarize(t, elastictest.Conversation(t, "8.16.3", part, part), column, nil)
	require.True(t, s.Partial)
	require.Equal(t, "Not all of books is shown: books reported “broken”.", s.Notices[0].Text)
	s = summarize(t, elastictest.Conversation(t, "8.16.3", late, late), column, nil)
	require.True(t, s.Partial)
	require.Equal(t, "The search timed out on the server, so some documents are not counted.", s.Notices[0].Text)
	none := script.JSON(200, `{"_shards":{"total":1,"successful":0,"failed":1,"failures":[{"reason":{"type":"x","reason":"broken"}}]}}`)
	e := script.Fault(elastictest.Run(elastictest.Conversation(t, "8.16.3", none), driver.OpStatistics, &driver.StatisticsArgs{Object: "books", Column: column}, &driver.Statistics{}))
	require.Equal(t, "broken", e.Message)
}

func TestValuesThatTheEngineRefusesToSummarizeAreCounted(t *testing.T) {
	counted := script.JSON(200, `{`+elastictest.Good+`,"hits":{"total":{"value":9}},"aggregations":{"present":{"doc_count":8}}}`)
	column := driver.StatisticsColumn{Name: "k", Type: "keyword", Kind: driver.KindText, Key: driver.SortKey{Field: "k", Type: "keyword"}}
	h := elastictest.Conversation(t, "8.16.3", elastictest.Recorded(t, "8.16.3", "aggs.terms.nodv"), counted)
	s := summarize(t, h, column, nil)
	require.Equal(t, []int64{9, 8}, []int64{s.Total, s.Present})
	require.False(t, s.Figures)
	require.True(t, strings.HasPrefix(s.Reason, "Elasticsearch cannot summarize its values: Can't load fielddata on [nodv]"), s.Reason)
	require.Equal(t, `{"size":0,"track_total_hits":true,"aggs":{"present":{"filter":{"exists":{"field":"k"}}},"ignored":{"filter":{"term":{"_ignored":"k"}}}}}`, string(h.Sent[1].Body))

	busy := script.JSON(429, `{"error":{"root_cause":[{"type":"circuit_breaking_exception","reason":"Data too large"}],"type":"circuit_breaking_exception","reason":"Data too large"},"status":429}`)
	e := script.Fault(elastictest.Run(elastictest.Conversation(t, "8.16.3", busy), driver.OpStatistics, &driver.StatisticsArgs{Object: "books", Column: column}, &driver.Statistics{}))
	require.Equal(t, "Data too large", e.Message)
	require.NotEmpty(t, e.Hint)
	many := script.JSON(503, `{"error":{"root_cause":[],"type":"search_phase_execution_exception","reason":"","caused_by":{"type":"too_many_buckets_exception","reason":"Trying to create too many buckets."}},"status":503}`)
	e = script.Fault(elastictest.Run(elastictest.Conversation(t, "7.9.3", many), driver.OpStatistics, &driver.StatisticsArgs{Object: "books", Column: column}, &driver.Statistics{}))
	require.Equal(t, "Trying to create too many buckets.", e.Message)
	require.Equal(t, "Filter the rows first, so that there are fewer values.", e.Hint)
}

func TestAHistogramThatIsRefusedLeavesTheOtherFigures(t *testing.T) {
	s := summarize(t, elastictest.Conversation(t, "8.16.3", summed("0", "29", eight), elastictest.Recorded(t, "8.16.3", "aggs.toomanybuckets")), numbers("n", true), nil)
	require.True(t, s.Figures)
	require.Equal(t, int64(8), s.Present)
	require.Empty(t, s.Interval)
	require.True(t, strings.HasPrefix(s.BarNote, "Could not load the histogram: Trying to create too many buckets."), s.BarNote)
}

func TestAColumnOfTheEngineItselfIsRefusedWithAReason(t *testing.T) {
	for _, name := range []string{"_id", "_routing", "_score"} {
		h := elastictest.Conversation(t, "8.16.3")
		e := script.Fault(elastictest.Run(h, driver.OpStatistics, &driver.StatisticsArgs{Object: "books", Column: driver.StatisticsColumn{Name: name}}, &driver.Statistics{}))
		require.Equal(t, driver.Unsupported, e.Kind)
		require.NotEmpty(t, e.Message)
	}
}

func TestStatisticsOfAResponseThatSaysNothingAreAnErrorAndNotNone(t *testing.T) {
	column := driver.StatisticsColumn{Name: "n"}
	for name, body := range map[string]string{"nothing in it": `{}`, "no body": "", "a page": "<html><title>Welcome</title>"} {
		t.Run(name, func(t *testing.T) {
			e := script.Fault(elastictest.Run(elastictest.Conversation(t, "8.16.3", script.JSON(200, body)), driver.OpStatistics, &driver.StatisticsArgs{Object: "books", Column: column}, &driver.Statistics{}))
			require.NotNil(t, e)
			require.Equal(t, driver.Engine, e.Kind)
		})
	}
}
