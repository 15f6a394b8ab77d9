// Package dashboard polls the figures of a server while its dashboard is open, keeps their history, and cancels tasks.
//
// Decisions:
//   - Charts use counters of nodes, which nothing resets when data is moved or deleted. A rate leaves out a
//     counter that went back or whose node restarted. Primaries have their own counters and are never shown above all
//     copies.
package dashboard

import (
	"context"
	"sync"
	"time"

	"quarry/backend/connection/session"
	"quarry/drivers/driver"
)

// Dashboards holds the open dashboards of all sessions. A dashboard is released when it is dropped or its session
// closes. It is safe for concurrent use.
type Dashboards struct {
	now func() time.Time

	mu   sync.Mutex
	open map[string]map[string]*dashboard // by session id, then tab id
}

// dashboard is one open dashboard. Dashboards.mu guards its fields.
type dashboard struct {
	session *session.Session
	history history
	poll    int // the number of the latest poll
	stop    context.CancelFunc
	shown   *Plan
	dropped bool
	life    context.Context
	end     context.CancelFunc
}

// New returns a table without dashboards.
func New() *Dashboards {
	return &Dashboards{now: time.Now, open: make(map[string]map[string]*dashboard)}
}

var (
	errClosed      = &driver.Error{Kind: driver.Cancelled, Message: "This dashboard is closed."}
	errOverrun     = &driver.Error{Kind: driver.Cancelled, Message: "Replaced by a newer refresh."}
	errNoDashboard = &driver.Error{Kind: driver.Unsupported, Message: "This driver has no dashboard."}
)

// Figures is the result of a poll.
type Figures struct {
	*driver.Dashboard
	Taken  time.Time
	Points []Point // points that the caller does not have yet
}

// Poll reads the figures once. after is the number of the caller's last point. It cancels a running poll, whose
// response, however late, is dropped: it never becomes part of the history.
func (t *Dashboards) Poll(ctx context.Context, s *session.Session, id string, after int) (*Figures, error) {
	if !s.Can(driver.OpDashboard) {
		return nil, errNoDashboard
	}
	b, err := t.dashboard(s, id)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(b.life, cancel)()
	number := t.begin(b, cancel)
	found, err := session.Run[driver.Dashboard](ctx, s, driver.OpDashboard, &driver.Empty{}, nil)
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case b.dropped:
		return nil, errClosed
	case b.poll != number:
		return nil, errOverrun
	case err != nil:
		return nil, err
	}
	taken := t.now()
	b.history.add(sampleOf(found, taken))
	return &Figures{Dashboard: found, Taken: taken, Points: b.history.since(after)}, nil
}

// begin makes a poll the latest one and cancels the previous one.
func (t *Dashboards) begin(b *dashboard, cancel context.CancelFunc) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	if b.stop != nil {
		b.stop()
	}
	b.poll++
	b.stop = cancel
	return b.poll
}

// Explain reads the explanation that a [driver.Action] of the dashboard offers.
func Explain(ctx context.Context, s *session.Session, of string) (*driver.Explanation, error) {
	if !s.Can(driver.OpExplain) {
		return nil, errNoDashboard
	}
	return session.Run[driver.Explanation](ctx, s, driver.OpExplain, &driver.ExplainArgs{Of: of}, nil)
}

// dashboard returns a dashboard of a session, creating it on first use.
func (t *Dashboards) dashboard(s *session.Session, id string) (*dashboard, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	all := t.open[s.ID]
	if all == nil {
		if err := s.OnClose(func(context.Context) { t.close(s.ID) }); err != nil {
			return nil, err
		}
		all = make(map[string]*dashboard)
		t.open[s.ID] = all
	}
	if all[id] == nil {
		life, end := context.WithCancel(context.Background())
		all[id] = &dashboard{session: s, life: life, end: end}
	}
	return all[id], nil
}

// Drop closes a dashboard: it cancels the current poll and releases the history. An unknown dashboard is ignored.
func (t *Dashboards) Drop(session, id string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if b := t.open[session][id]; b != nil {
		b.drop()
		delete(t.open[session], id)
	}
}

// close drops all dashboards of a session.
func (t *Dashboards) close(session string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, b := range t.open[session] {
		b.drop()
	}
	delete(t.open, session)
}

func (b *dashboard) drop() {
	b.dropped = true
	b.shown = nil
	b.end()
}
