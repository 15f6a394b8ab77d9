package dashboard

import (
	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/es"
)

// The requests of a dashboard, by index. All are sent at once.
const (
	askHealth     = 0 // Cluster health API
	askNodes      = 1 // Nodes stats API
	askPrimaries  = 2 // Index stats API: only this counts primaries separately
	askAllocation = 3 // cat allocation API
	askWatermarks = 4 // Cluster get settings API
	askTasks      = 5 // Task management API
)

func dashboardSends() []driver.Send {
	sends := []driver.Send{
		askHealth: {Request: es.Get("/_cluster/health", "", purposeDashboard), Verb: driver.Raw},
		askNodes:  {Request: es.Get("/_nodes/stats/jvm,os,fs,indices/indexing,search", "filter_path="+nodeFields, purposeDashboard), Verb: driver.Raw},
		askPrimaries: {
			Request: es.Get("/_stats/indexing", "filter_path=_shards.successful,_shards.failed,_all.primaries.indexing.index_total", purposeDashboard), Verb: driver.Raw,
		},
		askAllocation: {
			Request: es.Get("/_cat/allocation", "format=json&bytes=b&h=node,shards", purposeDashboard), Verb: driver.Fields,
			Walk: []driver.FieldSpec{{Name: "node", Keys: []string{"shards"}}},
		},
		askWatermarks: {
			Request: es.Get("/_cluster/settings", "include_defaults=true&filter_path=*.cluster.routing.allocation.disk", purposeDashboard), Verb: driver.Raw,
		},
		askTasks: {
			Request: es.Get("/_tasks", "detailed=true&group_by=none&filter_path="+taskFields, purposeDashboard), Verb: driver.Fields,
			Pick: []string{"node_failures"}, Walk: []driver.FieldSpec{{At: "tasks", Name: "action", Keys: taskKeys}},
		},
	}
	for i := range sends {
		sends[i].Request.Headers = []driver.Header{{Name: opaqueID, Value: opaqueDashboard}}
	}
	return sends
}

const (
	purposeDashboard = "dashboard"

	// The header by which a task can be traced to its request (Task management API, "X-Opaque-Id HTTP headers").
	opaqueID        = "X-Opaque-Id"
	opaqueDashboard = "quarry-dashboard"

	nodeFields = "_nodes,nodes.*.name,nodes.*.roles,nodes.*.timestamp,nodes.*.jvm.uptime_in_millis," +
		"nodes.*.jvm.mem.heap_used_in_bytes,nodes.*.jvm.mem.heap_max_in_bytes,nodes.*.os.cpu.percent,nodes.*.os.cpu.load_average.1m," +
		"nodes.*.fs.total.total_in_bytes,nodes.*.fs.total.available_in_bytes,nodes.*.indices.indexing.index_total," +
		"nodes.*.indices.search.query_total,nodes.*.indices.search.fetch_total"
)

// Read implements Dashboard of [driver.Dashboarder].
func Read(c *driver.Conn) (*driver.Dashboard, error) {
	sends := dashboardSends()
	replies, err := c.DoAll(sends...)
	if err != nil {
		return nil, err
	}
	a := responses{sends: sends, replies: replies}
	if first := a.err(askHealth); first != nil && a.none() {
		return nil, first
	}
	marks := a.watermarks()
	nodes := a.nodes(marks)
	return &driver.Dashboard{
		Gauges: []driver.Gauge{a.health(), a.shards(), heapOf(nodes), diskOf(nodes, marks)},
		Charts: a.charts(nodes),
		Tables: []driver.Table{nodes.table()},
		Tasks:  a.tasks(nodes),
	}, nil
}

// responses are the replies to the dashboard's requests.
type responses struct {
	sends   []driver.Send
	replies []driver.Reply
}

// err returns why a request has no usable response, nil if it has one.
func (a *responses) err(i int) *driver.Error {
	switch r := &a.replies[i]; {
	case r.Err != nil:
		return r.Err
	case !r.OK():
		return es.ErrorOf(&a.sends[i].Request, r)
	}
	return nil
}

// none reports whether no request has a usable response.
func (a *responses) none() bool {
	for i := range a.replies {
		if a.replies[i].OK() {
			return false
		}
	}
	return true
}

func (a *responses) body(i int) string { return string(a.replies[i].Body) }

// figure reads a whole number at a path, 0 if missing.
func figure(doc string, path ...string) int64 {
	raw, _ := jx.Get(doc, path...)
	return max(0, es.ParseInt(raw))
}

// known reads a whole number at a path, -1 if missing.
func known(doc string, path ...string) int64 {
	raw, _ := jx.Get(doc, path...)
	return es.ParseInt(raw)
}

// quantity formats a number with its noun.
func quantity(n int64, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return es.Grouped(n) + " " + several
}

// charts returns the counters. A node's counters never go back when a shard leaves it, only when it restarts; those of
// primaries are summed over shards, which come and go.
func (a *responses) charts(nodes *nodeFigures) []driver.Chart {
	primaries := driver.Series{Name: "indexing.primaries", Title: "primaries", Within: "indexing.all", Err: a.err(askPrimaries)}
	if primaries.Err == nil && figure(a.body(askPrimaries), "_shards", "failed") == 0 {
		body := a.body(askPrimaries)
		primaries.Counters = []driver.Counter{{
			Of:    "shards " + es.Grouped(figure(body, "_shards", "successful")),
			Value: figure(body, "_all", "primaries", "indexing", "index_total"),
		}}
	}
	return []driver.Chart{
		{Name: "indexing", Title: "Indexing, documents/s", Series: []driver.Series{
			primaries, {Name: "indexing.all", Title: "with replicas", Counters: nodes.indexed, Err: nodes.err},
		}},
		{Name: "search", Title: "Search, shard queries/s", Series: []driver.Series{
			{Name: "search.queries", Title: "queries", Counters: nodes.queries, Err: nodes.err},
			{Name: "search.fetches", Title: "fetches", Counters: nodes.fetches, Err: nodes.err},
		}},
	}
}
