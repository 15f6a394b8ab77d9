// Package fragile is a driver for tests of a connection's life cycle: it holds something for each view, crashes its
// whole instance if the object is named "crash", and reports that it cannot list objects.
package fragile

import (
	"strconv"

	"quarry/drivers/driver"
)

// Notice is what the driver reports both when it opens and when it lists.
const Notice = "This user may list nothing."

// Driver is the fragile driver. It reads only responses of the form {"rows": [{"id": "..."}]}.
type Driver struct{}

// Describe implements [driver.Driver].
func (Driver) Describe() *driver.Description { return &driver.Description{ID: "fragile"} }

// Open implements [driver.Driver]. The setting "nodes" is the number of nodes in the cluster.
func (Driver) Open(c *driver.Conn, a *driver.OpenArgs) (*driver.Server, error) {
	if _, err := c.Do(driver.Send{Request: driver.Request{Method: "GET", Path: "/"}, Verb: driver.Raw}); err != nil {
		return nil, err
	}
	nodes := int64(0)
	for _, setting := range a.Settings {
		if setting.Key == "nodes" {
			nodes, _ = strconv.ParseInt(setting.Value, 10, 64)
		}
	}
	return &driver.Server{Version: "1", Summary: "Fragile 1", Product: "Fragile 1", Session: []byte("greeted"), Notices: []string{Notice}, Nodes: nodes}, nil
}

// Objects implements [driver.Driver].
func (Driver) Objects(*driver.Conn, *driver.ObjectsArgs) (*driver.ObjectList, error) {
	return &driver.ObjectList{
		Objects: []driver.Object{{Name: "things", Kind: "object", Size: -1, Count: -1}},
		Notices: []string{Notice, "One is hidden."},
	}, nil
}

// Columns implements [driver.Driver].
func (Driver) Columns(_ *driver.Conn, a *driver.ColumnsArgs) (*driver.ColumnSet, error) {
	return &driver.ColumnSet{
		Meta: []driver.MetaColumn{{Name: "id", At: "id", Kind: driver.KindID, Primary: true}},
		Plan: driver.RowsPlan{At: "rows", Doc: "doc", Hidden: []driver.Hidden{{Name: "#id", At: "id", Role: driver.RoleKey}, {Name: "#hash", Role: driver.RoleHash}}},
		View: []byte("view of " + a.Object),
		Acts: []string{driver.ActCreate, driver.ActDelete, driver.ActRemove, driver.ActRestore, driver.ActDrop, driver.ActEmpty},
		Columns: []driver.Column{
			{Name: "name", Type: "text", Kind: driver.KindText},
			{Name: "leaf", Type: "text", Kind: driver.KindText, Flags: driver.FlagRow},
			{Name: "other", At: "name", Type: "text", Kind: driver.KindText, Flags: driver.FlagAlias},
		},
	}, nil
}

// Count implements [driver.Driver].
func (Driver) Count(*driver.Conn, *driver.CountArgs) (*driver.Counts, error) {
	return &driver.Counts{Counts: []driver.Counted{{Object: "things", Count: 7}}}, nil
}

// Page implements [driver.Driver]. Its request contains everything it knows: the connection's session, the view and the
// state of the previous page.
func (Driver) Page(c *driver.Conn, a *driver.PageArgs) (*driver.PageResult, error) {
	if a.Object == "crash" {
		<-make(chan int) // nobody sends: the runtime ends the whole instance
	}
	path := "/page/" + string(c.Session()) + "/" + strconv.FormatInt(a.From, 10)
	if len(a.State) > 0 {
		path += "/" + string(a.State)
	}
	r, err := c.Do(driver.Send{
		Request: driver.Request{Method: "GET", Path: path}, Verb: driver.Rows,
		Rows: &driver.RowsPlan{At: "rows", Doc: "doc"},
	})
	if err != nil {
		return nil, err
	}
	return &driver.PageResult{Blocks: []byte{byte(r.Block)}, Millis: -1, Held: true, State: []byte("after-" + strconv.FormatInt(a.From, 10))}, nil
}

// Release implements [driver.Releaser].
func (Driver) Release(c *driver.Conn, a *driver.ReleaseArgs) (*driver.Empty, error) {
	_, err := c.Do(driver.Send{Request: driver.Request{Method: "DELETE", Path: "/held/" + string(a.State)}, Verb: driver.Raw})
	return &driver.Empty{}, err
}

// Plan implements [driver.Planner]. It reads each row with GET /read/<id> and writes the document with the new cells. A
// row with the id "gone" is a conflict, and one with the id "checked" is read again with GET /again/checked before it
// is sent. A plan with the id "bound" is only sent while GET /again/bound still has the same "state". PUT /make creates
// a new row, in a private request if its id is "private"; DELETE /write/<id> deletes a row, or undoes creating it. An
// object whose name ends with "*" cannot be deleted. It ends the whole instance for a row with the id "trap".
func (Driver) Plan(c *driver.Conn, a *driver.PlanArgs) (*driver.Plan, error) {
	plan := &driver.Plan{State: []byte("planned"), Notices: []driver.Notice{{Text: "It is fragile."}}}
	if a.Empty {
		plan.Requests = []driver.Planned{{Form: "Empty", Request: driver.Request{Method: "DELETE", Path: "/" + a.Object + "/all"}}}
		return plan, nil
	}
	if a.Drop {
		if a.Object[len(a.Object)-1] == '*' {
			plan.Refusals = []driver.Refusal{{Err: &driver.Error{Kind: driver.Refused, Message: a.Object + " is a pattern."}}}
			return plan, nil
		}
		plan.Requests = []driver.Planned{{Form: "Delete", Request: driver.Request{Method: "DELETE", Path: "/" + a.Object}}}
		return plan, nil
	}
	for i := range a.Rows {
		if err := planRow(c, plan, i, &a.Rows[i]); err != nil {
			return nil, err
		}
	}
	return plan, nil
}

func planRow(c *driver.Conn, plan *driver.Plan, i int, e *driver.RowEdit) error {
	id := valueOf(e.Key, "#id")
	if id == "trap" {
		<-make(chan int)
	}
	if e.Act == driver.ActCreate {
		body := `{"name":` + strconv.Quote(e.Cells[0].Text) + `}`
		plan.Requests = append(plan.Requests, driver.Planned{
			Row: i, Form: "Create", Request: driver.Request{Method: "PUT", Path: "/make/" + id, Body: []byte(body), Private: id == "private"},
		})
		return nil
	}
	read := driver.Send{Request: driver.Request{Method: "GET", Path: "/read/" + id}, Verb: driver.Keep, Keep: &driver.KeepPlan{Doc: "doc"}}
	r, err := c.Do(read)
	if err != nil {
		return err
	}
	document := int64(0)
	if len(r.Kept) == 1 {
		document = r.Kept[0].Document
	}
	planned := driver.Planned{Row: i, Form: "Whole document", Reason: "There is no other.", Before: document}
	switch id {
	case "plain": // Settle would return another revision
		plan.Successes = []driver.Success{{Revision: []driver.Hidden{{Name: "#seq", At: "seq"}}}}
		planned.Success = 1
	case "checked":
		again := driver.Send{Request: driver.Request{Method: "GET", Path: "/again/" + id}, Verb: driver.Keep, Keep: &driver.KeepPlan{Doc: "doc"}}
		planned.Check = &driver.Check{Send: again, Hash: r.Kept[0].Hash, Changed: "It changed just now.", Gone: "It was deleted just now."}
	case "gone":
		plan.Refusals = append(plan.Refusals, driver.Refusal{Row: i, Err: &driver.Error{Kind: driver.Conflict, Message: "It changed."}, Theirs: document})
		return nil
	case "bound":
		plan.Preconditions = append(plan.Preconditions, driver.Precondition{
			Send:  driver.Send{Request: driver.Request{Method: "GET", Path: "/again/bound"}, Verb: driver.Pick, Pick: []string{"state"}},
			Value: `"planned"`, Changed: "It is another one now.", Gone: "It is gone.",
		})
	}
	planned.Request = driver.Request{Method: "PUT", Path: "/write/" + id, Query: "now=" + valueOf(e.Base, "#seq")}
	splice := &driver.SplicePlan{Document: document}
	switch {
	case e.Act == driver.ActDelete, e.Act == driver.ActRestore && e.Before == 0:
		planned.Request.Method, splice = "DELETE", nil
	case e.Act == driver.ActRestore:
		splice.Document = e.Before
	}
	for _, cell := range e.Cells {
		splice.Edits = append(splice.Edits, driver.SpliceEdit{Path: []string{cell.At}, Value: strconv.Quote(cell.Text), Remove: cell.Remove})
	}
	if splice != nil {
		planned.Request.Parts = []driver.BodyPart{{Document: splice}}
	}
	plan.Requests = append(plan.Requests, planned)
	return nil
}

// valueOf returns a hidden value of a row.
func valueOf(values []driver.Text, name string) string {
	for _, v := range values {
		if v.Key == name {
			return v.Value
		}
	}
	return ""
}

// Settle implements [driver.Planner]. It ends the whole instance for a row with the id "crash".
func (Driver) Settle(c *driver.Conn, a *driver.SettleArgs) (*driver.Settled, error) {
	id := valueOf(a.Key, "#id")
	if id == "crash" {
		<-make(chan int)
	}
	s := &driver.Settled{Outcome: driver.OutcomeDone, Revision: []driver.Text{{Key: "#seq", Value: string(a.State)}}}
	if id == "" && a.Key != nil {
		s.Key = []driver.Text{{Key: "#id", Value: string(a.Reply.Body)}}
	}
	switch {
	case a.Reply.Err != nil:
		return &driver.Settled{Outcome: driver.OutcomeUnknown, Err: a.Reply.Err}, nil
	case a.Reply.Status == 409:
		r, err := c.Do(driver.Send{
			Request: driver.Request{Method: "GET", Path: "/read/" + id}, Verb: driver.Keep, Keep: &driver.KeepPlan{Doc: "doc"},
		})
		if err != nil {
			return nil, err
		}
		s = &driver.Settled{Outcome: driver.OutcomeConflict, Document: r.Kept[0].Document, Err: &driver.Error{Kind: driver.Conflict, Message: "It changed."}}
	case a.Reply.Status >= 300:
		s = &driver.Settled{Outcome: driver.OutcomeRefused, Err: &driver.Error{Kind: driver.Engine, Message: string(a.Reply.Body)}}
	}
	return s, nil
}

var (
	_ driver.Planner  = Driver{}
	_ driver.Releaser = Driver{}
)
