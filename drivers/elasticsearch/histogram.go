package elasticsearch

import (
	"math"
	"strconv"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

// leastSteps is how many floating-point numbers a bar must span at least: values are rounded to one of them before they
// are counted, which moves some of them to the next bar.
const leastSteps = 100

// step is the width of a bar: a digit, 1, 2 or 5, times a power of ten.
type step struct {
	digit int64
	power int
}

// stepOf returns the smallest step with which a range needs at most 20 bars; whole numbers have whole steps. The range
// is only used to choose it, so that it does not matter that its ends are rounded.
func stepOf(least, greatest float64, integer bool) step {
	const most = 20
	wanted := (greatest - least) / most
	s := step{1, int(math.Floor(math.Log10(wanted)))}
	for s.float() < wanted {
		switch s.digit {
		case 1:
			s.digit = 2
		case 2:
			s.digit = 5
		default:
			s = step{1, s.power + 1}
		}
	}
	if integer && s.power < 0 {
		return step{1, 0}
	}
	return s
}

func (s step) float() float64 {
	f, _ := strconv.ParseFloat(strconv.FormatInt(s.digit, 10)+"e"+strconv.Itoa(s.power), 64)
	return f
}

// times returns a multiple of the step in plain digits.
func (s step) times(n int64) string {
	const plain = 18 // more zeros are written as an exponent
	n *= s.digit
	if s.power > plain || s.power < -plain {
		return strconv.FormatInt(n, 10) + "e" + strconv.Itoa(s.power)
	}
	if s.power >= 0 {
		if n == 0 {
			return "0"
		}
		return strconv.FormatInt(n, 10) + strings.Repeat("0", s.power)
	}
	sign := ""
	if n < 0 {
		sign, n = "-", -n
	}
	digits := strconv.FormatInt(n, 10)
	if missing := 1 - s.power - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	return sign + digits[:len(digits)+s.power] + "." + digits[len(digits)+s.power:]
}

// histogram asks for a histogram of numbers, whose interval depends on their range. If the engine refuses it, the
// statistics are complete without it.
func (s *summary) histogram() error {
	r := s.result
	if s.column.Kind != driver.KindNumber || r.Values <= 0 {
		return nil
	}
	least, err1 := strconv.ParseFloat(r.Min, 64)
	greatest, err2 := strconv.ParseFloat(r.Max, 64)
	switch wide := greatest - least; {
	case r.Min == r.Max:
		r.BarNote = "All values are the same."
		return nil
	case err1 != nil || err2 != nil || math.IsNaN(wide) || math.IsInf(wide, 0):
		r.BarNote = "The values are too far apart for a histogram."
		return nil
	}
	width := stepOf(least, greatest, s.column.Integer)
	if width.float()*exactFloat < leastSteps*math.Max(math.Abs(least), math.Abs(greatest)) {
		r.BarNote = "The values are too close together for a histogram: the engine computes its bars with 64-bit floating-point numbers."
		return nil
	}
	r.Interval = width.times(1)
	answer, err := s.search("false", s.bars(r.Interval))
	var e *driver.Error
	switch {
	case refusedAsWrong(err, &e):
		r.Interval, r.BarNote = "", "The histogram could not be read: "+e.Message
		return nil
	case err != nil:
		return err
	}
	r.Millis += max(0, count(answer, "took"))
	path := []string{"aggregations", "bars", "buckets"}
	if len(s.column.Key.Nested) > 0 {
		path = []string{"aggregations", "objects", "bars", "buckets"}
	}
	buckets, _ := jx.Get(answer, path...)
	jx.Items(buckets, func(bucket string) bool {
		raw, _ := jx.Get(bucket, "key")
		key, err := strconv.ParseFloat(raw, 64)
		if err != nil {
			return false
		}
		n := int64(math.Round(key / width.float()))
		r.Bars = append(r.Bars, driver.Bar{From: width.times(n), To: width.times(n + 1), Count: count(bucket, "doc_count")})
		return true
	})
	return nil
}

// bars returns the aggregation of a histogram of numbers.
func (s *summary) bars(interval string) string {
	w := jx.NewWriter(bodyRoom).Open('{')
	if within := s.within(); within != "" {
		w.Key("objects").Open('{').Key("nested").Open('{').Key("path").Text(within).Close("}").Key("aggs").Open('{')
		s.writeField(w, "bars", "histogram").Key("interval").Raw(interval).Close("}}}}")
	} else {
		s.writeField(w, "bars", "histogram").Key("interval").Raw(interval).Close("}}")
	}
	return string(w.Close("}").Bytes())
}

// dateBars reads the histogram of dates, whose interval the engine chose.
func (s *summary) dateBars(figures string) {
	interval := jx.Text(figures, "bars", "interval")
	buckets, _ := jx.Get(figures, "bars", "buckets")
	jx.Items(buckets, func(bucket string) bool {
		s.result.Bars = append(s.result.Bars, driver.Bar{From: dateOf(jx.Text(bucket, "key_as_string"), interval), Count: count(bucket, "doc_count")})
		return true
	})
}

// dateOf shortens the beginning of a bar to what an interval such as "1M" or "30m" distinguishes.
func dateOf(text, interval string) string {
	const second = len("2019-12-31T23:59:59")
	if interval == "" || len(text) < second || text[4] != '-' {
		return text
	}
	length := map[byte]int{'y': 4, 'M': 7, 'd': 10, 'h': 16, 'm': 16, 's': second}[interval[len(interval)-1]]
	if length == 0 {
		return text
	}
	return strings.Replace(text[:length], "T", " ", 1)
}

// isoNanos writes nanoseconds since 1970 as a date with all its digits. Any other text is returned unchanged.
func isoNanos(text string) string {
	nanos, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return text
	}
	const perSecond, perDay = 1_000_000_000, 86_400 * 1_000_000_000
	days, rest := floorDiv(nanos, perDay)
	year, month, day := civil(days)
	seconds := rest / perSecond
	return strconv.FormatInt(year, 10) + "-" + padded(month, 2) + "-" + padded(day, 2) + "T" +
		padded(seconds/3600, 2) + ":" + padded(seconds/60%60, 2) + ":" + padded(seconds%60, 2) + "." + padded(rest%perSecond, 9) + "Z"
}

// civil returns the date that is so many days after 1970-01-01 in the Gregorian calendar. Years begin in March, so that
// the day that only leap years have is the last one.
func civil(days int64) (year, month, day int64) {
	const perEra = 146_097 // days in 400 years
	era, inEra := floorDiv(days+719_468, perEra)
	y := (inEra - inEra/1460 + inEra/36_524 - inEra/(perEra-1)) / 365
	inYear := inEra - (365*y + y/4 - y/100)
	m := (5*inYear + 2) / 153
	day, month, year = inYear-(153*m+2)/5+1, m+3, era*400+y
	if month > 12 {
		month, year = month-12, year+1
	}
	return year, month, day
}

// floorDiv divides and rounds down; the remainder is never negative.
func floorDiv(a, b int64) (quotient, remainder int64) {
	quotient, remainder = a/b, a%b
	if remainder < 0 {
		quotient, remainder = quotient-1, remainder+b
	}
	return quotient, remainder
}

func padded(n int64, width int) string {
	text := strconv.FormatInt(n, 10)
	return strings.Repeat("0", max(0, width-len(text))) + text
}
