// Package edits saves edited, new and deleted rows, undoes saves, and deletes objects: it plans the requests, shows
// them, and sends exactly those.
//
// Decisions:
//   - A save is one value from preview to wire: the bodies of a plan are built once, and sending it requires the digest of
//     all its requests. A plan that was made again, dropped or sent is refused.
//   - After a write without a response nothing more is sent. The rest is reported as unsent and stays staged.
//   - Sixteen requests of a plan run in parallel, since an engine writes its log once for several. Stopping lets them end
//     within three seconds: if they were cut off, nobody would know whether they were written. A stopped plan keeps its
//     outcomes until it is dropped.
//   - The plan describes a plain success as data, since judging every response in the interpreter takes longer than
//     writing them. A law compares it with what the driver's Settle makes of the same response.
//   - The host plans many rows in several calls (driverplan.go), since a call into a driver has a deadline. Two instances of
//     the driver share them, since planning in the interpreter takes longer than everything else about a save.
//   - All rows are planned before the first request is sent: the digest covers every request, and a refusal is shown
//     before anything is written. A save of many rows may therefore exceed its budget (build/bench), since no row can be
//     sent while others are planned. Shorter code for decoding messages (package wire) saved 3 % of the interpreter's
//     operations, too little to keep.
//   - What undoing a save needs (the documents as the plan read them, the revisions that the save returned) stays on the
//     shelf until the view is saved again or the object's last view closes. A refresh may open another view, which takes it
//     over. Undoing is a plan too: it is previewed, guarded and can be undone.
//   - A sequence number says nothing about an index that was deleted and created again. So a plan names the identity of
//     each index that it writes to, which is read once more before the first request (driver.Precondition).
//   - For an engine without conditional writes, plans have a driver.Check: the host reads the document once more right
//     before the request.
package edits

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash"
	"slices"
	"strings"

	"quarry/backend/connection/session"
	"quarry/backend/data/grid"
	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

// MaxRows is the maximum number of rows in one save.
const MaxRows = 1000

// ConfirmFrom is the number of deletions from which Send requires a confirmation.
const ConfirmFrom = 10

// Row is one edited row. Key and Base are its hidden values when it was shown, by name.
type Row struct {
	Key      []driver.Text
	Base     []driver.Text
	Cells    []Cell
	Act      string        // "" for edited cells; driver.ActCreate or driver.ActDelete
	CopyKey  []driver.Text // for driver.ActCreate, key and base of the row that it duplicates
	CopyBase []driver.Text
}

// Cell is one edited cell: its column and what the user typed.
type Cell struct {
	Column string
	Text   string
	Null   bool // set the field to null
	Remove bool // remove the field
}

// Plan has the requests that would save some rows. It never changes.
type Plan struct {
	ID       string
	Digest   string // identifies everything that is sent; Send requires it
	Requests []Request
	Refusals []driver.Refusal // by index in the rows passed to Make
	Notices  []driver.Notice

	session       *session.Session
	safe          string // the safe mode at planning
	view          string // id of the view whose rows it saves, or a unique name for a plan that deletes an object
	object        string
	args          []byte // view bytes that came with the columns
	keyName       string // name of the hidden value whose role is key, "" for none
	hashName      string // name of the one whose role is hash
	restores      bool   // it can be undone
	undoes        string // id of the plan that it undoes, "" for none
	preconditions []driver.Precondition
	hold          []int64 // items on the shelf for the plan
	reads         bool    // it cannot be sent, and replaces no other plan
	confirmed     bool    // the user confirmed the number of deletions

	stop      context.CancelFunc // prevents further requests; nil before Send
	stopAsked <-chan struct{}    // closed by stop
	sent      chan struct{}      // closed when sending has ended; nil before Send
	progress  Progress
	left      bool // its view was closed while it was being sent
}

// Request is one request of a plan. Its body is on the session's shelf, exactly as it will be sent.
type Request struct {
	Row     int // index in the rows passed to Make
	Key     []driver.Text
	Form    string // what it does, in a few words
	Reason  string // why it has this form
	Request driver.Request
	Body    int64
	Size    int64  // bytes of the body
	shared  []byte // what the driver needs to know for each request of its plan
	state   []byte // what it needs for this request alone
	check   *driver.Check
	keep    *driver.KeepPlan
	success *driver.Success // nil if the driver judges every response
	digest  [sha256.Size]byte
	act     string
	before  int64  // the document that it changes or deletes, 0 for none
	undone  int64  // for driver.ActRestore, the document to restore, 0 if it deletes one
	final   string // why it cannot be undone, "" if it can
}

// Session returns the session over which the plan is sent.
func (p *Plan) Session() *session.Session { return p.session }

// Deletions returns the number of documents that the plan deletes. Deleting an object does not count: it has its own
// plan.
func (p *Plan) Deletions() int {
	n := 0
	for i := range p.Requests {
		if p.Requests[i].deletes() {
			n++
		}
	}
	return n
}

// NeedsConfirmation reports whether the user must confirm how many documents the plan deletes: ConfirmFrom or more, or
// any that cannot be restored.
func (p *Plan) NeedsConfirmation() bool {
	return p.Deletions() >= ConfirmFrom || slices.ContainsFunc(p.Requests, func(r Request) bool { return r.deletes() && r.final != "" })
}

// Lasting returns how many requests of the plan Undo Save cannot revert, and why for the first of them; the reason is
// "" if no save in its view can be undone.
func (p *Plan) Lasting() (many int, why string) {
	if !p.restores {
		return len(p.Requests), ""
	}
	for i := range p.Requests {
		if r := &p.Requests[i]; r.final != "" {
			many, why = many+1, cmp.Or(why, r.final)
		}
	}
	return many, why
}

func (r *Request) deletes() bool {
	return r.act == driver.ActDelete || r.act == driver.ActRestore && r.undone == 0
}

// save requests a plan for edited rows from the driver.
func (p *Plan) save(ctx context.Context, v *grid.View, rows []Row) error {
	p.view, p.object, p.args, p.restores = v.ID, v.Object, v.Set.View, slices.Contains(v.Set.Acts, driver.ActRestore)
	p.keyName, p.hashName = v.Set.Plan.NameOf(driver.RoleKey), v.Set.Plan.NameOf(driver.RoleHash)
	args := &driver.PlanArgs{Object: v.Object, View: v.Set.View}
	var numbers []int // indexes of the rows passed to the driver
	for i := range rows {
		e, refusal := edited(v, &rows[i])
		if refusal != nil {
			refusal.Row = i
			p.Refusals = append(p.Refusals, *refusal)
			continue
		}
		args.Rows, numbers = append(args.Rows, e), append(numbers, i)
	}
	return p.make(ctx, args, numbers)
}

// make requests a plan from the driver and builds the bodies of its requests once. numbers are the rows as the plan's
// user counts them.
func (p *Plan) make(ctx context.Context, args *driver.PlanArgs, numbers []int) error {
	if len(numbers) > 0 {
		if err := p.planRows(ctx, args, numbers); err != nil {
			return err
		}
	}
	slices.SortStableFunc(p.Refusals, func(a, b driver.Refusal) int { return a.Row - b.Row })
	p.Digest = p.digest()
	return nil
}

// edited returns a row in the driver's form, or the reason why it or one of its cells cannot be edited.
func edited(v *grid.View, row *Row) (driver.RowEdit, *driver.Refusal) {
	e := driver.RowEdit{Key: row.Key, Base: row.Base, Act: row.Act, CopyKey: row.CopyKey, CopyBase: row.CopyBase}
	switch row.Act {
	case "":
		if len(row.Cells) == 0 {
			return e, &driver.Refusal{Err: &driver.Error{Kind: driver.Invalid, Message: "Nothing was edited in this row."}}
		}
	case driver.ActCreate, driver.ActDelete:
		if err := can(v, row.Act); err != nil {
			return e, &driver.Refusal{Err: err}
		}
	default:
		return e, &driver.Refusal{Err: &driver.Error{Kind: driver.Invalid, Message: "This cannot be done with a row."}}
	}
	if row.Act == driver.ActDelete {
		return e, nil
	}
	for _, c := range row.Cells {
		cell, err := v.Edit(c.Column, c.Text, c.Null)
		if err != nil {
			return e, &driver.Refusal{Column: c.Column, Err: asError(err)}
		}
		if cell.Remove = c.Remove; c.Remove {
			if err := can(v, driver.ActRemove); err != nil {
				return e, &driver.Refusal{Column: c.Column, Err: err}
			}
		}
		e.Cells = append(e.Cells, cell)
	}
	return e, nil
}

// can returns why an act is impossible on the rows of a view, nil if it is possible.
func can(v *grid.View, act string) *driver.Error {
	switch {
	case slices.Contains(v.Set.Acts, act):
		return nil
	case v.Set.ReadOnly != "":
		return &driver.Error{Kind: driver.Unsupported, Message: v.Set.ReadOnly}
	}
	return &driver.Error{Kind: driver.Unsupported, Message: map[string]string{
		driver.ActCreate: "Rows cannot be added here.",
		driver.ActDelete: "Rows cannot be deleted here.",
		driver.ActRemove: "Fields cannot be removed here.",
	}[act]}
}

// errPlan means that a driver planned rows that it did not get.
var errPlan = &driver.Error{Kind: driver.Crashed, Message: "The driver's plan does not match the edited rows."}

// add builds the body of a driver's request for an edit.
func (p *Plan) add(made *driver.Plan, planned *driver.Planned, row int, e *driver.RowEdit) error {
	shelf := p.session.Shelf()
	body, err := shelf.Body(&planned.Request)
	if err != nil {
		return err
	}
	r := Request{Row: row, Key: e.Key, Form: planned.Form, Reason: planned.Reason, Request: planned.Request, Size: int64(len(body))}
	r.Request.Parts, r.Request.Body = nil, nil
	r.check, r.keep, r.shared, r.state = planned.Check, planned.Keep, made.State, planned.State
	r.act, r.before, r.undone, r.final = e.Act, planned.Before, e.Before, planned.Final
	if planned.Success > 0 && planned.Keep == nil {
		r.success = &made.Successes[planned.Success-1]
	}
	if r.Body, err = shelf.Put(slices.Clone(body), planned.Request.Private); err != nil {
		return err
	}
	p.hold = append(p.hold, r.Body)
	r.digest = digestOf(&r.Request, body)
	p.Requests = append(p.Requests, r)
	return nil
}

// unbuilt refuses a row whose request could not be built, and names the column of a value that is not JSON.
func unbuilt(planned *driver.Planned, row int, e *driver.RowEdit, err error) driver.Refusal {
	fault := &driver.Error{Kind: driver.Invalid, Message: "This change cannot be written.", Detail: err.Error()}
	_ = errors.As(err, &fault) // for example, that it is too large
	refusal := driver.Refusal{Row: row, Err: fault}
	for i := range planned.Request.Parts {
		splice := planned.Request.Parts[i].Document
		if splice == nil {
			continue
		}
		for _, edit := range splice.Edits {
			at := slices.IndexFunc(e.Cells, func(cell driver.CellEdit) bool { return cell.At == strings.Join(edit.Path, ".") })
			if at >= 0 && !edit.Remove && !jx.Valid(edit.Value) {
				refusal.Column = e.Cells[at].Column
			}
		}
	}
	return refusal
}

// digest identifies everything that the plan sends. No two plans have the same digest, even if their requests are the
// same.
func (p *Plan) digest() string {
	h := sha256.New()
	write(h, p.ID)
	for i := range p.Requests {
		_, _ = h.Write(p.Requests[i].digest[:])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// digestOf returns the digest of one request with its body.
func digestOf(r *driver.Request, body []byte) (sum [sha256.Size]byte) {
	h := sha256.New()
	write(h, r.Method, r.Path, r.Query)
	for _, header := range r.Headers {
		write(h, header.Name, header.Value)
	}
	write(h, "", string(body))
	h.Sum(sum[:0])
	return sum
}

// write adds each text with its length first, so that different lists are never written the same.
func write(h hash.Hash, texts ...string) {
	for _, t := range texts {
		_, _ = h.Write(binary.AppendUvarint(nil, uint64(len(t))))
		_, _ = h.Write([]byte(t))
	}
}
