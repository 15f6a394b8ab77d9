package edits

import (
	"context"
	"slices"

	"quarry/backend/connection/session"
	"quarry/drivers/driver"
	"quarry/drivers/driver/stencil"
	"quarry/drivers/driver/wire"
)

const (
	// leastAlike is how many rows must be alike for all but one of them to be planned without the driver: with fewer, reading
	// the one by itself costs more than it saves.
	leastAlike = 16
	// maxGroups is how many groups of rows that are alike are looked for.
	maxGroups = 16
	// maxRounds is how often the driver is asked about rows that are alike, before it plans each row that is left.
	maxRounds = 4
)

// planned is a request that the driver planned, or the host by a stencil.
type planned struct {
	row int // index in the rows that the driver gets
	*driver.Planned
	state   []byte // driver.Plan.State
	success *driver.Success
}

// asking is how the driver is asked for a plan: rows that are alike are planned by the stencil of one of them, and the
// driver gets those that the stencil does not take.
type asking struct {
	*Plan
	args    *driver.PlanArgs
	numbers []int
	all     []planned
	read    map[int]document // by row, what was read for a stencil that did not take it
}

// document is a document with how it was read.
type document struct {
	how  string
	kept driver.Kept
}

// ask requests a plan from the driver, and plans what the driver leaves to the host.
func (p *Plan) ask(ctx context.Context, args *driver.PlanArgs, numbers []int) error {
	a := &asking{Plan: p, args: args, numbers: numbers, read: make(map[int]document)}
	left := make([]int, len(numbers))
	for i := range left {
		left[i] = i
	}
	for round := 1; len(left) > 0; round++ {
		var groups []group
		now := left
		if round < maxRounds && !args.Drop {
			now, groups = split(args.Rows, left, p.alike)
		}
		made, err := a.plan(ctx, now, groups)
		if err != nil {
			return err
		}
		before := len(left)
		if left = a.fill(ctx, groups, made); len(left) == before-len(now) {
			round = maxRounds // no stencil took a row
		}
	}
	slices.SortStableFunc(a.all, func(a, b planned) int { return a.row - b.row })
	for i := range a.all {
		row, e := a.all[i].row, a.edit(a.all[i].row)
		if err := p.add(&a.all[i], numbers[row], e); err != nil {
			p.Refusals = append(p.Refusals, unbuilt(&a.all[i], numbers[row], e, err))
		}
	}
	return nil
}

// edit returns a row as the driver gets it.
func (a *asking) edit(row int) *driver.RowEdit {
	if a.args.Drop {
		return &driver.RowEdit{}
	}
	return &a.args.Rows[row]
}

// plan has the driver plan some rows. made are the requests that have a stencil.
func (a *asking) plan(ctx context.Context, rows []int, groups []group) (made []planned, err error) {
	args := &driver.PlanArgs{Object: a.args.Object, View: a.args.View, Drop: a.args.Drop}
	for _, row := range rows {
		if !args.Drop {
			args.Rows = append(args.Rows, a.args.Rows[row])
		}
	}
	for _, g := range groups {
		args.Rows[slices.Index(rows, g.first)].Many = true
	}
	exec := a.session.Exec(noBlocks)
	plan, err := session.Run[driver.Plan](ctx, a.session, driver.OpPlan, args, exec)
	a.hold = append(a.hold, exec.Kept()...)
	if err != nil {
		return nil, err
	}
	for _, r := range plan.Refusals {
		if r.Row < 0 || r.Row >= len(rows) || r.Err == nil {
			return nil, errPlan
		}
		r.Row = a.numbers[rows[r.Row]]
		a.Refusals = append(a.Refusals, r)
	}
	for i := range plan.Requests {
		r := &plan.Requests[i]
		if r.Row < 0 || r.Row >= len(rows) || r.Success < 0 || r.Success > len(plan.Successes) {
			return nil, errPlan
		}
		one := planned{row: rows[r.Row], Planned: r, state: plan.State}
		if r.Success > 0 && r.Keep == nil {
			one.success = &plan.Successes[r.Success-1]
		}
		if a.all = append(a.all, one); r.Stencil != nil {
			made = append(made, one)
		}
	}
	a.note(plan)
	return made, nil
}

// note adds what a plan says about all of its requests, once.
func (a *asking) note(plan *driver.Plan) {
	for _, n := range plan.Notices {
		if !slices.Contains(a.Notices, n) {
			a.Notices = append(a.Notices, n)
		}
	}
	for i := range plan.Preconditions {
		c := &plan.Preconditions[i]
		text := string(wire.Append(nil, c))
		if !slices.ContainsFunc(a.preconditions, func(other driver.Precondition) bool { return string(wire.Append(nil, &other)) == text }) {
			a.preconditions = append(a.preconditions, *c)
		}
	}
}

// group is rows that are alike.
type group struct {
	first int
	rest  []int
}

// split finds rows that are alike, and returns the rows that the driver plans: the first of each group of at least that many
// rows, and every row that is in none.
func split(all []driver.RowEdit, rows []int, least int) (now []int, large []group) {
	var groups []group
	for _, row := range rows {
		e := &all[row]
		at := slices.IndexFunc(groups, func(g group) bool { return stencil.Like(&all[g.first], e) })
		switch {
		case at >= 0:
			groups[at].rest = append(groups[at].rest, row)
		case len(groups) < maxGroups:
			groups = append(groups, group{first: row})
		default:
			now = append(now, row)
		}
	}
	for _, g := range groups {
		now = append(now, g.first)
		if len(g.rest)+1 < least {
			now = append(now, g.rest...)
		} else {
			large = append(large, g)
		}
	}
	slices.Sort(now)
	return now, large
}

// fill plans the rows of groups by the stencils of their first ones, and returns the rows that it did not plan. If their
// documents cannot be read, that is all of them: the driver knows how to say why.
func (a *asking) fill(ctx context.Context, groups []group, made []planned) (left []int) {
	step := &driver.Step{}
	var takers []taker
	for _, g := range groups {
		left = append(left, g.rest...)
		at := slices.IndexFunc(made, func(p planned) bool { return p.row == g.first })
		if at < 0 {
			continue
		}
		t := taker{first: made[at], rule: stencil.Of(&a.args.Rows[g.first], made[at].Planned)}
		if t.rule == nil {
			continue
		}
		t.how = string(wire.Append(nil, &t.rule.Stencil.Read)) + t.rule.Entry
		var edits []*driver.RowEdit
		for _, row := range g.rest {
			if e := &a.args.Rows[row]; t.rule.Takes(e) {
				if t.rows = append(t.rows, row); a.read[row].how != t.how {
					t.unread, edits = append(t.unread, row), append(edits, e)
				}
			}
		}
		if takers = append(takers, t); len(edits) > 0 {
			step.Sends = append(step.Sends, t.rule.Read(edits))
		}
	}
	if len(step.Sends) > 0 {
		exec := a.session.Exec(noBlocks)
		a.keep(takers, exec.Exec(ctx, step))
		a.hold = append(a.hold, exec.Kept()...)
	}
	filled := make(map[int]bool)
	for i := range takers {
		a.take(&takers[i], filled)
	}
	return slices.DeleteFunc(left, func(row int) bool { return filled[row] })
}

// taker is a rule with the rows that it may plan.
type taker struct {
	first  planned
	rule   *stencil.Rule
	how    string // how it reads documents
	rows   []int
	unread []int // those of rows whose documents have to be read
}

// keep notes the documents that were read. The replies are to those that have any to read.
func (a *asking) keep(takers []taker, replies []driver.Reply) {
	for i := range takers {
		t := &takers[i]
		if len(t.unread) == 0 {
			continue
		}
		reply := &replies[0]
		if replies = replies[1:]; !reply.OK() || len(reply.Kept) != len(t.unread) {
			continue
		}
		for i, row := range t.unread {
			a.read[row] = document{how: t.how, kept: reply.Kept[i]}
		}
	}
}

// take plans rows whose documents were read.
func (a *asking) take(t *taker, filled map[int]bool) {
	for _, row := range t.rows {
		read := a.read[row]
		if read.how != t.how {
			continue
		}
		if p := t.rule.Plan(&a.args.Rows[row], &read.kept); p != nil {
			p.Final = t.first.Final
			a.all = append(a.all, planned{row: row, Planned: p, state: t.first.state, success: t.first.success})
			filled[row] = true
			a.filled++
		}
	}
}
