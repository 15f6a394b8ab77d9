package filter

import (
	"strconv"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/elasticsearch/date"
	"quarry/drivers/elasticsearch/es"
)

// dateMath is a computed date: from the time of the search or from a date, by steps such as -7d and /d (API
// conventions, "Date math").
type dateMath struct {
	anchor date.Moment // the date before "||"; not used if it begins with now
	now    bool
	steps  []mathStep
}

// mathStep adds a number of units, or rounds to the beginning or the end of one.
type mathStep struct {
	rounds bool
	count  int64
	unit   byte
}

// The units of date math. Hours have two spellings.
const mathUnits = "yMwdhHms"

const (
	anchorEnd = "||"
	// maxCount is the maximum number of digits, so that no number of units overflows; a moment that far away is refused
	// anyway.
	maxCount   = 9
	mathShape  = "date math such as now-7d/d, now+1h or 2024-01-01||+1M/d. The units are y, M, w, d, h, m and s"
	onceShape  = "date math: / rounds to one unit, such as /d, and takes no number"
	writtenDay = "date math: write the date before || such as 2024-01-01"
)

// isMath reports whether a typed date looks like date math.
func isMath(text string) bool {
	return strings.HasPrefix(text, "now") || strings.Contains(text, anchorEnd)
}

// readMath parses date math. If that fails, wrong says what the text should be.
func readMath(text string) (m dateMath, wrong string) {
	steps, ok := "", false
	if steps, m.now = strings.CutPrefix(text, "now"); !m.now {
		anchor, rest, _ := strings.Cut(text, anchorEnd)
		if m.anchor, ok = date.ReadMoment(anchor); !ok {
			return m, writtenDay
		}
		steps = rest
	}
	for steps != "" {
		step := mathStep{rounds: steps[0] == '/', count: 1}
		sign := steps[0]
		if strings.IndexByte("+-/", sign) < 0 {
			return m, mathShape
		}
		steps = steps[1:]
		number := steps[:len(steps)-len(strings.TrimLeft(steps, "0123456789"))]
		if steps = steps[len(number):]; number != "" {
			trimmed := strings.TrimLeft(number, "0")
			if len(trimmed) > maxCount {
				return m, "date math with numbers of at most nine digits"
			}
			step.count, _ = strconv.ParseInt("0"+trimmed, 10, 64)
		}
		switch {
		case steps == "" || strings.IndexByte(mathUnits, steps[0]) < 0:
			return m, mathShape
		case step.rounds && step.count != 1:
			return m, onceShape
		case sign == '-':
			step.count = -step.count
		}
		step.unit, steps = steps[0], steps[1:]
		m.steps = append(m.steps, step)
	}
	return m, ""
}

// moment returns the meaning of date math at a time, in milliseconds since 1970. The engine rounds in UTC, and rounds
// up where a bound must include a whole unit: then the result is its last millisecond. ok is false before the year 0
// and after 9999.
func (m *dateMath) moment(now int64, up bool) (at int64, ok bool) {
	if at = now; !m.now {
		at = millisOf(m.anchor.First(date.MilliDigits))
	}
	for _, step := range m.steps {
		if step.rounds {
			at = roundedDown(at, step.unit)
			if up {
				at = added(at, 1, step.unit) - 1
			}
		} else {
			at = added(at, step.count, step.unit)
		}
		if at < firstYear || at > lastYear {
			return at, false
		}
	}
	return at, true
}

// First and last millisecond of the years from 0 to 9999.
const (
	firstYear = -62_167_219_200_000
	lastYear  = 253_402_300_799_999
)

const dayMillis = 24 * 60 * 60 * 1000

// unitMillis returns the length of a unit with a fixed length, 0 for years and months.
func unitMillis(unit byte) int64 {
	switch unit {
	case 'w':
		return 7 * dayMillis
	case 'd':
		return dayMillis
	case 'h', 'H':
		return 60 * 60 * 1000
	case 'm':
		return 60 * 1000
	case 's':
		return 1000
	}
	return 0
}

// added adds units to a moment. A day that the month lacks becomes its last day.
func added(at, count int64, unit byte) int64 {
	if length := unitMillis(unit); length > 0 {
		return at + count*length
	}
	day := floor(at, dayMillis)
	on := dateOf(day)
	if unit == 'y' {
		count *= 12
	}
	months := on.year*12 + on.month - 1 + count
	on.year, on.month = floor(months, 12), months-floor(months, 12)*12+1
	length := date.Moment{Parts: [6]int{int(on.year), int(on.month)}}
	on.day = min(on.day, int64(length.Days()))
	return on.number()*dayMillis + at - day*dayMillis
}

// roundedDown returns the first millisecond of a moment's unit. Weeks begin on Monday.
func roundedDown(at int64, unit byte) int64 {
	const monday = 4 * dayMillis // in the first full week after the epoch, which was a Thursday
	date := dateOf(floor(at, dayMillis))
	switch unit {
	case 'y':
		return calendarDay{date.year, 1, 1}.number() * dayMillis
	case 'M':
		return calendarDay{date.year, date.month, 1}.number() * dayMillis
	case 'w':
		return floor(at-monday, 7*dayMillis)*7*dayMillis + monday
	}
	length := unitMillis(unit)
	return floor(at, length) * length
}

// floor divides and rounds down, also for negative numbers.
func floor(a, b int64) int64 {
	if a < 0 {
		return -((-a + b - 1) / b)
	}
	return a / b
}

// calendarDay is a day of the calendar.
type calendarDay struct{ year, month, day int64 }

const (
	cycleDays = 146_097 // days in 400 years
	epochDay  = 719_468 // from 1 March of the year 0 to 1970
)

// number returns the days since 1970, using years that begin in March.
func (d calendarDay) number() int64 {
	year, month := d.year, d.month-3
	if month < 0 {
		year, month = year-1, month+12
	}
	cycle := floor(year, 400)
	year -= cycle * 400
	return cycle*cycleDays + 365*year + year/4 - year/100 + (153*month+2)/5 + d.day - 1 - epochDay
}

// dateOf returns the day that is number days after 1970-01-01.
func dateOf(number int64) calendarDay {
	number += epochDay
	cycle := floor(number, cycleDays)
	day := number - cycle*cycleDays
	year := (day - day/1460 + day/36_524 - day/146_096) / 365
	day -= 365*year + year/4 - year/100
	month := (5*day + 2) / 153
	date := calendarDay{year + cycle*400, month + 3, day - (153*month+2)/5 + 1}
	if date.month > 12 {
		date.year, date.month = date.year+1, date.month-12
	}
	return date
}

// millisOf converts a text from [moment.filled] to milliseconds since 1970.
func millisOf(text string) int64 {
	text = es.Quote(text)
	const second = len(`"2006-01-02T15:04:`)
	number, _ := strconv.ParseInt(text[second:second+2]+text[second+3:second+3+date.MilliDigits], 10, 64)
	return int64(date.Minute(text)-date.Minute(`"1970-01-01T00:00:00.000Z"`))*60_000 + number
}

// computed handles a row's date that is date math: what to compare with, and what that means.
func (c *comparison) computed(value, text string) (interval, *driver.Error) {
	if !among(c.row.Operator, byOrder) {
		return interval{}, c.refused(c.row.Operator.Title() + " takes no date math such as now-7d/d. Use greater than, less than or between; between now/d and now/d is all of today.")
	}
	math, wrong := readMath(text)
	if wrong != "" {
		return interval{}, c.wrong(value, wrong)
	}
	in := interval{format: "strict_date_optional_time", math: &math}
	if c.nanos {
		in.format = "strict_date_optional_time_nanos"
	}
	if !math.now {
		precision := date.MilliDigits
		if c.nanos {
			precision = date.NanoDigits
		}
		_, steps, _ := strings.Cut(text, anchorEnd)
		text = math.anchor.First(precision) + anchorEnd + steps
	}
	in.first, in.last = es.Quote(text), es.Quote(text)
	if c.nanos {
		in.next = math.next(text)
	}
	return in, nil
}

// next returns the first moment after the unit that date math finally rounds to, as JSON; "" if it does not end with
// rounding. The engine's own end of a unit is its last millisecond, which leaves out the nanoseconds after it.
func (m *dateMath) next(text string) string {
	for i, step := range m.steps {
		if step.rounds != (i == len(m.steps)-1) {
			return ""
		}
	}
	if len(m.steps) == 0 {
		return ""
	}
	return es.Quote(text + "+1" + string(m.steps[len(m.steps)-1].unit))
}

// means records the moment that a value means, or refuses one that the field cannot have.
func (c *comparison) means(at int, in *interval, up bool) *driver.Error {
	if in.math == nil {
		return nil
	}
	millis, ok := in.math.moment(c.now, up)
	switch {
	case !ok:
		return c.refused("“" + shortened(c.row.Values[at]) + "” is not between the years 0000 and 9999.")
	case c.nanos && (millis < 0 || millis > millisOf(date.LastNano)):
		return c.refused("{name} is " + c.called() + ", which has no dates before 1970 or after " + date.LastNano + ".")
	}
	in.millis = millis
	c.meant = append(c.meant, driver.RowMoment{Value: at, Millis: millis})
	return nil
}

// dateRanges are the named ranges of dates.
var dateRanges = []driver.NamedRange{
	{ID: "today", Title: "Today", From: "now/d", To: "now/d"},
	{ID: "yesterday", Title: "Yesterday", From: "now-1d/d", To: "now-1d/d"},
	{ID: "15m", Title: "Last 15 Minutes", From: "now-15m", To: "now"},
	{ID: "24h", Title: "Last 24 Hours", From: "now-24h", To: "now"},
	{ID: "7d", Title: "Last 7 Days", From: "now-7d", To: "now"},
	{ID: "30d", Title: "Last 30 Days", From: "now-30d", To: "now"},
	{ID: "month", Title: "This Month", From: "now/M", To: "now/M"},
	{ID: "year", Title: "This Year", From: "now/y", To: "now/y"},
}
