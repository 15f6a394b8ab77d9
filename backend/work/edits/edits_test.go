package edits

// SPEC: A-EDT-01, A-EDT-11, B-EDT-08

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/data/grid"
	"quarry/backend/data/rows"
	"quarry/drivers/driver"
)

// engine responds to the fragile driver and records the writes that it gets, with their bodies.
type engine struct {
	*sessiontest.Recorder
	mu     sync.Mutex
	writes []string
	write  http.HandlerFunc    // responds to writes; nil for 200
	again  http.HandlerFunc    // responds to GET /again; nil responds as to any other read
	read   func(*http.Request) // called before the response to a read; may be nil
}

func (e *engine) answer(w http.ResponseWriter, q *http.Request) {
	if q.Method != http.MethodGet {
		body, _ := io.ReadAll(q.Body)
		e.mu.Lock()
		e.writes = append(e.writes, strings.TrimPrefix(q.Method+" ", "PUT ")+q.URL.RequestURI()+" "+string(body))
		e.mu.Unlock()
		if e.write != nil {
			e.write(w, q)
		}
		return
	}
	e.mu.Lock()
	again, read := e.again, e.read
	e.mu.Unlock()
	if read != nil {
		read(q)
	}
	if strings.HasPrefix(q.URL.Path, "/again/") && again != nil {
		again(w, q)
		return
	}
	_, _ = fmt.Fprintf(w, `{"rows":[],"doc":{"id":%q, "n": 1.50,"name":"before"}}`, q.URL.Path)
}

// answersAgain answers reads of GET /again from now on.
func (e *engine) answersAgain(again http.HandlerFunc) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.again = again
}

// answersRead calls before with every read from now on.
func (e *engine) answersRead(before func(*http.Request)) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.read = before
}

func (e *engine) written() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return append([]string{}, e.writes...)
}

// stand is a view of a connection whose rows can be saved.
type stand struct {
	engine  *engine
	table   *session.Sessions
	session *session.Session
	view    *grid.View
	plans   *Plans
}

func open(t *testing.T, mode string, write http.HandlerFunc) *stand {
	t.Helper()
	e := &engine{write: write}
	e.Recorder = sessiontest.Record(t, e.answer)
	s := &stand{engine: e, table: session.New(sessiontest.Drivers(t)), plans: New()}
	s.session = sessiontest.Open(t, s.table, sessiontest.To("fragile", e.Address, sessiontest.Fields{"safeMode": mode}), nil)
	var err error
	s.view, err = grid.NewViews().Open(t.Context(), s.session, "things")
	require.NoError(t, err)
	return s
}

func (s *stand) plan(t *testing.T, rows ...Row) *Plan {
	t.Helper()
	p, err := s.plans.Make(t.Context(), s.session, s.view, rows)
	require.NoError(t, err)
	return p
}

// named returns a row whose name was edited.
func named(id, name string) Row {
	return Row{Key: []driver.Text{{Key: "#id", Value: id}}, Base: []driver.Text{{Key: "#seq", Value: "4"}}, Cells: []Cell{{Column: "name", Text: name}}}
}

func outcomes(all []Outcome) []string {
	var list []string
	for _, o := range all {
		text := fmt.Sprint(o.Row, " ", o.Outcome)
		if o.Err != nil {
			text += ": " + o.Err.Message
		}
		list = append(list, text)
	}
	return list
}

func TestWhatWasShownIsWhatIsSentEachOnce(t *testing.T) {
	s := open(t, session.SafeConfirm, nil)
	p := s.plan(t, named("1", "a"), named("2", "b"))
	require.Empty(t, s.engine.written(), "planning only reads")
	require.Equal(t, []driver.Notice{{Text: "It is fragile."}}, p.Notices)
	var shown []string
	for _, r := range p.Requests {
		body, err := s.plans.Document(p.ID, r.Body)
		require.NoError(t, err)
		require.EqualValues(t, len(body), r.Size)
		require.Equal(t, "Whole document There is no other.", r.Form+" "+r.Reason)
		shown = append(shown, r.Request.Path+"?"+r.Request.Query+" "+string(body))
	}
	require.Equal(t, []string{
		`/write/1?now=4 {"id":"/read/1", "n": 1.50,"name":"a"}`,
		`/write/2?now=4 {"id":"/read/2", "n": 1.50,"name":"b"}`,
	}, shown)

	got, err := s.plans.Send(t.Context(), p.ID, p.Digest)
	require.NoError(t, err)
	require.ElementsMatch(t, shown, s.engine.written())
	require.Equal(t, []string{"0 done", "1 done"}, outcomes(got))
	require.Equal(t, []driver.Text{{Key: "#seq", Value: "planned"}}, got[0].Revision)
}

func TestOnlyThePlanThatWasShownIsSentAndOnlyOnce(t *testing.T) {
	tests := []struct {
		name    string
		between func(s *stand, p *Plan)
		digest  func(p *Plan) string
		message string
	}{
		{"another digest", nil, func(p *Plan) string { return strings.Repeat("0", len(p.Digest)) }, errShown.Message},
		{"no digest", nil, func(*Plan) string { return "" }, errShown.Message},
		{"planned again with the same edit", func(s *stand, _ *Plan) { _, _ = s.plans.Make(t.Context(), s.session, s.view, []Row{named("1", "a")}) }, nil, errNoPlan.Message},
		{"dropped", func(s *stand, p *Plan) { s.plans.Drop(t.Context(), p.ID) }, nil, errNoPlan.Message},
		{"of a closed connection", func(s *stand, _ *Plan) { s.table.CloseAll(t.Context()) }, nil, errNoPlan.Message},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := open(t, session.SafeOff, nil)
			p := s.plan(t, named("1", "a"))
			if test.between != nil {
				test.between(s, p)
			}
			digest := p.Digest
			if test.digest != nil {
				digest = test.digest(p)
			}
			_, err := s.plans.Send(t.Context(), p.ID, digest)
			require.Equal(t, test.message, sessiontest.Failure(t, err).Message)
			require.Empty(t, s.engine.written())
		})
	}
	s := open(t, session.SafeOff, nil)
	p := s.plan(t, named("1", "a"))
	_, err := s.plans.Send(t.Context(), p.ID, p.Digest)
	require.NoError(t, err)
	_, err = s.plans.Send(t.Context(), p.ID, p.Digest)
	require.Equal(t, errSent.Message, sessiontest.Failure(t, err).Message)
	require.Len(t, s.engine.written(), 1)
}

func TestADigestNamesEveryPartOfARequest(t *testing.T) {
	plain := driver.Request{Method: "PUT", Path: "/a", Query: "b=c", Headers: []driver.Header{{Name: "X", Value: "y"}}}
	seen := map[[32]byte]bool{digestOf(&plain, []byte("body")): true}
	for _, other := range []driver.Request{
		{Method: "POST", Path: "/a", Query: "b=c", Headers: plain.Headers}, {Method: "PUT", Path: "/ab", Query: "=c", Headers: plain.Headers},
		{Method: "PUT", Path: "/a", Query: "b=d", Headers: plain.Headers}, {Method: "PUT", Path: "/a", Query: "b=c"},
		{Method: "PUT", Path: "/a", Query: "b=c", Headers: []driver.Header{{Name: "Xy", Value: ""}}},
	} {
		require.False(t, seen[digestOf(&other, []byte("body"))])
		seen[digestOf(&other, []byte("body"))] = true
	}
	require.False(t, seen[digestOf(&plain, []byte("bodz"))])
	require.True(t, seen[digestOf(&plain, []byte("body"))])
}

// SPEC: CON-22
func TestAReadOnlyConnectionShowsAPlanAndSendsNothing(t *testing.T) {
	s := open(t, session.SafeReadOnly, nil)
	p := s.plan(t, named("1", "a"))
	require.Len(t, p.Requests, 1)
	_, err := s.plans.Send(t.Context(), p.ID, p.Digest)
	require.Equal(t, "This connection is read-only, so nothing was sent.", sessiontest.Failure(t, err).Message)
	require.Empty(t, s.engine.written())
}

// SPEC: CON-22
func TestAPlanIsNotSentUnderAStricterModeThanItWasMadeUnder(t *testing.T) {
	tests := []struct{ planned, now, want string }{
		{session.SafeOff, session.SafeConfirm, "Safe mode became stricter after these requests were prepared. Nothing was sent."},
		{session.SafeOff, session.SafeReadOnly, "This connection is read-only, so nothing was sent."},
		{session.SafeConfirm, session.SafeReadOnly, "This connection is read-only, so nothing was sent."},
		{session.SafeConfirm, session.SafeOff, ""},
	}
	for _, test := range tests {
		t.Run(test.planned+" then "+test.now, func(t *testing.T) {
			s := open(t, test.planned, nil)
			p := s.plan(t, named("1", "a"))
			require.NoError(t, s.session.SetSafeMode(test.now))
			_, err := s.plans.Send(t.Context(), p.ID, p.Digest)
			if test.want == "" {
				require.NoError(t, err)
				require.Len(t, s.engine.written(), 1)
				return
			}
			require.Equal(t, test.want, sessiontest.Failure(t, err).Message)
			require.Empty(t, s.engine.written())
		})
	}
}

// SPEC: CON-22
func TestAModeThatBecomesStricterWhileRowsAreSentStopsTheRest(t *testing.T) {
	var s *stand
	s = open(t, session.SafeOff, func(_ http.ResponseWriter, q *http.Request) {
		if q.URL.Path == "/write/1" {
			s.session.Tighten(session.SafeReadOnly)
		}
	})
	s.plans.parallel = 1
	p := s.plan(t, named("1", "a"), named("2", "a"), named("3", "a"))
	all, err := s.plans.Send(t.Context(), p.ID, p.Digest)
	require.NoError(t, err)
	require.Equal(t, driver.OutcomeDone, all[0].Outcome)
	for _, o := range all[1:] {
		require.NotEqual(t, driver.OutcomeDone, o.Outcome)
		require.NotEqual(t, driver.OutcomeUnknown, o.Outcome, "it is certain that nothing was sent")
	}
	require.Len(t, s.engine.written(), 1)
}

func TestEveryRowHasItsOutcome(t *testing.T) {
	s := open(t, session.SafeOff, func(w http.ResponseWriter, q *http.Request) {
		switch q.URL.Path {
		case "/write/1":
			http.Error(w, "not like this", http.StatusBadRequest)
		case "/write/2":
			w.WriteHeader(http.StatusConflict)
		}
	})
	p := s.plan(t, named("gone", "a"), named("1", "a"), named("2", "a"), named("3", "a"))
	require.Len(t, p.Refusals, 1)
	require.Equal(t, 0, p.Refusals[0].Row)
	theirs, err := s.plans.Document(p.ID, p.Refusals[0].Theirs)
	require.NoError(t, err)
	require.Equal(t, `{"id":"/read/gone", "n": 1.50,"name":"before"}`, string(theirs))
	got, err := s.plans.Send(t.Context(), p.ID, p.Digest)
	require.NoError(t, err)
	require.Equal(t, []string{"1 refused: not like this\n", "2 conflict: It changed.", "3 done"}, outcomes(got))
	theirs, err = s.plans.Document(p.ID, got[1].Document)
	require.NoError(t, err, "what an outcome shows is kept")
	require.Equal(t, `{"id":"/read/2", "n": 1.50,"name":"before"}`, string(theirs))
	_, err = s.plans.Document(p.ID, p.Refusals[0].Theirs)
	require.NoError(t, err)
	require.Equal(t, 3, s.session.Shelf().Len(), "and what undoing needs; the rest is released")
}

func TestTheDriverIsAskedAboutAResponseOnlyIfItIsNoPlainSuccess(t *testing.T) {
	for response, want := range map[string]string{`{"seq":7}`: "7", `{"seq":"7"}`: "planned", `{"seq":7`: "planned", `{}`: "planned"} {
		t.Run(response, func(t *testing.T) {
			s := open(t, session.SafeOff, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, response) })
			p := s.plan(t, named("plain", "a"))
			got, err := s.plans.Send(t.Context(), p.ID, p.Digest)
			require.NoError(t, err)
			require.Equal(t, []string{"0 done"}, outcomes(got))
			require.Equal(t, []driver.Text{{Key: "#seq", Value: want}}, got[0].Revision)
		})
	}
}

// SPEC: B-EDT-08
func TestADocumentIsReadAgainRightBeforeAWriteThatTheEngineCannotMakeConditional(t *testing.T) {
	const shown = `{"doc":{"id":"/read/checked", "n": 1.50,"name":"before"}}`
	tests := []struct {
		name   string
		again  http.HandlerFunc
		want   []string
		theirs string
	}{
		{"the same", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, shown) }, []string{"0 done", "1 done"}, ""},
		{"another", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"doc":{"name":"theirs"}}`) }, []string{"0 conflict: It changed just now.", "1 done"}, `{"name":"theirs"}`},
		{"gone", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(404) }, []string{"0 conflict: It was deleted just now.", "1 done"}, ""},
		{"refused", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(429); _, _ = io.WriteString(w, "too busy") }, []string{"0 unsent: too busy", "1 done"}, ""},
		{"not to be read", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) }, []string{"0 unsent: Could not re-read the document before writing it.", "1 done"}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := open(t, session.SafeOff, nil)
			s.engine.answersAgain(test.again)
			p := s.plan(t, named("checked", "a"), named("2", "b"))
			got, err := s.plans.Send(t.Context(), p.ID, p.Digest)
			require.NoError(t, err)
			require.Equal(t, test.want, outcomes(got))
			require.Len(t, s.engine.written(), strings.Count(strings.Join(test.want, " "), "done"))
			if test.theirs != "" {
				theirs, err := s.plans.Document(p.ID, got[0].Document)
				require.NoError(t, err)
				require.Equal(t, test.theirs, string(theirs))
			}
		})
	}
}

// SPEC: A-EDT-09
func TestNothingIsSentIfWhatThePlanWasMadeForIsNoLongerThere(t *testing.T) {
	says := func(status int, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body)
		}
	}
	tests := []struct {
		name  string
		again http.HandlerFunc
		kind  driver.Kind // "" if the plan is sent
		want  string
	}{
		{"the same", says(200, `{"state":"planned"}`), "", ""},
		{"another", says(200, `{"state":"other"}`), driver.Conflict, "It is another one now. Nothing was sent."},
		{"no longer readable", says(200, `{}`), driver.Conflict, "It is another one now. Nothing was sent."},
		{"gone", says(404, `{}`), driver.NotFound, "It is gone. Nothing was sent."},
		{"a read that fails", says(500, `{}`), driver.Refused, "Quarry could not check whether these changes can still be sent. Nothing was sent."},
		{"a read without a response", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, driver.Refused, "Quarry could not check whether these changes can still be sent. Nothing was sent."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := open(t, session.SafeOff, nil)
			s.engine.answersAgain(test.again)
			p := s.plan(t, named("1", "a"), named("bound", "b"))
			got, err := s.plans.Send(t.Context(), p.ID, p.Digest)
			if test.kind == "" {
				require.NoError(t, err)
				require.Equal(t, []string{"0 done", "1 done"}, outcomes(got))
				return
			}
			require.Equal(t, test.kind, sessiontest.Failure(t, err).Kind)
			require.Contains(t, sessiontest.Failure(t, err).Message, test.want)
			require.Empty(t, s.engine.written())
			s.engine.answersAgain(says(200, `{"state":"planned"}`))
			_, err = s.plans.Send(t.Context(), p.ID, p.Digest)
			require.NoError(t, err, "nothing was sent, so the plan can still be")
		})
	}
}

func TestNothingIsSentAfterACancellation(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := open(t, session.SafeOff, func(_ http.ResponseWriter, q *http.Request) {
		if q.URL.Path == "/write/2" {
			cancel()
			<-q.Context().Done()
		}
	})
	s.plans.parallel, s.plans.grace = 1, 0
	p := s.plan(t, named("1", "a"), named("2", "a"), named("3", "a"))
	got, err := s.plans.Send(ctx, p.ID, p.Digest)
	require.NoError(t, err)
	require.Equal(t, []driver.Outcome{driver.OutcomeDone, driver.OutcomeUnknown, Unsent}, []driver.Outcome{got[0].Outcome, got[1].Outcome, got[2].Outcome})
	require.Len(t, s.engine.written(), 2)
	require.Equal(t, "Not sent: saving was stopped.", got[2].Err.Message)
}

func TestNothingIsSentAfterAWriteThatGotNoResponse(t *testing.T) {
	s := open(t, session.SafeOff, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	s.plans.parallel = 1
	p := s.plan(t, named("1", "a"), named("2", "a"))
	got, err := s.plans.Send(t.Context(), p.ID, p.Digest)
	require.NoError(t, err)
	require.Equal(t, driver.OutcomeUnknown, got[0].Outcome)
	require.Equal(t, "1 unsent: Not sent: an earlier request got no response.", outcomes(got)[1])
	require.Len(t, s.engine.written(), 1, "and the write is not repeated")
}

func TestAWriteThatCouldNotBeSentIsUnsent(t *testing.T) {
	s := open(t, session.SafeOff, nil)
	s.plans.parallel = 1
	p := s.plan(t, named("1", "a"), named("2", "a"))
	s.session.Shelf().Release(p.Requests[0].Body)
	got, err := s.plans.Send(t.Context(), p.ID, p.Digest)
	require.NoError(t, err)
	require.Equal(t, []driver.Outcome{Unsent, Unsent}, []driver.Outcome{got[0].Outcome, got[1].Outcome})
	require.Equal(t, driver.NotFound, got[0].Err.Kind)
	require.Empty(t, s.engine.written())
}

func TestAfterTheDriverCrashedNobodyKnowsWhatBecameOfAWrite(t *testing.T) {
	s := open(t, session.SafeOff, nil)
	p := s.plan(t, named("crash", "a"), named("2", "a"))
	got, err := s.plans.Send(t.Context(), p.ID, p.Digest)
	require.NoError(t, err)
	require.Equal(t, driver.OutcomeUnknown, got[0].Outcome)
	require.Equal(t, "The change was sent, but Quarry could not interpret the response. Refresh the row.", got[0].Err.Message)
	require.Equal(t, driver.OutcomeDone, got[1].Outcome, "the next one is judged by a new instance")
	require.Len(t, s.engine.written(), 2)
}

func TestAColumnThatCannotBeEditedIsRefusedWithTheReason(t *testing.T) {
	s := open(t, session.SafeOff, nil)
	for column, message := range map[string]string{
		"id":    "id is not part of the stored document, so it cannot be edited.",
		"leaf":  "leaf is not part of the stored document, so it cannot be edited.",
		"other": "other is another name of name. Edit it in that column.",
		"none":  "There is no column none.",
	} {
		row := named("1", "a")
		row.Cells[0].Column = column
		p := s.plan(t, row, named("2", "b"))
		require.Len(t, p.Refusals, 1)
		require.Equal(t, driver.Refusal{Row: 0, Column: column, Err: p.Refusals[0].Err}, p.Refusals[0])
		require.Equal(t, message, p.Refusals[0].Err.Message)
		require.Len(t, p.Requests, 1, "the other row can be sent")
		require.Equal(t, 1, p.Requests[0].Row)
	}
	empty := named("1", "a")
	empty.Cells = nil
	require.Equal(t, "Nothing was edited in this row.", s.plan(t, empty).Refusals[0].Err.Message)
	_, err := s.plans.Make(t.Context(), s.session, s.view, make([]Row, MaxRows+1))
	require.Equal(t, "At most 1,000 rows can be saved at once.", sessiontest.Failure(t, err).Message)
}

func TestARowWhoseRequestCannotBeBuiltIsRefusedAlone(t *testing.T) {
	const notJSON = "\x01" // the driver quotes it in a way that is not JSON
	s := open(t, session.SafeOff, nil)
	p := s.plan(t, named("0", notJSON), named("1", "b"), named("2", notJSON))
	require.Len(t, p.Requests, 1)
	require.Equal(t, 1, p.Requests[0].Row)
	require.Len(t, p.Refusals, 2)
	require.Zero(t, p.Refusals[0].Row)
	require.Equal(t, "name", p.Refusals[0].Column)
	require.Equal(t, driver.Invalid, p.Refusals[0].Err.Kind)
	require.Equal(t, "This change cannot be written.", p.Refusals[0].Err.Message)
	require.Contains(t, p.Refusals[0].Err.Detail, "the value for name")
	_, err := s.plans.Send(t.Context(), p.ID, p.Digest)
	require.NoError(t, err)
	require.Len(t, s.engine.written(), 1)
}

func TestManyRowsArePlannedInSeveralCallsAsOnePlan(t *testing.T) {
	s := open(t, session.SafeOff, nil)
	const count = maxPerCall/2 + 100
	var edited []Row
	for i := range count {
		edited = append(edited, named(strconv.Itoa(i), "b"))
	}
	edited[count-2].Cells = nil
	edited[count-1].Cells[0].Text = "\x01" // is not quoted as JSON
	p := s.plan(t, edited...)
	require.Len(t, p.Requests, count-2)
	for i, r := range p.Requests {
		require.Equal(t, i, r.Row)
		require.Equal(t, "/write/"+strconv.Itoa(i), r.Request.Path)
	}
	require.Len(t, p.Refusals, 2)
	require.Equal(t, count-2, p.Refusals[0].Row)
	require.Equal(t, count-1, p.Refusals[1].Row)
	require.Equal(t, []driver.Notice{{Text: "It is fragile."}}, p.Notices)
}

func TestACallForAPlanHasNotManyRowsAndCells(t *testing.T) {
	row := func(cells int) driver.RowEdit { return driver.RowEdit{Cells: make([]driver.CellEdit, cells)} }
	rows := []struct {
		name string
		rows []driver.RowEdit
		want int
	}{
		{"few", []driver.RowEdit{row(1), row(3)}, 2},
		{"as many as one call has", []driver.RowEdit{row(maxPerCall/2 - 1), row(maxPerCall/2 - 1)}, 2},
		{"one cell more", []driver.RowEdit{row(maxPerCall/2 - 1), row(maxPerCall / 2), row(1)}, 1},
		{"rows without cells", make([]driver.RowEdit, maxPerCall+1), maxPerCall},
		{"a row with too many by itself", []driver.RowEdit{row(2 * maxPerCall), row(1)}, 1},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) { require.Equal(t, r.want, rowsPerCall(r.rows, maxPerCall)) })
	}
}

func TestWhatAPlanKeepsIsReleasedWithIt(t *testing.T) {
	s := open(t, session.SafeOff, nil)
	p := s.plan(t, named("1", "a"), named("gone", "b"))
	require.Equal(t, 3, s.session.Shelf().Len(), "two documents and a body")
	again := s.plan(t, named("1", "a"))
	require.Equal(t, 2, s.session.Shelf().Len())
	_, err := s.plans.Document(p.ID, p.Requests[0].Body)
	require.Equal(t, driver.NotFound, sessiontest.Failure(t, err).Kind)
	s.plans.Drop(t.Context(), again.ID)
	require.Zero(t, s.session.Shelf().Len())
	s.plan(t, named("1", "a"))
	s.table.CloseAll(t.Context())
	require.Zero(t, s.session.Shelf().Len())
	_, err = s.plans.Make(t.Context(), s.session, s.view, []Row{named("1", "a")})
	require.Error(t, err)
}

// SPEC: A-EDT-09
func TestAConflictIsBasedOnTheHashThatItsDocumentIsComparedBy(t *testing.T) {
	s := open(t, session.SafeOff, nil)
	p := s.plan(t, named("1", "a"))
	for _, document := range []string{`{"a":1}`, `{ "a" : 1.50 /* in it */ }`, `{"a":1} /* behind it */ // twice`, `{"a":"/* text */"}/**/`} {
		err := rows.Entries([]byte(`{"doc":`+document+"\n}"), "", "doc", func(e rows.Entry) error {
			number, err := s.session.Shelf().Put(e.Source, false)
			require.NoError(t, err)
			p.hold = append(p.hold, number)
			require.Equal(t, []driver.Text{{Key: "#hash", Value: rows.Hash(e.Exact)}}, s.plans.BaseOf(p.ID, number), document)
			return nil
		})
		require.NoError(t, err)
	}
}

// SPEC: A-EDT-09
func TestComparingRowsReplacesNoPlanAndIsNeverSent(t *testing.T) {
	s := open(t, session.SafeOff, nil)
	first, err := s.plans.Compare(t.Context(), s.session, s.view, []Row{named("1", "a")})
	require.NoError(t, err)
	p := s.plan(t, named("1", "a"))
	second, err := s.plans.Compare(t.Context(), s.session, s.view, []Row{named("2", "a")})
	require.NoError(t, err)
	for _, read := range []*Plan{first, second} {
		_, err = s.plans.Document(read.ID, read.Requests[0].Body)
		require.NoError(t, err)
		_, err = s.plans.Send(t.Context(), read.ID, read.Digest)
		require.Equal(t, errNoPlan.Message, sessiontest.Failure(t, err).Message)
	}
	_, err = s.plans.Send(t.Context(), p.ID, p.Digest)
	require.NoError(t, err)
	s.plans.Leave(s.view.ID, "")
	_, err = s.plans.Document(first.ID, first.Requests[0].Body)
	require.Error(t, err)
}
