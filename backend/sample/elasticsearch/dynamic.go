package elasticsearch

import (
	"regexp"
	"strings"

	"github.com/tidwall/gjson"
)

// learner finds the fields of a document that its index lacks, and the types that they get (Elasticsearch guide,
// "dynamic field mapping").
type learner struct {
	loader
	added map[string]string // types by path; "" for an object
	order []string
}

const learnedText = `{"type":"text","fields":{"keyword":{"type":"keyword","ignore_above":256}}}`

// slashedDate is another format that the engine recognizes as a date.
var slashedDate = regexp.MustCompile(`^\d{4}/\d\d/\d\d( \d\d:\d\d:\d\d)?( .+)?$`)

// learn returns the mapping of an index after a document is indexed, or nil if it does not change.
func (x *index) learn(v release, d *document) ([]byte, *failure) {
	l := learner{loader: loader{schema: x.schema, release: v, doc: d}, added: map[string]string{}}
	l.members("", gjson.ParseBytes(d.source))
	if l.failed != nil || len(l.order) == 0 {
		return nil, l.failed
	}
	mapping := treeOf(gjson.ParseBytes(x.mapping))
	for _, path := range l.order {
		mapping.grow(strings.Split(path, "."), l.added[path])
	}
	return mapping.append(nil), nil
}

// grow adds a field to a mapping.
func (t *tree) grow(path []string, definition string) {
	properties := t.inner["properties"]
	if properties == nil {
		properties = &tree{kind: '{', inner: map[string]*tree{}}
		t.set("properties", properties)
	}
	child := properties.inner[path[0]]
	switch {
	case len(path) > 1 && child == nil:
		child = &tree{kind: '{', inner: map[string]*tree{}}
		properties.set(path[0], child)
		child.grow(path[1:], definition)
	case len(path) > 1:
		child.grow(path[1:], definition)
	case child == nil:
		properties.set(path[0], treeOf(gjson.Parse(definition)))
	}
}

func (l *learner) members(prefix string, v gjson.Result) {
	v.ForEach(func(name, member gjson.Result) bool {
		l.named(prefix, name, member)
		return l.failed == nil
	})
}

func (l *learner) named(prefix string, name, v gjson.Result) {
	path := prefix + name.String()
	switch {
	case name.String() == "":
		l.fail(name, badArgument("field name cannot be an empty string"), "failed to parse: field name cannot be an empty string")
	case prefix == "" && metaFields[path]:
		cause := l.placed(v, "Field [%s] is a metadata field and cannot be added inside a document. Use the index API request parameters.", path)
		l.fail(v, cause, "failed to parse field [%s] of type [%s] in document with id '%s'. Preview of field's value: '%s'", path, path, l.doc.id, preview(v))
		l.failed.root = cause
	case strings.Contains("."+path+".", ".."):
		l.fail(name, nil, "failed to parse: field name cannot contain only whitespace: ['%s']", name.String())
	default:
		l.value(path, v)
	}
}

var metaFields = map[string]bool{"_id": true, "_index": true, "_source": true, "_routing": true, "_version": true, "_seq_no": true, "_field_names": true, "_ignored": true, "_type": true}

func (l *learner) value(path string, v gjson.Result) {
	if b, known := l.schema.branches[path]; known {
		if b.enabled {
			l.inside(path, v)
		}
		return
	}
	if l.schema.fields[path] != nil {
		return
	}
	kind, learned := l.added[path]
	switch {
	case v.Type == gjson.Null:
	case v.IsArray():
		l.inside(path, v)
	case v.IsObject():
		if !learned {
			l.add(path, `{"type":"object"}`)
		}
		l.members(path+".", v)
	case !learned:
		l.add(path, l.typeOf(v))
	case kind == `{"type":"long"}` && l.typeOf(v) == `{"type":"float"}`:
		l.failed = badArgument("mapper [%s] cannot be changed from type [long] to [float]", path)
	}
}

// inside looks into an array or an object.
func (l *learner) inside(path string, v gjson.Result) {
	switch {
	case v.IsArray():
		v.ForEach(func(_, item gjson.Result) bool {
			l.value(path, item)
			return l.failed == nil
		})
	case v.IsObject():
		l.members(path+".", v)
	}
}

// add records a field and the objects that contain it.
func (l *learner) add(path, definition string) {
	for at := 0; ; at++ {
		dot := strings.IndexByte(path[at:], '.')
		if dot < 0 {
			break
		}
		at += dot
		parent := path[:at]
		if f := l.schema.fields[parent]; f != nil {
			l.failed = unsupported("The sample engine does not index %s, a part of a field that is no object.", path)
			return
		}
		if _, known := l.schema.branches[parent]; !known && l.added[parent] == "" {
			l.added[parent] = `{"type":"object"}`
			l.order = append(l.order, parent)
		}
	}
	l.added[path] = definition
	l.order = append(l.order, path)
}

func (l *learner) typeOf(v gjson.Result) string {
	switch {
	case v.IsBool():
		return `{"type":"boolean"}`
	case v.Type == gjson.Number && strings.ContainsAny(v.Raw, ".eE"):
		return `{"type":"float"}`
	case v.Type == gjson.Number:
		return `{"type":"long"}`
	case slashedDate.MatchString(v.String()):
		l.failed = unsupported("The sample engine does not learn a field from a date such as %s.", v.Raw)
	case isDate(v.String()):
		return `{"type":"date"}`
	}
	return learnedText
}

// isDate reports whether a text makes a new field a date: a number alone does not.
func isDate(text string) bool {
	_, ok := isoMoment(text, false)
	return ok && strings.ContainsAny(text, ":-/") && isoDate.MatchString(text)
}
