package typesense

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// match is how well a document fits the words of a search.
type match struct {
	score  uint64
	info   object
	fields map[string][]hitWord // the words of each field that fit
}

// hitWord is a query word that fits, and how.
type hitWord struct {
	text   string // the indexed word
	typos  int
	prefix bool
	length int // bytes of the word that fit
}

// textQuery is a search for words.
type textQuery struct {
	c            *collection
	fields       []*field
	alternatives [][]string // each a list of words
	prefix       bool
	infix        bool
	typos        int
}

func (c *collection) textQuery(s *searching) (*textQuery, *failure) {
	names := namesIn(s.params["query_by"])
	if len(names) == 0 {
		return nil, invalid("No search fields specified for the query.")
	}
	t := &textQuery{c: c, prefix: s.params["prefix"] != "false", infix: s.params["infix"] == "always" || s.params["infix"] == "fallback", typos: 2}
	if n, err := strconv.Atoi(s.params["num_typos"]); err == nil {
		t.typos = n
	}
	for _, name := range names {
		fields, fail := c.textFields(name)
		if fail != nil {
			return nil, fail
		}
		t.fields = append(t.fields, fields...)
	}
	words := tokenizer{}.texts(s.params["q"])
	if len(t.fields) > 0 {
		words = t.fields[0].tokenizer(c).texts(s.params["q"])
	}
	t.alternatives = append([][]string{words}, s.synonymsOf(words)...)
	return t, nil
}

// textFields returns the text fields of a name: those below it if it is an object.
func (c *collection) textFields(name string) ([]*field, *failure) {
	f := c.field(name)
	switch {
	case f == nil:
		return nil, failed(http.StatusNotFound, "Could not find a field named `%s` in the schema.", name)
	case f.isText():
		return []*field{f}, nil
	case !f.isObject():
		return nil, invalid("Field `%s` should be a string or a string array.", name)
	}
	var out []*field
	for _, each := range c.fields {
		if each.isText() && !each.isDynamic() && strings.HasPrefix(each.name, name+".") {
			out = append(out, each)
		}
	}
	return out, nil
}

// run returns the documents that have the words. Without one it allows more and more typos, then drops words from the
// end.
func (t *textQuery) run(candidates []*document) []*rank {
	if len(t.alternatives[0]) == 0 {
		return everything(candidates)
	}
	for drop := range len(t.alternatives[0]) {
		for typos := 0; typos <= t.typos; typos++ {
			if found := t.find(candidates, drop, typos); len(found) > 0 {
				return found
			}
		}
	}
	return nil
}

// everything is what a search without words finds.
func everything(candidates []*document) []*rank {
	out := make([]*rank, len(candidates))
	for i, d := range candidates {
		out[i] = &rank{document: d, score: &match{score: 100, info: object{
			"best_field_score": "0", "best_field_weight": 12, "fields_matched": 4, "num_tokens_dropped": 1, "score": "100",
			"tokens_matched": 0, "typo_prefix_score": 255,
		}}}
	}
	return out
}

func (t *textQuery) find(candidates []*document, drop, typos int) []*rank {
	var out []*rank
	for _, d := range candidates {
		for i, words := range t.alternatives {
			if i == 0 {
				words = words[:len(words)-drop]
			}
			if m, ok := t.match(d, words, typos); ok {
				m.info["num_tokens_dropped"] = drop
				out = append(out, &rank{document: d, score: &m})
				break
			}
		}
	}
	return out
}

// match finds all words in the fields of a document.
func (t *textQuery) match(d *document, words []string, typos int) (match, bool) {
	m := match{fields: map[string][]hitWord{}}
	best, bestField, worst := -1, 0, 0
	seen := make([]bool, len(words))
	for i, f := range t.fields {
		matched := 0
		for j, w := range words {
			h, ok := t.findWord(f, d.index[f.name].texts, w, typos, t.prefix && j == len(words)-1)
			if !ok {
				continue
			}
			matched++
			seen[j] = true
			m.fields[f.name] = append(m.fields[f.name], h)
			worst = max(worst, 2*h.typos+flagNumber(h.prefix))
		}
		if matched > best {
			best, bestField = matched, i
		}
	}
	if slices.Contains(seen, false) {
		return m, false
	}
	proximity := 100 - (best - 1)
	fieldScore := uint64(best)<<40 | uint64(best)<<32 | uint64(255-worst)<<24 | uint64(proximity)<<16
	if t.c.engine.release.major >= 30 {
		fieldScore++
	}
	weight := 15 - min(bestField, 14)
	m.score = uint64(best)<<59 | fieldScore<<11 | uint64(weight)<<3 | uint64(len(m.fields))
	m.info = object{
		"best_field_score": strconv.FormatUint(fieldScore, 10), "best_field_weight": weight, "fields_matched": len(m.fields),
		"score": strconv.FormatUint(m.score, 10), "tokens_matched": best, "typo_prefix_score": worst,
	}
	return m, true
}

func flagNumber(v bool) int {
	if v {
		return 1
	}
	return 0
}

// findWord returns the indexed word that fits best.
func (t *textQuery) findWord(f *field, texts []indexedText, w string, typos int, prefix bool) (hitWord, bool) {
	best, found := hitWord{}, false
	better := func(h hitWord) {
		if !found || 2*h.typos+flagNumber(h.prefix) < 2*best.typos+flagNumber(best.prefix) {
			best, found = h, true
		}
	}
	allowed := min(typos, typosFor(w))
	for _, text := range texts {
		for _, each := range text.words {
			switch {
			case each == w:
				better(hitWord{text: each, length: len(each)})
			case prefix && strings.HasPrefix(each, w):
				better(hitWord{text: each, prefix: true, length: len(w)})
			case t.infix && f.infix && strings.Contains(each, w):
				better(hitWord{text: each, typos: 1, length: len(each)})
			case allowed > 0 && edits(w, each) <= allowed:
				better(hitWord{text: each, typos: edits(w, each), length: len(each)})
			case allowed > 0 && prefix && len(each) > len(w) && edits(w, each[:len(w)]) <= allowed:
				better(hitWord{text: each, typos: edits(w, each[:len(w)]), prefix: true, length: len(w)})
			}
		}
	}
	return best, found
}

// typosFor is how many typos a word may have: none if it is short.
func typosFor(w string) int {
	switch {
	case len(w) < 4:
		return 0
	case len(w) < 7:
		return 1
	}
	return 2
}

// edits counts the letters to insert, delete, replace or swap.
func edits(a, b string) int {
	before, last, current := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		current[0] = i
		for j := 1; j <= len(b); j++ {
			current[j] = min(last[j]+1, current[j-1]+1, last[j-1]+flagNumber(a[i-1] != b[j-1]))
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				current[j] = min(current[j], before[j-2]+1)
			}
		}
		before, last, current = last, current, before
	}
	return last[len(b)]
}
