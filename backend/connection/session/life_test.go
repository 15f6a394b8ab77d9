package session_test

import (
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/data/grid"
)

// counted counts the connections that are open to a server.
func counted(t *testing.T, response http.HandlerFunc) (server *httptest.Server, open *atomic.Int32) {
	t.Helper()
	open = new(atomic.Int32)
	server = httptest.NewUnstartedServer(response)
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		switch state {
		case http.StateNew:
			open.Add(1)
		case http.StateClosed, http.StateHijacked:
			open.Add(-1)
		}
	}
	server.Start()
	t.Cleanup(server.Close)
	return server, open
}

// SPEC: CON-07
func TestNothingIsLeftOpen(t *testing.T) {
	refuse := func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) }
	tests := []struct {
		name     string
		response http.HandlerFunc
		do       func(t *testing.T, table *session.Sessions, address string)
	}{
		{"after a test", sessiontest.As8, func(t *testing.T, table *session.Sessions, address string) {
			_, err := table.Test(t.Context(), sessiontest.To("elasticsearch", address, nil), sessiontest.Holding(nil))
			require.NoError(t, err)
		}},
		{"after a test that failed", refuse, func(t *testing.T, table *session.Sessions, address string) {
			_, err := table.Test(t.Context(), sessiontest.To("elasticsearch", address, nil), sessiontest.Holding(nil))
			require.Error(t, err)
		}},
		{"after opening failed", refuse, func(t *testing.T, table *session.Sessions, address string) {
			_, err := table.Open(t.Context(), sessiontest.To("elasticsearch", address, nil), sessiontest.Holding(nil))
			require.Error(t, err)
		}},
		{"after the options were refused", sessiontest.As8, func(t *testing.T, table *session.Sessions, address string) {
			_, err := table.Open(t.Context(), sessiontest.To("elasticsearch", address, sessiontest.Fields{"host": "a b"}), sessiontest.Holding(nil))
			require.Error(t, err)
		}},
		{"after a connection with a view was closed", sessiontest.As8, func(t *testing.T, table *session.Sessions, address string) {
			s, err := table.Open(t.Context(), sessiontest.To("elasticsearch", address, nil), sessiontest.Holding(nil))
			require.NoError(t, err)
			v, err := grid.NewViews().Open(t.Context(), s, "books")
			require.NoError(t, err)
			_, err = v.Page(t.Context(), 0, 0)
			require.NoError(t, err)
			require.NoError(t, table.Close(t.Context(), s.ID))
		}},
		{"after all connections were closed", sessiontest.As8, func(t *testing.T, table *session.Sessions, address string) {
			for range 3 {
				_, err := table.Open(t.Context(), sessiontest.To("elasticsearch", address, nil), sessiontest.Holding(nil))
				require.NoError(t, err)
			}
			table.CloseAll(t.Context())
		}},
	}
	_, err := sessiontest.Module(t.Context(), t, "elasticsearch") // the runtime's own goroutines do not belong to a connection
	require.NoError(t, err)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			server, open := counted(t, test.response)
			before := runtime.NumGoroutine()
			table := session.New(sessiontest.Drivers(t))
			test.do(t, table, server.Listener.Addr().String())
			require.Empty(t, table.Of("elasticsearch"))
			// The extra goroutine is the one that checks.
			require.Eventually(t, func() bool { return open.Load() == 0 && runtime.NumGoroutine() <= before+1 }, 10*time.Second, time.Millisecond)
		})
	}
}
