package typesense

import (
	"quarry/drivers/driver"
)

// The requests of a dashboard, by index (Cluster operations, "Cluster metrics" and "API stats"). The statistics cover
// the last 10 seconds.
const (
	askMetrics = 0
	askStats   = 1
)

const (
	purposeDashboard = "dashboard"

	noSessions = "Typesense has no sessions: every request is independent."
	noSlowLog  = "Typesense has no list of slow queries. It can write them to its log: see log-slow-requests-time-ms."
	needs      = " The dashboard needs metrics.json:list and stats.json:list."
)

// rights are what a key needs for the requests of a dashboard (API keys, "Other actions").
var rights = []string{askMetrics: "metrics.json:list", askStats: "stats.json:list"}

// Dashboard implements [driver.Dashboarder].
func (engine) Dashboard(c *driver.Conn, _ *driver.Empty) (*driver.Dashboard, error) {
	sends := []driver.Send{
		askMetrics: {Request: get("/metrics.json", "", purposeDashboard), Verb: driver.Pick, Pick: metricNames},
		askStats:   {Request: get("/stats.json", "", purposeDashboard), Verb: driver.Pick, Pick: statNames},
	}
	replies, err := c.DoAll(sends...)
	if err != nil {
		return nil, err
	}
	metrics, stats := figuresOf(&sends[askMetrics], &replies[askMetrics]), figuresOf(&sends[askStats], &replies[askStats])
	switch {
	case metrics.err != nil && stats.err != nil:
		if metrics.err.Kind == driver.Auth {
			metrics.err.Hint += needs
		}
		return nil, metrics.err
	case metrics.err != nil:
		metrics.err = lacking(metrics.err, &replies[askMetrics], rights[askMetrics])
	case stats.err != nil:
		stats.err = lacking(stats.err, &replies[askStats], rights[askStats])
	}
	return &driver.Dashboard{
		Gauges: []driver.Gauge{
			processMemory(metrics), systemMemory(metrics), fragmentation(metrics), disk(metrics),
			requests(stats), searchLatency(stats), writeLatency(stats), pending(stats),
		},
		Charts: charts(metrics, stats),
		Notes:  []driver.Text{{Key: "Sessions", Value: noSessions}, {Key: "Slow queries", Value: noSlowLog}},
	}, nil
}

// lacking names the right that a key lacks if the engine refused one of the two requests and answered the other. Its own
// sentence, the same for every refusal, becomes the detail.
func lacking(e *driver.Error, r *driver.Reply, right string) *driver.Error {
	if _, ok := messageText(string(r.Body)); !ok || e.Kind != driver.Auth {
		return e
	}
	e.Message, e.Detail, e.Hint = "This key cannot read these figures. It lacks "+right+".", e.Message, ""
	return e
}

func processMemory(f *figures) driver.Gauge {
	g, ok := f.bytes("Typesense memory", "typesense_memory_resident_bytes")
	if !ok {
		return g
	}
	g.Unit, g.Of = "resident", f.whole("system_memory_total_bytes")
	g.Note = commas(f.size("typesense_memory_active_bytes", "active"), f.size("typesense_memory_allocated_bytes", "allocated"))
	return g
}

func systemMemory(f *figures) driver.Gauge {
	g, ok := f.bytes("System memory", "system_memory_used_bytes")
	if !ok {
		return g
	}
	g.Of = f.whole("system_memory_total_bytes")
	switch swap := f.integer("system_memory_total_swap_bytes"); {
	case swap == 0:
		g.Note = "No swap"
	case swap > 0:
		g.Note = "Swap " + sizeWords(max(0, f.integer("system_memory_used_swap_bytes"))) + " of " + sizeWords(swap)
	}
	return g
}

// fragmentation is the part of the active memory that nothing is stored in.
func fragmentation(f *figures) driver.Gauge {
	g, ok := f.text("Fragmentation", "typesense_memory_fragmentation_ratio")
	if !ok {
		return g
	}
	const parts = 1000
	g.Unit, g.Of = "ratio", parts
	g.Value = int64(min(1, max(0, f.real("typesense_memory_fragmentation_ratio"))) * parts)
	g.Note = f.size("typesense_memory_retained_bytes", "retained")
	return g
}

func disk(f *figures) driver.Gauge {
	g, ok := f.bytes("Disk", "system_disk_used_bytes")
	if !ok {
		return g
	}
	if g.Of = f.whole("system_disk_total_bytes"); g.Of > 0 {
		g.Note = sizeWords(max(0, g.Of-g.Value)) + " free"
	}
	return g
}

func requests(f *figures) driver.Gauge {
	g, ok := f.text("Requests", "total_requests_per_second")
	if !ok {
		return g
	}
	g.Unit = "per second"
	g.Note = commas(
		f.rate("search_requests_per_second", "search", true), f.rate("write_requests_per_second", "write", true),
		f.rate("import_requests_per_second", "import", false), f.rate("delete_requests_per_second", "delete", false),
		f.rate("overloaded_requests_per_second", "rejected: overloaded", false),
	)
	return g
}

func searchLatency(f *figures) driver.Gauge {
	g, ok := f.latency("Search latency", "search_latency_ms")
	if !ok {
		return g
	}
	switch within := f.values["search_95Percentile_latency_ms"]; {
	case f.real("search_requests_per_second") == 0:
		g.Note = "no searches in the last 10 s"
	case within != "":
		g.Note = "mean of 10 s, 95% within " + rounded(within) + " ms"
	default:
		g.Note = "mean of the last 10 s"
	}
	return g
}

func writeLatency(f *figures) driver.Gauge {
	g, ok := f.latency("Write latency", "write_latency_ms")
	switch {
	case !ok:
	case f.real("write_requests_per_second") == 0:
		g.Note = "no writes in the last 10 s"
	default:
		g.Note = rounded(f.values["write_requests_per_second"]) + " write requests per second"
	}
	return g
}

// pending counts the batches of writes that were accepted and are not yet applied. 26.0 has no cache hit ratio.
func pending(f *figures) driver.Gauge {
	g, ok := f.text("Pending write batches", "pending_write_batches")
	if !ok {
		return g
	}
	g.Note = "this version reports no cache hit ratio"
	if ratio := f.values["cache_hit_ratio"]; ratio != "" {
		g.Note = "cache hit ratio " + rounded(ratio)
	}
	return g
}

// charts returns the curves. That of the cache is missing if the engine has no such figure.
func charts(metrics, stats *figures) []driver.Chart {
	all := []driver.Chart{
		{Name: "requests", Title: "Requests per second", Series: []driver.Series{
			stats.series("requests.search", "search", "search_requests_per_second"),
			stats.series("requests.write", "write", "write_requests_per_second"),
		}},
		{Name: "latency", Title: "Latency, ms", Series: []driver.Series{
			stats.latencies("latency.search", "search", "search_latency_ms"),
			stats.latencies("latency.write", "write", "write_latency_ms"),
		}},
		{Name: "memory", Title: "Memory, GB", Series: []driver.Series{
			metrics.gigabytes("memory.resident", "resident", "typesense_memory_resident_bytes"),
			metrics.gigabytes("memory.system", "system used", "system_memory_used_bytes"),
		}},
	}
	if stats.err == nil && stats.values["cache_hit_ratio"] == "" {
		return all
	}
	return append(all, driver.Chart{Name: "cache", Title: "Cache hit ratio", Series: []driver.Series{
		stats.series("cache.hits", "ratio", "cache_hit_ratio"),
	}})
}
