package broken

import (
	"strconv"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

// Plan implements [driver.Planner]: it reads each thing again and writes all of it, on condition of the turn it was
// read in.
func (s *shelf) Plan(c *driver.Conn, a *driver.PlanArgs) (*driver.Plan, error) {
	plan := &driver.Plan{State: []byte(a.Object)}
	if s.fault == PlansByWriting {
		_, _ = c.Do(driver.Send{Request: driver.Request{Method: "POST", Path: s.path("boxes", a.Object, "drafts")}, Verb: driver.Raw})
	}
	if a.Whole() {
		return s.whole(c, a)
	}
	plan.Successes = []driver.Success{s.success()}
	for i := range a.Rows {
		p, refusal := s.row(c, a.Object, &a.Rows[i])
		if refusal != nil {
			refusal.Row = i
			plan.Refusals = append(plan.Refusals, *refusal)
			continue
		}
		p.Success, p.State = 1, []byte(valueOf(a.Rows[i].Key, "#id"))
		p.Request.RepeatIfBroken = s.fault == RepeatsWrites
		p.Row, p.Form, p.Reason = i, "Whole thing", "There is no other way."
		plan.Requests = append(plan.Requests, *p)
	}
	return plan, nil
}

// Fits implements [driver.Fitter].
func (s *shelf) Fits(c *driver.Conn, a *driver.FitsArgs) (*driver.Fits, error) {
	if s.fault == LooksBeforeJudging {
		_, _ = s.get(c, "/", "")
	}
	fits := &driver.Fits{}
	for i := range a.Cells {
		reason := misfit(&a.Cells[i])
		if s.fault == RefusesAlone && a.Cells[i].Text == "" {
			reason = "A thing is not empty."
		}
		fits.Reasons = append(fits.Reasons, reason)
	}
	return fits, nil
}

// misfit says why a field cannot store the typed value.
func misfit(cell *driver.CellEdit) string {
	if _, err := strconv.Atoi(cell.Text); cell.Type == "int" && err != nil {
		return "Not a whole number."
	}
	return ""
}

// Settle implements [driver.Planner].
func (s *shelf) Settle(c *driver.Conn, a *driver.SettleArgs) (*driver.Settled, error) {
	body := string(a.Reply.Body)
	written, _ := jx.Get(body, "written")
	at := s.path("boxes", string(a.State), "things", valueOf(a.Key, "#id"))
	switch {
	case len(a.Key) == 0 && s.fault == DropsByHope, a.Reply.OK() && written == "true":
		return s.done(a, body), nil
	case a.Reply.Err == nil && a.Reply.Status != 409:
		return &driver.Settled{Outcome: driver.OutcomeRefused, Err: s.refused(&driver.Request{Method: "PUT", Path: at}, &a.Reply)}, nil
	}
	if s.fault == SettlesByWriting {
		_, _ = c.Do(driver.Send{Request: driver.Request{Method: "PUT", Path: at, Body: []byte("{}")}, Verb: driver.Raw})
	}
	settled := &driver.Settled{Outcome: driver.OutcomeUnknown, Err: a.Reply.Err}
	if a.Reply.Err == nil {
		settled.Outcome, settled.Err = driver.OutcomeConflict, changed()
	}
	if k, err := s.again(c, at); err == nil {
		settled.Document = k.Document
	}
	return settled, nil
}

func (s *shelf) again(c *driver.Conn, at string) (*driver.Kept, *driver.Error) {
	r, err := s.ask(c, driver.Send{
		Request: driver.Request{Method: "GET", Path: at}, Verb: driver.Keep, Keep: &driver.KeepPlan{Doc: "thing", Values: []string{"turn", "thing.label"}},
	})
	if e, failed := err.(*driver.Error); failed {
		return nil, e
	}
	return &r.Kept[0], nil
}

func changed() *driver.Error {
	return &driver.Error{Kind: driver.Conflict, Message: "Somebody else changed this thing."}
}

func valueOf(values []driver.Text, name string) string {
	for _, v := range values {
		if v.Key == name {
			return v.Value
		}
	}
	return ""
}

var (
	_ driver.Fitter  = (*shelf)(nil)
	_ driver.Planner = (*shelf)(nil)
)
