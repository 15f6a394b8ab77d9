package edits

// SPEC: A-EDT-01, A-EDT-03, A-EDT-04, A-EDT-12

import (
	"fmt"
	"io"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/drivers/driver"
)

func key(id string) []driver.Text { return []driver.Text{{Key: "#id", Value: id}} }

// made returns a new row; without an id if id is "".
func made(id string) Row {
	row := Row{Act: driver.ActCreate, Key: []driver.Text{{Key: "#index", Value: "things"}}, Cells: []Cell{{Column: "name", Text: "new"}}}
	if id != "" {
		row.Key = append(row.Key, key(id)...)
	}
	return row
}

func deleted(id string) Row {
	return Row{Act: driver.ActDelete, Key: key(id), Base: []driver.Text{{Key: "#seq", Value: "4"}}}
}

func TestNewAndDeletedRowsAndRemovedFieldsArePlannedAndSent(t *testing.T) {
	s := open(t, session.SafeOff, func(w http.ResponseWriter, q *http.Request) {
		if q.URL.Path == "/make/" {
			_, _ = io.WriteString(w, "made-1")
		}
	})
	s.plans.parallel = 1
	removed := named("3", "")
	removed.Cells[0].Remove = true
	p := s.plan(t, made(""), made("2"), removed, deleted("4"))
	require.Empty(t, p.Refusals)
	got, err := s.plans.Send(t.Context(), p.ID, p.Digest)
	require.NoError(t, err)
	require.Equal(t, []string{"0 done", "1 done", "2 done", "3 done"}, outcomes(got))
	require.Equal(t, []string{
		`/make/ {"name":"new"}`, `/make/2 {"name":"new"}`, `/write/3?now=4 {"id":"/read/3", "n": 1.50}`, `DELETE /write/4?now=4 `,
	}, s.engine.written())
	require.Equal(t, key("made-1"), got[0].Key, "the key that the engine gave it")
	require.Empty(t, got[1].Key)
}

func TestWhatCannotBeDoneHereIsRefusedWithTheReason(t *testing.T) {
	s := open(t, session.SafeOff, nil)
	s.view.Set.Acts = nil
	removed := named("3", "")
	removed.Cells[0].Remove = true
	other := named("4", "a")
	other.Act = driver.ActRestore
	rows := []Row{made(""), deleted("2"), removed, other, named("5", "a")}
	p := s.plan(t, rows...)
	reasons := func(p *Plan) (list []string) {
		for _, r := range p.Refusals {
			list = append(list, r.Column+": "+r.Err.Message)
		}
		return list
	}
	require.Equal(t, []string{": Rows cannot be added here.", ": Rows cannot be deleted here.", "name: Fields cannot be removed here.", ": This cannot be done with a row."}, reasons(p))
	require.Len(t, p.Requests, 1)
	s.view.Set.ReadOnly = "Its source is off."
	p = s.plan(t, rows[:2]...)
	require.Equal(t, []string{": Its source is off.", ": Its source is off."}, reasons(p))
}

func TestAnObjectIsDeletedByTheRequestThatWasShown(t *testing.T) {
	s := open(t, session.SafeConfirm, nil)
	p, err := s.plans.MakeDrop(t.Context(), s.session, "things")
	require.NoError(t, err)
	require.Empty(t, s.engine.written())
	require.Len(t, p.Requests, 1)
	require.Equal(t, "DELETE /things", p.Requests[0].Request.Method+" "+p.Requests[0].Request.Path)
	_, err = s.plans.Send(t.Context(), p.ID, "another")
	require.Equal(t, errShown.Message, sessiontest.Failure(t, err).Message)
	again, err := s.plans.MakeDrop(t.Context(), s.session, "things")
	require.NoError(t, err)
	_, err = s.plans.Send(t.Context(), p.ID, p.Digest)
	require.Equal(t, errNoPlan.Message, sessiontest.Failure(t, err).Message)
	s.plan(t, named("1", "a")) // of another kind
	got, err := s.plans.Send(t.Context(), again.ID, again.Digest)
	require.NoError(t, err)
	require.Equal(t, []string{"0 done"}, outcomes(got))
	require.Equal(t, []string{"DELETE /things "}, s.engine.written())
	require.False(t, s.plans.CanUndo(again.ID))
	_, err = s.plans.Send(t.Context(), again.ID, again.Digest)
	require.Equal(t, errSent.Message, sessiontest.Failure(t, err).Message)

	p, err = s.plans.MakeDrop(t.Context(), s.session, "things-*")
	require.NoError(t, err)
	require.Empty(t, p.Requests)
	require.Equal(t, "things-* is a pattern.", p.Refusals[0].Err.Message)
}

// SPEC: CON-22
func TestAReadOnlyConnectionShowsHowAnObjectWouldBeDeletedAndSendsNothing(t *testing.T) {
	s := open(t, session.SafeReadOnly, nil)
	p, err := s.plans.MakeDrop(t.Context(), s.session, "things")
	require.NoError(t, err)
	require.Len(t, p.Requests, 1)
	_, err = s.plans.Send(t.Context(), p.ID, p.Digest)
	require.Equal(t, errRead.Message, sessiontest.Failure(t, err).Message)
	require.Empty(t, s.engine.written())
}

// SPEC: A-EDT-18
func TestTenDeletionsAreSentOnlyOnceTheirNumberIsConfirmed(t *testing.T) {
	require.Equal(t, 10, ConfirmFrom)
	deletions := func(many int) (rows []Row) {
		for i := range many {
			rows = append(rows, deleted(fmt.Sprint(i)))
		}
		return rows
	}
	for _, mode := range []string{session.SafeOff, session.SafeConfirm} {
		t.Run(mode, func(t *testing.T) {
			s := open(t, mode, nil)
			p := s.plan(t, append(deletions(ConfirmFrom), named("11", "a"))...)
			require.Equal(t, ConfirmFrom, p.Deletions())
			require.True(t, p.NeedsConfirmation())
			for _, wrong := range []int{0, ConfirmFrom - 1, ConfirmFrom + 1} {
				s.plans.Confirm(p.ID, wrong)
				_, err := s.plans.Send(t.Context(), p.ID, p.Digest)
				require.Equal(t, errUnconfirmed.Message, sessiontest.Failure(t, err).Message)
			}
			require.Empty(t, s.engine.written())
			s.plans.Confirm(p.ID, ConfirmFrom)
			got, err := s.plans.Send(t.Context(), p.ID, p.Digest)
			require.NoError(t, err)
			require.Len(t, got, ConfirmFrom+1)
			require.Len(t, s.engine.written(), ConfirmFrom+1)

			few := s.plan(t, deletions(ConfirmFrom-1)...)
			require.False(t, few.NeedsConfirmation())
			_, err = s.plans.Send(t.Context(), few.ID, few.Digest)
			require.NoError(t, err)
		})
	}
}

// SPEC: A-EDT-18
func TestAPlanSaysWhatUndoingItWillNotTakeBackAndADeletionOfThatKindIsAskedAbout(t *testing.T) {
	edited, removed := Request{before: 1}, Request{act: driver.ActDelete, before: 1}
	final := func(r Request) Request {
		r.final = "Vectors are elsewhere."
		return r
	}
	for _, test := range []struct {
		name string
		plan Plan
		many int
		why  string
		asks bool
	}{
		{"what can be undone", Plan{restores: true, Requests: []Request{edited, removed}}, 0, "", false},
		{"one change that cannot be", Plan{restores: true, Requests: []Request{final(edited), edited}}, 1, "Vectors are elsewhere.", false},
		{"a deletion that cannot be", Plan{restores: true, Requests: []Request{edited, final(removed)}}, 1, "Vectors are elsewhere.", true},
		{"where nothing can be undone", Plan{Requests: []Request{edited, removed}}, 2, "", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			many, why := test.plan.Lasting()
			require.Equal(t, test.many, many)
			require.Equal(t, test.why, why)
			require.Equal(t, test.asks, test.plan.NeedsConfirmation())
		})
	}
}
