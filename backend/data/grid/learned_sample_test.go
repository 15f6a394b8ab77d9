// SPEC: B-BRO-04, B-BRO-11
package grid

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/sample/typesense"
	"quarry/drivers/driver"
)

func TestFieldsThatACollectionLearnsOnTheSampleEngineAreColumnsAfterAReload(t *testing.T) {
	for _, version := range []string{"26.0", "29.0", "30.0"} {
		t.Run(version, func(t *testing.T) { learns(t, version) })
	}
}

func learns(t *testing.T, version string) {
	server, ask := sampleServer(t, version)
	ask("/collections", `{"name":"notes","enable_nested_fields":true,"fields":[{"name":".*","type":"auto"}]}`)
	ask("/collections/notes/documents", `{"id":"1","subject":"visit"}`)
	s := sampleSession(t, server)
	views := NewViews()
	v, err := views.Open(t.Context(), s, "notes")
	require.NoError(t, err)
	require.Equal(t, []string{"id", "subject"}, named(v))

	ask("/collections/notes/documents", `{"id":"2","subject":"repair","minutes":30,"item":{"code":"K-1"},"people":["Ann"]}`)
	page, err := v.Page(t.Context(), 0, 0)
	require.NoError(t, err)
	require.Equal(t, []driver.Notice{{Text: "3 fields are not in the schema: item, minutes, people. Refresh to show them as columns."}}, page.Notices)
	v, err = views.Reload(t.Context(), v, 0)
	require.NoError(t, err)
	require.ElementsMatch(t, []string{"id", "subject", "minutes", "item.code", "people"}, named(v))
	for _, name := range []string{"minutes", "item.code", "people"} {
		c := v.column(name)
		require.False(t, c.Outside || c.ReadOnly, name)
		require.NotZero(t, c.Filter, name)
	}
	require.Equal(t, "minutes", v.column("minutes").Sort)
	require.Equal(t, "int64", v.column("minutes").Type)
	page, err = v.Page(t.Context(), 0, 0)
	require.NoError(t, err)
	require.Empty(t, page.Notices)
}

// sampleServer starts an empty sample server. ask sends a POST of another client to it.
func sampleServer(t *testing.T, version string) (server *httptest.Server, ask func(path, body string)) {
	t.Helper()
	engine, err := typesense.New(typesense.Options{Imitate: version, Empty: true})
	require.NoError(t, err)
	server = httptest.NewServer(engine)
	t.Cleanup(server.Close)
	return server, asking(t, server)
}

func asking(t *testing.T, server *httptest.Server) func(path, body string) {
	t.Helper()
	return func(path, body string) {
		q, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+path, strings.NewReader(body))
		require.NoError(t, err)
		q.Header.Set("X-TYPESENSE-API-KEY", typesense.DefaultKey)
		a, err := http.DefaultClient.Do(q)
		require.NoError(t, err)
		defer func() { _ = a.Body.Close() }()
		text, err := io.ReadAll(a.Body)
		require.NoError(t, err)
		require.Less(t, a.StatusCode, 300, string(text))
	}
}

func sampleSession(t *testing.T, server *httptest.Server) *session.Session {
	t.Helper()
	connection := sessiontest.To("typesense", sessiontest.Address(server.URL), sessiontest.Fields{"ssl": "disabled"})
	return sessiontest.Open(t, session.New(sessiontest.Drivers(t)), connection, sessiontest.Fields{"apiKey": typesense.DefaultKey})
}

func named(v *View) []string {
	var names []string
	for i := range v.Columns {
		names = append(names, v.Columns[i].Name)
	}
	return names
}
