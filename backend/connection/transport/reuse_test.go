package transport

// SPEC: CON-25

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"os"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// turning is a server that keeps connections alive and, once turned, treats existing ones in a special way.
type turning struct {
	Port   int
	mu     sync.Mutex
	heard  []string
	turned int // connections with a smaller number have turned
	next   int
	gather *sync.WaitGroup // a request gets its response once all have arrived
	unread bool            // a connection that has turned is closed before the body of a request is read
}

// newTurning starts a server. It calls old for each request over a connection that has turned, and then leaves the
// connection as it is until old has closed it.
func newTurning(t *testing.T, old func(conn *net.TCPConn)) *turning {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s := &turning{Port: listener.Addr().(*net.TCPAddr).Port}
	var conns []net.Conn
	t.Cleanup(func() {
		_ = listener.Close()
		s.mu.Lock()
		defer s.mu.Unlock()
		for _, conn := range conns {
			_ = conn.Close()
		}
	})
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			s.mu.Lock()
			number := s.next
			s.next++
			conns = append(conns, conn)
			s.mu.Unlock()
			go s.serve(conn.(*net.TCPConn), number, old)
		}
	}()
	return s
}

func (s *turning) serve(conn *net.TCPConn, number int, old func(*net.TCPConn)) {
	reader := bufio.NewReader(conn)
	for {
		q, err := http.ReadRequest(reader)
		if err != nil {
			return
		}
		s.mu.Lock()
		s.heard = append(s.heard, q.Method+" "+q.URL.Path)
		turned, gather := number < s.turned, s.gather
		s.mu.Unlock()
		if !turned || !s.unread {
			_, _ = io.Copy(io.Discard, q.Body)
		}
		if turned {
			old(conn)
			continue
		}
		if gather != nil {
			gather.Done()
			gather.Wait()
		}
		_, _ = io.WriteString(conn, rawOK)
	}
}

// fill leaves a client with that many idle connections.
func (s *turning) fill(t *testing.T, c *Client, idle int) {
	t.Helper()
	var gather, all sync.WaitGroup
	gather.Add(idle)
	s.mu.Lock()
	s.gather = &gather
	s.mu.Unlock()
	failures := make(chan error, idle)
	for range idle {
		all.Go(func() {
			_, err := c.Do(t.Context(), Request{Method: "GET", Path: "/"})
			failures <- err
		})
	}
	all.Wait()
	for range idle {
		require.NoError(t, <-failures)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gather = nil
	require.Equal(t, idle, s.next)
}

// turn makes all existing connections special, and forgets what was heard.
func (s *turning) turn() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.turned, s.heard = s.next, nil
}

func (s *turning) requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string{}, s.heard...)
}

func silent(*net.TCPConn) {}

// reset ends a connection like a firewall that has forgotten it.
func reset(conn *net.TCPConn) {
	_ = conn.SetLinger(0)
	_ = conn.Close()
}

func hangUp(conn *net.TCPConn) { _ = conn.Close() }

func cutShort(conn *net.TCPConn) {
	_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{")
	_ = conn.Close()
}

// SPEC: CON-25
func TestAfterOneTimeoutOfAReusedConnectionTheNextRequestOpensANewOne(t *testing.T) {
	for _, req := range []Request{{Method: "GET", Path: "/books"}, {Method: "PUT", Path: "/books/_doc/1", Body: []byte("{}")}} {
		t.Run(req.Method, func(t *testing.T) {
			s := newTurning(t, silent)
			c := newClient(t, s.Port, nil)
			s.fill(t, c, 4)
			s.turn()
			req.Timeout, req.RepeatIfBroken = 50*time.Millisecond, req.Method == "GET"
			_, err := c.Do(t.Context(), req)
			requireKind(t, err, KindTimeout)
			require.Len(t, s.requests(), 1, "a request that was given its time is not sent again")
			req.Timeout = 10 * time.Second
			for range 4 {
				_, err = c.Do(t.Context(), req)
				require.NoError(t, err)
			}
		})
	}
}

// SPEC: CON-25
func TestAReadIsSentAgainOnceWhereItsReusedConnectionBrokeAndAWriteIsNot(t *testing.T) {
	read, write := Request{Method: "GET", Path: "/books", RepeatIfBroken: true}, Request{Method: "PUT", Path: "/books/_doc/1", Body: []byte("{}")}
	step := Request{Method: "POST", Path: "/_search/scroll", Body: []byte("{}")}
	tests := []struct {
		name  string
		old   func(*net.TCPConn)
		req   Request
		heard int
		works bool
	}{
		{"a read, reset", reset, read, 2, true},
		{"a read, closed", hangUp, read, 2, true},
		{"a read whose response had begun", cutShort, read, 1, false},
		{"a write, reset", reset, write, 1, false},
		{"a write, closed", hangUp, write, 1, false},
		{"what moves a cursor, reset", reset, step, 1, false},
		{"what moves a cursor, closed", hangUp, step, 1, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for name, send := range map[string]func(*Client) error{"whole": whole(t, test.req), "stream": streamed(t, test.req)} {
				s := newTurning(t, test.old)
				c := newClient(t, s.Port, nil)
				s.fill(t, c, 3)
				s.turn()
				err := send(c)
				require.Equal(t, test.works, err == nil, "%s: %v", name, err)
				require.Len(t, s.requests(), test.heard, name)
				for range 3 {
					require.NoError(t, send(c), "the others are closed: %s", name)
				}
			}
		})
	}
}

func whole(t *testing.T, req Request) func(*Client) error {
	return func(c *Client) error {
		_, err := c.Do(t.Context(), req)
		return err
	}
}

func streamed(t *testing.T, req Request) func(*Client) error {
	return func(c *Client) error {
		resp, err := c.Stream(t.Context(), req)
		if err != nil {
			return err
		}
		defer func() { _ = resp.Body.Close() }()
		_, err = io.Copy(io.Discard, resp.Body)
		return err
	}
}

// SPEC: CON-25
func TestAReadOverANewConnectionIsNotSentAgain(t *testing.T) {
	s := newTurning(t, reset)
	s.mu.Lock()
	s.turned = 9 // from the first connection on
	s.mu.Unlock()
	c := newClient(t, s.Port, nil)
	_, err := c.Do(t.Context(), Request{Method: "GET", Path: "/books", RepeatIfBroken: true})
	requireKind(t, err, KindConnect)
	require.Len(t, s.requests(), 1)
}

// SPEC: CON-25
func TestAReadIsSentAgainOnlyOnce(t *testing.T) {
	s := newTurning(t, reset)
	c := newClient(t, s.Port, nil)
	s.fill(t, c, 1)
	s.mu.Lock()
	s.turned, s.heard = 9, nil
	s.mu.Unlock()
	_, err := c.Do(t.Context(), Request{Method: "GET", Path: "/books", RepeatIfBroken: true})
	require.Equal(t, "the server reset the connection", requireKind(t, err, KindConnect).Message)
	require.Len(t, s.requests(), 2)
}

// SPEC: CON-25
func TestTheGuardLetsOnlyMarkedReadsBeSentAgain(t *testing.T) {
	table, err := ParseReads([]Route{{"GET", "/**"}, {"POST", "/*/_search"}, {"POST", "/_search/scroll"}}, Route{"GET", "/_refresh"})
	require.NoError(t, err)
	tests := []struct {
		req  Request
		want bool
	}{
		{Request{Method: "GET", Path: "/books", RepeatIfBroken: true}, true},
		{Request{Method: "POST", Path: "/books/_search", RepeatIfBroken: true}, true},
		{Request{Method: "GET", Path: "/books"}, false},
		{Request{Method: "POST", Path: "/_search/scroll"}, false},
		{Request{Method: "GET", Path: "/_refresh", RepeatIfBroken: true}, false},
		{Request{Method: "PUT", Path: "/books", RepeatIfBroken: true}, false},
	}
	for _, test := range tests {
		for way, send := range map[string]func(Guarded, context.Context) error{
			"do":     func(g Guarded, ctx context.Context) error { _, err := g.Do(ctx, test.req); return err },
			"stream": func(g Guarded, ctx context.Context) error { _, err := g.Stream(ctx, test.req); return err },
		} {
			next := &recorder{}
			ctx := WithPermit(t.Context(), NewPermit(SafeOff, test.req))
			require.NoError(t, send(Guarded{Next: next, Reads: table, Safety: NewSafety(SafeOff)}, ctx))
			require.Equal(t, test.want, next.repeatable, "%s: %s %s, marked %t", way, test.req.Method, test.req.Path, test.req.RepeatIfBroken)
		}
	}
}

// SPEC: CON-25
func TestAFailedWriteToAConnectionThatTheServerEndedIsSaidInOurWordsAndAReadIsSentAgain(t *testing.T) {
	const reset, closed = "the server reset the connection", "the server closed the connection without responding"
	at := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 9}
	call := func(op string, err error) error {
		return &net.OpError{Op: op, Net: "tcp", Source: at, Addr: at, Err: err}
	}
	refused := func(number syscall.Errno) error { return call("write", os.NewSyscallError("write", number)) }
	for name, test := range map[string]struct {
		err  error
		said string
	}{
		"broken pipe":                          {refused(syscall.EPIPE), reset},
		"broken pipe while a body is copied":   {call("readfrom", refused(syscall.EPIPE)), reset},
		"reset while a body is copied":         {call("readfrom", refused(syscall.ECONNRESET)), reset},
		"wrapped by net/http":                  {fmt.Errorf("net/http: HTTP/1.x transport connection broken: %w", refused(syscall.EPIPE)), reset},
		"closed by net/http, which saw an end": {call("readfrom", call("write", net.ErrClosed)), closed},
		"a closed pipe":                        {io.ErrClosedPipe, closed},
	} {
		x := newClient(t, 9, nil).newExchange(t.Context(), Request{Method: "GET", Path: "/"})
		x.reused.Store(true)
		failure := x.fault(0, test.err)
		require.Equal(t, test.said, failure.Message, name)
		require.Equal(t, KindConnect, failure.Kind, name)
		require.True(t, x.broke(test.err), name)
		x.release()
	}
}

// SPEC: CON-25
func TestALargeReadIsSentAgainWhereItsReusedConnectionBrokeWhileItWasWritten(t *testing.T) {
	for name, end := range map[string]func(*net.TCPConn){"reset": reset, "closed": hangUp} {
		for range 20 { // net/http notices it while it reads or while it writes
			for _, again := range []bool{false, true} {
				s := newTurning(t, end)
				s.unread = true
				c := newClient(t, s.Port, nil)
				s.fill(t, c, 1)
				s.turn()
				_, err := c.Do(t.Context(), Request{Method: "POST", Path: "/multi_search", Body: bytes.Repeat([]byte("x"), 1<<20), RepeatIfBroken: again})
				if again {
					require.NoError(t, err, name)
					continue
				}
				require.Contains(t, []string{"the server reset the connection", "the server closed the connection without responding"}, requireKind(t, err, KindConnect).Message, name)
			}
		}
	}
}

// SPEC: CON-25
func TestAReadIsSentAgainWhereAConnectionBrokeThatWaitedUnused(t *testing.T) {
	c := newClient(t, 9, nil)
	for _, idle := range []bool{false, true} {
		x := c.newExchange(t.Context(), Request{Method: "GET", Path: "/"})
		x.trace().GotConn(httptrace.GotConnInfo{WasIdle: idle})
		require.Equal(t, idle, x.broke(io.EOF))
		x.release()
	}
}
