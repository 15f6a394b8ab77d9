package structure

import (
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/es"
)

// Names of the definitions of an index.
const (
	definitionMapping  = "mapping"
	definitionSettings = "settings"
)

// Definitions returns the parts of an object's definition, in display order.
func Definitions() []driver.Text {
	return []driver.Text{{Key: definitionMapping, Value: "Mapping"}, {Key: definitionSettings, Value: "Settings"}}
}

func structureColumns() []driver.StructureColumn {
	return []driver.StructureColumn{
		{Title: "Name", Width: 164}, {Title: "Type", Width: 110}, {Title: "Indexed", Width: 72},
		{Title: "Doc values", Width: 88}, {Title: "Multi-fields", Width: 186}, {Title: "Analyzer", Width: 84},
		{Title: "Notes", Width: 290},
	}
}

// ReadDefinition implements Definition of [driver.Structurer]: the whole response of GET /<index>/_mapping or GET
// /<index>/_settings.
func ReadDefinition(c *driver.Conn, a *driver.DefinitionArgs) (*driver.Definition, error) {
	if err := es.CheckName(a.Object); err != nil {
		return nil, err
	}
	words := map[string]string{definitionMapping: "mappings", definitionSettings: "settings"}[a.Name]
	if words == "" {
		return nil, &driver.Error{Kind: driver.Invalid, Message: "An index has no definition named " + a.Name + "."}
	}
	req := es.Get(es.Path(a.Object, "_"+a.Name), "", "structure")
	r, err := c.Do(driver.Send{Request: req, Verb: driver.Reveal})
	if err != nil {
		return nil, err
	}
	if !r.OK() {
		return nil, es.ErrorOf(&req, r)
	}
	return &driver.Definition{Shown: r.Shown, Note: changedBy(words, a.Object, a.Name)}, nil
}

// changedBy says how a definition can be changed; words is its name.
func changedBy(words, object, name string) string {
	return "Read-only. Change " + words + " in the console with PUT " + es.Path(object, "_"+name) + "."
}

// Read implements Structure of [driver.Structurer] from the mapping of an index, or the union of several.
func Read(c *driver.Conn, a *driver.StructureArgs) (*driver.Structure, error) {
	if err := es.CheckName(a.Object); err != nil {
		return nil, err
	}
	req := es.Get(es.Path(a.Object, "_mapping"), "", "structure")
	replies, err := c.DoAll(
		driver.Send{Request: req, Verb: driver.Fields, Walk: structureWalks(), Pick: factPaths()},
		driver.Send{Request: es.Get(es.Path(a.Object, "_settings"), "filter_path=*.settings.index.analysis.analyzer.default", "structure"), Verb: driver.Fields, Walk: []driver.FieldSpec{{}}},
	)
	if err != nil {
		return nil, err
	}
	r := &replies[0]
	switch {
	case r.Err != nil:
		return nil, r.Err
	case r.Status == 403:
		return restrictedStructure(c, a.Object, es.ErrorOf(&req, r))
	case !r.OK():
		return nil, es.ErrorOf(&req, r)
	}
	f := &fieldRows{defaults: analyzerOf(&replies[1])}
	r.EachRecord(func(_ int, rec *driver.Record) { f.mark(rec) })
	s := &driver.Structure{
		Columns:   structureColumns(),
		Lead:      []driver.StructureRow{{Cells: []string{"_id", "meta", "", "", "", "", ""}}},
		Records:   r.Records,
		Marks:     f.marks,
		Templates: structureTemplates(),
		Note:      changedBy("mappings", a.Object, definitionMapping),
	}
	if len(f.names) == 1 {
		s.Facts = facts(r.Picked)
	} else {
		s.Parts = f.names
	}
	return s, nil
}

// The facts in a mapping apart from its fields (Mapping, "Metadata fields" and "Dynamic").
var factTitles = []struct{ key, title string }{
	{"dynamic", "Dynamic"}, {"subobjects", "Subobjects"}, {"_routing", "Routing"}, {"_source", "Source"},
	{"date_detection", "Date detection"}, {"numeric_detection", "Numeric detection"}, {"dynamic_templates", "Dynamic templates"},
}

func factPaths() []string {
	var paths []string
	for _, f := range factTitles {
		paths = append(paths, "*.mappings."+f.key)
	}
	return paths
}

// facts turns the picked values, each an array with one entry for the single index, into facts.
func facts(picked []string) []driver.Text {
	var all []driver.Text
	for i, f := range factTitles {
		value := ""
		jx.Items(picked[i], func(item string) bool {
			value = item
			return false
		})
		switch {
		case value == "" || value == "null":
			continue
		case f.key == "dynamic_templates":
			value = templateNames(value)
		default:
			value = plainValue(value)
		}
		all = append(all, driver.Text{Key: f.title, Value: value})
	}
	return all
}

// templateNames returns the names of dynamic templates: an array of objects with one key each.
func templateNames(raw string) string {
	var names []string
	jx.Items(raw, func(item string) bool {
		jx.Each(item, func(name, _ string) bool {
			names = append(names, name)
			return true
		})
		return true
	})
	return strings.Join(names, ", ")
}

// plainValue writes a value in words: a string without quotes, an object as its members.
func plainValue(raw string) string {
	if !strings.HasPrefix(raw, "{") {
		return jx.Unquote(raw)
	}
	var words []string
	jx.Each(raw, func(key, value string) bool {
		words = append(words, key+" "+jx.Unquote(value))
		return true
	})
	return strings.Join(words, ", ")
}
