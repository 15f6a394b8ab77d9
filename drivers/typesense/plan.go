package typesense

import (
	"slices"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/edit"
	"quarry/drivers/driver/jx"
	"quarry/drivers/driver/wire"
)

const (
	sentenceDeleted   = "The document has been deleted since it was loaded."
	sentenceChanged   = "The document has changed since it was loaded."
	sentenceExists    = "A document with this id already exists."
	sentenceNoID      = "Writing a document needs its id."
	sentenceUnread    = "Could not re-read the document before writing it."
	sentenceNoFilter  = "Typesense cannot find a document by an id like this one, so Quarry cannot re-read it before writing it."
	sentenceNoPath    = "The id cannot be part of a path, so the document cannot be deleted on its own. Use DELETE /collections/<name>/documents?filter_by=… in the console."
	sentenceInArray   = "Fields inside an array of objects are removed by typing null in their place."
	noticeConditional = "Typesense has no conditional write: each document is read again right before it is written, and a change made in between is overwritten."

	formPatch  = "Partial update"
	formWhole  = "Whole document"
	formNew    = "New document"
	formDelete = "Delete"

	reasonFields  = "Only the changed fields are sent."
	reasonInBody  = " The id cannot be part of a path, so it is sent in the body."
	reasonNew     = "The fields you typed are sent. A document that already exists is not replaced."
	reasonCopy    = "The new document is the duplicated one with the changed fields and an id of its own."
	reasonMadeID  = " Quarry made the id: one made by Typesense could belong to another document."
	reasonLeftID  = " Typesense makes the id, without checking whether another document has it."
	reasonDelete  = "The document is deleted."
	reasonCreated = "The save created this document, so undoing the save deletes it."
	reasonRestore = "The document is written as it was before the save."
)

// keyDeleted marks the revision of a document that a save deleted.
const keyDeleted = "#deleted"

// Plan implements [driver.Planner]. It reads every row again: if the row differs from the one shown, that is a
// conflict. Each row is read once more right before it is written, since the engine has no conditional write.
func (engine) Plan(c *driver.Conn, a *driver.PlanArgs) (*driver.Plan, error) {
	if err := named(a.Object); err != nil {
		return nil, err
	}
	if a.Drop {
		return drop(c, a.Object)
	}
	if a.Empty {
		return empty(c, a.Object)
	}
	leaves, err := leavesIDs(c)
	if err != nil {
		return nil, err
	}
	rows := make([]*row, 0, len(a.Rows))
	for i := range a.Rows {
		r := newRow(i, &a.Rows[i], a.Object)
		if r.madeID && !leaves {
			r.id = newID(c.Seed(), i)
		}
		r.refuseUnaddressed()
		rows = append(rows, r)
	}
	if err := readAgain(c, rows); err != nil {
		return nil, err
	}
	if err := look(c, rows); err != nil {
		return nil, err
	}
	plan := &driver.Plan{}
	for _, r := range rows {
		if r.plain() {
			r.write()
		}
		if r.plain() {
			plan.Requests = append(plan.Requests, r.planned())
		}
		plan.Refusals = append(plan.Refusals, r.refusals...)
	}
	if len(plan.Requests) > 0 {
		plan.Notices = []driver.Notice{{Text: noticeConditional}}
	}
	return plan, nil
}

// row is one edited row that becomes a request.
type row struct {
	number         int
	act            string
	cells          []driver.CellEdit
	collection, id string
	madeID         bool   // the id is not the user's: Quarry made it, or, if it is "", the server will
	from           string // id of the document that is read again: its own, or that of the row that it duplicates
	copies         bool   // it is a new row that duplicates another
	absent         bool   // the document must not exist: it is new, or the undone save deleted it
	before         int64  // the document to restore
	hash           string // hash of the document that was shown
	document       driver.Kept
	seen           []driver.Seen // how the document spells the path of each cell, or of the enclosing array; nil without a document
	edits          []driver.SpliceEdit
	refusals       []driver.Refusal
}

func newRow(number int, e *driver.RowEdit, collection string) *row {
	r := &row{number: number, act: e.Act, cells: e.Cells, collection: collection, id: text(e.Key, "#id"), hash: text(e.Base, "#hash"), before: e.Before}
	r.absent = e.Act == driver.ActCreate || text(e.Base, keyDeleted) != ""
	r.madeID = e.Act == driver.ActCreate && r.id == ""
	r.from = r.id
	if r.copies = e.Act == driver.ActCreate && len(e.CopyKey) > 0; r.copies {
		r.from, r.hash = text(e.CopyKey, "#id"), text(e.CopyBase, "#hash")
	}
	return r
}

// leavesID reports whether the server makes the row's id.
func (r *row) leavesID() bool { return r.madeID && r.id == "" }

// refuseUnaddressed refuses a row whose document cannot be found or written by its id.
func (r *row) refuseUnaddressed() {
	switch {
	case r.id == "" && !r.leavesID(), r.copies && r.from == "":
		r.refuse(driver.Invalid, sentenceNoID)
	case idIsHidden(r.id), idIsHidden(r.from):
		r.refuse(driver.Unsupported, sentenceNoFilter)
	case r.deletes() && jx.Traverses(r.id):
		r.refuse(driver.Unsupported, sentenceNoPath)
	}
}

const hexDigits = "0123456789abcdef"

// newID returns an id that no other row has: random for the plan, with the row's number.
func newID(seed []byte, number int) string {
	id := make([]byte, 0, 20)
	for _, b := range append(slices.Clone(seed[:min(8, len(seed))]), byte(number>>8), byte(number)) {
		id = append(id, hexDigits[b>>4], hexDigits[b&15])
	}
	return string(id)
}

// idIsHidden reports whether a document cannot be found by its id at all.
func idIsHidden(id string) bool {
	return byFilter(id) && (strings.Contains(id, "`") || strings.TrimSpace(id) != id)
}

// deletes reports whether the row's request deletes the document.
func (r *row) deletes() bool {
	return r.act == driver.ActDelete || r.act == driver.ActRestore && r.before == 0
}

// plain reports whether nothing has kept the row from being written so far.
func (r *row) plain() bool { return len(r.refusals) == 0 }

func (r *row) refuse(kind driver.Kind, message string) {
	r.refusals = append(r.refusals, driver.Refusal{Row: r.number, Err: &driver.Error{Kind: kind, Message: message}})
}

func (r *row) refuseCell(cell *driver.CellEdit, message string) {
	r.refusals = append(r.refusals, driver.Refusal{Row: r.number, Column: cell.Column, Err: &driver.Error{Kind: driver.Invalid, Message: message}})
}

// conflict says that the document is not the one that was shown or that the undone save wrote; theirs is the current
// one, 0 if there is none.
func (r *row) conflict(message string, theirs int64) {
	r.refusals = append(r.refusals, driver.Refusal{
		Row: r.number, Err: &driver.Error{Kind: driver.Conflict, Message: r.since(message)}, Theirs: theirs,
	})
}

// since returns a sentence about what happened since the row was loaded, or since it was saved.
func (r *row) since(message string) string {
	if r.act == driver.ActRestore {
		return strings.Replace(message, "since it was loaded", "since it was saved", 1)
	}
	return message
}

// rereading is one document to read again for a row, and what to do with it.
type rereading struct {
	row   *row
	id    string
	check func(k *driver.Kept, gone bool)
}

// readAgain reads the documents of all rows again and refuses each row whose document is no longer the one that was
// shown. It also refuses a new row if a document with its id exists, unless the user did not type the id.
func readAgain(c *driver.Conn, rows []*row) error {
	var all []rereading
	for _, r := range rows {
		if !r.plain() {
			continue
		}
		if !r.absent || r.copies {
			all = append(all, rereading{r, r.from, r.checkShown})
		}
		if r.absent && !r.madeID {
			all = append(all, rereading{r, r.id, r.checkAbsent})
		}
	}
	sends := make([]driver.Send, 0, len(all))
	for _, one := range all {
		sends = append(sends, again(one.row.collection, one.id))
	}
	replies, err := c.DoAll(sends...)
	if err != nil {
		return err
	}
	for i, one := range all {
		k, gone, err := document(&sends[i].Request, &replies[i])
		if err != nil {
			one.row.refusals = append(one.row.refusals, driver.Refusal{Row: one.row.number, Err: err})
			continue
		}
		one.check(k, gone)
	}
	return nil
}

// checkShown keeps the document if it is the one that was shown.
func (r *row) checkShown(k *driver.Kept, gone bool) {
	switch {
	case gone:
		r.conflict(sentenceDeleted, 0)
	case k.Hash != r.hash:
		r.conflict(sentenceChanged, k.Document)
	default:
		r.document = *k
	}
}

func (r *row) checkAbsent(k *driver.Kept, gone bool) {
	if !gone {
		r.conflict(sentenceExists, k.Document)
	}
}

// byFilter reports whether a document cannot be read by its path: the id is the name of a route, or leads out of the
// path when decoded.
func byFilter(id string) bool { return id == "search" || id == "export" || jx.Traverses(id) }

// again returns the request that reads a document by its id (Documents, "Retrieve a document").
func again(collection, id string) driver.Send {
	documents := collectionPath(collection) + "/documents"
	if !byFilter(id) {
		at := string(jx.Segment([]byte(documents+"/"), id))
		return driver.Send{Request: get(at, "", "save"), Verb: driver.Keep, Keep: &driver.KeepPlan{Values: []string{"id"}}}
	}
	query := string(jx.Segment([]byte("q=*&per_page=2&"+uncurated+"&filter_by="), "id:=`"+id+"`"))
	return driver.Send{
		Request: get(documents+"/search", query, "save"), Verb: driver.Keep,
		Keep: &driver.KeepPlan{At: "hits", Doc: "document", Values: []string{"document.id"}},
	}
}

// document returns the document in a reply to again. gone means that it does not exist.
func document(req *driver.Request, r *driver.Reply) (k *driver.Kept, gone bool, err *driver.Error) {
	switch {
	case r.Err != nil:
		return nil, false, r.Err
	case r.Status == 404, r.OK() && len(r.Kept) == 0:
		return nil, true, nil
	case !r.OK():
		return nil, false, answered(req, r)
	case len(r.Kept) != 1 || r.Kept[0].Document == 0:
		return nil, false, &driver.Error{Kind: driver.Engine, Message: sentenceUnread, Op: req.Method + " " + req.Path, Status: r.Status, Sent: true}
	}
	return &r.Kept[0], false, nil
}

// planned returns the row's request, with a check right before it unless the document must not exist: the engine
// itself refuses to create one that does.
func (r *row) planned() driver.Planned {
	p := driver.Planned{Row: r.number, Keep: &driver.KeepPlan{Values: []string{"id"}}}
	if r.absent {
		r.create(&p)
	} else {
		r.change(&p)
		p.Before = r.document.Document
		p.Check = &driver.Check{
			Send: again(r.collection, r.id), Hash: r.document.Hash, Changed: r.since(sentenceChanged), Gone: r.since(sentenceDeleted),
		}
	}
	p.Request.Purpose = "save"
	if p.Request.Method != "DELETE" {
		p.Request.Headers = []driver.Header{{Name: "Content-Type", Value: "application/json"}}
	}
	s := &sent{collection: r.collection, id: r.id, hash: r.document.Hash, creates: r.absent, deletes: r.deletes()}
	p.State = wire.Append(nil, s)
	return p
}

// create plans a document that must not exist (Documents, "Index a single document").
func (r *row) create(p *driver.Planned) {
	p.Form, p.Reason = formNew, reasonNew
	p.Request.Method, p.Request.Path = "POST", collectionPath(r.collection)+"/documents"
	edits := slices.Clone(r.edits)
	switch {
	case !r.leavesID():
		edits = slices.Insert(edits, 0, driver.SpliceEdit{Path: []string{"id"}, Value: quote(r.id)})
	case r.copies:
		edits = slices.Insert(edits, 0, driver.SpliceEdit{Path: []string{"id"}, Remove: true})
	}
	switch {
	case r.act == driver.ActRestore:
		p.Reason = reasonRestore
		p.Request.Parts = []driver.BodyPart{{Document: &driver.SplicePlan{Document: r.before}}}
	case r.copies:
		p.Reason = reasonCopy
		p.Request.Parts = []driver.BodyPart{{Document: &driver.SplicePlan{Document: r.document.Document, Edits: edits}}}
	default:
		p.Request.Body = []byte(edit.Partial(edits))
	}
	switch {
	case r.leavesID():
		p.Reason += reasonLeftID
	case r.madeID:
		p.Reason += reasonMadeID
	}
}

// change plans the change or the deletion of a document that exists. The request goes to the document's own path or,
// if the id must not be part of a path, to the collection's, which takes the id from the body (Documents, "Update a
// document" and "Index a single document" with action=update; "Delete a document").
func (r *row) change(p *driver.Planned) {
	documents := collectionPath(r.collection) + "/documents"
	path := string(jx.Segment([]byte(documents+"/"), r.id))
	switch {
	case r.deletes():
		p.Form, p.Reason = formDelete, reasonDelete
		if r.act == driver.ActRestore {
			p.Reason = reasonCreated
		}
		p.Request.Method, p.Request.Path = "DELETE", path
	case r.act == driver.ActRestore:
		p.Form, p.Reason = formWhole, reasonRestore
		p.Request.Method, p.Request.Path, p.Request.Query = "POST", documents, "action=upsert"
		p.Request.Parts = []driver.BodyPart{{Document: &driver.SplicePlan{Document: r.before}}}
	case jx.Traverses(r.id):
		p.Form, p.Reason = formPatch, reasonFields+reasonInBody
		p.Request.Method, p.Request.Path, p.Request.Query = "POST", documents, "action=update"
		id := driver.SpliceEdit{Path: []string{"id"}, Value: quote(r.id)}
		p.Request.Body = []byte(edit.Partial(append([]driver.SpliceEdit{id}, r.edits...)))
	default:
		p.Form, p.Reason = formPatch, reasonFields
		p.Request.Method, p.Request.Path = "PATCH", path
		p.Request.Body = []byte(edit.Partial(r.edits))
	}
}

func quote(text string) string { return string(jx.Quote(nil, text)) }

// text returns a named value, "" if missing.
func text(values []driver.Text, name string) string {
	for i := range values {
		if values[i].Key == name {
			return values[i].Value
		}
	}
	return ""
}
