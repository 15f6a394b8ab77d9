package elasticsearch

// SPEC: APP-07, A-BRO-01, A-BRO-06, A-BRO-12, A-BRO-13, A-SRT-01, A-SRT-02, A-SRT-03, A-SRT-04

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"quarry/backend/sample"
	"quarry/backend/testing/enginetest"
)

// prefix distinguishes the test's indices on the real node from others.
const prefix = "sample-check-"

func TestTheSampleEngineAnswersAsARealNodeDoes(t *testing.T) {
	for _, v := range []struct {
		name string
		url  func(enginetest.TB) string
	}{{"8.16", enginetest.ES8}, {"7.17", enginetest.ES7}} {
		t.Run(v.name, func(t *testing.T) {
			p := seedPair(t, v.url(t), v.name)
			t.Run("one request", func(t *testing.T) {
				for _, row := range append(requests(), consoleRequests()...) {
					t.Run(row.name, func(t *testing.T) { p.check(t, row) })
				}
			})
			t.Run("a walk through everything", func(t *testing.T) {
				for _, row := range walks() {
					t.Run(row.name, func(t *testing.T) { p.walk(t, row) })
				}
			})
			t.Run("every source, byte for byte", p.checkSources)
			t.Run("the life of a point in time", p.checkPoint)
			t.Run("writes, one after the other", func(t *testing.T) {
				for _, row := range append(writeRequests(), editRequests()...) {
					t.Run(row.name, func(t *testing.T) { p.check(t, row) })
				}
			})
			t.Run("values that do not fit", p.checkWrongValues)
			t.Run("a point in time while its index changes", p.checkSnapshot)
		})
	}
}

// pair is a real node and a sample engine with the same data.
type pair struct{ real, sample, version string }

func seedPair(t *testing.T, real, version string) pair {
	t.Helper()
	data := sample.Data(sample.DefaultSeed)
	for i := range data {
		data[i].Name = prefix + data[i].Name
	}
	loader := &sample.Loader{URL: real, Replace: true}
	require.NoError(t, loader.Load(t.Context(), data))
	t.Cleanup(func() {
		for _, x := range data {
			status, body := call(t, http.MethodDelete, real+"/"+x.Name, "")
			require.Equal(t, http.StatusOK, status, body)
		}
	})
	v, err := releaseOf(version)
	require.NoError(t, err)
	e, err := newEngine(v, data)
	require.NoError(t, err)
	server := httptest.NewServer(e)
	t.Cleanup(server.Close)
	return pair{real, server.URL, version}
}

func call(t *testing.T, method, address, body string) (int, string) {
	t.Helper()
	r, err := http.NewRequest(method, address, strings.NewReader(body))
	require.NoError(t, err)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	response, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return response.StatusCode, string(text)
}

// exchange is one request that is sent to both engines.
type exchange struct {
	name, method, path, body string
	only                     string // the only version to send it to, empty for all
	status                   bool   // compare only the status and the kind of the error
}

func (p pair) check(t *testing.T, x exchange) {
	if x.only != "" && x.only != p.version {
		t.Skipf("is a request for %s", x.only)
	}
	path, body := strings.ReplaceAll(x.path, "~", prefix), strings.ReplaceAll(x.body, "~", prefix)
	wantStatus, want := call(t, x.method, p.real+path, body)
	gotStatus, got := call(t, x.method, p.sample+path, body)
	require.Equal(t, wantStatus, gotStatus, "the real node: %s\nthe sample engine: %s", want, got)
	if x.status {
		require.Equal(t, kinds(t, want), kinds(t, got), "the real node: %s\nthe sample engine: %s", want, got)
		return
	}
	if want == "" && got == "" {
		return
	}
	require.Empty(t, differences("", decode(t, want), decode(t, got)), "the real node: %.3000s\nthe sample engine: %.3000s", want, got)
}

func kinds(t *testing.T, body string) []string {
	t.Helper()
	e := decode(t, body)
	if root, ok := e.(map[string]any)["error"].(map[string]any); ok {
		out := []string{fmt.Sprint(root["type"])}
		for _, r := range root["root_cause"].([]any) {
			out = append(out, fmt.Sprint(r.(map[string]any)["type"]))
		}
		return out
	}
	return []string{fmt.Sprint(e)}
}

func decode(t *testing.T, body string) any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(body))
	d.UseNumber()
	var v any
	require.NoError(t, d.Decode(&v), body)
	return v
}

// volatile are members whose value depends on the node or the run.
var volatile = map[string]bool{
	"took": true, "uuid": true, "index_uuid": true, "node": true, "creation_date": true, "index.creation_date": true, "index.uuid": true, "store.size": true, "pri.store.size": true, "dataset.size": true, "pit_id": true,
	"number_of_pending_tasks": true, "number_of_in_flight_fetch": true, "task_max_waiting_in_queue_millis": true,
	"build_date": true, "build_hash": true, "build_type": true, "cluster_name": true, "cluster_uuid": true,
}

// differences lists the paths at which two responses differ.
func differences(at string, want, got any) []string {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			return []string{fmt.Sprintf("%s: want an object, got %v", at, got)}
		}
		return memberDifferences(at, w, g)
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w) {
			return []string{fmt.Sprintf("%s: want %.300v\n    got %.300v", at, want, got)}
		}
		var out []string
		for i := range w {
			out = append(out, differences(fmt.Sprintf("%s[%d]", at, i), w[i], g[i])...)
		}
		return out
	}
	if want != got {
		return []string{fmt.Sprintf("%s: want %v, got %v", at, want, got)}
	}
	return nil
}

func memberDifferences(at string, want, got map[string]any) []string {
	var out []string
	for _, k := range sortedKeys(want) {
		here := at + "." + k
		g, there := got[k]
		switch {
		case !there:
			out = append(out, here+": is missing")
		case k == "_score" || k == "max_score":
			if !near(want[k], g) {
				out = append(out, fmt.Sprintf("%s: want %v, got %v", here, want[k], g))
			}
		case !volatile[k] && !(at == "" && (k == "name" || k == "id")) || isObject(want[k]):
			out = append(out, differences(here, want[k], g)...)
		}
	}
	for _, k := range sortedKeys(got) {
		if _, there := want[k]; !there {
			out = append(out, at+"."+k+": is too much")
		}
	}
	return out
}

func isObject(v any) bool {
	_, ok := v.(map[string]any)
	return ok
}

// near compares scores with a tolerance, since the engine computes them in a different order.
func near(a, b any) bool {
	x, okX := a.(json.Number)
	y, okY := b.(json.Number)
	if !okX || !okY {
		return a == b
	}
	f, _ := x.Float64()
	g, _ := y.Float64()
	return math.Abs(f-g) <= 1e-5*math.Max(math.Abs(f), 1)
}

// walk pages through everything with search_after in a point in time, on both sides, and compares every page.
func (p pair) walk(t *testing.T, x exchange) {
	open := func(base string) string {
		_, body := call(t, http.MethodPost, base+"/"+prefix+x.path+"/_pit?keep_alive=1m", "")
		return fmt.Sprint(decode(t, body).(map[string]any)["id"])
	}
	ids := [2]string{open(p.real), open(p.sample)}
	after := ""
	rows := 0
	for {
		var pages [2]any
		for i, base := range []string{p.real, p.sample} {
			body := fmt.Sprintf(`{"size":173,"_source":false,"track_total_hits":false,"pit":{"id":%q,"keep_alive":"1m"},"sort":%s%s}`, ids[i], x.body, after)
			status, text := call(t, http.MethodPost, base+"/_search", body)
			require.Equal(t, http.StatusOK, status, text)
			pages[i] = decode(t, text)
		}
		require.Empty(t, differences("", pages[0], pages[1]))
		hits := pages[0].(map[string]any)["hits"].(map[string]any)["hits"].([]any)
		if len(hits) == 0 {
			break
		}
		rows += len(hits)
		last, err := json.Marshal(hits[len(hits)-1].(map[string]any)["sort"])
		require.NoError(t, err)
		after = `,"search_after":` + string(last)
	}
	_, counted := call(t, http.MethodGet, p.real+"/"+prefix+x.path+"/_count", "")
	require.Equal(t, fmt.Sprint(decode(t, counted).(map[string]any)["count"]), fmt.Sprint(rows), "every document comes once")
}

func (p pair) checkSources(t *testing.T) {
	for _, x := range sample.Data(sample.DefaultSeed) {
		path := "/" + prefix + x.Name + "/_search?size=5000&sort=_doc"
		_, want := call(t, http.MethodGet, p.real+path, "")
		_, got := call(t, http.MethodGet, p.sample+path, "")
		real, sampled := gjson.Get(want, "hits.hits").Array(), gjson.Get(got, "hits.hits").Array()
		require.Len(t, real, len(x.Docs))
		require.Len(t, sampled, len(x.Docs))
		for i, d := range x.Docs {
			require.Equal(t, string(d.Source), real[i].Get("_source").Raw, "%s %s on the real node", x.Name, d.ID)
			require.Equal(t, string(d.Source), sampled[i].Get("_source").Raw, "%s %s on the sample engine", x.Name, d.ID)
		}
	}
}

func (p pair) checkPoint(t *testing.T) {
	steps := []struct{ name, method, path, body string }{
		{"open", http.MethodPost, "/~books,~products/_pit?keep_alive=1m", ""},
		{"unsorted", http.MethodPost, "/_search", `{"size":3,"_source":false,"pit":{"id":"<pit>"}}`},
		{"by score", http.MethodPost, "/_search", `{"size":3,"_source":false,"pit":{"id":"<pit>"},"sort":["_score"]}`},
		{"by _shard_doc", http.MethodPost, "/_search", `{"size":3,"from":1199,"_source":false,"pit":{"id":"<pit>"},"sort":["_shard_doc"]}`},
		{"by _shard_doc, last first", http.MethodPost, "/_search", `{"size":3,"_source":false,"pit":{"id":"<pit>"},"sort":[{"_shard_doc":"desc"}]}`},
		{"search_after without a sort", http.MethodPost, "/_search", `{"size":3,"search_after":[1],"pit":{"id":"<pit>"}}`},
		{"search_after with too many values", http.MethodPost, "/_search", `{"size":3,"search_after":[1,2,3],"sort":["_doc"],"pit":{"id":"<pit>"}}`},
		{"with an index", http.MethodPost, "/~books/_search", `{"pit":{"id":"<pit>"}}`},
		{"with a preference", http.MethodPost, "/_search?preference=x", `{"pit":{"id":"<pit>"}}`},
		{"without an id", http.MethodPost, "/_search", `{"pit":{}}`},
		{"close with a list", http.MethodDelete, "/_pit", `{"id":["<pit>"]}`},
		{"close without a body", http.MethodDelete, "/_pit", ""},
		{"close", http.MethodDelete, "/_pit", `{"id":"<pit>"}`},
		{"close twice", http.MethodDelete, "/_pit", `{"id":"<pit>"}`},
	}
	var ids [2]string
	for _, s := range steps {
		var status [2]int
		var bodies [2]string
		for i, base := range []string{p.real, p.sample} {
			path := strings.ReplaceAll(s.path, "~", prefix)
			status[i], bodies[i] = call(t, s.method, base+path, strings.ReplaceAll(s.body, "<pit>", ids[i]))
			if s.name == "open" {
				ids[i] = fmt.Sprint(decode(t, bodies[i]).(map[string]any)["id"])
			}
		}
		require.Equal(t, status[0], status[1], "%s: %s", s.name, bodies)
		require.Empty(t, differences("", decode(t, bodies[0]), decode(t, bodies[1])), s.name)
	}
	status, body := call(t, http.MethodPost, p.sample+"/_search", `{"pit":{"id":`+fmt.Sprintf("%q", ids[1])+`}}`)
	realStatus, realBody := call(t, http.MethodPost, p.real+"/_search", `{"pit":{"id":`+fmt.Sprintf("%q", ids[0])+`}}`)
	require.Equal(t, realStatus, status)
	require.Subset(t, kinds(t, realBody), kinds(t, body), "a closed point in time")
}

func escaped(id string) string { return strings.ReplaceAll(url.PathEscape(id), ".", "%2E") }
