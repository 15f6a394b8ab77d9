package driver

import "quarry/drivers/driver/wire"

// Dashboarder reads figures about the server as a whole.
type Dashboarder interface {
	// Dashboard reads the figures, in a few requests at once. A part that cannot be read, such as one that the user has
	// no permission for, says why; the operation fails only if no part can be read.
	Dashboard(c *Conn, a *Empty) (*Dashboard, error)
}

// Tasker cancels the tasks that its dashboard lists. Without it, none of them is cancellable.
type Tasker interface {
	// PlanCancel returns the one request that cancels a task. It sends nothing.
	PlanCancel(c *Conn, a *CancelArgs) (*Planned, error)
	// SettleCancel judges the response to that request. It sends nothing.
	SettleCancel(c *Conn, a *CancelledArgs) (*Settled, error)
}

// Explainer reads more about a figure of the dashboard: what is wrong, item by item. Without it, no figure has an [Action].
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

// MaxTasks is how many tasks a dashboard lists at most.
const MaxTasks = 200

// Dashboard is the state of a server at one moment. A nil list has no section on the screen.
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

// The levels. The empty level says nothing about a figure.
const (
	LevelGood Level = "good"
	LevelWarn Level = "warn"
	LevelBad  Level = "bad"
)

// Action is what a figure offers: an explanation of it. See [Explainer].
type Action struct {
	Title string // "Unassigned Shards"
	Of    string // what is explained, for the driver alone
}

// Fields implements [wire.Message].
func (a *Action) Fields(c *wire.Codec) {
	c.Text(1, &a.Title)
	c.Text(2, &a.Of)
}

// Gauge is one figure: a word, a number, or a part of a whole.
type Gauge struct {
	Title  string // "JVM heap", different from that of any other gauge
	Text   string // a word or an exact number, "" for Value
	Value  int64  // with Bytes in bytes
	Of     int64  // the whole that Value is a part of, 0 for none
	Bytes  bool
	Unit   string // "active"
	Note   string // more about it, in a few words
	Level  Level  // colours the word's dot, or the bar of a part
	Err    *Error // why it cannot be read; then only Title is set
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

// CellKind says what the cells of a table's column contain and how they are drawn.
type CellKind string

// The kinds of cells.
const (
	CellText    CellKind = "text"    // Text
	CellName    CellKind = "name"    // Text, which names the row
	CellWords   CellKind = "words"   // Text that can take several lines
	CellNumber  CellKind = "number"  // Value
	CellPercent CellKind = "percent" // Value, in hundredths
	CellShare   CellKind = "share"   // Value as a part of Of: a bar and its hundredths
)

// Table is a list of the dashboard, or why it cannot be read.
type Table struct {
	Title   string // "Nodes", different from that of any other table
	Columns []TableColumn
	Rows    []TableRow
	Note    string // what is missing from it, "" for nothing
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

// TableColumn is one column. Without a width, it fills the space that the others leave.
type TableColumn struct {
	Title string
	Kind  CellKind
	Right bool // its cells are aligned to the right
	Share int  // its width in hundredths of the table's, 0 for none
	Width int  // its width in pixels at the normal text size, 0 for none
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
	Cells []TableCell // one for each column
}

// Fields implements [wire.Message].
func (r *TableRow) Fields(c *wire.Codec) { wire.List(c, 1, &r.Cells) }

// TableCell is one cell. If its content is unknown, Text is "" and Value is -1.
type TableCell struct {
	Text   string
	Value  int64
	Of     int64 // the whole that Value is a part of
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

// ExplainArgs names what is explained.
type ExplainArgs struct {
	Of string // of an [Action]
}

// Fields implements [wire.Message].
func (a *ExplainArgs) Fields(c *wire.Codec) { c.Text(2, &a.Of) }

// MaxExplained is how many items an explanation lists at most.
const MaxExplained = 200

// Explanation is what is wrong, item by item.
type Explanation struct {
	Items Table  // at most MaxExplained rows, without a title
	Total int    // how many there are
	Note  string // more about the first item, in the engine's own words
	None  string // the sentence for no item: "All shards are assigned."
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
