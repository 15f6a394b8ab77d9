// SPEC: EXP-03, EXP-05, EXP-07
package api

import (
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// found is a search response with two rows: one has a document of several lines, one an empty document.
const found = `{"took":1,"timed_out":false,"hits":{"total":{"value":900,"relation":"eq"},"hits":[
  {"_index":"books","_id":"1","_score":1.0,"_source":{
    "price": 16.90, "author": {"name": "=Ann", "born": null}, "serial": 9007199254740993, "docs.count": "a,b", "tags": ["x", 1e2]}},
  {"_index":".ds-logs-2026.01.31-000001","_id":"2","_routing":"r","_score":null,"_source":{}}
]}}`

// searched returns a session whose console got body as the response to a search, and that response.
func searched(t *testing.T, w *world, body string) (session string, response ConsoleResponse) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		rw.Header().Set("Content-Type", "application/json")
		if r.URL.Path == "/" {
			_, _ = rw.Write([]byte(greeting))
			return
		}
		_, _ = rw.Write([]byte(body))
	}))
	t.Cleanup(server.Close)
	host, port, err := net.SplitHostPort(server.Listener.Addr().String())
	require.NoError(t, err)
	info, err := w.Connections.Open(ConnectRequest{ID: w.save(t, w.draft(map[string]string{"host": host, "port": port, "auth": "none"})).ID})
	require.NoError(t, err)
	plans, err := w.Console.Plan(ConsolePlanRequest{Session: info.ID, Tab: "t1", Text: "GET books/_search"})
	require.NoError(t, err)
	response, err = w.Console.Send(SendRequest{Session: info.ID, Tab: "t1", Digest: plans.Plans[0].Digest})
	require.NoError(t, err)
	return info.ID, response
}

// ended returns how an export ended.
func ended(t *testing.T, w *world, id string) (about ExportInfo) {
	t.Helper()
	require.Eventually(t, func() bool {
		var err error
		about, err = w.Exports.Progress(ExportName{ID: id})
		require.NoError(t, err)
		return about.State != "running"
	}, time.Minute, time.Millisecond)
	return about
}

func TestTheRowsOfAResponseAreExportedInEveryFormat(t *testing.T) {
	w := newWorld(t, "8.16.3")
	session, response := searched(t, w, found)
	folder := t.TempDir()
	for name, test := range map[string]struct {
		options ExportOptions
		want    string
	}{
		"documents as they are, each in one line": {ExportOptions{Format: "jsonl"}, `{    "price": 16.90, "author": {"name": "=Ann", "born": null}, "serial": 9007199254740993, "docs.count": "a,b", "tags": ["x", 1e2]}` + "\n{}\n"},
		"one array": {ExportOptions{Format: "json"}, `[
{
    "price": 16.90, "author": {"name": "=Ann", "born": null}, "serial": 9007199254740993, "docs.count": "a,b", "tags": ["x", 1e2]},
{}
]
`},
		"the cells of a grid": {
			ExportOptions{Format: "csv", Columns: []string{"_id", "docs.count", "author.name", "author.born", "price", "serial", "tags"}},
			"_id,docs.count,author.name,author.born,price,serial,tags\r\n1,\"a,b\",'=Ann,,16.90,9007199254740993,\"[\"\"x\"\", 1e2]\"\r\n2,,,,,,\r\n",
		},
		"documents as they are beside their metadata": {
			ExportOptions{Format: "jsonl", Meta: []string{"_id", "_routing"}},
			`{"_id":"1","_source":{    "price": 16.90, "author": {"name": "=Ann", "born": null}, "serial": 9007199254740993, "docs.count": "a,b", "tags": ["x", 1e2]}}` +
				"\n" + `{"_id":"2","_routing":"r","_source":{}}` + "\n",
		},
		"some columns as JSON": {ExportOptions{Format: "jsonl", Columns: []string{"_id", "author.name"}}, `{"_id":"1","author.name":"=Ann"}` + "\n" + `{"_id":"2"}` + "\n"},
		"a bulk request": {ExportOptions{Format: "bulk"}, `{"index":{"_index":"books","_id":"1"}}
{    "price": 16.90, "author": {"name": "=Ann", "born": null}, "serial": 9007199254740993, "docs.count": "a,b", "tags": ["x", 1e2]}
{"create":{"_index":"logs","_id":"2","routing":"r"}}
{}
`},
		"a bulk request of some columns, without what is no part of a document": {ExportOptions{Format: "bulk", Columns: []string{"_id", "price"}}, `{"index":{"_index":"books","_id":"1"}}
{"price":16.90}
{"create":{"_index":"logs","_id":"2","routing":"r"}}
{}
`},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(folder, filepath.Base(t.Name()))
			started, err := w.Exports.Start(ExportStart{Session: session, Object: "rows of GET /books/_search", Response: response.ID, Path: path, Options: test.options})
			require.NoError(t, err)
			about := ended(t, w, started.ID)
			require.Nil(t, about.Failure)
			require.Equal(t, "2 of 2", about.Written+" of "+about.Total)
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			require.Equal(t, test.want, string(text))
		})
	}
	path := filepath.Join(folder, "none")
	_, err := w.Exports.Start(ExportStart{Session: session, Response: response.ID, Path: path, Options: ExportOptions{Format: "csv", Columns: []string{"none"}}})
	require.Equal(t, "There is no column none.", failed(t, err).Message)
	_, err = w.Exports.Start(ExportStart{Session: session, Response: "99", Path: path})
	require.Equal(t, "This response is no longer available. Send the request again.", failed(t, err).Message)
	_, err = w.Exports.Start(ExportStart{Session: session, Response: "x", Path: path})
	require.Equal(t, "There is no such part of a response.", failed(t, err).Message)
	require.NoFileExists(t, path)
}

func TestRowsWithoutADocumentAreExportedWholeAndNeverAsABulkRequest(t *testing.T) {
	w := newWorld(t, "8.16.3")
	session, response := searched(t, w, `{"hits":{"hits":[{"_index":"books","_id":"1","fields":{"n":[1.0]}}]}}`)
	path := filepath.Join(t.TempDir(), "rows")
	for _, columns := range [][]string{nil, {"_id", "fields.n"}} {
		started, err := w.Exports.Start(ExportStart{Session: session, Response: response.ID, Path: path, Options: ExportOptions{Format: "bulk", Columns: columns}})
		require.NoError(t, err)
		about := ended(t, w, started.ID)
		require.Equal(t, "failed", about.State, columns)
		require.Contains(t, about.Failure.Message, "A row has no document, so it cannot be written as a bulk request.")
		require.NoFileExists(t, path)
	}
	started, err := w.Exports.Start(ExportStart{Session: session, Response: response.ID, Path: path})
	require.NoError(t, err)
	require.Equal(t, "done", ended(t, w, started.ID).State)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, `{"_index":"books","_id":"1","fields":{"n":[1.0]}}`+"\n", string(text))
}

func TestAResponseThatEndsInTheMiddleIsNotExported(t *testing.T) {
	const (
		first = `{"_index":"books","_id":"1","_source":{"n":1.0}}`
		cut   = "The response ended before all of its rows had arrived, so Quarry cannot export them."
		none  = "This response has no rows that can be exported."
	)
	w := newWorld(t, "8.16.3")
	for name, test := range map[string]struct{ response, want string }{
		"between two rows":      {`{"hits":{"hits":[` + first + `,`, cut},
		"behind a row":          {`{"hits":{"hits":[` + first, cut},
		"behind the last row":   {`{"hits":{"hits":[` + first + `]}`, cut},
		"in a row":              {`{"hits":{"hits":[` + first + `,{"_index":"bo`, cut},
		"one is not an object":  {`{"hits":{"hits":[` + first + `,5]}}`, none},
		"there is no such list": {`{"took":1}`, none},
	} {
		t.Run(name, func(t *testing.T) {
			session, response := searched(t, w, test.response)
			path := filepath.Join(t.TempDir(), "rows")
			_, err := w.Exports.Start(ExportStart{Session: session, Response: response.ID, Path: path})
			require.Equal(t, test.want, failed(t, err).Message)
			require.NoFileExists(t, path)
		})
	}
}
