package api

import (
	"context"
	"strconv"

	"quarry/backend/connection/session"
	"quarry/backend/work/dashboard"
	"quarry/drivers/driver"
)

// Dashboards shows the figures of a connection's server and cancels its tasks.
type Dashboards struct {
	calls      *Calls
	sessions   *session.Sessions
	dashboards *dashboard.Dashboards
}

// DashboardRequest asks for a dashboard's figures; the dashboard is identified by its tab.
type DashboardRequest struct {
	Call    string `json:"call"`
	Session string `json:"session"`
	Tab     string `json:"tab"`
	After   int    `json:"after"` // number of the page's last point, 0 for none
}

// FigureAction is the explanation that a figure offers.
type FigureAction struct {
	Title string `json:"title"`
	Of    string `json:"of"` // argument of Explain
}

// Gauge is one figure: a word, a number or part of a whole.
type Gauge struct {
	Title string   `json:"title"`
	Text  string   `json:"text"`  // "" for value
	Value string   `json:"value"` // a whole number
	Of    string   `json:"of"`    // the whole that it is part of, "0" for none
	Bytes bool     `json:"bytes"`
	Unit  string   `json:"unit"`
	Note  string   `json:"note"`
	Level string   `json:"level"` // "good", "warn", "bad" or ""
	Error *Failure `json:"error"` // why it could not be read

	Action *FigureAction `json:"action"`
}

// ChartSeries is one line of a chart.
type ChartSeries struct {
	Name  string   `json:"name"`
	Title string   `json:"title"`
	Error *Failure `json:"error"`
}

// Chart is one chart. The values of its series are in the points.
type Chart struct {
	Name   string        `json:"name"`
	Title  string        `json:"title"`
	Series []ChartSeries `json:"series"`
}

// ChartPoint is one moment in all charts.
type ChartPoint struct {
	Number int      `json:"number"`
	Time   string   `json:"time"`   // in milliseconds since 1970
	Values []string `json:"values"` // one per series of all charts, a decimal number; "" for none
}

// TableCell is one cell. Its column says which of these fields it has.
type TableCell struct {
	Text   string        `json:"text"`
	Value  string        `json:"value"` // a whole number, "" if unknown
	Of     string        `json:"of"`    // the whole that it is part of, "" if unknown
	Level  string        `json:"level"` // "good", "warn", "bad" or ""
	Action *FigureAction `json:"action"`
}

// TableColumn is one column. A column without a width shares the remaining space.
type TableColumn struct {
	Title string `json:"title"`
	Kind  string `json:"kind"` // of its cells: see driver.CellKind
	Right bool   `json:"right"`
	Share int    `json:"share"` // width in hundredths of the table's, 0 for none
	Width int    `json:"width"` // width in pixels at the normal text size, 0 for none
}

// DashboardTable is a list, or the reason why it could not be read.
type DashboardTable struct {
	Title   string        `json:"title"`
	Columns []TableColumn `json:"columns"`
	Rows    [][]TableCell `json:"rows"` // one cell per column
	Note    string        `json:"note"`
	Error   *Failure      `json:"error"`
}

// DashboardTask is one task.
type DashboardTask struct {
	ID          string `json:"id"`
	Action      string `json:"action"`
	Description string `json:"description"`
	Node        string `json:"node"`
	Nanos       string `json:"nanos"` // running time so far
	Done        string `json:"done"`
	Total       string `json:"total"` // "0" if unknown
	Cancellable bool   `json:"cancellable"`
	Cancelled   bool   `json:"cancelled"` // it was told to stop
}

// DashboardTasks are the longest-running tasks, or the reason why they could not be listed.
type DashboardTasks struct {
	Tasks []DashboardTask `json:"tasks"`
	Total int             `json:"total"`
	Note  string          `json:"note"`
	Error *Failure        `json:"error"`
}

// DashboardNote is a section that is always empty, with the reason.
type DashboardNote struct {
	Title string `json:"title"`
	Text  string `json:"text"`
}

// DashboardFigures is the state of a server at one moment. Null sections are not shown.
type DashboardFigures struct {
	Server string           `json:"server"` // its product and version, then its name
	Safe   string           `json:"safe"`   // the connection's safe mode
	Taken  string           `json:"taken"`  // in milliseconds since 1970
	Gauges []Gauge          `json:"gauges"`
	Charts []Chart          `json:"charts"`
	Points []ChartPoint     `json:"points"` // points that the page does not have yet
	Tables []DashboardTable `json:"tables"`
	Tasks  *DashboardTasks  `json:"tasks"`
	Notes  []DashboardNote  `json:"notes"`
}

// Poll reads the figures once. It cancels a running poll of the same dashboard.
func (d *Dashboards) Poll(q DashboardRequest) (DashboardFigures, error) {
	return call(d.calls, q.Call, func(ctx context.Context) (DashboardFigures, error) {
		s, err := d.sessions.Get(q.Session)
		if err != nil {
			return DashboardFigures{}, err
		}
		f, err := d.dashboards.Poll(ctx, s, q.Tab, q.After)
		if err != nil {
			return DashboardFigures{}, err
		}
		info := figuresOf(f)
		info.Server, info.Safe = s.Server().Summary, s.SafeMode()
		return info, nil
	})
}

// DashboardDrop names a dashboard that was closed.
type DashboardDrop struct {
	Call    string `json:"call"`
	Session string `json:"session"`
	Tab     string `json:"tab"`
}

// Drop releases what a dashboard has.
func (d *Dashboards) Drop(q DashboardDrop) (Nothing, error) {
	return call(d.calls, q.Call, func(context.Context) (Nothing, error) {
		d.dashboards.Drop(q.Session, q.Tab)
		return Nothing{}, nil
	})
}

// ExplainRequest names what to explain.
type ExplainRequest struct {
	Call    string `json:"call"`
	Session string `json:"session"`
	Of      string `json:"of"`
}

// Explained is what is wrong, item by item.
type Explained struct {
	Items DashboardTable `json:"items"`
	Total int            `json:"total"`
	Note  string         `json:"note"`
	None  string         `json:"none"` // what to say if there are no items
}

// Explain reads the explanation that an action offers.
func (d *Dashboards) Explain(q ExplainRequest) (Explained, error) {
	return call(d.calls, q.Call, func(ctx context.Context) (Explained, error) {
		s, err := d.sessions.Get(q.Session)
		if err != nil {
			return Explained{}, err
		}
		e, err := dashboard.Explain(ctx, s, q.Of)
		if err != nil {
			return Explained{}, err
		}
		return Explained{Items: tableOf(&e.Items), Total: e.Total, Note: e.Note, None: e.None}, nil
	})
}

// CancelTaskRequest names a task of a dashboard.
type CancelTaskRequest struct {
	Call    string `json:"call"`
	Session string `json:"session"`
	Tab     string `json:"tab"`
	Task    string `json:"task"`
}

// CancelPlan is the request that cancels a task, as it will be sent.
type CancelPlan struct {
	Method string `json:"method"`
	Path   string `json:"path"`
	Query  string `json:"query"`
	Body   string `json:"body"`
	Reason string `json:"reason"`
	Digest string `json:"digest"` // Cancel needs it to send exactly this, once
	Safe   string `json:"safe"`
}

// PlanCancel returns the request that cancels a task, without sending it.
func (d *Dashboards) PlanCancel(q CancelTaskRequest) (CancelPlan, error) {
	return call(d.calls, q.Call, func(ctx context.Context) (CancelPlan, error) {
		s, err := d.sessions.Get(q.Session)
		if err != nil {
			return CancelPlan{}, err
		}
		p, err := d.dashboards.PlanCancel(ctx, s, q.Tab, q.Task)
		if err != nil {
			return CancelPlan{}, err
		}
		r := &p.Request
		return CancelPlan{
			Method: r.Method, Path: r.Path, Query: r.Query, Body: string(r.Body), Reason: p.Reason, Digest: p.Digest, Safe: s.SafeMode(),
		}, nil
	})
}

// SendCancel names the request that was shown.
type SendCancel struct {
	Call    string `json:"call"`
	Session string `json:"session"`
	Tab     string `json:"tab"`
	Digest  string `json:"digest"`
}

// CancelOutcome is the result of cancelling a task.
type CancelOutcome struct {
	Outcome string   `json:"outcome"` // done, refused or unknown
	Error   *Failure `json:"error"`   // why, unless done
}

// Cancel sends the request that was shown, once.
func (d *Dashboards) Cancel(q SendCancel) (CancelOutcome, error) {
	return call(d.calls, q.Call, func(ctx context.Context) (CancelOutcome, error) {
		s, err := d.sessions.Get(q.Session)
		if err != nil {
			return CancelOutcome{}, err
		}
		settled, err := d.dashboards.Cancel(ctx, s, q.Tab, q.Digest)
		if err != nil {
			return CancelOutcome{}, err
		}
		return CancelOutcome{Outcome: string(settled.Outcome), Error: reasonOf(settled.Err)}, nil
	})
}

// reasonOf returns the error in one part of a result, nil if there is none.
func reasonOf(e *driver.Error) *Failure {
	if e == nil {
		return nil
	}
	return plainFailure(e)
}

func figuresOf(f *dashboard.Figures) DashboardFigures {
	info := DashboardFigures{
		Taken: strconv.FormatInt(f.Taken.UnixMilli(), 10), Gauges: make([]Gauge, 0, len(f.Gauges)), Charts: make([]Chart, 0, len(f.Charts)),
		Points: make([]ChartPoint, 0, len(f.Points)), Notes: make([]DashboardNote, 0, len(f.Notes)), Tables: make([]DashboardTable, 0, len(f.Tables)), Tasks: tasksOf(f.Tasks),
	}
	for i := range f.Gauges {
		g := &f.Gauges[i]
		info.Gauges = append(info.Gauges, Gauge{
			Title: g.Title, Text: g.Text, Value: known(g.Value), Of: known(g.Of), Bytes: g.Bytes, Unit: g.Unit, Note: g.Note,
			Level: string(g.Level), Error: reasonOf(g.Err), Action: actionOf(g.Action),
		})
	}
	for i := range f.Charts {
		chart := Chart{Name: f.Charts[i].Name, Title: f.Charts[i].Title, Series: []ChartSeries{}}
		for k := range f.Charts[i].Series {
			one := &f.Charts[i].Series[k]
			chart.Series = append(chart.Series, ChartSeries{Name: one.Name, Title: one.Title, Error: reasonOf(one.Err)})
		}
		info.Charts = append(info.Charts, chart)
	}
	for _, p := range f.Points {
		info.Points = append(info.Points, ChartPoint{Number: p.Number, Time: strconv.FormatInt(p.Time.UnixMilli(), 10), Values: texts(p.Values)})
	}
	for i := range f.Tables {
		info.Tables = append(info.Tables, tableOf(&f.Tables[i]))
	}
	for _, n := range f.Notes {
		info.Notes = append(info.Notes, DashboardNote{n.Key, n.Value})
	}
	return info
}

func actionOf(a *driver.Action) *FigureAction {
	if a == nil {
		return nil
	}
	return &FigureAction{Title: a.Title, Of: a.Of}
}

func tableOf(t *driver.Table) DashboardTable {
	table := DashboardTable{
		Title: t.Title, Columns: make([]TableColumn, 0, len(t.Columns)), Rows: make([][]TableCell, 0, len(t.Rows)), Note: t.Note, Error: reasonOf(t.Err),
	}
	for _, k := range t.Columns {
		table.Columns = append(table.Columns, TableColumn{Title: k.Title, Kind: string(k.Kind), Right: k.Right, Share: k.Share, Width: k.Width})
	}
	for i := range t.Rows {
		row := make([]TableCell, len(table.Columns)) // cells that the driver left out are empty
		for k := range min(len(row), len(t.Rows[i].Cells)) {
			cell := &t.Rows[i].Cells[k]
			row[k] = TableCell{Text: cell.Text, Value: known(cell.Value), Of: known(cell.Of), Level: string(cell.Level), Action: actionOf(cell.Action)}
		}
		table.Rows = append(table.Rows, row)
	}
	return table
}

func tasksOf(l *driver.TaskList) *DashboardTasks {
	if l == nil {
		return nil
	}
	list := &DashboardTasks{Tasks: make([]DashboardTask, 0, len(l.Tasks)), Total: l.Total, Note: l.Note, Error: reasonOf(l.Err)}
	for i := range l.Tasks {
		t := &l.Tasks[i]
		list.Tasks = append(list.Tasks, DashboardTask{
			ID: t.ID, Action: t.Action, Description: t.Description, Node: t.Node, Nanos: known(t.Nanos), Done: known(t.Done), Total: known(t.Total),
			Cancellable: t.Cancellable, Cancelled: t.Cancelled,
		})
	}
	return list
}
