package elasticsearch

import (
	"math"
	"time"

	"github.com/tidwall/gjson"
)

func (e *Engine) cardinality(def, _ gjson.Result, entries []entry) (*object, *failure) {
	counts, _, fail := e.values(def.Get("cardinality"), entries)
	return new(object).num("value", len(counts)), fail
}

func (e *Engine) valueCount(def, _ gjson.Result, entries []entry) (*object, *failure) {
	_, total, fail := e.values(def.Get("value_count"), entries)
	return new(object).num("value", total), fail
}

// figures are what the engine computes from numbers, as 64-bit floats.
type figures struct {
	field      *field // nil if no index has it
	count      int
	least      float64
	greatest   float64
	sum, error float64 // Kahan summation: error is what was lost in sum
}

// figures reads the numbers of a field.
func (e *Engine) figures(kind string, def gjson.Result, entries []entry) (*figures, *failure) {
	out := &figures{least: math.Inf(1), greatest: math.Inf(-1)}
	var wrong *failure
	fail := e.each(def, entries, func(f *field, values []value) {
		if out.field = f; f.class() != whole && f.class() != fraction {
			wrong = badArgument("Field [%s] of type [%s] is not supported for aggregation [%s]", f.path, f.kind, kind)
			return
		}
		for _, v := range values {
			out.add(f.number(v))
		}
	})
	if fail == nil && wrong != nil {
		fail = searchFailed([]shardFailure{{entries[0].index.name, wrong}})
	}
	return out, fail
}

// number returns a value as aggregations compute with it: nanoseconds are truncated to milliseconds.
func (f *field) number(v value) float64 {
	switch {
	case f.kind == "date_nanos":
		return float64(time.Unix(0, v.whole).UnixMilli())
	case f.class() == whole:
		return float64(v.whole)
	}
	return v.fraction
}

func (s *figures) add(v float64) {
	s.count++
	s.least, s.greatest = min(s.least, v), max(s.greatest, v)
	if math.IsInf(v, 0) {
		s.sum += v
		return
	}
	corrected := v + s.error
	next := s.sum + corrected
	s.error = corrected - (next - s.sum)
	s.sum = next
}

// member writes a figure, null if there are no values. Dates and booleans also have it as text.
func (s *figures) member(o *object, name string, v float64) {
	if s.count == 0 && name != "sum" {
		o.raw(name, "null")
		return
	}
	o.raw(name, javaDouble(v))
	if text := s.text(v); text != "" {
		o.raw(name+"_as_string", text)
	}
}

// text writes a figure in the field's own form, "" if it has none.
func (s *figures) text(v float64) string {
	if s.field == nil {
		return ""
	}
	switch s.field.kind {
	case "date", "date_nanos":
		return quote(isoText(time.UnixMilli(int64(v))))
	case "boolean":
		if v == 0 {
			return `"false"`
		}
		return `"true"`
	}
	return ""
}

func (e *Engine) stats(def, _ gjson.Result, entries []entry) (*object, *failure) {
	s, fail := e.figures("stats", def.Get("stats"), entries)
	if fail != nil {
		return nil, fail
	}
	o := new(object).num("count", s.count)
	s.member(o, "min", s.least)
	s.member(o, "max", s.greatest)
	s.member(o, "avg", s.sum/float64(s.count))
	s.member(o, "sum", s.sum)
	return o, nil
}

// extreme is min or max.
func (e *Engine) extreme(def, _ gjson.Result, entries []entry) (*object, *failure) {
	kind, of := "min", def.Get("min")
	if !of.Exists() {
		kind, of = "max", def.Get("max")
	}
	s, fail := e.figures(kind, of, entries)
	if fail != nil {
		return nil, fail
	}
	v := s.least
	if kind == "max" {
		v = s.greatest
	}
	return s.value(v), nil
}

// totalled is sum or avg.
func (e *Engine) totalled(def, _ gjson.Result, entries []entry) (*object, *failure) {
	kind, of := "sum", def.Get("sum")
	if !of.Exists() {
		kind, of = "avg", def.Get("avg")
	}
	s, fail := e.figures(kind, of, entries)
	switch {
	case fail != nil:
		return nil, fail
	case kind == "avg":
		return s.value(s.sum / float64(s.count)), nil
	case s.count == 0:
		return new(object).raw("value", "0.0"), nil
	}
	return s.value(s.sum), nil
}

// value writes the only figure of an aggregation.
func (s *figures) value(v float64) *object {
	o := new(object)
	s.member(o, "value", v)
	return o
}
