package statistics

import (
	"strconv"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/es"
	"quarry/drivers/elasticsearch/mapping"
	"quarry/drivers/elasticsearch/search"
)

// exactFloat is 2^53: integers up to it are exact as 64-bit floats.
const exactFloat = 1 << 53

// nanos reports whether the values are dates with nanoseconds, which most aggregations truncate to milliseconds.
func (s *summary) nanos() bool {
	return s.column.Key.Type == "date_nanos" || s.column.Key.Numeric == "date_nanos" || strings.Contains(s.column.Type, "date_nanos")
}

// aggregations returns what one search asks for: the documents with a value, those with an ignored value, and the
// figures of the values. Inside arrays of objects, the figures are about objects (Nested aggregation).
func (s *summary) aggregations() string {
	w := jx.NewWriter(es.BodyRoom).Open('{')
	w.Key("present").Open('{').Key("filter").Raw(search.InNested(s.column.Key.Nested, s.exists()))
	if len(s.column.Key.Nested) == 0 {
		s.writeFigures(w)
	}
	w.Close("}")
	if s.ignores() {
		w.Key("ignored").Open('{').Key("filter").Raw(s.ignored()).Close("}")
	}
	if within := s.within(); within != "" {
		w.Key("objects").Open('{').Key("nested").Open('{').Key("path").Text(within).Close("}")
		if len(s.column.Key.Nested) > 0 {
			w.Key("aggs").Open('{').Key("present").Open('{').Key("filter").Raw(s.exists())
			s.writeFigures(w)
			w.Close("}}")
		}
		w.Close("}")
	}
	return string(w.Close("}").Bytes())
}

// exists matches documents, or objects, with a value. An array of objects has no values itself, and every document has
// the engine's own fields.
func (s *summary) exists() string {
	switch {
	case s.column.Name == "_index":
		return `{"match_all":{}}`
	case s.column.Type == "nested":
		return search.InNested([]string{s.column.Name}, `{"match_all":{}}`)
	}
	return string(jx.NewWriter(es.ClauseRoom).Open('{').Key("exists").Open('{').Key("field").Text(s.column.Name).Close("}}").Bytes())
}

// within returns the path of the innermost array of objects around the values, or of the column itself if it is one; ""
// if there is none.
func (s *summary) within() string {
	switch n := len(s.column.Key.Nested); {
	case s.column.Type == "nested":
		return s.column.Name
	case n > 0:
		return s.column.Key.Nested[n-1]
	}
	return ""
}

// indexed returns the field with the values to summarize, or the column's if only documents are counted.
func (s *summary) indexed() string {
	if s.field != "" {
		return s.field
	}
	return s.column.Name
}

// ignored matches documents with an unindexed value. An alias's values are listed under its target's name.
func (s *summary) ignored() string {
	for _, known := range s.view.Ignored {
		if known.Column == s.column.Name {
			return known.Clause
		}
	}
	return string(jx.NewWriter(es.ClauseRoom).Open('{').Key("term").Open('{').Key("_ignored").Text(s.indexed()).Close("}}").Bytes())
}

// ignores reports whether the engine may have left values of the column out of the index because they are too long or
// malformed ("_ignored field"). A text itself is always indexed; the number missing from its subfield is noted.
func (s *summary) ignores() bool {
	return s.column.Name != "_index" && s.column.Type != "nested" && !mapping.TraitOf(s.column.Type).Text
}

// writeFigures writes the aggregations of the values. The smallest and largest value come from a hit's sort value,
// which has every digit: the aggregations min and max compute with 64-bit floats. Those are only exact for dates in
// milliseconds, whose own format they return.
func (s *summary) writeFigures(w *jx.Writer) {
	if s.field == "" {
		return
	}
	w.Key("aggs").Open('{')
	if s.column.Kind == driver.KindNumber {
		s.writeField(w, "values", "stats").Close("}}")
	} else {
		s.writeField(w, "values", "value_count").Close("}}")
	}
	switch {
	case s.column.Kind == driver.KindBoolean:
	case s.column.Kind == driver.KindDate && !s.nanos() && !s.bare:
		s.writeField(w, "least", "min").Close("}}")
		s.writeField(w, "greatest", "max").Close("}}")
	default:
		s.writeEnd(w, "least", false)
		s.writeEnd(w, "greatest", true)
	}
	if !s.nanos() {
		s.writeField(w, "distinct", "cardinality").Close("}}")
	}
	if !s.nanos() && !s.bare {
		s.writeField(w, "top", "terms").Key("size").Int(topValues).Key("shard_size").Int(shardValues).Close("}}")
	}
	w.Close("}")
}

// writeField begins an aggregation of the field.
func (s *summary) writeField(w *jx.Writer, name, kind string) *jx.Writer {
	return w.Key(name).Open('{').Key(kind).Open('{').Key("field").Text(s.field)
}

// writeEnd writes an aggregation that returns the first value in the order of the column. In an array of objects it is
// sorted among its objects, so the order names no path.
func (s *summary) writeEnd(w *jx.Writer, name string, desc bool) {
	key := s.column.Key
	key.Desc, key.Nested = desc, nil
	w.Key(name).Open('{').Key("top_hits").Open('{').Key("size").Int(1).Key("_source").Bool(false).Key("sort")
	search.Order{Keys: []driver.SortKey{key}}.Write(w)
	w.Close("}}")
}

// counts reads the numbers of documents and objects.
func (s *summary) counts(response string) {
	r := s.result
	r.Millis, r.Total, r.Present = count(response, "took"), count(response, "hits", "total", "value"), count(response, "aggregations", "present", "doc_count")
	if r.Ignored = max(0, count(response, "aggregations", "ignored", "doc_count")); r.Ignored > 0 {
		r.IgnoredWhy = "too long or malformed for the index"
	}
	if s.within() != "" {
		r.Objects = count(response, "aggregations", "objects", "doc_count")
		r.Valued = count(response, "aggregations", "objects", "present", "doc_count")
	}
	if r.Present == 0 && r.Total > 0 && s.field == "" {
		s.note("No document was found with a value. A field that is not indexed is never found, even in documents that have it.")
	}
}

// figuresOf returns the part of a response with the figures of the values.
func (s *summary) figuresOf(response string) string {
	path := []string{"aggregations", "present"}
	if len(s.column.Key.Nested) > 0 {
		path = []string{"aggregations", "objects", "present"}
	}
	figures, _ := jx.Get(response, path...)
	return figures
}

// figures reads the figures of the values.
func (s *summary) figures(response string) {
	r := s.result
	figures := s.figuresOf(response)
	r.Min, r.Max = s.end(figures, "least"), s.end(figures, "greatest")
	if s.column.Kind == driver.KindNumber {
		r.Values = count(figures, "values", "count")
	} else {
		r.Values = count(figures, "values", "value")
	}
	if s.column.Kind == driver.KindNumber && r.Values > 0 {
		r.Rounded = !s.exact()
		r.Sum, r.Average = s.number(figures, "sum"), s.number(figures, "avg")
	}
	s.top(figures)
	if s.column.Kind == driver.KindDate {
		s.rangeDates(figures)
	}
	switch {
	case s.bare:
		r.TopNote = "The server cannot write one of these dates as a date, so its values are not listed."
	case r.Distinct < 0:
		r.TopNote = "Elasticsearch rounds these dates to milliseconds, so distinct values cannot be counted."
	}
	if whole := r.Present; mapping.TraitOf(s.column.Type).Text && len(s.column.Key.Nested) == 0 && r.Values < whole {
		s.note("These figures describe " + s.field + ", which contains the values of " + es.Grouped(r.Values) + " of " + es.Grouped(whole) + " documents: it omits longer ones.")
	}
}

// end returns the smallest or largest value.
func (s *summary) end(figures, name string) string {
	found, _ := jx.Get(figures, name)
	if text := jx.Text(found, "value_as_string"); text != "" {
		return text
	}
	hits, _ := jx.Get(found, "hits")
	value := jx.Unquote(es.FirstItem(es.FirstItem(hits, "hits"), "sort"))
	if s.nanos() {
		return isoNanos(value)
	}
	if millis, err := strconv.ParseInt(value, 10, 64); s.bare && err == nil {
		return isoMillis(millis)
	}
	return value
}

// exact reports whether sums of integers are exact as 64-bit floats, judging by the largest possible sum.
func (s *summary) exact() bool {
	if !s.column.Integer {
		return false
	}
	least, err1 := strconv.ParseInt(s.result.Min, 10, 64)
	greatest, err2 := strconv.ParseInt(s.result.Max, 10, 64)
	if err1 != nil || err2 != nil || least < -exactFloat || greatest > exactFloat {
		return false
	}
	return max(-least, greatest) <= exactFloat/max(1, s.result.Values)
}

// number returns a figure in plain digits.
func (s *summary) number(figures, name string) string {
	raw, _ := jx.Get(figures, "values", name)
	text := plainDigits(jx.Unquote(raw))
	if s.column.Integer {
		text = strings.TrimSuffix(text, ".0")
	}
	return text
}

// top reads the most frequent values. If they are all the values, their counts are exact.
func (s *summary) top(figures string) {
	r := s.result
	r.Distinct, r.Estimated = count(figures, "distinct", "value"), true
	found, _ := jx.Get(figures, "top")
	r.Other, r.Error = max(0, count(found, "sum_other_doc_count")), max(0, count(found, "doc_count_error_upper_bound"))
	buckets, _ := jx.Get(found, "buckets")
	jx.Items(buckets, func(bucket string) bool {
		text := jx.Text(bucket, "key_as_string")
		if text == "" {
			raw, _ := jx.Get(bucket, "key")
			text = jx.Unquote(raw)
		}
		r.Top = append(r.Top, driver.ValueCount{Text: text, Count: count(bucket, "doc_count")})
		return true
	})
	if r.Error > 0 {
		r.ErrorWhy = "several shards"
	}
	if r.Distinct >= 0 && r.Other == 0 && r.Error == 0 && found != "" {
		r.Distinct, r.Estimated = int64(len(r.Top)), false
	}
}

// count returns a whole number of a response, -1 if there is none.
func count(response string, path ...string) int64 {
	raw, _ := jx.Get(response, path...)
	return es.ParseInt(raw)
}

// plainDigits writes a number without its exponent, unless that changes digits or adds digits that the engine may not
// know.
func plainDigits(raw string) string {
	mantissa, exponent, found := strings.Cut(raw, "E")
	shift, err := strconv.Atoi(exponent)
	if !found || err != nil || shift < -30 || shift > 15 {
		return raw
	}
	sign := ""
	if strings.HasPrefix(mantissa, "-") {
		sign, mantissa = "-", mantissa[1:]
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits, point := whole+fraction, len(whole)+shift
	if point <= 0 {
		return sign + "0." + strings.Repeat("0", -point) + digits
	}
	if missing := point - len(digits); missing > 0 {
		digits += strings.Repeat("0", missing)
	}
	whole, fraction = digits[:point], strings.TrimRight(digits[point:], "0")
	if fraction == "" {
		return sign + whole
	}
	return sign + whole + "." + fraction
}
