// SPEC: CON-20
package api

import (
	"bufio"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// hanging is a server that responds up to a point that the test chooses and no further. It reports when a connection
// has reached that point, and when the client closed it.
type hanging struct {
	host, port string
	there      chan string
	gone       chan string
}

// hang starts one. write returns its response to a request; with silent, it does not even read the request.
func hang(t testing.TB, silent bool, write func(path string) string) *hanging {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = l.Close() })
	h := &hanging{there: make(chan string, 16), gone: make(chan string, 16)}
	h.host, h.port, err = net.SplitHostPort(l.Addr().String())
	require.NoError(t, err)
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go h.serve(conn, silent, write)
		}
	}()
	return h
}

func (h *hanging) serve(conn net.Conn, silent bool, write func(path string) string) {
	defer func() { _ = conn.Close() }()
	in := bufio.NewReader(conn)
	if silent {
		_, _ = in.Peek(1)
		h.there <- "handshake"
		_, _ = in.Discard(1 << 20)
		h.gone <- "handshake"
		return
	}
	for {
		q, err := http.ReadRequest(in)
		if err != nil {
			return
		}
		answer := write(q.URL.Path)
		_, _ = conn.Write([]byte(answer))
		if whole(answer) {
			continue
		}
		h.there <- q.URL.Path
		_, _ = in.Peek(1)
		h.gone <- q.URL.Path
		return
	}
}

const greeting = `{"cluster_name":"c","version":{"number":"8.16.3"},"tagline":"You Know, for Search"}`

func answerOf(body string) string {
	return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Elastic-Product: Elasticsearch\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n" +
		"2000\r\n" + body + strings.Repeat(" ", 0x2000-len(body)) + "\r\n"
}

const end = "0\r\n\r\n"

func whole(answer string) bool { return strings.HasSuffix(answer, end) }

// greets responds like an engine to GET / and sends rest to any other request: nothing, or the beginning of a response.
func greets(rest string) func(string) string {
	return func(path string) string {
		if path == "/" {
			return answerOf(greeting) + end
		}
		return rest
	}
}

// stages are the moments at which a call is cancelled: what the server does until then, and the call that waits for it.
var stages = []struct {
	name   string
	silent bool
	ssl    string
	write  func(string) string
	call   func(w *world, session string, d Draft, id string) error
	opened bool
}{
	{"in the TLS handshake", true, "required", nil, tested, false},
	{"before the head of an answer", false, "disabled", func(string) string { return "" }, tested, false},
	{"in the middle of a body", false, "disabled", func(string) string { return answerOf("{") }, tested, false},
	{"after the greeting, in a test", false, "disabled", greets(""), tested, false},
	{"in the list of objects, before the head", false, "disabled", greets(""), listing, true},
	{"in the list of objects, in the body", false, "disabled", greets(answerOf("[")), listing, true},
	{"in the opening of a grid", false, "disabled", greets(""), opening, true},
	{"in the opening of a grid, in the body", false, "disabled", greets(answerOf("{")), opening, true},
}

func tested(w *world, _ string, d Draft, id string) error {
	_, err := w.Connections.Test(DraftRequest{Call: id, Draft: d})
	return err
}

func listing(w *world, session string, _ Draft, id string) error {
	_, err := w.Grid.Objects(ObjectsRequest{Call: id, Session: session})
	return err
}

func opening(w *world, session string, _ Draft, id string) error {
	_, err := w.Grid.Open(OpenRequest{Call: id, Session: session, Object: "books"})
	return err
}

// hung returns a form for the server, without timeouts, and the open session if the stage needs one.
func (w *world) hung(t testing.TB, h *hanging, ssl string, opened bool) (Draft, string) {
	t.Helper()
	d := w.draft(map[string]string{
		"host": h.host, "port": h.port, "auth": "none", "ssl": ssl, "connectTimeout": "0", "queryTimeout": "0", "safeMode": "off",
	})
	if !opened {
		return d, ""
	}
	saved, err := w.Connections.Save(DraftRequest{Draft: d})
	require.NoError(t, err)
	info, err := w.Connections.Open(ConnectRequest{ID: saved.ID})
	require.NoError(t, err)
	return d, info.ID
}

func TestACallIsCancelledWhereverItHangs(t *testing.T) {
	w := newWorld(t, "8.16.3")
	for _, stage := range stages {
		t.Run(stage.name, func(t *testing.T) {
			h := hang(t, stage.silent, stage.write)
			d, session := w.hung(t, h, stage.ssl, stage.opened)
			ended := make(chan error, 1)
			go func() { ended <- stage.call(w, session, d, stage.name) }()
			<-h.there
			select {
			case err := <-ended:
				require.Fail(t, "the call ended before it was cancelled", "%v", err)
			default:
			}
			_, err := w.Calls.Cancel(CancelRequest{Call: stage.name})
			require.NoError(t, err)
			require.Equal(t, "cancelled", failed(t, <-ended).Kind, "the server never answers: only cancelling ends the call")
			<-h.gone
			if stage.opened {
				_, err = w.Connections.Close(SessionRequest{Session: session})
				require.NoError(t, err)
			}
		})
	}
}

func TestTheTimeoutsOfAConnectionEndItsCalls(t *testing.T) {
	rows := []struct {
		name, field, ssl string
		silent           bool
		want             string
	}{
		{"connecting", "connectTimeout", "required", true, "no TLS handshake within 1s"},
		{"a query", "queryTimeout", "disabled", false, "no response within 1 s"},
	}
	w := newWorld(t, "8.16.3")
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			h := hang(t, row.silent, func(string) string { return "" })
			d, _ := w.hung(t, h, row.ssl, false)
			for i := range d.Fields {
				if d.Fields[i].ID == row.field {
					d.Fields[i].Value = "1"
				}
			}
			_, err := w.Connections.Test(DraftRequest{Draft: d})
			require.Contains(t, strings.ToLower(failed(t, err).Message+" "+failed(t, err).Detail), strings.ToLower(row.want))
			<-h.gone
		})
	}
}

// BenchmarkACancelledCallEnds measures the longest time from a call's cancellation to its end, in ms.
func BenchmarkACancelledCallEnds(b *testing.B) {
	w := newWorld(b, "8.16.3")
	for _, stage := range stages {
		b.Run(stage.name, func(b *testing.B) {
			h := hang(b, stage.silent, stage.write)
			d, session := w.hung(b, h, stage.ssl, stage.opened)
			longest := time.Duration(0)
			for b.Loop() {
				ended := make(chan error, 1)
				go func() { ended <- stage.call(w, session, d, stage.name) }()
				<-h.there
				begin := time.Now()
				_, _ = w.Calls.Cancel(CancelRequest{Call: stage.name})
				<-ended
				longest = max(longest, time.Since(begin))
				<-h.gone
			}
			b.ReportMetric(float64(longest.Microseconds())/1000, "max-ms")
		})
	}
}
