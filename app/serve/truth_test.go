package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// faultRows is enough for pages after row 25,600, and for some that are more than 10,000 rows from both row 10,000 and
// the last row, which are found by counting.
const faultRows = 36_000

// truth is the contents of an index and its orders, read without any of the application's code.
type truth struct {
	t      *testing.T
	node   string
	index  string
	points bool // the node has points in time
	rows   []known
	orders []order
}

// known is one document.
type known struct {
	ID     string      `json:"_id"`
	Source knownSource `json:"_source"`
	Sort   []any       `json:"sort"`
}

type knownSource struct {
	N    int    `json:"n"`
	Code string `json:"code"`
	Qty  *int   `json:"qty"`
}

// order is one order of the index: how to request it, and the ids of all rows in it.
type order struct {
	name string
	by   []object
	want []string
}

// newTruth creates an index and reads it. It does not change until the test ends.
func newTruth(t *testing.T, node string, points bool) *truth {
	t.Helper()
	r := &truth{t: t, node: node, index: fmt.Sprintf("quarry-faults-%d", os.Getpid()), points: points}
	r.ask(http.MethodDelete, "/"+r.index, "")
	r.must(http.MethodPut, "/"+r.index, `{"settings":{"number_of_shards":3,"number_of_replicas":0,"refresh_interval":-1},
		"mappings":{"properties":{"n":{"type":"integer"},"code":{"type":"keyword"},"qty":{"type":"integer"}}}}`)
	t.Cleanup(func() { r.ask(http.MethodDelete, "/"+r.index, "") })
	r.fill()
	r.rows = r.everything()
	require.Len(t, r.rows, faultRows)
	r.sort()
	return r
}

// forwards returns the same index as seen by a user who cannot use a point in time.
func (r *truth) forwards(t *testing.T) *truth {
	t.Helper()
	other := *r
	other.t, other.points = t, false
	other.sort()
	return &other
}

// fill writes the documents. n and code are unique numbers; qty has ties and is missing in some.
func (r *truth) fill() {
	r.t.Helper()
	var lines bytes.Buffer
	for i := range faultRows {
		fmt.Fprintf(&lines, "{\"index\":{\"_id\":\"d%d\"}}\n{\"n\":%d,\"code\":\"c%d\"", i, i*7919%faultRows, i*104_729%faultRows)
		if i%13 != 0 {
			fmt.Fprintf(&lines, `,"qty":%d`, i%97)
		}
		lines.WriteString("}\n")
		if i%10_000 == 9999 || i == faultRows-1 {
			require.Contains(r.t, r.must(http.MethodPost, "/"+r.index+"/_bulk?filter_path=errors", lines.String()), "false")
			lines.Reset()
		}
	}
	r.must(http.MethodPost, "/"+r.index+"/_refresh", "")
	r.must(http.MethodPost, "/"+r.index+"/_forcemerge?max_num_segments=1", "") // a later merge would reorder equal rows
}

// sort sorts the rows into every order: unique values are sorted here, and the node orders equal rows.
func (r *truth) sort() {
	missing := func(a, b *int) int { // documents without a value come last
		switch {
		case a == nil || b == nil:
			return -cmp.Compare(b2i(a != nil), b2i(b != nil))
		default:
			return cmp.Compare(*a, *b)
		}
	}
	r.orders = []order{
		{"by n", []object{{"column": "n", "desc": false}}, r.by(func(a, b knownSource) int { return cmp.Compare(a.N, b.N) })},
		{"by code downwards", []object{{"column": "code", "desc": true}}, r.by(func(a, b knownSource) int { return strings.Compare(b.Code, a.Code) })},
		{"by qty, then n downwards", []object{{"column": "qty", "desc": false}, {"column": "n", "desc": true}}, r.by(func(a, b knownSource) int {
			return cmp.Or(missing(a.Qty, b.Qty), cmp.Compare(b.N, a.N))
		})},
		{"by qty", []object{{"column": "qty", "desc": false}}, r.asTheNode(`{"qty":"asc"}`)},
		{"unsorted", []object{}, r.asTheNode("")},
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (r *truth) by(compare func(a, b knownSource) int) []string {
	sorted := slices.Clone(r.rows)
	slices.SortFunc(sorted, func(a, b known) int { return compare(a.Source, b.Source) })
	return ids(sorted)
}

func ids(rows []known) []string {
	list := make([]string, len(rows))
	for i, row := range rows {
		list[i] = row.ID
	}
	return list
}

// everything reads all documents, by the values of their unique key.
func (r *truth) everything() []known {
	r.t.Helper()
	var all []known
	after := ""
	for {
		some := r.search("/"+r.index+"/_search", `{"size":10000,"sort":[{"code":"asc"}]`+after+`}`)
		if len(some) == 0 {
			return all
		}
		all = append(all, some...)
		last, err := json.Marshal(some[len(some)-1].Sort)
		require.NoError(r.t, err)
		after = `,"search_after":` + string(last)
	}
}

// asTheNode reads all ids in an order where the node decides about equal rows: in a point in time by shard and number,
// otherwise with a scroll.
func (r *truth) asTheNode(key string) []string {
	r.t.Helper()
	if r.points {
		return r.inPoint(key)
	}
	return r.byScroll(key)
}

func (r *truth) inPoint(key string) []string {
	r.t.Helper()
	var point struct{ ID string }
	require.NoError(r.t, json.Unmarshal([]byte(r.must(http.MethodPost, "/"+r.index+"/_pit?keep_alive=1m", "")), &point))
	defer r.ask(http.MethodDelete, "/_pit", `{"id":"`+point.ID+`"}`)
	if key != "" {
		key += ","
	}
	var all []string
	after := ""
	for {
		some := r.search("/_search", `{"pit":{"id":"`+point.ID+`","keep_alive":"1m"},"_source":false,"size":10000,"sort":[`+key+`{"_shard_doc":"asc"}]`+after+`}`)
		if len(some) == 0 {
			return all
		}
		all = append(all, ids(some)...)
		last, err := json.Marshal(some[len(some)-1].Sort)
		require.NoError(r.t, err)
		after = `,"search_after":` + string(last)
	}
}

func (r *truth) byScroll(key string) []string {
	r.t.Helper()
	if key != "" {
		key = `,"sort":[` + key + `]`
	}
	answer := r.must(http.MethodPost, "/"+r.index+"/_search?scroll=1m", `{"_source":false,"size":5000`+key+`}`)
	var all []string
	for {
		var page struct {
			Scroll string `json:"_scroll_id"`
			Hits   struct{ Hits []known }
		}
		require.NoError(r.t, json.Unmarshal([]byte(answer), &page))
		if len(page.Hits.Hits) == 0 {
			r.ask(http.MethodDelete, "/_search/scroll", `{"scroll_id":"`+page.Scroll+`"}`)
			return all
		}
		all = append(all, ids(page.Hits.Hits)...)
		answer = r.must(http.MethodPost, "/_search/scroll", `{"scroll":"1m","scroll_id":"`+page.Scroll+`"}`)
	}
}

// search returns the hits of one search to which every shard responded.
func (r *truth) search(path, body string) []known {
	r.t.Helper()
	var page struct {
		TimedOut bool `json:"timed_out"`
		Shards   struct{ Failed int }
		Hits     struct{ Hits []known }
	}
	decoder := json.NewDecoder(strings.NewReader(r.must(http.MethodPost, path, body)))
	decoder.UseNumber()
	require.NoError(r.t, decoder.Decode(&page))
	require.False(r.t, page.TimedOut)
	require.Zero(r.t, page.Shards.Failed)
	return page.Hits.Hits
}

// ask sends a request directly to the node.
func (r *truth) ask(method, path, body string) (int, string) {
	q, err := http.NewRequestWithContext(context.Background(), method, r.node+path, strings.NewReader(body))
	require.NoError(r.t, err)
	q.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(q)
	require.NoError(r.t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	require.NoError(r.t, err)
	return answer.StatusCode, string(text)
}

func (r *truth) must(method, path, body string) string {
	r.t.Helper()
	status, text := r.ask(method, path, body)
	require.Less(r.t, status, 300, "%s %s: %s", method, path, text)
	return text
}
