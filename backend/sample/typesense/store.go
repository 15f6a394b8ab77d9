package typesense

import (
	"maps"
	"slices"
	"sort"
)

// collection is a collection and its documents.
type collection struct {
	engine                    *Engine
	number                    int // in the order of creation
	name                      string
	createdAt                 int64
	defaultSort               string
	nested                    bool
	fields                    []*field
	metadata                  object
	symbols, separators       []string
	synonymSets, curationSets []string
	synonyms, overrides       set // its own, before 30

	nextSeq   int
	documents []*document // by seq
	byID      map[string]*document
}

// document is a stored document. It is replaced, never changed.
type document struct {
	seq    int
	id     string
	source object
	text   string             // the source as JSON
	index  map[string]indexed // by field
}

// field returns the field with that name that holds values: a dynamic field of the same name holds none.
func (c *collection) field(name string) *field {
	for _, f := range c.fields {
		if f.name == name && !f.isDynamic() {
			return f
		}
	}
	return nil
}

func (c *collection) describe(withFields bool) object {
	o := object{
		"created_at": c.createdAt, "default_sorting_field": c.defaultSort, "enable_nested_fields": c.nested, "name": c.name,
		"num_documents": len(c.documents), "symbols_to_index": orEmpty(c.symbols), "token_separators": orEmpty(c.separators),
	}
	if withFields {
		fields := make([]object, len(c.fields))
		for i, f := range c.fields {
			fields[i] = f.describe(c.engine.release)
		}
		o["fields"] = fields
	}
	if c.metadata != nil {
		o["metadata"] = c.metadata
	}
	if c.engine.release.major >= 30 {
		o["synonym_sets"], o["curation_sets"] = orEmpty(c.synonymSets), orEmpty(c.curationSets)
	}
	return o
}

func (c *collection) take() int {
	c.nextSeq++
	return c.nextSeq - 1
}

func (c *collection) at(seq int) (int, bool) {
	i := sort.Search(len(c.documents), func(i int) bool { return c.documents[i].seq >= seq })
	return i, i < len(c.documents) && c.documents[i].seq == seq
}

// put stores a document, in place of the one with the same seq.
func (c *collection) put(d *document) {
	if i, found := c.at(d.seq); found {
		c.documents[i] = d
	} else {
		c.documents = slices.Insert(c.documents, i, d)
	}
	c.byID[d.id] = d
}

func (c *collection) remove(d *document) {
	if i, found := c.at(d.seq); found {
		c.documents = slices.Delete(c.documents, i, i+1)
	}
	if c.byID[d.id] == d {
		delete(c.byID, d.id)
	}
}

func (c *collection) removeAll(gone []*document) {
	dead := make(map[*document]bool, len(gone))
	for _, d := range gone {
		dead[d] = true
		if c.byID[d.id] == d {
			delete(c.byID, d.id)
		}
	}
	c.documents = slices.DeleteFunc(c.documents, func(d *document) bool { return dead[d] })
}

// collection finds a collection by its name or by an alias.
func (e *Engine) collection(name string) *collection {
	if c := e.collections[name]; c != nil {
		return c
	}
	for _, a := range e.aliases {
		if a.name == name {
			return e.collections[a.collection]
		}
	}
	return nil
}

func (e *Engine) collectionOf(q *request) (*collection, *failure) {
	if c := e.collection(q.names["collection"]); c != nil {
		return c, nil
	}
	return nil, e.release.noCollection()
}

// copy returns a collection for an engine with the same documents, without synonyms and overrides of its own.
func (c *collection) copy(e *Engine) *collection {
	out := *c
	out.engine, out.fields, out.documents, out.byID = e, slices.Clone(c.fields), slices.Clone(c.documents), maps.Clone(c.byID)
	out.synonyms, out.overrides = set{}, set{}
	return &out
}
