package filter

import (
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/es"
	"quarry/drivers/elasticsearch/search"
)

const (
	maxResponse   = 4 << 20 // maximum size of a response
	lookedThrough = 1_000   // values to look through if the engine cannot select those that begin with a text
	prefixLimit   = 100     // bytes of a typed text that the engine compares; longer ones are compared here
)

// Suggest implements Suggest of [driver.Suggester] with a terms aggregation on the field with whole values. It finds
// values that begin with the typed text in either case.
func Suggest(c *driver.Conn, a *driver.SuggestArgs) (*driver.Suggested, error) {
	if err := es.CheckName(a.Object); err != nil {
		return nil, err
	}
	v, err := search.ViewOf(c, a.View)
	if err != nil {
		return nil, err
	}
	field, refused := suggestedField(&a.Row)
	if refused != nil {
		return nil, refused
	}
	typed := ""
	if len(a.Row.Values) > 0 {
		typed = a.Row.Values[0]
	}
	req := es.Ask(es.Path(a.Object, "_search"), v.Preference, es.AsJSON, suggestBody(&v, a, field, typed), "suggest")
	r, err := c.Do(driver.Send{Request: req, Verb: driver.Raw, Max: maxResponse})
	if err != nil {
		return nil, err
	}
	if !r.OK() {
		return nil, es.ErrorOf(&req, r)
	}
	body := string(r.Body)
	shards, responds := jx.Get(body, "_shards")
	if !responds {
		return nil, es.Lacking(&req, r, "values")
	}
	if e := es.AllFailed(&req, shards, r.Status); e != nil {
		return nil, e
	}
	found := suggestedIn(body, a, typed)
	found.Estimated = found.Estimated || es.HasFailures(shards)
	return found, nil
}

// suggestedField returns the field whose values to list, or why that is impossible.
func suggestedField(row *driver.FilterRow) (*comparison, *driver.Error) {
	known := aboutOf(row)
	refuse := func(reason string) *driver.Error {
		e := refusedRow(strings.ReplaceAll(reason, "{name}", row.Column))
		e.Kind = driver.Unsupported
		return e
	}
	if known.Never != "" {
		return nil, refuse(known.Never)
	}
	for i := range known.Definitions {
		if reason := known.Definitions[i].noSuggest(); reason != "" {
			return nil, refuse(known.Definitions[i].inWhere(reason))
		}
	}
	if len(known.Definitions) > 1 {
		return nil, refuse("{name} is " + known.Differs + ", so its values are not listed.")
	}
	return &comparison{Field: &known.Definitions[0], row: row, way: known.Definitions[0].way()}, nil
}

// chooses reports whether the engine can select the values that begin with a text (Terms aggregation, "include").
func (c *comparison) chooses() bool {
	return c.way == asIndex || c.way == asJoin || c.way == asKeyword && c.Kind != "version"
}

// suggestBody writes the search for a field's values, without any rows.
func suggestBody(v *search.View, a *driver.SuggestArgs, field *comparison, typed string) []byte {
	w := jx.NewWriter(es.BodyRoom).Open('{')
	rows := condition{}
	if v.Filter != "" {
		rows.must = append(rows.must, v.Filter)
	}
	if field.at != "" && field.Elsewhere != "" {
		rows.not = append(rows.not, field.elsewhereClause())
	}
	if len(rows.must)+len(rows.not) > 0 {
		w.Key("query").Raw(rows.clause())
	}
	w.Key("size").Int(0).Key("track_total_hits").Bool(false).Key("aggs").Open('{')
	nested := field.row.Nested
	if len(nested) > 0 {
		w.Key("inside").Open('{').Key("nested").Open('{').Key("path").Text(nested[len(nested)-1]).Close("}").Key("aggs").Open('{')
	}
	w.Key("values").Open('{').Key("terms").Open('{').Key("field").Text(field.target())
	switch {
	case typed == "":
		w.Key("size").Int(int64(a.Size))
	case field.chooses():
		w.Key("size").Int(int64(a.Size)).Key("include").Text(beginning(typed))
	default:
		w.Key("size").Int(lookedThrough)
	}
	w.Close("}}")
	if len(nested) > 0 {
		w.Close("}}")
	}
	return w.Close("}}").Bytes()
}

// beginning returns a regular expression for texts that begin with another in either case.
func beginning(text string) string {
	if len(text) > prefixLimit {
		text = strings.ToValidUTF8(text[:prefixLimit], "")
	}
	pattern := make([]byte, 0, 4*len(text)+2)
	for i := range len(text) {
		switch c := text[i]; {
		case letterOrDigit(c) && c > '9':
			pattern = append(pattern, '[', c|0x20, c&^0x20, ']')
		case letterOrDigit(c) || c >= 0x80 || c < ' ':
			pattern = append(pattern, c)
		default:
			pattern = append(pattern, '\\', c)
		}
	}
	return string(append(pattern, ".*"...))
}

// suggestedIn reads the values in a response. Inside an array, their counts are those of elements.
func suggestedIn(body string, a *driver.SuggestArgs, typed string) *driver.Suggested {
	path := []string{"aggregations", "values"}
	inside := len(a.Row.Nested) > 0
	if inside {
		path = []string{"aggregations", "inside", "values"}
	}
	values, _ := jx.Get(body, path...)
	others, _ := jx.Get(values, "sum_other_doc_count")
	inexact, _ := jx.Get(values, "doc_count_error_upper_bound")
	timedOut, _ := jx.Get(body, "timed_out")
	found := &driver.Suggested{More: es.ParseInt(others) > 0, Estimated: inside || es.ParseInt(inexact) != 0 || timedOut == "true"}
	buckets, _ := jx.Get(values, "buckets")
	jx.Items(buckets, func(bucket string) bool {
		text, ok := jx.Get(bucket, "key_as_string")
		if !ok {
			text, _ = jx.Get(bucket, "key")
		}
		count, _ := jx.Get(bucket, "doc_count")
		value := driver.SuggestedValue{Text: jx.Unquote(text), Count: es.ParseInt(count)}
		switch {
		case !strings.HasPrefix(lowerASCII(value.Text), lowerASCII(typed)):
		case len(found.Values) == a.Size:
			found.More = true
			return false
		default:
			found.Values = append(found.Values, value)
		}
		return true
	})
	return found
}

// lowerASCII returns a text with its letters A to Z in lower case.
func lowerASCII(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r | 0x20
		}
		return r
	}, text)
}
