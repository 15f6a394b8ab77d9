package driver

import "quarry/drivers/driver/wire"

// Dashboarder reads figures about the server as a whole.
type Dashboarder interface {
	// Dashboard reads the figures with a few parallel requests. A part that cannot be read, for example without
	// permission, says why; the operation fails only if no part can be read.
	Dashboard(c *Conn, a *Empty) (*Dashboard, error)
}

// Tasker cancels tasks that its dashboard lists. Without it, none of them can be cancelled.
type Tasker interface {
	// PlanCancel returns the one request that cancels a task. It sends nothing.
	PlanCancel(c *Conn, a *CancelArgs) (*Planned, error)
	// SettleCancel judges the response to that request. It sends nothing.
	SettleCancel(c *Conn, a *CancelledArgs) (*Settled, error)
}

// Explainer explains a figure of the dashboard: what is wrong, item by item. Without it, no figure has an [Action].
type Explainer interface {
	Explain(c *Conn, a *ExplainArgs) (*Explanation, error)
}

// Names of the operations of a [Dashboarder], an [Explainer] and a [Tasker].
const (
	OpDashboard    = "dashboard"
	OpExplain      = "explain"
	OpPlanCancel   = "planCancel"
	OpSettleCancel = "settleCancel"
)

// MaxTasks is the maximum number of tasks that a dashboard lists.
const MaxTasks = 200

// Dashboard is the state of a server at one moment. A nil list gets no section on the screen.
type Dashboard struct {
	Gauges []Gauge
	Charts []Chart
	Tables []Table
	Tasks  *TaskList
	Notes  []Text // sections that are always empty, with the reason: "Sessions"
}

// Fields implements [wire.Message].
func (d *Dashboard) Fields(c *wire.Codec) {
	wire.List(c, 1, &d.Gauges)
	wire.List(c, 2, &d.Charts)
	wire.Optional(c, 4, &d.Tasks)
	wire.List(c, 5, &d.Notes)
	wire.List(c, 6, &d.Tables)
}

// Level says how bad a figure is.
type Level string

// The levels. The empty level means that the figure is neither good nor bad.
const (
	LevelGood Level = "good"
	LevelWarn Level = "warn"
	LevelBad  Level = "bad"
)

// Action is the button of a figure that explains it. See [Explainer].
type Action struct {
	Title string // "Unassigned Shards"
	Of    string // what to explain; only the driver reads it
}

// Fields implements [wire.Message].
func (a *Action) Fields(c *wire.Codec) {
	c.Text(1, &a.Title)
	c.Text(2, &a.Of)
}

// Gauge is one figure: a word, a number, or part of a whole.
type Gauge struct {
	Title  string // "JVM heap", unique among gauges
	Text   string // a word or an exact number; "" to show Value
	Value  int64  // in bytes if Bytes is set; next to a Text only for the bar
	Of     int64  // the whole that Value is a part of, 0 for none; next to a Text or a Unit only for the bar
	Bytes  bool
	Unit   string // "active"
	Note   string // a few more words about it
	Level  Level  // colours the word's dot, or the bar of a part
	Err    *Error // why it could not be read; then only Title is set
	Action *Action
}

// Fields implements [wire.Message].
func (g *Gauge) Fields(c *wire.Codec) {
	c.Text(2, &g.Title)
	c.Text(3, &g.Text)
	c.Int(4, &g.Value)
	c.Int(5, &g.Of)
	c.Bool(6, &g.Bytes)
	c.Text(7, &g.Unit)
	c.Text(8, &g.Note)
	c.Text(9, (*string)(&g.Level))
	wire.Optional(c, 10, &g.Err)
	wire.Optional(c, 12, &g.Action)
}

// Chart is one or more figures over time. The host keeps their history.
type Chart struct {
	Name   string // the same in every dashboard
	Title  string // "Indexing, documents/s"
	Series []Series
}

// Fields implements [wire.Message].
func (k *Chart) Fields(c *wire.Codec) {
	c.Text(1, &k.Name)
	c.Text(2, &k.Title)
	wire.List(c, 3, &k.Series)
}

// Series is one line of a chart: the rate per second at which counters grow, or the figure itself.
type Series struct {
	Name     string // the same in every dashboard, unique among series
	Title    string // for the legend
	Counters []Counter
	Now      string // an exact number instead of counters
	Within   string // the name of a series in the same chart that includes this one; "" for none
	Err      *Error // why it could not be read
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

// Counter is a number that only grows until the thing that counts restarts.
type Counter struct {
	Of    string // the thing that counts; two values are comparable only if it is the same
	Since int64  // when it started, in milliseconds of its own clock; 0 if unknown
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

// CellKind says what the cells of a table's column contain and how they are drawn.
type CellKind string

// The kinds of cells.
const (
	CellText    CellKind = "text"    // Text
	CellName    CellKind = "name"    // Text, which names the row
	CellWords   CellKind = "words"   // Text that can take several lines
	CellNumber  CellKind = "number"  // Value, a number
	CellPercent CellKind = "percent" // Value, in hundredths
	CellShare   CellKind = "share"   // Value as part of Of: a bar and a percentage in hundredths
)

// Table is a list on the dashboard, or the reason why it could not be read.
type Table struct {
	Title   string // "Nodes", unique among tables
	Columns []TableColumn
	Rows    []TableRow
	Note    string // what the table leaves out, "" for nothing
	Err     *Error
}

// Fields implements [wire.Message].
func (t *Table) Fields(c *wire.Codec) {
	c.Text(1, &t.Title)
	wire.List(c, 2, &t.Columns)
	wire.List(c, 3, &t.Rows)
	c.Text(4, &t.Note)
	wire.Optional(c, 5, &t.Err)
}

// TableColumn is one column. A column without a width shares the remaining space.
type TableColumn struct {
	Title string
	Kind  CellKind
	Right bool // right-aligned
	Share int  // width in hundredths of the table's, 0 for none
	Width int  // width in pixels at the normal text size, 0 for none
}

// Fields implements [wire.Message].
func (k *TableColumn) Fields(c *wire.Codec) {
	c.Text(1, &k.Title)
	c.Text(2, (*string)(&k.Kind))
	c.Bool(3, &k.Right)
	c.Small(4, &k.Share)
	c.Small(5, &k.Width)
}

// TableRow is one row.
type TableRow struct {
	Cells []TableCell // one per column
}

// Fields implements [wire.Message].
func (r *TableRow) Fields(c *wire.Codec) { wire.List(c, 1, &r.Cells) }

// TableCell is one cell. If its value is unknown, Text is "" and Value is -1.
type TableCell struct {
	Text   string
	Value  int64
	Of     int64 // the whole that Value is part of
	Level  Level
	Action *Action
}

// Fields implements [wire.Message].
func (t *TableCell) Fields(c *wire.Codec) {
	c.Text(1, &t.Text)
	c.Int(2, &t.Value)
	c.Int(3, &t.Of)
	c.Text(4, (*string)(&t.Level))
	wire.Optional(c, 5, &t.Action)
}

// TaskList lists the tasks that a server is running, longest-running first, or says why they could not be listed.
type TaskList struct {
	Tasks []Task // at most MaxTasks
	Total int    // number of all tasks
	Note  string // which tasks are missing, "" for none
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
	ID          string // the id for cancelling it
	Action      string
	Description string // shortened if long
	Node        string // the node's name, or its id if the name is unknown
	Nanos       int64  // running time so far
	Done        int64  // how much of Total is done
	Total       int64  // 0 if unknown
	Cancellable bool
	Cancelled   bool // told to stop but still running
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

// ExplainArgs says what to explain.
type ExplainArgs struct {
	Of string // Action.Of
}

// Fields implements [wire.Message].
func (a *ExplainArgs) Fields(c *wire.Codec) { c.Text(2, &a.Of) }

// MaxExplained is the maximum number of items that an explanation lists.
const MaxExplained = 200

// Explanation is what is wrong, item by item.
type Explanation struct {
	Items Table  // at most MaxExplained rows, without a title
	Total int    // number of all items
	Note  string // more about the first item, in the engine's words
	None  string // what to say if there are no items: "All shards are assigned."
}

// Fields implements [wire.Message].
func (e *Explanation) Fields(c *wire.Codec) {
	c.Small(2, &e.Total)
	c.Text(3, &e.Note)
	c.Nested(4, &e.Items)
	c.Text(5, &e.None)
}

// CancelArgs names a task.
type CancelArgs struct{ Task string }

// Fields implements [wire.Message].
func (a *CancelArgs) Fields(c *wire.Codec) { c.Text(1, &a.Task) }

// CancelledArgs is the response to a request that cancels a task.
type CancelledArgs struct {
	Task  string
	Reply Reply // status, headers and body; Err if no response arrived
}

// Fields implements [wire.Message].
func (a *CancelledArgs) Fields(c *wire.Codec) {
	c.Text(1, &a.Task)
	c.Nested(2, &a.Reply)
}
