package dashboard

import (
	"context"
	"errors"
	"time"

	"quarry/backend/connection/session"
	"quarry/backend/connection/transport"
	"quarry/backend/driverhost/plugin"
	"quarry/drivers/driver"
)

// settleTimeout limits how long judging one response may take.
const settleTimeout = 30 * time.Second

// Plan is the request that cancels a task, exactly as it will be sent.
type Plan struct {
	Request driver.Request
	Form    string
	Reason  string
	Digest  string // of everything that is sent

	task string
	safe string // the safe mode at planning
}

var (
	errNotShown = &driver.Error{
		Kind: driver.Refused, Message: "Only the request shown last can be sent, and only once. Nothing was sent.", Hint: "Choose the task again.",
	}
	errStricter = &driver.Error{
		Kind: driver.Refused, Message: "Safe mode became stricter after this request was shown. Nothing was sent.", Hint: "Choose the task again.",
	}
	errReadOnly = &driver.Error{
		Kind: driver.Refused, Message: "This connection is read-only. Nothing was sent.", Hint: "To cancel tasks, change Safe Mode in the toolbar.",
	}
)

// PlanCancel returns the request that cancels a task. It sends nothing. The dashboard keeps the plan until the next
// call.
func (t *Dashboards) PlanCancel(ctx context.Context, s *session.Session, id, task string) (*Plan, error) {
	if !s.Can(driver.OpPlanCancel) {
		return nil, errNoDashboard
	}
	b, err := t.dashboard(s, id)
	if err != nil {
		return nil, err
	}
	planned, err := session.Run[driver.Planned](ctx, s, driver.OpPlanCancel, &driver.CancelArgs{Task: task}, nil)
	if err != nil {
		return nil, err
	}
	p := &Plan{Request: planned.Request, Form: planned.Form, Reason: planned.Reason, task: task, safe: s.SafeMode()}
	p.Digest = plugin.Digest(&p.Request)
	t.mu.Lock()
	defer t.mu.Unlock()
	if b.dropped {
		return nil, errClosed
	}
	b.shown = p
	return p, nil
}

// Cancel sends the request that was shown last, identified by its digest, once: it is never repeated, whatever the
// outcome. For a read-only connection the error is of kind refused, and nothing is sent.
func (t *Dashboards) Cancel(ctx context.Context, s *session.Session, id, digest string) (*driver.Settled, error) {
	b, err := t.dashboard(s, id)
	if err != nil {
		return nil, err
	}
	p := t.take(b, digest)
	switch {
	case p == nil:
		return nil, errNotShown
	case s.SafeMode() == session.SafeReadOnly:
		return nil, errReadOnly
	case s.Stricter(p.safe):
		return nil, errStricter
	}
	permit := s.Permit(p.safe, plugin.ToTransport(&p.Request))
	exec := s.Exec(plugin.ExecOptions{})
	step := &driver.Step{Sends: []driver.Send{{Request: p.Request, Verb: driver.Raw}}}
	reply := exec.Exec(transport.WithPermit(ctx, permit), step)[0]
	// Judge the response even after a cancellation: the task may be stopping.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleTimeout)
	defer cancel()
	settled, err := session.Run[driver.Settled](ctx, s, driver.OpSettleCancel, &driver.CancelledArgs{Task: p.task, Reply: reply}, nil)
	if err != nil {
		return &driver.Settled{Outcome: driver.OutcomeUnknown, Err: unjudged(err)}, nil
	}
	return settled, nil
}

// unjudged returns the error for a response that the driver could not judge: the task may have been cancelled.
func unjudged(err error) *driver.Error {
	e := &driver.Error{Kind: driver.Engine, Message: "The request was sent, but Quarry could not interpret the response.", Detail: err.Error()}
	if known := new(driver.Error); errors.As(err, &known) {
		e.Kind = known.Kind
	}
	return e
}

// take returns the shown request if it has this digest, but only once; otherwise nil.
func (t *Dashboards) take(b *dashboard, digest string) *Plan {
	t.mu.Lock()
	defer t.mu.Unlock()
	if b.shown == nil || b.shown.Digest != digest {
		return nil
	}
	p := b.shown
	b.shown = nil
	return p
}
