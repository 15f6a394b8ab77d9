package main

// SPEC: EXP-02, EXP-03, EXP-05, EXP-07

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/profile/connections"
	"quarry/backend/profile/secrets"
	sampletypesense "quarry/backend/sample/typesense"
)

// askTypesense returns the response of a sample server.
func askTypesense(t *testing.T, address string) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	require.NoError(t, err)
	r.Header.Set("X-Typesense-Api-Key", sampletypesense.DefaultKey)
	response, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	text, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	require.NoError(t, response.Body.Close())
	require.Equal(t, http.StatusOK, response.StatusCode, string(text))
	return string(text)
}

func TestACollectionOfTypesenseIsExportedFromTheCommandLine(t *testing.T) {
	p := compiled(t, "typesense")
	t.Setenv("QUARRY_SECRET", sampletypesense.DefaultKey)
	const filter = "pages:>400 && price:>20"
	for _, version := range []string{"26.0", "30.0"} {
		engine, err := sampletypesense.New(sampletypesense.Options{Imitate: version})
		require.NoError(t, err)
		address, stop, err := engine.Start("127.0.0.1:0")
		require.NoError(t, err)
		t.Cleanup(func() { _ = stop() })
		at, err := url.Parse(address)
		require.NoError(t, err)
		_, err = connections.Open(p.profile, secrets.Memory()).Save(t.Context(), connections.Connection{
			Name: version, Driver: "typesense", Fields: map[string]string{"host": at.Hostname(), "port": at.Port()},
		}, nil)
		require.NoError(t, err)
		documents := strings.Split(strings.TrimSuffix(askTypesense(t, address+"/collections/books/documents/export"), "\n"), "\n")
		require.Len(t, documents, 1200)
		var hits struct{ Found int }
		require.NoError(t, json.Unmarshal([]byte(askTypesense(t, address+"/collections/books/documents/search?q=*&filter_by="+url.QueryEscape(filter))), &hits))
		require.Positive(t, hits.Found)
		export := func(t *testing.T, want int, args ...string) string {
			t.Helper()
			file := filepath.Join(t.TempDir(), "books")
			code, out, says := p.run(append([]string{"export", "--connection", version, "--object", "books", "--to", file}, args...)...)
			require.Equal(t, 0, code, says)
			require.Equal(t, strconv.Itoa(want), strings.ReplaceAll(strings.Fields(out)[0], ",", ""), out)
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			return string(text)
		}
		t.Run(version+" as lines", func(t *testing.T) {
			require.Equal(t, strings.Join(documents, "\n")+"\n", export(t, 1200), "every byte of every document is there")
		})
		t.Run(version+" as an array", func(t *testing.T) {
			var all []json.RawMessage
			require.NoError(t, json.Unmarshal([]byte(export(t, 1200, "--format", "json")), &all))
			require.Len(t, all, 1200)
			for i, document := range all {
				require.Equal(t, documents[i], string(document))
			}
		})
		t.Run(version+" as a table of chosen columns", func(t *testing.T) {
			table, err := csv.NewReader(strings.NewReader(export(t, 1200, "--format", "csv", "--columns", "id,title,pages", "--formulas"))).ReadAll()
			require.NoError(t, err)
			require.Equal(t, []string{"id", "title", "pages"}, table[0])
			require.Len(t, table, 1201)
			for i, row := range table[1:] {
				var document struct {
					ID, Title string
					Pages     json.Number
				}
				require.NoError(t, json.Unmarshal([]byte(documents[i]), &document))
				require.Equal(t, []string{document.ID, document.Title, document.Pages.String()}, row)
			}
		})
		t.Run(version+" by a filter", func(t *testing.T) {
			lines := strings.Split(strings.TrimSuffix(export(t, hits.Found, "--query", filter), "\n"), "\n")
			require.Len(t, lines, hits.Found)
			for _, line := range lines {
				require.Contains(t, documents, line, "also a filtered document has only its own keys")
			}
		})
		t.Run(version+" by a filter that the server refuses", func(t *testing.T) {
			file := filepath.Join(p.folder, "none.jsonl")
			code, _, says := p.run("export", "--connection", version, "--object", "books", "--to", file, "--query", "nothing:1")
			require.Equal(t, 1, code)
			require.Contains(t, says, "Could not find a filter field named `nothing` in the schema.")
			require.NoFileExists(t, file)
		})
		t.Run(version+" compressed", func(t *testing.T) {
			packed := export(t, 1200, "--compress", "gzip")
			require.True(t, bytes.HasPrefix([]byte(packed), []byte{0x1f, 0x8b}))
		})
	}
}
