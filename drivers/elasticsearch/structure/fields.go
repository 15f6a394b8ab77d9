package structure

import (
	"slices"
	"strconv"

	"quarry/drivers/driver"
	"quarry/drivers/elasticsearch/mapping"
)

// The walk that a record of the structure comes from.
const (
	structureNames      = 0
	structureIndex      = 1
	structureProperties = 2
	structureRuntime    = 3
)

// The attributes of a field, in the order of its walk.
const (
	attrType = iota
	attrTarget
	attrIndex
	attrDocValues
	attrAnalyzer
	attrNormalizer
)

// structureWalks reads a response with mappings: the names of its indices, then for each index a record that begins it,
// its fields with their multi-fields, and its runtime fields. A mapping that an earlier index has is not repeated.
func structureWalks() []driver.FieldSpec {
	return []driver.FieldSpec{
		structureNames: {},
		structureIndex: {At: "*", Once: true},
		structureProperties: {
			At: "*.mappings.properties", Through: "properties", Sub: "fields", Rest: true,
			Keys: []string{"type", "path", "index", "doc_values", "analyzer", "normalizer", "search_analyzer", "format", "scaling_factor"},
		},
		structureRuntime: {At: "*.mappings.runtime", Through: "fields", Keys: []string{"type", "format"}, Rest: true},
	}
}

// The templates for cells, by their numbers in Structure.Marks.
const (
	cellNone byte = iota
	cellPath
	cellType
	cellObject
	cellRuntime
	cellYes
	cellNo
	cellSubs
	cellAnalyzer
	cellNormalizer
	cellStandard
	cellOwnDefault
	cellSomeDefault
	cellNotes
	cellNotSortable
	cellNested
	cellAlias
	cellComputed
)

func structureTemplates() []driver.StructureTemplate {
	notes := func(first ...string) []string {
		return append(first, "in {around}", "{7}", "factor {8}", "search analyzer {6}", "{rest}")
	}
	parts := [][]string{
		cellPath: {"{path}"}, cellType: {"{0}"}, cellObject: {"object"}, cellRuntime: {"runtime {0}"},
		cellYes: {"yes"}, cellNo: {"no"}, cellSubs: {"{subs}"}, cellAnalyzer: {"{4}"}, cellNormalizer: {"{5}"},
		cellStandard: {"standard"}, cellOwnDefault: {"default"}, cellSomeDefault: {"index default"},
		cellNotes: notes(), cellNotSortable: notes("not sortable"),
		cellNested: notes("JSON column, not sortable, not filterable"), cellAlias: notes("alias of {1}"),
		cellComputed: {"computed at search time", "{1}", "{rest}"},
	}
	templates := make([]driver.StructureTemplate, 0, len(parts))
	for _, p := range parts[1:] {
		templates = append(templates, driver.StructureTemplate{Parts: p})
	}
	return templates
}

// fieldRows marks the records of a mapping one after the other.
type fieldRows struct {
	marks    []byte
	names    []string // names of the indices
	began    int      // number of indices begun
	analyzer byte     // the current index's analyzer for text whose field names none
	units    []marked // fields that are not nested in others, each with those below it
	holder   int      // position in marks of the current field's notes, -1 for a field that can be sorted itself or never
	defaults defaultAnalyzer
}

// marked has the marks of a field and those below it, in an index with this analyzer.
type marked struct {
	from, to int
	analyzer byte
}

// mark marks a record of any of the walks.
func (f *fieldRows) mark(rec *driver.Record) {
	switch {
	case rec.Spec == structureNames:
		f.names = append(f.names, rec.Name)
		f.marks = append(f.marks, driver.MarkNone)
		return
	case rec.Spec == structureIndex && rec.Name == "" && len(rec.Attrs) > 0:
		f.again(rec)
		return
	case rec.Spec == structureIndex:
		f.begin()
		return
	}
	if rec.Depth == 0 && !rec.Sub {
		f.units = append(f.units, marked{from: len(f.marks), analyzer: f.analyzer})
	}
	f.markField(rec)
	f.units[len(f.units)-1].to = len(f.marks)
}

func (f *fieldRows) markField(rec *driver.Record) {
	switch {
	case rec.Sub:
		f.sub(rec)
	case rec.Spec == structureRuntime:
		f.marks = append(f.marks, driver.MarkLast, cellPath, cellRuntime, cellNone, cellNone, cellNone, cellNone, cellComputed)
		f.holder = -1
	default:
		f.field(rec)
	}
}

// begin moves on to the next index.
func (f *fieldRows) begin() {
	f.marks = append(f.marks, driver.MarkPart)
	f.analyzer = f.analyzerOf(f.began)
	f.began++
	f.holder = -1
}

// again repeats the marks of fields that occurred before, except for the analyzer (see [driver.FieldSpec.Once]).
func (f *fieldRows) again(rec *driver.Record) {
	first, err1 := strconv.Atoi(rec.Attrs[0])
	count, err2 := strconv.Atoi(rec.Attrs[1])
	if err1 != nil || err2 != nil || first < 0 || count < 0 || first+count > len(f.units) {
		return
	}
	for _, u := range f.units[first : first+count] {
		from := len(f.marks)
		f.marks = append(f.marks, f.marks[u.from:u.to]...)
		if u.analyzer == f.analyzer {
			continue
		}
		for i, mark := range f.marks[from:] {
			if mark == u.analyzer { // no other byte of a row has this value
				f.marks[from+i] = f.analyzer
			}
		}
	}
}

// analyzerOf returns the analyzer of an index for text whose field names none.
func (f *fieldRows) analyzerOf(number int) byte {
	switch {
	case !f.defaults.known:
		return cellSomeDefault
	case number < len(f.names) && slices.Contains(f.defaults.own, f.names[number]):
		return cellOwnDefault
	}
	return cellStandard
}

// sub handles a multi-field: text with a keyword below it can be sorted.
func (f *fieldRows) sub(rec *driver.Record) {
	if f.holder >= 0 && rec.Attrs[attrType] == "keyword" && rec.Attrs[attrDocValues] != "false" {
		f.marks[f.holder] = cellNotes
	}
	f.marks = append(f.marks, driver.MarkNone)
}

func (f *fieldRows) field(rec *driver.Record) {
	f.holder = -1
	switch kind := rec.Attrs[attrType]; kind {
	case "nested":
		f.marks = append(f.marks, driver.MarkAround, cellPath, cellType, cellNone, cellNone, cellNone, cellNone, cellNested)
	case "", "object":
		f.marks = append(f.marks, driver.MarkRow, cellPath, cellObject, cellNone, cellNone, cellNone, cellNone, cellNotes)
	case "alias":
		f.marks = append(f.marks, driver.MarkRow, cellPath, cellType, cellNone, cellNone, cellNone, cellNone, cellAlias)
	default:
		f.leaf(rec, kind)
	}
}

func (f *fieldRows) leaf(rec *driver.Record, kind string) {
	t := mapping.TraitOf(kind)
	indexed, docValues := habits(kind, t)
	analyzer, notes := cellNone, cellNotes
	switch {
	case rec.Attrs[attrAnalyzer] != "":
		analyzer = cellAnalyzer
	case rec.Attrs[attrNormalizer] != "":
		analyzer = cellNormalizer
	case t.Text && kind != "semantic_text":
		analyzer = f.analyzer
	}
	if t.Text {
		notes = cellNotSortable
	}
	f.marks = append(f.marks, driver.MarkRow, cellPath, cellType,
		said(rec.Attrs[attrIndex], indexed), said(rec.Attrs[attrDocValues], docValues), cellSubs, analyzer, notes)
	if t.Text {
		f.holder = len(f.marks) - 1
	}
}

// habits returns a field type's defaults: whether it is indexed and has doc values. For unknown types, and types whose
// default depends on the version, it returns neither (Mapping, "index", "doc_values" and "Field data types").
func habits(kind string, t mapping.Trait) (indexed, docValues byte) {
	switch kind {
	case "constant_keyword", "murmur3", "token_count":
		return cellNone, cellNone
	case "completion", "percolator", "rank_feature", "rank_features", "sparse_vector":
		return cellYes, cellNo
	case "geo_point", "point", "flattened":
		return cellYes, cellYes
	case "geo_shape", "shape":
		return cellYes, cellNone
	case "binary":
		return cellNo, cellNo
	case "histogram", "aggregate_metric_double":
		return cellNo, cellYes
	}
	switch {
	case t.Text:
		return cellYes, cellNo
	case t.Sorts, t.Reason == mapping.ReasonRange:
		return cellYes, cellYes
	}
	return cellNone, cellNone
}

// said returns the cell of a boolean attribute, or other if the mapping lacks it.
func said(attribute string, other byte) byte {
	switch attribute {
	case "true":
		return cellYes
	case "false":
		return cellNo
	}
	return other
}

// defaultAnalyzer says which indices have their own analyzer for text whose field names none; the others use the
// engine's "standard" (Text analysis, "Specify the default analyzer for an index").
type defaultAnalyzer struct {
	known bool
	own   []string
}

// analyzerOf reads the response with the settings of indices that have their own analyzer.
func analyzerOf(r *driver.Reply) defaultAnalyzer {
	var d defaultAnalyzer
	if d.known = r.OK(); d.known {
		r.EachRecord(func(_ int, rec *driver.Record) { d.own = append(d.own, rec.Name) })
	}
	return d
}
