// SPEC: CON-20, CON-22, CON-23
package session_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/connection/session/sessiontest/fragile"
	"quarry/backend/connection/transport"
	"quarry/backend/data/grid"
	"quarry/backend/data/objects"
	"quarry/backend/driverhost/plugin"
	"quarry/backend/sample/server"
	"quarry/drivers/driver"
)

// SPEC: CON-22
func TestNoConnectionSendsAWriteThatWasNotPlanned(t *testing.T) {
	writes := []string{
		"POST /books/_doc", "PUT /books/_doc/1", "DELETE /books/_doc/1", "POST /books/_update/1", "POST /_bulk", "POST /books/_bulk",
		"DELETE /books", "PUT /books", "POST /books/_delete_by_query", "POST /_reindex", "POST /_aliases", "PATCH /books", "POST /_sql",
		"POST /books/_search/../_doc", "POST /never-heard-of",
	}
	reads := []string{"GET /books/_search", "POST /books/_search", "POST /_msearch", "POST /books/_pit", "DELETE /_pit", "DELETE /_search/scroll", "HEAD /books"}
	tests := []struct{ mode, hint string }{
		{session.SafeReadOnly, "To allow writes, change Safe Mode in the toolbar."},
		{session.SafeConfirm, "Without your confirmation, Quarry sends only requests that are known to read."},
		{session.SafeOff, "Without your confirmation, Quarry sends only requests that are known to read."},
	}
	for _, test := range tests {
		t.Run(test.mode, func(t *testing.T) {
			engine := sessiontest.Record(t, sessiontest.As8)
			s := sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("elasticsearch", engine.Address, sessiontest.Fields{"safeMode": test.mode}), nil)
			engine.Forget()
			for _, request := range writes {
				method, path, _ := strings.Cut(request, " ")
				_, err := s.Sender().Do(t.Context(), &driver.Request{Method: method, Path: path, Body: []byte("{}")})
				e := sessiontest.Failure(t, err)
				require.Equal(t, driver.Refused, e.Kind, request)
				require.False(t, e.Sent)
				if !strings.Contains(path, "..") {
					require.Equal(t, test.hint, e.Hint, request)
				}
			}
			require.Empty(t, engine.Sent())
			for _, request := range reads {
				method, path, _ := strings.Cut(request, " ")
				_, err := s.Sender().Do(t.Context(), &driver.Request{Method: method, Path: path})
				require.NoError(t, err, request)
			}
			require.Equal(t, reads, engine.Sent())
		})
	}
}

// SPEC: CON-22
func TestAPlannedWriteIsSentOnceAndNeverOverAReadOnlyConnection(t *testing.T) {
	write := &driver.Request{Method: "DELETE", Path: "/books"}
	for mode, want := range map[string][]string{session.SafeOff: {"DELETE /books"}, session.SafeConfirm: {"DELETE /books"}, session.SafeReadOnly: {}} {
		t.Run(mode, func(t *testing.T) {
			engine := sessiontest.Record(t, sessiontest.As8)
			s := sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("elasticsearch", engine.Address, sessiontest.Fields{"safeMode": mode}), nil)
			engine.Forget()
			planned := transport.WithPermit(t.Context(), s.Permit(mode, plugin.ToTransport(write)))
			_, err := s.Sender().Do(planned, write)
			require.Equal(t, len(want) == 1, err == nil)
			_, err = s.Sender().Do(planned, write)
			require.Equal(t, driver.Refused, sessiontest.Failure(t, err).Kind)
			require.Equal(t, want, engine.Sent())
		})
	}
}

// SPEC: CON-22
func TestALoopbackAddressOfAClusterOfSeveralNodesConfirmsWrites(t *testing.T) {
	const notice = "Quarry asks before each write: this cluster has 3 nodes, so this port may be forwarded to another computer. " +
		"To change that, use Safe Mode in the toolbar."
	tests := []struct {
		name, chosen, nodes, want string
		notices                   []string
	}{
		{"several nodes", "", "3", session.SafeConfirm, []string{fragile.Notice, notice}},
		{"one node", "", "1", session.SafeOff, []string{fragile.Notice}},
		{"an unknown number", "", "", session.SafeOff, []string{fragile.Notice}},
		{"off was chosen", session.SafeOff, "3", session.SafeOff, []string{fragile.Notice}},
		{"read-only was chosen", session.SafeReadOnly, "3", session.SafeReadOnly, []string{fragile.Notice}},
	}
	engine := sessiontest.Record(t, func(http.ResponseWriter, *http.Request) {})
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			values := sessiontest.Fields{"safeMode": test.chosen, "nodes": test.nodes}
			s := sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("fragile", engine.Address, values), nil)
			require.Equal(t, test.want, s.SafeMode())
			require.Equal(t, test.notices, s.Server().Notices)
		})
	}
}

// SPEC: CON-22, APP-07
func TestAReadOnlyConnectionReadsAllThatADriverAsksFor(t *testing.T) {
	engine, err := server.Start(server.Default)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, engine.Close()) })
	s := sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To(server.Default, strings.TrimPrefix(engine.URL, "http://"), sessiontest.Fields{"safeMode": session.SafeReadOnly, "pageSize": "100"}), nil)
	list, err := objects.List(t.Context(), s, false)
	require.NoError(t, err)
	require.NotEmpty(t, list.Objects)
	views := grid.NewViews()
	var names []string
	for _, o := range list.Objects {
		names = append(names, o.Name)
	}
	counts, err := objects.Counts(t.Context(), s, names)
	require.NoError(t, err)
	require.Len(t, counts, len(names))
	for i, name := range names {
		require.Nil(t, counts[i].Err, name)
		v, err := views.Open(t.Context(), s, name)
		require.NoError(t, err)
		n, err := v.Count(t.Context(), 0)
		require.NoError(t, err)
		require.Equal(t, counts[i].Count, n)
		for number := range 2 {
			_, err = v.Page(t.Context(), 0, number)
			require.NoError(t, err)
		}
		arranged, err := v.Arrange(t.Context(), grid.Arrangement{Sort: []grid.SortBy{{Column: sortable(v), Desc: true}}})
		require.NoError(t, err)
		_, err = v.Page(t.Context(), arranged.Generation, 0)
		require.NoError(t, err)
		views.Close(t.Context(), v.ID)
	}
}

func sortable(v *grid.View) string {
	for _, c := range v.Columns {
		if c.Sort != "" {
			return c.Name
		}
	}
	return ""
}

// SPEC: CON-20
func TestACancelledRequestEndsBeforeItsAnswerComes(t *testing.T) {
	tests := []struct {
		name string
		held string
		do   func(ctx context.Context, table *session.Sessions, engine *sessiontest.Recorder) error
	}{
		{"while it connects", "/", func(ctx context.Context, table *session.Sessions, engine *sessiontest.Recorder) error {
			_, err := table.Open(ctx, sessiontest.To("elasticsearch", engine.Address, nil), sessiontest.Holding(nil))
			return err
		}},
		{"while it is tested", "/_cat/indices", func(ctx context.Context, table *session.Sessions, engine *sessiontest.Recorder) error {
			_, err := table.Test(ctx, sessiontest.To("elasticsearch", engine.Address, nil), sessiontest.Holding(nil))
			return err
		}},
		{"while it lists", "/_cat/indices", func(ctx context.Context, table *session.Sessions, engine *sessiontest.Recorder) error {
			s, err := table.Open(context.Background(), sessiontest.To("elasticsearch", engine.Address, nil), sessiontest.Holding(nil))
			if err != nil {
				return err
			}
			_, err = objects.List(ctx, s, false)
			return err
		}},
		{"while it reads a page", "/books/_search", func(ctx context.Context, table *session.Sessions, engine *sessiontest.Recorder) error {
			s, err := table.Open(context.Background(), sessiontest.To("elasticsearch", engine.Address, nil), sessiontest.Holding(nil))
			if err != nil {
				return err
			}
			v, err := grid.NewViews().Open(context.Background(), s, "books")
			if err != nil {
				return err
			}
			_, err = v.Page(ctx, 0, 0)
			return err
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			arrived, release, noticed := make(chan struct{}), make(chan struct{}), make(chan struct{})
			engine := sessiontest.Record(t, func(w http.ResponseWriter, q *http.Request) {
				if q.URL.Path != test.held {
					sessiontest.As8(w, q)
					return
				}
				_, _ = io.Copy(io.Discard, q.Body) // only then does the server see that the client is gone
				close(arrived)
				<-q.Context().Done()
				close(noticed)
				<-release // the response only comes after the client has given up
			})
			table := session.New(sessiontest.Drivers(t))
			ctx, cancel := context.WithCancel(t.Context())
			ended := make(chan error, 1)
			go func() { ended <- test.do(ctx, table, engine) }()
			<-arrived
			cancel()
			require.Equal(t, driver.Cancelled, sessiontest.Failure(t, <-ended).Kind)
			<-noticed // the server notices that the connection was closed
			close(release)
			table.CloseAll(context.Background())
		})
	}
}

// SPEC: CON-20
func TestACancelledFirstCallerDoesNotFailTheOthers(t *testing.T) {
	arrived, release := make(chan struct{}, 8), make(chan struct{})
	engine := sessiontest.Record(t, func(w http.ResponseWriter, q *http.Request) {
		if q.URL.Path == "/_cat/indices" {
			arrived <- struct{}{}
			select {
			case <-release:
			case <-q.Context().Done():
			}
		}
		sessiontest.As8(w, q)
	})
	s := sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("elasticsearch", engine.Address, nil), nil)
	first, giveUp := context.WithCancel(t.Context())
	one, two := make(chan error, 1), make(chan error, 1)
	list := func(ctx context.Context, ended chan error) {
		_, err := objects.List(ctx, s, false)
		ended <- err
	}
	go list(first, one)
	<-arrived
	go list(context.Background(), two)
	<-arrived
	giveUp()
	require.Equal(t, driver.Cancelled, sessiontest.Failure(t, <-one).Kind)
	close(release)
	require.NoError(t, <-two)
}
