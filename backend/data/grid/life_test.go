// SPEC: PLG-07, A-BRO-13
package grid

import (
	"context"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/data/objects"
	"quarry/backend/driverhost/plugin"
	"quarry/drivers/driver"
)

// SPEC: PLG-07
func TestADriverThatCrashesFailsItsCallsAndStartsAgainWithTheNext(t *testing.T) {
	server := sessiontest.Record(t, sessiontest.AsFragile)
	table, views := session.New(sessiontest.Drivers(t)), NewViews()
	s := sessiontest.Open(t, table, sessiontest.To("fragile", server.Address, nil), nil)
	good, err := views.Open(t.Context(), s, "things")
	require.NoError(t, err)
	bad, err := views.Open(t.Context(), s, "crash")
	require.NoError(t, err)
	_, err = good.Page(t.Context(), 0, 0)
	require.NoError(t, err)

	_, err = bad.Page(t.Context(), 0, 0)
	e := sessiontest.Failure(t, err)
	require.Equal(t, driver.Crashed, e.Kind)
	require.Equal(t, "It stopped: all goroutines are asleep - deadlock!", e.Message)
	require.Equal(t, plugin.PhaseCrashed, s.DriverState().Phase)

	server.Forget()
	_, err = good.Page(t.Context(), 0, 1)
	require.NoError(t, err, "the view goes on in the new instance")
	require.Equal(t, []string{"GET /page/greeted/1000/after-0"}, server.Sent())
	require.Equal(t, plugin.PhaseReady, s.DriverState().Phase)
}

// SPEC: PLG-07
func TestADriverThatCrashesAgainAndAgainWaitsForTheUserToRestartIt(t *testing.T) {
	server := sessiontest.Record(t, sessiontest.AsFragile)
	table, views := session.New(sessiontest.Drivers(t)), NewViews()
	s := sessiontest.Open(t, table, sessiontest.To("fragile", server.Address, nil), nil)
	good, err := views.Open(t.Context(), s, "things")
	require.NoError(t, err)
	_, err = good.Page(t.Context(), 0, 0)
	require.NoError(t, err)
	bad, err := views.Open(t.Context(), s, "crash")
	require.NoError(t, err)
	for s.DriverState().Phase != plugin.PhaseStopped {
		_, err := bad.Page(t.Context(), 0, 0)
		require.Equal(t, driver.Crashed, sessiontest.Failure(t, err).Kind)
	}

	server.Forget()
	for _, do := range []func() error{
		func() error { _, err := good.Page(t.Context(), 0, 1); return err },
		func() error { _, err := good.Count(t.Context(), 0); return err },
		func() error { _, err := objects.List(t.Context(), s, false); return err },
		func() error { _, err := views.Open(t.Context(), s, "things"); return err },
	} {
		e := sessiontest.Failure(t, do())
		require.Equal(t, driver.Crashed, e.Kind)
		require.Equal(t, "Restart the driver.", e.Hint)
	}
	require.Empty(t, server.Sent())
	_, err = good.Page(t.Context(), 0, 0)
	require.NoError(t, err, "what was read is kept")

	require.NoError(t, s.RestartDriver(t.Context()))
	require.Equal(t, plugin.PhaseReady, s.DriverState().Phase)
	_, err = good.Page(t.Context(), 0, 1)
	require.NoError(t, err)
	require.Equal(t, []string{"GET /page/greeted/1000/after-0"}, server.Sent(), "session and state of the view are those from before")
	_, _, err = views.View(good.ID)
	require.NoError(t, err)
}

// SPEC: A-BRO-13
func TestClosingGivesBackWhatTheEngineHolds(t *testing.T) {
	server := sessiontest.Record(t, sessiontest.AsFragile)
	table, views := session.New(sessiontest.Drivers(t)), NewViews()
	s, err := table.Open(t.Context(), sessiontest.To("fragile", server.Address, nil), sessiontest.Holding(nil))
	require.NoError(t, err)
	var ids []string
	for range 3 {
		v, err := views.Open(t.Context(), s, "things")
		require.NoError(t, err)
		ids = append(ids, v.ID)
	}
	for number, id := range ids[:2] {
		_, v, err := views.View(id)
		require.NoError(t, err)
		_, err = v.Page(t.Context(), 0, number)
		require.NoError(t, err)
	}
	server.Forget()

	gone, cancel := context.WithCancel(t.Context())
	cancel()
	views.Close(gone, ids[0])        // also when the user has moved on
	views.Close(t.Context(), ids[0]) // it is closed once
	require.Equal(t, []string{"DELETE /held/after-0"}, server.Sent())
	_, _, err = views.View(ids[0])
	require.ErrorIs(t, err, session.ErrClosed)

	require.NoError(t, table.Close(t.Context(), s.ID))
	require.Equal(t, []string{"DELETE /held/after-0", "DELETE /held/after-1000"}, server.Sent(), "a view that read nothing holds nothing")
	require.NoError(t, table.Close(t.Context(), s.ID))
	_, err = table.Get(s.ID)
	require.ErrorIs(t, err, session.ErrClosed)
	_, _, err = views.View(ids[1])
	require.ErrorIs(t, err, session.ErrClosed)
	_, err = objects.List(t.Context(), s, false)
	require.Equal(t, driver.Cancelled, sessiontest.Failure(t, err).Kind)
	require.Equal(t, plugin.PhaseClosed, s.DriverState().Phase)
}

// SPEC: CON-20
func TestClosingAConnectionEndsWhatIsUnderWay(t *testing.T) {
	arrived, ended := make(chan struct{}), make(chan error, 1)
	server := sessiontest.Record(t, func(w http.ResponseWriter, q *http.Request) {
		if q.URL.Path != "/page/greeted/0" {
			sessiontest.AsFragile(w, q)
			return
		}
		close(arrived)
		<-q.Context().Done()
	})
	table, views := session.New(sessiontest.Drivers(t)), NewViews()
	s, err := table.Open(t.Context(), sessiontest.To("fragile", server.Address, nil), sessiontest.Holding(nil))
	require.NoError(t, err)
	v, err := views.Open(t.Context(), s, "things")
	require.NoError(t, err)
	go func() {
		_, err := v.Page(context.Background(), 0, 0)
		ended <- err
	}()
	<-arrived
	require.NoError(t, table.Close(t.Context(), s.ID))
	require.Equal(t, driver.Cancelled, sessiontest.Failure(t, <-ended).Kind)
}

// SPEC: A-BRO-16, B-BRO-04
func TestAFieldThatCameIsAColumnAfterAReload(t *testing.T) {
	schema := `{"name":"c","fields":[{"name":"a","type":"string"}]}`
	r := sessiontest.Record(t, func(w http.ResponseWriter, q *http.Request) {
		responses := map[string]string{"/collections": `[]`, "/debug": `{"state":1,"version":"29.0"}`, "/collections/c": schema}
		_, _ = w.Write([]byte(responses[q.URL.Path]))
	})
	s := sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("typesense", r.Address, sessiontest.Fields{"auth": "none"}), sessiontest.Fields{"apiKey": "k"})
	views := NewViews()
	v, err := views.Open(t.Context(), s, "c")
	require.NoError(t, err)

	same, err := views.Reload(t.Context(), v, 0)
	require.NoError(t, err)
	require.Same(t, v, same)
	require.Len(t, views.open[s.ID].views, 1)

	schema = `{"name":"c","fields":[{"name":"a","type":"string"},{"name":"learned","type":"int32","sort":true}]}`
	fresh, err := views.Reload(t.Context(), v, 0)
	require.NoError(t, err)
	require.NotEqual(t, v.ID, fresh.ID)
	require.Equal(t, "learned", fresh.Columns[2].Name)
	require.Len(t, views.open[s.ID].views, 2)

	small, err := views.Reload(t.Context(), fresh, 250) // SPEC: A-BRO-11
	require.NoError(t, err)
	require.NotEqual(t, fresh.ID, small.ID)
	require.Equal(t, 250, small.Size)
	same, err = views.Reload(t.Context(), small, 0)
	require.NoError(t, err)
	require.Same(t, small, same, "the size that was chosen stays")
}

// SPEC: A-SRT-01, A-BRO-16
func TestPagesOfAnOrderThatIsChosenDuringAReloadAreNotCancelled(t *testing.T) {
	schema := `{"name":"c","fields":[{"name":"a","type":"int32","sort":true}]}`
	responses := map[string]string{"/collections": `[]`, "/debug": `{"state":1,"version":"29.0"}`, "/collections/c": schema, "/multi_search": `{"results":[{"hits":[],"found":0}]}`}
	var meanwhile func()
	r := sessiontest.Record(t, func(w http.ResponseWriter, q *http.Request) {
		if q.URL.Path == "/collections/c" && meanwhile != nil {
			meanwhile()
		}
		_, _ = w.Write([]byte(responses[q.URL.Path]))
	})
	s := sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("typesense", r.Address, sessiontest.Fields{"auth": "none"}), sessiontest.Fields{"apiKey": "k"})
	views := NewViews()
	v, err := views.Open(t.Context(), s, "c")
	require.NoError(t, err)

	ordered := -1
	meanwhile = func() { ordered = arrange(t, v, SortBy{Column: "a"}) }
	same, err := views.Reload(t.Context(), v, 0)
	require.NoError(t, err)
	require.Same(t, v, same)
	require.Equal(t, 1, ordered)
	meanwhile = nil
	_, err = v.Page(t.Context(), ordered, 0)
	require.NoError(t, err)
}

func TestAViewOfAConnectionThatClosesMeanwhileIsNotOpen(t *testing.T) {
	server := sessiontest.Record(t, sessiontest.AsFragile)
	table, views := session.New(sessiontest.Drivers(t)), NewViews()
	s := sessiontest.Open(t, table, sessiontest.To("fragile", server.Address, nil), nil)
	_, err := views.Open(t.Context(), s, "things")
	require.NoError(t, err)
	require.NoError(t, table.Close(t.Context(), s.ID))
	_, err = views.Open(t.Context(), s, "things")
	require.ErrorIs(t, err, session.ErrClosed)
	require.Empty(t, views.open)
}
