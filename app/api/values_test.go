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

	"quarry/backend/connections"
	"quarry/backend/layouts"
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
