package elasticsearch

import (
	"strings"
)

// resolve returns the indices in an index expression: names, wildcards and exclusions, separated by commas. An empty
// expression means all.
func (e *Engine) resolve(q *request, expression string) ([]*index, *failure) {
	ignore, fail := q.flag("ignore_unavailable", false)
	if fail != nil {
		return nil, fail
	}
	allowNone, fail := q.flag("allow_no_indices", true)
	if fail != nil {
		return nil, fail
	}
	found, fail := e.expand(expression, ignore)
	if fail == nil && len(found) == 0 && !allowNone {
		fail = noSuchIndex(expression)
	}
	return found, fail
}

func (e *Engine) expand(expression string, ignoreMissing bool) ([]*index, *failure) {
	if expression == "" || expression == "_all" || expression == "*" {
		return e.indices, nil
	}
	chosen := map[*index]bool{}
	starred := false
	for _, name := range strings.Split(expression, ",") {
		exclude := starred && strings.HasPrefix(name, "-")
		if exclude {
			name = name[1:]
		}
		matched := 0
		for _, x := range e.indices {
			if wildcard(name, x.name) {
				chosen[x] = !exclude
				matched++
			}
		}
		starred = starred || strings.Contains(name, "*")
		if matched == 0 && !ignoreMissing && !strings.Contains(name, "*") {
			return nil, noSuchIndex(name)
		}
	}
	var out []*index
	for _, x := range e.indices {
		if chosen[x] {
			out = append(out, x)
		}
	}
	return out, nil
}

// one returns a single index by name.
func (e *Engine) one(name string) (*index, *failure) {
	for _, x := range e.indices {
		if x.name == name {
			return x, nil
		}
	}
	f := noSuchIndex(name)
	if e.release.major < 8 {
		f.resource = "index_expression"
	}
	return nil, f
}
