package conformance

import (
	"context"
	"math"
	"sync"
	"time"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/transport"
	"quarry/backend/data/rows"
	"quarry/backend/driverhost/plugin"
	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
)

// stand is what one law is checked on: the subject and the ways of running it. All laws but one only use the first way.
type stand struct {
	subject *Subject
	ways    []way
}

// engine returns the sender of the target's own connection.
func (s *stand) engine(t T) plugin.RequestSender {
	t.Helper()
	return through(t, s.subject.Target.Connection)
}

// through returns a sender for a connection with these options.
func through(t T, o transport.Options) plugin.RequestSender {
	t.Helper()
	client, err := transport.New(o)
	require.NoError(t, err)
	t.Cleanup(client.Close)
	return plugin.FromTransport(client)
}

// connect starts the driver in its first way and opens the target.
func (s *stand) connect(t T) *connection {
	t.Helper()
	c := s.start(t, s.ways[0], s.engine(t))
	c.greet(t)
	return c
}

// start starts the driver without sending a request.
func (s *stand) start(t T, w way, sender plugin.RequestSender) *connection {
	t.Helper()
	runner, err := w.open(t.Context())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, runner.Close(context.Background())) })
	c := &connection{subject: s.subject, runner: runner, wire: &tap{next: sender}}
	if m := s.manifest(t); m != nil {
		c.headers = m.ResponseHeaders
	}
	return c
}

// maxPolls limits how often an engine is asked what it holds open. It closes a response's own context a moment after the
// response, so the first report can be too high.
const maxPolls = 200

// held returns the smallest number that the engine reports, 0 if it cannot report any.
func (s *stand) held(t T) int {
	t.Helper()
	if s.subject.Target.Held == nil {
		return 0
	}
	least := math.MaxInt
	for n := 0; n < maxPolls && least > 0; n++ {
		now, err := s.subject.Target.Held(t.Context())
		require.NoError(t, err)
		least = min(least, now)
	}
	return least
}

// connection runs the operations of one instance of the driver. Time and random bytes are the same for all of them.
type connection struct {
	subject *Subject
	runner  plugin.Runner
	wire    *tap
	session []byte
	headers []string // response headers that the driver's manifest lists
}

// call is one operation and, if it reads rows, their view.
type call struct {
	op      string
	args    wire.Message
	view    *view
	session *[]byte              // nil for the connection's
	sender  plugin.RequestSender // nil for the connection's
	file    *file                // the file that the operation writes, nil for none
	shelf   *plugin.Shelf        // the shelf for documents, nil for none
}

// outcome is the result of an operation.
type outcome struct {
	result []byte
	exec   *plugin.Exec
	log    *plugin.StepLog
	err    error
}

var (
	fixedTime = time.UnixMilli(1_700_000_000_000)
	fixedSeed = []byte("thirty-two bytes of no randomness")[:32]
)

// run runs one operation; around, which may be nil, wraps the executor of its steps.
func (c *connection) run(ctx context.Context, k call, around func(plugin.Executor) plugin.Executor) *outcome {
	o := &outcome{log: &plugin.StepLog{}}
	sender := k.sender
	if sender == nil {
		sender = c.wire
	}
	options := plugin.ExecOptions{
		Kernel: func(*driver.RowsPlan) (*rows.Kernel, error) { return k.view.kernel, nil },
		Shelf:  k.shelf, Headers: c.headers,
		Wait: func(context.Context, time.Duration) {}, // a retry after a busy server is immediate
	}
	if k.file != nil {
		options.Sink = k.file
	}
	o.exec = plugin.NewExec(sender, options)
	executor := plugin.Executor(o.exec)
	if around != nil {
		executor = around(executor)
	}
	session := c.session
	if k.session != nil {
		session = *k.session
	}
	o.result, o.err = c.runner.Run(ctx, plugin.Call{
		Op: k.op, Session: session, Args: k.args, Exec: executor, Read: true, Log: o.log, Now: fixedTime, Seed: fixedSeed,
	})
	return o
}

// do runs one operation that must succeed and decodes its result.
func do[R any, M interface {
	*R
	wire.Message
}](t T, c *connection, k call) *R {
	t.Helper()
	return decoded[R, M](t, c.run(t.Context(), k, nil))
}

// decoded returns the result of an operation that must have succeeded.
func decoded[R any, M interface {
	*R
	wire.Message
}](t T, o *outcome) *R {
	t.Helper()
	require.NoErrorf(t, o.err, "%s", o.log)
	result := new(R)
	require.NoErrorf(t, wire.Decode(string(o.result), M(result)), "%s", o.log)
	return result
}

// greeting is the call that opens a server.
func (c *connection) greeting() call {
	return call{op: driver.OpOpen, args: &driver.OpenArgs{
		Settings: c.subject.Target.Settings, Secure: c.subject.Target.Connection.TLS.Mode != "" && c.subject.Target.Connection.TLS.Mode != transport.ModeDisabled,
	}}
}

// greet opens the connection and stores its session.
func (c *connection) greet(t T) {
	t.Helper()
	c.session = do[driver.Server](t, c, c.greeting()).Session
}

// has reports whether the driver lists an optional operation.
func (c *connection) has(t T, op string) bool {
	t.Helper()
	for _, name := range do[driver.Description](t, c, call{op: driver.OpDescribe}).Ops {
		if name == op {
			return true
		}
	}
	return false
}

// tap is a sender that records every request. The sender that it wraps can be replaced between operations.
type tap struct {
	mu   sync.Mutex
	next plugin.RequestSender
	sent []driver.Request
}

// Do implements [plugin.RequestSender].
func (w *tap) Do(ctx context.Context, r *driver.Request) (*transport.Response, error) {
	w.mu.Lock()
	next := w.next
	w.sent = append(w.sent, *r)
	w.mu.Unlock()
	return next.Do(ctx, r)
}

// Stream implements [plugin.Streamer].
func (w *tap) Stream(ctx context.Context, r *driver.Request) (*transport.StreamResponse, error) {
	w.mu.Lock()
	next := w.next
	w.sent = append(w.sent, *r)
	w.mu.Unlock()
	return streamed(ctx, next, r)
}

// to sends later requests to another sender and clears the recording.
func (w *tap) to(next plugin.RequestSender) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.next, w.sent = next, nil
}

// requests returns the requests since the start or the last call, and clears them.
func (w *tap) requests() []driver.Request {
	w.mu.Lock()
	defer w.mu.Unlock()
	sent := w.sent
	w.sent = nil
	return sent
}
