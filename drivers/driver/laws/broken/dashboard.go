package broken

import (
	"strconv"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

// Dashboard implements [driver.Dashboarder].
func (s *shelf) Dashboard(c *driver.Conn, _ *driver.Empty) (*driver.Dashboard, error) {
	boxes, work := driver.Request{Method: "GET", Path: "/boxes"}, driver.Request{Method: "GET", Path: "/work"}
	if s.fault == CountsByWriting {
		boxes = driver.Request{Method: "POST", Path: "/boxes"}
	}
	replies, err := c.DoAll(driver.Send{Request: boxes, Verb: driver.Raw}, driver.Send{Request: work, Verb: driver.Raw})
	if err != nil {
		return nil, err
	}
	d := &driver.Dashboard{Gauges: []driver.Gauge{{Title: "Boxes", Action: &driver.Action{Title: "Full Boxes", Of: "full"}}}, Tasks: &driver.TaskList{}}
	if s.fault == OffersNothing {
		d.Gauges[0].Action.Of = "empty"
	}
	d.Gauges[0].Err, d.Tasks.Err = s.reason(&boxes, &replies[0]), s.reason(&work, &replies[1])
	failed := d.Gauges[0].Err != nil && d.Tasks.Err != nil
	if failed && s.fault != ShowsNothing || s.fault == FailsWithOne && (d.Gauges[0].Err != nil || d.Tasks.Err != nil) {
		return nil, &driver.Error{Kind: driver.Auth, Message: why(d)}
	}
	if d.Gauges[0].Err == nil {
		jx.Items(string(replies[0].Body), func(string) bool {
			d.Gauges[0].Value++
			return true
		})
	}
	jx.Items(string(replies[1].Body), func(item string) bool {
		d.Tasks.Tasks = append(d.Tasks.Tasks, driver.Task{ID: jx.Text(item, "id"), Action: "sort", Cancellable: true})
		return true
	})
	d.Tasks.Total = len(d.Tasks.Tasks)
	return d, nil
}

// why returns the first reason.
func why(d *driver.Dashboard) string {
	if e := d.Gauges[0].Err; e != nil {
		return e.Message
	}
	return d.Tasks.Err.Message
}

// reason returns why a request has no usable response, nil if it has one.
func (s *shelf) reason(q *driver.Request, r *driver.Reply) *driver.Error {
	switch {
	case r.Err != nil:
		return r.Err
	case r.OK():
		return nil
	case s.fault == HidesTheReason:
		return &driver.Error{Kind: driver.Auth, Message: "It cannot be shown."}
	}
	return s.refused(q, r)
}

// Explain implements [driver.Explainer].
func (s *shelf) Explain(c *driver.Conn, a *driver.ExplainArgs) (*driver.Explanation, error) {
	if a.Of != "full" {
		return nil, &driver.Error{Kind: driver.Invalid, Message: "Nothing is known about that."}
	}
	if s.fault == ExplainsByWriting {
		_, _ = c.Do(driver.Send{Request: driver.Request{Method: "POST", Path: "/boxes"}, Verb: driver.Raw})
	}
	cells := []driver.TableCell{{Text: "tools"}, {Value: 24}}
	if s.fault == MissesACell {
		cells = cells[:1]
	}
	columns := []driver.TableColumn{{Title: "Box", Kind: driver.CellName}, {Title: "Things", Kind: driver.CellNumber, Right: true}}
	return &driver.Explanation{Total: 1, Items: driver.Table{Columns: columns, Rows: []driver.TableRow{{Cells: cells}}}}, nil
}

// PlanCancel implements [driver.Tasker].
func (s *shelf) PlanCancel(c *driver.Conn, a *driver.CancelArgs) (*driver.Planned, error) {
	if s.fault == CancelsAtOnce {
		_, _ = s.get(c, "/work", "")
	}
	if _, err := strconv.Atoi(a.Task); err != nil && s.fault != CancelsEverything {
		return nil, &driver.Error{Kind: driver.Invalid, Message: "There is no such work."}
	}
	return &driver.Planned{Request: driver.Request{Method: "DELETE", Path: s.path("work", a.Task)}, Form: "Cancel"}, nil
}

// SettleCancel implements [driver.Tasker].
func (s *shelf) SettleCancel(_ *driver.Conn, a *driver.CancelledArgs) (*driver.Settled, error) {
	switch r := &a.Reply; {
	case r.OK():
		return &driver.Settled{Outcome: driver.OutcomeDone}, nil
	case r.Err != nil && r.Err.Sent && s.fault != TakesLostForKept:
		return &driver.Settled{Outcome: driver.OutcomeUnknown, Err: r.Err}, nil
	case r.Err != nil:
		return &driver.Settled{Outcome: driver.OutcomeRefused, Err: r.Err}, nil
	}
	return &driver.Settled{Outcome: driver.OutcomeRefused, Err: s.refused(&driver.Request{}, &a.Reply)}, nil
}
