package elasticsearch

import (
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
)

// multiMatch is a multi_match query of type best_fields or most_fields: a match query for each field (Multi-match
// query).
func (c compiler) multiMatch(v gjson.Result) (clause, *failure) {
	wanted := v.Get("query")
	if !wanted.Exists() {
		return nil, badArgument("No text specified for multi-match query")
	}
	kind := v.Get("type").String()
	switch kind {
	case "", "best_fields", "most_fields":
	default:
		return nil, unsupported("The sample engine does not answer a multi_match query of type %s.", kind)
	}
	names := v.Get("fields").Array()
	if len(names) == 0 {
		return nil, unsupported("The sample engine does not answer a multi_match query without fields.")
	}
	out := several{boost: boost(v), tie: float32(v.Get("tie_breaker").Float())}
	if kind == "most_fields" && !v.Get("tie_breaker").Exists() {
		out.tie = 1
	}
	for _, name := range names {
		q, fail := c.matchOne(name.String(), wanted, v)
		if fail != nil {
			return nil, fail
		}
		out.clauses = append(out.clauses, q)
	}
	return out, nil
}

// matchOne is the match query for one field, whose name may end with a weight.
func (c compiler) matchOne(name string, wanted, options gjson.Result) (clause, *failure) {
	if strings.Contains(name, "*") {
		return nil, unsupported("The sample engine does not answer a multi_match query with a pattern of fields.")
	}
	name, weight, weighted := strings.Cut(name, "^")
	o := new(object).raw("query", wanted.Raw)
	for _, option := range []string{"operator", "minimum_should_match", "zero_terms_query", "lenient", "fuzziness"} {
		if given := options.Get(option); given.Exists() {
			o.raw(option, given.Raw)
		}
	}
	if weighted {
		if _, err := strconv.ParseFloat(weight, 32); err != nil {
			return nil, numberFormat(weight)
		}
		o.raw("boost", weight)
	}
	return c.matchText(gjson.Parse("{" + quote(name) + ":" + string(o.json()) + "}"))
}

// several matches if any of its clauses does, with the highest score and a share of the others.
type several struct {
	clauses []clause
	tie     float32
	boost   float32
}

func (s several) match(d *document, n *node) (bool, float32) {
	found, top, sum := false, float32(0), float32(0)
	for _, q := range s.clauses {
		if ok, score := q.match(d, n); ok {
			found, top, sum = true, max(top, score), sum+score
		}
	}
	return found, (top + s.tie*(sum-top)) * s.boost
}
