package driver

import "quarry/drivers/driver/wire"

// Dashboarder reads figures about the server as a whole and can cancel what it is busy with.
type Dashboarder interface {
	// Dashboard reads the figures, in a few requests at once. A part that cannot be read, such as one that the user has
	// no permission for, says why; the operation fails only if no part can be read.
	Dashboard(c *Conn, a *Empty) (*Dashboard, error)
	// Explain reads more about one gauge of the dashboard: what is wrong, item by item.
	Explain(c *Conn, a *ExplainArgs) (*Explanation, error)
	// PlanCancel returns the one request that cancels a task. It sends nothing.
	PlanCancel(c *Conn, a *CancelArgs) (*Planned, error)
	// SettleCancel judges the response to that request. It sends nothing.
	SettleCancel(c *Conn, a *CancelledArgs) (*Settled, error)
}

// Names of the operations of a [Dashboarder].
const (
	OpDashboard    = "dashboard"
	OpExplain      = "explain"
	OpPlanCancel   = "planCancel"
	OpSettleCancel = "settleCancel"
)

// MaxTasks is how many tasks a dashboard lists at most.
const MaxTasks = 200

// Dashboard is the state of a server at one moment. A nil list has no section on the screen.
type Dashboard struct {
	Gauges []Gauge
	Charts []Chart
	Nodes  *NodeList
	Tasks  *TaskList
	Notes  []Text // sections that are always empty, with the reason: "Sessions"
}

// Fields implements [wire.Message].
func (d *Dashboard) Fields(c *wire.Codec) {
	wire.List(c, 1, &d.Gauges)
	wire.List(c, 2, &d.Charts)
	wire.Optional(c, 3, &d.Nodes)
	wire.Optional(c, 4, &d.Tasks)
	wire.List(c, 5, &d.Notes)
}

// Level says how bad a figure is.
type Level string

// The levels. The empty level says nothing about a figure.
const (
	LevelGood Level = "good"
	LevelWarn Level = "warn"
	LevelBad  Level = "bad"
)

// Gauge is one figure: a word, a number, or a part of a whole.
type Gauge struct {
	Name  string // the same each time: "heap"
	Title string // "JVM heap"
	Text  string // a word or an exact number, "" for Value
	Value int64  // with Bytes in bytes
	Of    int64  // the whole that Value is a part of, 0 for none
	Bytes bool
	Unit  string // "active"
	Note  string // more about it, in a few words
	Level Level
	Err   *Error // why it cannot be read; then only Name and Title are set
	More  string // the title of what Explain reads, "" for nothing
}

// Fields implements [wire.Message].
func (g *Gauge) Fields(c *wire.Codec) {
	c.Text(1, &g.Name)
	c.Text(2, &g.Title)
	c.Text(3, &g.Text)
	c.Int(4, &g.Value)
	c.Int(5, &g.Of)
	c.Bool(6, &g.Bytes)
	c.Text(7, &g.Unit)
	c.Text(8, &g.Note)
	c.Text(9, (*string)(&g.Level))
	wire.Optional(c, 10, &g.Err)
	c.Text(11, &g.More)
}

// Chart is one or more figures over time. The host keeps their history.
type Chart struct {
	Name   string // the same each time
	Title  string // "Indexing, documents/s"
	Series []Series
}

// Fields implements [wire.Message].
func (k *Chart) Fields(c *wire.Codec) {
	c.Text(1, &k.Name)
	c.Text(2, &k.Title)
	wire.List(c, 3, &k.Series)
}

// Series is one line of a chart: the rate per second at which counters grow, or a figure as it is.
type Series struct {
	Name     string // the same each time, different from that of any other series
	Title    string // in the legend
	Counters []Counter
	Now      string // an exact number in place of counters
	Within   string // the name of a series of the same chart that this one is a part of, and never larger than; "" for none
	Err      *Error // why it cannot be read
}

// Fields implements [wire.Message].
func (s *Series) Fields(c *wire.Codec) {
	c.Text(1, &s.Name)
	c.Text(2, &s.Title)
	wire.List(c, 3, &s.Counters)
	c.Text(4, &s.Now)
	c.Text(5, &s.Within)
	wire.Optional(c, 6, &s.Err)
}

// Counter is a number that only grows until whatever counts starts again.
type Counter struct {
	Of    string // what counts. Two values are compared only if this is the same
	Since int64  // when it started to count, in milliseconds of its own clock; 0 if unknown
	At    int64  // when the value was read, by the same clock; 0 if unknown
	Value int64
}

// Fields implements [wire.Message].
func (k *Counter) Fields(c *wire.Codec) {
	c.Text(1, &k.Of)
	c.Int(2, &k.Since)
	c.Int(3, &k.At)
	c.Int(4, &k.Value)
}

// NodeList are the nodes of a cluster, or why they cannot be listed.
type NodeList struct {
	Nodes []Node
	Note  string // which are missing, "" for none
	Err   *Error
}

// Fields implements [wire.Message].
func (l *NodeList) Fields(c *wire.Codec) {
	wire.List(c, 1, &l.Nodes)
	wire.Optional(c, 2, &l.Err)
	c.Text(3, &l.Note)
}

// Node is one node. Numbers are -1 if unknown.
type Node struct {
	Name      string
	Roles     []string
	HeapUsed  int64 // bytes
	HeapMax   int64
	CPU       int64  // percent
	Load      string // over one minute, as the engine writes it; "" if unknown
	DiskUsed  int64  // bytes
	DiskTotal int64
	DiskLevel Level
	Shards    int64
}

// Fields implements [wire.Message].
func (n *Node) Fields(c *wire.Codec) {
	c.Text(1, &n.Name)
	c.Texts(2, &n.Roles)
	c.Int(3, &n.HeapUsed)
	c.Int(4, &n.HeapMax)
	c.Int(5, &n.CPU)
	c.Text(6, &n.Load)
	c.Int(7, &n.DiskUsed)
	c.Int(8, &n.DiskTotal)
	c.Text(9, (*string)(&n.DiskLevel))
	c.Int(10, &n.Shards)
}

// TaskList are the tasks that a server is busy with, those that run longest first, or why they cannot be listed.
type TaskList struct {
	Tasks []Task // at most MaxTasks
	Total int    // how many there are
	Note  string // which are missing, "" for none
	Err   *Error
}

// Fields implements [wire.Message].
func (l *TaskList) Fields(c *wire.Codec) {
	wire.List(c, 1, &l.Tasks)
	c.Small(2, &l.Total)
	wire.Optional(c, 3, &l.Err)
	c.Text(4, &l.Note)
}

// Task is one task.
type Task struct {
	ID          string // what cancels it
	Action      string
	Description string // cut if it is long
	Node        string // the name of its node, or its id if the name is unknown
	Nanos       int64  // how long it has been running
	Done        int64  // how much of Total it has done
	Total       int64  // 0 if unknown
	Cancellable bool
	Cancelled   bool // it was told to stop and has not yet
}

// Fields implements [wire.Message].
func (t *Task) Fields(c *wire.Codec) {
	c.Text(1, &t.ID)
	c.Text(2, &t.Action)
	c.Text(3, &t.Description)
	c.Text(4, &t.Node)
	c.Int(5, &t.Nanos)
	c.Int(6, &t.Done)
	c.Int(7, &t.Total)
	c.Bool(8, &t.Cancellable)
	c.Bool(9, &t.Cancelled)
}

// ExplainArgs names a gauge.
type ExplainArgs struct{ Gauge string }

// Fields implements [wire.Message].
func (a *ExplainArgs) Fields(c *wire.Codec) { c.Text(1, &a.Gauge) }

// MaxExplained is how many items an explanation lists at most.
const MaxExplained = 200

// Explanation is what is wrong, item by item.
type Explanation struct {
	Items []Text // at most MaxExplained: what it is, and why
	Total int    // how many there are
	Note  string // more about the first item, in the engine's own words
}

// Fields implements [wire.Message].
func (e *Explanation) Fields(c *wire.Codec) {
	wire.List(c, 1, &e.Items)
	c.Small(2, &e.Total)
	c.Text(3, &e.Note)
}

// CancelArgs names a task.
type CancelArgs struct{ Task string }

// Fields implements [wire.Message].
func (a *CancelArgs) Fields(c *wire.Codec) { c.Text(1, &a.Task) }

// CancelledArgs is the response to the request that cancels a task.
type CancelledArgs struct {
	Task  string
	Reply Reply // status, headers and body; Err if there was no response
}

// Fields implements [wire.Message].
func (a *CancelledArgs) Fields(c *wire.Codec) {
	c.Text(1, &a.Task)
	c.Nested(2, &a.Reply)
}
