// SPEC: PLG-07, A-BRO-13, CON-19
package session

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quarry/backend/plugin"
	"quarry/backend/session/internal/fragile"
	"quarry/drivers/driver"
)

// rowOf answers a page of the fragile driver with one row.
func rowOf(w http.ResponseWriter, q *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = fmt.Fprintf(w, `{"rows":[{"id":%q,"doc":{}}]}`, q.URL.Path)
}

// SPEC: PLG-07
func TestADriverThatCrashesFailsItsCallsAndStartsAgainWithTheNext(t *testing.T) {
	server := record(t, rowOf)
	table := New(drivers{t})
	s := opened(t, table, to("fragile", server.address, nil), nil)
	good, err := s.OpenView(t.Context(), "things")
	require.NoError(t, err)
	bad, err := s.OpenView(t.Context(), "crash")
	require.NoError(t, err)
	_, err = good.Page(t.Context(), 0, 0)
	require.NoError(t, err)

	_, err = bad.Page(t.Context(), 0, 0)
	e := failure(t, err)
	require.Equal(t, driver.Crashed, e.Kind)
	require.Equal(t, "It stopped: all goroutines are asleep - deadlock!", e.Message)
	require.Equal(t, plugin.PhaseCrashed, s.DriverState().Phase)

	server.forget()
	_, err = good.Page(t.Context(), 0, 1)
	require.NoError(t, err, "the view goes on in the new instance")
	require.Equal(t, []string{"GET /page/greeted/1000/after-0"}, server.sent())
	require.Equal(t, plugin.PhaseReady, s.DriverState().Phase)
}

// SPEC: PLG-07
func TestADriverThatCrashesAgainAndAgainWaitsForTheUserToRestartIt(t *testing.T) {
	server := record(t, rowOf)
	table := New(drivers{t})
	s := opened(t, table, to("fragile", server.address, nil), nil)
	good, err := s.OpenView(t.Context(), "things")
	require.NoError(t, err)
	_, err = good.Page(t.Context(), 0, 0)
	require.NoError(t, err)
	bad, err := s.OpenView(t.Context(), "crash")
	require.NoError(t, err)
	for s.DriverState().Phase != plugin.PhaseStopped {
		_, err := bad.Page(t.Context(), 0, 0)
		require.Equal(t, driver.Crashed, failure(t, err).Kind)
	}

	server.forget()
	for _, do := range []func() error{
		func() error { _, err := good.Page(t.Context(), 0, 1); return err },
		func() error { _, err := good.Count(t.Context()); return err },
		func() error { _, err := s.Objects(t.Context()); return err },
		func() error { _, err := s.OpenView(t.Context(), "things"); return err },
	} {
		e := failure(t, do())
		require.Equal(t, driver.Crashed, e.Kind)
		require.Equal(t, "Restart the driver.", e.Hint)
	}
	require.Empty(t, server.sent())
	_, err = good.Page(t.Context(), 0, 0)
	require.NoError(t, err, "what was read is kept")

	require.NoError(t, s.RestartDriver(t.Context()))
	require.Equal(t, plugin.PhaseReady, s.DriverState().Phase)
	_, err = good.Page(t.Context(), 0, 1)
	require.NoError(t, err)
	require.Equal(t, []string{"GET /page/greeted/1000/after-0"}, server.sent(), "session and state of the view are those from before")
	_, _, err = table.View(good.ID)
	require.NoError(t, err)
}

// SPEC: A-BRO-13
func TestClosingGivesBackWhatTheEngineHolds(t *testing.T) {
	server := record(t, rowOf)
	table := New(drivers{t})
	s, err := table.Open(t.Context(), to("fragile", server.address, nil), holding(nil))
	require.NoError(t, err)
	var views []string
	for range 3 {
		v, err := s.OpenView(t.Context(), "things")
		require.NoError(t, err)
		views = append(views, v.ID)
	}
	for number, id := range views[:2] {
		_, v, err := table.View(id)
		require.NoError(t, err)
		_, err = v.Page(t.Context(), 0, number)
		require.NoError(t, err)
	}
	server.forget()

	gone, cancel := context.WithCancel(t.Context())
	cancel()
	require.NoError(t, s.CloseView(gone, views[0]), "also when the user has gone on")
	require.NoError(t, s.CloseView(t.Context(), views[0]), "it is closed once")
	require.Equal(t, []string{"DELETE /held/after-0"}, server.sent())
	_, _, err = table.View(views[0])
	require.ErrorIs(t, err, ErrClosed)

	require.NoError(t, table.Close(t.Context(), s.ID))
	require.Equal(t, []string{"DELETE /held/after-0", "DELETE /held/after-1000"}, server.sent(), "a view that read nothing holds nothing")
	require.NoError(t, table.Close(t.Context(), s.ID))
	_, err = table.Get(s.ID)
	require.ErrorIs(t, err, ErrClosed)
	_, _, err = table.View(views[1])
	require.ErrorIs(t, err, ErrClosed)
	_, err = s.Objects(t.Context())
	require.Equal(t, driver.Cancelled, failure(t, err).Kind)
	require.Equal(t, plugin.PhaseClosed, s.DriverState().Phase)
}

// counted counts the connections that are open to a server.
func counted(t *testing.T, answer http.HandlerFunc) (server *httptest.Server, open *atomic.Int32) {
	t.Helper()
	open = new(atomic.Int32)
	server = httptest.NewUnstartedServer(answer)
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
		name   string
		answer http.HandlerFunc
		do     func(t *testing.T, table *Sessions, address string)
	}{
		{"after a test", as8, func(t *testing.T, table *Sessions, address string) {
			_, err := table.Test(t.Context(), to("elasticsearch", address, nil), holding(nil))
			require.NoError(t, err)
		}},
		{"after a test that failed", refuse, func(t *testing.T, table *Sessions, address string) {
			_, err := table.Test(t.Context(), to("elasticsearch", address, nil), holding(nil))
			require.Error(t, err)
		}},
		{"after opening failed", refuse, func(t *testing.T, table *Sessions, address string) {
			_, err := table.Open(t.Context(), to("elasticsearch", address, nil), holding(nil))
			require.Error(t, err)
		}},
		{"after the options were refused", as8, func(t *testing.T, table *Sessions, address string) {
			_, err := table.Open(t.Context(), to("elasticsearch", address, fields{"host": "a b"}), holding(nil))
			require.Error(t, err)
		}},
		{"after a connection with a view was closed", as8, func(t *testing.T, table *Sessions, address string) {
			s, err := table.Open(t.Context(), to("elasticsearch", address, nil), holding(nil))
			require.NoError(t, err)
			v, err := s.OpenView(t.Context(), "books")
			require.NoError(t, err)
			_, err = v.Page(t.Context(), 0, 0)
			require.NoError(t, err)
			require.NoError(t, table.Close(t.Context(), s.ID))
		}},
		{"after all connections were closed", as8, func(t *testing.T, table *Sessions, address string) {
			for range 3 {
				_, err := table.Open(t.Context(), to("elasticsearch", address, nil), holding(nil))
				require.NoError(t, err)
			}
			table.CloseAll(t.Context())
		}},
	}
	_, err := moduleOf(t.Context(), t, "elasticsearch") // the runtime's own goroutines are none of a connection's
	require.NoError(t, err)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			server, open := counted(t, test.answer)
			before := runtime.NumGoroutine()
			table := New(drivers{t})
			test.do(t, table, server.Listener.Addr().String())
			require.Empty(t, table.open)
			// The one more is the goroutine that looks.
			require.Eventually(t, func() bool { return open.Load() == 0 && runtime.NumGoroutine() <= before+1 }, 10*time.Second, time.Millisecond)
		})
	}
}

// SPEC: CON-20
func TestClosingAConnectionEndsWhatIsUnderWay(t *testing.T) {
	arrived, ended := make(chan struct{}), make(chan error, 1)
	server := record(t, func(w http.ResponseWriter, q *http.Request) {
		if q.URL.Path != "/page/greeted/0" {
			rowOf(w, q)
			return
		}
		close(arrived)
		<-q.Context().Done()
	})
	table := New(drivers{t})
	s, err := table.Open(t.Context(), to("fragile", server.address, nil), holding(nil))
	require.NoError(t, err)
	v, err := s.OpenView(t.Context(), "things")
	require.NoError(t, err)
	go func() {
		_, err := v.Page(context.Background(), 0, 0)
		ended <- err
	}()
	<-arrived
	require.NoError(t, table.Close(t.Context(), s.ID))
	require.Equal(t, driver.Cancelled, failure(t, <-ended).Kind)
}

// SPEC: CON-19
func TestWhatCannotBeListedIsSaidOnce(t *testing.T) {
	server := record(t, rowOf)
	table := New(drivers{t})
	s := opened(t, table, to("fragile", server.address, nil), nil)
	require.Equal(t, []string{fragile.Notice}, s.Server().Notices)
	for range 2 {
		list, err := s.Objects(t.Context())
		require.NoError(t, err)
		require.Len(t, list.Objects, 1)
		require.Equal(t, []string{"One is hidden."}, list.Notices)
	}
	report, err := table.Test(t.Context(), to("fragile", server.address, nil), holding(nil))
	require.NoError(t, err)
	require.Equal(t, []string{fragile.Notice, "One is hidden."}, report.Notices)
	require.Equal(t, "thing", report.Noun)
	require.Equal(t, []string{fragile.Notice}, s.Server().Notices)
}
