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
	sentenceNoID      = "Writing a document needs its id."
	sentenceUnread    = "Could not re-read the document before writing it."
	sentenceNoFilter  = "Typesense cannot find a document by an id like this one, so Quarry cannot re-read it before writing it."
	sentenceOnlyEdit  = "Fields of Typesense documents can be changed. Creating, deleting and restoring documents, removing fields and deleting collections is not supported."
	noticeConditional = "Typesense has no conditional write: each document is read again right before it is written, and a change made in between is overwritten."

	formPatch    = "Partial update"
	reasonFields = "Only the changed fields are sent."
	reasonInBody = " The id cannot be part of a path, so it is sent in the body."
)

// Plan implements [driver.Planner]. It reads every row again: if the row differs from the one shown, that is a
// conflict. Each row is read once more right before it is written, since the engine has no conditional write.
func (engine) Plan(c *driver.Conn, a *driver.PlanArgs) (*driver.Plan, error) {
	if err := named(a.Object); err != nil {
		return nil, err
	}
	if a.Drop {
		return nil, &driver.Error{Kind: driver.Unsupported, Message: sentenceOnlyEdit}
	}
	rows := make([]*row, 0, len(a.Rows))
	for i := range a.Rows {
		rows = append(rows, newRow(i, &a.Rows[i], a.Object))
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
			p := r.planned()
			p.State = wire.Append(nil, &sent{collection: r.collection, id: r.id, hash: r.document.Hash})
			plan.Requests = append(plan.Requests, p)
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
	cells          []driver.CellEdit
	collection, id string
	hash           string // hash of the document that was shown
	document       driver.Kept
	seen           []driver.Seen // how the document spells the path of each cell, or of the enclosing array
	edits          []driver.SpliceEdit
	refusals       []driver.Refusal
}

func newRow(number int, e *driver.RowEdit, collection string) *row {
	r := &row{number: number, cells: e.Cells, collection: collection, id: text(e.Key, "#id"), hash: text(e.Base, "#hash")}
	removes := slices.ContainsFunc(r.cells, func(cell driver.CellEdit) bool { return cell.Remove })
	switch {
	case e.Act != "" || removes:
		r.refuse(driver.Unsupported, sentenceOnlyEdit)
	case r.id == "":
		r.refuse(driver.Invalid, sentenceNoID)
	case byFilter(r.id) && (strings.Contains(r.id, "`") || strings.TrimSpace(r.id) != r.id):
		r.refuse(driver.Unsupported, sentenceNoFilter)
	}
	return r
}

// plain reports whether nothing has kept the row from being written so far.
func (r *row) plain() bool { return len(r.refusals) == 0 }

func (r *row) refuse(kind driver.Kind, message string) {
	r.refusals = append(r.refusals, driver.Refusal{Row: r.number, Err: &driver.Error{Kind: kind, Message: message}})
}

func (r *row) refuseCell(cell *driver.CellEdit, message string) {
	r.refusals = append(r.refusals, driver.Refusal{Row: r.number, Column: cell.Column, Err: &driver.Error{Kind: driver.Invalid, Message: message}})
}

// readAgain reads the documents again and compares each with the one that was shown.
func readAgain(c *driver.Conn, rows []*row) error {
	var sends []driver.Send
	var of []*row
	for _, r := range rows {
		if r.plain() {
			sends, of = append(sends, again(r.collection, r.id)), append(of, r)
		}
	}
	replies, err := c.DoAll(sends...)
	if err != nil {
		return err
	}
	for i, r := range of {
		k, gone, err := document(&sends[i].Request, &replies[i])
		switch {
		case err != nil:
			r.refusals = append(r.refusals, driver.Refusal{Row: r.number, Err: err})
		case gone:
			r.refuse(driver.Conflict, sentenceDeleted)
		case k.Hash != r.hash:
			r.refusals = append(r.refusals, driver.Refusal{
				Row: r.number, Err: &driver.Error{Kind: driver.Conflict, Message: sentenceChanged}, Theirs: k.Document,
			})
		default:
			r.document = *k
		}
	}
	return nil
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
	query := string(jx.Segment([]byte("q=*&per_page=2&enable_overrides=false&filter_by="), "id:=`"+id+"`"))
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

// planned returns the row's request. It goes to the document's own path or, if the id must not be part of a path, to
// the collection's, which takes the id from the body (Documents, "Update a document" and "Index a single document" with
// action=update).
func (r *row) planned() driver.Planned {
	check := again(r.collection, r.id)
	p := driver.Planned{
		Row: r.number, Form: formPatch, Reason: reasonFields, Keep: &driver.KeepPlan{Values: []string{"id"}},
		Check: &driver.Check{Send: check, Hash: r.document.Hash, Changed: sentenceChanged, Gone: sentenceDeleted},
	}
	at := collectionPath(r.collection) + "/documents"
	p.Request = driver.Request{
		Method: "PATCH", Path: string(jx.Segment([]byte(at+"/"), r.id)), Purpose: "save",
		Headers: []driver.Header{{Name: "Content-Type", Value: "application/json"}}, Body: []byte(edit.Partial(r.edits)),
	}
	if jx.Traverses(r.id) {
		p.Reason += reasonInBody
		p.Request.Method, p.Request.Path, p.Request.Query = "POST", at, "action=update"
		id := driver.SpliceEdit{Path: []string{"id"}, Value: quote(r.id)}
		p.Request.Body = []byte(edit.Partial(append([]driver.SpliceEdit{id}, r.edits...)))
	}
	return p
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
