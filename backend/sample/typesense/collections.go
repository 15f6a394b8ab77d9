package typesense

import (
	"net/http"
	"slices"
)

func (e *Engine) listCollections(q *request) (response, *failure) {
	var all []*collection
	for _, c := range e.collections {
		if e.allows(q.key, c.name) {
			all = append(all, c)
		}
	}
	limit, limited, valid := q.unsigned("limit")
	if !valid {
		return response{}, invalid("Limit param should be unsigned integer.")
	}
	offset, skips, valid := q.unsigned("offset")
	if !valid {
		return response{}, invalid("Offset param should be unsigned integer.")
	}
	if skips && offset > 0 && offset >= len(all) {
		return response{}, invalid("Invalid offset param.")
	}
	if limited || skips {
		slices.SortFunc(all, func(a, b *collection) int { return a.number - b.number })
		all = all[offset:]
		if limited {
			all = all[:min(limit, len(all))]
		}
	} else {
		slices.SortFunc(all, func(a, b *collection) int { return b.number - a.number })
	}
	withFields := q.params["exclude_fields"] != "fields" || e.release.major < 29
	list := make([]any, len(all))
	for i, c := range all {
		list[i] = c.describe(withFields)
	}
	return ok(list), nil
}

func (e *Engine) createCollection(q *request) (response, *failure) {
	v, err := readJSON(q.body)
	if err != nil {
		return response{}, invalid("Bad JSON.")
	}
	o, _ := v.(object)
	if source, clones := q.params["src_name"]; clones {
		return e.cloneCollection(q, source, o)
	}
	c, fail := e.readCollection(o)
	if fail != nil {
		return response{}, fail
	}
	if e.collections[c.name] != nil {
		return response{}, failed(http.StatusConflict, "A collection with name `%s` already exists.", c.name)
	}
	e.add(c)
	return created(c.describe(true)), nil
}

func (e *Engine) add(c *collection) {
	c.number, c.createdAt = e.created, e.clock().Unix()
	e.created++
	e.collections[c.name] = c
}

// cloneCollection copies a collection. Its documents are copied if the parameter is there at all, whatever it says.
func (e *Engine) cloneCollection(q *request, source string, o object) (response, *failure) {
	name, named := o["name"].(string)
	if !named {
		return response{}, invalid("Parameter `name` is required.")
	}
	from := e.collection(source)
	if from == nil {
		return response{}, invalid("Collection with name `%s` not found.", source)
	}
	if e.collections[name] != nil {
		return response{}, invalid("Collection with name `%s` already exists.", name)
	}
	c := from.copy(e)
	c.name = name
	if _, copies := q.params["copy_documents"]; !copies || e.release.major < 30 {
		c.documents, c.byID, c.nextSeq = nil, map[string]*document{}, 0
	}
	e.add(c)
	return created(c.describe(true)), nil
}

func (e *Engine) getCollection(q *request) (response, *failure) {
	c, fail := e.collectionOf(q)
	if fail != nil {
		return response{}, fail
	}
	return ok(c.describe(true)), nil
}

func (e *Engine) deleteCollection(q *request) (response, *failure) {
	name := q.names["collection"]
	c := e.collection(name)
	if c == nil {
		return response{}, failed(http.StatusNotFound, "No collection with name `%s` found.", name)
	}
	delete(e.collections, c.name)
	return ok(c.describe(true)), nil
}

// patchCollection changes a schema, the metadata or the sets of a collection.
func (e *Engine) patchCollection(q *request) (response, *failure) {
	c, fail := e.collectionOf(q)
	if fail != nil {
		return response{}, fail
	}
	o, fail := q.object()
	if fail != nil {
		return response{}, fail
	}
	for name := range o {
		if name != "fields" && name != "metadata" && (e.release.major < 30 || name != "synonym_sets" && name != "curation_sets") {
			return response{}, invalid("%s", e.release.onlyThese())
		}
	}
	answer := object{}
	if fail := c.patchSets(o, answer); fail != nil {
		return response{}, fail
	}
	if metadata, ok := o["metadata"].(object); ok {
		c.metadata = metadata
		answer["metadata"] = metadata
	}
	if _, given := o["fields"]; given {
		changes, fail := c.patchFields(o["fields"])
		if fail != nil {
			return response{}, fail
		}
		answer["fields"] = changes
	}
	return ok(answer), nil
}

func (v release) onlyThese() string {
	if v.major >= 30 {
		return "Only `fields`, `metadata` and `synonym_sets` can be updated at the moment."
	}
	return "Only `fields` and `metadata` can be updated at the moment."
}

func (c *collection) patchSets(o, answer object) *failure {
	for _, name := range []string{"synonym_sets", "curation_sets"} {
		given, found := o[name]
		if !found {
			continue
		}
		list, ok := given.([]any)
		if !ok {
			return invalid("The `%s` value should be an array.", name)
		}
		texts := textsOf(given)
		if len(texts) != len(list) {
			return invalid("Bad request.")
		}
		if name == "synonym_sets" {
			if fail := c.engine.checkSets(texts, nil); fail != nil {
				return fail
			}
			c.synonymSets = texts
		} else {
			if fail := c.engine.checkSets(nil, texts); fail != nil {
				return fail
			}
			c.curationSets = texts
		}
		answer[name] = orEmpty(texts)
	}
	return nil
}

// patchFields adds and drops fields. Either all changes are made or none.
func (c *collection) patchFields(given any) ([]any, *failure) {
	list, ok := given.([]any)
	if !ok || len(list) == 0 {
		return nil, invalid("The `fields` value should be an array of objects containing the field `name` and other properties.")
	}
	fields, answers := slices.Clone(c.fields), []any{}
	for _, each := range list {
		o, _ := each.(object)
		name, _ := o["name"].(string)
		known := func(f *field) bool { return f.name == name }
		if drop, _ := o["drop"].(bool); drop {
			if !slices.ContainsFunc(fields, known) {
				return nil, invalid("Field `%s` is not part of collection schema.", name)
			}
			fields = slices.DeleteFunc(fields, known)
			answers = append(answers, object{"drop": true, "embed": nil, "name": name})
			continue
		}
		f, fail := c.engine.release.readField(each, c.nested, c.name)
		if fail != nil {
			return nil, fail
		}
		if slices.ContainsFunc(fields, known) {
			return nil, invalid("Field `%s` is already part of the schema: To change this field, drop it first before adding it back to the schema.", name)
		}
		fields = append(fields, f)
		answers = append(answers, f.describeWhole(c.engine.release))
	}
	return answers, c.rebuild(fields)
}

// rebuild indexes the stored documents for other fields. It changes nothing if a document does not fit.
func (c *collection) rebuild(fields []*field) *failure {
	next := *c
	next.fields = fields
	documents := make([]*document, len(c.documents))
	for i, d := range c.documents {
		w := next.begin("coerce_or_reject", false)
		w.doc = clone(d.source).(object)
		if fail := w.prepare(); fail != nil {
			return w.incompatible(fail)
		}
		copied := *d
		copied.index = w.indexed(nil)
		documents[i] = &copied
	}
	c.fields, c.documents = next.fields, documents
	for _, d := range documents {
		c.byID[d.id] = d
	}
	return nil
}
