// SPEC: B-BRO-06, B-BRO-10, B-EDT-01, B-EDT-08, CON-25, EXP-05
package faulttest_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/data/rows"
	"quarry/backend/sample/typesense"
	"quarry/backend/testing/faulttest"
	"quarry/drivers/driver"
	typesensedriver "quarry/drivers/typesense"
)

const (
	shelfCollection  = "faults-read"
	editedCollection = "faults-write"

	collectionsRoute = "/collections/"
	documentsRoute   = collectionsRoute + editedCollection + "/documents"
)

func TestWhateverGoesWrongNothingIsLostRepeatedOrFalselyReportedByTypesense(t *testing.T) {
	sample, err := typesense.New(typesense.Options{Imitate: "30.0", Empty: true})
	require.NoError(t, err)
	server := httptest.NewServer(sample)
	t.Cleanup(server.Close)
	ofTypesense(t, server.URL).fault(t)
}

const typesensePreface = `# What happens when something goes wrong: Typesense

What [happens with Elasticsearch](faults.md), done to a sample server that behaves like Typesense 30.0
(backend/sample/typesense). Typesense has no snapshots and no conditional writes: each row is read again right before it is
written.

A slash separates what happened from what to do. **Sent** counts how often the request that it happens to was sent: a read
may be sent again, a write never is. "Not received" is a write of which the server never got the end.
`

// ofTypesense loads the documents into a sample server.
func ofTypesense(t *testing.T, address string) *engine {
	t.Helper()
	for _, name := range []string{shelfCollection, editedCollection} {
		askTypesense(t, address, http.MethodPost, "/collections", `{"name":"`+name+`","fields":[{"name":"n","type":"int32","optional":true},`+
			`{"name":"kind","type":"string","optional":true},{"name":"name","type":"string","optional":true}]}`)
	}
	source := func(n int) string { return fmt.Sprintf(`{"id":"%d","kind":"%c","n":%d}`, n, 'a'+n%3, n) }
	named := func(id, name string) string { return `{"id":"` + id + `","n":1,"name":"` + name + `"}` }
	var lines strings.Builder
	for n := range documents {
		lines.WriteString(source(n) + "\n")
	}
	loaded := askTypesense(t, address, http.MethodPost, collectionsRoute+shelfCollection+"/documents/import", lines.String())
	require.Equal(t, documents, strings.Count(loaded, `{"success":true}`))
	return &engine{
		url: address, id: "typesense", driver: typesensedriver.New, secrets: sessiontest.Fields{"apiKey": typesense.DefaultKey},
		read: shelfCollection, edited: editedCollection, source: source,
		before: func(id string) string { return named(id, "before") }, after: func(id string) string { return named(id, "after") },
		put: func(t testing.TB, id string) []driver.Text {
			askTypesense(t, address, http.MethodPost, documentsRoute+"?action=upsert", named(id, "before"))
			return []driver.Text{{Key: "#hash", Value: rows.Hash([]byte(askTypesense(t, address, http.MethodGet, documentsRoute+"/"+id, "")))}}
		},
		key: func(id string) []driver.Text {
			if id == "" {
				return nil
			}
			return []driver.Text{{Key: "#id", Value: id}}
		},
		stored: func(t testing.TB, id string) (bool, string) {
			found := askTypesense(t, address, http.MethodGet, documentsRoute+"/export?filter_by="+url.QueryEscape("id:="+id), "")
			return found != "", found
		},
		named: func(t testing.TB, name string) []string {
			return strings.Fields(askTypesense(t, address, http.MethodGet, documentsRoute+"/export?filter_by="+url.QueryEscape("name:="+name), ""))
		},
		search: func(string) string {
			return "GET " + collectionsRoute + shelfCollection + "/documents/search?q=*&per_page=50&filter_by=kind:=c"
		},
		write: func(id string) string {
			return "POST " + documentsRoute + "?action=upsert\n{\"id\":\"" + id + "\",\"name\":\"typed\"}"
		},
		found: "hits.#", table: "faults-typesense.md", preface: typesensePreface, mishaps: typesenseMishaps, moments: typesenseMoments,
	}
}

// askTypesense sends a request to the server and returns the response.
func askTypesense(t testing.TB, address, method, route, body string) string {
	t.Helper()
	q, err := http.NewRequestWithContext(t.Context(), method, address+route, strings.NewReader(body))
	require.NoError(t, err)
	q.Header.Set("X-TYPESENSE-API-KEY", typesense.DefaultKey)
	response, err := http.DefaultClient.Do(q)
	require.NoError(t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	require.Less(t, response.StatusCode, http.StatusMultipleChoices, "%s", text)
	return strings.TrimSpace(string(text))
}

var (
	lagging = faulttest.Instead(http.StatusServiceUnavailable, `{"message": "Not Ready or Lagging"}`)
	noKey   = faulttest.Instead(http.StatusUnauthorized, "{\"message\": \"Forbidden - a valid `x-typesense-api-key` header must be sent.\"}")
	cutOff  = faulttest.Altered(func(answer []byte) []byte { // half of the hits are missing
		hits := gjson.GetBytes(answer, "results.0.hits").Array()
		var left []string
		for _, hit := range hits[:len(hits)/2] {
			left = append(left, hit.Raw)
		}
		text := strings.Replace(string(answer), gjson.GetBytes(answer, "results.0.hits").Raw, "["+strings.Join(left, ",")+"]", 1)
		return []byte(strings.Replace(text, `"search_cutoff":false`, `"search_cutoff":true`, 1))
	})
)

var typesenseMishaps = slices.Concat(network(`{"message": "Rate limit exceeded or blocked"}`), []mishap{
	{name: "The server ends: the connection is reset, every time.", faults: one(faulttest.Reset), always: true},
	{name: "503 \"Not Ready or Lagging\", once.", faults: one(lagging)},
	{name: "503 \"Not Ready or Lagging\", every time.", faults: one(lagging), always: true},
	{name: "`search_cutoff: true`, once.", faults: one(cutOff), only: (*moment).searches},
	{name: "`search_cutoff: true`, every time.", faults: one(cutOff), always: true, only: (*moment).searches},
	{name: "The key is no longer valid, or no longer sufficient (401).", faults: one(noKey)},
})

func multiSearched(x *faulttest.Exchange) bool { return path(x, "/multi_search") }

// readOne reports whether one document is read.
func readOne(x *faulttest.Exchange) bool {
	return x.Request.Method == http.MethodGet && strings.HasPrefix(x.Request.URL.Path, documentsRoute+"/")
}

func counted(x *faulttest.Exchange) bool {
	return x.Request.Method == http.MethodGet && path(x, collectionsRoute+shelfCollection)
}

var typesenseMoments = []moment{
	{
		name: "Opening a collection", about: "The first page is requested. What was on the screen before stays until the page has arrived.",
		hit: multiSearched, reads: "search", try: (*attempt).opening,
	},
	{name: "Scrolling", about: "A later page is requested.", hit: multiSearched, reads: "search", try: (*attempt).scrolling},
	{
		name: "Filtering", about: "A filter is applied. Until its rows are here, the ones of the previous filter stay on the screen.",
		hit: multiSearched, reads: "search", try: (*attempt).filtering,
	},
	{
		name: "Counting the rows of a filter", about: "The number of rows is requested for the status bar.",
		hit: multiSearched, reads: "count", try: (*attempt).counting,
	},
	{
		name: "Preparing a save", about: "The documents of the edited rows are read again before anything is sent. Nothing is written, and the changes stay staged.",
		hit: readOne, reads: "read", try: (*attempt).preparing,
	},
	{
		name: "Reading a row right before it is saved", about: "The document is read once more, since Typesense has no conditional write. A row that is not written stays staged.",
		hit: readOne, reads: "read", try: func(a *attempt) outcome { return a.staged().save(false) },
	},
	{
		name: "Saving a changed row", about: "The write itself. A row that is not known to be saved stays staged, and can be saved once it is compared with the document.",
		hit: writes, try: func(a *attempt) outcome { return a.staged().save(false) },
	},
	{
		name: "Saving a new row", about: "The write of a row without an id, which Quarry makes.",
		hit: writes, try: func(a *attempt) outcome { return a.created().save(true) },
	},
	{
		name: "Running a search in the console", about: "The response is shown as it arrives, whatever its status.",
		hit: func(x *faulttest.Exchange) bool { return path(x, "/documents/search") }, reads: "read", try: (*attempt).searching,
	},
	{
		name: "Running a write in the console", about: "It is sent once, whatever happens. The text stays in the console.",
		hit: writes, try: (*attempt).typing,
	},
	{
		name: "Beginning an export", about: "The documents are counted, so that none can be missing from the file unnoticed.",
		hit: counted, reads: "count", try: (*attempt).exports, machine: failing,
	},
	{
		name: "Exporting", about: "All documents are requested at once. A file has its name only when it is complete.",
		hit: func(x *faulttest.Exchange) bool { return path(x, "/documents/export") }, reads: "read", try: (*attempt).exports, machine: failing,
	},
	{
		name: "Ending an export", about: "The documents are counted again: the collection may have changed during the export.",
		hit: counted, after: 1, reads: "count", try: (*attempt).exports,
	},
}
