package typesense

import (
	"cmp"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

const defaultFacetValues = 10

// facets counts the values of fields among the found documents.
func (s *searching) facets(found []*rank) ([]any, *failure) {
	most := defaultFacetValues
	if text, given := s.params["max_facet_values"]; given {
		n, err := strconv.ParseUint(text, 10, 31)
		if err != nil {
			return nil, invalid("Parameter `max_facet_values` must be an unsigned integer.")
		}
		most = int(n)
	}
	out := []any{}
	for _, name := range namesIn(s.params["facet_by"]) {
		f := s.c.field(name)
		if f == nil || !f.facet {
			return nil, failed(http.StatusNotFound, "Could not find a facet field named `%s` in the schema.", name)
		}
		out = append(out, countValues(f, found, most))
	}
	return out, nil
}

func countValues(f *field, found []*rank, most int) object {
	counts := map[string]int{}
	stats := newRange()
	for _, r := range found {
		seen := map[string]bool{}
		for _, value := range facetValues(r.document.index[f.name], stats) {
			if !seen[value] {
				counts[value]++
			}
			seen[value] = true
		}
	}
	values := sortedNames(counts)
	slices.SortStableFunc(values, func(a, b string) int { return cmp.Compare(counts[b], counts[a]) })
	values = values[:min(most, len(values))]
	list := make([]any, len(values))
	for i, value := range values {
		list[i] = object{"count": counts[value], "highlighted": value, "value": value}
	}
	return object{"counts": list, "field_name": f.name, "sampled": false, "stats": stats.describe(len(counts), len(list))}
}

func facetValues(x indexed, stats *numberRange) []string {
	var out []string
	for _, v := range x.whole {
		out = append(out, strconv.FormatInt(v, 10))
		stats.add(float64(v))
	}
	for _, v := range x.floats {
		out = append(out, strings.TrimSuffix(floatText(float64(v)), ".0"))
		stats.add(float64(v))
	}
	for _, v := range x.flags {
		out = append(out, strconv.FormatBool(v))
	}
	for _, v := range x.texts {
		out = append(out, v.text)
	}
	return out
}

// numberRange collects the statistics of numbers.
type numberRange struct {
	n              int
	low, high, sum float64
}

func newRange() *numberRange { return &numberRange{low: math.Inf(1), high: math.Inf(-1)} }

func (r *numberRange) add(v float64) {
	r.n++
	r.sum += v
	r.low, r.high = min(r.low, v), max(r.high, v)
}

func (r *numberRange) describe(values, shown int) object {
	if r.n == 0 {
		return object{"total_values": shown}
	}
	return object{"avg": r.sum / float64(r.n), "max": r.high, "min": r.low, "sum": r.sum, "total_values": values}
}
