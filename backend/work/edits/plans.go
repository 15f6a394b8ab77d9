package edits

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync"
	"time"

	"quarry/backend/connection/session"
	"quarry/backend/data/grid"
	"quarry/backend/data/rows"
	"quarry/backend/driverhost/plugin"
	"quarry/drivers/driver"
)

// noBlocks are the options for operations that read documents but no rows.
var noBlocks = plugin.ExecOptions{}

var (
	errMany        = &driver.Error{Kind: driver.Invalid, Message: "At most 1,000 rows can be saved at once."}
	errNoPlan      = &driver.Error{Kind: driver.Refused, Message: "These requests are out of date: the changes were planned again or discarded. Nothing was sent.", Hint: "Preview the requests again, then save."}
	errShown       = &driver.Error{Kind: driver.Refused, Message: "These requests are not the ones you were shown. Nothing was sent.", Hint: "Preview the requests again, then save."}
	errSent        = &driver.Error{Kind: driver.Refused, Message: "These changes have already been sent. Nothing was sent again."}
	errUndo        = &driver.Error{Kind: driver.NotFound, Message: "This save can no longer be undone."}
	errHalted      = &driver.Error{Kind: driver.Refused, Message: "Saving was stopped. Nothing was sent."}
	errUnconfirmed = &driver.Error{Kind: driver.Refused, Message: "Deleting this many documents must be confirmed first. Nothing was sent.", Hint: "Preview the requests again, then confirm the deletions."}
	errRead        = &driver.Error{Kind: driver.Refused, Message: "This connection is read-only, so nothing was sent.", Hint: "To allow writes, change Safe Mode in the toolbar."}

	errStricter = &driver.Error{
		Kind: driver.Refused, Message: "Safe mode became stricter after these requests were prepared. Nothing was sent.", Hint: "Preview the requests again, then save.",
	}
)

const (
	// maxParallel is how many requests of a plan run in parallel. The package comment says why so many.
	maxParallel = 16
	// stopGrace is how long running requests may still take after sending was stopped.
	stopGrace = 3 * time.Second
)

// Plans holds the plans of all open views: for each view, the last one made, and what is needed to undo the last one
// sent. A plan ends with its session. It is safe for concurrent use.
type Plans struct {
	mu       sync.Mutex
	next     int
	plans    map[string]*Plan // by id
	undos    map[string]*undo // by id of the plan that was sent
	hooked   map[string]bool  // sessions that drop their plans on closing
	parallel int
	grace    time.Duration
}

// New returns a table without plans.
func New() *Plans {
	return &Plans{
		plans: make(map[string]*Plan), undos: make(map[string]*undo), hooked: make(map[string]bool), parallel: maxParallel,
		grace: stopGrace,
	}
}

// Make plans how to save edited rows of a view, and drops the view's previous plan. It only sends reads. The error is
// the driver's, or of kind unsupported or invalid.
func (t *Plans) Make(ctx context.Context, s *session.Session, v *grid.View, rows []Row) (*Plan, error) {
	if len(rows) > MaxRows {
		return nil, errMany
	}
	return t.planned(s, func(p *Plan) error { return p.save(ctx, v, rows) })
}

// Compare plans how to save edited rows of a view just to find out what the server has for them: the plan cannot be
// sent, and the view's own plan stays. The caller must drop it.
func (t *Plans) Compare(ctx context.Context, s *session.Session, v *grid.View, rows []Row) (*Plan, error) {
	if len(rows) > MaxRows {
		return nil, errMany
	}
	return t.planned(s, func(p *Plan) error {
		p.reads = true
		return p.save(ctx, v, rows)
	})
}

// MakeDrop plans how to delete an object, and drops the session's previous plan for that. It only sends reads. If the
// driver cannot delete it, such as a pattern, the plan has the refusal.
func (t *Plans) MakeDrop(ctx context.Context, s *session.Session, object string) (*Plan, error) {
	return t.planned(s, func(p *Plan) error {
		p.view, p.object = "drop "+s.ID, object
		return p.make(ctx, &driver.PlanArgs{Object: object, Drop: true}, []int{0})
	})
}

// MakeEmpty plans how to delete all documents of an object that stays, as MakeDrop does for the object itself. The error
// is of kind unsupported if the driver has no such operation.
func (t *Plans) MakeEmpty(ctx context.Context, s *session.Session, object string) (*Plan, error) {
	if why := s.Texts[driver.TextNoEmpty]; why != "" {
		return nil, &driver.Error{Kind: driver.Unsupported, Message: strings.ReplaceAll(why, "{name}", object)}
	}
	return t.planned(s, func(p *Plan) error {
		p.view, p.object = "drop "+s.ID, object
		return p.make(ctx, &driver.PlanArgs{Object: object, Empty: true}, []int{0})
	})
}

// planned makes a plan over a session and adds it to the table.
func (t *Plans) planned(s *session.Session, work func(*Plan) error) (*Plan, error) {
	if !s.Can(driver.OpPlan) {
		return nil, &driver.Error{Kind: driver.Unsupported, Message: "This driver cannot write."}
	}
	if err := t.hook(s); err != nil {
		return nil, err
	}
	p := &Plan{session: s, safe: s.SafeMode()}
	t.mu.Lock()
	t.next++
	p.ID = s.ID + ".p" + strconv.Itoa(t.next)
	t.mu.Unlock()
	if err := work(p); err != nil {
		p.release()
		return nil, err
	}
	return p, t.put(p)
}

// hook makes a session drop its plans when it closes.
func (t *Plans) hook(s *session.Session) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.hooked[s.ID] {
		return nil
	}
	if err := s.OnClose(func(ctx context.Context) { t.end(ctx, s) }); err != nil {
		return err
	}
	t.hooked[s.ID] = true
	return nil
}

// put adds a plan in place of its view's previous one. A plan that is being sent stays until it is dropped.
func (t *Plans) put(p *Plan) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.hooked[p.session.ID] {
		p.release()
		return session.ErrClosed
	}
	for id, other := range t.plans {
		if other.view == p.view && other.sent == nil && !p.reads && !other.reads {
			delete(t.plans, id)
			other.release()
		}
	}
	t.plans[p.ID] = p
	return nil
}

// Drop ends a plan: it is never sent, and everything on the shelf for it is released, except what undoing it needs. If
// the plan is being sent, Drop just stops that, as Stop does: its outcomes stay until it is dropped again. An unknown
// plan is ignored.
func (t *Plans) Drop(ctx context.Context, id string) {
	if t.Stop(ctx, id) {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if p := t.plans[id]; p != nil {
		delete(t.plans, id)
		p.release()
	}
}

// Stop stops sending a plan and returns once that has ended or ctx is done: no further request is sent, and running
// ones are settled. It reports whether the plan was being sent; if only its preconditions were being checked, nothing
// is sent.
func (t *Plans) Stop(ctx context.Context, id string) bool {
	t.mu.Lock()
	p := t.plans[id]
	sending := p != nil && p.underway()
	if p != nil && p.stop != nil {
		p.stop()
	}
	t.mu.Unlock()
	if sending {
		p.halt(ctx)
	}
	return sending
}

// underway reports whether the plan is being sent. The lock of the table is held.
func (p *Plan) underway() bool {
	if p.sent == nil {
		return false
	}
	select {
	case <-p.sent:
		return false
	default:
		return true
	}
}

// halt stops sending the plan and waits until that has ended or ctx is done.
func (p *Plan) halt(ctx context.Context) {
	p.stop()
	select {
	case <-p.sent:
	case <-ctx.Done():
	}
}

// Leave ends the plans of a view that is closed. It releases what undoing the last save needs, unless another view of
// the same object takes over: heir is its id, or "". A plan that is being sent continues.
func (t *Plans) Leave(view, heir string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for id, p := range t.plans {
		switch {
		case p.view != view:
		case p.underway():
			p.view, p.left = heir, heir == ""
		default:
			delete(t.plans, id)
			p.release()
		}
	}
	for id, u := range t.undos {
		switch {
		case u.view != view:
		case heir != "":
			u.view = heir
		default:
			t.forget(id)
		}
	}
}

// end drops the plans of a session that is closing.
func (t *Plans) end(ctx context.Context, s *session.Session) {
	t.mu.Lock()
	delete(t.hooked, s.ID)
	var ended []*Plan
	for id, p := range t.plans {
		if p.session == s {
			delete(t.plans, id)
			ended = append(ended, p)
		}
	}
	t.mu.Unlock()
	for _, p := range ended {
		if p.sent != nil {
			p.halt(ctx)
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, p := range ended {
		p.release()
	}
	for id, u := range t.undos {
		if u.session == s {
			t.forget(id)
		}
	}
}

// Document returns a document or a body of a plan from the shelf. The error is of kind not-found if the plan has ended.
func (t *Plans) Document(id string, number int64) ([]byte, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	p := t.plans[id]
	if p == nil || !p.keeps(number) {
		return nil, plugin.ErrGone
	}
	return p.session.Shelf().Get(number)
}

// BaseOf returns the hidden values to use as the base of a row that is edited on top of a plan's document; none if
// there is no such document. Comments after a document are kept with it, but are not part of its hash.
func (t *Plans) BaseOf(id string, number int64) (base []driver.Text) {
	text, err := t.Document(id, number)
	name := t.hashName(id)
	if err != nil || name == "" {
		return nil
	}
	err = rows.Entries(text, "", "", func(e rows.Entry) error {
		base = []driver.Text{{Key: name, Value: rows.Hash(e.Exact)}}
		return nil
	})
	if err != nil {
		return nil
	}
	return base
}

// hashName returns the name of the hidden value with the hash of a plan's documents, "" for none.
func (t *Plans) hashName(id string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if p := t.plans[id]; p != nil {
		return p.hashName
	}
	return ""
}

func (p *Plan) keeps(number int64) bool {
	for _, n := range p.hold {
		if n == number {
			return true
		}
	}
	return false
}

// release releases everything on the shelf for the plan.
func (p *Plan) release() {
	p.session.Shelf().Release(p.hold...)
	p.hold = nil
}

func asError(err error) *driver.Error {
	var e *driver.Error
	if errors.As(err, &e) {
		return e
	}
	return &driver.Error{Kind: driver.Engine, Message: err.Error()}
}
