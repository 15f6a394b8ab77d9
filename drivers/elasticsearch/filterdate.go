package elasticsearch

import (
	"strconv"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/edit"
	"quarry/drivers/elasticsearch/es"
)

// moment is a date as it was typed: a year, a month, a day, or a time with any precision. It means all of it: 2020 is
// every moment of that year.
type moment struct {
	parts    [6]int // year, month, day, hour, minute, second
	given    int    // how many of them were typed
	fraction string // the digits of the second's fraction
	offset   string // "Z", "+02:00"
}

// readMoment reads a date, or a date and a time, with or without an offset.
func readMoment(text string) (m moment, ok bool) {
	day, clock, timed := strings.Cut(strings.Replace(text, " ", "T", 1), "T")
	m.offset = "Z"
	if timed {
		if at := strings.IndexAny(clock, "Z+-"); at >= 0 {
			if m.offset, ok = readOffset(clock[at:]); !ok {
				return m, false
			}
			clock = clock[:at]
		}
	}
	whole, fraction, fractional := strings.Cut(clock, ".")
	numbers := strings.Split(day, "-")
	days := len(numbers)
	if timed {
		numbers = append(numbers, strings.Split(whole, ":")...)
	}
	if days > 3 || timed && days != 3 || len(numbers) > len(m.parts) || fractional && len(numbers) < len(m.parts) {
		return m, false
	}
	for i, number := range numbers {
		if !digits(number, widths[i]) {
			return m, false
		}
		m.parts[i], _ = strconv.Atoi(number)
	}
	m.given = len(numbers)
	if fractional {
		if m.fraction = fraction; len(fraction) > nanoDigits || !digits(fraction, len(fraction)) || fraction == "" {
			return m, false
		}
	}
	return m, m.exists()
}

// widths are how many digits the parts of a date have.
var widths = [6]int{4, 2, 2, 2, 2, 2}

const (
	milliDigits = 3
	nanoDigits  = 9
)

func digits(text string, n int) bool { return len(text) == n && strings.Trim(text, "0123456789") == "" }

// readOffset reads the offset of a time: "Z", "+02:00", "+0200" or "+02".
func readOffset(text string) (string, bool) {
	if text == "Z" {
		return text, true
	}
	number := strings.Replace(text[1:], ":", "", 1)
	if len(number) == 2 {
		number += "00"
	}
	if text[0] == 'Z' || !digits(number, 4) || number > "1800" || number[2] > '5' {
		return "", false
	}
	return text[:1] + number[:2] + ":" + number[2:], true
}

// exists reports whether there is such a moment.
func (m *moment) exists() bool {
	least := [6]int{0, 1, 1, 0, 0, 0}
	most := [6]int{9999, 12, m.days(), 23, 59, 59}
	for i := range m.given {
		if m.parts[i] < least[i] || m.parts[i] > most[i] {
			return false
		}
	}
	return true
}

// days returns how many days the moment's month has.
func (m *moment) days() int {
	switch year, month := m.parts[0], m.parts[1]; month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}

// first and last write the first and the last moment of what was typed, with that many digits after the second.
func (m *moment) first(precision int) string {
	return m.filled([6]int{0, 1, 1, 0, 0, 0}, precision, "0")
}

func (m *moment) last(precision int) string {
	filled := *m
	if m.given < 2 {
		filled.parts[1] = 12
	}
	return m.filled([6]int{0, 12, filled.days(), 23, 59, 59}, precision, "9")
}

func (m *moment) filled(missing [6]int, precision int, digit string) string {
	parts := m.parts
	copy(parts[m.given:], missing[m.given:])
	text := make([]byte, 0, len("2006-01-02T15:04:05.000000000+00:00"))
	for i, separator := range [6]string{"", "-", "-", "T", ":", ":"} {
		text = append(text, separator...)
		number := strconv.Itoa(parts[i])
		for range widths[i] - len(number) {
			text = append(text, '0')
		}
		text = append(text, number...)
	}
	fraction := m.fraction + strings.Repeat(digit, nanoDigits)
	return string(text) + "." + fraction[:precision] + m.offset
}

// The limits of date_nanos (Mapping, "date_nanos").
const (
	firstNano = "1970"
	lastNano  = "2262-04-11T23:47:16.854775807Z"
)

// interval is what a typed date means: all moments from first to last, as JSON, in a format.
type interval struct {
	first, last, format string

	math   *dateMath // nil for a date that is not computed
	next   string    // the first moment after it, "" if last is enough to compare with
	millis int64     // what date math means at the end that is compared with
}

// after and upTo are the bounds of a range that begins behind the interval, and of one that ends with it.
func (in *interval) after() (parameter, value string) {
	if in.next != "" {
		return "gte", in.next
	}
	return "gt", in.last
}

func (in *interval) upTo() (parameter, value string) {
	if in.next != "" {
		return "lt", in.next
	}
	return "lte", in.last
}

// interval reads a typed date: the year, month, day or time in the common spelling, or anything in the format that the
// field has of its own. A number of eleven digits or more is milliseconds since 1970.
func (c *comparison) interval(value string) (interval, *driver.Error) {
	trimmed := strings.TrimSpace(value)
	own := c.format != "" && trimmed != ""
	if isMath(trimmed) && !strings.HasSuffix(trimmed, anchorEnd) {
		return c.computed(value, trimmed)
	}
	trimmed = strings.TrimSuffix(trimmed, anchorEnd)
	if m, ok := readMoment(trimmed); ok {
		if !c.nanos {
			return interval{first: es.Quote(m.first(milliDigits)), last: es.Quote(m.last(milliDigits)), format: "strict_date_optional_time"}, nil
		}
		first, last := m.first(nanoDigits), m.last(nanoDigits)
		if first < firstNano || first > lastNano {
			return interval{}, c.refused("{name} is " + c.called() + ", which has no dates before 1970 or after " + lastNano + ".")
		}
		return interval{first: es.Quote(first), last: es.Quote(min(last, lastNano)), format: "strict_date_optional_time_nanos"}, nil
	}
	switch whole := edit.Integer(trimmed, 64); {
	case whole && !own && (len(trimmed) > 10 || trimmed[0] == '-'):
		return interval{first: trimmed, last: trimmed, format: "epoch_millis"}, nil
	case own: // as a text even if it is a number, which the engine would read as milliseconds
		return interval{first: es.Quote(value), last: es.Quote(value)}, nil
	}
	return interval{}, c.wrong(value, "a date such as 2020, 2020-01-02 or 2020-01-02T15:04:05Z")
}

// dates compares dates: the whole of what was typed, from its first to its last moment.
func (c *comparison) dates() (string, *driver.Error) {
	if !among(c.row.Operator, byOrder) {
		return c.anyValue(func(value string) (string, *driver.Error) {
			in, e := c.interval(value)
			if e != nil {
				return "", e
			}
			return c.moments(in.format, "gte", in.first, "lte", in.last), nil
		})
	}
	op := c.row.Operator
	from, e := c.interval(c.row.Values[0])
	if e == nil {
		e = c.means(0, &from, op == driver.Greater || op == driver.LessOrEqual)
	}
	if e != nil {
		return "", e
	}
	switch after, next := from.after(); op {
	case driver.Greater:
		return c.moments(from.format, after, next), nil
	case driver.GreaterOrEqual:
		return c.moments(from.format, "gte", from.first), nil
	case driver.Less:
		return c.moments(from.format, "lt", from.first), nil
	case driver.LessOrEqual:
		upTo, end := from.upTo()
		return c.moments(from.format, upTo, end), nil
	}
	to, e := c.interval(c.row.Values[1])
	if e == nil {
		e = c.means(1, &to, true)
	}
	if e != nil {
		return "", e
	}
	return c.between(&from, &to)
}

func (c *comparison) between(from, to *interval) (string, *driver.Error) {
	format := from.format
	if from.fromNow() { // which is read in any format
		format = to.format
	}
	switch upTo, end := to.upTo(); {
	case format != to.format && !to.fromNow():
		return "", c.refused("Write both dates of between in the same way.")
	case reversed(from, to):
		return "", c.reversed()
	default:
		return c.moments(format, "gte", from.first, upTo, end), nil
	}
}

// fromNow reports whether a date is computed from the time of the search.
func (in *interval) fromNow() bool { return in.math != nil && in.math.now }

// reversed reports whether a range ends before it begins, whenever it is searched for.
func reversed(from, to *interval) bool {
	switch {
	case from.math != nil && to.math != nil:
		return from.math.now == to.math.now && from.millis > to.millis
	case from.math != nil || to.math != nil:
		return false
	}
	return from.format != "" && from.format != "epoch_millis" && later(from.first, to.last)
}

// later reports whether a moment is later than another one, whatever their offsets. Both are texts of filled, in quotes and
// with as many digits after the second.
func later(a, b string) bool {
	x, y := minute(a), minute(b)
	if x != y {
		return x > y
	}
	const second = len(`"2006-01-02T15:04:`)
	return a[second:second+strings.IndexAny(a[second:], "Z+-")] > b[second:second+strings.IndexAny(b[second:], "Z+-")]
}

// minute counts the minutes up to a moment in UTC, by a calendar whose years begin in March.
func minute(text string) int {
	number := func(at, digits int) int {
		n, _ := strconv.Atoi(text[at : at+digits])
		return n
	}
	year, month := number(1, 4), number(6, 2)-3
	if month < 0 {
		year, month = year-1, month+12
	}
	days := 365*year + year/4 - year/100 + year/400 + (153*month+2)/5 + number(9, 2)
	at := (days*24+number(12, 2))*60 + number(15, 2)
	if zone := len(text) - len(`+02:00"`); text[len(text)-2] != 'Z' {
		offset := number(zone+1, 2)*60 + number(zone+4, 2)
		if text[zone] == '+' {
			offset = -offset
		}
		at += offset
	}
	return at
}

// moments returns a range of dates in a format, "" for the field's own.
func (c *comparison) moments(format string, bounds ...string) string {
	if format != "" {
		bounds = append(bounds, "format", es.Quote(format))
	}
	return c.span(bounds...)
}
