package mapping

import (
	"slices"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/es"
)

// Capabilities returns what a response says about each path, sorted by name.
func Capabilities(r *driver.Reply) []Capability {
	var caps []Capability
	r.EachRecord(func(_ int, rec *driver.Record) {
		if k := capabilityOf(rec); k != nil {
			caps = append(caps, *k)
		}
	})
	es.SortBy(caps, func(a, b *Capability) int { return es.CompareNames(a.Path, b.Path) })
	return caps
}

// Capability is what _field_caps reports about one path.
type Capability struct {
	Path  string           // dotted
	Types []CapabilityType // one per type that some index has it as
}

// CapabilityType describes a path in the indices that have it with one type, or lack it.
type CapabilityType struct {
	Name     string   // "" for the indices that lack the path
	Searched bool     // it can be searched
	Sorts    bool     // rows can be sorted by it
	Indices  []string // the indices that it applies to, nil for all
}

// capabilityOf reads one record; it returns nil for the engine's own fields, which are not part of a document.
func capabilityOf(rec *driver.Record) *Capability {
	k := &Capability{Path: rec.Name}
	for i, raw := range rec.Attrs {
		if raw == "" {
			continue
		}
		if own, _ := jx.Get(raw, "metadata_field"); own == "true" {
			return nil
		}
		if CapabilityTypes[i] == capUnmapped {
			k.Types = append(k.Types, CapabilityType{Indices: es.StringsAt(raw, "indices")})
			continue
		}
		searched, _ := jx.Get(raw, "searchable")
		sorts, _ := jx.Get(raw, "aggregatable")
		k.Types = append(k.Types, CapabilityType{
			Name: CapabilityTypes[i], Searched: searched == "true", Sorts: sorts == "true", Indices: es.StringsAt(raw, "indices"),
		})
	}
	if len(k.Types) == 0 {
		if ownField(rec.Name) {
			return nil
		}
		k.Types = []CapabilityType{{Name: OtherType}}
	}
	return k
}

// ownField reports whether a field of unknown type is the engine's own: versions before 7.13 do not mark those.
func ownField(name string) bool { return strings.HasPrefix(name, "_") && !strings.Contains(name, ".") }

// AskCapabilities requests the fields of an object as the engine reports them to users who can search it.
func AskCapabilities(object, purpose string) driver.Send {
	return driver.Send{
		Request: es.Get(es.Path(object, "_field_caps"), "fields=*&include_unmapped=true", purpose),
		Verb:    driver.Fields, Pick: []string{"indices"}, Walk: []driver.FieldSpec{{At: "fields", Keys: CapabilityTypes}},
	}
}

// CapabilityTypes are the types to request from _field_caps. Nothing is returned about fields of any other type.
var CapabilityTypes = []string{
	"object", "nested", "text", "match_only_text", "annotated_text", "search_as_you_type", "semantic_text",
	"keyword", "constant_keyword", "wildcard", "version", "ip", "long", "integer", "short", "byte", "unsigned_long",
	"double", "float", "half_float", "scaled_float", "date", "date_nanos", "boolean", "join", "token_count", "murmur3",
	"integer_range", "long_range", "float_range", "double_range", "date_range", "ip_range",
	"geo_point", "geo_shape", "point", "shape", "binary", "rank_feature", "rank_features", "flattened",
	"dense_vector", "sparse_vector", "completion", "percolator", "histogram", "aggregate_metric_double", "passthrough",
	capUnmapped,
}

const (
	capUnmapped = "unmapped" // for indices that lack the field
	OtherType   = "other"    // a type not in CapabilityTypes, about which nothing else is reported
)

// In returns the type that a path has in an index, nil if it has none.
func (k *Capability) In(index string) *CapabilityType {
	for i := range k.Types {
		if t := &k.Types[i]; t.Indices == nil || slices.Contains(t.Indices, index) {
			if t.Name == "" {
				return nil
			}
			return t
		}
	}
	return nil
}
