package columns

import (
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/es"
	"quarry/drivers/elasticsearch/mapping"
)

// _field_caps reports an alias or a runtime field as an ordinary field, so only documents show that they do not contain
// its values: the "fields" option of a search returns them beside the document (Retrieve selected fields from a
// search).

const (
	maxLooks = 6   // maximum number of searches for values of fields
	maxAsked = 500 // fields in such a search, of which each document must have one

	noFields    = "Columns of alias and runtime fields are empty: the server does not return their values."
	nestedApart = " cannot be shown without permission to read the mapping."
)

// seeker finds the fields of an object whose values are not in its documents.
type seeker struct {
	leaves  []string // the paths of the fields that have values
	nested  []string // the paths of nested objects
	unseen  []string // leaves outside nested objects that no document has had so far
	apart   map[string]bool
	refused bool // the engine does not support the option, or has no documents to read them from
}

func newSeeker(s *mapping.Schemas) *seeker {
	f := &seeker{apart: map[string]bool{}}
	seen := map[string]bool{}
	mapping.EachPath(s.Fields, func(i int, path string) {
		one := &s.Fields[i]
		switch t := mapping.TraitOf(one.Kind); {
		case one.Kind == "nested":
			f.nested = append(f.nested, path)
		case one.Sub, one.HasLeaves, seen[path], t.Reason == mapping.ReasonObject, t.Reason == mapping.ReasonType:
		default:
			seen[path] = true
			f.leaves = append(f.leaves, path)
		}
	})
	for _, path := range f.leaves {
		if !f.insideNested(path) {
			f.unseen = append(f.unseen, path)
		}
	}
	return f
}

func (f *seeker) insideNested(path string) bool {
	for _, above := range f.nested {
		if under(path, above) {
			return true
		}
	}
	return false
}

// seek looks at documents: first at any, then at ones with a field that none has had.
func (f *seeker) seek(c *driver.Conn, object string) error {
	if len(f.leaves) == 0 {
		return nil
	}
	asked := `,"fields":` + string(es.QuoteAll(f.leaves))
	response, refused, err := sample(c, object, asked)
	if err != nil || refused != nil {
		f.refused = refused != nil && refused.Status == 400
		return err
	}
	if !f.look(response) {
		return nil
	}
	for look := 1; look < maxLooks && len(f.unseen) > 0; look++ {
		some := f.unseen[:min(len(f.unseen), maxAsked)]
		before := len(f.unseen)
		response, refused, err := sample(c, object, asked+`,"query":`+string(anyOf(some)))
		if err != nil || refused != nil {
			return err
		}
		if f.look(response); len(f.unseen) == before {
			f.unseen = f.unseen[len(some):]
		}
	}
	return nil
}

// look reads the documents of a response. It returns false if there are none.
func (f *seeker) look(response string) bool {
	some := false
	hits, _ := jx.Get(response, "hits", "hits")
	jx.Items(hits, func(hit string) bool {
		some = true
		source, _ := jx.Get(hit, "_source")
		fields, _ := jx.Get(hit, "fields")
		f.compare(fields, "", source)
		return true
	})
	var unseen []string
	for _, path := range f.unseen {
		if _, seen := f.apart[path]; !seen {
			unseen = append(unseen, path)
		}
	}
	f.unseen = unseen
	return some
}

// compare records which fields of a hit are in its document. The fields inside a nested object are in separate objects.
func (f *seeker) compare(fields, around, source string) {
	jx.Each(fields, func(name, values string) bool {
		path := around + name
		for _, nested := range f.nested {
			if nested == path {
				jx.Items(values, func(object string) bool {
					f.compare(object, path+".", source)
					return true
				})
				return true
			}
		}
		if apart, seen := f.apart[path]; !seen || apart {
			f.apart[path] = !holds(source, path)
		}
		return true
	})
}

// holds reports whether a document has a member at a path, as nested objects or with dots in its name, even inside
// arrays.
func holds(raw, path string) bool {
	if strings.HasPrefix(raw, "[") {
		found := false
		jx.Items(raw, func(item string) bool {
			found = holds(item, path)
			return !found
		})
		return found
	}
	if !strings.HasPrefix(raw, "{") {
		return false
	}
	found := false
	jx.Each(raw, func(key, value string) bool {
		found = key == path || under(path, key) && holds(value, path[len(key)+1:])
		return !found
	})
	return found
}

// mark records the fields whose values come with the row, and returns notices about the others.
func (f *seeker) mark(s *mapping.Schemas) (notices []string) {
	var lost []string
	mapping.EachPath(s.Fields, func(i int, path string) {
		switch one := &s.Fields[i]; {
		case one.Sub || !f.apart[path]:
		case !f.insideNested(path):
			one.Apart = true
		case len(lost) < es.MaxNamed:
			lost = append(lost, path)
		}
	})
	if f.refused {
		notices = append(notices, noFields)
	}
	if len(lost) > 0 {
		notices = append(notices, "The values of "+strings.Join(lost, ", ")+nestedApart)
	}
	return notices
}

// anyOf returns the query that matches documents with a value in any of the fields.
func anyOf(fields []string) []byte {
	out := []byte(`{"bool":{"should":[`)
	for i, field := range fields {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(jx.Quote(append(out, `{"exists":{"field":`...), field), "}}"...)
	}
	return append(out, "]}}"...)
}
