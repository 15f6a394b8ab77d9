package console

import (
	"context"
	"slices"
	"sync"

	"quarry/backend/connection/session"
	"quarry/backend/data/rows"
	"quarry/drivers/driver"
)

// Consoles holds the consoles of all sessions. Each is a tab with the requests it last showed and its responses. What a
// tab has on the shelf is released when the tab is dropped or its session closes. It is safe for concurrent use.
type Consoles struct {
	// Sent, if set, is called after each request; the response is nil if none arrived.
	Sent func(s *session.Session, p *Plan, a *Response)

	mu    sync.Mutex
	open  map[string]map[string]*tab // by session id, then tab id
	under map[string]*sync.WaitGroup // by session id: everything being sent or saved, also for closed tabs
}

// tab is one console. Consoles.mu guards its fields.
type tab struct {
	session   *session.Session
	shown     []*Plan // not sent yet
	responses map[int64]*kept
	dropped   bool
	life      context.Context
	end       context.CancelFunc
}

// kept is a response on the shelf. Consoles.mu guards readers and gone.
type kept struct {
	table   *rows.Table // its rows, found on demand
	readers int
	gone    bool // its tab dropped it: the last reader releases it
}

// New returns a table without consoles.
func New() *Consoles {
	return &Consoles{open: make(map[string]map[string]*tab), under: make(map[string]*sync.WaitGroup)}
}

// errDropped is returned for a call that was running when its tab was closed.
var errDropped = &driver.Error{Kind: driver.Cancelled, Message: "This console is closed."}

// tab returns a tab of a session, creating it on first use.
func (t *Consoles) tab(s *session.Session, id string) (*tab, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	tabs := t.open[s.ID]
	if tabs == nil {
		if err := s.OnClose(func(ctx context.Context) { t.close(ctx, s.ID) }); err != nil {
			return nil, err
		}
		tabs = make(map[string]*tab)
		t.open[s.ID], t.under[s.ID] = tabs, new(sync.WaitGroup)
	}
	if tabs[id] == nil {
		life, end := context.WithCancel(context.Background())
		tabs[id] = &tab{session: s, responses: make(map[int64]*kept), life: life, end: end}
	}
	return tabs[id], nil
}

// show replaces the requests that the tab shows.
func (t *Consoles) show(b *tab, all []Planned) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if b.dropped {
		release(b.session, all)
		return errDropped
	}
	b.hide()
	for _, p := range all {
		if p.Plan != nil {
			b.shown = append(b.shown, p.Plan)
		}
	}
	return nil
}

// take returns the shown request with this digest, but only once; otherwise nil.
func (t *Consoles) take(b *tab, digest string) *Plan {
	t.mu.Lock()
	defer t.mu.Unlock()
	at := slices.IndexFunc(b.shown, func(p *Plan) bool { return p.Digest == digest })
	if at < 0 {
		return nil
	}
	p := b.shown[at]
	b.shown = slices.Delete(b.shown, at, at+1)
	return p
}

// keep adds a response to its tab.
func (t *Consoles) keep(b *tab, a *Response) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if b.dropped {
		b.session.Shelf().Release(a.Number)
		return errDropped
	}
	b.responses[a.Number] = &kept{table: rows.NewTable(shelved{b.session.Shelf(), a.Number}, a.Size, a.Form.Rows, a.Form.Doc)}
	return nil
}

// Drop releases the named responses of a tab. If none is named, it closes the tab: it cancels what the tab is sending
// and releases everything it has.
func (t *Consoles) Drop(session, id string, responses ...int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	b := t.open[session][id]
	switch {
	case b == nil:
	case len(responses) == 0:
		b.drop()
		delete(t.open[session], id)
	default:
		for _, response := range responses {
			b.release(response)
		}
	}
}

// begin records that something of a session is being sent or saved, until end is called. It fails once the session is
// closed.
func (t *Consoles) begin(session string) (end func(), err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	under := t.under[session]
	if under == nil {
		return nil, errDropped
	}
	under.Add(1)
	return under.Done, nil
}

// close drops all tabs of a session, and returns when everything being sent or saved has ended or ctx is done: a
// response on its way can have a file.
func (t *Consoles) close(ctx context.Context, session string) {
	t.mu.Lock()
	tabs, under := t.open[session], t.under[session]
	delete(t.open, session)
	delete(t.under, session)
	for _, b := range tabs {
		b.drop()
	}
	t.mu.Unlock()
	ended := make(chan struct{})
	go func() {
		under.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-ctx.Done():
	}
}

func (b *tab) drop() {
	b.dropped = true
	b.end()
	for response := range b.responses {
		b.release(response)
	}
	b.hide()
}

// release drops a response, which stays on the shelf for as long as it is being read.
func (b *tab) release(response int64) {
	k := b.responses[response]
	if k == nil {
		return
	}
	delete(b.responses, response)
	if k.gone = true; k.readers == 0 {
		b.session.Shelf().Release(response)
	}
}

// hide drops the shown requests.
func (b *tab) hide() {
	for _, p := range b.shown {
		b.session.Shelf().Release(p.Input)
	}
	b.shown = nil
}

// errNoResponse is returned for a response that no tab has.
var errNoResponse = &driver.Error{Kind: driver.NotFound, Message: "This response is no longer available. Send the request again."}

// Range returns up to n bytes of a response, starting at from, and the size of the whole response.
func (t *Consoles) Range(s *session.Session, response, from int64, n int) (part []byte, size int64, err error) {
	if !t.has(s.ID, response) {
		return nil, 0, errNoResponse
	}
	if size, err = s.Shelf().Size(response); err != nil {
		return nil, 0, errNoResponse
	}
	part, err = s.Shelf().Range(response, from, n)
	return part, size, err
}

func (t *Consoles) has(session string, response int64) bool { return t.table(session, response) != nil }

// table returns the rows of a tab's response, nil if no tab has it.
func (t *Consoles) table(session string, response int64) *rows.Table {
	t.mu.Lock()
	defer t.mu.Unlock()
	if k := t.find(session, response); k != nil {
		return k.table
	}
	return nil
}

// find returns a tab's response, nil if no tab has it.
func (t *Consoles) find(session string, response int64) *kept {
	for _, b := range t.open[session] {
		if k := b.responses[response]; k != nil {
			return k
		}
	}
	return nil
}
