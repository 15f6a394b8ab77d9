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
	// Uncounted counts nothing.
	Uncounted
	// CountedAll counts every matching row.
	CountedAll
)

// Spec is one search of a view. Every search body that the driver sends is written from one.
type Spec struct {
	Point  string // the id of the point in time, "" if there is none
	Span   *Span  // part of the snapshot's rows to search, nil for all
	Random int64  // about this many rows, each equally likely; 0 for all of the span
	After  string // raw sort values of the previous row, "" to use From
	From   int64  // number of the first row, negative for none
	Size   int64
	Totals Totals
	Rows   bool // whole rows, with everything their cells and keys need
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

// writeRows writes what whole rows need besides their sources.
func (v *View) writeRows(w *jx.Writer, s *Spec) {
	if s.Order.Tiebreak && len(s.Order.Keys) == 0 {
		w.Key("track_scores").Bool(true) // the first page, which has no sort, shows scores
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
		least := strconv.FormatInt(2*parts-max(1, parts*s.Random/s.Span.Rows), 10) // its first digit is 1, to keep leading zeros
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

// writeSealed writes the query with a second clause, which every row matches and whose name is the seal.
func (v *View) writeSealed(w *jx.Writer, s *Spec) {
	w.Key("query").Open('{').Key("bool").Open('{').Key("must").Open('[')
	switch {
	case s.Span != nil && len(s.Span.Filter)+len(s.Span.Not) > 0:
		v.writeSpan(w, s.Span)
	case v.Filter != "":
		w.Raw(v.Filter)
	default: // the scores do not change
		w.Open('{').Key("match_all").Open('{').Close("}}")
	}
	w.Close("]").Key("filter").Open('[').Open('{').Key("match_all").Open('{').Key("_name").Text(v.Seal).Close("}}]}}")
}

func (v *View) writeSpan(w *jx.Writer, s *Span) {
	w.Open('{').Key("bool").Open('{').Key("filter").Open('[').Raw(v.Filter).Raws(s.Filter).Close("]")
	w.Key("must_not").Open('[').Raws(s.Not).Close("]}}")
}

// Trailer returns the text after each hit's document, "" without a seal.
func (v *View) Trailer() string {
	if v.Seal == "" {
		return ""
	}
	return sealBefore + v.Seal + sealAfter
}

// A hit ends with the names of the queries that it matches, after its document (Boolean query, "Named queries"). If
// documents end with unclosed comments, the search is repeated with a name that no document contains, so that the rows
// can be told apart (see [driver.Send.Seal]).
const (
	sealBefore = `,"matched_queries":["`
	sealAfter  = `"]`
)

// KeepAlive is how long a point in time or a scroll outlives a request in it.
const KeepAlive = "5m"

// MostSlices is the maximum number of slices of a point in time read in parallel: each holds a response and a search
// thread of every shard.
const MostSlices = 8

// Span is a range of the snapshot's rows that contains the row to find.
type Span struct {
	Filter []string // clauses that all its rows match
	Not    []string // clauses that none of its rows match
	Slice  string   // the slice that it is in, "" for all
	Rows   int64    // number of rows in it
	Skip   int64    // number of its rows before the row to find
}

// InNested wraps the clause of a leaf in nested queries. paths are its enclosing arrays of objects, outermost first.
func InNested(paths []string, clause string) string {
	if len(paths) == 0 {
		return clause
	}
	w := jx.NewWriter(es.ClauseRoom).Open('{').Key("nested").Open('{').Key("path").Text(paths[len(paths)-1]).Key("query").Raw(clause).Close("}}")
	return string(w.Bytes())
}
