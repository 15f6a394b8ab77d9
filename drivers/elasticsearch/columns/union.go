package columns

import (
	"slices"
	"strconv"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/elasticsearch/es"
	"quarry/drivers/elasticsearch/filter"
	"quarry/drivers/elasticsearch/mapping"
	"quarry/drivers/elasticsearch/search"
)

// union joins several mappings into the columns of one grid.
type union struct {
	all      *mapping.Schemas
	judge    *judge
	classes  []mapping.Class
	paths    []string // of the fields
	unvalued string   // why a field without doc values cannot be sorted
	entries  []entry
	at       map[string]int // index of a path's entry, until the entries are sorted
	aliases  []string       // the paths of aliases
	shadows  []string       // the paths of runtime fields
	room     []variant      // memory for the first variants of entries
	orders   map[string]common
}

// entry is one path and how the indices with it define it.
type entry struct {
	path     string
	variants []variant
}

// variant is how some indices define a path.
type variant struct {
	field    int   // index in schemas.fields
	where    []int // numbers of the indices
	label    string
	class    mapping.Class
	at       string // the path of an alias's target
	target   int    // for an alias: index of the target in schemas.fields, -1 for none
	of       string // for an alias: the target's type
	sort     string // the field to sort by
	sortType string // that field's type
	nested   string // paths of the enclosing nested fields, outermost first, separated by commas
}

// unite sets the columns of a union, ordered as in a mapping (by name at every depth), and what their view needs.
func unite(set *driver.ColumnSet, v *search.View, all *mapping.Schemas, filters *filter.Classes) {
	uniteBy(set, v, all, filters, mapping.Reasons[mapping.ReasonDocValues])
}

// uniteBy is unite with the reason for a field without doc values, noDocValues.
func uniteBy(set *driver.ColumnSet, v *search.View, all *mapping.Schemas, filters *filter.Classes, noDocValues string) {
	u := &union{
		all: all, judge: newJudge(all.Fields, filters.Server), paths: mapping.PathsOf(all.Fields), unvalued: noDocValues,
		at: make(map[string]int, len(all.Fields)), orders: map[string]common{}, room: make([]variant, 0, len(all.Fields)),
	}
	u.classes = u.judge.each()
	for i := range all.Units {
		u.add(&all.Units[i])
	}
	u.follow()
	u.shadow()
	es.SortBy(u.entries, func(a, b *entry) int { return es.CompareNames(a.path, b.path) })
	for i := range u.entries {
		col, shown := u.column(&u.entries[i])
		if !shown {
			set.Described = append(set.Described, u.entries[i].path)
			continue
		}
		col.Filter = filters.Number(u.filter(&u.entries[i]))
		if col.Flags&driver.FlagRow != 0 {
			v.Runtime = append(v.Runtime, col.Name)
		}
		if kind := u.entries[i].aliased(); kind != "" && col.Sort != "" {
			v.Aliases = append(v.Aliases, search.Alias{Name: col.Sort, Kind: kind})
		}
		if clause := filters.Ignored(col.Filter, col.Name); clause != "" {
			v.Ignored = append(v.Ignored, search.Ignored{Column: col.Name, Clause: clause})
		}
		set.Columns = append(set.Columns, col)
	}
	driver.PlaceInArrays(set.Columns)
	nameLeaves(set.Columns)
	set.Notices = differing(set.Columns)
}

// differing returns the columns with several types.
func differing(columns []driver.Column) []string {
	var named []string
	n := 0
	for i := range columns {
		if columns[i].Conflict == "" {
			continue
		}
		if n++; n <= es.MaxNamed {
			named = append(named, columns[i].Name+" ("+columns[i].Type+")")
		}
	}
	if n == 0 {
		return nil
	}
	text := es.Plural(n, "column has", "columns have") + " different types: "
	marked := ". They are marked in the grid."
	if n == 1 {
		marked = ". It is marked in the grid."
	}
	text += strings.Join(named, ", ")
	if n > es.MaxNamed {
		text += " and " + strconv.Itoa(n-es.MaxNamed) + " more"
	}
	return []string{text + marked}
}

// add adds the definitions of a unit's paths, with its indices.
func (u *union) add(one *mapping.Unit) {
	var nested []string // the paths of the nested fields around the current one
	for i := one.From; i < one.To; i++ {
		f, class, path := &u.all.Fields[i], u.classes[i], u.paths[i]
		if f.Sub || class.Kind == mapping.NoColumn && !f.HasLeaves {
			continue
		}
		for len(nested) > 0 && !under(path, nested[len(nested)-1]) {
			nested = nested[:len(nested)-1]
		}
		v := u.variant(i, class)
		v.where, v.nested = one.Where, strings.Join(nested, ",")
		u.note(path, v)
		if f.Kind == "nested" {
			nested = append(nested, path)
		}
	}
}

// under reports whether a path is below another.
func under(path, above string) bool {
	return len(path) > len(above) && path[len(above)] == '.' && path[:len(above)] == above
}

// note records a variant.
func (u *union) note(path string, v variant) {
	switch {
	case v.at != "":
		u.aliases = append(u.aliases, path)
	case v.class.Flags&driver.FlagRow != 0:
		u.shadows = append(u.shadows, path)
	}
	if at, known := u.at[path]; known {
		u.entries[at].variants = append(u.entries[at].variants, v)
		return
	}
	u.at[path] = len(u.entries)
	u.room = append(u.room, v)
	n := len(u.room)
	u.entries = append(u.entries, entry{path, u.room[n-1 : n : n]})
}

// variant describes a field by itself; an alias gets its target's class later.
func (u *union) variant(i int, class mapping.Class) variant {
	f, path := &u.all.Fields[i], u.paths[i]
	v := variant{field: i, target: -1, label: f.Kind, class: class}
	switch {
	case f.Disabled:
		v.label = "object that is not indexed"
	case f.Kind == "":
		v.label = "object"
	case f.Runtime:
		v.label = "runtime " + f.Kind
	case f.Target != "":
		v.at = f.Target
		v.class.Flags |= driver.FlagAlias
	}
	switch {
	case class.Sort == mapping.SortSelf:
		v.sort, v.sortType = path, f.Kind
	case class.Sort >= mapping.SortSub:
		v.sort, v.sortType = u.paths[i+1+int(class.Sort-mapping.SortSub)], "keyword"
	}
	return v
}

// shadow removes mapped fields if the index has a runtime field with their name (Runtime fields, "Override field values
// at query time").
func (u *union) shadow() {
	for _, path := range u.shadows {
		e := &u.entries[u.at[path]]
		var over []int
		for i := range e.variants {
			if u.comesWithRow(&e.variants[i]) {
				over = append(over, e.variants[i].where...)
			}
		}
		kept := make([]variant, 0, len(e.variants))
		for _, v := range e.variants {
			if !u.comesWithRow(&v) {
				v.where = slices.DeleteFunc(slices.Clone(v.where), func(index int) bool { return slices.Contains(over, index) })
			}
			if len(v.where) > 0 {
				kept = append(kept, v)
			}
		}
		e.variants = kept
	}
}

// comesWithRow reports whether a variant is a field whose values come with the row, and not the alias of one.
func (u *union) comesWithRow(v *variant) bool {
	return v.class.Flags&driver.FlagRow != 0 && u.all.Fields[v.field].Target == ""
}

// follow gives each variant of an alias the class and the sort of its target. If the indices of a variant define the
// target differently, the variant is split.
func (u *union) follow() {
	slices.Sort(u.aliases)
	for _, path := range slices.Compact(u.aliases) {
		e := &u.entries[u.at[path]]
		followed := make([]variant, 0, len(e.variants))
		for _, v := range e.variants {
			if v.at == "" {
				followed = append(followed, v)
				continue
			}
			v.class.Sort, v.class.Reason = mapping.SortNone, mapping.ReasonAlias
			v.sort = ""
			targets, without := u.targets(&v)
			for _, t := range targets {
				followed = append(followed, u.aliasOf(t, v, path))
			}
			if len(without) > 0 {
				v.where = without
				followed = append(followed, v)
			}
		}
		e.variants = followed
	}
}

// aliasOf completes a variant of the alias at a path from its target.
func (u *union) aliasOf(t target, v variant, path string) variant {
	v.class = u.judge.alias(v.class, t.field, u.classes)
	v.target, v.of, v.where, v.nested = t.field, u.all.Fields[t.field].Kind, t.where, t.nested
	if v.class.Sort == mapping.SortSelf {
		v.sort, v.sortType = path, v.of
	}
	if v.class.Flags&driver.FlagRow != 0 {
		v.at = ""
	}
	return v
}

// target is a field that an alias refers to.
type target struct {
	field  int    // index in schemas.fields
	where  []int  // numbers of the indices
	nested string // paths of the enclosing nested fields, outermost first, separated by commas
}

// targets returns the fields that an alias refers to in its indices, and the indices that have none. This is always the
// mapped field, even if a runtime field has the same name. The entries must still be where u.at says.
func (u *union) targets(alias *variant) (found []target, without []int) {
	left := make([]bool, len(u.all.Names))
	for _, index := range alias.where {
		left[index] = true
	}
	take := func(path, sub string) {
		at, known := u.at[path]
		if !known {
			return
		}
		for i := range u.entries[at].variants {
			v := &u.entries[at].variants[i]
			field := u.subfield(v.field, sub)
			if f := &u.all.Fields[v.field]; f.Target != "" || f.Runtime || field < 0 {
				continue
			}
			var where []int
			for _, index := range v.where {
				if left[index] {
					left[index], where = false, append(where, index)
				}
			}
			if len(where) > 0 {
				found = append(found, target{field, where, v.nested})
			}
		}
	}
	take(alias.at, "")
	if dot := strings.LastIndexByte(alias.at, '.'); dot > 0 { // a multi-field, perhaps only in some indices
		take(alias.at[:dot], alias.at[dot+1:])
	}
	for _, index := range alias.where {
		if left[index] {
			without = append(without, index)
		}
	}
	return found, without
}

// subfield returns the multi-field with a name, the field itself for "", and -1 if there is none.
func (u *union) subfield(field int, name string) int {
	if name == "" {
		return field
	}
	for k := field + 1; k < len(u.all.Fields) && u.all.Fields[k].Sub; k++ {
		if u.all.Fields[k].Name == name {
			return k
		}
	}
	return -1
}

// UnionNotices says which columns differ. If a mapping cannot be read, the notice comes when the object is opened.
func UnionNotices(c *driver.Conn, name string) []string {
	req := es.Get(es.Path(name, "_mapping"), "", "resolve")
	r, err := c.Do(driver.Send{Request: req, Verb: driver.Fields, Walk: mapping.Walks()})
	if err != nil || !r.OK() {
		return nil
	}
	var set driver.ColumnSet
	unite(&set, &search.View{}, mapping.SchemasOf(r), &filter.Classes{Conn: c, Server: es.VersionOf(c)})
	return set.Notices
}
