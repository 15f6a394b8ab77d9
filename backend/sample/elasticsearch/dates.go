package elasticsearch

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// isoDate is strict_date_optional_time: a date whose smaller parts can be missing.
var isoDate = regexp.MustCompile(`^(-?\d{4,9})(?:-(\d\d)(?:-(\d\d)(?:T(?:(\d\d)(?::(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?)?(Z|[+-]\d\d:?\d\d|[+-]\d\d)?)?)?)?$`)

// moment parses a date in the default format, strict_date_optional_time||epoch_millis, with date math. If up is set,
// missing parts of the time of day get their largest value (Elasticsearch guide, "range query, missing date
// components").
func moment(text string, up bool) (time.Time, *failure) {
	if text == "" {
		return time.Time{}, parseFailure("cannot parse empty datetime")
	}
	base, math := text, ""
	if strings.HasPrefix(text, "now") {
		return shift(time.Now().UTC(), text, strings.TrimPrefix(text, "now"), up)
	}
	if i := strings.Index(text, "||"); i >= 0 {
		base, math = text[:i], text[i+2:]
	}
	at, ok := isoMoment(base, up && math == "")
	if !ok {
		return time.Time{}, badDate(base)
	}
	if math == "" {
		return at, nil
	}
	return shift(at, text, math, up)
}

const defaultFormats = "strict_date_optional_time||epoch_millis"

func badDate(text string) *failure { return badDateIn(text, defaultFormats) }

func badDateIn(text, formats string) *failure {
	short := fmt.Sprintf("failed to parse date field [%s] with format [%s]", text, formats)
	f := parseFailure("%s: [%s]", short, short)
	f.cause = badArgument("%s", short)
	f.cause.cause = &failure{kind: "date_time_parse_exception", reason: "Failed to parse with all enclosed parsers"}
	return f
}

func isoMoment(text string, up bool) (time.Time, bool) {
	m := isoDate.FindStringSubmatch(text)
	if m == nil {
		return epochMoment(text)
	}
	part := func(i, low, high int) int {
		if m[i] == "" {
			if up {
				return high
			}
			return low
		}
		n, _ := strconv.Atoi(m[i]) // the expression only allows digits
		return n
	}
	year, _ := strconv.Atoi(m[1])
	month, day := max(1, number(m[2])), max(1, number(m[3]))
	nanos := 0
	if m[7] != "" {
		nanos = number((m[7] + "000000000")[:9])
	} else if up {
		nanos = 999999999
	}
	at := time.Date(year, time.Month(month), day, part(4, 0, 23), part(5, 0, 59), part(6, 0, 59), nanos, zone(m[8]))
	if at.Month() != time.Month(month) && month <= 12 && part(4, 0, 23) < 24 && at.In(zone(m[8])).Day() != day || month > 12 || day > 31 {
		return time.Time{}, false
	}
	return at.UTC(), true
}

func number(digits string) int {
	n, _ := strconv.Atoi(digits) // "" means 0
	return n
}

// epochMoment parses milliseconds since 1970, with a fraction down to nanoseconds.
func epochMoment(text string) (time.Time, bool) {
	whole, fraction, _ := strings.Cut(text, ".")
	millis, err := strconv.ParseInt(whole, 10, 64)
	if err != nil || len(fraction) > 6 {
		return time.Time{}, false
	}
	nanos := number((fraction + "000000")[:6])
	return time.UnixMilli(millis).Add(time.Duration(nanos)).UTC(), true
}

func zone(text string) *time.Location {
	if text == "" || text == "Z" {
		return time.UTC
	}
	digits := strings.ReplaceAll(text[1:], ":", "")
	seconds := number(digits[:2]) * 3600
	if len(digits) == 4 {
		seconds += number(digits[2:]) * 60
	}
	if text[0] == '-' {
		seconds = -seconds
	}
	return time.FixedZone(text, seconds)
}

var dateMath = regexp.MustCompile(`^(?:([+-])(\d*)|(/))([yMwdhHms])`)

// shift applies date math such as +1d-3h/d.
func shift(at time.Time, whole, math string, up bool) (time.Time, *failure) {
	for math != "" {
		m := dateMath.FindStringSubmatch(math)
		if m == nil {
			return at, parseFailure("operator not supported for date math [%s]", math)
		}
		math = math[len(m[0]):]
		if m[3] != "" {
			at = floor(at, m[4])
			if up {
				at = step(at, m[4], 1).Add(-time.Nanosecond)
			}
			continue
		}
		n := 1
		if m[2] != "" {
			n = number(m[2])
		}
		if m[1] == "-" {
			n = -n
		}
		at = step(at, m[4], n)
	}
	return at, nil
}

func step(at time.Time, unit string, n int) time.Time {
	switch unit {
	case "y":
		return months(at, 12*n)
	case "M":
		return months(at, n)
	case "w":
		return at.AddDate(0, 0, 7*n)
	case "d":
		return at.AddDate(0, 0, n)
	case "m":
		return at.Add(time.Duration(n) * time.Minute)
	case "s":
		return at.Add(time.Duration(n) * time.Second)
	}
	return at.Add(time.Duration(n) * time.Hour)
}

// months adds months. A day that the month lacks becomes its last day.
func months(at time.Time, n int) time.Time {
	first := at.AddDate(0, 0, 1-at.Day()).AddDate(0, n, 0)
	return first.AddDate(0, 0, min(at.Day(), first.AddDate(0, 1, -1).Day())-1)
}

func floor(at time.Time, unit string) time.Time {
	y, mo, d := at.Date()
	switch unit {
	case "y":
		return time.Date(y, 1, 1, 0, 0, 0, 0, time.UTC)
	case "M":
		return time.Date(y, mo, 1, 0, 0, 0, 0, time.UTC)
	case "w":
		return time.Date(y, mo, d-(int(at.Weekday())+6)%7, 0, 0, 0, 0, time.UTC)
	case "d":
		return time.Date(y, mo, d, 0, 0, 0, 0, time.UTC)
	case "m":
		return at.Truncate(time.Minute)
	case "s":
		return at.Truncate(time.Second)
	}
	return at.Truncate(time.Hour)
}

// isoText formats a time as strict_date_optional_time does: with at least three fractional digits, more if needed.
func isoText(at time.Time) string {
	text := at.UTC().Format("2006-01-02T15:04:05.000000000")
	if at.UTC().Year() > 9999 {
		text = "+" + text
	}
	head, fraction := text[:len(text)-9], text[len(text)-9:]
	for len(fraction) > 3 && strings.HasSuffix(fraction, "000") {
		fraction = fraction[:len(fraction)-3]
	}
	if len(fraction) > 3 {
		fraction = fraction[:3] + strings.TrimRight(fraction[3:], "0")
	}
	return head + fraction + "Z"
}
