package columns

import (
	"slices"
	"strings"

	"quarry/drivers/elasticsearch/filter"
	"quarry/drivers/elasticsearch/mapping"
)

// filter says how a column of a union can be filtered, as far as all indices with it agree.
func (u *union) filter(e *entry) filter.About {
	d := &filter.Describer{Mapped: u.all.Fields, Server: u.judge.server}
	path := func(i int) string { return u.paths[i] }
	var a filter.About
	var where [][]int // indices of each definition
	have := make([]bool, len(u.all.Names))
	for i := range e.variants {
		v := &e.variants[i]
		for _, index := range v.where {
			have[index] = true
		}
		f := u.filterField(d, e, v, path)
		at := slices.Index(a.Definitions, f)
		if at < 0 {
			at, a.Definitions, where = len(a.Definitions), append(a.Definitions, f), append(where, nil)
		}
		where[at] = append(where[at], v.where...)
	}
	if len(a.Definitions) > 1 {
		a.Differs = u.conflict(e)
		for i := range a.Definitions {
			a.Definitions[i].Where = u.indices(where[i])
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
		a.Lacking = u.indices(lacking) + " has"
	case len(lacking) > 1:
		a.Lacking = u.indices(lacking) + " have"
	}
	nested := e.variants[0].nested
	if !e.same(func(v *variant) string { return v.nested }) {
		a.Never = "{name} is " + u.conflict(e) + ". Open one of the indices to filter by it."
	}
	a.Unnested = u.withoutArray(nested) != ""
	return a
}

// filterField describes one definition of a path; an alias has its target's.
func (u *union) filterField(d *filter.Describer, e *entry, v *variant, path func(i int) string) filter.Field {
	at := u.all.Fields[v.field].Target
	switch {
	case at != "" && v.target >= 0:
		f := d.Alias(v.target, path)
		if f.AsksTarget() {
			f.Elsewhere = u.elsewhere(e, at)
		}
		return f
	case at != "":
		return filter.Field{Kind: "alias"}
	case v.class.Kind == mapping.NoColumn && u.all.Fields[v.field].Kind != "nested":
		return filter.Field{Kind: "object"}
	}
	return d.Field(v.field, path)
}

// elsewhere returns the indices that have an alias's target but not the alias, separated by commas.
func (u *union) elsewhere(e *entry, target string) string {
	taken := make([]bool, len(u.all.Names))
	for i := range e.variants {
		if v := &e.variants[i]; u.all.Fields[v.field].Target == target {
			for _, index := range v.where {
				taken[index] = true
			}
		}
	}
	found := slices.Clone(u.variants(target))
	if dot := strings.LastIndexByte(target, '.'); dot > 0 {
		for _, v := range u.variants(target[:dot]) {
			if u.subfield(v.field, target[dot+1:]) >= 0 {
				found = append(found, v)
			}
		}
	}
	var names []string
	for i := range found {
		for _, index := range found[i].where {
			if !taken[index] {
				taken[index], names = true, append(names, u.all.Names[index])
			}
		}
	}
	slices.Sort(names)
	return strings.Join(names, ",")
}
