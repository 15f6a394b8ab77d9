package elasticsearch

import (
	"fmt"
	"net/http"
	"slices"
	"sort"
	"strconv"
	"strings"
)

const clusterName = "sample"

// root is GET /.
func (e *Engine) root(q *request) (response, *failure) {
	v := e.release
	version := new(object).str("number", v.number).str("build_flavor", "default").str("build_type", "tar").str("build_hash", v.hash).str("build_date", v.date).flag("build_snapshot", false)
	version.str("lucene_version", v.lucene).str("minimum_wire_compatibility_version", v.wire).str("minimum_index_compatibility_version", v.compatible)
	q.pretty = true // this response is always formatted
	return ok(new(object).str("name", "sample").str("cluster_name", clusterName).str("cluster_uuid", "c2FtcGxlLWNsdXN0ZXItcQ").obj("version", version).str("tagline", "You Know, for Search").json()), nil
}

// column is one column of _cat/indices.
type column struct {
	name, aliases string
	bytes         bool
	value         func(*index) string
}

func fixed(text string) func(*index) string { return func(*index) string { return text } }

// health is yellow if replicas have no second node to be on.
func (x *index) health() string {
	if x.replicas > 0 {
		return "yellow"
	}
	return "green"
}

func sized(x *index) string   { return strconv.Itoa(x.size) }
func entries(x *index) string { return strconv.Itoa(x.entries) }

var catColumns = []column{
	{"health", "h", false, (*index).health}, {"status", "s", false, fixed("open")}, {"index", "i idx", false, func(x *index) string { return x.name }},
	{"uuid", "id", false, func(x *index) string { return x.uuid }}, {"pri", "p shards.primary", false, fixed("1")}, {"rep", "r shards.replica", false, func(x *index) string { return strconv.Itoa(x.replicas) }},
	{"docs.count", "dc docsCount", false, entries}, {"docs.deleted", "dd docsDeleted", false, fixed("0")}, {"store.size", "ss storeSize", true, sized},
	{"pri.store.size", "", true, sized}, {"dataset.size", "", true, sized}, {"creation.date", "cd", false, fixed(created)}, {"creation.date.string", "cds", false, fixed("2026-11-01T00:00:00.000Z")},
}

// catIndices is GET /_cat/indices.
func (e *Engine) catIndices(q *request) (response, *failure) {
	found, fail := e.resolve(q, q.names["index"])
	if fail != nil {
		return response{}, fail
	}
	if found, fail = e.catSorted(found, q.params.Get("s")); fail != nil {
		return response{}, fail
	}
	columns := e.catChosen(q.params.Get("h"))
	if q.params.Get("format") != "json" {
		return catText(found, columns, q), nil
	}
	rows := make([]string, len(found))
	for i, x := range found {
		o := new(object)
		for _, c := range columns {
			o.str(c.name, c.text(x, q))
		}
		rows[i] = string(o.json())
	}
	return ok([]byte(array(rows))), nil
}

func (e *Engine) catChosen(names string) []column {
	var out []column
	if names == "" {
		last := slices.IndexFunc(catColumns, func(c column) bool { return c.name == "dataset.size" })
		if e.release.major >= 8 {
			last++
		}
		return catColumns[:last]
	}
	for _, name := range strings.Split(names, ",") {
		for _, c := range catColumns {
			if wildcard(name, c.name) || slices.Contains(strings.Fields(c.aliases), name) {
				out = append(out, c)
			}
		}
	}
	return out
}

func (e *Engine) catSorted(found []*index, keys string) ([]*index, *failure) {
	if keys == "" {
		return found, nil
	}
	out := slices.Clone(found)
	list := strings.Split(keys, ",")
	slices.Reverse(list)
	for _, key := range list {
		name, direction, _ := strings.Cut(key, ":")
		i := slices.IndexFunc(catColumns, func(c column) bool { return c.name == name || slices.Contains(strings.Fields(c.aliases), name) })
		if i < 0 {
			return nil, e.unknownSortKey(name)
		}
		sort.SliceStable(out, func(a, b int) bool {
			less := catLess(catColumns[i].value(out[a]), catColumns[i].value(out[b]))
			if direction == "desc" {
				return catLess(catColumns[i].value(out[b]), catColumns[i].value(out[a]))
			}
			return less
		})
	}
	return out, nil
}

func (e *Engine) unknownSortKey(name string) *failure {
	f := badArgument("Unable to sort by unknown sort key `%s`", name)
	if e.release.major < 8 {
		f.kind, f.status = "unsupported_operation_exception", http.StatusInternalServerError
	}
	return f
}

func catLess(a, b string) bool {
	x, errA := strconv.Atoi(a)
	y, errB := strconv.Atoi(b)
	if errA == nil && errB == nil {
		return x < y
	}
	return a < b
}

func (c column) text(x *index, q *request) string {
	v := c.value(x)
	if c.bytes && q.params.Get("bytes") != "b" {
		n, _ := strconv.Atoi(v) // a size is a number
		return humanBytes(n)
	}
	return v
}

func humanBytes(n int) string {
	switch {
	case n < 1<<10:
		return fmt.Sprintf("%db", n)
	case n < 1<<20:
		return strings.Replace(fmt.Sprintf("%.1fkb", float64(n)/(1<<10)), ".0kb", "kb", 1)
	}
	return strings.Replace(fmt.Sprintf("%.1fmb", float64(n)/(1<<20)), ".0mb", "mb", 1)
}

func catText(found []*index, columns []column, q *request) response {
	rows := [][]string{}
	if q.params.Has("v") {
		head := []string{}
		for _, c := range columns {
			head = append(head, c.name)
		}
		rows = append(rows, head)
	}
	for _, x := range found {
		row := []string{}
		for _, c := range columns {
			row = append(row, c.text(x, q))
		}
		rows = append(rows, row)
	}
	widths := make([]int, len(columns))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], len(cell))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		for i, cell := range row {
			if i > 0 {
				b.WriteByte(' ')
			}
			if i < len(row)-1 {
				cell += strings.Repeat(" ", widths[i]-len(cell))
			}
			b.WriteString(cell)
		}
		b.WriteByte('\n')
	}
	return response{status: http.StatusOK, body: []byte(b.String()), text: true}
}

// resolveIndex is GET /_resolve/index/<expression>.
func (e *Engine) resolveIndex(q *request) (response, *failure) {
	found, fail := e.expand(q.names["index"], e.release.major < 8)
	if fail != nil {
		return response{}, fail
	}
	items := make([]string, len(found))
	for i, x := range found {
		items[i] = string(new(object).str("name", x.name).raw("attributes", `["open"]`).json())
	}
	return ok(new(object).raw("indices", array(items)).raw("aliases", "[]").raw("data_streams", "[]").json()), nil
}

// health is GET /_cluster/health.
func (e *Engine) health(q *request) (response, *failure) {
	found, fail := e.expand(q.names["index"], false)
	if fail != nil {
		return response{}, fail
	}
	status, missing := "green", 0
	for _, x := range found {
		if missing += x.replicas; x.replicas > 0 {
			status = x.health()
		}
	}
	o := new(object).str("cluster_name", clusterName).str("status", status).flag("timed_out", false).num("number_of_nodes", 1).num("number_of_data_nodes", 1)
	o.num("active_primary_shards", len(found)).num("active_shards", len(found))
	o.num("relocating_shards", 0).num("initializing_shards", 0).num("unassigned_shards", missing)
	if e.release.major >= 8 {
		o.num("unassigned_primary_shards", 0)
	}
	for _, name := range []string{"delayed_unassigned_shards", "number_of_pending_tasks", "number_of_in_flight_fetch", "task_max_waiting_in_queue_millis"} {
		o.num(name, 0)
	}
	percent := 100.0
	if len(found) > 0 {
		percent = 100 * float64(len(found)) / float64(len(found)+missing)
	}
	return ok(o.raw("active_shards_percent_as_number", javaDouble(percent)).json()), nil
}
