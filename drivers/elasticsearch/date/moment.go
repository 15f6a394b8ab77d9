package date

import (
	"strconv"
	"strings"
)

// Moment is a typed date: a year, a month, a day, or a time with any precision. It covers a period: 2020 is every
// moment of that year.
type Moment struct {
	Parts    [6]int // year, month, day, hour, minute, second
	Given    int    // number of parts typed
	Fraction string // digits of the fraction of a second
	Offset   string // "Z", "+02:00"
}

// ReadMoment parses a date, or a date and a time, with or without an offset.
func ReadMoment(text string) (m Moment, ok bool) {
	day, clock, timed := strings.Cut(strings.Replace(text, " ", "T", 1), "T")
	m.Offset = "Z"
	if timed {
		if at := strings.IndexAny(clock, "Z+-"); at >= 0 {
			if m.Offset, ok = readOffset(clock[at:]); !ok {
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
	if days > 3 || timed && days != 3 || len(numbers) > len(m.Parts) || fractional && len(numbers) < len(m.Parts) {
		return m, false
	}
	for i, number := range numbers {
		if !IsDigits(number, Widths[i]) {
			return m, false
		}
		m.Parts[i], _ = strconv.Atoi(number)
	}
	m.Given = len(numbers)
	if fractional {
		if m.Fraction = fraction; len(fraction) > NanoDigits || !IsDigits(fraction, len(fraction)) || fraction == "" {
			return m, false
		}
	}
	return m, m.Exists()
}

// Widths are the numbers of digits in the parts of a date.
var Widths = [6]int{4, 2, 2, 2, 2, 2}

const (
	// MilliDigits is the number of fraction digits for milliseconds.
	MilliDigits = 3
	// NanoDigits is the number of fraction digits for nanoseconds.
	NanoDigits = 9
)

// The limits of date_nanos (Mapping, "date_nanos").
const (
	FirstNano = "1970"
	LastNano  = "2262-04-11T23:47:16.854775807Z"
)

// IsDigits reports whether a text is exactly n digits.
func IsDigits(text string, n int) bool {
	return len(text) == n && strings.Trim(text, "0123456789") == ""
}

// readOffset parses a time offset: "Z", "+02:00", "+0200" or "+02".
func readOffset(text string) (string, bool) {
	if text == "Z" {
		return text, true
	}
	number := strings.Replace(text[1:], ":", "", 1)
	if len(number) == 2 {
		number += "00"
	}
	if text[0] == 'Z' || !IsDigits(number, 4) || number > "1800" || number[2] > '5' {
		return "", false
	}
	return text[:1] + number[:2] + ":" + number[2:], true
}

// Exists reports whether the moment exists in the calendar.
func (m *Moment) Exists() bool {
	least := [6]int{0, 1, 1, 0, 0, 0}
	most := [6]int{9999, 12, m.Days(), 23, 59, 59}
	for i := range m.Given {
		if m.Parts[i] < least[i] || m.Parts[i] > most[i] {
			return false
		}
	}
	return true
}

// Days returns the number of days in the moment's month.
func (m *Moment) Days() int {
	switch year, month := m.Parts[0], m.Parts[1]; month {
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

// First writes the first moment of the period, with that many fraction digits.
func (m *Moment) First(precision int) string {
	return m.filled([6]int{0, 1, 1, 0, 0, 0}, precision, "0")
}

// Last writes the last moment of the period, with that many fraction digits.
func (m *Moment) Last(precision int) string {
	filled := *m
	if m.Given < 2 {
		filled.Parts[1] = 12
	}
	return m.filled([6]int{0, 12, filled.Days(), 23, 59, 59}, precision, "9")
}

func (m *Moment) filled(missing [6]int, precision int, digit string) string {
	parts := m.Parts
	copy(parts[m.Given:], missing[m.Given:])
	text := make([]byte, 0, len("2006-01-02T15:04:05.000000000+00:00"))
	for i, separator := range [6]string{"", "-", "-", "T", ":", ":"} {
		text = append(text, separator...)
		number := strconv.Itoa(parts[i])
		for range Widths[i] - len(number) {
			text = append(text, '0')
		}
		text = append(text, number...)
	}
	fraction := m.Fraction + strings.Repeat(digit, NanoDigits)
	return string(text) + "." + fraction[:precision] + m.Offset
}

// Later reports whether a is later than b, whatever their offsets. Both come from First or Last, in quotes and with the
// same number of fraction digits.
func Later(a, b string) bool {
	x, y := Minute(a), Minute(b)
	if x != y {
		return x > y
	}
	const second = len(`"2006-01-02T15:04:`)
	return a[second:second+strings.IndexAny(a[second:], "Z+-")] > b[second:second+strings.IndexAny(b[second:], "Z+-")]
}

// Minute returns the minutes up to a moment in UTC, using a calendar whose years begin in March.
func Minute(text string) int {
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
