// Package keys lists the keys of a server, and makes and deletes them.
//
// Decisions:
//   - A request that makes or deletes a key must be private, or it is not sent: then neither its body nor its response
//     reaches the request log, a file or the history.
//   - The value of a new key is returned once, to whoever sent the request. Nothing here keeps it, and the driver never
//     gets it.
//   - Once sent, making a key goes on even if its caller leaves: otherwise the server would have a key whose value is
//     lost.
package keys

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"quarry/backend/connection/session"
	"quarry/backend/connection/transport"
	"quarry/backend/driverhost/plugin"
	"quarry/drivers/driver"
)

// settleTimeout limits how long judging one response may take.
const settleTimeout = 30 * time.Second

// Plans holds the request that each tab has shown last, until it is sent, dropped or replaced. It is safe for concurrent
// use.
type Plans struct {
	mu    sync.Mutex
	shown map[string]map[string]*Plan // by session id, then tab id
}

// New returns an empty table.
func New() *Plans { return &Plans{shown: make(map[string]map[string]*Plan)} }

// Plan is the request that makes or deletes a key, exactly as it will be sent.
type Plan struct {
	*driver.KeyPlan
	Digest string // of everything that is sent

	safe string // the safe mode at planning
}

// Result is what became of a request.
type Result struct {
	*driver.KeySettled
	Value string // of a new key; "" for a deletion, and unless it is done
}

var (
	errNoKeys   = &driver.Error{Kind: driver.Unsupported, Message: "This driver does not manage keys."}
	errNotShown = &driver.Error{
		Kind: driver.Refused, Message: "Only the request shown last can be sent, and only once. Nothing was sent.", Hint: "Try again.",
	}
	errStricter = &driver.Error{
		Kind: driver.Refused, Message: "Safe mode became stricter after this request was shown. Nothing was sent.", Hint: "Try again.",
	}
	errReadOnly = &driver.Error{
		Kind: driver.Refused, Message: "This connection is read-only. Nothing was sent.", Hint: "To add or delete keys, change Safe Mode in the toolbar.",
	}
	errNotPrivate = &driver.Error{Kind: driver.Refused, Message: "The driver's request is not private, so Quarry does not send it."}
)

// List reads the keys.
func List(ctx context.Context, s *session.Session) (*driver.KeyList, error) {
	if !s.Can(driver.OpKeys) {
		return nil, errNoKeys
	}
	return session.Run[driver.KeyList](ctx, s, driver.OpKeys, &driver.Empty{}, nil)
}

// Make returns the request that makes or deletes a key. It sends nothing. The tab's plan before it is dropped.
func (t *Plans) Make(ctx context.Context, s *session.Session, tab string, args *driver.KeyArgs) (*Plan, error) {
	if !s.Can(driver.OpPlanKey) {
		return nil, errNoKeys
	}
	planned, err := session.Run[driver.KeyPlan](ctx, s, driver.OpPlanKey, args, nil)
	if err != nil {
		return nil, err
	}
	if !planned.Request.Private {
		return nil, errNotPrivate
	}
	p := &Plan{KeyPlan: planned, Digest: plugin.Digest(&planned.Request), safe: s.SafeMode()}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.shown[s.ID] == nil {
		if err := s.OnClose(func(context.Context) { t.close(s.ID) }); err != nil {
			return nil, err
		}
		t.shown[s.ID] = make(map[string]*Plan)
	}
	t.shown[s.ID][tab] = p
	return p, nil
}

// Send sends the request that a tab has shown last, identified by its digest, once: it is never repeated, whatever the
// outcome. For a read-only connection the error is of kind refused, and nothing is sent.
func (t *Plans) Send(ctx context.Context, s *session.Session, tab, digest string) (*Result, error) {
	p := t.take(s.ID, tab, digest)
	switch {
	case p == nil:
		return nil, errNotShown
	case s.SafeMode() == session.SafeReadOnly:
		return nil, errReadOnly
	case s.Stricter(p.safe):
		return nil, errStricter
	case ctx.Err() != nil:
		return nil, driver.ErrCancelled
	}
	ctx = context.WithoutCancel(ctx)
	exec := s.Exec(plugin.ExecOptions{})
	send := driver.Send{Request: p.Request, Verb: driver.Raw}
	if p.Reveal != "" {
		send.Verb, send.Reveal, send.Pick = driver.Reveal, p.Reveal, p.Pick
	}
	permit := s.Permit(p.safe, plugin.ToTransport(&p.Request))
	reply := exec.Exec(transport.WithPermit(ctx, permit), &driver.Step{Sends: []driver.Send{send}})[0]
	value := ""
	if reply.Shown != 0 && (json.Unmarshal([]byte(exec.Shown(reply.Shown)), &value) != nil || value == "") {
		reply.Shown, value = 0, ""
		reply.Err = &driver.Error{Kind: driver.Engine, Message: "The response has no value of a key.", Sent: true}
	}
	return settle(ctx, s, p, reply, value), nil
}

// settle has the driver judge a response. A value is returned even if the driver cannot judge: it is not shown again.
func settle(ctx context.Context, s *session.Session, p *Plan, reply driver.Reply, value string) *Result {
	ctx, cancel := context.WithTimeout(ctx, settleTimeout)
	defer cancel()
	settled, err := session.Run[driver.KeySettled](ctx, s, driver.OpSettleKey, &driver.KeySettleArgs{State: p.State, Reply: reply}, nil)
	if err != nil {
		settled = &driver.KeySettled{Outcome: driver.OutcomeUnknown, Err: unjudged(err)}
	}
	return &Result{KeySettled: settled, Value: value}
}

// unjudged returns the error for a response that the driver could not judge.
func unjudged(err error) *driver.Error {
	e := &driver.Error{
		Kind: driver.Engine, Message: "The request was sent, but Quarry could not interpret the response.", Hint: "Reload the list to see what became of it.",
		Detail: err.Error(), Sent: true,
	}
	if known := new(driver.Error); errors.As(err, &known) {
		e.Kind = known.Kind
	}
	return e
}

// take returns a tab's plan if it has this digest, but only once; otherwise nil.
func (t *Plans) take(session, tab, digest string) *Plan {
	t.mu.Lock()
	defer t.mu.Unlock()
	p := t.shown[session][tab]
	if p == nil || p.Digest != digest {
		return nil
	}
	delete(t.shown[session], tab)
	return p
}

// Drop forgets the plan of a tab. An unknown tab is ignored.
func (t *Plans) Drop(session, tab string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.shown[session], tab)
}

// close forgets the plans of a session.
func (t *Plans) close(session string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.shown, session)
}
