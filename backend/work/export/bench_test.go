package export

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
)

const (
	benchRows = 50_000
	benchSize = 800 // bytes per document
)

// many responds like an Elasticsearch with this many documents, without storing them. It calls sent after each page.
func many(documents int, sent func()) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		pageOf(documents, w, r)
		sent()
	}
}

func pageOf(documents int, w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Elastic-Product", "Elasticsearch")
	const good = `"took":1,"timed_out":false,"_shards":{"total":1,"successful":1,"skipped":0,"failed":0}`
	body, _ := io.ReadAll(r.Body)
	size := int(gjson.GetBytes(body, "size").Int())
	switch {
	case r.URL.Path == "/":
		_, _ = io.WriteString(w, sessiontest.Root("8.16.3"))
	case strings.HasSuffix(r.URL.Path, "/_pit"):
		_, _ = io.WriteString(w, `{"id":"p"}`)
	case size == 0:
		_, _ = fmt.Fprintf(w, `{%s,"hits":{"total":{"value":%d,"relation":"eq"}}}`, good, documents)
	default:
		out := bufio.NewWriter(w)
		_, _ = out.WriteString(`{"pit_id":"p",` + good + `,"hits":{"hits":[`)
		from := int(gjson.GetBytes(body, "search_after.0").Int())
		pad := strings.Repeat("x", benchSize-30)
		for n := from + 1; n <= min(from+size, documents); n++ {
			if n > from+1 {
				_ = out.WriteByte(',')
			}
			_, _ = fmt.Fprintf(out, `{"_index":"i","_id":"%d","_score":null,"_source":{"n":%d,"pad":"%s"},"sort":[%d]}`, n, n, pad, n)
		}
		_, _ = out.WriteString(`]}}`)
		_ = out.Flush()
	}
}

// BenchmarkExport exports 50,000 documents of 800 bytes. heap-MB is the peak of the heap minus its size before; it does
// not grow with the number of documents.
func BenchmarkExport(b *testing.B) {
	server := sessiontest.Record(b, many(benchRows, func() {}))
	table := session.New(sessiontest.Drivers(b))
	s := sessiontest.Open(b, table, sessiontest.To("elasticsearch", server.Address, nil), nil)
	exports, path := New(), filepath.Join(b.TempDir(), "i.jsonl")
	var stats runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&stats)
	before, most := stats.HeapAlloc, uint64(0)
	for b.Loop() {
		id, err := exports.Start(b.Context(), s, Source{Object: "i"}, Target{Path: path, Replace: true})
		require.NoError(b, err)
		for done := false; !done; {
			select {
			case <-exports.find(id).done:
				done = true
			case <-time.After(5 * time.Millisecond):
			}
			runtime.ReadMemStats(&stats)
			most = max(most, stats.HeapAlloc)
		}
		p, err := exports.Progress(id)
		require.NoError(b, err)
		require.Equal(b, int64(benchRows), p.Written)
		b.SetBytes(p.Bytes)
	}
	b.ReportMetric(float64(int64(most)-int64(before))/(1<<20), "heap-MB")
	b.ReportMetric(float64(b.N*benchRows)/b.Elapsed().Seconds(), "docs/s")
}
