package typesense

import (
	"strconv"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

// definitionSchema is the name of a collection's only definition.
const definitionSchema = "schema"

const schemaNote = "Read-only. In the console, create schemas with POST /collections and change them through aliases."

// attributes are the columns of a structure between the type and the notes (Collections, "Field parameters").
var attributes = []struct {
	key, title string
	width      int
}{
	{"facet", "Facet", 60}, {"optional", "Optional", 72}, {"index", "Index", 60}, {"sort", "Sort", 56},
	{"infix", "Infix", 56}, {"locale", "Locale", 64}, {"stem", "Stem", 56}, {"stem_dictionary", "Stem dictionary", 116},
	{"store", "Store", 60}, {"range_index", "Range index", 92}, {"reference", "Reference", 130},
	{"num_dim", "Dimensions", 88}, {"vec_dist", "Vector distance", 112},
}

// Structure implements [driver.Structurer] from the schema of one collection.
func (engine) Structure(c *driver.Conn, a *driver.StructureArgs) (*driver.Structure, error) {
	if err := named(a.Object); err != nil {
		return nil, err
	}
	req := get(collectionPath(a.Object), "", "structure")
	r, err := c.Do(driver.Send{Request: req, Verb: driver.Fields, Walk: structureWalk(), Pick: factPaths()})
	if err != nil {
		return nil, err
	}
	if !r.OK() {
		return nil, answered(&req, r)
	}
	s := &driver.Structure{
		Columns: structureColumns(), Records: r.Records, Templates: structureTemplates(), Facts: facts(r.Picked), Note: schemaNote,
	}
	sorting, id := jx.Unquote(r.Picked[0]), false
	r.EachRecord(func(_ int, rec *driver.Record) {
		id = id || rec.Name == "id"
		s.Marks = marks(s.Marks, rec, sorting)
	})
	if !id {
		lead := make([]string, len(s.Columns))
		lead[0], lead[1], lead[len(lead)-1] = "id", "string", primaryKey
		s.Lead = []driver.StructureRow{{Cells: lead}}
	}
	return s, nil
}

func structureWalk() []driver.FieldSpec {
	keys := []string{"type"}
	for _, a := range attributes {
		keys = append(keys, a.key)
	}
	return []driver.FieldSpec{{At: "fields", Name: "name", Keys: keys, Rest: true}}
}

func structureColumns() []driver.StructureColumn {
	columns := []driver.StructureColumn{{Title: "Name", Width: 170}, {Title: "Type", Width: 92}}
	for _, a := range attributes {
		columns = append(columns, driver.StructureColumn{Title: a.title, Width: a.width})
	}
	return append(columns, driver.StructureColumn{Title: "Notes", Width: 260})
}

const primaryKey = "primary key"

// The templates for cells, by their numbers in Structure.Marks. Those of the attributes come after the last one.
const (
	cellNone byte = iota
	cellPath
	cellYes
	cellNo
	cellNotes
	cellID
	cellSorting
	cellLearner
	cellAttribute
)

func structureTemplates() []driver.StructureTemplate {
	parts := [][]string{
		cellPath: {"{path}"}, cellYes: {"yes"}, cellNo: {"no"}, cellNotes: {"{rest}"}, cellID: {primaryKey, "{rest}"},
		cellSorting: {"default sorting field", "{rest}"}, cellLearner: {"not a column: the server learns fields from it", "{rest}"},
	}
	for n := range len(attributes) + 1 {
		parts = append(parts, []string{"{" + strconv.Itoa(n) + "}"})
	}
	templates := make([]driver.StructureTemplate, 0, len(parts))
	for _, p := range parts[1:] {
		templates = append(templates, driver.StructureTemplate{Parts: p})
	}
	return templates
}

// marks appends the marks of one entry of a schema to out.
func marks(out []byte, rec *driver.Record, sorting string) []byte {
	out = append(out, driver.MarkRow, cellPath, cellAttribute)
	for n, attribute := range rec.Attrs[1 : 1+len(attributes)] {
		switch attribute {
		case "true":
			out = append(out, cellYes)
		case "false":
			out = append(out, cellNo)
		default:
			out = append(out, cellAttribute+1+byte(n))
		}
	}
	switch fieldType := rec.Attrs[0]; {
	case fieldType == "auto", fieldType == "string*", strings.Contains(rec.Name, ".*"):
		return append(out, cellLearner)
	case rec.Name == "id":
		return append(out, cellID)
	case rec.Name == sorting:
		return append(out, cellSorting)
	}
	return append(out, cellNotes)
}

// factTitles are what a schema says about the whole collection. Those that some versions or collections lack are only
// shown if they are there.
var factTitles = []struct {
	key, title string
	may        bool
}{
	{key: "default_sorting_field", title: "Default sorting field"}, {key: "enable_nested_fields", title: "Nested fields"},
	{key: "symbols_to_index", title: "Symbols to index"}, {key: "token_separators", title: "Token separators"},
	{"synonym_sets", "Synonym sets", true}, {"curation_sets", "Curation sets", true}, // from 30.0 on
	{"metadata", "Metadata", true}, {"voice_query_model", "Voice query model", true},
}

func factPaths() []string {
	var paths []string
	for _, f := range factTitles {
		paths = append(paths, f.key)
	}
	return paths
}

func facts(picked []string) []driver.Text {
	var all []driver.Text
	for i, f := range factTitles {
		value := jx.Unquote(picked[i])
		switch {
		case f.may && (value == "" || value == "null"):
			continue
		case strings.HasPrefix(value, "["):
			value = spaced(value)
		case value == "true":
			value = "yes"
		case value == "false":
			value = "no"
		}
		if value == "" {
			value = "none"
		}
		all = append(all, driver.Text{Key: f.title, Value: value})
	}
	return all
}

// spaced writes the strings of an array, in their quotes, separated by spaces: one of them can be a space.
func spaced(array string) string {
	var all []string
	jx.Items(array, func(item string) bool {
		all = append(all, item)
		return true
	})
	return strings.Join(all, " ")
}

// Definition implements [driver.Structurer]: the response of GET /collections/<name>, whole.
func (engine) Definition(c *driver.Conn, a *driver.DefinitionArgs) (*driver.Definition, error) {
	if err := named(a.Object); err != nil {
		return nil, err
	}
	if a.Name != definitionSchema {
		return nil, &driver.Error{Kind: driver.Invalid, Message: "A collection has no definition named " + a.Name + "."}
	}
	req := get(collectionPath(a.Object), "", "structure")
	r, err := c.Do(driver.Send{Request: req, Verb: driver.Reveal})
	if err != nil {
		return nil, err
	}
	if !r.OK() {
		return nil, answered(&req, r)
	}
	return &driver.Definition{Shown: r.Shown, Note: schemaNote}, nil
}
