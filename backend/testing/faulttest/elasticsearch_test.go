// SPEC: A-BRO-18, A-EDT-09, A-EDT-11, EXP-05
package faulttest_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"quarry/backend/data/rows"
	"quarry/backend/testing/enginetest"
	"quarry/backend/testing/faulttest"
	"quarry/drivers/driver"
	"quarry/drivers/elasticsearch"
)

const (
	shelfIndex  = "faults-read"
	editedIndex = "faults-write"

	elasticBefore = `{"name":"before","n":1}`
	elasticAfter  = `{"name":"after","n":1}`

	unauthorised = "unable to authenticate user [quarry] for REST request"
	forbidden    = "action is unauthorized for user [quarry]"
)

func TestWhateverGoesWrongNothingIsLostRepeatedOrFalselyReported(t *testing.T) {
	elastic(t, enginetest.ES8(t)).fault(t)
}

const elasticPreface = `# What happens when something goes wrong

What Quarry says and does when the network, a proxy, the server or this computer fails in the middle of something. The
test of backend/testing/faulttest writes this file: it does each of these things to a real Elasticsearch 8.16 behind a proxy and
fails if the table is no longer true, or if a change is lost, a write repeated, a failure reported as a success, or
another row shown than the requested one.

A slash separates what happened from what to do. **Sent** counts how often the request that it happens to was sent: a read
may be sent again, a write never is. "Not received" is a write of which the server never got the end. Time limits and waits do
not depend on the clock of this computer.
`

// elastic loads the documents into a real Elasticsearch.
func elastic(t *testing.T, url string) *engine {
	t.Helper()
	const mapping = `{"settings":{"number_of_shards":1,"number_of_replicas":0,"refresh_interval":"-1"},"mappings":{"properties":{"n":{"type":"integer"},"kind":{"type":"keyword"},"name":{"type":"keyword"}}}}`
	enginetest.Index(t, url, shelfIndex, mapping)
	enginetest.Index(t, url, editedIndex, mapping)
	source := func(n int) string { return fmt.Sprintf(`{"n":%d,"kind":"%c"}`, n, 'a'+n%3) }
	var body strings.Builder
	for n := range documents {
		fmt.Fprintf(&body, "{\"index\":{\"_id\":\"%d\"}}\n%s\n", n, source(n))
	}
	require.Contains(t, enginetest.Ask(t, http.MethodPost, url+"/"+shelfIndex+"/_bulk?refresh=true&filter_path=errors", body.String()), "false")
	at := url + "/" + editedIndex + "/_doc/"
	return &engine{
		url: url, id: "elasticsearch", driver: elasticsearch.New, read: shelfIndex, edited: editedIndex, source: source,
		before: func(string) string { return elasticBefore }, after: func(string) string { return elasticAfter },
		put: func(t testing.TB, id string) []driver.Text {
			enginetest.Ask(t, http.MethodPut, at+id, elasticBefore)
			response := enginetest.Ask(t, http.MethodGet, at+id, "")
			return []driver.Text{
				{Key: "#seq", Value: gjson.Get(response, "_seq_no").Raw}, {Key: "#term", Value: gjson.Get(response, "_primary_term").Raw},
				{Key: "#hash", Value: rows.Hash([]byte(elasticBefore))},
			}
		},
		key: func(id string) []driver.Text {
			if id == "" {
				return []driver.Text{{Key: "#index", Value: editedIndex}}
			}
			return []driver.Text{{Key: "#index", Value: editedIndex}, {Key: "#id", Value: id}}
		},
		stored: func(t testing.TB, id string) (bool, string) {
			response := enginetest.Ask(t, http.MethodPost, url+"/_mget", `{"docs":[{"_index":"`+editedIndex+`","_id":"`+id+`"}]}`)
			return gjson.Get(response, "docs.0.found").Bool(), gjson.Get(response, "docs.0._source").Raw
		},
		named: func(t testing.TB, name string) (all []string) {
			enginetest.Ask(t, http.MethodPost, url+"/"+editedIndex+"/_refresh", "")
			response := enginetest.Ask(t, http.MethodPost, url+"/"+editedIndex+"/_search", `{"query":{"term":{"name":"`+name+`"}}}`)
			for _, hit := range gjson.Get(response, "hits.hits.#._source").Array() {
				all = append(all, hit.Raw)
			}
			return all
		},
		search: func(string) string {
			return "GET " + shelfIndex + "/_search\n{\"size\":50,\"query\":{\"term\":{\"kind\":\"c\"}}}"
		},
		write: func(id string) string { return "PUT " + editedIndex + "/_doc/" + id + "\n{\"name\":\"typed\"}" },
		found: "hits.hits.#", table: "faults.md", preface: elasticPreface, mishaps: elasticMishaps, moments: elasticMoments,
	}
}

var elasticMishaps = slices.Concat(network(faulttest.Rejected), []mishap{
	{name: "`timed_out: true`, once.", faults: one(faulttest.RanOut), only: (*moment).searches},
	{name: "`timed_out: true`, every time.", faults: one(faulttest.RanOut), always: true, only: (*moment).searches},
	{name: "`_shards.failures`, once.", faults: one(faulttest.ShardGone), only: (*moment).sharded},
	{name: "`_shards.failures`, every time.", faults: one(faulttest.ShardGone), always: true, only: (*moment).sharded},
	{name: "The credential is no longer valid (401).", faults: one(faulttest.Denied(http.StatusUnauthorized, unauthorised))},
	{name: "The credential is no longer sufficient (403).", faults: one(faulttest.Denied(http.StatusForbidden, forbidden))},
	{name: "The server restarts: the point in time is gone.", faults: one(faulttest.SnapshotEnded), only: func(m *moment) bool { return m.snapshot }},
	{name: "The server restarts while it carries out the request: the connection is reset and the point in time is gone.", faults: one(restarted), only: func(m *moment) bool { return m.snapshot }},
})

// restarted is a node that ends while it executes a request.
var restarted = faulttest.Fault{Name: "restarted", Do: func(p *faulttest.Proxy, x *faulttest.Exchange) bool {
	faulttest.SnapshotEnded.Do(p, x)
	return faulttest.Reset.Do(p, x)
}}

var elasticMoments = []moment{
	{
		name: "Opening an index", about: "The first page is requested. What was on the screen before stays until the page has arrived.",
		hit: func(x *faulttest.Exchange) bool { return path(x, "/_search") }, reads: "search",
		try: (*attempt).opening,
	},
	{
		name: "Scrolling", about: "A later page is requested, of the point in time that the pages before it came from.",
		hit: func(x *faulttest.Exchange) bool { return x.Has(`"pit"`) }, reads: "search", snapshot: true,
		try: (*attempt).scrolling,
	},
	{
		name: "Filtering", about: "A filter is applied. Until its rows are here, the ones of the previous filter stay on the screen.",
		hit: func(x *faulttest.Exchange) bool { return path(x, "/_search") }, reads: "search",
		try: (*attempt).filtering,
	},
	{
		name: "Counting the rows of a filter", about: "The number of rows is requested for the status bar.",
		hit: func(x *faulttest.Exchange) bool { return path(x, "/_count") }, reads: "count",
		try: (*attempt).counting,
	},
	{
		name: "Preparing a save", about: "The documents of the edited rows are read again before anything is sent. Nothing is written, and the changes stay staged.",
		hit: func(x *faulttest.Exchange) bool { return path(x, "/_mget") }, reads: "read",
		try: (*attempt).preparing,
	},
	{
		name: "Saving a changed row", about: "The write itself. A row that is not known to be saved stays staged, and can be saved once it is compared with the document.",
		hit: writes,
		try: func(a *attempt) outcome { return a.staged().save(false) },
	},
	{
		name: "Saving a new row", about: "The write of a row without an id, which the server chooses: sent twice, there would be two.",
		hit: writes,
		try: func(a *attempt) outcome { return a.created().save(true) },
	},
	{
		name: "Running a search in the console", about: "The response is shown as it arrives, whatever its status.",
		hit: func(x *faulttest.Exchange) bool { return path(x, "/_search") }, reads: "read",
		try: (*attempt).searching,
	},
	{
		name: "Running a write in the console", about: "It is sent once, whatever happens. The text stays in the console.",
		hit: writes,
		try: (*attempt).typing,
	},
	{
		name: "Beginning an export", about: "The documents of the point in time are counted, so that none can be missing from the file unnoticed.",
		hit: func(x *faulttest.Exchange) bool { return x.Has(`"pit"`) && x.Has(`"size":0`) }, reads: "search", snapshot: true,
		try: (*attempt).exports, machine: failing,
	},
	{
		name: "Exporting", about: "The documents after the first 1,000 are requested. A file has its name only when it is complete.",
		hit: func(x *faulttest.Exchange) bool { return x.Has(`"search_after"`) }, reads: "search", snapshot: true,
		try: (*attempt).exports, machine: failing,
	},
}
