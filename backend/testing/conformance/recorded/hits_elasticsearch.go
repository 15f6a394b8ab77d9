package recorded

import (
	"slices"
	"strings"

	"quarry/backend/data/grid"
	"quarry/backend/testing/conformance/cases/play"
	"quarry/drivers/driver"
	"quarry/drivers/driver/laws/exact"
)

// search reads a search: with the columns of the paths in its hits and, if all hits are from one index, with those of
// its recorded mapping.
func (e *elasticsearch) search(s *session, a *response, root *exact.Value) {
	hits := exact.At(root, "hits", "hits").Items
	if noShard(root) {
		if s.open(a, "recorded", `{"recorded":{"mappings":{}}}`) {
			if e := faultOf(s.pageError(a, root.Raw)); e.Kind != driver.Engine || !says(root, e.Message) {
				s.problem(a, "a response without a good shard is %+v", e)
			}
		}
		return
	}
	s.count(kindSearch)
	columns := &paths{}
	for _, hit := range hits {
		if doc := hit.Get("_source"); doc != nil {
			columns.add(doc)
		}
	}
	if s.open(a, "recorded", flatMapping(columns.leaves())) {
		s.page(a, root.Raw, &reading{hits: hits, doc: "_source", whole: true, fields: fieldsOf(s.conn.View.Columns, nil)})
	}
	mapping := e.mappings.at(oneIndex(hits), a.place)
	if mapping == "" {
		return
	}
	s.count(kindMapped)
	known, err := exact.Parse(mapping)
	if err != nil {
		s.problem(a, "the mapping cannot be parsed: %v", err)
		return
	}
	if s.open(a, "recorded", mapping) {
		s.page(a, root.Raw, &reading{hits: hits, doc: "_source", fields: fieldsOf(s.conn.View.Columns, mappedOf(known, s.recording.Version))})
	}
}

// noShard reports whether shards failed and none succeeded.
func noShard(root *exact.Value) bool {
	return wholeNumber(quotedOrRaw(exact.At(root, "_shards", "failed"))) > 0 && wholeNumber(quotedOrRaw(exact.At(root, "_shards", "successful"))) <= 0
}

// oneIndex returns the index of all hits, "" if there are none or they come from several.
func oneIndex(hits []*exact.Value) string {
	index := ""
	for i, hit := range hits {
		if name := quoted(hit.Get("_index")); i == 0 {
			index = name
		} else if name != index {
			return ""
		}
	}
	return index
}

// flatMapping writes a mapping with a field for each path.
func flatMapping(paths []string) string {
	var fields []string
	for _, path := range paths {
		if !strings.HasPrefix(path, "_") || len(path) > 6 {
			fields = append(fields, quote(path)+`:{"type":"keyword"}`)
		}
	}
	return `{"recorded":{"mappings":{"properties":{` + strings.Join(fields, ",") + `}}}}`
}

// mapped is what a mapping says about its fields.
type mapped struct {
	columns map[string][]string // types by path, for everything that must be a column
	nested  map[string]bool
	alias   map[string]string // targets
	row     map[string]bool   // fields whose values are outside the document
}

// mappedOf reads the mappings in a response.
func mappedOf(root *exact.Value, version string) *mapped {
	m := &mapped{columns: map[string][]string{}, nested: map[string]bool{}, alias: map[string]string{}, row: map[string]bool{}}
	subs := map[string]bool{}
	for _, index := range root.Items {
		mappings := index.Get("mappings")
		m.properties(mappings.Get("properties"), "", subs)
		m.runtime(mappings.Get("runtime"))
	}
	for path, target := range m.alias {
		// the "fields" option of a search requires 7.10
		if subs[target] && !oldFields(version) {
			m.row[path] = true
		}
	}
	return m
}

func oldFields(version string) bool {
	major, rest, _ := strings.Cut(version, ".")
	minor, _, _ := strings.Cut(rest, ".")
	return major == "7" && len(minor) == 1
}

func (m *mapped) properties(v *exact.Value, path string, subs map[string]bool) {
	if v == nil {
		return
	}
	for i, key := range v.Keys {
		at, item := join(path, key.Name), v.Items[i]
		kind := quoted(item.Get("type"))
		inner := item.Get("properties")
		if fields := item.Get("fields"); fields != nil {
			for _, sub := range fields.Keys {
				subs[at+"."+sub.Name] = true
			}
		}
		switch {
		case kind == "nested":
			m.nested[at] = true
			m.add(at, kind)
		case quotedOrRaw(item.Get("enabled")) == "false":
			m.add(at, kind)
			continue
		case inner == nil || len(inner.Items) == 0:
			m.add(at, kind)
		}
		if kind == "alias" {
			m.alias[at] = quoted(item.Get("path"))
		}
		m.properties(inner, at, subs)
	}
}

func (m *mapped) runtime(v *exact.Value) {
	if v == nil {
		return
	}
	for i, key := range v.Keys {
		fields := v.Items[i].Get("fields")
		if fields == nil {
			m.add(key.Name, quoted(v.Items[i].Get("type")))
			m.row[key.Name] = true
			continue
		}
		for n, sub := range fields.Keys {
			m.add(key.Name+"."+sub.Name, quoted(fields.Items[n].Get("type")))
			m.row[key.Name+"."+sub.Name] = true
		}
	}
}

func (m *mapped) add(path, kind string) {
	if kind == "" {
		kind = "object"
	}
	m.columns[path] = append(m.columns[path], kind)
}

// fieldsOf returns where the values of columns are; m is nil for a flat mapping.
func fieldsOf(columns []grid.Column, m *mapped) map[string]*field {
	fields := map[string]*field{
		"_id": {path: []string{"_id"}}, "_index": {path: []string{"_index"}}, "_score": {path: []string{"_score"}}, "_routing": {path: []string{"_routing"}},
		"#id": {path: []string{"_id"}}, "#index": {path: []string{"_index"}}, "#routing": {path: []string{"_routing"}},
		"#seq": {path: []string{"_seq_no"}}, "#term": {path: []string{"_primary_term"}},
	}
	for _, c := range columns {
		if fields[c.Name] != nil {
			continue
		}
		f := &field{path: append([]string{"_source"}, strings.Split(c.Name, ".")...), cut: cutElasticsearch}
		switch {
		case m == nil:
		case m.row[c.Name]:
			f.path[0], f.first = "fields", true
		case m.alias[c.Name] != "":
			f.path = append([]string{"_source"}, strings.Split(m.alias[c.Name], ".")...)
		}
		if m != nil && !f.first {
			f.nested = func(path string) bool { return m.nested[strings.TrimPrefix(path, "_source.")] }
		}
		fields[c.Name] = f
	}
	return fields
}

// labelled reports whether a column's label names types that the mappings have, several if they differ. An object has
// no type there.
func labelled(label string, types []string) bool {
	label = strings.TrimSuffix(strings.TrimPrefix(label, "runtime "), " that is not indexed")
	named := strings.Split(label, ", ")
	known := slices.ContainsFunc(named, func(name string) bool { return slices.Contains(types, name) })
	return known && !slices.ContainsFunc(named, func(name string) bool { return name != "object" && !slices.Contains(types, name) })
}

// mapping compares the columns of a mapping with its fields.
func (e *elasticsearch) mapping(s *session, a *response) {
	s.count(kindSchema)
	if _, err := s.conn.Open(s.ctx, "recorded", []play.Reply{a.reply()}); err != nil {
		s.problem(a, "its columns cannot be read: %v", err)
		return
	}
	m := mappedOf(a.root, s.recording.Version)
	seen := map[string]bool{"_id": true, "_index": true, "_score": true, "_routing": true}
	for _, c := range s.conn.View.Columns {
		if strings.HasPrefix(c.Name, "_") && seen[c.Name] {
			continue
		}
		seen[c.Name] = true
		if !labelled(c.Type, m.columns[c.Name]) {
			s.problem(a, "the column %s of type %s is of none of the types %v", c.Name, c.Type, m.columns[c.Name])
		}
		if c.Sort == "" && c.Reason == "" {
			s.problem(a, "the column %s does not sort and does not say why", c.Name)
		}
		if m.row[c.Name] && !c.ReadOnly {
			s.problem(a, "the column %s holds no stored value and can be edited", c.Name)
		}
	}
	for name := range m.columns {
		if !seen[name] {
			s.problem(a, "the field %s is no column", name)
		}
	}
}
