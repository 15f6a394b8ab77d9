package typesense

import (
	"strings"

	"quarry/drivers/driver"
)

// maxSort is how many columns a search sorts by (Search, "sort_by": up to 3 fields).
const maxSort = 3

// The reasons why a column does not sort: indices into reasons.
const (
	reasonSchema byte = iota
	reasonComma
)

func reasons() []string {
	return []string{
		reasonSchema: "Its schema says sort: false.",
		reasonComma:  "Typesense cannot sort by a name with a comma.",
	}
}

// Columns implements [driver.Driver] by the schema of one collection, or by its documents if the key has no permission
// to read the schema.
func (engine) Columns(c *driver.Conn, a *driver.ColumnsArgs) (*driver.ColumnSet, error) {
	if err := named(a.Object); err != nil {
		return nil, err
	}
	req := get(collectionPath(a.Object), "", "columns")
	r, err := c.Do(driver.Send{Request: req, Verb: driver.Fields, Walk: []driver.FieldSpec{{At: "fields", Name: "name", Keys: []string{"type", "sort"}}}})
	if err != nil {
		return nil, err
	}
	if r.Status == 401 || r.Status == 403 {
		return restricted(c, a.Object, answered(&req, r))
	}
	if !r.OK() {
		return nil, answered(&req, r)
	}
	set := columnSet()
	var classes []byte
	r.EachRecord(func(_ int, rec *driver.Record) {
		classes = classOf(rec.Name, rec.Attrs[0], rec.Attrs[1] == "true").Append(classes)
		set.FilterOf = driver.AppendFilterNumber(set.FilterOf, filterNumber(rec.Name, rec.Attrs[0]))
	})
	set.Records, set.Classes, set.Reasons = r.Records, classes, reasons()
	set.Outside = "the schema"
	return set, nil
}

// columnSet describes what every collection has.
func columnSet() *driver.ColumnSet {
	return &driver.ColumnSet{
		Meta: []driver.MetaColumn{{
			Name: "id", At: "document.id", Type: "string", Kind: driver.KindID, Primary: true, Reason: "Typesense cannot sort by id.",
			Filter: filterNumber("id", "string"),
		}},
		Filters: filterClasses(),
		Plan: driver.RowsPlan{
			At: "results.*.hits", Doc: "document",
			Hidden: []driver.Hidden{{Name: "#id", At: "document.id", Role: driver.RoleKey}, {Name: "#hash", Role: driver.RoleHash}},
		},
		RawFilter: rawNote, RawLanguage: rawLanguage, RawExample: rawExample,
		MaxSort:  maxSort,
		SortFull: "Typesense sorts by three columns at most.",
	}
}

// classOf judges one entry of a schema. An object is not a column, since the schema also lists its leaves. An entry
// that only teaches the server new fields (auto, string* and names with a pattern) is not a column either: the field
// that it taught is in the schema again, later and with its own type.
func classOf(name, fieldType string, sorts bool) driver.Class {
	switch {
	case name == "id", fieldType == "auto", fieldType == "string*", strings.Contains(name, ".*"), fieldType == "object":
		return driver.Class{}
	case fieldType == "object[]":
		return driver.Class{Flags: driver.FlagNested}
	}
	class := driver.Class{Kind: kindOf(fieldType), Reason: reasonSchema}
	if fieldType == "int32" || fieldType == "int64" {
		class.Flags = driver.FlagInteger
	}
	switch {
	case strings.Contains(name, ","):
		class.Reason = reasonComma
	case sorts:
		class.Sort, class.Reason = driver.SortSelf, 0
	}
	return class
}

// kindOf returns how the values of a type are shown (Collections, "Field types"); arrays and places are JSON.
func kindOf(fieldType string) driver.ColumnKind {
	switch fieldType {
	case "string", "image":
		return driver.KindText
	case "int32", "int64", "float":
		return driver.KindNumber
	case "bool":
		return driver.KindBoolean
	}
	return driver.KindJSON
}
