package typesense

import (
	"strings"

	"quarry/drivers/driver"
)

// maxSort is the maximum number of sort columns (Search, "sort_by": up to 3 fields).
const maxSort = 3

// Reasons why a column cannot be sorted.
const (
	reasonPlace  = "Typesense sorts places only by their distance from a point."
	reasonSchema = "Its schema says sort: false."
	reasonComma  = "Typesense cannot sort by a name with a comma."
)

// Columns implements [driver.Driver] from the schema of one collection, or from its documents if the key may not read
// the schema.
func (engine) Columns(c *driver.Conn, a *driver.ColumnsArgs) (*driver.ColumnSet, error) {
	if err := named(a.Object); err != nil {
		return nil, err
	}
	req := get(collectionPath(a.Object), "", "columns")
	schema := driver.Send{Request: req, Verb: driver.Fields, Walk: []driver.FieldSpec{{At: "fields", Name: "name", Keys: []string{"type", "sort", "facet"}}}}
	replies, err := c.DoAll(schema, pendingWrites("columns"))
	if err != nil {
		return nil, err
	}
	r := &replies[0]
	if r.Err != nil {
		return nil, r.Err
	}
	if r.Status == 401 || r.Status == 403 {
		return restricted(c, a.Object, answered(&req, r))
	}
	if !r.OK() {
		return nil, answered(&req, r)
	}
	set := columnSet()
	set.Acts, set.Targets = []string{driver.ActCreate, driver.ActDelete, driver.ActRemove, driver.ActRestore, driver.ActDrop, driver.ActEmpty}, []string{a.Object}
	var arrays []string
	r.EachRecord(func(_ int, rec *driver.Record) {
		name, fieldType := rec.Name, rec.Attrs[0]
		switch {
		case isColumn(name, fieldType):
			set.Columns = append(set.Columns, columnOf(name, fieldType, rec.Attrs[1] == "true", rec.Attrs[2] == "true"))
			return
		case fieldType == "object[]":
			arrays = append(arrays, name)
		}
		set.Described = append(set.Described, name)
	})
	driver.PlaceInArrays(set.Columns, arrays...)
	set.Outside = "the schema"
	if notice := pendingNotice(&replies[1], "documents may be missing until then. Reload to see them."); notice != "" {
		set.Notices = append(set.Notices, notice)
	}
	return set, nil
}

// columnSet describes what every collection has.
func columnSet() *driver.ColumnSet {
	return &driver.ColumnSet{
		Meta: []driver.MetaColumn{{
			Name: "id", At: "document.id", Type: "string", Kind: driver.KindID, Primary: true, Reason: "Typesense cannot sort by id.",
			Filter: int(filterID),
		}},
		Filters: filterClasses(),
		Plan: driver.RowsPlan{
			At: "results.*.hits", Doc: "document",
			Hidden: []driver.Hidden{{Name: "#id", At: "document.id", Role: driver.RoleKey}, {Name: "#hash", Role: driver.RoleHash}},
		},
		MaxSort:  maxSort,
		SortFull: "Typesense sorts by at most three columns.",
	}
}

// isColumn reports whether an entry of a schema is a column. An object is not, since the schema also lists its leaves.
// Nor is an entry that only serves to detect new fields (auto, string* and names with a pattern): a field detected by
// it has its own entry, later and with its own type.
func isColumn(name, fieldType string) bool {
	switch fieldType {
	case "auto", "string*", "object", "object[]":
		return false
	}
	return name != "id" && !strings.Contains(name, ".*")
}

// columnOf describes a field as a column.
func columnOf(name, fieldType string, sorts, facet bool) driver.Column {
	col := driver.Column{Name: name, Type: fieldType, Kind: kindOf(fieldType), Filter: classOf(name, fieldType, facet)}
	if fieldType == "int32" || fieldType == "int64" {
		col.Flags = driver.FlagInteger
	}
	switch {
	case strings.HasPrefix(fieldType, "geo"):
		col.Reason = reasonPlace
	case strings.Contains(name, ","):
		col.Reason = reasonComma
	case sorts:
		col.Sort = name
	default:
		col.Reason = reasonSchema
	}
	return col
}

// kindOf returns how values of a type are shown (Collections, "Field types"); arrays and places are JSON.
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
