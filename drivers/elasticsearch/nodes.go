package elasticsearch

import (
	"slices"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

// nodeFigures are the figures of all nodes.
type nodeFigures struct {
	list                      []driver.Node
	names                     map[string]string // by id
	indexed, queries, fetches []driver.Counter
	note                      string
	err                       *driver.Error
}

// nodes reads the figures of the nodes, in the order of their names.
func (a *answers) nodes(marks *watermarks) *nodeFigures {
	f := &nodeFigures{names: map[string]string{}, err: a.err(askNodes)}
	if f.err != nil {
		return f
	}
	body := a.body(askNodes)
	if failed := figure(body, "_nodes", "failed"); failed > 0 {
		f.note = grouped(failed) + " of " + quantity(figure(body, "_nodes", "total"), "node", "nodes") + " did not respond."
	}
	all, _ := jx.Get(body, "nodes")
	shards := a.shardsByNode()
	jx.Each(all, func(id, node string) bool {
		n := nodeOf(node)
		f.names[id] = n.Name
		n.DiskLevel = marks.level(n.DiskUsed, n.DiskTotal)
		if count, ok := shards[n.Name]; ok {
			n.Shards = count
		}
		f.list = append(f.list, n)
		at := figure(node, "timestamp")
		k := driver.Counter{Of: id, At: at, Since: at - figure(node, "jvm", "uptime_in_millis")}
		f.indexed = appendCounter(f.indexed, k, known(node, "indices", "indexing", "index_total"))
		f.queries = appendCounter(f.queries, k, known(node, "indices", "search", "query_total"))
		f.fetches = appendCounter(f.fetches, k, known(node, "indices", "search", "fetch_total"))
		return true
	})
	sortBy(f.list, func(a, b *driver.Node) int { return strings.Compare(a.Name, b.Name) })
	return f
}

func appendCounter(all []driver.Counter, k driver.Counter, value int64) []driver.Counter {
	if value < 0 {
		return all
	}
	k.Value = value
	return append(all, k)
}

func nodeOf(node string) driver.Node {
	n := driver.Node{
		Name: jx.Text(node, "name"), HeapUsed: known(node, "jvm", "mem", "heap_used_in_bytes"), HeapMax: known(node, "jvm", "mem", "heap_max_in_bytes"),
		CPU: known(node, "os", "cpu", "percent"), DiskUsed: -1, DiskTotal: known(node, "fs", "total", "total_in_bytes"), Shards: -1,
	}
	n.Load, _ = jx.Get(node, "os", "cpu", "load_average", "1m")
	roles, _ := jx.Get(node, "roles")
	n.Roles = list(roles)
	// What a watermark limits is the room that is available, not the room that is free.
	if free := known(node, "fs", "total", "available_in_bytes"); free >= 0 && n.DiskTotal >= free {
		n.DiskUsed = n.DiskTotal - free
	}
	return n
}

// shardsByNode returns how many shards each node has, by name. A name that two nodes have is left out.
func (a *answers) shardsByNode() map[string]int64 {
	counts, twice := map[string]int64{}, map[string]bool{}
	if a.err(askAllocation) != nil {
		return counts
	}
	a.replies[askAllocation].EachRecord(func(_ int, rec *driver.Record) {
		if _, seen := counts[rec.Name]; seen {
			twice[rec.Name] = true
		}
		counts[rec.Name] = size(rec.Attrs[0])
	})
	for name := range twice {
		delete(counts, name)
	}
	return counts
}

func heapOf(f *nodeFigures) driver.Gauge {
	g := driver.Gauge{Name: "heap", Title: "JVM heap", Err: f.err}
	if g.Err != nil {
		return g
	}
	g.Bytes, g.Note = true, quantity(int64(len(f.list)), "node", "nodes")
	for i := range f.list {
		g.Value += max(0, f.list[i].HeapUsed)
		g.Of += max(0, f.list[i].HeapMax)
	}
	return g
}

// diskOf sums the disks of the nodes that hold data.
func diskOf(f *nodeFigures, marks *watermarks) driver.Gauge {
	g := driver.Gauge{Name: "disk", Title: "Disk", Err: f.err}
	if g.Err != nil {
		return g
	}
	g.Bytes, g.Note = true, marks.note()
	worst, at := driver.Level(""), ""
	for i := range f.list {
		n := &f.list[i]
		if !holdsData(n.Roles) {
			continue
		}
		g.Value += max(0, n.DiskUsed)
		g.Of += max(0, n.DiskTotal)
		if n.DiskLevel == driver.LevelBad && worst != driver.LevelBad || n.DiskLevel == driver.LevelWarn && worst == "" {
			worst, at = n.DiskLevel, n.Name
		}
	}
	if g.Level = worst; worst != "" {
		g.Note = at + " is above the " + marks.passed(f, at) + " watermark"
	}
	return g
}

// holdsData reports whether a node with these roles holds shards. A node without roles only coordinates.
func holdsData(roles []string) bool {
	return slices.ContainsFunc(roles, func(r string) bool { return r == "data" || strings.HasPrefix(r, "data_") })
}
