package typesense

import (
	"net/http"
	"strconv"
)

const defaultGroupLimit = 3

// group sorts the found documents into groups with the same values.
func (s *searching) group(found []*rank, out object) *failure {
	var fields []*field
	for _, name := range namesIn(s.params["group_by"]) {
		f := s.c.field(name)
		if f == nil {
			return failed(http.StatusNotFound, "Could not find a field named `%s` in the schema.", name)
		}
		if !f.facet {
			return invalid("Group by field `%s` should be a facet field.", name)
		}
		fields = append(fields, f)
	}
	most := defaultGroupLimit
	if text, given := s.params["group_limit"]; given {
		n, err := strconv.ParseUint(text, 10, 31)
		if err != nil {
			return invalid("Parameter `group_limit` must be an unsigned integer.")
		}
		most = int(n)
	}
	type group struct {
		key   []any
		found int
		hits  []any
	}
	var groups []*group
	byKey := map[string]*group{}
	for _, r := range found {
		key := groupKey(r.document, fields)
		text := textOf(key)
		g := byKey[text]
		if g == nil {
			g = &group{key: key, hits: []any{}}
			byKey[text] = g
			groups = append(groups, g)
		}
		g.found++
		if len(g.hits) < most {
			g.hits = append(g.hits, s.hit(r))
		}
	}
	list := []any{}
	for _, g := range window(groups, s.from, s.perPage) {
		list = append(list, object{"found": g.found, "group_key": g.key, "hits": g.hits})
	}
	out["found"], out["found_docs"], out["grouped_hits"] = len(groups), len(found), list
	return nil
}

func groupKey(d *document, fields []*field) []any {
	key := []any{}
	for _, f := range fields {
		x, found := d.index[f.name]
		if !found {
			continue
		}
		values := facetValues(x, newRange())
		if x.list {
			key = append(key, values)
		} else if len(values) > 0 {
			key = append(key, values[0])
		}
	}
	return key
}
