package elasticsearch

import (
	"strconv"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/es"
)

// totals says whether a search counts all rows that match.
type totals int

const (
	asTheEngine totals = iota // for a scroll, which always counts
	uncounted
	countedAll
)

// search is one search of a view. Every search body that the driver sends is written from one.
type search struct {
	point  string // the id of the point in time, "" if there is none
	span   *span  // the part of the snapshot's rows that is searched, nil for all
	random int64  // about this many rows, each equally likely; 0 for all of the span
	after  string // the raw sort values of the row before, "" if from is used
	from   int64  // a row's number, below 0 for none
	size   int64
	totals totals
	rows   bool // whole rows, with what their cells and keys need
	bare   bool // no source
	whole  bool // only documents, with everything that the engine stores in them
	order  order
}

// body writes a search of the view.
func (v *view) body(s *search) []byte {
	w := jx.NewWriter(es.BodyRoom)
	w.Open('{')
	if s.point != "" {
		w.Key("pit").Open('{').Key("id").Text(s.point).Key("keep_alive").Text(keepAlive).Close("}")
	}
	if s.span != nil && s.span.slice != "" {
		w.Key("slice").Raw(s.span.slice)
	}
	v.writeQuery(w, s)
	switch {
	case s.after != "":
		w.Key("search_after").Raw(s.after)
	case s.from >= 0:
		w.Key("from").Int(s.from)
	}
	w.Key("size").Int(s.size)
	if s.totals != asTheEngine {
		w.Key("track_total_hits").Bool(s.totals == countedAll)
	}
	if s.rows {
		w.Key("seq_no_primary_term").Bool(true)
	}
	switch {
	case s.bare:
		w.Key("_source").Bool(false)
	case v.vectors && (s.rows || s.whole):
		w.Key("_source").Raw(es.WithVectors)
	}
	if !s.order.empty() {
		w.Key("sort")
		s.order.write(w)
	}
	if s.rows {
		v.writeRows(w, s)
	}
	return w.Close("}").Bytes()
}

// writeRows writes what whole rows need in addition to their sources.
func (v *view) writeRows(w *jx.Writer, s *search) {
	if s.order.tiebreak && len(s.order.keys) == 0 {
		w.Key("track_scores").Bool(true) // the first page, which has no sort, shows them
	}
	if len(v.runtime) > 0 {
		w.Key("fields").Texts(v.runtime)
	}
}

// writeQuery writes the query that selects the rows to search: the view's filter, within the span. Without either there
// is no query.
func (v *view) writeQuery(w *jx.Writer, s *search) {
	if v.seal != "" && (s.rows || s.whole) {
		v.writeSealed(w, s)
		return
	}
	inSpan := s.span != nil && len(s.span.filter)+len(s.span.not) > 0
	switch {
	case s.random > 0: // Function score query, "Random"
		const parts = 1_000_000_000
		least := strconv.FormatInt(2*parts-max(1, parts*s.random/s.span.rows), 10) // its first digit is 1, for the zeros in front
		w.Key("query").Open('{').Key("function_score").Open('{').Key("query")
		v.writeSpan(w, s.span)
		w.Key("random_score").Open('{').Close("}").Key("boost_mode").Text("replace").Key("min_score").Raw("0." + least[1:]).Close("}}")
	case inSpan:
		w.Key("query")
		v.writeSpan(w, s.span)
	case v.filter != "":
		w.Key("query").Raw(v.filter)
	}
}

// writeSealed writes the query with a second clause, which every row matches and which has the name of the search.
func (v *view) writeSealed(w *jx.Writer, s *search) {
	w.Key("query").Open('{').Key("bool").Open('{').Key("must").Open('[')
	switch {
	case s.span != nil && len(s.span.filter)+len(s.span.not) > 0:
		v.writeSpan(w, s.span)
	case v.filter != "":
		w.Raw(v.filter)
	default: // the scores stay as they are
		w.Open('{').Key("match_all").Open('{').Close("}}")
	}
	w.Close("]").Key("filter").Open('[').Open('{').Key("match_all").Open('{').Key("_name").Text(v.seal).Close("}}]}}")
}

func (v *view) writeSpan(w *jx.Writer, s *span) {
	w.Open('{').Key("bool").Open('{').Key("filter").Open('[').Raw(v.filter).Raws(s.filter).Close("]")
	w.Key("must_not").Open('[').Raws(s.not).Close("]}}")
}

// inPoint returns a search in the view's point in time for so many rows, without any other options yet.
func (r *reading) inPoint(size int64, t totals) *search {
	return &search{point: r.state.point, from: -1, size: size, totals: t}
}

// ask returns the request for a search in a point in time.
func (r *reading) ask(s *search, query, purpose string) driver.Request {
	return es.Ask("/_search", query, es.AsJSON, r.view.body(s), purpose)
}

// sealOf returns what each hit has after its document, "" without a seal.
func (v *view) sealOf() string {
	if v.seal == "" {
		return ""
	}
	return sealBefore + v.seal + sealAfter
}

// A hit of a search ends with the names of the queries that it matches, behind its document (Boolean query, "Named
// queries"). Where documents end with comments that have no end, the search is repeated with a name that no document
// contains, so that the rows can be told apart (see [driver.Send.Seal]).
const (
	sealBefore = `,"matched_queries":["`
	sealAfter  = `"]`
)
