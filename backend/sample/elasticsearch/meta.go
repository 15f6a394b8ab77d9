package elasticsearch

import (
	"strings"

	"github.com/tidwall/gjson"
)

// ofIndex matches all documents of an index, or none.
func ofIndex(matches bool, score float32) clause {
	if matches {
		return every{score}
	}
	return none{}
}

// ignoredField matches documents in which one of these fields has a value that was stored but not indexed ("_ignored
// field").
type ignoredField struct {
	paths map[string]bool // nil for any
	score float32
}

func (q ignoredField) match(d *document, n *node) (bool, float32) {
	if n != d.root {
		return false, 0
	}
	for _, path := range d.ignored {
		if q.paths == nil || q.paths[path] {
			return true, q.score
		}
	}
	return false, 0
}

// ofMeta compiles "has one of these values" for one of the engine's own fields, nil for any other.
func (c compiler) ofMeta(name string, values []gjson.Result, fold bool, score float32) clause {
	set := map[string]bool{}
	for _, v := range values {
		set[folded(fold, scalar(v))] = true
	}
	switch name {
	case "_id":
		return idSet{set, score, fold}
	case "_index":
		return ofIndex(set[folded(fold, c.index.name)], score)
	case "_ignored":
		return ignoredField{set, score}
	}
	return nil
}

// indexByPattern compiles a pattern for the name of an index.
func (c compiler) indexByPattern(kind string, options gjson.Result, passes func(string) bool) (clause, *failure) {
	if kind == "regexp" {
		return nil, c.index.refuse("Can only use regexp queries on keyword and text fields - not on [_index] which is of type [_index]")
	}
	return ofIndex(passes(c.index.name), boost(options)), nil
}

// dateFormats has a check for each format that a range can name: whether a text has that format.
var dateFormats = map[string]func(string) bool{
	"strict_date_optional_time":       isoDate.MatchString,
	"strict_date_optional_time_nanos": isoDate.MatchString,
	"date_optional_time":              isoDate.MatchString,
	"epoch_millis":                    func(s string) bool { _, ok := epochMoment(s); return ok },
}

// formatted returns a date field that accepts only these formats.
func (f *field) formatted(formats string) (*field, *failure) {
	out := *f
	out.formats = formats
	for _, format := range strings.Split(formats, "||") {
		if dateFormats[format] == nil {
			return nil, unsupported("The sample engine does not answer the format %s in a range.", format)
		}
	}
	return &out, nil
}

// reads returns a failure if a text has none of the formats that the field accepts.
func (f *field) reads(text string) *failure {
	if f.formats == "" || strings.HasPrefix(text, "now") {
		return nil
	}
	base, _, _ := strings.Cut(text, "||")
	for _, format := range strings.Split(f.formats, "||") {
		if dateFormats[format](base) {
			return nil
		}
	}
	return badDateIn(base, f.formats)
}
