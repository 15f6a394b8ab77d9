package transport

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// SPEC: CON-20
func TestAStreamFailsAsDoDoes(t *testing.T) {
	rows := []struct {
		name     string
		response string
		kind     Kind
		status   int
		inBody   bool // the head is received, the failure occurs while reading the body
	}{
		{"no response", "", KindConnect, 0, false},
		{"a redirect elsewhere", "HTTP/1.1 302 Found\r\nLocation: http://other.example/\r\nContent-Length: 0\r\n\r\n", KindRefused, 302, false},
		{"gzip that is none", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 12\r\n\r\nnot gzip at all", KindEngine, 200, false},
		{"gzip that ends before it begins", "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Encoding: gzip\r\nContent-Length: 12\r\n\r\n", KindConnect, 200, false},
		{"a body cut short", "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 12\r\n\r\nhalf", KindConnect, 200, true},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			c := newClient(t, newRawServer(t, always(row.response)).Port, nil)
			var events []Event
			c.Observe(func(e Event) { events = append(events, e) })
			resp, err := c.Stream(t.Context(), Request{Method: "GET", Path: "/x"})
			if row.inBody {
				require.NoError(t, err)
				var text []byte
				text, err = io.ReadAll(resp.Body)
				require.Equal(t, "half", string(text))
				_, again := resp.Body.Read(make([]byte, 1))
				require.Equal(t, err, again, "a failure stays")
				require.NoError(t, resp.Body.Close())
			}
			failure := requireKind(t, err, row.kind)
			require.Equal(t, row.status, failure.Status)
			require.True(t, failure.Sent)
			require.Len(t, events, 1)
			require.Equal(t, row.kind, events[0].Kind)
		})
	}
}

// SPEC: CON-20
func TestCancellingEndsAStreamThatIsBeingRead(t *testing.T) {
	hold := make(chan struct{})
	port := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "begun")
		w.(http.Flusher).Flush()
		<-hold
	})
	t.Cleanup(func() { close(hold) })
	ctx, cancel := context.WithCancel(t.Context())
	resp, err := newClient(t, port, nil).Stream(ctx, Request{Method: "GET", Path: "/"})
	require.NoError(t, err)
	_, err = io.ReadFull(resp.Body, make([]byte, 5))
	require.NoError(t, err)
	cancel()
	_, err = io.ReadAll(resp.Body)
	requireKind(t, err, KindCancelled)
	require.NoError(t, resp.Body.Close())
}

func TestAStreamThatIsClosedEarlyIsNoFailure(t *testing.T) {
	port := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, strings.Repeat("x", 1<<20)) })
	c := newClient(t, port, nil)
	var events []Event
	c.Observe(func(e Event) { events = append(events, e) })
	resp, err := c.Stream(t.Context(), Request{Method: "GET", Path: "/"})
	require.NoError(t, err)
	_, err = io.ReadFull(resp.Body, make([]byte, 5))
	require.NoError(t, err)
	require.NoError(t, resp.Body.Close())
	_, err = resp.Body.Read(make([]byte, 1))
	require.ErrorIs(t, err, errReadAfterClose)
	require.Len(t, events, 1)
	require.Equal(t, Event{Method: "GET", Path: "/", Status: 200, Bytes: 5, Started: events[0].Started, Duration: events[0].Duration}, events[0])
}

func TestALimitIsSaidInItsUnit(t *testing.T) {
	require.Equal(t, "the response is larger than 256 MB", tooLarge{DefaultMaxResponse}.Error())
	require.Equal(t, "the response is larger than 1000 bytes", tooLarge{1000}.Error())
}
