package elasticsearch

import (
	"maps"
	"slices"
	"time"

	"github.com/tidwall/gjson"
)

// grouped groups entries by the keys of their values, sorted; an entry with several values belongs to several groups.
func (e *Engine) grouped(def gjson.Result, entries []entry, key func(*field, value) string) (map[string][]entry, *failure) {
	groups := map[string][]entry{}
	for _, n := range entries {
		fail := e.each(def, []entry{n}, func(f *field, values []value) {
			seen := map[string]bool{}
			for _, v := range values {
				if id := key(f, v); !seen[id] {
					seen[id] = true
					groups[id] = append(groups[id], n)
				}
			}
		})
		if fail != nil {
			return nil, fail
		}
	}
	return groups, nil
}

// within adds the inner aggregations of a bucket to it.
func (e *Engine) within(o *object, inner gjson.Result, entries []entry) *failure {
	if !inner.Exists() {
		return nil
	}
	rest, fail := e.buckets(inner, entries)
	if fail == nil && len(rest.text) > 0 {
		o.text = append(append(o.text, ','), rest.text...)
	}
	return fail
}

// calendar maps calendar intervals to the units for floor and step.
var calendar = map[string]string{
	"minute": "m", "1m": "m", "hour": "h", "1h": "h", "day": "d", "1d": "d", "week": "w", "1w": "w", "month": "M", "1M": "M", "year": "y", "1y": "y",
}

// days is a date_histogram with a calendar interval.
type days struct {
	unit        string
	groups      map[time.Time][]entry
	least, most time.Time
}

// dateHistogram counts dates in buckets of one calendar interval, without gaps (Date histogram aggregation).
func (e *Engine) dateHistogram(def, inner gjson.Result, entries []entry) (*object, *failure) {
	def = def.Get("date_histogram")
	for _, option := range []string{"fixed_interval", "interval", "offset", "time_zone", "hard_bounds", "missing", "format"} {
		if def.Get(option).Exists() {
			return nil, unsupported("The sample engine does not answer %s in a date_histogram.", option)
		}
	}
	d := days{unit: calendar[def.Get("calendar_interval").String()], groups: map[time.Time][]entry{}}
	if d.unit == "" {
		return nil, unsupported("The sample engine does not answer the calendar_interval [%s].", def.Get("calendar_interval").String())
	}
	if fail := d.read(e, def, entries); fail != nil {
		return nil, fail
	}
	if fail := d.extend(def.Get("extended_bounds")); fail != nil {
		return nil, fail
	}
	var times []time.Time
	for at := d.least; len(d.groups) > 0 && !at.After(d.most); at = step(at, d.unit, 1) {
		if int64(len(d.groups[at])) >= def.Get("min_doc_count").Int() {
			times = append(times, at)
		}
	}
	switch {
	case def.Get("order._key").String() == "desc":
		slices.Reverse(times)
	case def.Get("order").Exists() && !def.Get("order._key").Exists():
		return nil, unsupported("The sample engine does not answer this order in a date_histogram.")
	}
	return d.write(e, times, def.Get("keyed").Bool(), inner)
}

func (d *days) read(e *Engine, def gjson.Result, entries []entry) *failure {
	var wrong *failure
	fail := e.each(def, entries, func(f *field, _ []value) {
		if f.kind != "date" && f.kind != "date_nanos" {
			wrong = badArgument("Field [%s] of type [%s] is not supported for aggregation [date_histogram]", f.path, f.kind)
		}
	})
	if fail == nil && wrong != nil {
		fail = searchFailed([]shardFailure{{entries[0].index.name, wrong}})
	}
	if fail != nil {
		return fail
	}
	groups, fail := e.grouped(def, entries, func(f *field, v value) string {
		return isoText(floor(time.UnixMilli(int64(f.number(v))).UTC(), d.unit))
	})
	for text, list := range groups {
		if at, ok := isoMoment(text, false); ok {
			d.groups[at.UTC()] = list
		}
	}
	if len(d.groups) > 0 {
		byTime := func(a, b time.Time) int { return a.Compare(b) }
		times := slices.SortedFunc(maps.Keys(d.groups), byTime)
		d.least, d.most = times[0], times[len(times)-1]
	}
	return fail
}

// extend adds empty buckets at both ends.
func (d *days) extend(bounds gjson.Result) *failure {
	for _, name := range []string{"min", "max"} {
		v := bounds.Get(name)
		if !v.Exists() {
			continue
		}
		at, fail := moment(scalar(v), false)
		if fail != nil {
			return fail
		}
		at = floor(at.UTC(), d.unit)
		if name == "min" && at.Before(d.least) {
			d.least = at
		}
		if name == "max" && at.After(d.most) {
			d.most = at
		}
	}
	return nil
}

func (d *days) write(e *Engine, times []time.Time, keyed bool, inner gjson.Result) (*object, *failure) {
	items, named := make([]string, 0, len(times)), new(object)
	for _, at := range times {
		text := isoText(at)
		o := new(object).str("key_as_string", text).num("key", int(at.UnixMilli())).num("doc_count", len(d.groups[at]))
		if fail := e.within(o, inner, d.groups[at]); fail != nil {
			return nil, fail
		}
		items = append(items, string(o.json()))
		named.obj(text, o)
	}
	if keyed {
		return new(object).obj("buckets", named), nil
	}
	return new(object).raw("buckets", array(items)), nil
}
