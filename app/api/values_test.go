// SPEC: A-BRO-08, A-BRO-16
package api

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/data/grid"
	"quarry/backend/profile/connections"
	"quarry/backend/profile/layouts"
	"quarry/drivers/driver"
)

func opened(t *testing.T) (*API, string) {
	t.Helper()
	profile := t.TempDir()
	app, err := New(Config{Profile: profile, Secrets: "memory"})
	require.NoError(t, err)
	t.Cleanup(func() { app.Close(t.Context()) })
	return app, profile
}

func TestTheHiddenValuesOfARowAreItsKey(t *testing.T) {
	query, err := url.ParseQuery("view=s1.1&column=%23a&%23routing=r+%26%3D%23&%23id=7&call=c1")
	require.NoError(t, err)
	require.Equal(t, []driver.Text{{Key: "#id", Value: "7"}, {Key: "#routing", Value: "r &=#"}}, keyOf(query))
}

func TestAValueOfAClosedViewIsAFailure(t *testing.T) {
	app, _ := opened(t)
	w := httptest.NewRecorder()
	app.Data().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/data/value?view=s1.1&column=a&%23id=1&call=c1", nil))
	require.Equal(t, http.StatusUnprocessableEntity, w.Code)
	var f Failure
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &f))
	require.Equal(t, string(driver.NotFound), f.Kind)

	w = httptest.NewRecorder()
	app.Data().ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/data/value?view=s1.1", nil))
	require.Equal(t, http.StatusNotFound, w.Code)
}

func TestALayoutBelongsToAnOpenConnectionAndGoesWithIt(t *testing.T) {
	app, profile := opened(t)
	_, err := app.Layouts.Keep(KeepLayoutRequest{Call: "c1", Session: "s9", Object: "books"})
	require.ErrorContains(t, err, "This connection is closed.")
	_, err = app.Layouts.Get(LayoutRequest{Call: "c2", Session: "s9", Object: "books"})
	require.ErrorContains(t, err, "This connection is closed.")

	file := `{"version":1,"connections":[{"id":"c1","name":"catalogue","driver":"elasticsearch","fields":{},"secrets":[]}]}`
	require.NoError(t, os.WriteFile(filepath.Join(profile, connections.FileName), []byte(file), 0o600))
	kept := layouts.Layout{Columns: []layouts.Column{{Name: "title", Width: 80}}}
	store := layouts.Open(profile)
	require.NoError(t, store.Put("c1", "books", kept))
	require.NoError(t, store.Put("another", "books", kept))
	_, err = app.Connections.Delete(ConnectionRequest{Call: "c3", ID: "c1"})
	require.NoError(t, err)
	got, err := store.Get("c1", "books")
	require.NoError(t, err)
	require.Empty(t, got.Columns)
	got, err = store.Get("another", "books")
	require.NoError(t, err)
	require.Equal(t, kept, got)
}

func TestTheDocumentsOfAPageComeAsOneText(t *testing.T) {
	server := sessiontest.Record(t, func(w http.ResponseWriter, q *http.Request) {
		_, _ = w.Write([]byte(map[string]string{
			"/collections": `[]`, "/debug": `{"state":1,"version":"29.0"}`,
			"/collections/books": `{"name":"books","fields":[{"name":"n","type":"float"}]}`,
			"/multi_search":      `{"results":[{"found":2,"hits":[{"document":{"id":"1", "n":1.50}},{"document":{"id":"2"}}]}]}`,
		}[q.URL.Path]))
	})
	table, views := session.New(sessiontest.Drivers(t)), grid.NewViews()
	s := sessiontest.Open(t, table, sessiontest.To("typesense", server.Address, sessiontest.Fields{"auth": "none"}), sessiontest.Fields{"apiKey": "k"})
	v, err := views.Open(t.Context(), s, "books")
	require.NoError(t, err)
	g := &Grid{calls: NewCalls(nil), views: views}
	ask := func(query string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		g.serveDocuments(w, httptest.NewRequest(http.MethodGet, "/data/documents?call=c1&view="+query, nil))
		return w
	}
	require.Equal(t, http.StatusBadRequest, ask(v.ID+"&generation=0&page=-1").Code)
	require.Equal(t, http.StatusUnprocessableEntity, ask("s9.9&generation=0&page=0").Code)
	w := ask(v.ID + "&generation=0&page=0")
	require.Equal(t, http.StatusOK, w.Code, w.Body.String())
	require.Equal(t, "[\n{\"id\":\"1\", \"n\":1.50},\n{\"id\":\"2\"}\n]", w.Body.String())
	about, err := url.PathUnescape(w.Header().Get(aboutHeader))
	require.NoError(t, err)
	require.JSONEq(t, `{"documents":2,"more":false,"changed":false,"millis":-1,"notices":[]}`, about)
}
