package cases

import "quarry/drivers/driver"

// Dashboard is the result of the operation dashboard.
type Dashboard struct {
	Gauges []Gauge   `case:"gauges"`
	Charts []Chart   `case:"charts"`
	Tables []Table   `case:"tables,may"`
	Tasks  *TaskList `case:"tasks,may"`
	Notes  Pairs     `case:"notes,may"`
}

// Gauge is one figure.
type Gauge struct {
	Title string   `case:"title"`
	Text  string   `case:"text,may"`
	Value int64    `case:"value,may"`
	Of    int64    `case:"of,may"`
	Bytes bool     `case:"bytes,may"`
	Unit  string   `case:"unit,may"`
	Note  string   `case:"note,may"`
	Level string   `case:"level,may"`
	Error *Failure `case:"error,may"`

	Action *Action `case:"action,may"`
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

// Action is the explanation that a figure offers.
type Action struct {
	Title string `case:"title"`
	Of    string `case:"of"`
}

// Table is a list of the dashboard.
type Table struct {
	Title   string        `case:"title,may"`
	Columns []TableColumn `case:"columns"`
	Rows    []TableRow    `case:"rows,may"`
	Note    string        `case:"note,may"`
	Error   *Failure      `case:"error,may"`
}

// TableColumn is one column.
type TableColumn struct {
	Title string `case:"title"`
	Kind  string `case:"kind"`
	Right bool   `case:"right,may"`
	Share int64  `case:"share,may"`
	Width int64  `case:"width,may"`
}

// TableRow is one row.
type TableRow struct {
	Cells []TableCell `case:"cells"`
}

// TableCell is one cell. A nil member is unknown, or does not fit the column's kind.
type TableCell struct {
	Text   string  `case:"text,may"`
	Value  *int64  `case:"value,may"`
	Of     *int64  `case:"of,may"`
	Level  string  `case:"level,may"`
	Action *Action `case:"action,may"`
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
	Items Table  `case:"items"`
	Total int64  `case:"total"`
	Note  string `case:"note,may"`
	None  string `case:"none,may"`
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
			Title: g.Title, Text: g.Text, Value: g.Value, Of: g.Of, Bytes: g.Bytes, Unit: g.Unit, Note: g.Note,
			Level: string(g.Level), Error: errorOf(g.Err), Action: actionOf(g.Action),
		})
	}
	for i := range d.Charts {
		found.Charts = append(found.Charts, chartOf(&d.Charts[i]))
	}
	for i := range d.Tables {
		found.Tables = append(found.Tables, tableOf(&d.Tables[i]))
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

func actionOf(a *driver.Action) *Action {
	if a == nil {
		return nil
	}
	return &Action{Title: a.Title, Of: a.Of}
}

func tableOf(t *driver.Table) Table {
	found := Table{Title: t.Title, Columns: []TableColumn{}, Note: t.Note, Error: errorOf(t.Err)}
	for _, k := range t.Columns {
		found.Columns = append(found.Columns, TableColumn{Title: k.Title, Kind: string(k.Kind), Right: k.Right, Share: int64(k.Share), Width: int64(k.Width)})
	}
	for i := range t.Rows {
		row := TableRow{Cells: []TableCell{}}
		for k := range t.Rows[i].Cells {
			row.Cells = append(row.Cells, cellOf(&t.Rows[i].Cells[k], t.Columns[k].Kind))
		}
		found.Rows = append(found.Rows, row)
	}
	return found
}

func cellOf(c *driver.TableCell, kind driver.CellKind) TableCell {
	cell := TableCell{Text: c.Text, Level: string(c.Level), Action: actionOf(c.Action)}
	switch kind {
	case driver.CellShare:
		cell.Of = notBelowZero(c.Of)
		cell.Value = notBelowZero(c.Value)
	case driver.CellNumber, driver.CellPercent:
		cell.Value = notBelowZero(c.Value)
	}
	return cell
}

func errorOf(e *driver.Error) *Failure {
	if e == nil {
		return nil
	}
	return failureOf(e)
}

func explanationOf(e *driver.Explanation) any {
	return &Explanation{Items: tableOf(&e.Items), Total: int64(e.Total), Note: e.Note, None: e.None}
}

func plannedOf(p *driver.Planned) any {
	return &Planned{
		Method: p.Request.Method, Path: p.Request.Path, Query: p.Request.Query, Body: Body{Set: len(p.Request.Body) > 0, Text: string(p.Request.Body)},
		Form: p.Form, Reason: p.Reason,
	}
}
