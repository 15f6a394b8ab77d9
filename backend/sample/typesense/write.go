package typesense

import (
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// write is one document on its way into a collection.
type write struct {
	c       *collection
	dirty   string // what happens to values that do not fit
	updates bool   // a stored document is changed or replaced
	partial bool   // fields that are not given stay
	doc     object // with the leaves of nested objects under dotted names
	flat    map[string]bool
	order   []string // of the leaves
	leaves  []string // of the leaves that may be new
	found   map[string]*field
}

var dirtyValues = []string{"COERCE_OR_REJECT", "COERCE_OR_DROP", "DROP", "REJECT"}

// begin begins a write. Without a valid choice, values are converted only if the schema learns fields.
func (c *collection) begin(dirty string, updates bool) *write {
	w := &write{c: c, dirty: strings.ToUpper(dirty), updates: updates, flat: map[string]bool{}, found: map[string]*field{}}
	if !slices.Contains(dirtyValues, w.dirty) {
		w.dirty = "REJECT"
		if slices.ContainsFunc(c.fields, (*field).isDynamic) {
			w.dirty = "COERCE_OR_REJECT"
		}
	}
	return w
}

// prepare learns fields, flattens objects and checks values.
func (w *write) prepare() *failure {
	if fail := w.learn(); fail != nil {
		return fail
	}
	if fail := w.flatten(); fail != nil {
		return fail
	}
	return w.check()
}

// incompatible turns the failure of a stored document into the one of a change of the schema.
func (w *write) incompatible(fail *failure) *failure {
	const start = "Schema change is incompatible with the type of documents already stored in this collection."
	for _, f := range w.c.fields {
		if strings.HasPrefix(fail.message, "Field `"+f.name+"` must be ") {
			_, kind, _ := strings.Cut(strings.TrimSuffix(fail.message, "."), "must be ")
			return invalid("%s Existing data for field `%s` cannot be coerced into %s.", start, f.name, kind)
		}
	}
	return invalid("%s %s", start, fail.message)
}

// actions are what a write does with an id that exists and one that does not.
var actions = []string{"create", "update", "upsert", "emplace"}

// write writes one document, as text. The id is given where the path names it.
func (c *collection) write(text, action, dirty, id string) (*document, *failure) {
	v, err := readJSON(text)
	if err != nil {
		return nil, invalid("Bad JSON: %s", err)
	}
	doc, isObject := v.(object)
	if !isObject {
		return nil, invalid("Bad JSON: not a properly formed document.")
	}
	cleanTexts(doc)
	return c.writeObject(doc, action, dirty, id)
}

func (c *collection) writeObject(doc object, action, dirty, id string) (*document, *failure) {
	old, seq, fail := c.place(doc, action, id)
	if fail != nil {
		return nil, fail
	}
	w := c.begin(dirty, old != nil)
	w.doc = doc
	w.partial = old != nil && (action == "update" || action == "emplace")
	if w.partial && c.engine.release.major >= 29 {
		dropNulls(doc)
	}
	if fail := w.prepare(); fail != nil {
		return nil, fail
	}
	d := &document{seq: seq}
	if w.partial {
		d.source = w.merged(old)
		d.index = w.indexed(old)
	} else {
		d.index = w.indexed(nil)
		d.source = w.stripped()
		w.leak(old, d)
	}
	d.id, _ = d.source["id"].(string)
	d.text = textOf(d.source)
	c.put(d)
	return d, nil
}

// place finds out which document is written: the stored one, or the seq of a new one.
func (c *collection) place(doc object, action, id string) (*document, int, *failure) {
	given, found := doc["id"]
	if id != "" {
		if found && given != id {
			return nil, 0, invalid("The `id` of the resource does not match the `id` in the JSON body.")
		}
		doc["id"], given, found = id, id, true
	}
	if !found {
		if action == "update" {
			return nil, 0, invalid("For update, the `id` key must be provided.")
		}
		seq := c.take()
		doc["id"] = strconv.Itoa(seq)
		return nil, seq, nil
	}
	text, isText := given.(string)
	if !isText {
		return nil, 0, invalid("Document's `id` field should be a string.")
	}
	if text == "" {
		return nil, 0, invalid("The `id` should not be empty.")
	}
	old := c.byID[text]
	switch {
	case old != nil && action == "create":
		return nil, 0, failed(http.StatusConflict, "A document with id %s already exists.", text)
	case old != nil:
		return old, old.seq, nil
	case action == "update":
		return nil, 0, noDocument(text)
	}
	return nil, c.take(), nil
}

// cleanTexts drops what is not UTF-8.
func cleanTexts(v any) any {
	switch v := v.(type) {
	case string:
		return strings.ToValidUTF8(v, "")
	case object:
		for name, each := range v {
			v[name] = cleanTexts(each)
		}
	case []any:
		for i, each := range v {
			v[i] = cleanTexts(each)
		}
	}
	return v
}

// dropNulls removes nulls from the objects in arrays.
func dropNulls(v any) {
	switch v := v.(type) {
	case object:
		for _, each := range v {
			dropNulls(each)
		}
	case []any:
		for _, each := range v {
			if o, ok := each.(object); ok {
				maps.DeleteFunc(o, func(_ string, member any) bool { return member == nil })
			}
			dropNulls(each)
		}
	}
}

// stripped is the document as it is stored: without the leaves that were added, and fields that are not stored.
func (w *write) stripped() object {
	out := object{}
	for name, v := range w.doc {
		if f := w.c.field(name); !w.flat[name] && (f == nil || f.store) {
			out[name] = v
		}
	}
	return out
}

// merged is a stored document with changes. A dotted name that is a leaf of the stored document changes only the index.
func (w *write) merged(old *document) object {
	out, _ := merge(clone(old.source), w.stripped()).(object)
	was := w.c.begin(w.dirty, false)
	was.doc, _ = clone(old.source).(object)
	if was.flatten() == nil {
		for name := range was.flat {
			delete(out, name)
		}
	}
	return out
}

// indexed returns the values by which the document is found. An update keeps those that it does not change.
func (w *write) indexed(old *document) map[string]indexed {
	out := map[string]indexed{}
	if old != nil {
		maps.Copy(out, old.index)
	}
	for name, v := range w.doc {
		_, list := v.([]any)
		if old != nil && (list || v == nil && w.c.engine.release.major >= 29) {
			maps.DeleteFunc(out, func(each string, _ indexed) bool { return strings.HasPrefix(each, name+".") })
		}
	}
	for name, v := range w.doc {
		f := w.c.field(name)
		switch {
		case v == nil:
			delete(out, name)
		case f != nil && !f.isObject() && f.indexed:
			out[name] = indexValue(f, w.c, v)
		}
	}
	return out
}

// leak imitates that old servers keep the leaves of an object that was removed by a null: even when the document is
// replaced, filters and sorting find their values before the new ones.
func (w *write) leak(old, d *document) {
	if old == nil || w.c.engine.release.major >= 29 {
		return
	}
	was := w.c.begin(w.dirty, false)
	was.doc, _ = clone(old.source).(object)
	if was.flatten() != nil {
		return
	}
	for name, x := range old.index {
		if _, shown := was.doc[name]; !shown && strings.Contains(name, ".") {
			x.whole = slices.Concat(x.whole, d.index[name].whole)
			x.floats = slices.Concat(x.floats, d.index[name].floats)
			x.texts = slices.Concat(x.texts, d.index[name].texts)
			d.index[name] = x
		}
	}
}
