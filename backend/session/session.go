// Package session holds the open connections: each a cluster that was greeted, its driver, and the views that are open
// on its objects.
package session

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"quarry/backend/connections"
	"quarry/backend/grid"
	"quarry/backend/manifest"
	"quarry/backend/plugin"
	"quarry/backend/requests"
	"quarry/backend/rows"
	"quarry/backend/transport"
	"quarry/drivers/driver"
)

// Session is one open connection. It is safe for concurrent use.
type Session struct {
	ID         string
	Connection connections.Connection
	Manifest   *manifest.Manifest
	Settings   Settings
	Texts      map[string]string // the driver's own texts
	Requests   *requests.Log     // what was sent, from the first greeting on

	client *transport.Client
	sender plugin.Sender
	driver *plugin.Supervisor
	cache  *grid.Cache

	mu     sync.Mutex
	server *driver.Server
	views  map[string]*grid.View
	next   int
	ops    []string // the optional operations of the driver

	definitions []driver.Text // what OpDefinition reads, by name and title
	quit        context.CancelFunc
}

// Server gives what the cluster said of itself.
func (s *Session) Server() *driver.Server {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.server
}

// connect makes the client and greets the cluster. What fails over HTTPS is a *ConnectError.
func connect(ctx context.Context, c connections.Connection, m *manifest.Manifest, d *plugin.Supervisor, secret secretSource) (*Session, error) {
	s := &Session{Connection: c, Manifest: m, Settings: SettingsOf(m, c.Fields), driver: d, views: map[string]*grid.View{}, quit: func() {}}
	options, err := transportOptions(ctx, m, s.Settings, secret)
	if err != nil {
		return nil, err
	}
	if s.client, err = newClient(options); err != nil {
		return nil, err
	}
	table, err := readsOf(m)
	if err != nil {
		s.client.Close()
		return nil, err
	}
	s.Requests = requests.New(table, s.client.Redact)
	s.client.Observe(s.Requests.Observe)
	s.sender = plugin.FromTransport(transport.Guarded{Next: s.client, Reads: table, Mode: transport.SafeMode(s.Settings.SafeMode())})
	if err := s.greet(ctx); err != nil {
		s.client.Close()
		return nil, s.withFacts(err)
	}
	return s, nil
}

// readsOf gives the routes of a driver's manifest that only read.
func readsOf(m *manifest.Manifest) (transport.Table, error) {
	routes := make([]transport.Route, 0, len(m.Reads))
	for _, r := range m.Reads {
		routes = append(routes, transport.Route{Method: r.Method, Path: r.Path})
	}
	table, err := transport.ParseReads(routes)
	if err != nil {
		return transport.Table{}, fmt.Errorf("read the table of reads of %s: %w", m.ID, err)
	}
	return table, nil
}

// Base is what stands before the path of every request: scheme, host, port and path prefix.
func (s *Session) Base() string { return s.client.Base() }

func (s *Session) greet(ctx context.Context) error {
	about, err := run[driver.Description](ctx, s, driver.OpDescribe, nil, nil)
	if err != nil {
		return err
	}
	s.ops, s.definitions = about.Ops, about.Definitions
	s.Texts = make(map[string]string, len(about.Texts))
	for _, t := range about.Texts {
		s.Texts[t.Key] = t.Value
	}
	args := &driver.OpenArgs{Secure: s.Settings.Secure()}
	for id, v := range s.Settings {
		args.Settings = append(args.Settings, driver.Text{Key: id, Value: v})
	}
	slices.SortFunc(args.Settings, func(a, b driver.Text) int { return strings.Compare(a.Key, b.Key) })
	server, err := run[driver.Server](ctx, s, driver.OpOpen, args, nil)
	if err != nil {
		return err
	}
	s.mu.Lock()
	s.server = server
	s.mu.Unlock()
	return nil
}

// Objects lists the connection's objects. What the server said of itself when the connection was opened is not said
// again.
func (s *Session) Objects(ctx context.Context) (*driver.ObjectList, error) {
	list, err := run[driver.ObjectList](ctx, s, driver.OpObjects, &driver.ObjectsArgs{}, nil)
	if err != nil {
		return nil, err
	}
	said := s.Server().Notices
	list.Notices = slices.DeleteFunc(list.Notices, func(n string) bool { return slices.Contains(said, n) })
	return list, nil
}

// Counts counts the documents of some objects.
func (s *Session) Counts(ctx context.Context, names []string) ([]driver.Counted, error) {
	counts, err := run[driver.Counts](ctx, s, driver.OpCount, &driver.CountArgs{Objects: names}, nil)
	if err != nil {
		return nil, err
	}
	return counts.Counts, nil
}

// OpenView opens an object.
func (s *Session) OpenView(ctx context.Context, object string) (*grid.View, error) {
	s.mu.Lock()
	s.next++
	id := s.ID + "." + strconv.Itoa(s.next)
	s.mu.Unlock()
	v, err := grid.Open(ctx, id, object, s.Settings.PageSize(), reader{s}, s.cache)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	s.views[id] = v
	s.mu.Unlock()
	return v, nil
}

// CloseView closes a view and gives back what the engine holds for it, also where ctx is done: the engine would hold it
// on for minutes.
func (s *Session) CloseView(ctx context.Context, id string) error {
	s.mu.Lock()
	v := s.views[id]
	delete(s.views, id)
	s.mu.Unlock()
	if v == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeTimeout)
	defer cancel()
	v.Close(ctx)
	return nil
}

// DriverState tells whether the driver runs, and why not.
func (s *Session) DriverState() plugin.State { return s.driver.State() }

// RestartDriver starts the driver again after it stopped.
func (s *Session) RestartDriver(ctx context.Context) error { return s.driver.Restart(ctx) }

func (s *Session) close(ctx context.Context) error {
	s.quit()
	s.mu.Lock()
	ids := slices.Collect(maps.Keys(s.views))
	s.mu.Unlock()
	var group sync.WaitGroup
	for _, id := range ids {
		group.Go(func() { _ = s.CloseView(ctx, id) }) // the engine forgets by itself what cannot be given back
	}
	group.Wait()
	err := s.driver.Close(ctx)
	s.client.Close()
	return err
}

// message is a result of an operation.
type message[R any] interface {
	*R
	wireMessage
}

// run carries out one reading operation of the driver. An executor is made where none is given.
func run[R any, M message[R]](ctx context.Context, s *Session, op string, args wireMessage, exec *plugin.Exec) (*R, error) {
	if exec == nil {
		exec = plugin.NewExec(s.sender, plugin.ExecOptions{})
	}
	call := s.call(op, args, exec)
	call.Read = true
	return plugin.Run[R, M](ctx, s.driver, call)
}

// once carries out one operation of the driver, which is not run again after a crash.
func once[R any, M message[R]](ctx context.Context, s *Session, op string, args wireMessage, exec *plugin.Exec) (*R, error) {
	return plugin.Run[R, M](ctx, s.driver, s.call(op, args, exec))
}

func (s *Session) call(op string, args wireMessage, exec *plugin.Exec) plugin.Call {
	call := plugin.Call{Op: op, Args: args, Exec: exec}
	if server := s.Server(); server != nil {
		call.Session = server.Session
	}
	return call
}

// reader reads columns, counts and pages for the views.
type reader struct{ s *Session }

// Columns implements grid.Reader.
func (r reader) Columns(ctx context.Context, object string) (*driver.ColumnSet, []rows.Record, error) {
	exec := plugin.NewExec(r.s.sender, plugin.ExecOptions{})
	set, err := run[driver.ColumnSet](ctx, r.s, driver.OpColumns, &driver.ColumnsArgs{Object: object}, exec)
	if err != nil {
		return nil, nil, err
	}
	if set.Records == 0 {
		return set, nil, nil
	}
	return set, exec.Schema(set.Records), nil
}
