package driver

import "quarry/drivers/driver/wire"

// Planner writes documents. Every write is planned before it is sent: a plan is the list of requests that the user can
// see, confirm or reject. The host sends exactly those, each once, and passes each response to Settle.
type Planner interface {
	// Plan turns an intent into requests. It may send reads, and nothing else. Rows that cannot be written are refused
	// one by one, before anything is sent.
	Plan(c *Conn, a *PlanArgs) (*Plan, error)
	// Settle judges the response to one request of a plan, unless it is the plain success that the plan describes. It may send
	// reads; a write is never sent again.
	Settle(c *Conn, a *SettleArgs) (*Settled, error)
}

// Names of the operations of a [Planner].
const (
	OpPlan   = "plan"
	OpSettle = "settle"
)

// What can be done with rows and objects besides changing cells: the values of [RowEdit.Act], then names that only
// [ColumnSet.Acts] has.
const (
	ActCreate  = "create"  // a new document
	ActDelete  = "delete"  // the document is deleted
	ActRestore = "restore" // a save is undone
	ActRemove  = "remove"  // CellEdit.Remove
	ActDrop    = "drop"    // PlanArgs.Drop
)

// PlanArgs is what the user wants to write: edited rows of one object, or the deletion of the object itself.
type PlanArgs struct {
	Object string
	View   []byte // what Columns returned; nil with Drop
	Rows   []RowEdit
	Drop   bool // delete the object; Rows is empty
}

// Fields implements [wire.Message].
func (a *PlanArgs) Fields(c *wire.Codec) {
	c.Text(1, &a.Object)
	c.Bytes(2, &a.View)
	wire.List(c, 3, &a.Rows)
	c.Bool(4, &a.Drop)
}

// RowEdit is one edited row. Key and Base are hidden values of the row as it was shown.
type RowEdit struct {
	Key   []Text // those that identify it; of a new row its place, one of ColumnSet.Targets, and what else was typed
	Base  []Text // the others: the revision that the user saw, or Settled.Revision after a save
	Cells []CellEdit
	Act   string // "" to change the cells; ActCreate, ActDelete, ActRestore

	// CopyKey and CopyBase are, for ActCreate, the key and the base of the row that this one duplicates: the new document
	// is that row's document with the cells replaced, and a conflict if it has changed. Without them, the new document
	// has the cells and nothing else.
	CopyKey  []Text
	CopyBase []Text

	// Before is, for ActRestore, the document as it was before the save ([Planned.Before]); 0 if the save made the
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

// CellEdit is one edited cell: its column in the view, and what was typed.
type CellEdit struct {
	Column string // its name
	At     string // the dotted path of its values in the document
	Type   string // the column's type label
	Nested []string
	Text   string // as typed: a string without quotes, a number, JSON
	Null   bool   // set to null; Text is empty
	Remove bool   // remove the field from the document; Text is empty
	About  []byte // what the column's [FilterClass] says to the driver
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

// Plan is the list of requests that a save consists of.
type Plan struct {
	Requests []Planned
	Refusals []Refusal
	Notices  []Notice // what applies to the whole plan: an ingest pipeline runs
	State    []byte   // what Settle needs to know for every request, opaque to the host

	// Preconditions are read once, right before the first request is sent. If one is no longer met, nothing is sent.
	Preconditions []Precondition

	// Successes are the plain successes that its requests name. They only save calls of Settle, which take most of the time
	// of a save of many rows.
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

// Precondition is something that a plan relies on but that its requests cannot express: for example, that the index is
// still the one that had the documents, and not another one of the same name.
type Precondition struct {
	Send    Send   // a read with the verb [Pick] and one path
	Value   string // the raw JSON text that must be at the path
	Changed string // the message if the value differs
	Gone    string // the message if the engine responds with status 404
	Grows   bool   // Value is an array, which can have more elements by now; those that it has must all be there
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
	Row     int // in PlanArgs.Rows; 0 for PlanArgs.Drop
	Request Request
	Form    string // what it does, in a few words: "Partial update", "Whole document"
	Reason  string // why in this form, in a sentence

	// Check is a read right before the request, for an engine without conditional writes; nil for none.
	Check *Check
	// Keep puts the document as it was written on the shelf, if the engine answers with it: Settle gets it in
	// Reply.Kept instead of Reply.Body. nil for none.
	Keep *KeepPlan
	// Before is the document that it changes or deletes, on the shelf; 0 if there is none. RowEdit.Before restores it.
	Before int64
	// State is what Settle needs to know of this request alone, opaque to the host.
	State []byte
	// Success is the number of its plain success in Plan.Successes, from 1; 0 for none. A request with Keep has none.
	Success int
	// Final is why undoing it would be refused, in a sentence; "" if it would not.
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

// Check reads a document again right before it is written. If it has changed, nothing is sent and the row is in
// conflict.
type Check struct {
	Send    Send   // a read with the verb [Keep], whose only entry has the document
	Hash    string // the hash that the document must have
	Changed string // the message if the document has changed
	Gone    string // the message if there is no document
}

// Fields implements [wire.Message].
func (k *Check) Fields(c *wire.Codec) {
	c.Nested(1, &k.Send)
	c.Text(2, &k.Hash)
	c.Text(3, &k.Changed)
	c.Text(4, &k.Gone)
}

// Refusal is a row that cannot be written as intended. Its error is of kind conflict if the document has changed since
// the row was read: Theirs is then the engine's version.
type Refusal struct {
	Row    int
	Column string // the cell whose value cannot be written, "" for the row as a whole
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
	State []byte // Plan.State
	Own   []byte // Planned.State
	Key   []Text // of its row; nil for PlanArgs.Drop
	Reply Reply  // status, headers and the body, or Kept if that was planned; Err if there was no response
}

// Fields implements [wire.Message].
func (a *SettleArgs) Fields(c *wire.Codec) {
	c.Bytes(1, &a.State)
	c.Bytes(2, &a.Own)
	wire.List(c, 3, &a.Key)
	c.Nested(4, &a.Reply)
}

// Outcome is the result of a write.
type Outcome string

// The outcomes of a write.
const (
	OutcomeDone     Outcome = "done"
	OutcomeConflict Outcome = "conflict" // the document has changed since it was read: nothing was written
	OutcomeRefused  Outcome = "refused"  // the engine refused it, in its own words: nothing was written
	OutcomeUnknown  Outcome = "unknown"  // there was no response: it may have been written, and is never sent again
)

// Settled is the result of one request of a plan.
type Settled struct {
	Outcome  Outcome
	Revision []Text // done: the row's new hidden values, which take the place of RowEdit.Base
	Err      *Error // why, for any outcome but done
	Document int64  // conflict, unknown: the document as the engine has it, on the shelf; 0 if it is gone or unknown
	Key      []Text // done, ActCreate: the key of the document that was made
}

// Fields implements [wire.Message].
func (s *Settled) Fields(c *wire.Codec) {
	c.Text(1, (*string)(&s.Outcome))
	wire.List(c, 2, &s.Revision)
	wire.Optional(c, 3, &s.Err)
	c.Int(4, &s.Document)
	wire.List(c, 5, &s.Key)
}
