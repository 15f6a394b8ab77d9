package session

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"quarry/backend/connection/transport"
	"quarry/backend/driverhost/manifest"
	"quarry/backend/driverhost/plugin"
	"quarry/backend/profile/connections"
	"quarry/drivers/driver"
)

// Drivers opens an engine's driver for one connection and installs it if it is missing.
type Drivers interface {
	Open(ctx context.Context, id string) (*manifest.Manifest, *plugin.Supervisor, error)
}

// Sessions holds the open connections of the application. It is safe for concurrent use.
type Sessions struct {
	// Saved returns the currently saved field values of a connection, and whether it is saved; nil means that none are.
	// Set it before opening the first connection.
	Saved func(id string) (fields map[string]string, ok bool)

	// Scratch returns the folder for data that does not fit in a connection's memory; nil means the system's temporary
	// folder. Set it before opening the first connection.
	Scratch func() (string, error)

	// Limits are what the organisation decides. Set them before opening the first connection.
	Limits Limits

	drivers Drivers

	mu   sync.Mutex
	open map[string]*Session
	next int
}

// New returns a table without connections.
func New(drivers Drivers) *Sessions {
	return &Sessions{drivers: drivers, open: make(map[string]*Session)}
}

// Open connects. secret returns the connection's stored secrets by field id. A connection with a server warning is
// opened too: the caller asks the user, and closes it if the answer is no.
func (t *Sessions) Open(ctx context.Context, c connections.Connection, secret func(ctx context.Context, field string) (string, error)) (*Session, error) {
	s, err := t.connect(ctx, c, secret)
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.next++
	s.ID = "s" + strconv.Itoa(t.next)
	s.followSaved(t.Saved)
	t.open[s.ID] = s
	return s, nil
}

func (t *Sessions) connect(ctx context.Context, c connections.Connection, secret secretSource) (*Session, error) {
	if err := t.Limits.open(); err != nil {
		return nil, err
	}
	m, d, err := t.drivers.Open(ctx, c.Driver)
	if err != nil {
		return nil, err
	}
	s, err := connect(ctx, c, m, d, plugin.NewShelf(plugin.DefaultShelf).SpillTo(t.Scratch), t.Limits, secret)
	if err != nil {
		ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeTimeout)
		defer cancel()
		_ = d.Close(ending) // the user must see why connecting failed, not this error
		return nil, err
	}
	return s, nil
}

// Report is what Test Connection found.
type Report struct {
	Server  *driver.Server
	Objects int
	Noun    string // the engine's word for these objects
	Elapsed time.Duration
	Notices []string
	TLS     *transport.TLSFacts // what the server presented, nil for plain HTTP
}

// Test connects, lists the objects and disconnects. A failure over HTTPS is a *ConnectError.
func (t *Sessions) Test(ctx context.Context, c connections.Connection, secret func(ctx context.Context, field string) (string, error)) (*Report, error) {
	begin := time.Now()
	s, err := t.connect(ctx, c, secret)
	if err != nil {
		return nil, err
	}
	defer func() {
		ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeTimeout)
		defer cancel()
		_ = s.close(ending)
	}()
	list, err := Run[driver.ObjectList](ctx, s, driver.OpObjects, &driver.ObjectsArgs{}, nil)
	if err != nil {
		return nil, s.withFacts(err)
	}
	noun := s.Manifest.Nouns.Objects
	if len(list.Objects) == 1 {
		noun = s.Manifest.Nouns.Object
	}
	server := s.Server()
	notices := slices.Concat(server.Notices, s.Unsaid(list.Notices))
	return &Report{server, len(list.Objects), noun, time.Since(begin), notices, s.client.TLS()}, nil
}

// ErrClosed is returned for a connection that is not open, or something opened over it.
var ErrClosed = &driver.Error{Kind: driver.NotFound, Message: "This connection is closed."}

// Get returns an open connection. The error is ErrClosed if no connection has that id.
func (t *Sessions) Get(id string) (*Session, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if s := t.open[id]; s != nil {
		return s, nil
	}
	return nil, ErrClosed
}

// Of returns a driver's open connections, in the order in which they were opened.
func (t *Sessions) Of(driver string) []*Session {
	return t.those(func(s *Session) bool { return s.Manifest.ID == driver })
}

// OfConnection returns a saved connection's open sessions, in the order in which they were opened.
func (t *Sessions) OfConnection(id string) []*Session {
	return t.those(func(s *Session) bool { return s.Connection.ID == id })
}

func (t *Sessions) those(match func(*Session) bool) []*Session {
	t.mu.Lock()
	defer t.mu.Unlock()
	var list []*Session
	for i := 1; i <= t.next; i++ {
		if s := t.open["s"+strconv.Itoa(i)]; s != nil && match(s) {
			list = append(list, s)
		}
	}
	return list
}

// Close closes a connection: it cancels running operations and releases what the engine holds for it.
func (t *Sessions) Close(ctx context.Context, id string) error {
	t.mu.Lock()
	s := t.open[id]
	delete(t.open, id)
	t.mu.Unlock()
	if s == nil {
		return nil
	}
	return s.close(ctx)
}

// CloseAll closes every connection.
func (t *Sessions) CloseAll(ctx context.Context) {
	t.mu.Lock()
	ids := slices.Collect(maps.Keys(t.open))
	t.mu.Unlock()
	t.CloseEach(ctx, ids)
}

// CloseEach closes connections in parallel, so that one that does not respond does not delay the others.
func (t *Sessions) CloseEach(ctx context.Context, ids []string) {
	var group sync.WaitGroup
	for _, id := range ids {
		group.Go(func() { _ = t.Close(ctx, id) })
	}
	group.Wait()
}
