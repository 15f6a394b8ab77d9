// SPEC: CNS-03, CNS-04
package api

import (
	"encoding/json"
	"flag"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/work/console"
	"quarry/drivers/driver"
)

var update = flag.Bool("update", false, "write testdata/console/searches.json and layout.json anew")

// The page's tests read responses from the same file.
func TestDriversDescribeTheAnswerOfASearchAsThePageReadsIt(t *testing.T) {
	server := sessiontest.Record(t, func(w http.ResponseWriter, q *http.Request) {
		w.Header().Set("X-Elastic-Product", "Elasticsearch")
		_, _ = w.Write([]byte(map[string]string{
			"/": `{"version":{"number":"8.16.3"},"tagline":"You Know, for Search"}`, "/collections": `[]`, "/debug": `{"state":1,"version":"29.0"}`,
		}[q.URL.Path]))
	})
	table := session.New(sessiontest.Drivers(t))
	var layout ProfileLayout
	described := func(id, path string, fields sessiontest.Fields) SearchResponse {
		s := sessiontest.Open(t, table, sessiontest.To(id, server.Address, fields), sessiontest.Fields{"apiKey": "k"})
		r, err := session.Run[driver.ConsoleRoute](t.Context(), s, driver.OpConsole, &driver.ConsoleArgs{Method: "GET", Path: path}, nil)
		require.NoError(t, err)
		form := driver.ConsoleRows{Rows: r.Rows, Doc: r.Doc, Took: r.Took, Total: r.Total, Around: r.Around}
		layout = profileLayout(&console.Response{Measured: []console.Measured{{}}, Layout: r.Layout})
		return searchResponse(&console.Response{Form: form, Search: r.Search})
	}
	searches := map[string]SearchResponse{}
	searches["typesense"] = described("typesense", "/collections/books/documents/search", sessiontest.Fields{"auth": "none"})
	require.Empty(t, layout.Parts)
	searches["elasticsearch"] = described("elasticsearch", "/books/_search", nil)
	same(t, "searches.json", searches)
	same(t, "layout.json", layout)
}

// same fails unless a file of testdata/console has this value.
func same(t *testing.T, file string, value any) {
	t.Helper()
	got, err := json.MarshalIndent(value, "", " ")
	require.NoError(t, err)
	path := filepath.Join("..", "..", "testdata", "console", file)
	if *update {
		require.NoError(t, os.WriteFile(path, append(got, '\n'), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), string(got)+"\n")
}
