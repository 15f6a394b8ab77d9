package elasticsearch

import (
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/edit"
	"quarry/drivers/driver/jx"
)

// form is how a row is written.
type form struct {
	whole  bool
	reason string
}

const (
	formPartial = "Partial update"
	formWhole   = "Whole document"

	reasonFields   = "Only the changed fields are sent."
	reasonSource   = "A partial update would respell numbers of this document that were not edited, such as 1.50 as 1.5."
	reasonValue    = "A partial update would respell the number that was typed, such as 1.50 as 1.5."
	reasonMerge    = "A partial update would merge the object that was typed with the one in the document."
	reasonByBulk   = " The id cannot be part of a path, so the write is an action of _bulk."
	sentenceApart  = "Vectors are stored outside of the documents of this index, so a document cannot be written as a whole. "
	sentenceByBulk = "The id cannot be part of a path, and a whole document cannot be an action of _bulk. "
)

// choose picks the form. An index whose documents come without their vectors is never written whole: it would lose
// them.
func (r *row) choose() (f form, problem string) {
	f = form{reason: reasonFields}
	if r.document.Rounded && !r.keeping.apart {
		f = form{true, reasonSource}
	}
	for i := range r.edits {
		if !f.whole && edit.Respelled(r.edits[i].Value) {
			f = form{true, reasonValue}
		}
	}
	for i := range r.cells {
		seen := &r.seen[i]
		if !f.whole && seen.Whole && opensObject(r.values[i]) && (seen.Value == "" || opensObject(seen.Value)) {
			f = form{true, reasonMerge}
		}
	}
	switch {
	case f.whole && r.keeping.apart:
		return f, sentenceApart + f.reason
	case f.whole && jx.Traverses(r.id):
		return f, sentenceByBulk + f.reason
	}
	return f, ""
}

func opensObject(text string) bool {
	raw, _ := jx.Get(text)
	return raw != "" && raw[0] == '{'
}

// plan adds the row's request to a plan.
func (r *row) plan(plan *driver.Plan, state *sentState) {
	f, problem := r.choose()
	if problem != "" {
		r.refuse(driver.Unsupported, problem)
		return
	}
	p := driver.Planned{Row: r.number, Form: formPartial, Reason: f.reason, Before: r.document.Document}
	switch {
	case f.whole:
		p.Form = formWhole
		p.Request = r.request("PUT", "_doc")
		p.Request.Parts = []driver.BodyPart{{Document: &driver.SplicePlan{Document: r.document.Document, Edits: r.edits}}}
	case jx.Traverses(r.id):
		p.Reason += reasonByBulk
		p.Request = post("/_bulk", "", typeNDJSON, r.action(), "save")
	default:
		p.Request = r.request("POST", "_update")
		p.Request.Body = r.partial()
	}
	plan.Requests = append(plan.Requests, p)
	state.Requests = append(state.Requests, sent{index: r.index, id: r.id, routing: r.routing, hash: r.document.Hash, uuid: r.keeping.uuid, bulk: p.Request.Path == "/_bulk"})
	r.keeping.written = true
}

func (r *row) partial() []byte {
	return jx.NewWriter(256).Open('{').Key("doc").Raw(edit.Partial(r.edits)).Close("}").Bytes()
}

// request addresses the document by its own index, id and routing, at the revision that was read (Update API, Index
// API, "Optimistic concurrency control").
func (r *row) request(method, route string) driver.Request {
	at := jx.Segment([]byte{'/'}, r.index)
	at = jx.Segment(append(append(append(at, '/'), route...), '/'), r.id)
	query := []byte("if_seq_no=" + r.seq + "&if_primary_term=" + r.term)
	if r.routing != "" {
		query = jx.Segment(append(query, "&routing="...), r.routing)
	}
	return driver.Request{
		Method: method, Path: string(at), Query: string(query), Purpose: "save",
		Headers: []driver.Header{{Name: "Content-Type", Value: typeJSON}},
	}
}

// action returns the same request as one action of a bulk request (Bulk API).
func (r *row) action() []byte {
	w := jx.NewWriter(256)
	w.Open('{').Key("update").Open('{').Key("_index").Text(r.index).Key("_id").Text(r.id)
	if r.routing != "" {
		w.Key("routing").Text(r.routing)
	}
	w.Key("if_seq_no").Raw(r.seq).Key("if_primary_term").Raw(r.term).Close("}}").Line()
	return w.Raw(oneLine.Replace(string(r.partial()))).Line().Bytes()
}

// oneLine removes the line breaks between the values of a JSON text.
var oneLine = strings.NewReplacer("\n", " ", "\r", " ")
