package elasticsearch

// SPEC: B-MET-02

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

func answerOf(t *testing.T, e *Engine, method, path string) (int, gjson.Result) {
	t.Helper()
	w := httptest.NewRecorder()
	e.ServeHTTP(w, httptest.NewRequest(method, path, http.NoBody))
	return w.Code, gjson.Parse(w.Body.String())
}

func TestCountersOfTheSampleNodeNeverGoBack(t *testing.T) {
	before := -1
	for tenth := range 3000 {
		now := load{float64(tenth) / 10}.total(95)
		require.GreaterOrEqual(t, now, before)
		before = now
	}
	require.InDelta(t, 95*300, before, 95*10)
}

func TestTheSampleNodeHasFiguresForADashboard(t *testing.T) {
	e, err := New(Options{})
	require.NoError(t, err)
	e.began = time.Now().Add(-time.Hour)
	status, stats := answerOf(t, e, "GET", "/_nodes/stats/jvm,os,fs,indices/indexing,search?filter_path=nodes.*.jvm.mem,nodes.*.indices.search.query_total")
	require.Equal(t, http.StatusOK, status)
	node := stats.Get("nodes." + nodeID)
	require.Positive(t, node.Get("indices.search.query_total").Int())
	require.Less(t, node.Get("jvm.mem.heap_used_in_bytes").Int(), node.Get("jvm.mem.heap_max_in_bytes").Int())
	require.False(t, node.Get("os").Exists())

	_, allocation := answerOf(t, e, "GET", "/_cat/allocation?format=json&h=node,shards")
	require.Equal(t, `[{"shards":"3","node":"sample"}]`, allocation.Raw)
	_, shards := answerOf(t, e, "GET", "/_cat/shards?format=json&h=state")
	require.Equal(t, `[{"state":"STARTED"},{"state":"STARTED"},{"state":"STARTED"}]`, shards.Raw)
	_, settings := answerOf(t, e, "GET", "/_cluster/settings?include_defaults=true")
	require.Equal(t, "85%", settings.Get("defaults.cluster.routing.allocation.disk.watermark.low").String())
	_, index := answerOf(t, e, "GET", "/_stats/indexing")
	require.Equal(t, index.Get("_all.primaries.indexing.index_total").Raw, index.Get("_all.total.indexing.index_total").Raw)
	_, tasks := answerOf(t, e, "GET", "/_tasks?detailed=true&group_by=none")
	require.Equal(t, "indices:data/write/reindex", tasks.Get("tasks.0.action").String())
	require.Less(t, tasks.Get("tasks.0.status.created").Int(), tasks.Get("tasks.0.status.total").Int())
	cancel := "/_tasks/" + nodeID + ":17/_cancel"
	_, cancelled := answerOf(t, e, "POST", cancel)
	require.Equal(t, "indices:data/write/reindex", cancelled.Get("nodes."+nodeID+".tasks.*.action").String())
	_, tasks = answerOf(t, e, "GET", "/_tasks?group_by=none")
	require.Equal(t, "cluster:monitor/tasks/lists", tasks.Get("tasks.0.action").String())
	_, again := answerOf(t, e, "POST", cancel)
	require.Equal(t, "resource_not_found_exception", again.Get("node_failures.0.caused_by.type").String())
	status, _ = answerOf(t, e, "GET", "/_nodes/stats/banana")
	require.Equal(t, http.StatusBadRequest, status)
}

func TestTheSampleNodeCountsItsPointsInTimeByShards(t *testing.T) {
	e, err := New(Options{})
	require.NoError(t, err)
	open := func() int64 {
		_, stats := answerOf(t, e, "GET", "/_nodes/stats/indices")
		return stats.Get("nodes." + nodeID + ".indices.search.open_contexts").Int()
	}
	require.Zero(t, open())
	_, _ = answerOf(t, e, "POST", "/books,products/_pit?keep_alive=1m")
	_, _ = answerOf(t, e, "POST", "/books/_pit?keep_alive=1m")
	require.Equal(t, int64(3), open())
	e.points.end()
	require.Zero(t, open())
}
