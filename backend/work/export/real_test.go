// SPEC: EXP-01, EXP-05, EXP-06, EXP-07
package export

import (
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/data/grid"
	"quarry/backend/testing/enginetest"
	"quarry/drivers/driver"
)

// realRows is more than the engine returns at once, and not a multiple of it.
const realRows = 23_456

// fill adds documents to an index and returns the sorted lines that an export of it will have.
func fill(t *testing.T, url string, n int) []string {
	t.Helper()
	var body strings.Builder
	var lines []string
	for i := range n {
		source := fmt.Sprintf(`{ "n":%d.50,"big":9007199254740993,"e" : 1E2,"text":"é\u0041 \n \" %d","pad":"%s", "list":[1, null],"inner":{"a.b":null}}`, i, i, strings.Repeat("x", i%700))
		lines = append(lines, source)
		fmt.Fprintf(&body, "{\"index\":{\"_id\":\"%d\"}}\n%s\n", i, source)
		if i%4000 == 3999 || i == n-1 {
			require.Contains(t, enginetest.Ask(t, http.MethodPost, url+"/_bulk?filter_path=errors", body.String()), "false")
			body.Reset()
		}
	}
	slices.Sort(lines)
	return lines
}

// written returns the lines of a file, sorted.
func written(t *testing.T, path string) []string {
	t.Helper()
	text := content(t, path)
	require.True(t, text == "" || strings.HasSuffix(text, "\n"))
	lines := strings.Split(text, "\n")
	lines = lines[:len(lines)-1]
	slices.Sort(lines)
	return lines
}

func TestRealIndicesAreExportedWholeAndExactly(t *testing.T) {
	for name, find := range map[string]func(enginetest.TB) string{"8.16": enginetest.ES8, "7.17": enginetest.ES7} {
		t.Run(name, func(t *testing.T) { realExports(t, find(t), true) })
	}
}

func TestReal79IndicesAreExportedByScroll(t *testing.T) { realExports(t, enginetest.ES79(t), false) }

func TestReal9IndicesAreExportedWholeAndExactly(t *testing.T) {
	realExports(t, enginetest.ES9(t), true)
}

// realExports exports indices of a real engine; snapshots says whether it has points in time, which are read in slices.
func realExports(t *testing.T, url string, snapshots bool) {
	table := session.New(sessiontest.Drivers(t))
	s := sessiontest.Open(t, table, sessiontest.To("elasticsearch", sessiontest.Address(url), nil), nil)
	folder, exports := t.TempDir(), New()
	write := func(from Source, name string, options Options) (Progress, string) {
		path := filepath.Join(folder, name)
		id, err := exports.Start(t.Context(), s, from, Target{Path: path, Options: options})
		require.NoError(t, err)
		var last []driver.Portion // while it ran
		for j, ended := exports.find(id), false; !ended; {
			select {
			case <-j.done:
				ended = true
			case <-time.After(time.Millisecond):
				if p := j.progress(); len(p.Slices) > 0 {
					last = p.Slices
				}
			}
		}
		p, err := exports.Progress(id)
		require.NoError(t, err)
		require.Empty(t, p.Slices)
		p.Slices = last
		return p, path
	}
	run := func(object string) (Progress, string) {
		return write(Source{Object: object}, object+".jsonl", Options{})
	}

	t.Run("every document as it was sent", func(t *testing.T) {
		const object = "quarry-export"
		enginetest.Index(t, url, object, `{"settings":{"number_of_shards":3,"number_of_replicas":0}}`)
		lines := fill(t, url+"/"+object, realRows)
		enginetest.Ask(t, http.MethodPut, url+"/"+object+"/_doc/broken-up", "{\r\n  \"n\": 1.0,\n  \"text\": \"\\n\"\n}\n")
		enginetest.Ask(t, http.MethodPost, url+"/"+object+"/_refresh", "")
		lines = append(lines, `{  "n": 1.0,  "text": "\n"}`)
		slices.Sort(lines)
		p, path := run(object)
		require.Nil(t, p.Err)
		require.Equal(t, int64(realRows+1), p.Written)
		require.Equal(t, p.Total, p.Written)
		require.True(t, slices.Equal(lines, written(t, path)))
		for _, n := range []int{2, 8} {
			p, path = write(Source{Object: object, Slices: n}, fmt.Sprint("slices", n), Options{})
			require.Nil(t, p.Err)
			require.True(t, slices.Equal(lines, written(t, path)), "%d slices", n)
			counted := int64(0)
			for _, s := range p.Slices {
				counted += s.Total
			}
			if !snapshots {
				require.Empty(t, p.Slices, "a scroll is read in one piece")
				continue
			}
			require.Len(t, p.Slices, n)
			require.Equal(t, p.Total, counted, "each slice is counted")
		}
		require.Zero(t, gjson.Get(enginetest.Ask(t, http.MethodGet, url+"/"+object+"/_stats/search", ""), "_all.total.search.open_contexts").Int())
	})
	t.Run("the first documents of an order", func(t *testing.T) {
		const object = "quarry-export-ordered"
		enginetest.Index(t, url, object, `{"settings":{"number_of_shards":3,"number_of_replicas":0},"mappings":{"properties":{"k":{"type":"keyword"},"n":{"type":"long"}}}}`)
		var body strings.Builder
		for n := range 2500 {
			_, _ = fmt.Fprintf(&body, `{"index":{"_id":"%d"}}`+"\n", n)
			if n%5 == 0 {
				body.WriteString("{}\n") // missing values come last
				continue
			}
			_, _ = fmt.Fprintf(&body, `{"k":"%d","n":%d}`+"\n", n%7, n)
		}
		enginetest.Ask(t, http.MethodPost, url+"/"+object+"/_bulk?refresh=true", body.String())
		v, err := grid.NewViews().Open(t.Context(), s, object)
		require.NoError(t, err)
		keys, kept := v.SortKeys([]grid.SortBy{{Column: "k", Desc: true}, {Column: "n"}})
		require.Len(t, kept, 2)
		var want []string
		for k := 6; k >= 0; k-- {
			for n := range 2500 {
				if n%5 != 0 && n%7 == k {
					want = append(want, fmt.Sprintf(`{"k":"%d","n":%d}`, k, n))
				}
			}
		}
		for len(want) < 2500 {
			want = append(want, "{}")
		}
		for _, limit := range []int{0, 1, 1001, 2500, 5000} {
			from := Source{Object: object, View: v.Set.View, Sort: keys, Limit: int64(limit), Slices: 4}
			p, path := write(from, fmt.Sprint("first", limit), Options{})
			require.Nil(t, p.Err)
			first := want
			if limit > 0 {
				first = want[:min(limit, len(want))]
			}
			require.EqualValues(t, len(first), p.Total)
			require.Equal(t, strings.Join(first, "\n")+"\n", content(t, path), "limit %d", limit)
		}
	})
	t.Run("a selection as a bulk body, sent back to the engine", func(t *testing.T) {
		const object = "quarry-export-bulk"
		enginetest.Index(t, url, object, `{"settings":{"number_of_shards":2,"number_of_replicas":0}}`)
		lines := fill(t, url+"/"+object, 20)
		enginetest.Ask(t, http.MethodPut, url+"/"+object+"/_doc/a%20%22b%22?routing=r%2F1", `{"n":1.0}`)
		enginetest.Ask(t, http.MethodPost, url+"/"+object+"/_refresh", "")
		v, err := grid.NewViews().Open(t.Context(), s, object)
		require.NoError(t, err)
		keys := []grid.RowKey{{Place: object, Key: `a "b"`}, {Place: object, Key: "3"}, {Place: object, Key: "7"}}
		view, err := v.Selected(t.Context(), keys)
		require.NoError(t, err)
		p, path := write(Source{Object: object, View: view, Selected: Select(v, keys)}, "selection", Options{Format: Bulk, Actions: s.Server().Bulk})
		require.Nil(t, p.Err)
		require.EqualValues(t, 3, p.Written)
		body := content(t, path)
		require.Contains(t, body, `{"index":{"_index":"quarry-export-bulk","_id":"a \"b\"","routing":"r/1"}}`+"\n"+`{"n":1.0}`)

		text, err := Text(t.Context(), s, Source{Object: object, View: view, Selected: Select(v, keys)}, Options{Format: Bulk, Actions: s.Server().Bulk})
		require.NoError(t, err)
		require.Equal(t, body, text, "the same for the clipboard")
		require.Contains(t, Curl(s, text), "/_bulk")

		enginetest.Index(t, url, object, `{"settings":{"number_of_shards":2,"number_of_replicas":0}}`)
		require.Contains(t, enginetest.Ask(t, http.MethodPost, url+"/_bulk?refresh=true&filter_path=errors", body), "false")
		p, path = write(Source{Object: object}, "again", Options{})
		require.Nil(t, p.Err)
		want := []string{`{"n":1.0}`}
		for _, line := range lines {
			if n := gjson.Get(line, "n").Int(); n == 3 || n == 7 {
				want = append(want, line)
			}
		}
		slices.Sort(want)
		require.Equal(t, want, written(t, path))

		enginetest.Ask(t, http.MethodDelete, url+"/"+object+"/_doc/7?refresh=true", "")
		p, path = write(Source{Object: object, View: view, Selected: Select(v, keys)}, "fewer", Options{})
		require.Equal(t, "3 documents were selected, and the server has 2 of them now.", p.Err.Message)
		require.NoFileExists(t, path)
	})
	t.Run("an index that returns few documents at once", func(t *testing.T) {
		const object = "quarry-export-few"
		enginetest.Index(t, url, object, `{"settings":{"number_of_shards":2,"number_of_replicas":0,"max_result_window":150}}`)
		lines := fill(t, url+"/"+object, 401)
		enginetest.Ask(t, http.MethodPost, url+"/"+object+"/_refresh", "")
		p, path := run(object)
		require.Nil(t, p.Err)
		require.Equal(t, lines, written(t, path))
	})
	t.Run("an empty index", func(t *testing.T) {
		const object = "quarry-export-none"
		enginetest.Index(t, url, object, `{"settings":{"number_of_shards":1,"number_of_replicas":0}}`)
		p, path := run(object)
		require.Equal(t, Done, p.State)
		require.Empty(t, content(t, path))
	})
	t.Run("an index without sources", func(t *testing.T) {
		const object = "quarry-export-bare"
		enginetest.Index(t, url, object, `{"settings":{"number_of_shards":1,"number_of_replicas":0},"mappings":{"_source":{"enabled":false}}}`)
		enginetest.Ask(t, http.MethodPut, url+"/"+object+"/_doc/1?refresh=true", `{"n":1}`)
		p, path := run(object)
		require.Equal(t, Failed, p.State)
		require.Equal(t, driver.Unsupported, p.Err.Kind)
		require.Contains(t, p.Err.Message, object+" stores no source")
		require.NoFileExists(t, path)
	})
	require.NotContains(t, strings.Join(names(t, folder), " "), ".part")
}
