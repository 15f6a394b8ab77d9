package edits

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"quarry/drivers/driver"
)

var (
	errStopped = &driver.Error{Kind: driver.Cancelled, Message: "Not sent: saving was stopped."}
	errLost    = &driver.Error{Kind: driver.Refused, Message: "Not sent: an earlier request got no response."}
)

// sending is a plan that is being sent.
type sending struct {
	*Plan
	table     *Plans
	untilStop context.Context // done when no further request may be sent
	under     context.Context // context of running requests, which ends a while later

	mu   sync.Mutex
	lost bool // a request got no response
}

// sendAll sends the requests of a plan in order, several in parallel, and returns their outcomes in the same order.
// When ctx is done, no further request is sent.
func (t *Plans) sendAll(ctx context.Context, p *Plan) []Outcome {
	under, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(t.grace, end) })()
	s := &sending{Plan: p, table: t, untilStop: ctx, under: under}
	outcomes := make([]Outcome, len(p.Requests))
	slots := make(chan struct{}, t.parallel)
	busy := make(map[string]chan struct{}) // by document; closed when its last request has ended
	var group sync.WaitGroup
	for i := range p.Requests {
		r := &p.Requests[i]
		document := r.document(s.keyName)
		if before := busy[document]; before != nil {
			<-before
		}
		slots <- struct{}{}
		ended := make(chan struct{})
		if document != "" {
			busy[document] = ended
		}
		group.Go(func() {
			defer func() { <-slots }()
			defer close(ended)
			outcomes[i] = s.one(i)
			s.count(&outcomes[i])
		})
	}
	group.Wait()
	return outcomes
}

// document identifies the document that a request writes, "" for a new one whose key the engine generates. keyName is
// the name of the hidden value with the key.
func (r *Request) document(keyName string) string {
	named := slices.ContainsFunc(r.Key, func(v driver.Text) bool { return v.Key == keyName })
	if r.act == driver.ActCreate && !named {
		return ""
	}
	var names []string
	for _, v := range r.Key {
		names = append(names, v.Key+"\x00"+v.Value)
	}
	slices.Sort(names)
	return strings.Join(names, "\x00")
}

// why returns why no further request may be sent, nil if one may.
func (s *sending) why() *driver.Error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.untilStop.Err() != nil:
		return errStopped
	case s.lost:
		return errLost
	}
	return nil
}

// one sends one request, unless it may no longer be sent, and returns its outcome. A panic, which would end the
// application, counts as a missing response.
func (s *sending) one(i int) (o Outcome) {
	r := &s.Requests[i]
	defer func() {
		if p := recover(); p != nil {
			s.loses()
			o = Outcome{Row: r.Row, Outcome: driver.OutcomeUnknown, Err: &driver.Error{
				Kind: driver.Crashed, Message: "Internal error in Quarry. Refresh the row.", Detail: fmt.Sprint(p),
			}}
		}
	}()
	if err := s.why(); err != nil {
		return Outcome{Row: r.Row, Outcome: Unsent, Err: err}
	}
	changed := s.table.check(s.untilStop, s.Plan, i)
	if err := s.why(); err != nil {
		return Outcome{Row: r.Row, Outcome: Unsent, Err: err}
	}
	if changed != nil {
		return *changed
	}
	reply := s.table.send(s.under, s.Plan, i)
	if reply.Err != nil {
		s.loses()
	}
	if reply.Err != nil && !reply.Err.Sent {
		return Outcome{Row: r.Row, Outcome: Unsent, Err: reply.Err}
	}
	return s.table.settle(s.under, s.Plan, i, reply)
}

// loses records that a request got no response.
func (s *sending) loses() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lost = true
}

// count counts an outcome. A request that was not sent because of others is not counted.
func (s *sending) count(o *Outcome) {
	if o.Err == errStopped || o.Err == errLost {
		return
	}
	s.table.mu.Lock()
	defer s.table.mu.Unlock()
	s.progress.Ended++
	if o.Outcome != driver.OutcomeDone {
		s.progress.Failed++
	}
}
