package conformance

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/transport"
	"quarry/backend/driverhost/plugin"
	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
)

// senderFunc is a function that is a sender.
type senderFunc func(ctx context.Context, r *driver.Request) (*transport.Response, error)

// Do implements [plugin.RequestSender].
func (f senderFunc) Do(ctx context.Context, r *driver.Request) (*transport.Response, error) {
	return f(ctx, r)
}

// Stream implements [plugin.Streamer].
func (f senderFunc) Stream(ctx context.Context, r *driver.Request) (*transport.StreamResponse, error) {
	return asStream(f(ctx, r))
}

// errNotSent is the error of a sender that reaches no server.
var errNotSent = errors.New("nobody was asked")

// nobody fails every request.
var nobody = senderFunc(func(context.Context, *driver.Request) (*transport.Response, error) { return nil, errNotSent })

// tape records the responses to one operation, so that the operation can get the same ones again: an engine opens a new
// cursor each time.
type tape struct {
	next plugin.RequestSender

	mu   sync.Mutex
	kept map[string][]remembered // by request, in order
}

type remembered struct {
	response *transport.Response
	err      error
}

func record(next plugin.RequestSender) *tape {
	return &tape{next: next, kept: map[string][]remembered{}}
}

// Do implements [plugin.RequestSender]. It sends the request to the engine.
func (p *tape) Do(ctx context.Context, r *driver.Request) (*transport.Response, error) {
	response, err := p.next.Do(ctx, r)
	p.keep(r, remembered{response, err})
	return response, err
}

// Stream implements [plugin.Streamer]. It reads the whole response, so that it can be repeated.
func (p *tape) Stream(ctx context.Context, r *driver.Request) (*transport.StreamResponse, error) {
	response, err := wholly(ctx, p.next, r)
	p.keep(r, remembered{response, err})
	return asStream(response, err)
}

func (p *tape) keep(r *driver.Request, what remembered) {
	p.mu.Lock()
	defer p.mu.Unlock()
	key := string(wire.Append(nil, r))
	p.kept[key] = append(p.kept[key], what)
}

// again returns a sender that sends nothing and responds from the tape. It works for one run of the operation.
func (p *tape) again() plugin.RequestSender {
	var mu sync.Mutex
	given := map[string]int{}
	return senderFunc(func(_ context.Context, r *driver.Request) (*transport.Response, error) {
		mu.Lock()
		defer mu.Unlock()
		key := string(wire.Append(nil, r))
		n := given[key]
		if given[key]++; n >= len(p.kept[key]) {
			return nil, errNotSent
		}
		return p.kept[key][n].response, p.kept[key][n].err
	})
}

// server returns a sender for a connection, with a credential, to a server with that handler.
func server(t T, handler http.HandlerFunc, change func(*transport.Options)) plugin.RequestSender {
	t.Helper()
	s := httptest.NewServer(handler)
	t.Cleanup(s.Close)
	o := loopback(t, s.Listener.Addr().String())
	if change != nil {
		change(&o)
	}
	return through(t, o)
}

// loopback returns the options of a plain connection to an address on this machine.
func loopback(t T, address string) transport.Options {
	t.Helper()
	host, port, err := net.SplitHostPort(address)
	require.NoError(t, err)
	n, err := strconv.Atoi(port)
	require.NoError(t, err)
	return transport.Options{Host: host, Port: n}
}

// reply is a response that does not depend on the request.
type reply struct {
	status     int
	kind, body string // kind: the content type, "" for none
}

// handler sends the same response to every request, with a header that must not be repeated.
func (r reply) handler() http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Content-Type"] = nil
		if r.kind != "" {
			w.Header().Set("Content-Type", r.kind)
		}
		w.Header().Set("X-Private", privateHeader)
		w.WriteHeader(r.status)
		_, _ = w.Write([]byte(r.body)) // a client that is gone is part of the test
	}
}

// privateHeader is the value of a response header that no error may repeat.
const privateHeader = "header-value-of-nobodys-business"

// refusal returns the target engine's refusal of a request with that reason.
func (s *Subject) refusal(status int, words string) reply {
	if s.Target.Refusal == nil {
		return reply{status, "text/plain", words}
	}
	kind, body := s.Target.Refusal(status, words)
	return reply{status, kind, body}
}

// line returns a request's method and path as in errors.
func line(r driver.Request) string { return r.Method + " " + r.Path }

func lines(requests []driver.Request) []string {
	all := make([]string, len(requests))
	for i, r := range requests {
		all[i] = line(r)
	}
	return all
}

// fault returns the *driver.Error of an operation that must have failed.
func fault(t T, o *outcome, what string) *driver.Error {
	t.Helper()
	require.Errorf(t, o.err, "%s: it did not fail\n%s", what, o.log)
	var e *driver.Error
	require.ErrorAsf(t, o.err, &e, "%s", what)
	return e
}

// said returns all texts of an error.
func said(e *driver.Error) string {
	return fmt.Sprintln(e.Message, e.Hint, e.Code, e.Detail, e.Op)
}
