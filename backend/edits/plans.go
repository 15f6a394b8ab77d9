package edits

import (
	"context"
	"errors"
	"strconv"
	"sync"

	"quarry/backend/grid"
	"quarry/backend/plugin"
	"quarry/backend/rows"
	"quarry/backend/session"
	"quarry/drivers/driver"
)

// noBlocks are the options of operations that read documents but no rows.
var noBlocks = plugin.ExecOptions{}

var (
	errNoPlan = &driver.Error{Kind: driver.Refused, Message: "These requests are out of date: the changes were planned again or discarded. Nothing was sent.", Hint: "Preview the requests again, then save."}
	errShown  = &driver.Error{Kind: driver.Refused, Message: "The requests are not those that were shown. Nothing was sent.", Hint: "Preview the requests again, then save."}
	errSent   = &driver.Error{Kind: driver.Refused, Message: "These changes have already been sent. Nothing was sent again."}
	errRead   = &driver.Error{Kind: driver.Refused, Message: "This connection is read-only, so nothing was sent.", Hint: "Safe mode is set in the connection's options."}
)

// Plans holds the plans of all open views: for each view, the last one made. A plan ends with its session. It is safe
// for concurrent use.
type Plans struct {
	mu     sync.Mutex
	next   int
	plans  map[string]*Plan // by id
	hooked map[string]bool  // sessions that end their plans when they close
}

// New returns a table without plans.
func New() *Plans { return &Plans{plans: make(map[string]*Plan), hooked: make(map[string]bool)} }

// Make plans how to save edited rows of a view, and drops the view's previous plan. It sends only reads. The error is
// the driver's, or of kind unsupported or invalid.
func (t *Plans) Make(ctx context.Context, s *session.Session, v *grid.View, rows []Row) (*Plan, error) {
	switch {
	case !s.Can(driver.OpPlan):
		return nil, &driver.Error{Kind: driver.Unsupported, Message: "This driver cannot write."}
	case len(rows) > MaxRows:
		return nil, &driver.Error{Kind: driver.Invalid, Message: "At most 1,000 rows can be saved at once."}
	}
	if err := t.hook(s); err != nil {
		return nil, err
	}
	p := &Plan{session: s, view: v.ID}
	t.mu.Lock()
	t.next++
	p.ID = s.ID + ".p" + strconv.Itoa(t.next)
	t.mu.Unlock()
	if err := p.make(ctx, v, rows); err != nil {
		p.release()
		return nil, err
	}
	return p, t.put(p)
}

// hook registers the plans of a session to be dropped when it closes.
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
		if other.view == p.view && other.sent == nil {
			delete(t.plans, id)
			other.release()
		}
	}
	t.plans[p.ID] = p
	return nil
}

// Drop ends a plan: requests not yet sent never will be, and what the shelf keeps for it is released. An unknown plan
// is ignored.
func (t *Plans) Drop(ctx context.Context, id string) {
	t.mu.Lock()
	p := t.plans[id]
	delete(t.plans, id)
	t.mu.Unlock()
	if p != nil {
		t.stop(ctx, p)
	}
}

// stop stops sending a plan, waits until that has ended or ctx is done, and releases what the plan holds.
func (t *Plans) stop(ctx context.Context, p *Plan) {
	t.mu.Lock()
	sent, cancel := p.sent, p.cancel
	t.mu.Unlock()
	if sent != nil {
		cancel()
		select {
		case <-sent:
		case <-ctx.Done():
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	p.release()
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
		t.stop(ctx, p)
	}
}

// Document returns a document or a body that is kept for a plan, by its number. The error is of kind not-found if the
// plan has ended.
func (t *Plans) Document(id string, number int64) ([]byte, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	p := t.plans[id]
	if p == nil || !p.keeps(number) {
		return nil, plugin.ErrGone
	}
	return p.session.Shelf().Get(number)
}

// Revision returns the hidden values that are a row's base if it is edited on top of a document kept for a plan; none
// if there is no such document.
func (t *Plans) Revision(id string, number int64) []driver.Text {
	text, err := t.Document(id, number)
	if err != nil {
		return nil
	}
	return []driver.Text{{Key: "#hash", Value: rows.Hash(text)}}
}

func (p *Plan) keeps(number int64) bool {
	for _, n := range p.hold {
		if n == number {
			return true
		}
	}
	return false
}

// release releases what the shelf keeps for the plan.
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
