package broken

import (
	"strconv"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

// Plan implements [driver.Planner]: each thing is read again and written whole, conditional on the turn it was read in.
func (s *shelf) Plan(c *driver.Conn, a *driver.PlanArgs) (*driver.Plan, error) {
	plan := &driver.Plan{State: []byte(a.Object)}
	if s.fault == PlansByWriting {
		_, _ = c.Do(driver.Send{Request: driver.Request{Method: "POST", Path: s.path("boxes", a.Object, "drafts")}, Verb: driver.Raw})
	}
	for i := range a.Rows {
		at, hash := s.path("boxes", a.Object, "things", valueOf(a.Rows[i].Key, "#id")), valueOf(a.Rows[i].Base, "#hash")
		k, err := s.again(c, at)
		switch {
		case err != nil:
			plan.Refusals = append(plan.Refusals, driver.Refusal{Row: i, Err: err})
			continue
		case k.Hash != hash && s.fault != IgnoresChanges:
			plan.Refusals = append(plan.Refusals, driver.Refusal{Row: i, Err: changed(), Theirs: k.Document})
			continue
		}
		var edits []driver.SpliceEdit
		refusals := len(plan.Refusals)
		for _, cell := range a.Rows[i].Cells {
			if reason := misfit(&cell); reason != "" {
				plan.Refusals = append(plan.Refusals, driver.Refusal{Row: i, Column: cell.Column, Err: &driver.Error{Kind: driver.Invalid, Message: reason}})
			}
			edits = append(edits, driver.SpliceEdit{Path: strings.Split(cell.At, "."), Value: string(jx.Quote(nil, cell.Text))})
		}
		if len(plan.Refusals) > refusals {
			continue
		}
		query := "turn=" + k.Values[0]
		switch s.fault {
		case IgnoresChanges:
			query = ""
		case SavesAnew:
			query += "&rounded"
		}
		plan.Requests = append(plan.Requests, driver.Planned{Row: i, Form: "Whole thing", Reason: "There is no other way.", Request: driver.Request{
			Method: "PUT", Path: at, Query: query,
			Parts: []driver.BodyPart{{Document: &driver.SplicePlan{Document: k.Document, Edits: edits}}},
		}})
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

// misfit says why a field cannot hold what was typed.
func misfit(cell *driver.CellEdit) string {
	if _, err := strconv.Atoi(cell.Text); cell.Type == "int" && err != nil {
		return "Not a whole number."
	}
	return ""
}

// Settle implements [driver.Planner].
func (s *shelf) Settle(c *driver.Conn, a *driver.SettleArgs) (*driver.Settled, error) {
	written, _ := jx.Get(string(a.Reply.Body), "written")
	at := s.path("boxes", string(a.State), "things", valueOf(a.Key, "#id"))
	switch {
	case a.Reply.OK() && written == "true":
		return &driver.Settled{Outcome: driver.OutcomeDone}, nil
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
		Request: driver.Request{Method: "GET", Path: at}, Verb: driver.Keep, Keep: &driver.KeepPlan{Doc: "thing", Values: []string{"turn"}},
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
