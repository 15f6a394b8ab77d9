package elasticsearch

import (
	"slices"
	"strconv"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/found"
	"quarry/drivers/driver/jx"
	"quarry/drivers/driver/wire"
	"quarry/drivers/elasticsearch/es"
	"quarry/drivers/elasticsearch/search"
)

const (
	byFieldCaps = ": no permission to read the mapping, so the columns are the fields that can be searched, and editing is off."
	byDocuments = ": no permission to read the mapping, so the columns are those of the documents shown, and editing is off."
	noDocValues = "The server reports that it cannot be sorted."
	noMapping   = "No permission to read the mapping, so sorting is off."
)

// samples are the numbers of documents to look at; the next one is used if the answer is too large.
var samples = []int{100, 10, 1}

// capTypes are the types that _field_caps is asked for. Fields of any other type get none.
var capTypes = []string{
	"object", "nested", "text", "match_only_text", "annotated_text", "search_as_you_type", "semantic_text",
	"keyword", "constant_keyword", "wildcard", "version", "ip", "long", "integer", "short", "byte", "unsigned_long",
	"double", "float", "half_float", "scaled_float", "date", "date_nanos", "boolean", "join", "token_count", "murmur3",
	"integer_range", "long_range", "float_range", "double_range", "date_range", "ip_range",
	"geo_point", "geo_shape", "point", "shape", "binary", "rank_feature", "rank_features", "flattened",
	"dense_vector", "sparse_vector", "completion", "percolator", "histogram", "aggregate_metric_double", "passthrough",
	capUnmapped,
}

const (
	capUnmapped = "unmapped" // of the indices that lack the field
	otherType   = "other"    // a type not in capTypes, about which nothing else is reported
)

// restricted describes an object whose mapping the user has no permission to read: by what the engine reports about its
// fields, and if that is refused too, by the documents themselves. Nothing can be edited.
func restricted(c *driver.Conn, object string, refusal *driver.Error) (*driver.ColumnSet, error) {
	set, v := columnSet(es.VersionOf(c), nil), search.NewView(c.Seed())
	filters := &filterClasses{conn: c, server: es.VersionOf(c)}
	r, err := c.Do(fieldCaps(object, "columns"))
	switch {
	case err != nil:
		return nil, err
	case r.OK():
		s := capSchemas(r)
		set.Meta = meta(len(s.names) == 1)
		found := newSeeker(s)
		if err := found.seek(c, object); err != nil {
			return nil, err
		}
		notices := found.mark(s)
		set.ReadOnly = object + byFieldCaps
		uniteBy(set, v, s, filters, noDocValues)
		for i := range set.Columns { // the formats of dates are not among the capabilities
			set.Columns[i].Flags &^= driver.FlagMillis | driver.FlagSeconds
		}
		set.Notices = append(set.Notices, notices...)
		v.Vectors = es.VersionOf(c).LeavesVectors() && s.vectors()
	case r.Status != 403:
		return nil, refusal
	default:
		if set.Columns, err = lookedAt(c, object); err != nil {
			return nil, err
		}
		set.ReadOnly = object + byDocuments
		for i := range set.Columns {
			set.Columns[i].Filter = filters.one(filterField{kind: notKnown})
		}
	}
	filters.complete(set)
	set.View = wire.Append(nil, v)
	return set, nil
}

// fieldCaps asks for the fields of an object as the engine reports them to users who can search it.
func fieldCaps(object, purpose string) driver.Send {
	return driver.Send{
		Request: es.Get(es.Path(object, "_field_caps"), "fields=*&include_unmapped=true", purpose),
		Verb:    driver.Fields, Pick: []string{"indices"}, Walk: []driver.FieldSpec{{At: "fields", Keys: capTypes}},
	}
}

// capSchemas makes schemas from an answer of _field_caps: for each index the fields that it has (Field capabilities
// API).
func capSchemas(r *driver.Reply) *schemas {
	s := &schemas{}
	jx.Items(r.Picked[0], func(name string) bool {
		s.names = append(s.names, jx.Unquote(name))
		return true
	})
	caps := capabilities(r)
	s.units, s.fields = unitsBy(caps, s.names)
	markLeaves(s.fields)
	return s
}

// capabilities returns what a response says about each path, in the order of their names.
func capabilities(r *driver.Reply) []capability {
	var caps []capability
	r.EachRecord(func(_ int, rec *driver.Record) {
		if k := capabilityOf(rec); k != nil {
			caps = append(caps, *k)
		}
	})
	es.SortBy(caps, func(a, b *capability) int { return compareNames(a.path, b.path) })
	return caps
}

// capability is what _field_caps reports about one path.
type capability struct {
	path  string
	types []capType
}

type capType struct {
	name     string // "" for the indices that lack the path
	searched bool
	sorts    bool
	indices  []string // the indices that it applies to, nil for all
}

// capabilityOf reads one record, nil for the engine's own fields, which are not part of a document.
func capabilityOf(rec *driver.Record) *capability {
	k := &capability{path: rec.Name}
	for i, raw := range rec.Attrs {
		if raw == "" {
			continue
		}
		if own, _ := jx.Get(raw, "metadata_field"); own == "true" {
			return nil
		}
		if capTypes[i] == capUnmapped {
			k.types = append(k.types, capType{indices: es.StringsAt(raw, "indices")})
			continue
		}
		searched, _ := jx.Get(raw, "searchable")
		sorts, _ := jx.Get(raw, "aggregatable")
		k.types = append(k.types, capType{
			name: capTypes[i], searched: searched == "true", sorts: sorts == "true", indices: es.StringsAt(raw, "indices"),
		})
	}
	if len(k.types) == 0 {
		if ownField(rec.Name) {
			return nil
		}
		k.types = []capType{{name: otherType}}
	}
	return k
}

// ownField reports whether a field of unknown type is the engine's own: versions before 7.13 do not mark those.
func ownField(name string) bool { return strings.HasPrefix(name, "_") && !strings.Contains(name, ".") }

// in returns the type that a path has in an index, nil if it has none.
func (k *capability) in(index string) *capType {
	for i := range k.types {
		if t := &k.types[i]; t.indices == nil || slices.Contains(t.indices, index) {
			if t.name == "" {
				return nil
			}
			return t
		}
	}
	return nil
}

// unitsBy returns the fields of each index as its mapping would, from paths in their order: fields that have the same
// types in the same indices are not repeated.
func unitsBy(caps []capability, names []string) (units []unit, fields []field) {
	for from := 0; from < len(caps); {
		to := from + 1
		for to < len(caps) && under(caps[to].path, caps[from].path) {
			to++
		}
		each := map[string]int{} // units by what distinguishes them
		for index, name := range names {
			types := typesIn(caps[from:to], name)
			if at, known := each[types]; known {
				units[at].where = append(units[at].where, index)
				continue
			}
			some := fieldsIn(caps[from:to], name)
			if len(some) == 0 {
				continue
			}
			each[types] = len(units)
			units = append(units, unit{from: len(fields), to: len(fields) + len(some), where: []int{index}})
			fields = append(fields, some...)
		}
		from = to
	}
	return units, fields
}

// typesIn returns what an index says about some paths as one text.
func typesIn(caps []capability, index string) string {
	var text []byte
	for i := range caps {
		if t := caps[i].in(index); t != nil {
			text = strconv.AppendBool(strconv.AppendBool(append(text, t.name...), t.sorts), t.searched)
		}
		text = append(text, ',')
	}
	return string(text)
}

// fieldsIn returns the fields of one index under one path. A field under one that is neither an object nor nested is a
// multi-field.
func fieldsIn(caps []capability, index string) []field {
	var fields []field
	var above []string // the paths of the objects around
	holder := ""       // the last field that can have multi-fields
	for i := range caps {
		t := caps[i].in(index)
		if t == nil {
			continue
		}
		path := caps[i].path
		for len(above) > 0 && !under(path, above[len(above)-1]) {
			above = above[:len(above)-1]
		}
		f := field{name: path, kind: t.name, docValues: t.sorts, depth: len(above)}
		if !t.searched && t.name != "object" && t.name != "nested" {
			f.options = &options{hidden: true}
		}
		if len(above) > 0 {
			f.name = path[len(above[len(above)-1])+1:]
		}
		switch {
		case holder != "" && under(path, holder):
			f.sub, f.name = true, path[len(holder)+1:]
		case t.name == "object" || t.name == "nested":
			holder, above = "", append(above, path)
		default:
			holder = path
		}
		fields = append(fields, f)
	}
	return fields
}

// lookedAt finds the columns of some documents.
func lookedAt(c *driver.Conn, object string) ([]driver.Column, error) {
	answer, e, err := sample(c, object, "")
	if err != nil {
		return nil, err
	}
	if e != nil {
		return nil, e
	}
	return columnsIn(answer), nil
}

// sample reads some documents, fewer if they are large; more holds the rest of the search, beginning with a comma. If
// the engine refuses the search, refused says why.
func sample(c *driver.Conn, object, more string) (answer string, refused *driver.Error, err error) {
	for _, n := range samples {
		body := strconv.AppendInt([]byte(`{"size":`), int64(n), 10)
		body = append(append(append(body, `,"track_total_hits":false`...), more...), '}')
		req := es.Ask(es.Path(object, "_search"), "", es.AsJSON, body, "columns")
		r, err := c.Do(driver.Send{Request: req, Verb: driver.Raw})
		if e, ok := err.(*driver.Error); ok && e.Kind == driver.Invalid && r != nil && n > 1 {
			continue
		}
		if err != nil {
			return "", nil, err
		}
		if !r.OK() {
			return "", es.ErrorOf(&req, r), nil
		}
		return string(r.Body), nil, nil
	}
	return "", nil, nil
}

func columnsIn(answer string) []driver.Column {
	var f found.Finder
	hits, _ := jx.Get(answer, "hits", "hits")
	jx.Items(hits, func(hit string) bool {
		if source, ok := jx.Get(hit, "_source"); ok {
			f.Add(source)
		}
		return true
	})
	return f.Columns(noMapping)
}
