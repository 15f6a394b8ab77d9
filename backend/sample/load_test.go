package sample

// SPEC: APP-07

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// target is an engine that records what is written to it.
type target struct {
	there   map[string]bool
	calls   []string
	stored  []string // the lines of all bulk requests
	spoil   string   // id of a document that is rejected
	forget  bool     // omit one item from the response
	headers http.Header
}

func (s *target) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.calls = append(s.calls, r.Method+" "+r.URL.Path)
	s.headers = r.Header
	name := strings.Split(strings.Trim(r.URL.Path, "/"), "/")[0]
	switch {
	case r.URL.Path == "/":
		fmt.Fprint(w, `{"version":{"number":"8.16.3"}}`)
	case r.Method == http.MethodHead && !s.there[name]:
		w.WriteHeader(http.StatusNotFound)
	case strings.HasSuffix(r.URL.Path, "/_bulk"):
		s.bulk(w, r)
	}
}

func (s *target) bulk(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	lines := strings.Split(strings.TrimSuffix(string(body), "\n"), "\n")
	s.stored = append(s.stored, lines...)
	var items []string
	for i := 0; i < len(lines); i += 2 {
		item := `{"index":{"_id":"x"}}`
		if s.spoil != "" && strings.Contains(lines[i], s.spoil) {
			item = `{"index":{"_id":"` + s.spoil + `","error":{"type":"refused"}}}`
		}
		items = append(items, item)
	}
	if s.forget {
		items = items[1:]
	}
	fmt.Fprintf(w, `{"errors":false,"items":[%s]}`, strings.Join(items, ","))
}

func smallData() []Index {
	return []Index{{Name: "a", Mapping: []byte(`{}`), Docs: []Doc{{ID: "1", Source: []byte(`{"n":1.50}`)}, {ID: "x/y", Routing: "r", Source: []byte(`{ "n" : 2 }`)}}}}
}

func TestLoadingWritesEverySourceByteForByteAndReportsIt(t *testing.T) {
	s := &target{there: map[string]bool{}}
	server := httptest.NewServer(s)
	defer server.Close()
	var report bytes.Buffer
	require.NoError(t, (&Loader{URL: server.URL + "/", User: "u", Password: "p", Report: &report}).Load(t.Context(), smallData()))
	require.Equal(t, []string{`{"index":{"_id":"1"}}`, `{"n":1.50}`, `{"index":{"_id":"x/y","routing":"r"}}`, `{ "n" : 2 }`}, s.stored)
	require.Equal(t, []string{"GET /", "HEAD /a", "PUT /a", "POST /a/_bulk", "POST /a/_refresh", "PUT /a/_settings"}, s.calls)
	require.Equal(t, "a: 2 documents\n", report.String())
	require.Equal(t, "Basic dTpw", s.headers.Get("Authorization"))
}

func TestLoadingRefusesAnIndexThatIsThereUnlessItMayReplaceIt(t *testing.T) {
	s := &target{there: map[string]bool{"a": true}}
	server := httptest.NewServer(s)
	defer server.Close()
	require.ErrorContains(t, (&Loader{URL: server.URL}).Load(t.Context(), smallData()), "a: there already")
	require.Equal(t, []string{"GET /", "HEAD /a"}, s.calls, "nothing is written")
	require.NoError(t, (&Loader{URL: server.URL, Replace: true}).Load(t.Context(), smallData()))
	require.Contains(t, s.calls, "DELETE /a")
}

func TestLoadingFailsOnEveryDocumentThatWasNotStored(t *testing.T) {
	for _, row := range []struct {
		name string
		s    *target
		text string
	}{
		{"a refused document", &target{spoil: "x/y"}, `store the document "x/y": {"type":"refused"}`},
		{"a document without a response", &target{forget: true}, "1 of 2 documents were answered"},
	} {
		t.Run(row.name, func(t *testing.T) {
			server := httptest.NewServer(row.s)
			defer server.Close()
			require.ErrorContains(t, (&Loader{URL: server.URL}).Load(t.Context(), smallData()), row.text)
		})
	}
}
