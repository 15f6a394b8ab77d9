package edits

// SPEC: A-EDT-01, A-EDT-09, B-EDT-08

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/driverhost/plugin"
	"quarry/drivers/driver"
)

// halved is a number of rows with one cell each that two instances plan.
const halved = minShared

func manyRows() []Row {
	var edited []Row
	for i := range halved {
		edited = append(edited, named(strconv.Itoa(i), "new "+strconv.Itoa(i)))
	}
	return edited
}

func TestEitherInstancePlansTheSameRequestsInOrder(t *testing.T) {
	s := open(t, session.SafeOff, nil)
	edited := manyRows()
	together := s.plan(t, edited...)
	require.Len(t, together.Requests, halved)
	const few = 20
	for from := 0; from < halved; from += few {
		alone, err := s.plans.Compare(t.Context(), s.session, s.view, edited[from:from+few])
		require.NoError(t, err)
		for i := range alone.Requests {
			got, want := together.Requests[from+i], alone.Requests[i]
			require.Equal(t, from+i, got.Row)
			require.Equal(t, want.Request, got.Request)
			require.Equal(t, want.Key, got.Key)
			require.Equal(t, want.digest, got.digest, "with its body")
			require.Equal(t, want.state, got.state)
		}
		s.plans.Drop(t.Context(), alone.ID)
	}
	require.Equal(t, []driver.Notice{{Text: "It is fragile."}}, together.Notices)

	got, err := s.plans.Send(t.Context(), together.ID, together.Digest)
	require.NoError(t, err)
	for i, o := range got {
		require.Equal(t, i, o.Row)
		require.Equal(t, driver.OutcomeDone, o.Outcome)
	}
}

func TestARowIsRefusedByItsOwnNumberWhicheverInstancePlansIt(t *testing.T) {
	s := open(t, session.SafeOff, nil)
	edited := manyRows()
	at := []int{0, halved/2 - 1, halved / 2, halved - 1}
	for _, i := range at {
		edited[i] = named("gone", "new")
	}
	p := s.plan(t, edited...)
	require.Len(t, p.Requests, halved-len(at))
	require.Len(t, p.Refusals, len(at))
	for i, refusal := range p.Refusals {
		require.Equal(t, at[i], refusal.Row)
		theirs, err := s.plans.Document(p.ID, refusal.Theirs)
		require.NoError(t, err)
		require.Contains(t, string(theirs), "/read/gone")
	}
}

func TestWhatEitherInstanceAssumesIsCheckedBeforeTheFirstRequest(t *testing.T) {
	for _, at := range []int{0, halved - 1} {
		s := open(t, session.SafeOff, nil)
		edited := manyRows()
		edited[at] = named("bound", "new")
		p := s.plan(t, edited...)
		s.engine.answersAgain(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{"state":"other"}`)) })
		_, err := s.plans.Send(t.Context(), p.ID, p.Digest)
		require.Equal(t, driver.Conflict, sessiontest.Failure(t, err).Kind)
		require.Empty(t, s.engine.written())
	}
}

func TestNothingIsPlannedIfOneInstanceCrashes(t *testing.T) {
	for _, at := range []int{0, halved - 1} {
		s := open(t, session.SafeOff, nil)
		edited := manyRows()
		edited[at] = named("trap", "new")
		_, err := s.plans.Make(t.Context(), s.session, s.view, edited)
		require.Equal(t, driver.Crashed, sessiontest.Failure(t, err).Kind)
		require.Zero(t, s.session.Shelf().Len(), "what the other instance read is released")
		require.NotEqual(t, plugin.PhaseStopped, s.session.DriverState().Phase)
		require.Len(t, s.plan(t, manyRows()...).Requests, halved, "the next plan is made")
	}
}

func TestACancelledPlanEndsInBothInstances(t *testing.T) {
	s := open(t, session.SafeOff, nil)
	for _, path := range []string{"/read/" + strconv.Itoa(halved/4), "/read/" + strconv.Itoa(halved-1)} {
		ctx, cancel := context.WithCancel(t.Context())
		s.engine.answersRead(func(q *http.Request) {
			if strings.HasPrefix(q.URL.Path, path) {
				cancel()
				<-q.Context().Done()
			}
		})
		_, err := s.plans.Make(ctx, s.session, s.view, manyRows())
		require.Equal(t, driver.Cancelled, sessiontest.Failure(t, err).Kind)
		require.Zero(t, s.session.Shelf().Len())
		require.Empty(t, s.engine.written())
		cancel()
	}
}

func TestManyRowsAreDividedInTwoHalves(t *testing.T) {
	rows := func(n, cells int) []driver.RowEdit {
		all := make([]driver.RowEdit, n)
		for i := range all {
			all[i].Cells = make([]driver.CellEdit, cells)
		}
		return all
	}
	for _, r := range []struct {
		name string
		rows []driver.RowEdit
		want []int
	}{
		{"few", rows(minShared/2-1, 1), []int{minShared/2 - 1}},
		{"enough for two", rows(minShared/2, 1), []int{minShared / 4, minShared / 4}},
		{"an odd number", rows(minShared+1, 0), []int{minShared/2 + 1, minShared / 2}},
		{"more than two calls may have", rows(maxPerCall, 2), []int{maxPerCall / 3, maxPerCall / 3, maxPerCall / 3, 1}},
	} {
		t.Run(r.name, func(t *testing.T) {
			var got []int
			for _, part := range partsOf(&driver.PlanArgs{Rows: r.rows}, make([]int, len(r.rows))) {
				require.Len(t, part.numbers, len(part.args.Rows))
				got = append(got, len(part.args.Rows))
			}
			require.Equal(t, r.want, got)
		})
	}
}
