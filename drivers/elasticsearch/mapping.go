package elasticsearch

import (
	"slices"
	"strconv"

	"quarry/drivers/driver"
)

// Which of the walks of a mapping a record comes from.
const (
	walkNames      = 0
	walkIndex      = 1
	walkProperties = 2
	walkRuntime    = 3
)

// walks reads an answer with mappings: the names of its indices, then for each index in their order a record that
// begins it, its fields with their multi-fields, and its runtime fields with the fields of a composite one. A field's
// type stands first and the path of an alias second, as [driver.FlagAlias] wants it.
func walks() []driver.FieldSpec {
	return []driver.FieldSpec{
		walkNames:      {},
		walkIndex:      {At: "*", Once: true},
		walkProperties: {At: "*.mappings.properties", Through: "properties", Sub: "fields", Keys: []string{"type", "path", "doc_values", "enabled"}},
		walkRuntime:    {At: "*.mappings.runtime", Through: "fields", Keys: []string{"type"}},
	}
}

// field is one record of a mapping.
type field struct {
	name, kind, target  string // target: of an alias
	depth               int
	runtime, sub        bool
	docValues, disabled bool
	hasLeaves           bool // other fields stand under it
}

// schema is a mapping that one or more indices have.
type schema struct {
	indices []int // their numbers
	first   int   // the record of its first field
	fields  []field
}

// schemas are the mappings of an answer.
type schemas struct {
	names   []string // of the indices
	records int      // of the answer
	each    []schema // every mapping once
}

// schemasOf reads the mappings of an answer. The indices of a data stream share theirs, so that each is kept once.
func schemasOf(r *driver.Reply) *schemas {
	s := &schemas{}
	var fields []field
	index, first := -1, 0
	r.EachRecord(func(_ int, rec *driver.Record) {
		s.records++
		switch rec.Spec {
		case walkNames:
			s.names = append(s.names, rec.Name)
		case walkIndex:
			s.add(index, first, fields)
			if index++; len(rec.Attrs) == 2 {
				first = -1
				s.repeat(index, rec.Attrs)
			} else {
				first, fields = s.records, fields[:0]
			}
		default:
			fields = append(fields, fieldOf(rec))
		}
	})
	s.add(index, first, fields)
	return s
}

func fieldOf(rec *driver.Record) field {
	f := field{name: rec.Name, kind: rec.Attrs[0], depth: rec.Depth, runtime: rec.Spec == walkRuntime, sub: rec.Sub, docValues: true}
	if rec.Spec == walkProperties {
		f.target, f.docValues, f.disabled = rec.Attrs[1], rec.Attrs[2] != "false", rec.Attrs[3] == "false"
	}
	return f
}

// repeat notes an index whose records are those of an earlier one.
func (s *schemas) repeat(index int, attrs []string) {
	earlier, _ := strconv.Atoi(attrs[0])
	left, _ := strconv.Atoi(attrs[1])
	s.records += left
	for i := range s.each {
		if slices.Contains(s.each[i].indices, earlier) {
			s.each[i].indices = append(s.each[i].indices, index)
			return
		}
	}
}

// add notes the fields of one index, if there is one that was not noted yet; the slice is used again after it.
func (s *schemas) add(index, first int, fields []field) {
	if index < 0 || first < 0 {
		return
	}
	markLeaves(fields)
	for i := range s.each {
		if slices.Equal(s.each[i].fields, fields) {
			s.each[i].indices = append(s.each[i].indices, index)
			return
		}
	}
	s.each = append(s.each, schema{indices: []int{index}, first: first, fields: slices.Clone(fields)})
}

// markLeaves tells each field whether others stand under it.
func markLeaves(all []field) {
	holder := -1 // the last record that is no multi-field
	for i := range all {
		if all[i].sub {
			continue
		}
		if holder >= 0 && all[i].depth > all[holder].depth && all[i].runtime == all[holder].runtime {
			all[holder].hasLeaves = true
		}
		holder = i
	}
}

// inOrder numbers the indices by their names and puts the mapping of the first one first: the engine answers in any
// order.
func (s *schemas) inOrder() {
	sorted := slices.Sorted(slices.Values(s.names))
	at := make(map[string]int, len(sorted))
	for i, name := range sorted {
		at[name] = i
	}
	for i := range s.each {
		for n, index := range s.each[i].indices {
			s.each[i].indices[n] = at[s.names[index]]
		}
		slices.Sort(s.each[i].indices)
	}
	s.names = sorted
	slices.SortFunc(s.each, func(a, b schema) int { return a.indices[0] - b.indices[0] })
}

// eachPath calls f with the dotted path of every record.
func eachPath(all []field, f func(i int, path string)) {
	var above []string // the path of the field at hand and of those around it, by depth
	for i := range all {
		if all[i].sub {
			f(i, above[len(above)-1]+"."+all[i].name)
			continue
		}
		depth := min(all[i].depth, len(above))
		path := all[i].name
		if depth > 0 {
			path = above[depth-1] + "." + path
		}
		above = append(above[:depth], path)
		f(i, path)
	}
}
