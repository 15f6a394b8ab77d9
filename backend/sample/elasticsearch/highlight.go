package elasticsearch

import (
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"
)

// fragmentSize is the length up to which a value is one fragment, in characters: the engine's default.
const fragmentSize = 100

// highlighted is one field to highlight (Highlighting).
type highlighted struct {
	field       *field
	path        string
	opens, ends string
	whole       bool // number_of_fragments is 0
}

// enrich adds to each hit what the query says about it: its highlight and its inner hits.
func (e *Engine) enrich(s *search, hits []hit) *failure {
	if !s.marks.Exists() && !strings.Contains(s.query.Raw, `"inner_hits"`) {
		return nil
	}
	for i := range hits {
		c := compiler{index: hits[i].index, major: e.release.major}
		q, fail := c.query(s.query)
		if fail != nil {
			return fail
		}
		if hits[i].inner, fail = e.innerHits(q, hits[i]); fail != nil {
			return fail
		}
		if !s.marks.Exists() {
			continue
		}
		words := sought{}
		if fail = words.add(q); fail != nil {
			return fail
		}
		if hits[i].marks, fail = marked(s.marks, hits[i], words); fail != nil {
			return fail
		}
	}
	return nil
}

func marked(options gjson.Result, h hit, words sought) (*object, *failure) {
	o := new(object)
	var fail *failure
	options.Get("fields").ForEach(func(name, own gjson.Result) bool {
		var m highlighted
		if m, fail = highlightOf(h, name.String(), options, own); fail != nil || m.field == nil {
			return fail == nil
		}
		var fragments []string
		for _, v := range h.doc.root.values[m.field.path] {
			text, hit := m.mark(v.text, words[m.field.path])
			if !hit {
				continue
			}
			if utf8.RuneCountInString(v.text) > fragmentSize && !m.whole {
				fail = unsupported("The sample engine does not answer highlight in texts of more than %d characters.", fragmentSize)
				return false
			}
			fragments = append(fragments, text)
		}
		if len(fragments) > 0 {
			o.raw(m.path, quoteAll(fragments))
		}
		return true
	})
	return o, fail
}

// highlightOf reads the options of a field; otherwise those of the whole highlight apply.
func highlightOf(h hit, name string, all, own gjson.Result) (highlighted, *failure) {
	option := func(key string) gjson.Result {
		if v := own.Get(key); v.Exists() {
			return v
		}
		return all.Get(key)
	}
	m := highlighted{path: name, opens: "<em>", ends: "</em>"}
	if kind := option("type").String(); kind != "" && kind != "unified" && kind != "plain" || strings.Contains(name, "*") || option("require_field_match").Raw == "false" {
		return m, unsupported("The sample engine does not answer this highlight.")
	}
	if tags := option("pre_tags").Array(); len(tags) > 0 {
		m.opens = tags[0].String()
	}
	if tags := option("post_tags").Array(); len(tags) > 0 {
		m.ends = tags[0].String()
	}
	m.whole = option("number_of_fragments").Raw == "0"
	if f := h.index.schema.lookup(name); f != nil && f.class() == words {
		m.field = f
	}
	return m, nil
}

// mark puts tags around the wanted words.
func (m highlighted) mark(text string, wanted map[string]bool) (string, bool) {
	var out strings.Builder
	runes := []rune(text)
	found, done := false, 0
	for i := 0; i < len(runes); {
		end := wordEnd(runes, i)
		if end == i {
			i++
			continue
		}
		if wanted[strings.ToLower(string(runes[i:end]))] {
			out.WriteString(string(runes[done:i]) + m.opens + string(runes[i:end]) + m.ends)
			found, done = true, end
		}
		i = end
	}
	out.WriteString(string(runes[done:]))
	return out.String(), found
}

// sought holds the words that a query searches for, by the path of their field.
type sought map[string]map[string]bool

func (s sought) add(q clause) *failure {
	switch q := q.(type) {
	case scoredTerm:
		if s[q.path] == nil {
			s[q.path] = map[string]bool{}
		}
		s[q.path][q.term] = true
	case combination:
		return s.addAll(q.must, q.filter, q.should)
	case several:
		return s.addAll(q.clauses)
	case best:
		return s.addAll(q)
	case every, none, anyValue, hasValue, idSet, inNested:
		// They do not search for words in the document itself.
	default:
		return unsupported("The sample engine does not answer highlight for this query.")
	}
	return nil
}

func (s sought) addAll(lists ...[]clause) *failure {
	for _, list := range lists {
		for _, q := range list {
			if fail := s.add(q); fail != nil {
				return fail
			}
		}
	}
	return nil
}
