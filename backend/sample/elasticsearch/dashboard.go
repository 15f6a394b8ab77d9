package elasticsearch

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/tidwall/gjson"
)

const (
	heapMax   = 1 << 30
	diskTotal = 500 << 30
)

// load is how busy the node seems, although only its client uses it: everything is a function of the time since it was
// started.
type load struct{ seconds float64 }

func (e *Engine) load(now time.Time) load { return load{now.Sub(e.began).Seconds()} }

// total returns a counter that grows by rate per second on average, sometimes faster and sometimes slower, and never
// goes back.
func (l load) total(rate float64) int {
	const period = 40
	swing := rate * 0.3 * period / (2 * math.Pi)
	return int(rate*l.seconds + swing*(1-math.Cos(2*math.Pi*l.seconds/period)) + 0.15*rate*math.Sin(l.seconds))
}

// wave returns a number between low and high.
func (l load) wave(low, high, period float64) float64 {
	return low + (high-low)*(1+math.Sin(2*math.Pi*l.seconds/period))/2
}

func (l load) indexing() *object { return new(object).num("index_total", 52_000+l.total(420)) }

func (l load) search() *object {
	return new(object).num("query_total", 9_000+l.total(95)).num("fetch_total", 6_000+l.total(58))
}

// nodesStats is GET /_nodes/stats, with the metrics that a dashboard shows.
func (e *Engine) nodesStats(q *request) (response, *failure) {
	now := time.Now()
	l := e.load(now)
	node := new(object).raw("timestamp", strconv.FormatInt(now.UnixMilli(), 10)).str("name", "sample").raw("roles", quoteAll([]string{"data", "ingest", "master"}))
	for _, metric := range strings.Split(q.names["metric"], ",") {
		switch metric {
		case "indices":
			node.obj("indices", new(object).obj("indexing", l.indexing()).obj("search", l.search().num("open_contexts", e.points.count())))
		case "os":
			average := new(object).raw("1m", strconv.FormatFloat(l.wave(0.6, 1.9, 170), 'f', 2, 64))
			node.obj("os", new(object).obj("cpu", new(object).num("percent", int(l.wave(9, 46, 75))).obj("load_average", average)))
		case "jvm":
			mem := new(object).num("heap_used_in_bytes", int(l.wave(0.31, 0.62, 50)*heapMax)).num("heap_max_in_bytes", heapMax)
			node.obj("jvm", new(object).raw("uptime_in_millis", strconv.FormatInt(now.Sub(e.began).Milliseconds(), 10)).obj("mem", mem))
		case "fs":
			node.obj("fs", new(object).obj("total", new(object).num("total_in_bytes", diskTotal).num("free_in_bytes", diskTotal*4/10).num("available_in_bytes", diskTotal*39/100)))
		default:
			return response{}, badArgument("request [/_nodes/stats/%s] contains unrecognized metric: [%s]", q.names["metric"], metric)
		}
	}
	counts := new(object).num("total", 1).num("successful", 1).num("failed", 0)
	return ok(new(object).obj("_nodes", counts).str("cluster_name", clusterName).obj("nodes", new(object).obj(nodeID, node)).json()), nil
}

// indexStats is GET /_stats. There are no replicas, so the figures for primaries and all shards are the same.
func (e *Engine) indexStats(*request) (response, *failure) {
	l := e.load(time.Now())
	figures := new(object).obj("indexing", l.indexing()).obj("search", l.search())
	shards := new(object).num("total", len(e.indices)).num("successful", len(e.indices)).num("failed", 0)
	return ok(new(object).obj("_shards", shards).obj("_all", new(object).obj("primaries", figures).obj("total", figures)).json()), nil
}

// catAllocation is GET /_cat/allocation in JSON.
func (e *Engine) catAllocation(q *request) (response, *failure) {
	row := new(object).str("shards", strconv.Itoa(len(e.indices))).str("disk.used", strconv.Itoa(diskTotal*61/100)).str("disk.total", strconv.Itoa(diskTotal)).str("node", "sample")
	return catJSON(q, []*object{row}), nil
}

// catShards is GET /_cat/shards in JSON.
func (e *Engine) catShards(q *request) (response, *failure) {
	rows := make([]*object, len(e.indices))
	for i, x := range e.indices {
		rows[i] = new(object).str("index", x.name).str("shard", "0").str("prirep", "p").str("state", "STARTED").raw("unassigned.reason", "null").str("node", "sample")
	}
	return catJSON(q, rows), nil
}

// catJSON keeps the columns named in the request.
func catJSON(q *request, rows []*object) response {
	named := strings.Split(q.params.Get("h"), ",")
	items := make([]string, len(rows))
	for i, row := range rows {
		kept := new(object)
		gjson.ParseBytes(row.json()).ForEach(func(name, value gjson.Result) bool {
			if q.params.Get("h") == "" || contains(named, name.String()) {
				kept.raw(name.String(), value.Raw)
			}
			return true
		})
		items[i] = string(kept.json())
	}
	return ok([]byte(array(items)))
}

func contains(patterns []string, name string) bool {
	for _, p := range patterns {
		if wildcard(p, name) {
			return true
		}
	}
	return false
}

// clusterSettings is GET /_cluster/settings, with the settings that a dashboard shows.
func (e *Engine) clusterSettings(q *request) (response, *failure) {
	all := new(object).raw("persistent", "{}").raw("transient", "{}")
	if q.params.Get("include_defaults") == "true" {
		marks := new(object).str("low", "85%").str("high", "90%").str("flood_stage", "95%")
		disk := new(object).str("threshold_enabled", "true").obj("watermark", marks)
		all.obj("defaults", new(object).obj("cluster", new(object).obj("routing", new(object).obj("allocation", new(object).obj("disk", disk)))))
	}
	return ok(all.json()), nil
}

// reindex returns a task that starts over when it has ended, and how many times it has started.
func (l load) reindex() (*object, int) {
	const documents, period = 48_213, 150.0
	begun, passed := math.Modf((l.seconds + 47) / period)
	status := new(object).num("total", documents).num("created", int(documents*passed)).num("updated", 0).num("deleted", 0)
	return task(17, "indices:data/write/reindex", passed*period).str("description", "reindex from [books] to [books-v2]").obj("status", status), int(begun) + 1
}

// cancelTask is POST /_tasks/<task>/_cancel. The reindex ends at once, until it would start over.
func (e *Engine) cancelTask(q *request) (response, *failure) {
	node, _, _ := strings.Cut(q.names["task"], ":")
	reindex, begun := e.load(time.Now()).reindex()
	kind, reason := "no_such_node_exception", "No such node ["+node+"]"
	switch {
	case q.names["task"] == nodeID+":17" && e.cancelled != begun:
		e.cancelled = begun
		tasks := new(object).obj(q.names["task"], reindex)
		return ok(new(object).obj("nodes", new(object).obj(nodeID, new(object).str("name", "sample").obj("tasks", tasks))).json()), nil
	case node == nodeID:
		kind, reason = "resource_not_found_exception", "task ["+q.names["task"]+"] is not found"
	}
	failed := new(object).str("type", "failed_node_exception").str("reason", "Failed node ["+node+"]").str("node_id", node)
	failed.obj("caused_by", new(object).str("type", kind).str("reason", reason))
	return ok(new(object).raw("node_failures", array([]string{string(failed.json())})).raw("nodes", "{}").json()), nil
}

// tasks is GET /_tasks: the reindex, and the request itself.
func (e *Engine) tasks(q *request) (response, *failure) {
	reindex, begun := e.load(time.Now()).reindex()
	list := task(1200, "cluster:monitor/tasks/lists", 0.0001).str("description", "")
	if q.opaque != "" {
		list.obj("headers", new(object).str("X-Opaque-Id", q.opaque))
	}
	running, byID := []string{string(list.json())}, new(object)
	if e.cancelled != begun {
		running, byID = append([]string{string(reindex.json())}, running...), byID.obj(nodeID+":17", reindex)
	}
	if q.params.Get("group_by") == "none" {
		return ok(new(object).raw("tasks", array(running)).json()), nil
	}
	byID.obj(nodeID+":1200", list)
	return ok(new(object).obj("nodes", new(object).obj(nodeID, new(object).str("name", "sample").obj("tasks", byID))).json()), nil
}

func task(id int, action string, seconds float64) *object {
	o := new(object).str("node", nodeID).num("id", id).str("type", "transport").str("action", action)
	return o.num("running_time_in_nanos", int(seconds*1e9)).flag("cancellable", true).flag("cancelled", false)
}
