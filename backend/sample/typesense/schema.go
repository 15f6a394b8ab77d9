package typesense

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
)

// field is a field of a schema.
type field struct {
	name, kind                                         string
	facet, optional, indexed, infix, sort, stem, store bool
	rangeIndex, nested, nestedList, asyncRefer         bool
	locale, stemDictionary, reference                  string
	symbols, separators                                []string
	dimensions                                         int
	truncate                                           int
	learned                                            bool // from a document
}

var kinds = strings.Fields("string string[] int32 int32[] int64 int64[] float float[] bool bool[] geopoint geopoint[] geopolygon object object[] auto string* image")

func (f *field) isObject() bool { return f.kind == "object" || f.kind == "object[]" }
func (f *field) isList() bool   { return strings.HasSuffix(f.kind, "[]") }
func (f *field) base() string   { return strings.TrimSuffix(f.kind, "[]") }
func (f *field) isText() bool   { return f.base() == "string" }
func (f *field) isWhole() bool  { return f.base() == "int32" || f.base() == "int64" }

// isDynamic reports whether the field describes fields that documents will bring.
func (f *field) isDynamic() bool {
	return f.kind == "auto" || f.kind == "string*" || strings.Contains(f.name, ".*")
}

// matches reports whether a dynamic field describes the field with that name.
func (f *field) matches(name string) bool {
	if f.name == ".*" || f.name == name {
		return true
	}
	pattern, err := regexp.Compile("^(?:" + f.name + ")$")
	return err == nil && pattern.MatchString(name)
}

func (f *field) tokenizer(c *collection) tokenizer {
	t := tokenizer{separators: strings.Join(c.separators, ""), symbols: strings.Join(c.symbols, "")}
	if len(f.separators) > 0 {
		t.separators = strings.Join(f.separators, "")
	}
	if len(f.symbols) > 0 {
		t.symbols = strings.Join(f.symbols, "")
	}
	return t
}

// sortsByDefault reports whether fields of that type can be sorted unless the schema says otherwise.
func sortsByDefault(kind string) bool {
	return slices.Contains([]string{"int32", "int64", "float", "bool", "geopoint", "geopoint[]"}, kind)
}

const fieldsFormat = "Wrong format for `fields`. It should be an array of objects containing `name`, `type`, `optional` and `facet` properties."

// readField reads one field of a schema.
func (v release) readField(each any, nested bool, owner string) (*field, *failure) {
	o, ok := each.(object)
	if !ok {
		return nil, invalid("%s", fieldsFormat)
	}
	name, named := o["name"].(string)
	switch {
	case !named && v.major >= 29:
		return nil, invalid("Bad request.")
	case !named:
		return nil, invalid("%s", fieldsFormat)
	case name == "" && v.major >= 30:
		return nil, invalid("Field name cannot be empty.")
	}
	kind, ok := o["type"].(string)
	if !ok {
		return nil, invalid("%s", fieldsFormat)
	}
	if !slices.Contains(kinds, kind) {
		return nil, invalid("Field `%s` has an invalid data type `%s`, see docs for supported data types.", name, kind)
	}
	f := &field{name: name, kind: kind, indexed: true, store: true, sort: sortsByDefault(kind)}
	if f.isObject() && !nested {
		return nil, invalid("Type `object` or `object[]` can be used only when nested fields are enabled by setting` enable_nested_fields` to true.")
	}
	if fail := f.readOptions(o); fail != nil {
		return nil, fail
	}
	if target, _, found := strings.Cut(f.reference, "."); found && target == owner && v.major >= 30 {
		return nil, invalid("Referencing a field of the same collection is not allowed: `%s` field references `%s` collection.", name, owner)
	}
	f.optional = f.optional || f.isDynamic()
	return f, nil
}

func (f *field) readOptions(o object) *failure {
	for option, into := range map[string]*bool{
		"facet": &f.facet, "optional": &f.optional, "index": &f.indexed, "infix": &f.infix, "sort": &f.sort, "stem": &f.stem,
		"store": &f.store, "range_index": &f.rangeIndex,
	} {
		if given, found := o[option]; found {
			value, ok := given.(bool)
			if !ok {
				return invalid("The `%s` property of the field `%s` should be a boolean.", option, f.name)
			}
			*into = value
		}
	}
	for option, into := range map[string]*string{"locale": &f.locale, "stem_dictionary": &f.stemDictionary, "reference": &f.reference} {
		if value, ok := o[option].(string); ok {
			*into = value
		}
	}
	if n, ok := o["truncate_len"].(int64); ok {
		f.truncate = int(n)
	}
	if n, ok := o["num_dim"].(int64); ok {
		f.dimensions = int(n)
	}
	f.symbols, f.separators = textsOf(o["symbols_to_index"]), textsOf(o["token_separators"])
	return nil
}

func textsOf(v any) []string {
	list, _ := v.([]any)
	var out []string
	for _, each := range list {
		if text, ok := each.(string); ok {
			out = append(out, text)
		}
	}
	return out
}

// describe is the field as a collection shows it.
func (f *field) describe(v release) object {
	o := object{
		"facet": f.facet, "index": f.indexed, "infix": f.infix, "locale": f.locale, "name": f.name, "optional": f.optional,
		"sort": f.sort, "stem": f.stem, "type": f.kind,
	}
	if v.major >= 29 {
		o["stem_dictionary"], o["store"] = f.stemDictionary, f.store
	}
	if f.rangeIndex {
		o["range_index"] = true
	}
	if f.reference != "" {
		o["reference"], o["async_reference"] = f.reference, f.asyncRefer
	}
	if len(f.symbols) > 0 {
		o["symbols_to_index"] = f.symbols
	}
	if len(f.separators) > 0 {
		o["token_separators"] = f.separators
	}
	if f.dimensions > 0 {
		o["num_dim"], o["vec_dist"] = f.dimensions, "cosine"
		o["hnsw_params"] = object{"M": 16, "ef_construction": 200}
	}
	return o
}

// describeWhole is the field as the answer to a change of the schema shows it.
func (f *field) describeWhole(v release) object {
	o := f.describe(v)
	for name, value := range (object{
		"embed": nil, "hnsw_params": object{"M": 16, "ef_construction": 200}, "nested": f.nested, "nested_array": 0,
		"num_dim": f.dimensions, "range_index": f.rangeIndex, "reference": f.reference, "store": f.store, "vec_dist": "cosine",
	}) {
		o[name] = value
	}
	if v.major >= 29 {
		o["async_reference"] = f.asyncRefer
		o["symbols_to_index"], o["token_separators"] = orEmpty(f.symbols), orEmpty(f.separators)
	}
	return o
}

func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

const fieldsList = "The `fields` value should be an array of objects containing `name`, `type` and optionally, `facet` properties."

// readCollection reads the body that creates a collection.
func (e *Engine) readCollection(o object) (*collection, *failure) {
	name, ok := o["name"].(string)
	if !ok {
		return nil, invalid("Parameter `name` is required.")
	}
	given, found := o["fields"]
	if !found {
		return nil, invalid("Parameter `fields` is required.")
	}
	list, ok := given.([]any)
	if !ok || len(list) == 0 {
		return nil, invalid("%s", fieldsList)
	}
	c := &collection{engine: e, name: name, byID: map[string]*document{}}
	c.nested, _ = o["enable_nested_fields"].(bool)
	for _, each := range list {
		f, fail := e.release.readField(each, c.nested, name)
		if fail != nil {
			return nil, fail
		}
		if f.name != "id" {
			c.fields = append(c.fields, f)
		}
	}
	c.symbols, c.separators = textsOf(o["symbols_to_index"]), textsOf(o["token_separators"])
	if metadata, ok := o["metadata"].(object); ok && e.release.major >= 29 {
		c.metadata = metadata
	}
	c.defaultSort, _ = o["default_sorting_field"].(string)
	if fail := c.checkDefaultSort(); fail != nil {
		return nil, fail
	}
	return c, e.readSets(c, o)
}

func (c *collection) checkDefaultSort() *failure {
	if c.defaultSort == "" {
		return nil
	}
	f := c.field(c.defaultSort)
	switch {
	case f == nil:
		return invalid("Default sorting field is defined as `%s` but is not found in the schema.", c.defaultSort)
	case !f.sort:
		return invalid("Default sorting field `%s` is not a sortable type.", f.name)
	case f.optional:
		return invalid("Default sorting field `%s` cannot be an optional field.", f.name)
	}
	return nil
}

// readSets reads the sets of synonyms and curations that a new collection names.
func (e *Engine) readSets(c *collection, o object) *failure {
	if e.release.major < 30 {
		return nil
	}
	if given, found := o["synonym_sets"]; found {
		if _, ok := given.([]any); !ok {
			return invalid("`synonym_sets` should be an array of synonym sets.")
		}
		c.synonymSets = textsOf(given)
	}
	if given, found := o["curation_sets"]; found {
		if _, ok := given.([]any); !ok {
			return invalid("`curation_sets` should be an array of curation sets.")
		}
		c.curationSets = textsOf(given)
	}
	return e.checkSets(c.synonymSets, c.curationSets)
}

func (e *Engine) checkSets(synonyms, curations []string) *failure {
	for _, name := range synonyms {
		if e.synonyms.find(name) == nil {
			return failed(http.StatusNotFound, "Synonym set `%s` not found.", name)
		}
	}
	for _, name := range curations {
		if e.curations.find(name) == nil {
			return failed(http.StatusNotFound, "Curation set `%s` not found.", name)
		}
	}
	return nil
}
