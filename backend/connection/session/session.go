// Package session holds the open connections: each one is a cluster that responded to a first request, and its driver.
// It is only the link: what is opened over it belongs to the packages that open it.
//
// Decisions:
//   - One slow or broken response does not mean a lost connection: the connection itself is tried once before it counts
//     as lost. Failed reads are repeated when it is back; nothing else is.
//   - The certificate chain that a server presented travels beside a driver's error (ConnectError), not in it: drivers
//     know nothing of TLS.
//   - A loopback address is only a hint that a cluster is a test cluster: it can be the near end of a tunnel. If no safe
//     mode was chosen and the cluster has more than one node (driver.Server.Nodes), writes are confirmed.
//   - Fields that the form hides are not used: a client certificate chosen under Verify CA stays with the connection
//     under another mode but is not sent.
package session

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"quarry/backend/connection/requestlog"
	"quarry/backend/connection/transport"
	"quarry/backend/driverhost/manifest"
	"quarry/backend/driverhost/plugin"
	"quarry/backend/profile/connections"
	"quarry/drivers/driver"
)

// Session is one open connection. It is safe for concurrent use.
type Session struct {
	ID         string
	Connection connections.Connection
	Manifest   *manifest.Manifest
	Values     FormValues        // as of opening; see SafeMode for the current mode
	Texts      map[string]string // the driver's own texts
	Requests   *requestlog.Log   // what was sent, from the first greeting on

	client *transport.Client
	http   transport.Guarded
	safety *transport.Safety
	sender plugin.RequestSender
	driver *plugin.Supervisor
	shelf  *plugin.Shelf

	ops         []string // the optional operations of the driver
	definitions []driver.Text
	operators   []driver.Operator
	kinds       []driver.ObjectKind

	mu      sync.Mutex
	server  *driver.Server
	closed  bool
	closing []func(context.Context) // see OnClose
}

// Server returns what the cluster reported about itself.
func (s *Session) Server() *driver.Server {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.server
}

// Unsaid returns the notices that the server did not already send when the connection was opened.
func (s *Session) Unsaid(notices []string) []string {
	said := s.Server().Notices
	return slices.DeleteFunc(notices, func(n string) bool { return slices.Contains(said, n) })
}

// connect makes the client and greets the cluster. A failure over HTTPS is a *ConnectError.
func connect(ctx context.Context, c connections.Connection, m *manifest.Manifest, d *plugin.Supervisor, shelf *plugin.Shelf, limits Limits, secret secretSource) (*Session, error) {
	s := &Session{Connection: c, Manifest: m, Values: FormValuesOf(m, c.Fields), driver: d, shelf: shelf}
	options, err := transportOptions(ctx, m, s.Values, secret)
	if err != nil {
		return nil, err
	}
	if options.Headers, err = extraHeaders(ctx, c.Headers, secret); err != nil {
		return nil, err
	}
	if s.client, err = newClient(options); err != nil {
		return nil, err
	}
	if err := limits.allow(c.ID, s.client.Host()); err != nil {
		s.client.Close()
		return nil, err
	}
	table, err := ReadsOf(m)
	if err != nil {
		s.client.Close()
		return nil, err
	}
	s.Requests = requestlog.New(table, s.client.Redact)
	s.client.Observe(s.Requests.Observe)
	s.safety = limits.safety(s.Values.SafeMode())
	s.http = transport.Guarded{Next: s.client, Reads: table, Safety: s.safety}
	s.sender = plugin.FromTransport(s.http)
	if err := s.greet(ctx); err != nil {
		s.client.Close()
		return nil, s.withFacts(err)
	}
	s.Values.greeted(s.server)
	s.safety.Tighten(transport.SafeMode(s.Values.SafeMode()))
	return s, nil
}

// ReadsOf returns the routes in a driver's manifest that only read.
func ReadsOf(m *manifest.Manifest) (transport.Table, error) {
	table, err := transport.ParseReads(routesOf(m.Reads), routesOf(m.Writes)...)
	if err != nil {
		return transport.Table{}, fmt.Errorf("read the table of reads of %s: %w", m.ID, err)
	}
	return table, nil
}

func routesOf(listed []manifest.Route) []transport.Route {
	routes := make([]transport.Route, 0, len(listed))
	for _, r := range listed {
		routes = append(routes, transport.Route{Method: r.Method, Path: r.Path})
	}
	return routes
}

// Base returns the beginning of each request's URL: scheme, host, port and path prefix.
func (s *Session) Base() string { return s.client.Base() }

func (s *Session) greet(ctx context.Context) error {
	about, err := Run[driver.Description](ctx, s, driver.OpDescribe, nil, nil)
	if err != nil {
		return err
	}
	s.ops, s.definitions, s.operators, s.kinds = about.Ops, about.Definitions, about.Operators, about.Kinds
	s.Texts = make(map[string]string, len(about.Texts))
	for _, t := range about.Texts {
		s.Texts[t.Key] = t.Value
	}
	args := &driver.OpenArgs{Secure: s.Values.Secure(), Nodes: s.Values.wantsNodes()}
	for id, v := range s.Values {
		args.Settings = append(args.Settings, driver.Text{Key: id, Value: v})
	}
	slices.SortFunc(args.Settings, func(a, b driver.Text) int { return strings.Compare(a.Key, b.Key) })
	server, err := Run[driver.Server](ctx, s, driver.OpOpen, args, nil)
	if err != nil {
		return err
	}
	s.mu.Lock()
	s.server = server
	s.mu.Unlock()
	return nil
}

// DriverState reports whether the driver is running and, if not, why.
func (s *Session) DriverState() plugin.State { return s.driver.State() }

// RestartDriver starts the driver again after it has stopped.
func (s *Session) RestartDriver(ctx context.Context) error { return s.driver.Restart(ctx) }
