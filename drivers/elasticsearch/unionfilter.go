package elasticsearch

import (
	"slices"

	"quarry/drivers/elasticsearch/mapping"
)

// filter says how a column of a union can be filtered: as all indices that have it agree.
func (u *union) filter(e *entry) about {
	d := &filterFields{u.all.Fields, u.judge.server}
	path := func(i int) string { return u.paths[i] }
	var a about
	var where [][]int // of each definition
	have := make([]bool, len(u.all.Names))
	for i := range e.variants {
		v := &e.variants[i]
		for _, index := range v.where {
			have[index] = true
		}
		f := u.filterField(d, v, path)
		at := slices.Index(a.fields, f)
		if at < 0 {
			at, a.fields, where = len(a.fields), append(a.fields, f), append(where, nil)
		}
		where[at] = append(where[at], v.where...)
	}
	if len(a.fields) > 1 {
		a.differs = u.conflict(e)
		for i := range a.fields {
			a.fields[i].where = u.indices(where[i])
		}
	}
	var lacking []int
	for index, has := range have {
		if !has {
			lacking = append(lacking, index)
		}
	}
	switch {
	case len(lacking) == 1:
		a.lacking = u.indices(lacking) + " has"
	case len(lacking) > 1:
		a.lacking = u.indices(lacking) + " have"
	}
	nested := e.variants[0].nested
	if !e.same(func(v *variant) string { return v.nested }) {
		a.never = "{name} is " + u.conflict(e) + ". Open one of the indices to filter by it."
	}
	a.unnested = u.withoutArray(nested) != ""
	return a
}

// filterField describes one definition of a path; that of an alias is its target's.
func (u *union) filterField(d *filterFields, v *variant, path func(i int) string) filterField {
	f := &u.all.Fields[v.field]
	if f.Target == "" {
		if v.class.Kind == mapping.NoColumn && f.Kind != "nested" {
			return filterField{kind: "object"}
		}
		return d.field(v.field, path)
	}
	alias := *v
	alias.at = f.Target
	if target, _ := u.target(&alias); target >= 0 {
		return d.alias(target, path)
	}
	return filterField{kind: "alias"}
}
