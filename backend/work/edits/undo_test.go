package edits

// SPEC: A-EDT-10

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/data/grid"
	"quarry/drivers/driver"
)

// keeper is an engine that holds documents by their ids.
type keeper struct {
	mu        sync.Mutex
	documents map[string]string
}

func (k *keeper) response(w http.ResponseWriter, q *http.Request) {
	k.mu.Lock()
	defer k.mu.Unlock()
	id := q.URL.Path[strings.LastIndex(q.URL.Path, "/")+1:]
	switch {
	case q.Method == http.MethodDelete:
		delete(k.documents, id)
	case q.Method == http.MethodPut:
		body, _ := io.ReadAll(q.Body)
		if id == "" {
			id = "made"
		}
		k.documents[id] = string(body)
		_, _ = io.WriteString(w, id)
	case k.documents[id] != "":
		_, _ = fmt.Fprintf(w, `{"doc":%s}`, k.documents[id])
	default:
		_, _ = io.WriteString(w, `{}`)
	}
}

func (k *keeper) holds() map[string]string {
	k.mu.Lock()
	defer k.mu.Unlock()
	all := map[string]string{}
	for id, text := range k.documents {
		all[id] = text
	}
	return all
}

// kept is a view of an engine that holds documents.
func kept(t *testing.T, documents map[string]string) (*stand, *keeper) {
	t.Helper()
	k := &keeper{documents: documents}
	s := &stand{engine: &engine{Recorder: sessiontest.Record(t, k.response)}, table: session.New(sessiontest.Drivers(t)), plans: New()}
	s.session = sessiontest.Open(t, s.table, sessiontest.To("fragile", s.engine.Address, sessiontest.Fields{"safeMode": session.SafeOff}), nil)
	s.view = s.opens(t)
	return s, k
}

func (s *stand) opens(t *testing.T) *grid.View {
	t.Helper()
	v, err := grid.NewViews().Open(t.Context(), s.session, "things")
	require.NoError(t, err)
	return v
}

// send sends a plan, drops it, and returns its outcomes.
func (s *stand) send(t *testing.T, p *Plan) []string {
	t.Helper()
	got, err := s.plans.Send(t.Context(), p.ID, p.Digest)
	require.NoError(t, err)
	s.plans.Drop(t.Context(), p.ID)
	return outcomes(got)
}

func (s *stand) undo(t *testing.T, id string) *Plan {
	t.Helper()
	p, err := s.plans.Undo(t.Context(), id)
	require.NoError(t, err)
	return p
}

func TestASaveIsUndoneAndThatIsUndoneAgain(t *testing.T) {
	before := func() map[string]string {
		return map[string]string{"1": `{"n": 1.50,"name":"a"}`, "2": `{"n":12345678901234567890,"name":"b"}`}
	}
	s, k := kept(t, before())
	p := s.plan(t, named("1", "A"), named("gone", "x"), deleted("2"), made(""))
	require.Equal(t, []string{"0 done", "2 done", "3 done"}, s.send(t, p))
	after := map[string]string{"1": `{"n": 1.50,"name":"A"}`, "made": `{"name":"new"}`}
	require.Equal(t, after, k.holds())

	u := s.undo(t, p.ID)
	require.Equal(t, after, k.holds(), "planning only reads")
	var rows []int
	for _, r := range u.Requests {
		rows = append(rows, r.Row)
	}
	require.Equal(t, []int{0, 2, 3}, rows, "as the rows of the save are counted")
	require.Equal(t, "now=planned", u.Requests[0].Request.Query, "guarded by the revision that the save returned")
	require.Equal(t, key("made"), u.Requests[2].Key)
	require.Equal(t, []string{"0 done", "2 done", "3 done"}, s.send(t, u))
	require.Equal(t, before(), k.holds())
	require.False(t, s.plans.CanUndo(p.ID))
	_, err := s.plans.Undo(t.Context(), p.ID)
	require.Equal(t, errUndo.Message, sessiontest.Failure(t, err).Message)

	again := s.undo(t, u.ID)
	require.Equal(t, []string{"0 done", "2 done", "3 done"}, s.send(t, again))
	require.Equal(t, after, k.holds())
	require.Equal(t, []string{"0 done", "2 done", "3 done"}, s.send(t, s.undo(t, again.ID)))
	require.Equal(t, before(), k.holds())
}

func TestARowIsUndoneOnlyIfItIsKnownWhatItWas(t *testing.T) {
	base := []driver.Text{{Key: "#seq", Value: "5"}}
	restore := func(before int64) *driver.RowEdit {
		return &driver.RowEdit{Act: driver.ActRestore, Key: key("1"), Base: base, Before: before}
	}
	tests := []struct {
		name string
		r    Request
		want *driver.RowEdit
	}{
		{"edited", Request{before: 7}, restore(7)},
		{"edited, not known what", Request{}, nil},
		{"deleted", Request{act: driver.ActDelete, before: 7}, restore(7)},
		{"deleted, not known what", Request{act: driver.ActDelete}, nil},
		{"made", Request{act: driver.ActCreate}, restore(0)},
		{"restored over another", Request{act: driver.ActRestore, undone: 3, before: 7}, restore(7)},
		{"restored after it was deleted", Request{act: driver.ActRestore, undone: 3}, restore(0)},
		{"deleted again", Request{act: driver.ActRestore, before: 7}, restore(7)},
		{"deleted again, not known what", Request{act: driver.ActRestore}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			test.r.Key = key("1")
			require.Equal(t, test.want, test.r.undo(&Outcome{Outcome: driver.OutcomeDone, Revision: base}))
		})
	}
	got := (&Request{act: driver.ActCreate, Key: key("")}).undo(&Outcome{Key: key("made"), Revision: base})
	require.Equal(t, key("made"), got.Key)
}

func TestOnlyTheLastSaveOfAViewCanBeUndone(t *testing.T) {
	s, k := kept(t, map[string]string{"1": `{"name":"a"}`, "2": `{"name":"b"}`})
	other := s.opens(t)
	elsewhere, err := s.plans.Make(t.Context(), s.session, &grid.View{ID: "elsewhere", Object: other.Object, Set: other.Set, Columns: other.Columns}, []Row{deleted("2")})
	require.NoError(t, err)
	s.send(t, elsewhere)
	first := s.plan(t, named("1", "first"))
	s.send(t, first)
	require.True(t, s.plans.CanUndo(first.ID))
	s.plan(t, named("1", "planned"))
	require.True(t, s.plans.CanUndo(first.ID), "a plan is no save")
	second := s.plan(t, named("1", "second"))
	s.send(t, second)
	require.False(t, s.plans.CanUndo(first.ID))
	require.True(t, s.plans.CanUndo(elsewhere.ID), "the save of another view")
	s.send(t, s.undo(t, second.ID))
	require.Equal(t, map[string]string{"1": `{"name":"first"}`}, k.holds())
}

func TestASaveInWhichNothingWasDoneLeavesTheOneBeforeToBeUndone(t *testing.T) {
	var status int
	s := open(t, session.SafeOff, func(w http.ResponseWriter, _ *http.Request) {
		if status != 0 {
			w.WriteHeader(status)
		}
	})
	first := s.plan(t, named("1", "a"))
	s.send(t, first)
	status = http.StatusConflict
	second := s.plan(t, named("1", "b"))
	require.Equal(t, []string{"0 conflict: It changed."}, s.send(t, second))
	require.True(t, s.plans.CanUndo(first.ID))
	require.False(t, s.plans.CanUndo(second.ID))
}

func TestWhatAnUndoDidNotUndoCanStillBeUndone(t *testing.T) {
	fails := ""
	s := open(t, session.SafeOff, func(w http.ResponseWriter, q *http.Request) {
		if q.URL.Path == fails {
			w.WriteHeader(http.StatusConflict)
		}
	})
	p := s.plan(t, named("1", "a"), named("2", "b"))
	s.send(t, p)
	fails = "/write/2"
	u := s.undo(t, p.ID)
	require.Equal(t, []string{"0 done", "1 conflict: It changed."}, s.send(t, u))
	require.Len(t, s.undo(t, u.ID).Requests, 1)
	rest := s.undo(t, p.ID)
	require.Len(t, rest.Requests, 1)
	require.Equal(t, 1, rest.Requests[0].Row)
	fails = ""
	require.Equal(t, []string{"1 done"}, s.send(t, rest))
	require.False(t, s.plans.CanUndo(p.ID))
	require.True(t, s.plans.CanUndo(u.ID), "each undo can be undone")
	require.True(t, s.plans.CanUndo(rest.ID))
	require.Equal(t, []string{"0 done"}, s.send(t, s.plan(t, named("3", "c"))))
	require.False(t, s.plans.CanUndo(u.ID), "until something else is saved")
	require.Equal(t, 1, s.session.Shelf().Len())
}

func TestWhatUndoingNeedsIsReleased(t *testing.T) {
	s := open(t, session.SafeOff, nil)
	saved := func() *Plan {
		p := s.plan(t, named("1", "a"))
		s.send(t, p)
		require.Equal(t, 1, s.session.Shelf().Len(), "the document as it was")
		return p
	}
	p := saved()
	s.plans.Leave("another view", "")
	s.plans.Leave(s.view.ID, "heir")
	require.True(t, s.plans.CanUndo(p.ID), "another view shows the object")
	s.plans.Leave("heir", "")
	require.False(t, s.plans.CanUndo(p.ID))
	require.Zero(t, s.session.Shelf().Len())
	s.plan(t, named("1", "a"))
	s.plans.Leave(s.view.ID, "")
	require.Zero(t, s.session.Shelf().Len(), "a plan that was not sent")
	p = saved()
	s.table.CloseAll(t.Context())
	require.False(t, s.plans.CanUndo(p.ID))
	_, err := s.plans.Undo(t.Context(), p.ID)
	require.Equal(t, driver.NotFound, sessiontest.Failure(t, err).Kind)
}

func TestADriverThatCannotRestoreLeavesNothingToUndo(t *testing.T) {
	s := open(t, session.SafeOff, nil)
	s.view.Set.Acts = nil
	p := s.plan(t, named("1", "a"))
	s.send(t, p)
	require.False(t, s.plans.CanUndo(p.ID))
	require.Zero(t, s.session.Shelf().Len())
}

// SPEC: A-EDT-18
func TestUndoingTheCreationOfTenRowsDeletesThemOnlyOnceThatIsConfirmed(t *testing.T) {
	s, k := kept(t, map[string]string{})
	var rows []Row
	for i := range ConfirmFrom {
		rows = append(rows, made(fmt.Sprint(i)))
	}
	p := s.plan(t, rows...)
	require.False(t, p.NeedsConfirmation())
	s.send(t, p)
	u := s.undo(t, p.ID)
	require.Equal(t, ConfirmFrom, u.Deletions())
	_, err := s.plans.Send(t.Context(), u.ID, u.Digest)
	require.Equal(t, errUnconfirmed.Message, sessiontest.Failure(t, err).Message)
	require.Len(t, k.holds(), ConfirmFrom)
	s.plans.Confirm(u.ID, ConfirmFrom)
	s.send(t, u)
	require.Empty(t, k.holds())
}
