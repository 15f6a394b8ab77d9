package edits

// SPEC: B-EDT-01, B-EDT-08

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/data/grid"
	"quarry/backend/sample/typesense"
	"quarry/drivers/driver"
)

// leaving is a sample server whose connection leaves the ids of new documents to it. It can lose a response.
type leaving struct {
	*stand
	loses atomic.Bool  // the response to the next new document, which is written
	posts atomic.Int64 // new documents that arrived
}

func openLeaving(t *testing.T, version string) *leaving {
	t.Helper()
	engine, err := samples[version]()
	require.NoError(t, err)
	own, l := engine.Fork(), &leaving{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		if q.Method == http.MethodPost && q.URL.Path == "/collections/books/documents" {
			l.posts.Add(1)
			if l.loses.CompareAndSwap(true, false) {
				own.ServeHTTP(httptest.NewRecorder(), q)
				panic(http.ErrAbortHandler)
			}
		}
		own.ServeHTTP(w, q)
	}))
	t.Cleanup(server.Close)
	fields := sessiontest.Fields{"newIds": "server", "safeMode": session.SafeOff}
	l.stand = &stand{table: session.New(sessiontest.Drivers(t)), plans: New()}
	l.session = sessiontest.Open(t, l.table, sessiontest.To("typesense", sessiontest.Address(server.URL), fields), sessiontest.Fields{"apiKey": typesense.DefaultKey})
	l.view, err = grid.NewViews().Open(t.Context(), l.session, "books")
	require.NoError(t, err)
	return l
}

// book is a new row; isbn is what its required column gets, "" for nothing.
func book(title, isbn string) Row {
	r := Row{Act: driver.ActCreate, Cells: []Cell{{Column: "title", Text: title}}}
	if isbn != "" {
		r.Cells = append(r.Cells, Cell{Column: "isbn", Text: isbn})
	}
	return r
}

// save plans rows and sends the plan.
func (l *leaving) save(t *testing.T, list ...Row) (*Plan, []Outcome) {
	t.Helper()
	p := l.plan(t, list...)
	got, err := l.plans.Send(t.Context(), p.ID, p.Digest)
	require.NoError(t, err)
	return p, got
}

func TestTheServerMakesTheIDsOfNewRowsWhichAreThenKnownByThem(t *testing.T) {
	for version := range samples {
		t.Run(version, func(t *testing.T) {
			l := openLeaving(t, version)
			before := countOf(t, l.session, "books")
			var shown Row
			for _, shown = range rowsShown(t, l.view) {
				break
			}
			typed := book("typed", "2")
			typed.Key = key("my own")
			copied := Row{Act: driver.ActCreate, CopyKey: shown.Key, CopyBase: shown.Base, Cells: []Cell{{Column: "title", Text: "copied"}}}
			_, got := l.save(t, book("made", "1"), typed, copied, book("refused", ""))
			require.Equal(t, []string{"0 done", "1 done", "2 done"}, outcomes(got)[:3])
			require.Equal(t, driver.OutcomeRefused, got[3].Outcome)
			require.Equal(t, before+3, countOf(t, l.session, "books"))
			require.Equal(t, key("my own"), got[1].Key)
			require.NotEqual(t, got[0].Key, got[2].Key)
			for i, title := range map[int]string{0: "made", 1: "typed", 2: "copied"} {
				require.Len(t, got[i].Key, 1)
				require.Contains(t, askTypesense(t, l.session, "GET", "/collections/books/documents/"+url.PathEscape(got[i].Key[0].Value)+"?include_fields=title", ""), title)
			}

			_, again := l.save(t, Row{Key: got[0].Key, Base: got[0].Revision, Cells: []Cell{{Column: "title", Text: "edited"}}})
			require.Equal(t, []string{"0 done"}, outcomes(again), "the saved row is edited under the id that the server made")
			_, removed := l.save(t, Row{Act: driver.ActDelete, Key: got[0].Key, Base: again[0].Revision})
			require.Equal(t, []string{"0 done"}, outcomes(removed))
		})
	}
}

func TestASaveWhoseIDsTheServerMadeIsUndone(t *testing.T) {
	for version := range samples {
		t.Run(version, func(t *testing.T) {
			l := openLeaving(t, version)
			before := countOf(t, l.session, "books")
			p, got := l.save(t, book("one", "1"), book("two", "2"))
			require.Equal(t, []string{"0 done", "1 done"}, outcomes(got))
			u, err := l.plans.Undo(t.Context(), p.ID)
			require.NoError(t, err)
			require.Equal(t, got[0].Key, u.Requests[0].Key)
			undone, err := l.plans.Send(t.Context(), u.ID, u.Digest)
			require.NoError(t, err)
			require.Equal(t, []string{"0 done", "1 done"}, outcomes(undone))
			require.Equal(t, before, countOf(t, l.session, "books"))
		})
	}
}

func TestANewRowWithoutAnIDWhoseResponseIsLostIsNotSentAgain(t *testing.T) {
	for version := range samples {
		t.Run(version, func(t *testing.T) {
			l := openLeaving(t, version)
			before := countOf(t, l.session, "books")
			l.loses.Store(true)
			p, got := l.save(t, book("lost", "1"))
			require.Equal(t, []string{"0 unknown: No usable response to the write arrived, and its id is not known. Check whether the document exists before you save the row again."}, outcomes(got))
			require.Empty(t, got[0].Key)
			require.Equal(t, int64(1), l.posts.Load())
			require.Equal(t, before+1, countOf(t, l.session, "books"))
			_, err := l.plans.Send(t.Context(), p.ID, p.Digest)
			require.ErrorContains(t, err, "Nothing was sent again")
			require.Equal(t, int64(1), l.posts.Load())
		})
	}
}
