// SPEC: EXP-04, EXP-05
package api

import (
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quarry/backend/testing/systemtest"
)

// exporting returns an engine with two documents that delays the response with them until let is closed.
func exporting(t *testing.T) (host, port string, let chan struct{}) {
	t.Helper()
	const good = `"took":1,"timed_out":false,"_shards":{"total":1,"successful":1,"skipped":0,"failed":0},`
	let = make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		body := make([]byte, 4096)
		n, _ := r.Body.Read(body)
		switch {
		case r.URL.Path == "/":
			_, _ = w.Write([]byte(greeting))
		case strings.HasSuffix(r.URL.Path, "_pit"):
			_, _ = w.Write([]byte(`{"id":"p"}`))
		case strings.Contains(string(body[:n]), `"size":0`):
			_, _ = w.Write([]byte(`{` + good + `"hits":{"total":{"value":2,"relation":"eq"}}}`))
		case !strings.HasSuffix(r.URL.Path, "/_search"):
			_, _ = w.Write([]byte(`{}`))
		default:
			select {
			case <-let:
			case <-r.Context().Done():
				return
			}
			_, _ = w.Write([]byte(`{` + good + `"hits":{"hits":[{"_source":{"n": 1.0},"sort":[0]},{"_source":{"n": 2e1},"sort":[1]}]}}`))
		}
	}))
	t.Cleanup(server.Close)
	host, port, err := net.SplitHostPort(server.Listener.Addr().String())
	require.NoError(t, err)
	return host, port, let
}

func TestThePageBeginsAnExportAndSeesHowItEnds(t *testing.T) {
	w := newWorld(t, "8.16.3")
	host, port, let := exporting(t)
	info, err := w.Connections.Open(ConnectRequest{ID: w.save(t, w.draft(map[string]string{"host": host, "port": port, "auth": "none"})).ID})
	require.NoError(t, err)
	folder := t.TempDir()
	path := filepath.Join(folder, "books.jsonl")

	_, err = w.Exports.Start(ExportStart{Session: info.ID, Object: "books", Path: "books.jsonl"})
	require.Equal(t, "Enter the full path of the file.", failed(t, err).Message)
	_, err = w.Exports.Start(ExportStart{View: "gone", Path: path})
	require.Equal(t, "This connection is closed.", failed(t, err).Message)

	cancelled, err := w.Exports.Start(ExportStart{Session: info.ID, Object: "books", Path: path})
	require.NoError(t, err)
	_, err = w.Exports.Cancel(ExportName{ID: cancelled.ID})
	require.NoError(t, err)
	about, err := w.Exports.Progress(ExportName{ID: cancelled.ID})
	require.NoError(t, err)
	require.Equal(t, "cancelled", about.State)
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Empty(t, entries)

	started, err := w.Exports.Start(ExportStart{Session: info.ID, Object: "books", Path: path})
	require.NoError(t, err)
	close(let)
	require.Eventually(t, func() bool {
		about, err = w.Exports.Progress(ExportName{ID: started.ID})
		return err == nil && about.State == "done"
	}, time.Minute, time.Millisecond)
	require.Equal(t, "2 of 2", about.Written+" of "+about.Total)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "{\"n\": 1.0}\n{\"n\": 2e1}\n", string(text))

	_, err = w.Exports.Start(ExportStart{Session: info.ID, Object: "books", Path: path})
	require.Equal(t, "A file with this name already exists.", failed(t, err).Message)
	require.Equal(t, "conflict", failed(t, err).Kind, "the page offers to replace it")

	var shown []string
	_, err = w.Exports.ShowFile(ExportName{ID: started.ID})
	require.Equal(t, "Quarry cannot open folders here.", failed(t, err).Message)
	w.Exports.show = func(path string) error {
		shown = append(shown, path)
		return nil
	}
	_, err = w.Exports.ShowFile(ExportName{ID: cancelled.ID})
	require.Equal(t, "This export has no file yet.", failed(t, err).Message)
	_, err = w.Exports.ShowFile(ExportName{ID: started.ID})
	require.NoError(t, err)
	require.NoError(t, os.Rename(path, path+".moved"))
	_, err = w.Exports.ShowFile(ExportName{ID: started.ID})
	require.Equal(t, "The file is no longer in this folder.", failed(t, err).Message)
	require.Equal(t, []string{path}, shown)
	w.Exports.show = func(string) error { return errors.New("no display") }
	require.NoError(t, os.Rename(path+".moved", path))
	_, err = w.Exports.ShowFile(ExportName{ID: started.ID})
	require.Equal(t, "The file is in "+folder+".", failed(t, err).Hint)

	list, err := w.Exports.List(InfoRequest{})
	require.NoError(t, err)
	require.Len(t, list.Exports, 2)
	_, err = w.Exports.Forget(ExportName{ID: cancelled.ID})
	require.NoError(t, err)
	_, err = w.Exports.Progress(ExportName{ID: cancelled.ID})
	require.Equal(t, "This export is no longer listed.", failed(t, err).Message)
}

func TestTheSuggestedFileIsInTheFolderForDownloads(t *testing.T) {
	w := newWorld(t, "8.16.3")
	home := systemtest.SetHome(t, t.TempDir())
	place, err := w.Exports.Place(ExportPlaceRequest{Object: "weblog-*"})
	require.NoError(t, err)
	require.Equal(t, filepath.Join(home, "weblog-_.jsonl"), place.Path)
	require.NoError(t, os.Mkdir(filepath.Join(home, "Downloads"), 0o700))
	place, err = w.Exports.Place(ExportPlaceRequest{Object: "books"})
	require.NoError(t, err)
	require.Equal(t, filepath.Join(home, "Downloads", "books.jsonl"), place.Path)
}

// SPEC: EXP-03
func TestAnExportKnowsWhichIndicesKeepTheDocumentsOfADataStream(t *testing.T) {
	w := newWorld(t, "8.16.3")
	sample, err := w.Connections.Sample(SampleRequest{})
	require.NoError(t, err)
	opened, err := w.Connections.Open(ConnectRequest{ID: sample.ID})
	require.NoError(t, err)
	view, err := w.Grid.Open(OpenRequest{Session: opened.ID, Object: "books"})
	require.NoError(t, err)
	for _, q := range []ExportStart{{Session: opened.ID, Object: "books"}, {View: view.ID}} {
		_, _, options, err := w.Exports.source(t.Context(), q)
		require.NoError(t, err)
		for index, stream := range map[string]string{".ds-logs-2024.01.31-000001": "logs", ".ds-logs-000001": "logs", "books": ""} {
			require.Equal(t, stream, options.Backing.Owner(index), index)
		}
	}
}
