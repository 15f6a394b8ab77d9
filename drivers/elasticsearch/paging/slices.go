package paging

import (
	"strconv"

	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/es"
	"quarry/drivers/elasticsearch/search"
)

const (
	sliceRows = 2 * jump // desired number of rows in a slice
	maxSlices = 512      // per cut; an index allows 1,024 (index.max_slices_per_pit)
)

// cut reduces a span whose rows are equal in every key to the slice that contains the row. A slice of a point in time
// is a range of one shard's documents, in the order of the tiebreak: slice n belongs to shard n mod the number of
// shards (Paginate search results, "Search slicing"). cut checks that their rows add up and follow one another; if not,
// it returns false.
func (r *Reading) cut(s *search.Span) (bool, error) {
	shards := r.State.shards
	each := max(2, min((s.Rows/sliceRows+shards)/max(1, shards), maxSlices/max(1, shards)))
	most := shards * each
	if shards < 1 || most > maxSlices {
		return false, nil
	}
	names := make([]string, 0, most)
	searches := make([][]byte, 0, most)
	for shard := range shards {
		for n := range each {
			part := *s
			part.Slice = `{"id":` + strconv.FormatInt(shard+n*shards, 10) + `,"max":` + strconv.FormatInt(most, 10) + "}"
			q := r.InPoint(1, search.CountedAll)
			q.Span, q.Bare, q.Order = &part, true, search.Order{Tiebreak: true}
			names = append(names, part.Slice)
			searches = append(searches, r.View.Body(q))
		}
	}
	responses, err := r.askAll(searches)
	if err != nil || responses == nil {
		return false, err
	}
	return takeSlice(s, names, responses), nil
}

// takeSlice reduces a span to the slice that contains the row.
func takeSlice(s *search.Span, names, responses []string) bool {
	found, total := search.Span{Rows: -1}, int64(0)
	first := "-1"
	for i, response := range responses {
		count := totalOf(response)
		if count < 0 {
			return false
		}
		if count > 0 {
			begin := firstOf(response)
			if !less(first, begin) {
				return false
			}
			first = begin
		}
		if found.Rows < 0 && s.Skip < total+count {
			found = search.Span{Filter: s.Filter, Not: s.Not, Slice: names[i], Rows: count, Skip: s.Skip - total}
		}
		total += count
	}
	if total != s.Rows || found.Rows < 0 {
		return false
	}
	*s = found
	return true
}

// firstOf returns the first sort value of a response's first row.
func firstOf(response string) string {
	hits, _ := jx.Get(response, "hits")
	return es.FirstItem(es.FirstItem(hits, "hits"), "sort")
}

// less compares two whole numbers, of which only the first can be -1.
func less(a, b string) bool {
	if a == "-1" || len(a) < len(b) {
		return true
	}
	return len(a) == len(b) && a < b
}
