package edits

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"quarry/backend/connection/session"
	"quarry/backend/connection/transport"
	"quarry/backend/driverhost/plugin"
	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

const (
	nothingSent       = " Nothing was sent."
	hintReload        = "Refresh the rows, then review your changes."
	sentenceUnchecked = "Quarry could not check whether these changes can still be sent." + nothingSent
)

// revealTimeout limits how long an outcome waits for searches to see the writes.
const revealTimeout = 10 * time.Second

// settleTimeout limits how long judging one response may take: the driver may read the document again.
const settleTimeout = 30 * time.Second

// Unsent is the outcome of a request that was not sent: it could not be sent, or an earlier one got no response, or
// sending was stopped.
const Unsent driver.Outcome = "unsent"

// Outcome is the result of one request of a plan.
type Outcome struct {
	Row      int
	Outcome  driver.Outcome
	Revision []driver.Text // the row's new hidden values, if done
	Key      []driver.Text // the key of a row that was created, if done
	Err      *driver.Error // the reason, for any outcome but done
	Document int64         // the engine's document, for a conflict or an unknown outcome; 0 if it is gone or unknown
}

// Progress counts the requests of a plan that have an outcome, and those of them that did not succeed.
type Progress struct{ Total, Ended, Failed int }

// Progress returns how far sending a plan has come. The error is of kind refused if there is no such plan.
func (t *Plans) Progress(id string) (Progress, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	p := t.plans[id]
	if p == nil {
		return Progress{}, errNoPlan
	}
	at := p.progress
	at.Total = len(p.Requests)
	return at, nil
}

// Send sends the requests of a plan, each once and several in parallel, if digest is the plan's, so that exactly what
// was shown is sent. Two requests for the same document are sent one after the other. A plan is sent only once,
// whatever the outcome. After a cancellation, Stop or a missing response, no further request is sent, and running ones
// are settled. A plan that needs confirmation is refused until its deletions are confirmed. The outcomes are in the
// order of the requests. An error means that nothing was sent; it is of kind conflict or not-found if what the plan was
// made for has changed or is gone, and of kind refused otherwise.
func (t *Plans) Send(ctx context.Context, id, digest string) ([]Outcome, error) {
	p, ctx, stop, err := t.begin(ctx, id, digest)
	if err != nil {
		return nil, err
	}
	defer stop()
	if err := t.met(ctx, p); err != nil {
		return nil, err
	}
	if err := t.take(ctx, stop, p, digest); err != nil {
		return nil, err
	}
	defer close(p.sent)
	outcomes := t.sendAll(ctx, p)
	reveal(ctx, p, outcomes)
	t.spend(p, outcomes)
	return outcomes, nil
}

// Confirm records that the user confirmed how many documents a plan deletes. A number other than the plan's confirms
// nothing; an unknown plan is ignored, since Send refuses it.
func (t *Plans) Confirm(id string, deletions int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if p := t.plans[id]; p != nil {
		p.confirmed = deletions == p.Deletions()
	}
}

// find returns a plan that can be sent. The lock is held.
func (t *Plans) find(id, digest string) (*Plan, error) {
	p := t.plans[id]
	switch {
	case p == nil, p.reads:
		return nil, errNoPlan
	case p.sent != nil:
		return nil, errSent
	case p.Digest != digest:
		return nil, errShown
	case p.session.SafeMode() == session.SafeReadOnly:
		return nil, errRead
	case p.session.Stricter(p.safe):
		return nil, errStricter
	case p.NeedsConfirmation() && !p.confirmed:
		return nil, errUnconfirmed
	}
	return p, nil
}

// begin finds a plan that can be sent, and makes it possible to stop it.
func (t *Plans) begin(ctx context.Context, id, digest string) (*Plan, context.Context, context.CancelFunc, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	p, err := t.find(id, digest)
	if err != nil {
		return nil, nil, nil, err
	}
	ctx, p.stop = context.WithCancel(ctx)
	return p, ctx, p.stop, nil
}

// met checks the preconditions of a plan. The error says which one is not met or could not be read.
func (t *Plans) met(ctx context.Context, p *Plan) error {
	for i := range p.preconditions {
		c := &p.preconditions[i]
		switch reply := t.do(ctx, p, &c.Send); {
		case ctx.Err() != nil:
			return errHalted
		case reply.Err != nil:
			return &driver.Error{Kind: driver.Refused, Message: sentenceUnchecked, Detail: strings.TrimSpace(reply.Err.Message + "\n" + reply.Err.Detail)}
		case reply.Status == http.StatusNotFound:
			return &driver.Error{Kind: driver.NotFound, Message: c.Gone + nothingSent, Hint: hintReload}
		case !reply.OK():
			return &driver.Error{Kind: driver.Refused, Message: sentenceUnchecked, Status: reply.Status}
		case len(reply.Picked) != 1 || !holds(c, reply.Picked[0]):
			return &driver.Error{Kind: driver.Conflict, Message: c.Changed + nothingSent, Hint: hintReload}
		}
	}
	return nil
}

// holds reports whether the value that was read meets a precondition.
func holds(c *driver.Precondition, read string) bool {
	if read == c.Value || !c.Grows {
		return read == c.Value
	}
	var now []string
	jx.Items(read, func(element string) bool {
		now = append(now, element)
		return true
	})
	all := true
	jx.Items(c.Value, func(element string) bool {
		all = slices.Contains(now, element)
		return all
	})
	return all
}

// take marks a plan as being sent, unless it was stopped.
func (t *Plans) take(ctx context.Context, stop context.CancelFunc, p *Plan, digest string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, err := t.find(p.ID, digest); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return errHalted
	}
	p.sent, p.stop, p.stopAsked = make(chan struct{}), stop, ctx.Done()
	return nil
}

// check does the read that a request needs right before it. The outcome is nil if the request can be sent.
func (t *Plans) check(ctx context.Context, p *Plan, i int) *Outcome {
	r := &p.Requests[i]
	if r.check == nil {
		return nil
	}
	reply := t.do(ctx, p, &r.check.Send)
	switch {
	case reply.Err != nil:
		return &Outcome{Row: r.Row, Outcome: Unsent, Err: reply.Err}
	case reply.Status == http.StatusNotFound, reply.OK() && len(reply.Kept) == 0:
		return &Outcome{Row: r.Row, Outcome: driver.OutcomeConflict, Err: &driver.Error{Kind: driver.Conflict, Message: r.check.Gone}}
	case !reply.OK() || len(reply.Kept) > 1:
		return t.unread(ctx, p, i, reply)
	case reply.Kept[0].Hash != r.check.Hash:
		return &Outcome{Row: r.Row, Outcome: driver.OutcomeConflict, Err: &driver.Error{Kind: driver.Conflict, Message: r.check.Changed}, Document: reply.Kept[0].Document}
	}
	return nil
}

// unread returns the outcome of a request whose check got this response, with the driver's words for it.
func (t *Plans) unread(ctx context.Context, p *Plan, i int, reply driver.Reply) *Outcome {
	o := &Outcome{Row: p.Requests[i].Row, Outcome: Unsent, Err: &driver.Error{Kind: driver.Engine, Message: "Could not re-read the document before writing it.", Status: reply.Status}}
	if judged := t.judge(ctx, p, i, reply, true); judged.Outcome == driver.OutcomeRefused && judged.Err != nil && judged.Err.Message != "" {
		o.Err = judged.Err
	}
	return o
}

// send sends one request under a permit for it alone.
func (t *Plans) send(ctx context.Context, p *Plan, i int) driver.Reply {
	r := &p.Requests[i]
	body, err := p.session.Shelf().Get(r.Body)
	if err != nil {
		return driver.Reply{Err: asError(err)}
	}
	if digestOf(&r.Request, body) != r.digest {
		return driver.Reply{Err: errShown}
	}
	send := driver.Send{Request: r.Request, Verb: driver.Raw, Keep: r.keep}
	send.Request.Body = body
	if r.keep != nil {
		send.Verb = driver.Keep
	}
	permit := p.session.Permit(p.safe, plugin.ToTransport(&send.Request))
	return t.do(transport.WithPermit(ctx, permit), p, &send)
}

// do sends one request for a plan, which keeps the documents of the response.
func (t *Plans) do(ctx context.Context, p *Plan, send *driver.Send) driver.Reply {
	exec := p.session.Exec(noBlocks)
	replies := exec.Exec(ctx, &driver.Step{Sends: []driver.Send{*send}})
	t.mu.Lock()
	defer t.mu.Unlock()
	p.hold = append(p.hold, exec.Kept()...)
	return replies[0]
}

// settle returns the outcome of a request: at once if the response is the plain success that the driver described.
func (t *Plans) settle(ctx context.Context, p *Plan, i int, reply driver.Reply) Outcome {
	r := &p.Requests[i]
	if r.success != nil {
		if s := r.success.Settled(&reply); s != nil {
			return Outcome{Row: r.Row, Outcome: s.Outcome, Revision: s.Revision, Key: s.Key}
		}
	}
	return t.judge(ctx, p, i, reply, false)
}

// judge lets the driver judge a response, even after a cancellation: the request may have been executed. If the driver
// cannot judge it, the outcome is unknown. unsent says that the response is that of the request's check.
func (t *Plans) judge(ctx context.Context, p *Plan, i int, reply driver.Reply, unsent bool) Outcome {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleTimeout)
	defer cancel()
	r := &p.Requests[i]
	exec := p.session.Exec(noBlocks)
	args := &driver.SettleArgs{State: r.shared, Own: r.state, Key: r.Key, Reply: reply, Unsent: unsent}
	settled, err := session.Run[driver.Settled](ctx, p.session, driver.OpSettle, args, exec)
	t.mu.Lock()
	p.hold = append(p.hold, exec.Kept()...)
	t.mu.Unlock()
	if err == nil {
		return Outcome{Row: r.Row, Outcome: settled.Outcome, Revision: settled.Revision, Key: settled.Key, Err: settled.Err, Document: settled.Document}
	}
	e := *asError(err)
	e.Detail, e.Message = e.Message, "The change was sent, but Quarry could not interpret the response. Refresh the row."
	return Outcome{Row: r.Row, Outcome: driver.OutcomeUnknown, Err: &e}
}

// reveal makes searches see the writes, so that later rows and counts are not from the middle of the save. A failure
// changes no outcome: the writes become visible a little later. It continues after Stop, since requests sent before
// that may have been executed.
func reveal(ctx context.Context, p *Plan, outcomes []Outcome) {
	args := &driver.RevealArgs{}
	for i := range outcomes {
		key := outcomes[i].Key
		if len(key) == 0 {
			key = p.Requests[i].Key
		}
		named := slices.ContainsFunc(key, func(v driver.Text) bool { return v.Key == p.keyName })
		if written := outcomes[i].Outcome == driver.OutcomeDone || outcomes[i].Outcome == driver.OutcomeUnknown; written && named {
			args.Rows = append(args.Rows, driver.RevealedRow{Key: key})
		}
	}
	if len(args.Rows) == 0 || !p.session.Can(driver.OpReveal) {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), revealTimeout)
	defer cancel()
	_, _ = session.Run[driver.Empty](ctx, p.session, driver.OpReveal, args, nil)
}

// spend releases what was only needed to send a plan. What its outcomes and refusals show stays until the plan is
// dropped, and what undoing it needs stays as the table says.
func (t *Plans) spend(p *Plan, outcomes []Outcome) {
	kept := make(map[int64]bool)
	for i := range outcomes {
		kept[outcomes[i].Document] = true
	}
	for i := range p.Refusals {
		kept[p.Refusals[i].Theirs] = true
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if p.left {
		kept = nil
		delete(t.plans, p.ID)
	} else {
		t.remember(p, outcomes)
	}
	u := t.undos[p.ID]
	var rest []int64
	for _, n := range p.hold {
		switch {
		case u != nil && u.needs(n):
			u.hold = append(u.hold, n)
		case kept[n]:
			rest = append(rest, n)
		default:
			p.session.Shelf().Release(n)
		}
	}
	p.hold = rest
}
