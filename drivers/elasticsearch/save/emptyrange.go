package save

import (
	"strconv"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/edit"
	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/date"
	"quarry/drivers/elasticsearch/es"
	"quarry/drivers/elasticsearch/filter"
)

const emptyRange = "This range contains no values. Check both ends."

// emptyProblem says why a range, or one in an array of ranges, contains no value, "" if it may contain one. Such a
// range is refused only where it is indexed.
func emptyProblem(cell *driver.CellEdit, json string) string {
	if !strings.HasSuffix(cell.Type, "_range") {
		return ""
	}
	fields := definitions(cell)
	for i := range fields {
		if !fields[i].Indexed() {
			return ""
		}
	}
	empty := false
	switch json[0] {
	case '{':
		empty = isEmpty(cell.Type, fields, json)
	case '[':
		jx.Items(json, func(item string) bool {
			empty = emptyProblem(cell, item) != ""
			return !empty
		})
	}
	if empty {
		return emptyRange
	}
	return ""
}

// ends are the two ends of a range; an open end is excluded.
type ends struct {
	low, high         string // JSON
	lowOpen, highOpen bool
}

// endsOf reads the ends of a range, ok is false if it does not have exactly one of each.
func endsOf(json string) (e ends, ok bool) {
	lows, highs := 0, 0
	jx.Each(json, func(key, value string) bool {
		switch {
		case value == "null":
		case key == "gte" || key == "gt":
			e.low, e.lowOpen = value, key == "gt"
			lows++
		default:
			e.high, e.highOpen = value, key == "lt"
			highs++
		}
		return true
	})
	return e, lows == 1 && highs == 1
}

// isEmpty reports whether it is certain that a range whose ends fit its type contains no value.
func isEmpty(fieldType string, fields []filter.Field, json string) bool {
	e, ok := endsOf(json)
	if !ok {
		return false
	}
	switch fieldType {
	case "integer_range", "long_range":
		return e.noInteger()
	case "float_range":
		return e.noFloat(32)
	case "double_range":
		return e.noFloat(64)
	case "ip_range":
		low, high := jx.Unquote(e.low), jx.Unquote(e.high)
		return es.IsIPAbove(low, high) || (e.lowOpen || e.highOpen) && !es.IsIPAbove(high, low)
	case "date_range":
		return e.noDate(fields)
	}
	return false
}

func (e *ends) noInteger() bool {
	low, _ := strconv.ParseInt(e.low, 10, 64)
	high, _ := strconv.ParseInt(e.high, 10, 64)
	if low >= high {
		return low > high || e.lowOpen || e.highOpen
	}
	return e.lowOpen && e.highOpen && low+1 == high
}

func (e *ends) noFloat(bits int) bool {
	low, _ := strconv.ParseFloat(e.low, bits)
	high, _ := strconv.ParseFloat(e.high, bits)
	return low > high || low == high && (e.lowOpen || e.highOpen)
}

// noDate compares dates in the usual formats only. An included end covers everything that was typed.
func (e *ends) noDate(fields []filter.Field) bool {
	for i := range fields {
		if fields[i].Format != "" {
			return false
		}
	}
	const year = 4 // digits of a number that is a year
	if edit.Integer(e.low, 64) && edit.Integer(e.high, 64) {
		return len(e.low) > year+1 && len(e.high) > year+1 && e.noInteger()
	}
	from, ok := date.ReadMoment(jx.Unquote(e.low))
	to, both := date.ReadMoment(jx.Unquote(e.high))
	if !ok || !both {
		return false
	}
	low, high := es.Quote(from.First(date.MilliDigits)), es.Quote(to.Last(date.MilliDigits))
	if e.highOpen {
		high = es.Quote(to.First(date.MilliDigits))
	}
	return date.Later(low, high) || (e.lowOpen || e.highOpen) && !date.Later(high, low)
}
