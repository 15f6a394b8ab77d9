package elasticsearch

import (
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
// begins it, its fields with their multi-fields, and its runtime fields with the fields of a composite one. Fields that
// several indices have in common are not repeated.
func walks() []driver.FieldSpec {
	return []driver.FieldSpec{
		walkNames:      {},
		walkIndex:      {At: "*", Once: true},
		walkProperties: {At: "*.mappings.properties", Through: "properties", Sub: "fields", Keys: fieldKeys},
		walkRuntime:    {At: "*.mappings.runtime", Through: "fields", Keys: []string{"type", "format"}},
	}
}

// fieldKeys are the attributes of a field that are read, in the order of their constants.
var fieldKeys = []string{
	atType: "type", atTarget: "path", atDocValues: "doc_values", atEnabled: "enabled", atIndex: "index", atFormat: "format",
	atAbove: "ignore_above", atNull: "null_value", atMalformed: "ignore_malformed", atNormalizer: "normalizer",
}

// field is one record of a mapping.
type field struct {
	name, kind, target  string // target: of an alias
	depth               int
	runtime, sub        bool
	docValues, disabled bool
	hasLeaves           bool // other fields are below it
	apart               bool // its values are not in the document but come with the row

	options *options // what a filter needs to know, nil for the usual
}

// unit is a field of the first level with everything below it, as one or more indices have it.
type unit struct {
	from, to int   // its fields
	index    int   // the index that has it first
	where    []int // all indices that have it, by their numbers; not set if the indices are alike
}

// schemas are the mappings of an answer.
type schemas struct {
	names  []string // of the indices, in the order of the answer
	fields []field  // of all units
	units  []unit
	alike  bool
}

// schemasOf reads the mappings of an answer.
func schemasOf(r *driver.Reply) *schemas {
	const least = 16 // bytes of a field's record
	s := &schemas{alike: true, fields: make([]field, 0, len(r.Walked)/least)}
	index := -1
	var again []reference
	r.EachRecord(func(_ int, rec *driver.Record) {
		switch {
		case rec.Spec == walkNames:
			s.names = append(s.names, rec.Name)
		case rec.Spec == walkIndex && len(rec.Attrs) == 0:
			index++
		case rec.Spec == walkIndex:
			again = append(again, referenceOf(index, rec.Attrs))
		default:
			s.add(index, fieldOf(rec))
		}
	})
	markLeaves(s.fields)
	s.compare(index+1, again)
	return s
}

// reference says that an index has units that an earlier one has too.
type reference struct{ index, first, units int }

func referenceOf(index int, attrs []string) reference {
	number := func(i int) int {
		n, _ := strconv.Atoi(attrs[i])
		return n
	}
	return reference{index, number(0), number(1)}
}

func fieldOf(rec *driver.Record) field {
	f := field{name: rec.Name, kind: rec.Attrs[0], depth: rec.Depth, runtime: rec.Spec == walkRuntime, sub: rec.Sub, docValues: true}
	if rec.Spec == walkProperties {
		f.target, f.docValues, f.disabled = rec.Attrs[atTarget], rec.Attrs[atDocValues] != "false", rec.Attrs[atEnabled] == "false"
		f.options = optionsOf(rec)
	} else if rec.Attrs[1] != "" {
		f.options = &options{format: rec.Attrs[1]}
	}
	return f
}

// add takes a field of an index.
func (s *schemas) add(index int, f field) {
	if f.depth == 0 && !f.sub {
		s.units = append(s.units, unit{from: len(s.fields), index: index})
		s.alike = s.alike && index == 0
	}
	s.fields = append(s.fields, f)
	s.units[len(s.units)-1].to = len(s.fields)
}

// compare finds out whether all indices have the same units, and if not, which index has which.
func (s *schemas) compare(indices int, again []reference) {
	s.alike = s.alike && (len(s.units) == 0 || len(again) == indices-1)
	for _, ref := range again {
		s.alike = s.alike && ref.first == 0 && ref.units == len(s.units)
	}
	if s.alike {
		return
	}
	own := make([]int, len(s.units))
	for i := range s.units {
		own[i] = s.units[i].index
		s.units[i].where = own[i : i+1 : i+1]
	}
	for _, ref := range again {
		for i := ref.first; i < ref.first+ref.units; i++ {
			s.units[i].where = append(s.units[i].where, ref.index)
		}
	}
}

// markLeaves notes for each field whether others are below it.
func markLeaves(all []field) {
	holder := -1 // the last record that is not a multi-field
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

// eachPath calls f with the dotted path of every record.
func eachPath(all []field, f func(i int, path string)) {
	eachField(all, func(i int, path string) {
		f(i, path)
		for n := i + 1; n < len(all) && all[n].sub; n++ {
			f(n, path+"."+all[n].name)
		}
	})
}

// eachField calls f with the dotted path of every record that is not a multi-field.
func eachField(all []field, f func(i int, path string)) {
	var above []string // the path of the current field and of those around it, by depth
	for i := range all {
		if all[i].sub {
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
