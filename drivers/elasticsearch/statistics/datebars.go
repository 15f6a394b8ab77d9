package statistics

import (
	"strconv"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/es"
)

// mostBars is the maximum number of bars in a histogram.
const mostBars = 24

const milliPerDay = 86_400_000

// datesApart says why there is no histogram of dates for which even the widest bars would be too many.
const datesApart = "The dates are too far apart for a histogram."

// dateStep is the width of a date bar: a number of milliseconds, months or years.
type dateStep struct {
	millis, months, years int64
	length                int // length of the prefix of an ISO date that tells bars apart
}

// dateSteps are the possible widths of a bar, shortest first.
var dateSteps = dateStepsOf()

func dateStepsOf() []dateStep {
	var all []dateStep
	for _, unit := range []struct {
		millis int64
		length int
		counts []int64
	}{
		{1, len("2019-12-31T23:59:59.999"), []int64{1, 2, 5, 10, 20, 50, 100, 200, 500}},
		{1000, len("2019-12-31T23:59:59"), []int64{1, 2, 5, 10, 15, 30}},
		{60_000, len("2019-12-31T23:59"), []int64{1, 2, 5, 10, 15, 30}},
		{3_600_000, len("2019-12-31T23:59"), []int64{1, 2, 3, 6, 12}},
		{milliPerDay, len("2019-12-31"), []int64{1, 2, 7}},
	} {
		for _, n := range unit.counts {
			all = append(all, dateStep{millis: n * unit.millis, length: unit.length})
		}
	}
	for _, n := range []int64{1, 3, 6} {
		all = append(all, dateStep{months: n, length: len("2019-12")})
	}
	for power := int64(1); power <= 1000; power *= 10 {
		for _, n := range []int64{1, 2, 5} {
			all = append(all, dateStep{years: n * power, length: len("2019")})
		}
	}
	return all
}

// bounds returns where bars of this width begin and where the last one ends, nil if there are more than mostBars. Days
// begin at midnight UTC, weeks on Monday.
func (d dateStep) bounds(least, greatest int64) []int64 {
	at, next := d.begin(least)
	bounds := []int64{at}
	for at <= greatest {
		if len(bounds) > mostBars {
			return nil
		}
		at = next()
		bounds = append(bounds, at)
	}
	return bounds
}

// begin returns where a moment's bar begins, and a function that returns the following beginnings.
func (d dateStep) begin(millis int64) (at int64, next func() int64) {
	if d.millis > 0 {
		const monday = 4 * milliPerDay // 1970-01-05
		_, within := floorDiv(millis-monday, d.millis)
		at = millis - within
		return at, func() int64 { at += d.millis; return at }
	}
	days, _ := floorDiv(millis, milliPerDay)
	year, month, _ := civil(days)
	months := d.months + 12*d.years
	n, _ := floorDiv(12*year+month-1, months)
	n *= months
	return monthBegin(n), func() int64 { n += months; return monthBegin(n) }
}

// monthBegin returns the first moment of a month, counted from January of the year 0.
func monthBegin(n int64) int64 {
	year, month := floorDiv(n, 12)
	return daysTo(year, month+1) * milliPerDay
}

// daysTo returns the days from 1970-01-01 to the first of a month, using a calendar whose years begin in March.
func daysTo(year, month int64) int64 {
	month -= 3
	if month < 0 {
		year, month = year-1, month+12
	}
	era, inEra := floorDiv(year, 400)
	return era*perEra + 365*inEra + inEra/4 - inEra/100 + (153*month+2)/5 - 719_468
}

// dateBars chooses the bars of a date histogram from the first and last date. It sends their bounds one by one, so that
// the response has no more buckets, whatever dates are stored in the meantime. An auto_date_histogram fills every
// interval between two dates: one date far away takes all memory of a node.
func (s *summary) dateBars() (bounds []int64, step dateStep) {
	r := s.result
	switch {
	case r.Min == r.Max:
		r.BarNote = "All values are the same."
		return nil, step
	case !s.ranged:
		r.BarNote = datesApart
		return nil, step
	}
	for _, step = range dateSteps {
		if bounds = step.bounds(s.least, s.greatest); bounds != nil {
			return bounds, step
		}
	}
	r.BarNote = datesApart
	return nil, step
}

// rangeDates reads the first and last date in milliseconds, if they are exact.
func (s *summary) rangeDates(figures string) {
	least, ok1 := s.millis(figures, "least")
	greatest, ok2 := s.millis(figures, "greatest")
	s.least, s.greatest, s.ranged = least, greatest, ok1 && ok2
}

// millis returns the first or last date; min and max compute it as a 64-bit float.
func (s *summary) millis(figures, name string) (millis int64, exact bool) {
	found, _ := jx.Get(figures, name)
	if s.nanos() || s.bare {
		hits, _ := jx.Get(found, "hits")
		millis, err := strconv.ParseInt(jx.Unquote(es.FirstItem(es.FirstItem(hits, "hits"), "sort")), 10, 64)
		if s.nanos() {
			millis, _ = floorDiv(millis, 1_000_000)
		}
		return millis, err == nil && millis <= exactFloat && millis >= -exactFloat
	}
	raw, _ := jx.Get(found, "value")
	value, err := strconv.ParseFloat(raw, 64)
	if err != nil || value > exactFloat || value < -exactFloat {
		return 0, false
	}
	return int64(value), true
}

// unwritten reports whether the server closed the connection because of a date column. 9.x does if a date is too large
// to be formatted.
func (s *summary) unwritten(err error) bool {
	e, ok := err.(*driver.Error)
	return ok && e.Kind == driver.Connect && e.Sent && s.field != "" && s.column.Kind == driver.KindDate && !s.nanos()
}

// distantDates reads the first and last date again if min and max have rounded them.
func (s *summary) distantDates() error {
	if s.column.Kind != driver.KindDate || s.result.Values <= 0 || s.ranged || s.bare {
		return nil
	}
	s.bare = true
	response, err := s.search("true", s.aggregations())
	if err == nil {
		s.result.Millis += max(0, count(response, "took"))
		figures := s.figuresOf(response)
		s.result.Min, s.result.Max = s.end(figures, "least"), s.end(figures, "greatest")
		s.rangeDates(figures)
	}
	return err
}

// writeDateRanges writes an aggregation that counts the dates between consecutive bounds (Date range aggregation).
func (s *summary) writeDateRanges(w *jx.Writer, bounds []int64) {
	s.writeField(w, "bars", "date_range").Key("format").Text("strict_date_optional_time||epoch_millis").Key("ranges").Open('[')
	for i := range bounds[1:] {
		w.Open('{').Key("from").Text(boundOf(bounds[i])).Key("to").Text(boundOf(bounds[i+1])).Close("}")
	}
	w.Close("]}}")
}

// boundOf writes a moment so that the engine can read it. It reads years of more than four digits only in milliseconds,
// and 7.x reads no negative milliseconds.
func boundOf(millis int64) string {
	days, _ := floorDiv(millis, milliPerDay)
	if year, _, _ := civil(days); year < 0 || year > 9999 {
		return strconv.FormatInt(millis, 10)
	}
	return isoMillis(millis)
}

// readDateBars reads a histogram of dates, in the order of its bounds.
func (s *summary) readDateBars(buckets string, bounds []int64, step dateStep) {
	i := 0
	jx.Items(buckets, func(bucket string) bool {
		if i == len(bounds)-1 {
			return false
		}
		s.result.Bars = append(s.result.Bars, driver.Bar{From: step.label(bounds[i]), Count: count(bucket, "doc_count")})
		i++
		return true
	})
}

// label shortens the beginning of a bar to what distinguishes it from the others.
func (d dateStep) label(millis int64) string {
	text := isoMillis(millis)
	const year = len("2019")
	return strings.Replace(text[:d.length+strings.IndexByte(text[1:], '-')+1-year], "T", " ", 1)
}

// isoMillis writes milliseconds since 1970 as a date.
func isoMillis(millis int64) string {
	days, rest := floorDiv(millis, milliPerDay)
	return isoDay(days) + isoTime(rest/1000) + "." + padded(rest%1000, 3) + "Z"
}

func isoDay(days int64) string {
	year, month, day := civil(days)
	sign := ""
	switch {
	case year < 0:
		sign, year = "-", -year
	case year > 9999:
		sign = "+"
	}
	return sign + padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2)
}

func isoTime(seconds int64) string {
	return "T" + padded(seconds/3600, 2) + ":" + padded(seconds/60%60, 2) + ":" + padded(seconds%60, 2)
}
