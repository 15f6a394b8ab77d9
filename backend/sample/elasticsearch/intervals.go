package elasticsearch

import (
	"math"
	"strings"
	"time"

	"github.com/tidwall/gjson"
)

// element returns the field type of a range's ends.
func (f *field) element() *field {
	kind := strings.TrimSuffix(f.kind, "_range")
	return &field{path: f.path, kind: kind, indexed: true}
}

// span reads a range, with both ends included; a missing end is the limit of the type.
func (f *field) span(v gjson.Result) (value, *failure) {
	e := f.element()
	low, high := e.ends()
	out := value{raw: v.Raw, low: &low, high: &high}
	if v.Type == gjson.String && e.kind == "ip" {
		first, last, fail := prefixRange(v.String())
		out.low, out.high = &value{text: first}, &value{text: last}
		return out, fail
	}
	var fail *failure
	v.ForEach(func(name, end gjson.Result) bool {
		if end.Type == gjson.Null {
			return true
		}
		fail = e.end(name.String(), end, &out)
		return fail == nil
	})
	return out, fail
}

// end sets one bound of a range from one member of a range object.
func (e *field) end(name string, v gjson.Result, out *value) *failure {
	parsed, fail := e.bound(v, name == "gt" || name == "lte")
	if fail != nil {
		return fail
	}
	switch name {
	case "gt":
		e.beyond(parsed, 1, out)
	case "gte":
		out.low = &parsed
	case "lt":
		e.beyond(parsed, -1, out)
	case "lte":
		out.high = &parsed
	default:
		return badArgument("unknown range parameter [%s]", name)
	}
	return nil
}

// beyond sets a bound that excludes its value, to the next value. Nothing is beyond the last value of a type.
func (e *field) beyond(v value, direction int, out *value) {
	next := e.next(v, direction)
	switch order := e.class().compare(next, v); {
	case order != direction:
		low, high := e.ends()
		out.low, out.high = &high, &low
	case direction > 0:
		out.low = &next
	default:
		out.high = &next
	}
}

// bound parses one end; dates are rounded up if the end requires it.
func (e *field) bound(v gjson.Result, up bool) (value, *failure) {
	if e.kind == "date" || e.kind == "date_nanos" {
		if fail := e.reads(scalar(v)); fail != nil {
			return value{}, fail
		}
		at, fail := moment(scalar(v), up)
		if fail == nil {
			fail = e.storable(at)
		}
		if fail != nil {
			return value{}, fail
		}
		return value{whole: e.ticks(at)}, nil
	}
	return e.parse(v)
}

// storable returns a failure if nanoseconds since 1970 cannot represent a time.
func (e *field) storable(at time.Time) *failure {
	switch {
	case e.kind != "date_nanos":
		return nil
	case at.Before(time.Unix(0, 0)):
		return badArgument("date[%s] is before the epoch in 1970 and cannot be stored in nanosecond resolution", instantText(at))
	case at.After(time.Unix(0, math.MaxInt64)):
		return badArgument("date[%s] is after 2262-04-11T23:47:16.854775807 and cannot be stored in nanosecond resolution", instantText(at))
	}
	return nil
}

// instantText writes a time as Java's Instant does: with as many groups of three fractional digits as it needs.
func instantText(at time.Time) string {
	text := at.UTC().Format("2006-01-02T15:04:05.000000000")
	for strings.HasSuffix(text, "000") && strings.Contains(text, ".") {
		text = strings.TrimSuffix(text[:len(text)-3], ".")
	}
	return text + "Z"
}

// next returns the value just above or below another.
func (e *field) next(v value, direction int) value {
	switch e.class() {
	case whole:
		if limit := int64(math.MaxInt64); v.whole != limit*int64(direction) {
			v.whole += int64(direction)
		}
	case fraction:
		v.fraction = e.neighbour(v.fraction, direction)
	case address:
		v.text = nextAddress(v.text, direction)
	}
	return v
}

func (e *field) neighbour(v float64, direction int) float64 {
	if e.kind == "float" {
		return float64(math.Nextafter32(float32(v), float32(math.Inf(direction))))
	}
	return math.Nextafter(v, math.Inf(direction))
}

func nextAddress(text string, direction int) string {
	b := []byte(text)
	for i := len(b) - 1; i >= 0; i-- {
		b[i] += byte(direction)
		if direction > 0 && b[i] != 0 || direction < 0 && b[i] != 0xff {
			break
		}
	}
	return string(b)
}

func (e *field) ends() (low, high value) {
	switch e.class() {
	case whole:
		if l, ok := limits[e.kind]; ok {
			return value{whole: l[0]}, value{whole: l[1]}
		}
		return value{whole: math.MinInt64}, value{whole: math.MaxInt64}
	case fraction:
		return value{fraction: math.Inf(-1)}, value{fraction: math.Inf(1)}
	}
	return value{text: strings.Repeat("\x00", 16)}, value{text: strings.Repeat("\xff", 16)}
}
