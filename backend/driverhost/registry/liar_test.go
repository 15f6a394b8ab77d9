// SPEC: PLG-02, PLG-04
package registry

import (
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// zeros is an endless body.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

func TestAServerThatSendsSomethingElseThanAnIndexChangesNothing(t *testing.T) {
	page := func(w http.ResponseWriter) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, "<html><body>Sign in to the guest network</body></html>")
	}
	tests := []struct {
		name    string
		serve   func(w http.ResponseWriter, q *http.Request)
		kind    Kind
		message string
	}{
		{"a page to sign in to a network, for both files", func(w http.ResponseWriter, _ *http.Request) { page(w) }, NoSignature, "The signature is not valid."},
		{"an empty index", func(http.ResponseWriter, *http.Request) {}, NoSignature, "The signature is not valid."},
		{"an endless index", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.Copy(w, zeros{}) }, BadIndex, "The registry's index is not valid."},
		{"an index that unpacks without an end", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			packed := gzip.NewWriter(w)
			_, _ = io.Copy(packed, zeros{})
		}, BadIndex, "The registry's index is not valid."},
		{"an error with the body of a page", func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusInternalServerError)
			page(w)
		}, Unreachable, "Quarry cannot read the registry's index: the server returned 500 Internal Server Error."},
		{"a body that is shorter than it says", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000")
			_, _ = io.WriteString(w, "{}")
		}, Unreachable, "Quarry cannot read the registry's index: the connection was closed before the response was complete."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			folder := t.TempDir()
			publishIndex(t, folder, Draft{Sequence: 5, Expires: testTime.AddDate(1, 0, 0)})
			files, lies := http.FileServer(http.Dir(folder)), false
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
				if lies {
					test.serve(w, q)
					return
				}
				files.ServeHTTP(w, q)
			}))
			defer server.Close()
			client := newClient(t)
			_, err := client.Fetch(context.Background(), server.URL+"/index.json")
			require.NoError(t, err)
			before, err := os.ReadFile(filepath.Join(client.Folder, keptName))
			require.NoError(t, err)

			lies = true
			listing, err := client.Fetch(context.Background(), server.URL+"/index.json")
			if test.kind == Unreachable {
				require.NoError(t, err, "the last verified index is listed")
				require.True(t, listing.Kept)
				require.Contains(t, listing.Notice, test.message)
			} else {
				requireKind(t, err, test.kind, test.message)
				require.Nil(t, listing)
			}
			after, err := os.ReadFile(filepath.Join(client.Folder, keptName))
			require.NoError(t, err)
			require.Equal(t, before, after)
		})
	}
}
