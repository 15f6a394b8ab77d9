package columns

import (
	"slices"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
	"quarry/drivers/elasticsearch/es"
	"quarry/drivers/elasticsearch/filter"
	"quarry/drivers/elasticsearch/mapping"
	"quarry/drivers/elasticsearch/search"
)

// hintRouting explains a routing (Mapping, "_routing field", and Join field type).
const hintRouting = "Chooses the shard of the document. A child of a join needs the routing of its parent. It cannot be changed after the row is saved."

// cutAfter is how many code points of an array or object a cell shows.
const cutAfter = 10_000

// Read implements Columns of [driver.Driver] from the mapping of one index, or the union of several. A user without
// permission to read it gets the columns that the engine can search, or those found in documents.
func Read(c *driver.Conn, a *driver.ColumnsArgs) (*driver.ColumnSet, error) {
	if err := es.CheckName(a.Object); err != nil {
		return nil, err
	}
	if err := es.CheckExclusion(c, a.Object); err != nil {
		return nil, err
	}
	version := es.VersionOf(c)
	req := es.Get(es.Path(a.Object, "_mapping"), "", "columns")
	sends := []driver.Send{{Request: req, Verb: driver.Fields, Walk: mapping.Walks(), Pick: []string{"*.mappings._source"}}}
	if version.RebuildsBySettings() {
		sends = append(sends, mapping.SourceSettings(a.Object))
	}
	replies, err := c.DoAll(sends...)
	if err != nil {
		return nil, err
	}
	r := &replies[0]
	switch {
	case r.Err != nil:
		return nil, r.Err
	case r.Status == 403:
		return restricted(c, a.Object, es.ErrorOf(&req, r))
	case !r.OK():
		return nil, es.ErrorOf(&req, r)
	}
	s := mapping.SchemasOf(r)
	set, v := columnSet(version, s.Names), search.NewView(c.Seed())
	vectors := (version.Number == "" || version.LeavesVectors()) && s.HasVectors()
	settings := replies[1:]
	if vectors && version.Number == "" {
		if settings, err = c.DoAll(mapping.SourceSettings(a.Object)); err != nil {
			return nil, err
		}
	}
	sources := mapping.SourcesOf(s.Names, r.Picked[0], settings)
	filters := &filter.Classes{Conn: c, Server: version}
	if s.Alike { // even with several indices: each has all the fields
		alone(set, v, s, filters)
	} else {
		unite(set, v, s, filters)
	}
	filters.Complete(set)
	apart := func(one *mapping.Source) bool { return vectors && one.WithoutVectors(version) }
	v.Vectors = len(sources.Which(apart)) > 0
	set.ReadOnly, set.Outside = sources.ReadOnly(), "the mapping"
	offer(set, a.Object, s.Names, len(sources.Which(apart)) == len(sources))
	set.Notices = append(set.Notices, mapping.RebuiltNotices(sources.Which(func(one *mapping.Source) bool { return one.Synthetic() || apart(one) }))...)
	set.View = wire.Append(nil, v)
	return set, nil
}

// offer sets what can be done with the rows of an object besides changing cells, and in which indices rows can be
// created. Removing a field means writing the whole document, which is never done where vectors are stored apart from
// it.
func offer(set *driver.ColumnSet, object string, indices []string, apart bool) {
	if set.ReadOnly == "" {
		set.Acts = []string{driver.ActCreate, driver.ActDelete, driver.ActRestore}
		if !apart {
			set.Acts = append(set.Acts, driver.ActRemove)
		}
		for _, index := range indices {
			if target := es.StreamOf(index); target == index || !slices.Contains(set.Targets, target) {
				set.Targets = append(set.Targets, target)
			}
		}
	}
	if len(indices) == 1 && indices[0] == object {
		set.Acts = append(set.Acts, driver.ActDrop)
	}
}

// columnSet describes what every object has; indices are those that it refers to, none if unknown.
func columnSet(version es.Version, indices []string) *driver.ColumnSet {
	set := &driver.ColumnSet{Meta: meta(len(indices) == 1), RowFields: "fields.", Plan: plan(), Ordered: true}
	if version.SlicesPoints() { // Paginate search results, "Search slicing"
		set.Slices = search.MostSlices
	}
	if version.ReadsRoutes() {
		set.ReadOnlyRows = []driver.ReadOnlyRows{{Key: "#id", Prefix: "_", Chars: es.RouteChars, Reason: es.SentenceRoute}}
	}
	return set
}

// alone sets the columns of a response's only mapping, and what their view needs.
func alone(set *driver.ColumnSet, v *search.View, s *mapping.Schemas, filters *filter.Classes) {
	j := newJudge(s.Fields, filters.Server)
	classes := j.classes()
	v.Runtime, v.Aliases = j.runtime, j.sorted
	numbers := filters.Numbers(s.Fields, classes)
	set.Columns = make([]driver.Column, 0, len(s.Fields))
	opaque := -1 // depth of the enclosing object whose fields are not columns, -1 outside
	mapping.EachField(s.Fields, func(i int, path string) {
		f, k := &s.Fields[i], &classes[i]
		if f.Depth <= opaque {
			opaque = -1
		}
		switch {
		case opaque >= 0:
		case k.Kind == mapping.NoColumn:
			set.Described = append(set.Described, path)
		default:
			if clause := filters.Ignored(numbers[i], path); clause != "" {
				v.Ignored = append(v.Ignored, search.Ignored{Column: path, Clause: clause})
			}
			set.Columns = append(set.Columns, j.column(i, path, k, numbers[i]))
			if k.Opaque {
				opaque = f.Depth
			}
		}
	})
	driver.PlaceInArrays(set.Columns)
	nameLeaves(set.Columns)
}

// column describes a field as a column.
func (j *judge) column(i int, path string, k *mapping.Class, filter int) driver.Column {
	f := &j.fields[i]
	col := driver.Column{Name: path, Type: f.Kind, Kind: k.Kind, Flags: k.Flags, Filter: filter}
	if f.Kind == "" {
		col.Type = "object"
	}
	if k.Flags&driver.FlagAlias != 0 {
		col.At = f.Target
	}
	switch k.Sort {
	case mapping.SortNone:
		col.Reason = mapping.Reasons[k.Reason]
	case mapping.SortSelf:
		col.Sort = path
	default:
		col.Sort = path + "." + j.fields[i+1+int(k.Sort-mapping.SortSub)].Name
	}
	return col
}

// nameLeaves completes the reasons of arrays of objects, which suggest a leaf to sort by instead.
func nameLeaves(columns []driver.Column) {
	for i := range columns {
		k := &columns[i]
		if k.Flags&driver.FlagNested == 0 {
			continue
		}
		leaf := k.Name
		for n := i + 1; n < len(columns); n++ {
			if under(columns[n].Name, k.Name) && columns[n].Kind != driver.KindJSON {
				leaf = columns[n].Name
				break
			}
		}
		k.Reason = strings.ReplaceAll(strings.ReplaceAll(k.Reason, "{name}", k.Name), "{leaf}", leaf)
	}
}

// meta returns the columns that every object has. If there is only one index, its column comes last, since it then says
// nothing about a document.
func meta(single bool) []driver.MetaColumn {
	return []driver.MetaColumn{
		{Name: "_id", At: "_id", Kind: driver.KindID, Primary: true, Reason: "_id cannot be sorted on this cluster."},
		{Name: "_index", At: "_index", Kind: driver.KindText, Sort: "_index", Last: single},
		{Name: "_score", At: "_score", Kind: driver.KindNumber, Sort: "_score", Last: true},
		{
			Name: mapping.MetaRouting, At: mapping.MetaRouting, Kind: driver.KindText, Last: true, Rare: true,
			Reason: "Elasticsearch cannot sort by _routing.",
			Sets:   es.HiddenRouting.Name, Title: "Routing", Hint: hintRouting,
		},
	}
}

func plan() driver.RowsPlan {
	return driver.RowsPlan{
		At: "hits.hits", Doc: "_source", Cut: cutAfter, Last: "sort",
		Hidden: []driver.Hidden{
			es.HiddenIndex, es.HiddenID, es.HiddenRouting, es.HiddenSeq, es.HiddenTerm, es.HiddenHash,
		},
	}
}

// judge decides for each record of a mapping how it is shown and sorted.
type judge struct {
	fields  []mapping.Field
	server  es.Version
	nested  int            // depth of the outermost nested field around the current record, -1 outside
	runtime []string       // the names whose values come with the row: runtime fields and the like
	sorted  []search.Alias // the aliases that can be sorted by
}

func newJudge(fields []mapping.Field, version es.Version) *judge {
	return &judge{fields: fields, server: version, nested: -1}
}

// classes judges the fields of one mapping.
func (j *judge) classes() []mapping.Class {
	out := j.each()
	aliases, runtimes := false, false
	for i := range j.fields {
		aliases = aliases || j.fields[i].Target != ""
		runtimes = runtimes || j.fields[i].Runtime && !j.fields[i].HasLeaves
	}
	if !aliases && !runtimes {
		return out
	}
	paths := mapping.PathsOf(j.fields)
	if aliases {
		j.aliases(out, paths)
	}
	if runtimes {
		j.shadow(out, paths)
	}
	return out
}

// each judges each field by itself and by what encloses it.
func (j *judge) each() []mapping.Class {
	out := make([]mapping.Class, 0, len(j.fields))
	for i := range j.fields {
		out = append(out, j.class(i))
	}
	return out
}

// shadow makes every runtime field replace the mapped field with its name (Runtime fields, "Override field values at
// query time").
func (j *judge) shadow(classes []mapping.Class, paths []string) {
	over := map[string]bool{}
	for i := range j.fields {
		if j.fields[i].Runtime && classes[i].Kind != mapping.NoColumn {
			j.runtime = append(j.runtime, paths[i])
			over[paths[i]] = true
		}
	}
	for i := range j.fields {
		f := &j.fields[i]
		if over[paths[i]] && !f.Runtime && !f.Sub && f.Kind != "nested" {
			classes[i] = mapping.Class{}
		}
	}
}

func (j *judge) class(i int) mapping.Class {
	f := &j.fields[i]
	if f.Sub {
		return mapping.Class{}
	}
	if f.Runtime || f.Apart {
		return runtimeClass(f)
	}
	if f.Depth <= j.nested {
		j.nested = -1
	}
	k := j.mapped(i)
	if j.nested >= 0 && k.Kind != mapping.NoColumn {
		k.Flags |= driver.FlagLeaf
	}
	if f.Kind == "nested" && j.nested < 0 {
		j.nested = f.Depth
	}
	return k
}

// mapped judges a mapped field as if it were not inside nested fields.
func (j *judge) mapped(i int) mapping.Class {
	f := &j.fields[i]
	switch {
	case f.Kind == "nested" && f.HasLeaves:
		return mapping.Class{Kind: driver.KindJSON, Flags: driver.FlagNested, Reason: mapping.ReasonNested}
	case f.Kind == "nested":
		return mapping.Class{Kind: driver.KindJSON, Flags: driver.FlagNested, Reason: mapping.ReasonNestedEmpty}
	case f.Disabled:
		return mapping.Class{Kind: driver.KindJSON, Opaque: true, Reason: mapping.ReasonObject}
	case f.HasLeaves:
		return mapping.Class{}
	}
	t := mapping.TraitOf(f.Kind)
	k := mapping.Class{Kind: t.Kind}
	k.Flags |= t.Flags(f)
	k.Sort, k.Reason = t.OwnSort(f.DocValues)
	if k.Sort == mapping.SortNone {
		if n := j.keyword(i); n >= 0 {
			k.Sort = mapping.SortSub + byte(n)
		}
	}
	return k
}

// keyword returns the number of the multi-field that a field sorts by: the keyword field named "keyword", otherwise the
// first keyword field with doc values, otherwise -1.
func (j *judge) keyword(i int) int {
	first := -1
	for n := 0; i+1+n < len(j.fields) && j.fields[i+1+n].Sub && n < 200; n++ {
		sub := &j.fields[i+1+n]
		if sub.Kind != "keyword" || !sub.DocValues {
			continue
		}
		if sub.Name == "keyword" {
			return n
		}
		if first < 0 {
			first = n
		}
	}
	return first
}

// runtimeClass judges a runtime field, or another field whose values come with the row. A composite field is not a
// column, but its subfields are.
func runtimeClass(f *mapping.Field) mapping.Class {
	if f.HasLeaves {
		return mapping.Class{}
	}
	t := mapping.TraitOf(f.Kind)
	k := mapping.Class{Kind: t.Kind, Flags: driver.FlagRow}
	k.Flags |= t.Flags(f)
	k.Sort, k.Reason = t.OwnSort(f.DocValues)
	return k
}

// aliases gives every alias the class of its target, which is never a runtime field. The alias of a multi-field has no
// value in the document: from 7.10 on, it is requested like a runtime field ("fields" option of the search).
func (j *judge) aliases(classes []mapping.Class, paths []string) {
	targets := map[string]int{}
	for i := range j.fields {
		if j.fields[i].Target != "" {
			targets[j.fields[i].Target] = -1
		}
	}
	for i, path := range paths {
		if _, wanted := targets[path]; wanted && j.fields[i].Target == "" && !j.fields[i].Runtime {
			targets[path] = i
		}
	}
	for i, path := range paths {
		if j.fields[i].Target == "" {
			continue
		}
		k := classes[i]
		to := targets[j.fields[i].Target]
		k.Flags |= driver.FlagAlias
		if to >= 0 {
			k = j.alias(k, to, classes)
			if k.Flags&driver.FlagRow != 0 {
				j.runtime = append(j.runtime, path)
			}
			if k.Sort == mapping.SortSelf {
				j.sorted = append(j.sorted, search.Alias{Name: path, Kind: j.fields[to].Kind})
			}
		}
		classes[i] = k
	}
}

// alias returns the class of an alias, completed from its target's.
func (j *judge) alias(k mapping.Class, to int, classes []mapping.Class) mapping.Class {
	target := &j.fields[to]
	t := mapping.TraitOf(target.Kind)
	k.Kind = t.Kind
	k.Flags |= t.Flags(target)
	if k.Flags&driver.FlagLeaf != 0 {
		return k
	}
	k.Sort, k.Reason = mapping.SortNone, mapping.ReasonAlias
	if classes[to].Sort == mapping.SortSelf || target.Sub && t.Sorts && target.DocValues {
		k.Sort = mapping.SortSelf
	}
	if target.Sub && j.server.AtLeast(7, 10) {
		k.Flags = k.Flags&^driver.FlagAlias | driver.FlagRow
	}
	return k
}
