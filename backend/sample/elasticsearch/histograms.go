package elasticsearch

import (
	"math"
	"sort"
	"strconv"
	"time"

	"github.com/tidwall/gjson"
)

// histogram counts numbers in buckets of one width, without gaps unless min_doc_count says so.
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

// rounding is a unit of an auto_date_histogram, with how many of it a bucket can have (Elasticsearch guide, "auto-interval
// date histogram").
type rounding struct {
	unit  string // of [floor] and [step]
	long  time.Duration
	inner []int
}

var roundings = []rounding{
	{"s", time.Second, []int{1, 5, 10, 30}},
	{"m", time.Minute, []int{1, 5, 10, 30}},
	{"h", time.Hour, []int{1, 3, 12}},
	{"d", 24 * time.Hour, []int{1, 7}},
	{"M", 30 * 24 * time.Hour, []int{1, 3}},
	{"y", 365 * 24 * time.Hour, []int{1, 5, 10, 20, 50, 100}},
}

// most is the largest number of units in a bucket.
func (r rounding) most() int { return r.inner[len(r.inner)-1] }

// autoDateHistogram counts dates in buckets of the smallest width with which there are few enough.
func (e *Engine) autoDateHistogram(def, _ gjson.Result, entries []entry) (*object, *failure) {
	def = def.Get("auto_date_histogram")
	for _, option := range []string{"minimum_interval", "time_zone", "missing"} {
		if def.Get(option).Exists() {
			return nil, unsupported("The sample engine does not answer %s in an auto_date_histogram.", option)
		}
	}
	if format := def.Get("format"); format.Exists() && format.String() != "strict_date_optional_time" {
		return nil, unsupported("The sample engine does not answer this format in an auto_date_histogram.")
	}
	target := 10
	if v := def.Get("buckets"); v.Exists() {
		target = int(v.Int())
	}
	var dates [][]time.Time // by entry
	var wrong *failure
	fail := e.each(def, entries, func(f *field, values []value) {
		if f.kind != "date" && f.kind != "date_nanos" {
			wrong = badArgument("Field [%s] of type [%s] is not supported for aggregation [auto_date_histogram]", f.path, f.kind)
			return
		}
		var own []time.Time
		for _, v := range values {
			own = append(own, time.UnixMilli(int64(f.number(v))).UTC())
		}
		dates = append(dates, own)
	})
	if fail == nil && wrong != nil {
		fail = searchFailed([]shardFailure{{entries[0].index.name, wrong}})
	}
	if fail != nil {
		return nil, fail
	}
	return dateBuckets(dates, target), nil
}

// dateBuckets writes the buckets of dates.
func dateBuckets(dates [][]time.Time, target int) *object {
	least, greatest, any := ends(dates)
	if !any {
		return new(object).raw("buckets", "[]").str("interval", "1s")
	}
	r := roundingFor(least, greatest, target)
	first, last := floor(least, r.unit), floor(greatest, r.unit)
	starts := []time.Time{}
	for at := first; !at.After(last); at = step(at, r.unit, 1) {
		starts = append(starts, at)
	}
	inner := 1
	if len(starts) > target {
		for _, n := range r.inner {
			if inner = n; (len(starts)+n-1)/n <= target {
				break
			}
		}
	}
	counts := make([]int, (len(starts)+inner-1)/inner)
	for _, own := range dates {
		seen := map[int64]bool{}
		for _, at := range own {
			start := floor(at, r.unit)
			if seen[start.UnixMilli()] {
				continue
			}
			seen[start.UnixMilli()] = true
			counts[sort.Search(len(starts), func(i int) bool { return !starts[i].Before(start) })/inner]++
		}
	}
	items := make([]string, len(counts))
	for i, count := range counts {
		at := starts[i*inner]
		items[i] = string(new(object).str("key_as_string", isoText(at)).raw("key", strconv.FormatInt(at.UnixMilli(), 10)).num("doc_count", count).json())
	}
	return new(object).raw("buckets", array(items)).str("interval", strconv.Itoa(inner)+r.unit)
}

func ends(dates [][]time.Time) (least, greatest time.Time, any bool) {
	for _, own := range dates {
		for _, at := range own {
			if !any || at.Before(least) {
				least = at
			}
			if !any || at.After(greatest) {
				greatest = at
			}
			any = true
		}
	}
	return least, greatest, any
}

// roundingFor returns the smallest unit of which a range needs few enough buckets.
func roundingFor(least, greatest time.Time, target int) rounding {
	for _, r := range roundings[:len(roundings)-1] {
		if greatest.Sub(least)/r.long > time.Duration(target*r.most()) {
			continue
		}
		needed := 0
		for at := floor(least, r.unit); at.Before(floor(greatest, r.unit)); at = step(at, r.unit, 1) {
			needed++
		}
		if needed+1 <= target*r.most() {
			return r
		}
	}
	return roundings[len(roundings)-1]
}
