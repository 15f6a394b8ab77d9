package elasticsearch

import (
	"strings"

	"github.com/tidwall/gjson"
)

// matchText is a match query: on text, the words joined with the operator; on any other type, a term.
func (c compiler) matchText(v gjson.Result) (clause, *failure) {
	name, wanted, options, fail := single("match", "query", v)
	if fail != nil {
		return nil, fail
	}
	f := c.field(name)
	if f == nil {
		return c.unmapped(name, wanted), nil
	}
	if options.Get("fuzziness").Exists() {
		return nil, unsupported("The sample engine does not answer a fuzzy match.")
	}
	if f.class() != words {
		q, fail := c.term(gjson.Parse(`{` + quote(name) + `:` + wanted.Raw + `}`))
		if fail != nil && options.Get("lenient").Bool() {
			return none{}, nil
		}
		return q, fail
	}
	tokens := analyse(scalar(wanted))
	if len(tokens) == 0 {
		if options.Get("zero_terms_query").String() == "all" {
			return every{1}, nil
		}
		return none{}, nil
	}
	out := combination{boost: boost(options), least: 1}
	for _, t := range tokens {
		out.should = append(out.should, c.word(f, t))
	}
	if strings.EqualFold(options.Get("operator").String(), "and") {
		out.least = len(tokens)
	}
	if m := options.Get("minimum_should_match"); m.Exists() {
		if out.least, fail = leastOf(scalar(m), len(tokens)); fail != nil {
			return nil, fail
		}
	}
	return out, nil
}

// unmapped returns a clause on a name that is not a mapped field: only _id has values.
func (c compiler) unmapped(name string, wanted gjson.Result) clause {
	if name == "_id" {
		return idSet{ids: map[string]bool{scalar(wanted): true}, score: 1}
	}
	return none{}
}

func (c compiler) word(f *field, t string) clause {
	st := c.index.statistics()[f.path]
	if st == nil {
		return none{}
	}
	return scoredTerm{f.path, t, st, st.weight(t)}
}

// matchPhrase is a match_phrase query: the words in sequence.
func (c compiler) matchPhrase(v gjson.Result) (clause, *failure) {
	name, wanted, options, fail := single("match_phrase", "query", v)
	if fail != nil {
		return nil, fail
	}
	f := c.field(name)
	if f == nil {
		return c.unmapped(name, wanted), nil
	}
	if slop := options.Get("slop"); slop.Int() > 0 {
		return nil, unsupported("The sample engine does not answer a phrase with a slop.")
	}
	if f.class() != words {
		return c.matchText(v)
	}
	return c.phrase(f, analyse(scalar(wanted)), boost(options)), nil
}

func (c compiler) phrase(f *field, tokens []string, boost float32) clause {
	st := c.index.statistics()[f.path]
	switch {
	case len(tokens) == 0 || st == nil:
		return none{}
	case len(tokens) == 1:
		return scoredTerm{f.path, tokens[0], st, boost * st.weight(tokens[0])}
	}
	p := phrase{path: f.path, tokens: tokens, stats: st}
	for _, t := range tokens {
		p.weight += st.weight(t)
	}
	p.weight *= boost
	return p
}

type phrase struct {
	path   string
	tokens []string
	stats  *fieldStats
	weight float32
}

func (p phrase) match(_ *document, n *node) (bool, float32) {
	frequency, length := 0, 0
	for _, v := range n.values[p.path] {
		length += len(v.tokens)
		for i := 0; i+len(p.tokens) <= len(v.tokens); i++ {
			if equalTokens(v.tokens[i:i+len(p.tokens)], p.tokens) {
				frequency++
			}
		}
	}
	if frequency == 0 {
		return false, 0
	}
	return true, p.stats.score(p.weight, float32(frequency), length)
}

func equalTokens(a, b []string) bool {
	for i := range b {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
