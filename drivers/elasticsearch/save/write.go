package save

import (
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/edit"
	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/es"
)

// form is how a row is written: the request, or the same as one action of a bulk request.
type form struct {
	name, reason          string
	method, route, action string
	body                  []byte // of the request, or the second line of the action
	whole                 *driver.SplicePlan
	absent                bool // the document must not exist; otherwise it must have the revision that was read
}

const (
	formPartial = "Partial update"
	formWhole   = "Whole document"
	formNew     = "New document"
	formDelete  = "Delete"

	reasonFields   = "Only the changed fields are sent."
	reasonSource   = "A partial update would rewrite numbers you did not edit (1.50 would become 1.5)."
	reasonComments = "A partial update would remove the comments of this document."
	reasonValue    = "A partial update would rewrite the number you typed (1.50 would become 1.5)."
	reasonMerge    = "A partial update would merge the object you typed with the one in the document."
	reasonRemove   = "A partial update cannot remove a field."
	reasonNew      = "The fields you typed are sent."
	reasonCreate   = " A document that already exists is not replaced."
	reasonRouted   = " A document that already exists under this id and routing is not replaced; one with a different routing is kept."
	reasonID       = " Elasticsearch chooses the id."
	reasonCopy     = "The new document is the duplicated one with the changed fields."
	reasonDelete   = "The document is deleted only if nobody has changed it."
	reasonCreated  = "The save created this document, so undoing the save deletes it."
	reasonRestore  = "The document is written as it was before the save."
	reasonByBulk   = " The id cannot be part of a path, so the write is an action of _bulk."
	sentenceApart  = "Vectors are stored outside of the documents of this index, so a document cannot be written as a whole. "
	sentenceStream = "A document deleted from a data stream cannot be recreated in its index."
)

// form returns how the row is written, or why it cannot be.
func (p *planner) form(r *row) (f form, problem string) {
	switch {
	case r.copies:
		f = r.created(reasonCopy)
		f.whole = &driver.SplicePlan{Document: r.document.Document, Edits: r.edits}
	case r.creates():
		f = r.created(reasonNew)
		f.body = []byte(edit.Partial(r.edits))
	case r.act == driver.ActDelete:
		f = deleted(reasonDelete)
	case r.act == driver.ActRestore && r.before == 0:
		f = deleted(reasonCreated)
	case r.act == driver.ActRestore && r.absent:
		if es.StreamOf(r.index) != r.index {
			return f, sentenceStream
		}
		f = r.created(reasonRestore)
		f.whole = &driver.SplicePlan{Document: r.before}
	case r.act == driver.ActRestore:
		f = inWhole(reasonRestore, r.before, nil)
	default:
		f = p.edited(r)
	}
	switch hidden := r.origin.hidden; {
	case hidden != "" && f.whole != nil:
		return f, hidden + f.reason
	case hidden != "" && hidden != hiddenUnknown && f.action == "update":
		return f, hidden + hiddenUpdate
	}
	if f.whole != nil && r.origin.apart {
		return f, sentenceApart + f.reason
	}
	return f, ""
}

// created returns the form of a document that must not exist yet.
func (r *row) created(reason string) form {
	if r.id == "" {
		return form{name: formNew, reason: reason + reasonID, method: "POST", route: "_doc", action: "create", absent: true}
	}
	already := reasonCreate
	if r.routing != "" {
		already = reasonRouted
	}
	return form{name: formNew, reason: reason + already, method: "PUT", route: "_create", action: "create", absent: true}
}

func deleted(reason string) form {
	return form{name: formDelete, reason: reason, method: "DELETE", route: "_doc", action: "delete"}
}

func inWhole(reason string, document int64, edits []driver.SpliceEdit) form {
	return form{
		name: formWhole, reason: reason, method: "PUT", route: "_doc", action: "index", whole: &driver.SplicePlan{Document: document, Edits: edits},
	}
}

// edited picks the form of a document whose fields are changed. An index whose documents come without their vectors is
// never written whole: it would lose them.
func (p *planner) edited(r *row) form {
	if reason := r.wholly(); reason != "" {
		return inWhole(reason, r.document.Document, r.edits)
	}
	return form{name: formPartial, reason: reasonFields, method: "POST", route: "_update", action: "update", body: p.updateBody(r.edits)}
}

// wholly returns why the document must be written whole, "" if a partial update does.
func (r *row) wholly() string {
	if r.document.Rounded && !r.keeping.apart {
		return reasonSource
	}
	if r.document.Commented && !r.keeping.apart {
		return reasonComments
	}
	for i := range r.edits {
		if edit.Respelled(r.edits[i].Value) {
			return reasonValue
		}
	}
	for i := range r.cells {
		seen := &r.seen[i]
		switch {
		case r.cells[i].Remove:
			return reasonRemove
		case seen.Whole && opensObject(r.values[i]) && (seen.Value == "" || opensObject(seen.Value)):
			return reasonMerge
		}
	}
	return ""
}

func opensObject(text string) bool {
	raw, _ := jx.Get(text)
	return raw != "" && raw[0] == '{'
}

// plan adds the row's request to a plan.
func (p *planner) plan(r *row, plan *driver.Plan) {
	f, problem := p.form(r)
	if problem != "" {
		r.refuse(driver.Unsupported, problem)
		return
	}
	planned := driver.Planned{Row: r.number, Form: f.name, Reason: f.reason}
	s := &p.sent
	*s = sent{docKey: r.docKey, act: f.action, uuid: r.keeping.uuid()}
	if !f.absent {
		planned.Before, s.hash, s.seq = r.document.Document, r.document.Hash, r.seq
		planned.Final = r.final(&f)
	}
	if jx.Traverses(r.id) {
		planned.Reason += reasonByBulk
		planned.Request, s.bulk = r.action(&f), true
	} else {
		planned.Request = p.request(r, &f)
	}
	planned.State = p.state()
	planned.Success = r.keeping.success(plan, s)
	plan.Requests = append(plan.Requests, planned)
	r.keeping.written = true
	r.keeping.indexed = r.keeping.indexed || f.action != "delete"
}

// state encodes what Settle needs to know about the request.
func (p *planner) state() []byte {
	if p.states == nil {
		p.states = make([]byte, 0, 160*len(p.rows))
	}
	from := len(p.states)
	p.states = p.codec.Append(p.states, &p.sent)
	return p.states[from:len(p.states):len(p.states)]
}

// final says why a write cannot be undone: undoing it would write the whole document, or create it again.
func (r *row) final(f *form) string {
	switch {
	case r.keeping.hidden != "":
		return strings.TrimSpace(r.keeping.hidden)
	case r.keeping.apart:
		return strings.TrimSpace(sentenceApart)
	case f.action == "delete" && es.StreamOf(r.index) != r.index:
		return sentenceStream
	}
	return ""
}

// updateBody returns the body of a partial update.
func (p *planner) updateBody(edits []driver.SpliceEdit) []byte {
	if p.bodies == nil {
		p.bodies = jx.NewWriter(64 * len(p.rows))
	}
	from := p.bodies.Len()
	edit.Write(p.bodies.Open('{').Raw(`"doc":`), edits)
	to := p.bodies.Close("}").Len()
	p.bodies.Line() // so that no comma precedes the next body
	return p.bodies.Bytes()[from:to:to]
}

// request addresses the document by its own index, id and routing, at the revision that was read (Update API, Index
// API, Delete API, "Optimistic concurrency control").
func (p *planner) request(r *row, f *form) driver.Request {
	path, query := p.addressOf(r, f)
	q := driver.Request{Method: f.method, Path: path, Query: query, Body: f.body, Purpose: "save"}
	if f.whole != nil {
		q.Parts = []driver.BodyPart{{Document: f.whole}}
	}
	if f.action != "delete" {
		q.Headers = es.AsJSON
	}
	return q
}

// addressOf returns the path and the query of the request.
func (p *planner) addressOf(r *row, f *form) (path, query string) {
	b := append(jx.Segment(append(p.address[:0], '/'), r.index), '/')
	b = append(b, f.route...)
	if r.id != "" {
		b = jx.Segment(append(b, '/'), r.id)
	}
	end := len(b)
	if !f.absent {
		b = append(append(b, "if_seq_no="...), r.seq...)
		b = append(append(b, "&if_primary_term="...), r.term...)
	}
	if r.routing != "" {
		if len(b) > end {
			b = append(b, '&')
		}
		b = jx.Segment(append(b, "routing="...), r.routing)
	}
	p.address = b
	text := string(b)
	return text[:end], text[end:]
}

// action returns the same request as one action of a bulk request (Bulk API).
func (r *row) action(f *form) driver.Request {
	w := jx.NewWriter(256)
	w.Open('{').Key(f.action)
	r.write(w)
	if !f.absent {
		w.Key("if_seq_no").Raw(r.seq).Key("if_primary_term").Raw(r.term)
	}
	w.Close("}}").Line()
	if f.body != nil {
		w.Raw(string(oneLine(f.body))).Line()
	}
	q := es.Post("/_bulk", "", es.AsNDJSON, w.Bytes(), "save")
	if f.whole != nil {
		f.whole.Line = true
		q.Parts, q.Body = []driver.BodyPart{{Bytes: q.Body}, {Document: f.whole}, {Bytes: []byte{'\n'}}}, nil
	}
	return q
}

// oneLine removes the line breaks between the values of a JSON text.
func oneLine(body []byte) []byte {
	for i, b := range body {
		if b == '\n' || b == '\r' {
			body[i] = ' '
		}
	}
	return body
}
