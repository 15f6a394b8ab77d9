package cases

import "quarry/drivers/driver"

// Dashboard is the result of the operation dashboard.
type Dashboard struct {
	Gauges []Gauge   `case:"gauges"`
	Charts []Chart   `case:"charts"`
	Nodes  *NodeList `case:"nodes,may"`
	Tasks  *TaskList `case:"tasks,may"`
	Notes  Pairs     `case:"notes,may"`
}

// Gauge is one figure.
type Gauge struct {
	Name  string   `case:"name"`
	Title string   `case:"title"`
	Text  string   `case:"text,may"`
	Value int64    `case:"value,may"`
	Of    int64    `case:"of,may"`
	Bytes bool     `case:"bytes,may"`
	Unit  string   `case:"unit,may"`
	Note  string   `case:"note,may"`
	Level string   `case:"level,may"`
	More  string   `case:"more,may"`
	Error *Failure `case:"error,may"`
}

// Chart is one chart.
type Chart struct {
	Name   string   `case:"name"`
	Title  string   `case:"title"`
	Series []Series `case:"series"`
}

// Series is one line of a chart.
type Series struct {
	Name     string    `case:"name"`
	Title    string    `case:"title"`
	Counters []Counter `case:"counters,may"`
	Now      string    `case:"now,may"`
	Within   string    `case:"within,may"`
	Error    *Failure  `case:"error,may"`
}

// Counter is one counter of a series.
type Counter struct {
	Of    string `case:"of"`
	Since int64  `case:"since,may"`
	At    int64  `case:"at,may"`
	Value int64  `case:"value"`
}

// NodeList are the nodes.
type NodeList struct {
	Nodes []Node   `case:"nodes,may"`
	Note  string   `case:"note,may"`
	Error *Failure `case:"error,may"`
}

// Node is one node. What is nil is unknown.
type Node struct {
	Name      string   `case:"name"`
	Roles     []string `case:"roles,may"`
	HeapUsed  *int64   `case:"heapUsed,may"`
	HeapMax   *int64   `case:"heapMax,may"`
	CPU       *int64   `case:"cpu,may"`
	Load      string   `case:"load,may"`
	DiskUsed  *int64   `case:"diskUsed,may"`
	DiskTotal *int64   `case:"diskTotal,may"`
	DiskLevel string   `case:"diskLevel,may"`
	Shards    *int64   `case:"shards,may"`
}

// TaskList are the tasks.
type TaskList struct {
	Tasks []Task   `case:"tasks,may"`
	Total int64    `case:"total,may"`
	Note  string   `case:"note,may"`
	Error *Failure `case:"error,may"`
}

// Task is one task.
type Task struct {
	ID          string `case:"id"`
	Action      string `case:"action"`
	Description string `case:"description,may"`
	Node        string `case:"node,may"`
	Nanos       int64  `case:"nanos,may"`
	Done        int64  `case:"done,may"`
	Total       int64  `case:"total,may"`
	Cancellable bool   `case:"cancellable,may"`
	Cancelled   bool   `case:"cancelled,may"`
}

// Explanation is the result of the operation explain.
type Explanation struct {
	Items Pairs  `case:"items"`
	Total int64  `case:"total"`
	Note  string `case:"note,may"`
}

// Planned is the result of the operation planCancel.
type Planned struct {
	Method string `case:"method"`
	Path   string `case:"path"`
	Query  string `case:"query,may"`
	Body   Body   `case:"body,may"`
	Form   string `case:"form"`
	Reason string `case:"reason,may"`
}

func dashboardOf(d *driver.Dashboard) any {
	found := &Dashboard{Gauges: []Gauge{}, Charts: []Chart{}, Notes: d.Notes}
	for i := range d.Gauges {
		g := &d.Gauges[i]
		found.Gauges = append(found.Gauges, Gauge{
			Name: g.Name, Title: g.Title, Text: g.Text, Value: g.Value, Of: g.Of, Bytes: g.Bytes, Unit: g.Unit, Note: g.Note,
			Level: string(g.Level), More: g.More, Error: errorOf(g.Err),
		})
	}
	for i := range d.Charts {
		found.Charts = append(found.Charts, chartOf(&d.Charts[i]))
	}
	if d.Nodes != nil {
		found.Nodes = nodesOf(d.Nodes)
	}
	if d.Tasks != nil {
		found.Tasks = &TaskList{Total: int64(d.Tasks.Total), Note: d.Tasks.Note, Error: errorOf(d.Tasks.Err)}
		for _, t := range d.Tasks.Tasks {
			found.Tasks.Tasks = append(found.Tasks.Tasks, Task(t))
		}
	}
	return found
}

func chartOf(k *driver.Chart) Chart {
	chart := Chart{Name: k.Name, Title: k.Title, Series: []Series{}}
	for i := range k.Series {
		s := &k.Series[i]
		series := Series{Name: s.Name, Title: s.Title, Now: s.Now, Within: s.Within, Error: errorOf(s.Err)}
		for _, counter := range s.Counters {
			series.Counters = append(series.Counters, Counter(counter))
		}
		chart.Series = append(chart.Series, series)
	}
	return chart
}

func nodesOf(l *driver.NodeList) *NodeList {
	found := &NodeList{Note: l.Note, Error: errorOf(l.Err)}
	for i := range l.Nodes {
		n := &l.Nodes[i]
		found.Nodes = append(found.Nodes, Node{
			Name: n.Name, Roles: n.Roles, HeapUsed: notBelowZero(n.HeapUsed), HeapMax: notBelowZero(n.HeapMax), CPU: notBelowZero(n.CPU), Load: n.Load,
			DiskUsed: notBelowZero(n.DiskUsed), DiskTotal: notBelowZero(n.DiskTotal), DiskLevel: string(n.DiskLevel), Shards: notBelowZero(n.Shards),
		})
	}
	return found
}

func errorOf(e *driver.Error) *Failure {
	if e == nil {
		return nil
	}
	return failureOf(e)
}

func explanationOf(e *driver.Explanation) any {
	items := Pairs(e.Items)
	if items == nil {
		items = Pairs{}
	}
	return &Explanation{Items: items, Total: int64(e.Total), Note: e.Note}
}

func plannedOf(p *driver.Planned) any {
	return &Planned{
		Method: p.Request.Method, Path: p.Request.Path, Query: p.Request.Query, Body: Body{Set: len(p.Request.Body) > 0, Text: string(p.Request.Body)},
		Form: p.Form, Reason: p.Reason,
	}
}
