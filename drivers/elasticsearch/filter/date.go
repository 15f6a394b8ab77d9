package filter

import (
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/edit"
	"quarry/drivers/elasticsearch/date"
	"quarry/drivers/elasticsearch/es"
)

// interval is the meaning of a typed date: all moments from first to last, as JSON, in a format.
type interval struct {
	first, last, format string

	math   *dateMath // nil for a literal date
	next   string    // the first moment after it, "" if last is precise enough for comparing
	millis int64     // what date math means at the compared end
}

// after and upTo are the bounds of a range that begins after the interval, and of one that ends with it.
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

// interval parses a typed date: the year, month, day or time in the common spelling, or anything in the field's own
// format. A number of eleven digits or more is milliseconds since 1970.
func (c *comparison) interval(value string) (interval, *driver.Error) {
	trimmed := strings.TrimSpace(value)
	own := c.Format != "" && trimmed != ""
	if isMath(trimmed) && !strings.HasSuffix(trimmed, anchorEnd) {
		return c.computed(value, trimmed)
	}
	trimmed = strings.TrimSuffix(trimmed, anchorEnd)
	if m, ok := date.ReadMoment(trimmed); ok {
		if !c.nanos {
			return interval{first: es.Quote(m.First(date.MilliDigits)), last: es.Quote(m.Last(date.MilliDigits)), format: "strict_date_optional_time"}, nil
		}
		first, last := m.First(date.NanoDigits), m.Last(date.NanoDigits)
		if first < date.FirstNano || first > date.LastNano {
			return interval{}, c.refused("{name} is " + c.called() + ", which has no dates before 1970 or after " + date.LastNano + ".")
		}
		return interval{first: es.Quote(first), last: es.Quote(min(last, date.LastNano)), format: "strict_date_optional_time_nanos"}, nil
	}
	switch whole := edit.Integer(trimmed, 64); {
	case whole && !own && (len(trimmed) > 10 || trimmed[0] == '-'):
		return interval{first: trimmed, last: trimmed, format: "epoch_millis"}, nil
	case own: // as a string even if it is a number, which the engine would read as milliseconds
		return interval{first: es.Quote(value), last: es.Quote(value)}, nil
	}
	return interval{}, c.wrong(value, "a date such as 2020, 2020-01-02 or 2020-01-02T15:04:05Z")
}

// dates compares dates: the whole typed period, from its first to its last moment.
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
	if from.fromNow() { // which any format accepts
		format = to.format
	}
	switch upTo, end := to.upTo(); {
	case format != to.format && !to.fromNow():
		return "", c.refused("Write both dates of between in the same format.")
	case reversed(from, to):
		return "", c.reversed()
	default:
		return c.moments(format, "gte", from.first, upTo, end), nil
	}
}

// fromNow reports whether a date is relative to the time of the search.
func (in *interval) fromNow() bool { return in.math != nil && in.math.now }

// reversed reports whether a range ends before it begins, whenever the search runs.
func reversed(from, to *interval) bool {
	switch {
	case from.math != nil && to.math != nil:
		return from.math.now == to.math.now && from.millis > to.millis
	case from.math != nil || to.math != nil:
		return false
	}
	return from.format != "" && from.format != "epoch_millis" && date.Later(from.first, to.last)
}

// moments returns a range of dates in a format, "" for the field's own.
func (c *comparison) moments(format string, bounds ...string) string {
	if format != "" {
		bounds = append(bounds, "format", es.Quote(format))
	}
	return c.span(bounds...)
}
