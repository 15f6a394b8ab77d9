package elasticsearch

import (
	"math"
	"sort"

	"github.com/tidwall/gjson"
)

// histogram counts numbers in buckets of equal width, without gaps unless min_doc_count says so.
func (e *Engine) histogram(def, _ gjson.Result, entries []entry) (*object, *failure) {
	def = def.Get("histogram")
	for _, option := range []string{"offset", "extended_bounds", "keyed", "missing", "order", "format"} {
		if def.Get(option).Exists() {
			return nil, unsupported("The sample engine does not answer %s in a histogram.", option)
		}
	}
	width, gaps := def.Get("interval").Float(), true
	if v := def.Get("min_doc_count"); v.Exists() {
		if v.Int() > 1 {
			return nil, unsupported("The sample engine does not answer a min_doc_count above 1 in a histogram.")
		}
		gaps = v.Int() == 0
	}
	low, high := def.Get("hard_bounds.min"), def.Get("hard_bounds.max")
	if width <= 0 {
		return nil, badArgument("[interval] must be >0 for histogram aggregation [%s]", def.Get("field").String())
	}
	counts := map[float64]int{}
	var wrong *failure
	fail := e.each(def, entries, func(f *field, values []value) {
		if f.class() != whole && f.class() != fraction {
			wrong = badArgument("Field [%s] of type [%s] is not supported for aggregation [histogram]", f.path, f.kind)
			return
		}
		seen := map[float64]bool{}
		for _, v := range values {
			at := math.Floor(f.number(v) / width)
			if low.Exists() && at*width < low.Float() || high.Exists() && at*width > high.Float() {
				continue
			}
			if !seen[at] {
				seen[at] = true
				counts[at]++
			}
		}
	})
	if fail == nil && wrong != nil {
		fail = searchFailed([]shardFailure{{entries[0].index.name, wrong}})
	}
	if fail != nil {
		return nil, fail
	}
	var at []float64
	for n := range counts {
		at = append(at, n)
	}
	sort.Float64s(at)
	var items []string
	for i, n := range at {
		if i > 0 && gaps {
			for gap := at[i-1] + 1; gap < n; gap++ {
				items = append(items, string(new(object).raw("key", javaDouble(gap*width)).num("doc_count", 0).json()))
			}
		}
		items = append(items, string(new(object).raw("key", javaDouble(n*width)).num("doc_count", counts[n]).json()))
	}
	return new(object).raw("buckets", array(items)), nil
}
