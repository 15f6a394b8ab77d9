package statistics

import (
	"math"
	"strconv"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/es"
)

// leastSteps is the minimum number of floats that a bar must span: values are rounded to one of them before they are
// counted, which moves some to the next bar.
const leastSteps = 100

// step is the width of a bar: 1, 2 or 5, times a power of ten.
type step struct {
	digit int64
	power int
}

// stepOf returns the smallest step with which a range needs at most 20 bars; integers have integer steps. The range is
// only used to choose the step, so rounded ends do not matter.
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
	const plain = 18 // beyond this many zeros, use an exponent
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

// histogram requests a histogram, whose bars depend on the range of the values. If the engine refuses it, the
// statistics are complete without it.
func (s *summary) histogram() error {
	if s.result.Values <= 0 {
		return nil
	}
	switch s.column.Kind {
	case driver.KindNumber:
		least, greatest, width, ok := s.numberBars()
		if !ok {
			return nil
		}
		s.result.Interval = width.times(1)
		buckets, err := s.bars(func(w *jx.Writer) { s.writeNumberBars(w, least, greatest, width) })
		if err == nil {
			s.readNumberBars(buckets, width)
		}
		return err
	case driver.KindDate:
		bounds, step := s.dateBars()
		if bounds == nil {
			return nil
		}
		buckets, err := s.bars(func(w *jx.Writer) { s.writeDateRanges(w, bounds) })
		if err == nil {
			s.readDateBars(buckets, bounds, step)
		}
		return err
	}
	return nil
}

// numberBars returns the range of the numbers and the width of their bars, or records why there is no histogram.
func (s *summary) numberBars() (least, greatest float64, width step, ok bool) {
	r := s.result
	least, err1 := strconv.ParseFloat(r.Min, 64)
	greatest, err2 := strconv.ParseFloat(r.Max, 64)
	switch wide := greatest - least; {
	case r.Min == r.Max:
		r.BarNote = "All values are the same."
		return least, greatest, width, false
	case err1 != nil || err2 != nil || math.IsNaN(wide) || math.IsInf(wide, 0):
		r.BarNote = "The values are too far apart for a histogram."
		return least, greatest, width, false
	}
	width = stepOf(least, greatest, s.column.Integer)
	if width.float()*exactFloat < leastSteps*math.Max(math.Abs(least), math.Abs(greatest)) {
		r.BarNote = "The values are too close together for a histogram: the engine computes its bars with 64-bit floating-point numbers."
		return least, greatest, width, false
	}
	return least, greatest, width, true
}

// writeNumberBars writes an aggregation that returns only bars with a value inside the range, so that a value stored in
// the meantime cannot make it grow. hard_bounds are compared with the rounded beginnings of bars, so they are one bar
// wider; they exist from 7.10 on.
func (s *summary) writeNumberBars(w *jx.Writer, least, greatest float64, width step) {
	s.writeField(w, "bars", "histogram").Key("interval").Raw(width.times(1)).Key("min_doc_count").Int(1)
	if es.VersionOf(s.conn).AtLeast(7, 10) {
		first, last := int64(math.Floor(least/width.float())), int64(math.Floor(greatest/width.float()))
		w.Key("hard_bounds").Open('{').Key("min").Raw(width.times(first - 1)).Key("max").Raw(width.times(last + 1)).Close("}")
	}
	w.Close("}}")
}

// readNumberBars reads the bars and fills the gaps between them.
func (s *summary) readNumberBars(buckets string, width step) {
	r := s.result
	next := int64(0)
	jx.Items(buckets, func(bucket string) bool {
		raw, _ := jx.Get(bucket, "key")
		key, err := strconv.ParseFloat(raw, 64)
		if err != nil {
			return false
		}
		n := int64(math.Round(key / width.float()))
		for len(r.Bars) > 0 && next < n && len(r.Bars) < mostBars {
			r.Bars = append(r.Bars, driver.Bar{From: width.times(next), To: width.times(next + 1)})
			next++
		}
		if len(r.Bars) == mostBars {
			return false
		}
		r.Bars = append(r.Bars, driver.Bar{From: width.times(n), To: width.times(n + 1), Count: count(bucket, "doc_count")})
		next = n + 1
		return true
	})
}

// bars sends a search for a histogram and returns its buckets, "" if the engine refuses it.
func (s *summary) bars(write func(*jx.Writer)) (buckets string, err error) {
	w := jx.NewWriter(es.BodyRoom).Open('{')
	path := []string{"aggregations", "bars", "buckets"}
	if within := s.within(); within != "" {
		path = []string{"aggregations", "objects", "bars", "buckets"}
		w.Key("objects").Open('{').Key("nested").Open('{').Key("path").Text(within).Close("}").Key("aggs").Open('{')
		write(w)
		w.Close("}}")
	} else {
		write(w)
	}
	response, err := s.search("false", string(w.Close("}").Bytes()))
	var e *driver.Error
	switch {
	case refusedAsWrong(err, &e):
		s.result.Interval, s.result.BarNote = "", "Could not load the histogram: "+e.Message
		return "", nil
	case err != nil:
		return "", err
	}
	s.result.Millis += max(0, count(response, "took"))
	buckets, _ = jx.Get(response, path...)
	return buckets, nil
}

// isoNanos writes nanoseconds since 1970 as a date with all its digits. Any other text is returned unchanged.
func isoNanos(text string) string {
	nanos, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return text
	}
	const perSecond, perDay = 1_000_000_000, 86_400 * 1_000_000_000
	days, rest := floorDiv(nanos, perDay)
	return isoDay(days) + isoTime(rest/perSecond) + "." + padded(rest%perSecond, 9) + "Z"
}

const perEra = 146_097 // days in 400 years

// civil returns the date that many days after 1970-01-01 in the Gregorian calendar. Years begin in March, so that a
// leap day is the last day.
func civil(days int64) (year, month, day int64) {
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
