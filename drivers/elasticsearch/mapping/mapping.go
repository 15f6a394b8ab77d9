package mapping

import (
	"strconv"

	"quarry/drivers/driver"
)

// The walk of a mapping that a record comes from.
const (
	walkNames      = 0
	walkIndex      = 1
	walkProperties = 2
	walkRuntime    = 3
)

// Walks reads a response with mappings: the names of its indices, then for each index, in order, a record that begins
// it, its fields with their multi-fields, and its runtime fields with the subfields of composite ones. Fields that
// several indices have in common are not repeated.
func Walks() []driver.FieldSpec {
	return []driver.FieldSpec{
		walkNames:      {},
		walkIndex:      {At: "*", Once: true},
		walkProperties: {At: "*.mappings.properties", Through: "properties", Sub: "fields", Keys: fieldKeys},
		walkRuntime:    {At: "*.mappings.runtime", Through: "fields", Keys: []string{"type", "format"}},
	}
}

// fieldKeys are the field attributes to read, in the order of their constants.
var fieldKeys = []string{
	atType: "type", atTarget: "path", atDocValues: "doc_values", atEnabled: "enabled", atIndex: "index", atFormat: "format",
	atAbove: "ignore_above", atNull: "null_value", atMalformed: "ignore_malformed", atNormalizer: "normalizer",
}

// Field is one record of a mapping.
type Field struct {
	Name      string // the last part of its path
	Kind      string // its type, "" for an object without one
	Target    string // for an alias: path of its target
	Depth     int    // number of enclosing objects
	Runtime   bool
	Sub       bool // a multi-field of the last record before it that is not one
	DocValues bool
	Disabled  bool // enabled: false
	HasLeaves bool // other fields are below it
	Apart     bool // its values are not in the document but come with the row

	Options *Options // what a filter needs to know, nil for the defaults
}

// Unit is a first-level field with everything below it, as one or more indices have it.
type Unit struct {
	From, To int   // its fields
	index    int   // the first index that has it
	Where    []int // numbers of all indices that have it; not set if the indices are alike
}

// Schemas are the mappings of a response.
type Schemas struct {
	Names  []string // names of the indices, in the response's order
	Fields []Field  // fields of all units
	Units  []Unit
	Alike  bool // all indices have the same units
}

// SchemasOf reads the mappings of a response.
func SchemasOf(r *driver.Reply) *Schemas {
	const least = 16 // bytes of a field's record
	s := &Schemas{Alike: true, Fields: make([]Field, 0, len(r.Walked)/least)}
	index := -1
	var again []reference
	r.EachRecord(func(_ int, rec *driver.Record) {
		switch {
		case rec.Spec == walkNames:
			s.Names = append(s.Names, rec.Name)
		case rec.Spec == walkIndex && len(rec.Attrs) == 0:
			index++
		case rec.Spec == walkIndex:
			again = append(again, referenceOf(index, rec.Attrs))
		default:
			s.add(index, fieldOf(rec))
		}
	})
	MarkLeaves(s.Fields)
	s.compare(index+1, again)
	return s
}

// reference says that an index repeats units of an earlier one.
type reference struct{ index, first, units int }

func referenceOf(index int, attrs []string) reference {
	number := func(i int) int {
		n, _ := strconv.Atoi(attrs[i])
		return n
	}
	return reference{index, number(0), number(1)}
}

func fieldOf(rec *driver.Record) Field {
	f := Field{Name: rec.Name, Kind: rec.Attrs[0], Depth: rec.Depth, Runtime: rec.Spec == walkRuntime, Sub: rec.Sub, DocValues: true}
	if rec.Spec == walkProperties {
		f.Target, f.DocValues, f.Disabled = rec.Attrs[atTarget], rec.Attrs[atDocValues] != "false", rec.Attrs[atEnabled] == "false"
		f.Options = optionsOf(rec)
	} else if rec.Attrs[1] != "" {
		f.Options = &Options{Format: rec.Attrs[1]}
	}
	return f
}

// add adds a field of an index.
func (s *Schemas) add(index int, f Field) {
	if f.Depth == 0 && !f.Sub {
		s.Units = append(s.Units, Unit{From: len(s.Fields), index: index})
		s.Alike = s.Alike && index == 0
	}
	s.Fields = append(s.Fields, f)
	s.Units[len(s.Units)-1].To = len(s.Fields)
}

// compare finds out whether all indices have the same units, and if not, which index has which.
func (s *Schemas) compare(indices int, again []reference) {
	s.Alike = s.Alike && (len(s.Units) == 0 || len(again) == indices-1)
	for _, ref := range again {
		s.Alike = s.Alike && ref.first == 0 && ref.units == len(s.Units)
	}
	if s.Alike {
		return
	}
	own := make([]int, len(s.Units))
	for i := range s.Units {
		own[i] = s.Units[i].index
		s.Units[i].Where = own[i : i+1 : i+1]
	}
	for _, ref := range again {
		for i := ref.first; i < ref.first+ref.units; i++ {
			s.Units[i].Where = append(s.Units[i].Where, ref.index)
		}
	}
}

// MarkLeaves records for each field whether others are below it.
func MarkLeaves(all []Field) {
	holder := -1 // the last record that is not a multi-field
	for i := range all {
		if all[i].Sub {
			continue
		}
		if holder >= 0 && all[i].Depth > all[holder].Depth && all[i].Runtime == all[holder].Runtime {
			all[holder].HasLeaves = true
		}
		holder = i
	}
}

// EachPath calls f with the dotted path of every record.
func EachPath(all []Field, f func(i int, path string)) {
	EachField(all, func(i int, path string) {
		f(i, path)
		for n := i + 1; n < len(all) && all[n].Sub; n++ {
			f(n, path+"."+all[n].Name)
		}
	})
}

// EachField calls f with the dotted path of every record that is not a multi-field.
func EachField(all []Field, f func(i int, path string)) {
	var above []string // paths of the current field and its enclosing fields, by depth
	for i := range all {
		if all[i].Sub {
			continue
		}
		depth := min(all[i].Depth, len(above))
		path := all[i].Name
		if depth > 0 {
			path = above[depth-1] + "." + path
		}
		above = append(above[:depth], path)
		f(i, path)
	}
}

// PathsOf returns the paths of the fields.
func PathsOf(fields []Field) []string {
	paths := make([]string, len(fields))
	EachPath(fields, func(i int, path string) { paths[i] = path })
	return paths
}
