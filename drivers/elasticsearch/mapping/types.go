package mapping

import (
	"strings"

	"quarry/drivers/driver"
)

// Trait is what the driver knows about a field type (Mapping, "Field data types").
type Trait struct {
	Kind    driver.ColumnKind
	integer bool
	Sorts   bool // it can be sorted wherever it has doc values
	Text    bool // it is analysed: only a keyword subfield can be sorted
	Reason  byte // why it cannot be sorted
}

// Numbers of the reasons why a column cannot be sorted.
const (
	ReasonText byte = iota
	ReasonDocValues
	ReasonNested
	ReasonNestedEmpty
	ReasonRange
	ReasonGeo
	ReasonObject
	ReasonType
	ReasonAlias
)

// Reasons are the sentences for the reason numbers.
var Reasons = [...]string{
	ReasonText:        "Text without a keyword subfield cannot be sorted.",
	ReasonDocValues:   "Its mapping has doc_values: false.",
	ReasonNested:      "{name} is a JSON column. Sort or filter by one of its leaves, such as {leaf}.",
	ReasonNestedEmpty: "{name} is a JSON column without leaves.",
	ReasonRange:       "Range fields cannot be sorted.",
	ReasonGeo:         "Geo fields can only be sorted by distance.",
	ReasonObject:      "Objects cannot be sorted.",
	ReasonType:        "Fields of this type cannot be sorted.",
	ReasonAlias:       "It is an alias of a field that cannot be sorted.",
}

// TraitOf returns a field type's trait; an unknown type is a JSON column that cannot be sorted.
func TraitOf(fieldType string) Trait {
	switch fieldType {
	case "long", "integer", "short", "byte", "unsigned_long":
		return Trait{Kind: driver.KindNumber, integer: true, Sorts: true}
	case "double", "float", "half_float", "scaled_float":
		return Trait{Kind: driver.KindNumber, Sorts: true}
	case "keyword", "constant_keyword", "wildcard", "version", "ip":
		return Trait{Kind: driver.KindText, Sorts: true}
	case "date", "date_nanos":
		return Trait{Kind: driver.KindDate, Sorts: true}
	case "boolean":
		return Trait{Kind: driver.KindBoolean, Sorts: true}
	case "join":
		return Trait{Kind: driver.KindJSON, Sorts: true}
	case "token_count", "murmur3":
		return Trait{Kind: driver.KindText, Sorts: true}
	case "text", "match_only_text", "annotated_text", "search_as_you_type", "semantic_text":
		return Trait{Kind: driver.KindText, Text: true, Reason: ReasonText}
	case "integer_range", "long_range", "float_range", "double_range", "date_range", "ip_range":
		return Trait{Kind: driver.KindJSON, Reason: ReasonRange}
	case "geo_point", "geo_shape", "point", "shape":
		return Trait{Kind: driver.KindJSON, Reason: ReasonGeo}
	case "binary":
		return Trait{Kind: driver.KindText, Reason: ReasonType}
	case "rank_feature":
		return Trait{Kind: driver.KindNumber, Reason: ReasonType}
	case "", "object", "passthrough", "flattened":
		return Trait{Kind: driver.KindJSON, Reason: ReasonObject}
	}
	return Trait{Kind: driver.KindJSON, Reason: ReasonType}
}

// Flags returns the flags of a column.
func (t Trait) Flags(f *Field) driver.ColumnFlags {
	switch {
	case t.integer:
		return driver.FlagInteger
	case t.Kind == driver.KindDate && f.Options != nil:
		return epochOf(f.Options.Format)
	case t.Kind == driver.KindDate:
		return epochOf("")
	}
	return 0
}

// epochOf returns the unit of a bare number in a date format, 0 if there is none or it is unknown. The formats are
// tried in order (Mapping parameters, "format"). The strict ones that begin with an ISO 8601 date accept no bare
// number; any other may.
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

// OwnSort says how a field itself can be sorted, or why it cannot.
func (t Trait) OwnSort(docValues bool) (sort, reason byte) {
	switch {
	case t.Sorts && docValues:
		return SortSelf, 0
	case t.Sorts:
		return SortNone, ReasonDocValues
	}
	return SortNone, t.Reason
}

// Class is how a field is shown and sorted as a column.
type Class struct {
	Kind   driver.ColumnKind
	Flags  driver.ColumnFlags
	Opaque bool // its children are not columns
	Sort   byte // SortNone, SortSelf, or SortSub+n for its n-th multi-field
	Reason byte // with SortNone: number of the reason
}

// NoColumn is the kind of a field that is not a column. Fields below it can be columns.
const NoColumn driver.ColumnKind = 0

// How a field sorts.
const (
	SortNone byte = iota
	SortSelf
	SortSub
)

// Types that a filter treats specially, and type names for things that no mapping defines.
const (
	MetaID      = "_id"
	MetaIndex   = "_index"
	MetaScore   = "_score"
	MetaRouting = "_routing"
	NotIndexed  = "disabled"
	NotKnown    = "?" // a field whose mapping the user may not read
)
