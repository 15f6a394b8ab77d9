package dashboard

import (
	"slices"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/es"
)

// node is one node. Numbers are -1 if unknown.
type node struct {
	name               string
	roles              []string
	heapUsed, heapMax  int64  // bytes
	cpu                int64  // percent
	load               string // over one minute, as the engine writes it; "" if unknown
	diskUsed, diskSize int64  // bytes
	diskLevel          driver.Level
	shards             int64
}

// nodeFigures are the figures of all nodes.
type nodeFigures struct {
	list                      []node
	names                     map[string]string // by id
	indexed, queries, fetches []driver.Counter
	note                      string
	err                       *driver.Error
}

// nodes reads the figures of the nodes, sorted by name.
func (a *responses) nodes(marks *watermarks) *nodeFigures {
	f := &nodeFigures{names: map[string]string{}, err: a.err(askNodes)}
	if f.err != nil {
		return f
	}
	body := a.body(askNodes)
	if failed := figure(body, "_nodes", "failed"); failed > 0 {
		f.note = es.Grouped(failed) + " of " + quantity(figure(body, "_nodes", "total"), "node", "nodes") + " did not respond."
	}
	all, _ := jx.Get(body, "nodes")
	shards := a.shardsByNode()
	jx.Each(all, func(id, body string) bool {
		n := nodeOf(body)
		f.names[id] = n.name
		n.diskLevel = marks.level(n.diskUsed, n.diskSize)
		if count, ok := shards[n.name]; ok {
			n.shards = count
		}
		f.list = append(f.list, n)
		at := figure(body, "timestamp")
		k := driver.Counter{Of: id, At: at, Since: at - figure(body, "jvm", "uptime_in_millis")}
		f.indexed = appendCounter(f.indexed, k, known(body, "indices", "indexing", "index_total"))
		f.queries = appendCounter(f.queries, k, known(body, "indices", "search", "query_total"))
		f.fetches = appendCounter(f.fetches, k, known(body, "indices", "search", "fetch_total"))
		return true
	})
	es.SortBy(f.list, func(a, b *node) int { return strings.Compare(a.name, b.name) })
	return f
}

// nodeColumns are the columns of the table of nodes.
var nodeColumns = []driver.TableColumn{
	{Title: "Name", Kind: driver.CellName, Share: 20},
	{Title: "Roles", Kind: driver.CellWords},
	{Title: "Heap", Kind: driver.CellShare, Share: 15},
	{Title: "CPU", Kind: driver.CellPercent, Right: true, Width: 64},
	{Title: "Load", Kind: driver.CellText, Right: true, Width: 64},
	{Title: "Disk", Kind: driver.CellShare, Share: 15},
	{Title: "Shards", Kind: driver.CellNumber, Right: true, Width: 72},
}

// table returns the table of the nodes.
func (f *nodeFigures) table() driver.Table {
	t := driver.Table{Title: "Nodes", Columns: nodeColumns, Note: f.note, Err: f.err}
	for i := range f.list {
		n := &f.list[i]
		t.Rows = append(t.Rows, driver.TableRow{Cells: []driver.TableCell{
			{Text: n.name}, {Text: strings.Join(n.roles, ", ")}, {Value: n.heapUsed, Of: n.heapMax}, {Value: n.cpu}, {Text: n.load},
			{Value: n.diskUsed, Of: n.diskSize, Level: n.diskLevel}, {Value: n.shards},
		}})
	}
	return t
}

func appendCounter(all []driver.Counter, k driver.Counter, value int64) []driver.Counter {
	if value < 0 {
		return all
	}
	k.Value = value
	return append(all, k)
}

func nodeOf(body string) node {
	n := node{
		name: jx.Text(body, "name"), heapUsed: known(body, "jvm", "mem", "heap_used_in_bytes"), heapMax: known(body, "jvm", "mem", "heap_max_in_bytes"),
		cpu: known(body, "os", "cpu", "percent"), diskUsed: -1, diskSize: known(body, "fs", "total", "total_in_bytes"), shards: -1,
	}
	n.load, _ = jx.Get(body, "os", "cpu", "load_average", "1m")
	roles, _ := jx.Get(body, "roles")
	n.roles = es.Strings(roles)
	// A watermark limits the available space, not the free space.
	if free := known(body, "fs", "total", "available_in_bytes"); free >= 0 && n.diskSize >= free {
		n.diskUsed = n.diskSize - free
	}
	return n
}

// shardsByNode returns the number of shards per node name. Names that two nodes share are left out.
func (a *responses) shardsByNode() map[string]int64 {
	counts, twice := map[string]int64{}, map[string]bool{}
	if a.err(askAllocation) != nil {
		return counts
	}
	a.replies[askAllocation].EachRecord(func(_ int, rec *driver.Record) {
		if _, seen := counts[rec.Name]; seen {
			twice[rec.Name] = true
		}
		counts[rec.Name] = es.ParseInt(rec.Attrs[0])
	})
	for name := range twice {
		delete(counts, name)
	}
	return counts
}

// holdsData reports whether a node with these roles holds shards. A node without roles only coordinates.
func holdsData(roles []string) bool {
	return slices.ContainsFunc(roles, func(r string) bool { return r == "data" || strings.HasPrefix(r, "data_") })
}
