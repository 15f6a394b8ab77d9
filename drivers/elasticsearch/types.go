package elasticsearch

import (
	"strings"

	"quarry/drivers/driver"
)

// trait is what the driver knows about a field type (Mapping, "Field data types").
type trait struct {
	kind    driver.ColumnKind
	integer bool
	sorts   bool // the engine sorts by it wherever it has doc values
	text    bool // it is analysed: it sorts by a keyword subfield only
	reason  byte // why it does not sort
}

// The reasons why a column does not sort, by their numbers.
const (
	reasonText byte = iota
	reasonDocValues
	reasonNested
	reasonNestedEmpty
	reasonRange
	reasonGeo
	reasonObject
	reasonType
	reasonAlias
)

// reasons are the sentences in the order of their constants.
var reasons = [...]string{
	reasonText:        "Text without a keyword subfield cannot be sorted.",
	reasonDocValues:   "Its mapping has doc_values: false.",
	reasonNested:      "{name} is a JSON column. Sort or filter by one of its leaves, such as {leaf}.",
	reasonNestedEmpty: "{name} is a JSON column without leaves.",
	reasonRange:       "Range fields cannot be sorted.",
	reasonGeo:         "Geo fields can only be sorted by distance.",
	reasonObject:      "Objects cannot be sorted.",
	reasonType:        "Fields of this type cannot be sorted.",
	reasonAlias:       "It is an alias of a field that cannot be sorted.",
}

// traitOf returns the trait of a field type; an unknown one is a JSON column that does not sort.
func traitOf(fieldType string) trait {
	switch fieldType {
	case "long", "integer", "short", "byte", "unsigned_long":
		return trait{kind: driver.KindNumber, integer: true, sorts: true}
	case "double", "float", "half_float", "scaled_float":
		return trait{kind: driver.KindNumber, sorts: true}
	case "keyword", "constant_keyword", "wildcard", "version", "ip":
		return trait{kind: driver.KindText, sorts: true}
	case "date", "date_nanos":
		return trait{kind: driver.KindDate, sorts: true}
	case "boolean":
		return trait{kind: driver.KindBoolean, sorts: true}
	case "join":
		return trait{kind: driver.KindJSON, sorts: true}
	case "token_count", "murmur3":
		return trait{kind: driver.KindText, sorts: true}
	case "text", "match_only_text", "annotated_text", "search_as_you_type", "semantic_text":
		return trait{kind: driver.KindText, text: true, reason: reasonText}
	case "integer_range", "long_range", "float_range", "double_range", "date_range", "ip_range":
		return trait{kind: driver.KindJSON, reason: reasonRange}
	case "geo_point", "geo_shape", "point", "shape":
		return trait{kind: driver.KindJSON, reason: reasonGeo}
	case "binary":
		return trait{kind: driver.KindText, reason: reasonType}
	case "rank_feature":
		return trait{kind: driver.KindNumber, reason: reasonType}
	case "", "object", "passthrough", "flattened":
		return trait{kind: driver.KindJSON, reason: reasonObject}
	}
	return trait{kind: driver.KindJSON, reason: reasonType}
}

// flags returns what a column is besides its kind.
func (t trait) flags(f *field) driver.ColumnFlags {
	switch {
	case t.integer:
		return driver.FlagInteger
	case t.kind == driver.KindDate && f.options != nil:
		return epochOf(f.options.format)
	case t.kind == driver.KindDate:
		return epochOf("")
	}
	return 0
}

// epochOf says what a bare number counts in a date of a format, 0 if it counts nothing or that is not known. The formats
// are tried one after the other (Mapping parameters, "format"). The strict ones that begin with a date in ISO 8601 take no
// bare number; any other may.
func epochOf(format string) driver.ColumnFlags {
	if format == "" {
		return driver.FlagMillis // strict_date_optional_time||epoch_millis
	}
	for one := range strings.SplitSeq(format, "||") {
		switch {
		case one == "epoch_millis":
			return driver.FlagMillis
		case one == "epoch_second":
			return driver.FlagSeconds
		case !strings.HasPrefix(one, "strict_date"):
			return 0
		}
	}
	return 0
}

// ownSort says how a field sorts on its own, or why it does not.
func (t trait) ownSort(docValues bool) (sort, reason byte) {
	switch {
	case t.sorts && docValues:
		return sortSelf, 0
	case t.sorts:
		return sortNone, reasonDocValues
	}
	return sortNone, t.reason
}
