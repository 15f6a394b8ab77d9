package driver

import "quarry/drivers/driver/wire"

// Planner writes documents. Every write is planned before it is sent: a plan is a list of requests that the user can
// see, confirm or reject. The host sends exactly those, each once, and passes each response to Settle.
type Planner interface {
	// Plan turns an intent into requests. It may send reads, but nothing else. Rows that cannot be written are refused
	// one by one before anything is sent.
	Plan(c *Conn, a *PlanArgs) (*Plan, error)
	// Settle judges the response to one request of a plan, unless it is the plain success that the plan describes. It
	// may send reads, but never repeats a write.
	Settle(c *Conn, a *SettleArgs) (*Settled, error)
}

// Names of the operations of a [Planner].
const (
	OpPlan   = "plan"
	OpSettle = "settle"
)

// What can be done with rows and objects besides changing cells: the values of [RowEdit.Act], then those that only
// [ColumnSet.Acts] has.
const (
	ActCreate  = "create"  // create a document
	ActDelete  = "delete"  // delete the document
	ActRestore = "restore" // undo a save
	ActRemove  = "remove"  // remove a field: CellEdit.Remove
	ActDrop    = "drop"    // delete the object: PlanArgs.Drop
	ActEmpty   = "empty"   // delete all documents and keep the object: PlanArgs.Empty
)

// PlanArgs is what the user wants to write: edited rows of one object, or the deletion of the object itself or of all
// its documents.
type PlanArgs struct {
	Object string
	View   []byte // from Columns; nil with Drop and Empty
	Rows   []RowEdit
	Drop   bool // delete the object; Rows is empty
	Empty  bool // delete all documents and keep the object; Rows is empty
}

// Fields implements [wire.Message].
func (a *PlanArgs) Fields(c *wire.Codec) {
	c.Text(1, &a.Object)
	c.Bytes(2, &a.View)
	wire.List(c, 3, &a.Rows)
	c.Bool(4, &a.Drop)
	c.Bool(5, &a.Empty)
}

// Whole reports whether the plan is for the object itself, and so for no rows.
func (a *PlanArgs) Whole() bool { return a.Drop || a.Empty }

// RowEdit is one edited row. Key and Base are hidden values of the row as the user saw it.
type RowEdit struct {
	Key []Text // values that identify the row; for a new row its place, one of ColumnSet.Targets, and whatever else was typed
	// Base has the other values: the revision that the user saw, or Settled.Revision after a save. If the user keeps a
	// change after a conflict, it is the hash of the document at Refusal.Theirs alone, as the value with [RoleHash]: the
	// driver compares it with Kept.Hash.
	Base  []Text
	Cells []CellEdit
	Act   string // "" to change cells, or ActCreate, ActDelete, ActRestore

	// For ActCreate, CopyKey and CopyBase are the key and the base of the row that this one duplicates. The new
	// document is that row's document with the cells replaced; if that document has changed, it is a conflict. Without
	// them, the new document has only the cells.
	CopyKey  []Text
	CopyBase []Text

	// Before is, for ActRestore, the document as it was before the save ([Planned.Before]); 0 if the save created the
	// document, which is then deleted. Base is the revision that the save returned.
	Before int64
}

// Fields implements [wire.Message].
func (r *RowEdit) Fields(c *wire.Codec) {
	wire.List(c, 1, &r.Key)
	wire.List(c, 2, &r.Base)
	wire.List(c, 3, &r.Cells)
	c.Text(4, &r.Act)
	wire.List(c, 5, &r.CopyKey)
	wire.List(c, 6, &r.CopyBase)
	c.Int(7, &r.Before)
}

// CellEdit is one edited cell: its column in the view, and what the user typed.
type CellEdit struct {
	Column string // name of the column
	At     string // the dotted path of its values in the document
	Type   string // the column's type label
	Nested []string
	Text   string // as typed: a string without quotes, a number or JSON
	Null   bool   // set the field to null; Text is empty
	Remove bool   // remove the field from the document; Text is empty
	About  []byte // what the column's [FilterClass] tells the driver
}

// Fields implements [wire.Message].
func (e *CellEdit) Fields(c *wire.Codec) {
	c.Text(1, &e.Column)
	c.Text(2, &e.At)
	c.Text(3, &e.Type)
	c.Texts(4, &e.Nested)
	c.Text(5, &e.Text)
	c.Bool(6, &e.Null)
	c.Bool(7, &e.Remove)
	c.Bytes(8, &e.About)
}

// Plan is the list of requests that make up a save.
type Plan struct {
	Requests []Planned
	Refusals []Refusal
	Notices  []Notice // what applies to the whole plan, such as an ingest pipeline
	State    []byte   // what Settle needs for every request; the host does not read it

	// Preconditions are checked once, right before the first request. If one no longer holds, nothing is sent.
	Preconditions []Precondition

	// Successes are the plain successes that its requests refer to. They only save calls of Settle, which would take
	// most of the time when many rows are saved.
	Successes []Success
}

// Fields implements [wire.Message].
func (p *Plan) Fields(c *wire.Codec) {
	wire.List(c, 1, &p.Requests)
	wire.List(c, 2, &p.Refusals)
	wire.List(c, 3, &p.Notices)
	c.Bytes(4, &p.State)
	wire.List(c, 5, &p.Preconditions)
	wire.List(c, 6, &p.Successes)
}

// Precondition is an assumption of a plan that its requests cannot express: for example, that the index is still the
// one that had the documents, and not a new one with the same name.
type Precondition struct {
	Send    Send   // a read with the verb [Pick] and one path
	Value   string // the raw JSON text expected at the path
	Changed string // the message if the value differs
	Gone    string // the message for status 404
	Grows   bool   // Value is an array that may have grown; its elements must still be there
}

// Fields implements [wire.Message].
func (p *Precondition) Fields(c *wire.Codec) {
	c.Nested(1, &p.Send)
	c.Text(2, &p.Value)
	c.Text(3, &p.Changed)
	c.Text(4, &p.Gone)
	c.Bool(5, &p.Grows)
}

// Planned is one request of a plan.
type Planned struct {
	Row     int // index in PlanArgs.Rows; 0 if PlanArgs.Whole
	Request Request
	Form    string // what it does, in a few words: "Partial update", "Whole document"
	Reason  string // why it has this form, in a sentence

	// Check reads the document right before the request, for an engine without conditional writes; nil for none.
	Check *Check
	// Keep puts the written document on the shelf if the engine returns it; Settle then gets it in Reply.Kept instead
	// of Reply.Body. nil for none.
	Keep *KeepPlan
	// Before is the document that it changes or deletes, on the shelf; 0 if it does not exist. RowEdit.Before restores
	// it.
	Before int64
	// State is what Settle needs for this request alone; the host does not read it.
	State []byte
	// Success is the number of its plain success in Plan.Successes, from 1; 0 for none. A request with Keep has none.
	Success int
	// Final says why this request cannot be undone, in a sentence; "" if it can, by ActRestore.
	Final string
}

// Fields implements [wire.Message].
func (p *Planned) Fields(c *wire.Codec) {
	c.Small(1, &p.Row)
	c.Nested(2, &p.Request)
	c.Text(3, &p.Form)
	c.Text(4, &p.Reason)
	wire.Optional(c, 5, &p.Check)
	wire.Optional(c, 6, &p.Keep)
	c.Int(7, &p.Before)
	c.Bytes(8, &p.State)
	c.Small(9, &p.Success)
	c.Text(11, &p.Final)
}

// Check reads a document again right before it is written. If it has changed, nothing is sent and the row has a
// conflict.
type Check struct {
	Send    Send   // a read with the verb [Keep]; its only entry is the document
	Hash    string // the expected hash of the document
	Changed string // the message if the document has changed
	Gone    string // the message if the document no longer exists
}

// Fields implements [wire.Message].
func (k *Check) Fields(c *wire.Codec) {
	c.Nested(1, &k.Send)
	c.Text(2, &k.Hash)
	c.Text(3, &k.Changed)
	c.Text(4, &k.Gone)
}

// Refusal is a row that cannot be written as intended. Its error is of kind conflict if the document has changed since
// the row was read; Theirs is then the engine's version.
type Refusal struct {
	Row    int
	Column string // the column of the cell that cannot be written, "" for the whole row
	Err    *Error
	Theirs int64 // a document on the shelf, 0 if it is gone or unknown
}

// Fields implements [wire.Message].
func (r *Refusal) Fields(c *wire.Codec) {
	c.Small(1, &r.Row)
	c.Text(2, &r.Column)
	wire.Optional(c, 3, &r.Err)
	c.Int(4, &r.Theirs)
}

// SettleArgs is the response to one request of a plan.
type SettleArgs struct {
	State  []byte // Plan.State
	Own    []byte // Planned.State
	Key    []Text // key of the row; nil if PlanArgs.Whole
	Reply  Reply  // status, headers and the body, or Kept if planned; Err if there was no response
	Unsent bool   // Reply is that of the request's Check, which failed: the outcome is refused, with the reason
}

// Fields implements [wire.Message].
func (a *SettleArgs) Fields(c *wire.Codec) {
	c.Bytes(1, &a.State)
	c.Bytes(2, &a.Own)
	wire.List(c, 3, &a.Key)
	c.Nested(4, &a.Reply)
	c.Bool(5, &a.Unsent)
}

// Outcome is the result of a write.
type Outcome string

// The outcomes of a write.
const (
	OutcomeDone     Outcome = "done"
	OutcomeConflict Outcome = "conflict" // the document has changed since it was read; nothing was written
	OutcomeRefused  Outcome = "refused"  // the engine rejected it, in its own words; nothing was written
	OutcomeUnknown  Outcome = "unknown"  // no response: it may have been written, and is never sent again
)

// Settled is the result of one request of a plan.
type Settled struct {
	Outcome  Outcome
	Revision []Text // done: the row's new hidden values, which replace RowEdit.Base
	Err      *Error // why, for any outcome except done
	Document int64  // conflict, unknown: the engine's document, on the shelf; 0 if it is gone or unknown
	Key      []Text // done, ActCreate: key of the new document
}

// Fields implements [wire.Message].
func (s *Settled) Fields(c *wire.Codec) {
	c.Text(1, (*string)(&s.Outcome))
	wire.List(c, 2, &s.Revision)
	wire.Optional(c, 3, &s.Err)
	c.Int(4, &s.Document)
	wire.List(c, 5, &s.Key)
}
