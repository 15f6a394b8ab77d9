package search

import (
	"strconv"

	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/es"
)

// Totals says whether a search counts all rows that match.
type Totals int

const (
	asTheEngine Totals = iota // for a scroll, which always counts
	// Uncounted is a search that counts nothing.
	Uncounted
	// CountedAll is a search that counts every row that matches.
	CountedAll
)

// Spec is one search of a view. Every search body that the driver sends is written from one.
type Spec struct {
	Point  string // the id of the point in time, "" if there is none
	Span   *Span  // the part of the snapshot's rows that is searched, nil for all
	Random int64  // about this many rows, each equally likely; 0 for all of the span
	After  string // the raw sort values of the row before, "" if from is used
	From   int64  // a row's number, below 0 for none
	Size   int64
	Totals Totals
	Rows   bool // whole rows, with what their cells and keys need
	Bare   bool // no source
	Whole  bool // only documents, with everything that the engine stores in them
	Order  Order
}

// Body writes a search of the view.
func (v *View) Body(s *Spec) []byte {
	w := jx.NewWriter(es.BodyRoom)
	w.Open('{')
	if s.Point != "" {
		w.Key("pit").Open('{').Key("id").Text(s.Point).Key("keep_alive").Text(KeepAlive).Close("}")
	}
	if s.Span != nil && s.Span.Slice != "" {
		w.Key("slice").Raw(s.Span.Slice)
	}
	v.WriteQuery(w, s)
	switch {
	case s.After != "":
		w.Key("search_after").Raw(s.After)
	case s.From >= 0:
		w.Key("from").Int(s.From)
	}
	w.Key("size").Int(s.Size)
	if s.Totals != asTheEngine {
		w.Key("track_total_hits").Bool(s.Totals == CountedAll)
	}
	if s.Rows {
		w.Key("seq_no_primary_term").Bool(true)
	}
	switch {
	case s.Bare:
		w.Key("_source").Bool(false)
	case v.Vectors && (s.Rows || s.Whole):
		w.Key("_source").Raw(es.WithVectors)
	}
	if !s.Order.empty() {
		w.Key("sort")
		s.Order.Write(w)
	}
	if s.Rows {
		v.writeRows(w, s)
	}
	return w.Close("}").Bytes()
}

// writeRows writes what whole rows need in addition to their sources.
func (v *View) writeRows(w *jx.Writer, s *Spec) {
	if s.Order.Tiebreak && len(s.Order.Keys) == 0 {
		w.Key("track_scores").Bool(true) // the first page, which has no sort, shows them
	}
	if len(v.Runtime) > 0 {
		w.Key("fields").Texts(v.Runtime)
	}
}

// WriteQuery writes the query that selects the rows to search: the view's filter, within the span. Without either there
// is no query.
func (v *View) WriteQuery(w *jx.Writer, s *Spec) {
	if v.Seal != "" && (s.Rows || s.Whole) {
		v.writeSealed(w, s)
		return
	}
	inSpan := s.Span != nil && len(s.Span.Filter)+len(s.Span.Not) > 0
	switch {
	case s.Random > 0: // Function score query, "Random"
		const parts = 1_000_000_000
		least := strconv.FormatInt(2*parts-max(1, parts*s.Random/s.Span.Rows), 10) // its first digit is 1, for the zeros in front
		w.Key("query").Open('{').Key("function_score").Open('{').Key("query")
		v.writeSpan(w, s.Span)
		w.Key("random_score").Open('{').Close("}").Key("boost_mode").Text("replace").Key("min_score").Raw("0." + least[1:]).Close("}}")
	case inSpan:
		w.Key("query")
		v.writeSpan(w, s.Span)
	case v.Filter != "":
		w.Key("query").Raw(v.Filter)
	}
}

// writeSealed writes the query with a second clause, which every row matches and which has the name of the search.
func (v *View) writeSealed(w *jx.Writer, s *Spec) {
	w.Key("query").Open('{').Key("bool").Open('{').Key("must").Open('[')
	switch {
	case s.Span != nil && len(s.Span.Filter)+len(s.Span.Not) > 0:
		v.writeSpan(w, s.Span)
	case v.Filter != "":
		w.Raw(v.Filter)
	default: // the scores stay as they are
		w.Open('{').Key("match_all").Open('{').Close("}}")
	}
	w.Close("]").Key("filter").Open('[').Open('{').Key("match_all").Open('{').Key("_name").Text(v.Seal).Close("}}]}}")
}

func (v *View) writeSpan(w *jx.Writer, s *Span) {
	w.Open('{').Key("bool").Open('{').Key("filter").Open('[').Raw(v.Filter).Raws(s.Filter).Close("]")
	w.Key("must_not").Open('[').Raws(s.Not).Close("]}}")
}

// Trailer returns what each hit has after its document, "" without a seal.
func (v *View) Trailer() string {
	if v.Seal == "" {
		return ""
	}
	return sealBefore + v.Seal + sealAfter
}

// A hit of a search ends with the names of the queries that it matches, behind its document (Boolean query, "Named
// queries"). Where documents end with comments that have no end, the search is repeated with a name that no document
// contains, so that the rows can be told apart (see [driver.Send.Seal]).
const (
	sealBefore = `,"matched_queries":["`
	sealAfter  = `"]`
)

// KeepAlive is how long a point in time or a scroll outlives a request in it.
const KeepAlive = "5m"

// MostSlices is how many slices of a point in time are read at once: each holds a response and a search thread of every
// shard.
const MostSlices = 8

// Span is a range of the snapshot's rows in which one row is searched for.
type Span struct {
	Filter []string // clauses that all its rows match
	Not    []string // clauses that none of the rows matches
	Slice  string   // the slice that it is in, "" for all
	Rows   int64    // how many there are
	Skip   int64    // how many of them come before the row looked for
}

// InNested puts a nested query around the clause of a leaf in an array of objects. paths are those of the arrays around
// it, outermost first.
func InNested(paths []string, clause string) string {
	if len(paths) == 0 {
		return clause
	}
	w := jx.NewWriter(es.ClauseRoom).Open('{').Key("nested").Open('{').Key("path").Text(paths[len(paths)-1]).Key("query").Raw(clause).Close("}}")
	return string(w.Bytes())
}
