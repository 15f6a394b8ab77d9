package elasticsearch

import (
	"time"

	"github.com/tidwall/gjson"
)

// dateRange is one bucket of a date_range aggregation.
type dateRange struct {
	from, to time.Time
	count    int
}

// dateRanges counts dates between bounds, in every range that contains them (Elasticsearch guide, "date range
// aggregation"). The ranges must be in order.
func (e *Engine) dateRanges(def, _ gjson.Result, entries []entry) (*object, *failure) {
	def = def.Get("date_range")
	for _, option := range []string{"time_zone", "missing", "keyed"} {
		if def.Get(option).Exists() {
			return nil, unsupported("The sample engine does not answer %s in a date_range.", option)
		}
	}
	if format := def.Get("format"); format.Exists() && format.String() != defaultFormats {
		return nil, unsupported("The sample engine does not answer this format in a date_range.")
	}
	ranges, fail := rangesOf(def.Get("ranges"))
	if fail != nil {
		return nil, fail
	}
	var wrong *failure
	fail = e.each(def, entries, func(f *field, values []value) {
		if f.kind != "date" && f.kind != "date_nanos" {
			wrong = badArgument("Field [%s] of type [%s] is not supported for aggregation [date_range]", f.path, f.kind)
			return
		}
		for i := range ranges {
			for _, v := range values {
				if at := time.UnixMilli(int64(f.number(v))); !at.Before(ranges[i].from) && at.Before(ranges[i].to) {
					ranges[i].count++
					break
				}
			}
		}
	})
	if fail == nil && wrong != nil {
		fail = searchFailed([]shardFailure{{entries[0].index.name, wrong}})
	}
	if fail != nil {
		return nil, fail
	}
	items := make([]string, len(ranges))
	for i, r := range ranges {
		items[i] = string(new(object).str("key", isoText(r.from)+"-"+isoText(r.to)).
			raw("from", javaDouble(float64(r.from.UnixMilli()))).str("from_as_string", isoText(r.from)).
			raw("to", javaDouble(float64(r.to.UnixMilli()))).str("to_as_string", isoText(r.to)).num("doc_count", r.count).json())
	}
	return new(object).raw("buckets", array(items)), nil
}

func rangesOf(list gjson.Result) ([]dateRange, *failure) {
	var ranges []dateRange
	for _, item := range list.Array() {
		from, to := item.Get("from"), item.Get("to")
		if !from.Exists() || !to.Exists() {
			return nil, unsupported("The sample engine does not answer a date_range without from and to.")
		}
		r := dateRange{}
		var fail *failure
		if r.from, fail = moment(from.String(), false); fail != nil {
			return nil, fail
		}
		if r.to, fail = moment(to.String(), false); fail != nil {
			return nil, fail
		}
		ranges = append(ranges, r)
	}
	return ranges, nil
}
