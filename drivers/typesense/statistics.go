package typesense

import (
	"math"
	"strconv"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

const (
	// topValues is how many of the most frequent values are shown.
	topValues = 10
	// maxFacetValues is how many values the server returns: a field with fewer is summarized exactly.
	maxFacetValues = 100
	// maxExact is 2^53: integers up to it are exact as 64-bit floats.
	maxExact = 1 << 53
)

const (
	reasonEveryID   = "Every document has an id, so there is nothing to summarize."
	reasonNoFacet   = "Typesense only summarizes fields whose schema says facet: true."
	reasonFacetName = "Typesense cannot summarize a field with such a name."
	noteBars        = "Typesense has no histograms."
	noteMore        = "There are more distinct values. Typesense does not report how many."
	notePresent     = "Typesense does not count the documents without a value of this type."
	noteArray       = "A document can have several of these values."
	noteEnds        = "The smallest and the largest value are left out: Typesense computes them with floats, which cannot hold these numbers exactly."
)

// Statistics implements [driver.Statistician] with one request of up to five searches without documents (Search,
// "Faceting parameters"): all documents of the view, the values with their counts and figures, the documents with a
// value and, where the field can be sorted, the documents with the smallest and the largest value, which have every
// digit; the figures of a facet are floats.
//
// On the worst data, billions of documents with a different value each, the server goes through all values of the field
// for each search, as for a sorted page. What it returns is bounded by [maxFacetValues] and by one field of two
// documents.
func (engine) Statistics(c *driver.Conn, a *driver.StatisticsArgs) (*driver.Statistics, error) {
	if err := named(a.Object); err != nil {
		return nil, err
	}
	if a.Column.Name == "id" {
		return nil, &driver.Error{Kind: driver.Unsupported, Message: reasonEveryID}
	}
	v, err := viewOf(c, a.View)
	if err != nil {
		return nil, err
	}
	s := &summary{column: a.Column, result: &driver.Statistics{Present: -1, Objects: -1, Valued: -1, Values: -1, Distinct: -1, Millis: -1}}
	req := multiSearch(s.searches(a.Object, v.filter), "statistics")
	r, err := c.Do(driver.Send{Request: req, Verb: driver.Raw})
	if err != nil {
		return nil, err
	}
	if !r.OK() {
		return nil, answered(&req, r)
	}
	s.result.Requests = []driver.Request{req}
	results, _ := jx.Get(string(r.Body), "results")
	members := items(results)
	if len(members) != len(s.kinds) {
		return nil, &driver.Error{Kind: driver.Engine, Message: "The response lacks statistics.", Op: "POST /multi_search", Status: r.Status, Sent: true}
	}
	for i, member := range members {
		if err := s.read(s.kinds[i], member); err != nil {
			return nil, err
		}
	}
	s.finish()
	return s.result, nil
}

// searchKind is what one search of the statistics is for.
type searchKind int

const (
	searchAll searchKind = iota
	searchFacet
	searchPresent
	searchLeast
	searchGreatest
)

// summary is the statistics of one column while they are read.
type summary struct {
	column driver.StatisticsColumn
	kinds  []searchKind
	result *driver.Statistics

	facet            string // the facet of the column, "" if there is none
	least, greatest  string // from documents, "" if they were not requested
	missing, unnamed bool   // the field is no facet, or its name cannot be written
}

func (s *summary) isArray() bool { return strings.HasSuffix(s.column.Type, "[]") }

func (s *summary) numeric() bool { return kindOfFilter(s.column.Name, s.column.Type) == filterNumeric }

// searches writes the searches.
func (s *summary) searches(object, filter string) []byte {
	name := s.column.Name
	w := jx.NewWriter(searchRoom).Open('{').Key("searches").Open('[')
	begin := func(kind searchKind, filter string, hits int64) {
		s.kinds = append(s.kinds, kind)
		w.Open('{').Key("collection").Text(object).Key("q").Text("*")
		if filter != "" {
			w.Key("filter_by").Text(filter)
		}
		writeUncurated(w)
		w.Key("per_page").Int(hits)
	}
	begin(searchAll, filter, 0)
	w.Close("}")
	if s.unnamed = strings.Contains(name, ",") || unaddressable(name); !s.unnamed {
		begin(searchFacet, filter, 0)
		w.Key("facet_by").Text(name).Key("max_facet_values").Int(maxFacetValues).Close("}")
	}
	if present := s.present(); present != "" && closed(filter) {
		if filter != "" {
			present = "(" + filter + ") && (" + present + ")"
		}
		begin(searchPresent, present, 0)
		w.Close("}")
	}
	if s.numeric() && !s.isArray() && s.column.Key.Field == name {
		begin(searchLeast, filter, 1)
		w.Key("sort_by").Text(name + ":asc").Key("include_fields").Text(name).Close("}")
		begin(searchGreatest, filter, 1)
		w.Key("sort_by").Text(name + ":desc").Key("include_fields").Text(name).Close("}")
	}
	return w.Close("]}").Bytes()
}

// present is a filter that matches the documents with a value, "" if there is none.
func (s *summary) present() string {
	name := s.column.Name
	switch kindOfFilter(name, s.column.Type) {
	case filterNumeric:
		return name + ":<=0 || " + name + ":>0"
	case filterBoolean:
		return name + ":=[true,false]"
	}
	return ""
}

// read reads the result of one search. Of the searches that are only about the column, an error means that the server
// cannot run them.
func (s *summary) read(kind searchKind, member string) error {
	if code, failed := jx.Get(member, "code"); failed {
		switch kind {
		case searchAll:
			e := refusal(jx.Text(member, "error"), int(max(0, number(code))))
			e.Op = "POST /multi_search"
			return e
		case searchFacet:
			s.missing = true
		}
		return nil
	}
	found, _ := jx.Get(member, "found")
	switch kind {
	case searchAll:
		s.result.Total = number(found)
	case searchFacet:
		counts, _ := jx.Get(member, "facet_counts")
		s.facet = nth(counts, 0)
	case searchPresent:
		s.result.Present = number(found)
	case searchLeast:
		s.least = s.valueOf(member)
	case searchGreatest:
		s.greatest = s.valueOf(member)
	}
	if took, ok := jx.Get(member, "search_time_ms"); ok {
		s.result.Millis = max(0, s.result.Millis) + max(0, number(took))
	}
	if cut, _ := jx.Get(member, "search_cutoff"); cut == "true" {
		s.result.Partial = true
		s.result.Notices = append(s.result.Notices, driver.Notice{Text: "The search was cut off on the server, so some documents are not counted."})
	}
	return nil
}

// valueOf returns the column's value in the only document of a result, "" if there is none.
func (s *summary) valueOf(member string) string {
	hits, _ := jx.Get(member, "hits")
	document, _ := jx.Get(nth(hits, 0), "document")
	value, ok := jx.Get(document, s.column.Name)
	if !ok {
		value, _ = jx.Get(document, strings.Split(s.column.Name, ".")...)
	}
	if value == "null" {
		return ""
	}
	return value
}

// finish makes the figures of what was read.
func (s *summary) finish() {
	r := s.result
	switch {
	case s.unnamed:
		r.Reason = reasonFacetName
	case s.missing || s.facet == "":
		r.Reason = reasonNoFacet
	default:
		r.Figures = true
		s.top()
		s.figures()
	}
	if r.Present < 0 {
		r.Notices = append(r.Notices, driver.Notice{Text: notePresent})
	}
}

// top reads the values with their counts, most frequent first.
func (s *summary) top() {
	r := s.result
	counts, _ := jx.Get(s.facet, "counts")
	all, shown, counted := 0, int64(0), int64(0)
	jx.Items(counts, func(item string) bool {
		n, _ := jx.Get(item, "count")
		count := number(n)
		if all < topValues {
			r.Top = append(r.Top, driver.ValueCount{Text: jx.Text(item, "value"), Count: count})
			shown += count
		}
		all, counted = all+1, counted+count
		return true
	})
	whole := all < maxFacetValues
	if whole {
		r.Distinct = int64(all)
		if !s.isArray() && r.Present < 0 && !r.Partial {
			r.Present = counted
		}
	} else {
		r.Estimated, r.TopNote = true, noteMore
	}
	switch {
	case !s.isArray() && r.Present >= 0:
		r.Values, r.Other = r.Present, max(0, r.Present-shown)
	case whole:
		r.Other = counted - shown
	}
	if s.isArray() && r.TopNote == "" {
		r.TopNote = noteArray
	}
}

// figures reads the figures of numbers.
func (s *summary) figures() {
	if !s.numeric() {
		return
	}
	r := s.result
	stats, _ := jx.Get(s.facet, "stats")
	sum, found := jx.Get(stats, "sum")
	if !found {
		return
	}
	average, _ := jx.Get(stats, "avg")
	low, _ := jx.Get(stats, "min")
	high, _ := jx.Get(stats, "max")
	r.BarNote = noteBars
	r.Sum, r.Average = s.plain(sum), s.plain(average)
	r.Rounded = !s.exact(low, high)
	switch {
	case s.least != "" && s.greatest != "":
		r.Min, r.Max = s.least, s.greatest
	case !strings.HasPrefix(s.column.Type, "int"), s.within(low, high, maxExact):
		r.Min, r.Max = s.plain(low), s.plain(high)
	default:
		r.Notices = append(r.Notices, driver.Notice{Text: noteEnds})
	}
}

// plain writes a figure of the server, which are all floats, without a fraction of zero or an exponent.
func (*summary) plain(figure string) string {
	if strings.ContainsAny(figure, "eE") {
		if f, err := strconv.ParseFloat(figure, 64); err == nil {
			figure = strconv.FormatFloat(f, 'f', -1, 64)
		}
	}
	return strings.TrimSuffix(figure, ".0")
}

// within reports whether both ends are numbers up to a limit.
func (*summary) within(low, high string, most float64) bool {
	l, err1 := strconv.ParseFloat(low, 64)
	h, err2 := strconv.ParseFloat(high, 64)
	return err1 == nil && err2 == nil && math.Max(math.Abs(l), math.Abs(h)) <= most
}

// exact reports whether the sum of integers is exact as a float, judging by the largest possible sum.
func (s *summary) exact(low, high string) bool {
	values := s.result.Values
	return strings.HasPrefix(s.column.Type, "int") && values > 0 && s.within(low, high, maxExact/float64(values))
}
