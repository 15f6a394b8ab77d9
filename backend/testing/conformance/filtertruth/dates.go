package filtertruth

import (
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

const millisecond = int64(time.Millisecond)

// isoDate is a date whose smaller parts can be missing.
var isoDate = regexp.MustCompile(`^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d)(?::(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?)?(Z|[+-]\d\d:\d\d)?)?)?)?$`)

// period returns the first and the last nanosecond of the time that an ISO text names. fraction is the number of digits
// in its fraction of a second.
func period(s string) (first, last time.Time, fraction int, ok bool) {
	m := isoDate.FindStringSubmatch(s)
	if m == nil {
		return first, last, 0, false
	}
	part := func(i, absent int) int {
		if m[i] == "" {
			return absent
		}
		n, _ := strconv.Atoi(m[i]) // digits only
		return n
	}
	zone := time.UTC
	if z := m[8]; z != "" && z != "Z" {
		hours, _ := strconv.Atoi(z[1:3])
		minutes, _ := strconv.Atoi(z[4:])
		seconds := hours*3600 + minutes*60
		if z[0] == '-' {
			seconds = -seconds
		}
		zone = time.FixedZone(z, seconds)
	}
	nanos, _ := strconv.Atoi((m[7] + "000000000")[:9])
	month, day := part(2, 1), part(3, 1)
	first = time.Date(part(1, 0), time.Month(month), day, part(4, 0), part(5, 0), part(6, 0), nanos, zone)
	if month < 1 || month > 12 || first.Day() != day || part(4, 0) > 23 || part(5, 0) > 59 || part(6, 0) > 59 {
		return first, last, 0, false
	}
	switch {
	case m[2] == "":
		last = first.AddDate(1, 0, 0)
	case m[3] == "":
		last = first.AddDate(0, 1, 0)
	case m[4] == "":
		last = first.AddDate(0, 0, 1)
	case m[5] == "":
		last = first.Add(time.Hour)
	case m[6] == "":
		last = first.Add(time.Minute)
	case m[7] == "":
		last = first.Add(time.Second)
	default:
		return first, first, len(m[7]), true
	}
	return first, last.Add(-1), 0, true
}

func nanos(t time.Time) *big.Rat {
	n := new(big.Int).Mul(big.NewInt(t.Unix()), big.NewInt(int64(time.Second)))
	return new(big.Rat).SetInt(n.Add(n, big.NewInt(int64(t.Nanosecond()))))
}

// dates returns what a typed date can mean.
func (f *Field) dates(value string) ([]span, verdict) {
	first, last, fraction, ok := period(strings.Replace(value, " ", "T", 1))
	if ok {
		low := nanos(first)
		owed := answers
		if strings.Contains(value, " ") {
			owed = either
		}
		if f.Type == "date_nanos" && (first.Year() < 1970 || last.Year() > 2261) {
			owed = max(owed, either) // an engine may refuse such a bound
		}
		if fraction == 0 {
			return []span{{low, nanos(last)}}, owed
		}
		if f.Type != "date_nanos" && fraction > 3 {
			return []span{exactly(low), exactly(floored(low))}, either // more precise than any value
		}
		readings := []span{exactly(low)}
		if fraction < 9 {
			unit := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(9-fraction)), nil))
			readings = append(readings, span{low, unit.Add(unit, low).Sub(unit, big.NewRat(1, 1))})
		}
		return readings, owed
	}
	if f.Format != "" {
		at, certain := f.instant(value)
		if certain != yes {
			return nil, refuses
		}
		if strings.Contains(value, "/") {
			day := new(big.Rat).Add(at, big.NewRat(int64(24*time.Hour)-1, 1))
			return []span{{at, day}}, either
		}
		return []span{{at, new(big.Rat).Add(at, big.NewRat(int64(time.Second)-1, 1))}, exactly(at)}, either
	}
	if len(value) == 8 && digits.MatchString(value) { // 20200102 looks like a day and would be read as milliseconds
		if first, last, _, ok := period(value[:4] + "-" + value[4:6] + "-" + value[6:]); ok {
			return []span{{nanos(first), nanos(last)}}, either
		}
	}
	if n, err := strconv.ParseInt(value, 10, 64); err == nil && len(strings.TrimPrefix(value, "-")) > 4 {
		low := new(big.Rat).SetInt(new(big.Int).Mul(big.NewInt(n), big.NewInt(millisecond)))
		return []span{exactly(low), {low, new(big.Rat).Add(low, big.NewRat(millisecond-1, 1))}}, either
	}
	return nil, refuses
}

// computes reports whether a row has a date that is computed at search time. A driver may support such dates, and what
// they mean depends on the time.
func (f *Field) computes(r Row) bool {
	if !strings.HasPrefix(f.Type, "date") || !slices.Contains(order, r.Operator) {
		return false
	}
	return slices.ContainsFunc(r.Values, func(value string) bool {
		return strings.HasPrefix(value, "now") || strings.Contains(value, "||")
	})
}

// floored rounds a time down to milliseconds.
func floored(at *big.Rat) *big.Rat {
	unit := big.NewInt(millisecond)
	n := new(big.Int).Div(at.Num(), unit) // nanoseconds are whole; Euclidean division rounds down
	return new(big.Rat).SetInt(n.Mul(n, unit))
}

// instant returns a document's date in nanoseconds.
func (f *Field) instant(s string) (*big.Rat, truth) {
	if f.Format != "" { // yyyy/MM/dd||epoch_second, the only one in the corpus
		if t, err := time.Parse("2006/01/02", s); err == nil {
			return nanos(t), yes
		}
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			return nil, no
		}
		return nanos(time.Unix(n, 0)), yes
	}
	first, _, _, ok := period(s)
	if n, err := strconv.ParseInt(s, 10, 64); err == nil && !ok {
		return nanos(time.UnixMilli(n)), yes
	}
	if !ok {
		return nil, no
	}
	if f.Type == "date_nanos" {
		return nanos(first), yes
	}
	return floored(nanos(first)), yes
}
