package broken

import (
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

// row plans one row: it reads the thing again, if there is one, and writes it on the condition that it has not changed
// since.
func (s *shelf) row(c *driver.Conn, box string, e *driver.RowEdit) (*driver.Planned, *driver.Refusal) {
	at := s.path("boxes", box, "things", valueOf(e.Key, "#id"))
	from, base := at, e.Base
	if e.Act == driver.ActCreate {
		from, base = s.path("boxes", box, "things", valueOf(e.CopyKey, "#id")), e.CopyBase
	}
	edits, refusal := s.edits(e.Cells)
	if refusal != nil {
		return nil, refusal
	}
	if e.Act == driver.ActCreate && len(e.CopyKey) == 0 {
		return s.made(c, box, e, edits)
	}
	k, err := s.again(c, from)
	switch {
	case valueOf(base, "#gone") != "" && (s.fault == Buries || s.fault == BuriesSilently):
		return nil, &driver.Refusal{Err: &driver.Error{Kind: driver.Unsupported, Message: "A thing that is gone cannot be put back."}}
	case err != nil && valueOf(base, "#gone") != "" && err.Kind == driver.NotFound:
		return put(at, "new", e.Before, nil), nil
	case err != nil:
		return nil, &driver.Refusal{Err: err}
	case !s.same(k, e.Act, base):
		return nil, &driver.Refusal{Err: changed(), Theirs: k.Document}
	}
	turn := "turn=" + k.Values[0]
	switch {
	case e.Act == driver.ActCreate:
		p := put(at, "new"+s.when(DuplicatesAnew, "&rounded"), k.Document, edits)
		p.Request.Method, p.Request.Path = "POST", s.path("boxes", box, "things")
		return p, nil
	case e.Act == driver.ActRestore && e.Before == 0:
		return removal(at, turn, k), nil
	case e.Act == driver.ActDelete && s.fault == DeletesBlindly:
		return removal(at, "", k), nil
	case e.Act == driver.ActDelete:
		p := removal(at, turn+s.when(DeletesNothing, "&dry"), k)
		p.Final = s.when(Buries, "A thing that is gone cannot be put back.")
		return p, nil
	case e.Act == driver.ActRestore:
		if s.fault == RestoresBlindly {
			turn = ""
		}
		return put(at, turn+s.when(RestoresAnew, "&rounded"), e.Before, nil), nil
	}
	if s.fault == IgnoresChanges {
		turn = ""
	}
	p := put(at, turn+s.when(SavesAnew, "&rounded"), k.Document, edits)
	p.Before = k.Document
	return p, nil
}

// same reports whether a thing is still the one that was shown, or that the save left.
func (s *shelf) same(k *driver.Kept, act string, base []driver.Text) bool {
	switch {
	case s.fault == RefusesAgain && strings.Contains(k.Values[1], "theirs"):
		return false
	case s.fault == IgnoresChanges, s.fault == DeletesBlindly && act == driver.ActDelete, s.fault == RestoresBlindly && act == driver.ActRestore:
		return true
	case valueOf(base, "#gone") != "":
		return false
	case act == driver.ActRestore:
		return k.Values[0] == valueOf(base, "#turn")
	}
	return k.Hash == valueOf(base, "#hash")
}

// when returns text if the driver has that fault, otherwise "".
func (s *shelf) when(fault Fault, text string) string {
	if s.fault == fault {
		return text
	}
	return ""
}

func put(at, query string, document int64, edits []driver.SpliceEdit) *driver.Planned {
	return &driver.Planned{Request: driver.Request{
		Method: "PUT", Path: at, Query: query, Parts: []driver.BodyPart{{Document: &driver.SplicePlan{Document: document, Edits: edits}}},
	}}
}

func removal(at, query string, k *driver.Kept) *driver.Planned {
	return &driver.Planned{Before: k.Document, Request: driver.Request{Method: "DELETE", Path: at, Query: query}}
}

// edits returns what the cells write.
func (s *shelf) edits(cells []driver.CellEdit) ([]driver.SpliceEdit, *driver.Refusal) {
	var edits []driver.SpliceEdit
	for i := range cells {
		cell := &cells[i]
		e := driver.SpliceEdit{Path: strings.Split(cell.At, "."), Value: string(jx.Quote(nil, cell.Text)), Remove: cell.Remove}
		if cell.Remove && s.fault == RemovesByNull {
			e.Value, e.Remove = "null", false
		}
		if reason := misfit(cell); reason != "" && !cell.Remove {
			return nil, &driver.Refusal{Column: cell.Column, Err: &driver.Error{Kind: driver.Invalid, Message: reason}}
		}
		edits = append(edits, e)
	}
	return edits, nil
}

// made plans a new thing with just the cells.
func (s *shelf) made(c *driver.Conn, box string, e *driver.RowEdit, edits []driver.SpliceEdit) (*driver.Planned, *driver.Refusal) {
	w := jx.NewWriter(64).Open('{')
	for i := range edits {
		w.Key(edits[i].Path[0]).Raw(edits[i].Value)
	}
	r := driver.Request{Method: "POST", Path: s.path("boxes", box, "things"), Body: w.Close("}").Bytes()}
	if id := valueOf(e.Key, "#id"); id != "" {
		r.Method, r.Path, r.Query = "PUT", s.path("boxes", box, "things", id), "new"
		if s.fault == CreatesOver {
			r.Query = ""
		} else if k, err := s.again(c, r.Path); err == nil {
			return nil, &driver.Refusal{Err: changed(), Theirs: k.Document}
		}
	}
	return &driver.Planned{Request: r}, nil
}

// done returns the outcome of a write that the engine confirmed.
func (s *shelf) done(a *driver.SettleArgs, body string) *driver.Settled {
	turn, _ := jx.Get(body, "turn")
	settled := &driver.Settled{Outcome: driver.OutcomeDone, Revision: []driver.Text{{Key: "#turn", Value: turn}}}
	if gone, _ := jx.Get(body, "gone"); gone == "true" {
		settled.Revision = []driver.Text{{Key: "#gone", Value: gone}}
	}
	if s.fault != CreatesUnnamed {
		settled.Key = []driver.Text{{Key: "#id", Value: jx.Text(body, "id")}}
	}
	return settled
}

// success describes the plain response to writing a thing.
func (s *shelf) success() driver.Success {
	plain := driver.Success{
		Must:     []driver.Text{{Key: "written", Value: "true"}, {Key: "gone", Value: "false"}},
		Revision: []driver.Hidden{{Name: "#turn", At: "turn"}},
		Key:      []driver.Hidden{{Name: "#id", At: "id"}},
	}
	switch s.fault {
	case GuessesRevisions:
		plain.Revision, plain.Fixed = nil, []driver.Text{{Key: "#turn", Value: "0"}}
	case CreatesUnnamed:
		plain.Key = nil
	}
	return plain
}

// whole plans to delete a box, or all things in it.
func (s *shelf) whole(c *driver.Conn, a *driver.PlanArgs) (*driver.Plan, error) {
	box, at := a.Object, s.path("boxes", a.Object)
	if a.Empty {
		at += "/things"
	}
	if err := filled(box); err != nil {
		return nil, err
	}
	many := s.fault == DropsMany && strings.HasSuffix(box, "*")
	mark := driver.Send{Request: driver.Request{Method: "GET", Path: s.path("boxes", box, "mark")}, Verb: driver.Pick, Pick: []string{"mark"}}
	r, err := s.ask(c, mark)
	if err != nil && !many {
		return nil, err
	}
	plan := &driver.Plan{State: []byte(box), Requests: []driver.Planned{{
		Form: "Whole box", Reason: "It is to be deleted.", Request: driver.Request{Method: "DELETE", Path: at},
	}}}
	if s.fault != DropsAnother && !many {
		plan.Preconditions = []driver.Precondition{{Send: mark, Value: r.Picked[0], Changed: "It is another box now.", Gone: "The box is gone."}}
	}
	return plan, nil
}
