package edits

import (
	"context"

	"quarry/backend/connection/session"
	"quarry/drivers/driver"
)

// undo is what is needed to undo a plan that was sent: for each saved row, its key, its new revision, and the previous
// document, which stays on the shelf.
//
// For each view, this is kept for the last save that changed anything. A new save replaces it. Undoing is itself a
// plan: once sent, the rows that it undid are removed from the save that it undoes, and it can be undone in turn.
type undo struct {
	session           *session.Session
	view              string
	object            string
	args              []byte
	keyName, hashName string
	rows              []saved
	hold              []int64
}

// saved is one row of a save that can be undone.
type saved struct {
	row  int // as the save counts its rows
	edit driver.RowEdit
}

// Undo plans how to undo a plan that was sent: each saved row is restored, unless it has changed since. It drops the
// view's previous plan, and only sends reads. The rows of the requests are numbered as in the plan that is undone. The
// error is of kind not-found if the plan cannot be undone, or no longer.
func (t *Plans) Undo(ctx context.Context, id string) (*Plan, error) {
	t.mu.Lock()
	u := t.undos[id]
	t.mu.Unlock()
	if u == nil {
		return nil, errUndo
	}
	return t.planned(u.session, func(p *Plan) error {
		args, numbers := t.undoing(p, id, u)
		return p.make(ctx, args, numbers)
	})
}

// undoing returns the driver's arguments for a plan that undoes another one.
func (t *Plans) undoing(p *Plan, id string, u *undo) (*driver.PlanArgs, []int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	p.view, p.object, p.args, p.restores, p.undoes = u.view, u.object, u.args, true, id
	p.keyName, p.hashName = u.keyName, u.hashName
	args := &driver.PlanArgs{Object: u.object, View: u.args}
	var numbers []int
	for i := range u.rows {
		args.Rows, numbers = append(args.Rows, u.rows[i].edit), append(numbers, u.rows[i].row)
	}
	return args, numbers
}

// CanUndo reports whether a plan that was sent can be undone.
func (t *Plans) CanUndo(id string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.undos[id] != nil
}

// remember stores what is needed to undo a plan, in place of what was stored before. The lock is held.
func (t *Plans) remember(p *Plan, outcomes []Outcome) {
	u := &undo{session: p.session, view: p.view, object: p.object, args: p.args, keyName: p.keyName, hashName: p.hashName}
	done := make(map[int]bool) // rows
	final := true              // undoing would be refused for every row
	for i := range outcomes {
		if outcomes[i].Outcome != driver.OutcomeDone {
			continue
		}
		done[outcomes[i].Row] = true
		if e := p.Requests[i].undo(&outcomes[i]); e != nil {
			u.rows = append(u.rows, saved{outcomes[i].Row, *e})
			final = final && p.Requests[i].final != ""
		}
	}
	if len(done) == 0 || !p.restores {
		return
	}
	for id, other := range t.undos {
		switch {
		case id == p.undoes:
			if other.forget(done); len(other.rows) == 0 {
				t.forget(id)
			}
		case other.view == p.view && p.undoes == "":
			t.forget(id)
		}
	}
	if len(u.rows) > 0 && !final {
		t.undos[p.ID] = u
	}
}

// undo returns the edit that undoes a request with its outcome, nil if there is none.
func (r *Request) undo(o *Outcome) *driver.RowEdit {
	made := r.act == driver.ActCreate || r.act == driver.ActRestore && r.undone != 0
	if r.before == 0 && !made {
		return nil
	}
	e := &driver.RowEdit{Act: driver.ActRestore, Key: r.Key, Base: o.Revision, Before: r.before}
	if len(o.Key) > 0 {
		e.Key = o.Key
	}
	return e
}

// forget removes the rows that were undone.
func (u *undo) forget(done map[int]bool) {
	var rest []saved
	for _, r := range u.rows {
		if !done[r.row] {
			rest = append(rest, r)
		}
	}
	u.rows = rest
}

// needs reports whether undoing needs a document on the shelf.
func (u *undo) needs(number int64) bool {
	for i := range u.rows {
		if u.rows[i].edit.Before == number {
			return true
		}
	}
	return false
}

// forget releases what is needed to undo a plan. The lock is held.
func (t *Plans) forget(id string) {
	u := t.undos[id]
	delete(t.undos, id)
	u.session.Shelf().Release(u.hold...)
}
