package typesense

import (
	"net/http"
	"slices"
	"strings"
)

func (e *Engine) addDocument(q *request) (response, *failure) {
	c, fail := e.collectionOf(q)
	if fail != nil {
		return response{}, fail
	}
	action, fail := q.action()
	if fail != nil {
		return response{}, fail
	}
	d, fail := c.write(q.body, action, q.params["dirty_values"], "")
	if fail != nil {
		return response{}, fail.escape()
	}
	return created(raw(d.text)), nil
}

func (q *request) action() (string, *failure) {
	action, given := q.params["action"]
	if !given {
		return "create", nil
	}
	if !slices.Contains(actions, action) {
		return "", invalid("Parameter `action` must be a create|update|upsert.")
	}
	return action, nil
}

func (e *Engine) getDocument(q *request) (response, *failure) {
	c, fail := e.collectionOf(q)
	if fail != nil {
		return response{}, fail
	}
	d := c.byID[q.names["id"]]
	if d == nil {
		return response{}, noDocument(q.names["id"])
	}
	if e.release.major < 29 {
		return ok(raw(d.text)), nil
	}
	return ok(q.picker().pick(d)), nil
}

func (e *Engine) updateDocument(q *request) (response, *failure) {
	c, fail := e.collectionOf(q)
	if fail != nil {
		return response{}, fail
	}
	d, fail := c.write(q.body, "update", q.params["dirty_values"], q.names["id"])
	if fail != nil {
		return response{}, fail
	}
	return ok(raw(d.text)), nil
}

func (e *Engine) deleteDocument(q *request) (response, *failure) {
	c, fail := e.collectionOf(q)
	if fail != nil {
		return response{}, fail
	}
	id := q.names["id"]
	d := c.byID[id]
	switch {
	case d == nil && q.params["ignore_not_found"] == "true":
		return ok(object{"id": id}), nil
	case d == nil:
		return response{}, noDocument(id)
	}
	c.remove(d)
	return ok(raw(d.text)), nil
}

// updateDocuments changes all documents that a filter finds.
func (e *Engine) updateDocuments(q *request) (response, *failure) {
	c, fail := e.collectionOf(q)
	if fail != nil {
		return response{}, fail
	}
	filter, given := q.params["filter_by"]
	if !given {
		return response{}, invalid("Parameter `filter_by` must be provided.")
	}
	found, fail := c.filtered(filter)
	if fail != nil {
		return response{}, fail
	}
	for _, d := range found {
		if _, fail := c.write(q.body, "update", q.params["dirty_values"], d.id); fail != nil {
			return response{}, fail
		}
	}
	return ok(object{"num_updated": len(found)}), nil
}

// deleteDocuments deletes all documents, or those that a filter finds.
func (e *Engine) deleteDocuments(q *request) (response, *failure) {
	c, fail := e.collectionOf(q)
	if fail != nil {
		return response{kind: shortJSON}, fail
	}
	if q.params["truncate"] == "true" && e.release.major >= 28 {
		n := len(c.documents)
		c.documents, c.byID = nil, map[string]*document{}
		return response{status: http.StatusOK, body: textOf(object{"num_deleted": n}), kind: shortJSON}, nil
	}
	filter, given := q.params["filter_by"]
	if !given {
		return response{kind: shortJSON}, invalid("Parameter `filter_by` must be provided.")
	}
	found, fail := c.filtered(filter)
	if fail != nil {
		return response{kind: shortJSON}, fail
	}
	c.removeAll(found)
	return response{status: http.StatusOK, body: textOf(object{"num_deleted": len(found)}), kind: shortJSON}, nil
}

// importDocuments writes one document a line, and answers one line for each.
func (e *Engine) importDocuments(q *request) (response, *failure) {
	if size, given := q.params["batch_size"]; given {
		if n, _, valid := q.unsigned("batch_size"); size == "" || !valid || n == 0 {
			return response{}, invalid("Parameter `batch_size` must be a positive integer.")
		}
	}
	c, fail := e.collectionOf(q)
	if fail != nil {
		return response{}, fail
	}
	action, fail := q.action()
	if fail != nil {
		return response{}, fail
	}
	var out []string
	for line := range strings.SplitSeq(q.body, "\n") {
		if line = strings.TrimSuffix(line, "\r"); line != "" {
			out = append(out, textOf(c.importLine(line, action, q)))
		}
	}
	return lines(strings.Join(out, "\n")), nil
}

func (c *collection) importLine(line, action string, q *request) object {
	withDocument, withID := q.params["return_doc"] == "true", q.params["return_id"] == "true"
	d, fail := c.write(line, action, q.params["dirty_values"], "")
	if fail != nil {
		o := object{"code": fail.status, "error": fail.message, "success": false}
		if withDocument || c.engine.release.major < 29 {
			o["document"] = line
		}
		return o
	}
	o := object{"success": true}
	if withDocument {
		o["document"] = raw(d.text)
	}
	if withID {
		o["id"] = d.id
	}
	return o
}

// exportDocuments answers one document a line, in the order in which they were first written.
func (e *Engine) exportDocuments(q *request) (response, *failure) {
	c, fail := e.collectionOf(q)
	if fail != nil {
		return response{}, fail
	}
	found := c.documents
	filter, filters := q.params["filter_by"]
	if filters {
		if found, fail = c.filtered(filter); fail != nil {
			return response{}, fail
		}
	}
	picker := q.picker()
	var out strings.Builder
	for i, d := range found {
		if i > 0 {
			out.WriteByte('\n')
		}
		if filters && e.release.major < 29 {
			d = c.leaking(d)
		}
		out.Write(appendJSON(nil, picker.pick(d)))
	}
	return lines(out.String()), nil
}

// leaking returns a document with the leaves that old servers export with a filter.
func (c *collection) leaking(d *document) *document {
	w := c.begin("", false)
	w.doc, _ = clone(d.source).(object)
	if w.flatten() != nil {
		return d
	}
	w.doc[".flat"] = orEmpty(reversed(w.order))
	return &document{source: w.doc, text: textOf(w.doc)}
}

func reversed(list []string) []string {
	out := slices.Clone(list)
	slices.Reverse(out)
	return out
}
