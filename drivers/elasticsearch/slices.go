package elasticsearch

import (
	"strconv"

	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/es"
)

const (
	sliceRows = 2 * jump // rows that a slice should have
	maxSlices = 512      // of one cut; an index allows 1,024 (index.max_slices_per_pit)
)

// cut reduces a span whose rows are equal in every key to the slice of it that contains the row. A slice of a point in
// time is a range of the documents of one shard, in the order of the tiebreak: slice n belongs
// to shard n mod the number of shards (Paginate search results, "Search slicing"). cut checks that their
// rows add up and follow one another; if not, it returns false.
func (r *reading) cut(s *span) (bool, error) {
	shards := r.state.shards
	each := max(2, min((s.rows/sliceRows+shards)/max(1, shards), maxSlices/max(1, shards)))
	most := shards * each
	if shards < 1 || most > maxSlices {
		return false, nil
	}
	names := make([]string, 0, most)
	searches := make([][]byte, 0, most)
	for shard := range shards {
		for n := range each {
			part := *s
			part.slice = `{"id":` + strconv.FormatInt(shard+n*shards, 10) + `,"max":` + strconv.FormatInt(most, 10) + "}"
			q := r.inPoint(1, countedAll)
			q.span, q.bare, q.order = &part, true, order{tiebreak: true}
			names = append(names, part.slice)
			searches = append(searches, r.view.body(q))
		}
	}
	answers, err := r.askAll(searches)
	if err != nil || answers == nil {
		return false, err
	}
	return s.take(names, answers), nil
}

// take reduces a span to the slice that contains the row.
func (s *span) take(names, answers []string) bool {
	found, total := span{rows: -1}, int64(0)
	first := "-1"
	for i, answer := range answers {
		count := totalOf(answer)
		if count < 0 {
			return false
		}
		if count > 0 {
			begin := firstOf(answer)
			if !less(first, begin) {
				return false
			}
			first = begin
		}
		if found.rows < 0 && s.skip < total+count {
			found = span{filter: s.filter, not: s.not, slice: names[i], rows: count, skip: s.skip - total}
		}
		total += count
	}
	if total != s.rows || found.rows < 0 {
		return false
	}
	*s = found
	return true
}

// firstOf returns the first sort value of an answer's first row.
func firstOf(answer string) string {
	hits, _ := jx.Get(answer, "hits")
	return es.FirstItem(es.FirstItem(hits, "hits"), "sort")
}

// less compares two whole numbers of which only the first can be -1.
func less(a, b string) bool {
	if a == "-1" || len(a) < len(b) {
		return true
	}
	return len(a) == len(b) && a < b
}
