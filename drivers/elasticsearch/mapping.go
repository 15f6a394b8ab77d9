package elasticsearch

import "quarry/drivers/driver"

// Which of the walks of a mapping a record comes from.
const (
	walkProperties = 0
	walkRuntime    = 1
)

// walks reads a mapping: its fields with their multi-fields, and its runtime fields with the fields of a composite
// one. The type stands first and the path of an alias second, as [driver.FlagAlias] wants it.
func walks() []driver.FieldSpec {
	return []driver.FieldSpec{
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

// fieldsOf gives the records of a mapping, in order, each with what its successors tell of it.
func fieldsOf(r *driver.Reply) []field {
	var all []field
	r.EachRecord(func(_ int, rec *driver.Record) {
		f := field{name: rec.Name, kind: rec.Attrs[0], depth: rec.Depth, runtime: rec.Spec == walkRuntime, sub: rec.Sub, docValues: true}
		if rec.Spec == walkProperties {
			f.target, f.docValues, f.disabled = rec.Attrs[1], rec.Attrs[2] != "false", rec.Attrs[3] == "false"
		}
		all = append(all, f)
	})
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
	return all
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
