package api

// SPEC: A-EDT-01, A-EDT-11

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/data/grid"
	"quarry/backend/data/rows"
	"quarry/backend/work/edits"
)

// saving returns a view of a fragile connection whose rows can be saved. written receives the bodies of the writes.
func saving(t *testing.T, mode, document string, written *[]string) (*Edits, string) {
	t.Helper()
	var mu sync.Mutex
	server := sessiontest.Record(t, func(w http.ResponseWriter, q *http.Request) {
		if q.Method != http.MethodGet {
			body, _ := io.ReadAll(q.Body)
			mu.Lock()
			defer mu.Unlock()
			*written = append(*written, strings.TrimPrefix(q.Method+" "+q.URL.Path+" ", "PUT "+q.URL.Path+" ")+string(body))
			_, _ = io.WriteString(w, "made-1")
			return
		}
		_, _ = fmt.Fprintf(w, `{"doc":%s}`, document)
	})
	table, views := session.New(sessiontest.Drivers(t)), grid.NewViews()
	s := sessiontest.Open(t, table, sessiontest.To("fragile", server.Address, sessiontest.Fields{"safeMode": mode}), nil)
	v, err := views.Open(t.Context(), s, "things")
	require.NoError(t, err)
	return &Edits{calls: NewCalls(nil), sessions: table, views: views, plans: edits.New()}, v.ID
}

func editedName(id, text string) EditedRow {
	return EditedRow{Key: []HiddenValue{{"#id", id}}, Base: []HiddenValue{{"#seq", "4"}}, Cells: []EditedCell{{Column: "name", Text: text}}}
}

// kept reads a text that is stored for a plan.
func kept(t *testing.T, e *Edits, plan, number string) (int, string) {
	t.Helper()
	w := httptest.NewRecorder()
	e.serve(w, httptest.NewRequest(http.MethodGet, "/data/edits?plan="+url.QueryEscape(plan)+"&number="+number, nil))
	return w.Code, w.Body.String()
}

func TestAPlanIsShownThenSentThenDropped(t *testing.T) {
	var written []string
	e, view := saving(t, session.SafeConfirm, `{"n":1.50,"name":"before"}`, &written)
	p, err := e.Plan(PlanRequest{Call: "c1", View: view, Rows: []EditedRow{editedName("1", "after"), editedName("gone", "x")}})
	require.NoError(t, err)
	require.Equal(t, session.SafeConfirm, p.Safe)
	require.Equal(t, []PageNotice{{Text: "It is fragile."}}, p.Notices)
	r := p.Requests[0]
	require.Equal(t, `PUT /write/1?now=4 {"n":1.50,"name":"after"}`, r.Method+" "+r.Path+"?"+r.Query+" "+r.Body)
	require.True(t, strings.HasPrefix(p.Base, "http://127.0.0.1:"))
	require.Equal(t, "conflict", p.Refusals[0].Error.Kind)
	code, theirs := kept(t, e, p.ID, p.Refusals[0].Theirs)
	require.Equal(t, 200, code)
	require.Equal(t, `{"n":1.50,"name":"before"}`, theirs)
	require.Equal(t, []HiddenValue{{"#hash", rows.Hash([]byte(theirs))}}, p.Refusals[0].Revision, "the base of an edit on top of theirs")

	curl, err := e.Curl(PlannedName{Call: "c5", Plan: p.ID, Number: r.Number})
	require.NoError(t, err)
	require.Equal(t, `curl --request PUT '`+p.Base+`/write/1?now=4' --header 'Content-Type: ' --data-raw '{"n":1.50,"name":"after"}'`, curl.Text)
	_, err = e.Curl(PlannedName{Call: "c6", Plan: p.ID, Number: p.Refusals[0].Theirs})
	require.Error(t, err, "a document is no request")

	_, err = e.Send(SaveRequest{Call: "c2", Plan: p.ID, Digest: "another"})
	require.ErrorContains(t, err, "These requests are not the ones you were shown.")
	require.Empty(t, written)
	result, err := e.Send(SaveRequest{Call: "c3", Plan: p.ID, Digest: p.Digest})
	require.NoError(t, err)
	require.Equal(t, []SavedRow{{Row: 0, Outcome: "done", Revision: []HiddenValue{{"#seq", "planned"}}, Key: []HiddenValue{}}}, result.Rows)
	require.Equal(t, []string{r.Body}, written)

	_, err = e.Drop(PlanName{Call: "c4", Plan: p.ID})
	require.NoError(t, err)
	code, _ = kept(t, e, p.ID, p.Refusals[0].Theirs)
	require.Equal(t, http.StatusUnprocessableEntity, code)
	code, _ = kept(t, e, p.ID, "x")
	require.Equal(t, http.StatusBadRequest, code)
}

// SPEC: A-EDT-10
func TestASaveIsUndoneByAPlanOfItsOwn(t *testing.T) {
	var written []string
	e, view := saving(t, session.SafeConfirm, `{"n":1.50,"name":"before"}`, &written)
	created := EditedRow{Act: "create", Key: []HiddenValue{{"#index", "things"}}, Cells: []EditedCell{{Column: "name", Text: "new"}}}
	p, err := e.Plan(PlanRequest{Call: "c1", View: view, Rows: []EditedRow{editedName("gone", "x"), editedName("1", "after"), created}})
	require.NoError(t, err)
	at, err := e.Progress(PlanName{Call: "c2", Plan: p.ID})
	require.NoError(t, err)
	require.Equal(t, SaveProgress{Total: 2}, at)
	result, err := e.Send(SaveRequest{Call: "c3", Plan: p.ID, Digest: p.Digest})
	require.NoError(t, err)
	require.True(t, result.Undo)
	require.Equal(t, []HiddenValue{{"#id", "made-1"}}, result.Rows[1].Key)
	at, err = e.Progress(PlanName{Call: "c4", Plan: p.ID})
	require.NoError(t, err)
	require.Equal(t, SaveProgress{Total: 2, Ended: 2}, at)
	_, err = e.Stop(PlanName{Call: "c5", Plan: p.ID})
	require.NoError(t, err)
	_, err = e.Drop(PlanName{Call: "c6", Plan: p.ID})
	require.NoError(t, err)

	written = nil
	u, err := e.Undo(PlanName{Call: "c7", Plan: p.ID})
	require.NoError(t, err)
	require.Equal(t, p.Base+" confirm", u.Base+" "+u.Safe)
	require.Empty(t, written)
	require.Equal(t, []int{1, 2}, []int{u.Requests[0].Row, u.Requests[1].Row})
	result, err = e.Send(SaveRequest{Call: "c8", Plan: u.ID, Digest: u.Digest})
	require.NoError(t, err)
	require.Equal(t, []int{1, 2}, []int{result.Rows[0].Row, result.Rows[1].Row})
	require.ElementsMatch(t, []string{`{"n":1.50,"name":"before"}`, "DELETE /write/made-1 "}, written)
	_, err = e.Undo(PlanName{Call: "c9", Plan: p.ID})
	require.ErrorContains(t, err, "This save can no longer be undone.")
}

// SPEC: A-EDT-12
func TestAnObjectIsDeletedByTheRequestThatWasShown(t *testing.T) {
	var written []string
	e, view := saving(t, session.SafeConfirm, `{}`, &written)
	s, _, err := e.views.View(view)
	require.NoError(t, err)
	p, err := e.PlanDrop(PlanObjectRequest{Call: "c1", Session: s.ID, Object: "things"})
	require.NoError(t, err)
	require.Len(t, p.Requests, 1)
	require.Equal(t, "DELETE /things", p.Requests[0].Method+" "+p.Requests[0].Path)
	require.Empty(t, written)
	result, err := e.Send(SaveRequest{Call: "c2", Plan: p.ID, Digest: p.Digest})
	require.NoError(t, err)
	require.Equal(t, "done", result.Rows[0].Outcome)
	require.False(t, result.Undo)
	require.Equal(t, []string{"DELETE /things "}, written)
	p, err = e.PlanDrop(PlanObjectRequest{Call: "c3", Session: s.ID, Object: "things-*"})
	require.NoError(t, err)
	require.Equal(t, "things-* is a pattern.", p.Refusals[0].Error.Message)
}

// SPEC: B-EDT-06
func TestAnObjectIsEmptiedByTheRequestThatWasShown(t *testing.T) {
	var written []string
	e, view := saving(t, session.SafeConfirm, `{}`, &written)
	s, _, err := e.views.View(view)
	require.NoError(t, err)
	p, err := e.PlanEmpty(PlanObjectRequest{Call: "c1", Session: s.ID, Object: "things"})
	require.NoError(t, err)
	require.Equal(t, "DELETE /things/all", p.Requests[0].Method+" "+p.Requests[0].Path)
	require.Empty(t, written)
	result, err := e.Send(SaveRequest{Call: "c2", Plan: p.ID, Digest: p.Digest})
	require.NoError(t, err)
	require.Equal(t, "done", result.Rows[0].Outcome)
	require.False(t, result.Undo)
	require.Equal(t, []string{"DELETE /things/all "}, written)
	s.Texts["noEmpty"] = "Use DELETE /{name}/all in the console."
	_, err = e.PlanEmpty(PlanObjectRequest{Call: "c3", Session: s.ID, Object: "things"})
	require.ErrorContains(t, err, "Use DELETE /things/all in the console.")
}

// SPEC: CON-22
func TestAPlanOfAReadOnlyConnectionIsShownAndNotSent(t *testing.T) {
	var written []string
	e, view := saving(t, session.SafeReadOnly, `{"name":"before"}`, &written)
	p, err := e.Plan(PlanRequest{Call: "c1", View: view, Rows: []EditedRow{editedName("1", "after")}})
	require.NoError(t, err)
	require.Equal(t, session.SafeReadOnly, p.Safe)
	require.Equal(t, `{"name":"after"}`, p.Requests[0].Body)
	_, err = e.Send(SaveRequest{Call: "c2", Plan: p.ID, Digest: p.Digest})
	require.ErrorContains(t, err, "This connection is read-only, so nothing was sent.")
	require.Empty(t, written)
}

func TestAPlanComesWithTheBodiesOfItsFirstRequestsOnly(t *testing.T) {
	long, short := []byte(strings.Repeat("x", maxBody+1)), []byte("{}")
	room, total, empty := maxBodies, 0, 0
	for range 1000 {
		text, truncated := shownBody(long, &room)
		require.True(t, truncated)
		total += len(text)
		if text == "" {
			empty++
		}
	}
	require.Equal(t, maxBodies, total)
	require.Equal(t, 1000-maxBodies/maxBody, empty)
	text, truncated := shownBody(short, &room)
	require.Equal(t, []any{"", true}, []any{text, truncated})
	text, truncated = shownBody(nil, &room)
	require.Equal(t, []any{"", false}, []any{text, truncated})
}

func TestALongBodyIsShownByItsBeginning(t *testing.T) {
	var written []string
	long := `{"text":"a` + strings.Repeat("é", maxBody) + `","name":"before"}`
	e, view := saving(t, session.SafeConfirm, long, &written)
	p, err := e.Plan(PlanRequest{Call: "c1", View: view, Rows: []EditedRow{editedName("1", "after")}})
	require.NoError(t, err)
	whole := strings.Replace(long, "before", "after", 1)
	r := p.Requests[0]
	require.True(t, r.Truncated)
	require.Equal(t, fmt.Sprint(len(whole)), r.Size)
	require.Equal(t, whole[:maxBody-1], r.Body[:maxBody-1])
	require.Less(t, len(r.Body), maxBody+1)
	require.True(t, strings.HasSuffix(r.Body, "é"))
	code, text := kept(t, e, p.ID, r.Number)
	require.Equal(t, 200, code)
	require.Equal(t, whole, text)
}
