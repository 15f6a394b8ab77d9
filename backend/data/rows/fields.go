package rows

// FieldsSpec says where a schema is in a response and what to read from it.
type FieldsSpec struct {
	At      string   // where the fields are: "*.mappings.properties"; `*` matches any member or element
	Through string   // the key of a field's children: "properties"; "" for none
	Sub     string   // the key of its multi-fields: "fields"; "" for none
	Name    string   // the key of the name in an array of objects; "" if the names are the keys of an object
	Keys    []string // the attributes to return
	Rest    bool     // also return all other attributes, as one object after those of Keys
}

// Record is one field of a schema.
type Record struct {
	Spec     int      // index of the spec that found it
	Path     string   // the names from the outermost field on, joined with dots
	Segments []string // the same names, which can contain dots themselves
	Sub      bool     // it is a multi-field of its parent
	Parent   int      // index of the enclosing field's record, -1 for none
	Attrs    []string // for each key of the spec: raw JSON text, a string unquoted, "" if missing; then the rest
}

// Records holds the fields of a schema in document order: a field, its multi-fields, then its children.
type Records struct {
	List   []Record
	Picked []string // raw JSON of the picks, in order
}

// Fields walks the schemas in a response and also picks values from it, as Pick does. A missing schema has no records.
// The error is a *SyntaxError if a schema has the wrong shape or the response is not JSON.
func Fields(response []byte, specs []FieldsSpec, picks ...string) (*Records, error) {
	var root pathNode
	for n := range specs {
		root.addFields(specs[n].At, n)
	}
	for p, path := range picks {
		root.addPick(path, p)
	}
	if err := root.expand(); err != nil {
		return nil, err
	}
	w := newFieldWalk(specs, len(response))
	w.out = outer{scanner: &w.scanner, reader: w, picks: newPicks(picks)}
	if i := w.begin(response, 0); i >= 0 {
		w.finish(w.out.value(&root, i))
	}
	if err := w.err(); err != nil {
		return nil, err
	}
	records := w.records()
	records.Picked = w.out.texts()
	return records, nil
}
