package keys_test

// SPEC: B-KEY-01, B-KEY-02, B-KEY-04

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"quarry/backend/connection/requestlog"
	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	sampletypesense "quarry/backend/sample/typesense"
	"quarry/backend/work/keys"
	"quarry/drivers/driver"
)

const newValue = "the-value-of-the-new-key"

// engine responds to requests for keys as a test says.
type engine struct {
	*sessiontest.Recorder
	add, remove http.HandlerFunc
}

func start(t *testing.T) *engine {
	t.Helper()
	e := &engine{
		add: func(w http.ResponseWriter, q *http.Request) {
			body, _ := io.ReadAll(q.Body)
			w.WriteHeader(http.StatusCreated)
			_, _ = io.WriteString(w, strings.TrimSuffix(string(body), "}")+`,"id":7,"value":"`+newValue+`"}`)
		},
		remove: func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"id":7}`) },
	}
	e.Recorder = sessiontest.Record(t, func(w http.ResponseWriter, q *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		switch {
		case q.Method == http.MethodPost:
			e.add(w, q)
		case q.Method == http.MethodDelete:
			e.remove(w, q)
		case q.URL.Path == "/keys":
			_, _ = io.WriteString(w, `{"keys":[{"id":7,"description":"d","actions":["*"],"collections":["*"],"value_prefix":"abcd","expires_at":1}]}`)
		default:
			sessiontest.AsTypesense(w, q)
		}
	})
	return e
}

func opened(t *testing.T, e *engine, mode string) *session.Session {
	t.Helper()
	s := sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("typesense", e.Address, sessiontest.Fields{"safeMode": mode}), sessiontest.Fields{"apiKey": "k"})
	e.Forget()
	return s
}

var toAdd = &driver.KeyArgs{Name: "for the shop", Places: []string{"books"}, Actions: []string{"documents:search"}}

func TestTheValueOfANewKeyIsReturnedOnceAndIsNotInTheRequestLog(t *testing.T) {
	e := start(t)
	s := opened(t, e, "off")
	plans := keys.New()
	p, err := plans.Make(t.Context(), s, "t1", toAdd)
	require.NoError(t, err)
	require.Empty(t, e.Sent())

	made, err := plans.Send(t.Context(), s, "t1", p.Digest)
	require.NoError(t, err)
	require.Equal(t, driver.OutcomeDone, made.Outcome)
	require.Equal(t, "7", made.ID)
	require.Equal(t, newValue, made.Value)

	_, err = plans.Send(t.Context(), s, "t1", p.Digest)
	require.Equal(t, driver.Refused, sessiontest.Failure(t, err).Kind)
	require.Equal(t, []string{"POST /keys"}, e.Sent())

	entries := s.Requests.Since(0)
	last := entries[len(entries)-1]
	require.Equal(t, "POST /keys", last.Method+" "+last.Path)
	require.Equal(t, requestlog.GapPrivate, last.Gap)
	require.Empty(t, last.Body()+last.Query+last.ContentType)
}

func TestAKeyIsDeletedByTheRequestThatWasShown(t *testing.T) {
	e := start(t)
	s := opened(t, e, "confirm")
	plans := keys.New()
	p, err := plans.Make(t.Context(), s, "t1", &driver.KeyArgs{Delete: "7"})
	require.NoError(t, err)
	gone, err := plans.Send(t.Context(), s, "t1", p.Digest)
	require.NoError(t, err)
	require.Equal(t, driver.OutcomeDone, gone.Outcome)
	require.Empty(t, gone.Value)
	require.Equal(t, []string{"DELETE /keys/7"}, e.Sent())
}

func TestAKeyIsMadeOnceWhateverBecomesOfTheResponse(t *testing.T) {
	rows := []struct {
		name string
		add  http.HandlerFunc
		want driver.Outcome
		said string
	}{
		{"it is lost", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, driver.OutcomeUnknown, "may have added a key"},
		{"it is cut", func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusCreated)
			_, _ = io.WriteString(w, `{"id":7,"value":"`+newValue[:4])
		}, driver.OutcomeUnknown, "may have added a key"},
		{"it has no value", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"id":7}`) }, driver.OutcomeUnknown, "may have added a key"},
		{"its value is no text", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"id":7,"value":7}`) }, driver.OutcomeUnknown, "may have added a key"},
		{"it is a proxy's", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "<html>", http.StatusBadGateway) }, driver.OutcomeUnknown, "may have added a key"},
		{"it is a refusal", func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusUnauthorized)
			_, _ = io.WriteString(w, `{"message": "Forbidden"}`)
		}, driver.OutcomeRefused, "Forbidden"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			e := start(t)
			e.add = row.add
			s := opened(t, e, "off")
			plans := keys.New()
			p, err := plans.Make(t.Context(), s, "t1", toAdd)
			require.NoError(t, err)
			made, err := plans.Send(t.Context(), s, "t1", p.Digest)
			require.NoError(t, err)
			require.Equal(t, row.want, made.Outcome)
			require.Contains(t, made.Err.Message, row.said)
			require.Empty(t, made.Value)
			require.Equal(t, []string{"POST /keys"}, e.Sent())
			require.NotContains(t, made.Err.Message+made.Err.Detail, newValue[:4])
		})
	}
}

func TestAKeyIsMadeToTheEndIfItsCallerLeaves(t *testing.T) {
	e := start(t)
	add := e.add
	ctx, leave := context.WithCancel(t.Context())
	e.add = func(w http.ResponseWriter, q *http.Request) {
		leave()
		add(w, q)
	}
	s := opened(t, e, "off")
	plans := keys.New()
	p, err := plans.Make(ctx, s, "t1", toAdd)
	require.NoError(t, err)
	made, err := plans.Send(ctx, s, "t1", p.Digest)
	require.NoError(t, err)
	require.Equal(t, newValue, made.Value)
}

func TestNothingIsSentThatWasNotShownOrIsNotAllowed(t *testing.T) {
	e := start(t)
	s := opened(t, e, "off")
	plans := keys.New()
	p, err := plans.Make(t.Context(), s, "t1", toAdd)
	require.NoError(t, err)
	refused := func(tab, digest, want string) {
		t.Helper()
		_, err := plans.Send(t.Context(), s, tab, digest)
		require.Contains(t, sessiontest.Failure(t, err).Message, want)
	}
	refused("t2", p.Digest, "shown last")
	refused("t1", "another", "shown last")
	plans.Drop(s.ID, "t1")
	refused("t1", p.Digest, "shown last")

	p, err = plans.Make(t.Context(), s, "t1", toAdd)
	require.NoError(t, err)
	require.NoError(t, s.SetSafeMode("confirm"))
	refused("t1", p.Digest, "became stricter")

	p, err = plans.Make(t.Context(), s, "t1", toAdd)
	require.NoError(t, err)
	require.NoError(t, s.SetSafeMode("read-only"))
	refused("t1", p.Digest, "read-only")
	require.Empty(t, e.Sent())

	list, err := keys.List(t.Context(), s)
	require.NoError(t, err)
	require.Len(t, list.Keys, 1, "a read-only connection lists keys")
}

func TestADriverWithoutKeysSaysSo(t *testing.T) {
	n := sessiontest.Record(t, sessiontest.As8)
	s := sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("elasticsearch", n.Address, nil), nil)
	n.Forget()
	_, err := keys.List(t.Context(), s)
	require.Equal(t, driver.Unsupported, sessiontest.Failure(t, err).Kind)
	_, err = keys.New().Make(t.Context(), s, "t1", toAdd)
	require.Equal(t, driver.Unsupported, sessiontest.Failure(t, err).Kind)
	require.Empty(t, n.Sent())
}

// The sample server checks scoped keys as a real one does.
func TestAServerAcceptsADerivedKeyAndLimitsItsSearches(t *testing.T) {
	sample, err := sampletypesense.New(sampletypesense.Options{})
	require.NoError(t, err)
	server := sessiontest.Record(t, sample.ServeHTTP)
	s := sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("typesense", server.Address, nil), sessiontest.Fields{"apiKey": sampletypesense.DefaultKey})
	plans := keys.New()
	p, err := plans.Make(t.Context(), s, "t1", toAdd)
	require.NoError(t, err)
	made, err := plans.Send(t.Context(), s, "t1", p.Digest)
	require.NoError(t, err)
	server.Forget()

	args := &driver.ScopeArgs{Values: []driver.Text{{Key: "filter_by", Value: "pages:<100"}, {Key: "exclude_fields", Value: "isbn"}}, Expires: 4_000_000_000_000}
	seen, err := keys.Scope(t.Context(), s, "", args)
	require.NoError(t, err)
	require.JSONEq(t, `{"filter_by":"pages:<100","exclude_fields":"isbn","expires_at":4000000000}`, seen.Embedded)
	require.Empty(t, seen.Value)
	scoped, err := keys.Scope(t.Context(), s, made.Value, args)
	require.NoError(t, err)
	require.Empty(t, server.Sent(), "deriving a key sends nothing")

	found := func(key string) (int, string) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+"/collections/books/documents/search?q=*", nil)
		require.NoError(t, err)
		r.Header.Set("X-TYPESENSE-API-KEY", key)
		response, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		defer func() { _ = response.Body.Close() }()
		body, err := io.ReadAll(response.Body)
		require.NoError(t, err)
		return response.StatusCode, string(body)
	}
	status, all := found(made.Value)
	require.Equal(t, http.StatusOK, status)
	status, some := found(scoped.Value)
	require.Equal(t, http.StatusOK, status)
	require.Contains(t, all, `"isbn"`)
	require.NotContains(t, some, `"isbn"`)
	require.Less(t, gjson.Get(some, "found").Int(), gjson.Get(all, "found").Int())
}

func TestTheValueThatAKeyIsDerivedFromIsInNoError(t *testing.T) {
	s := opened(t, start(t), "read-only")
	_, err := keys.Scope(t.Context(), s, newValue, &driver.ScopeArgs{})
	require.NotContains(t, sessiontest.Failure(t, err).Error()+sessiontest.Failure(t, err).Detail, newValue)
}
