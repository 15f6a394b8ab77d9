package edits

import (
	"context"
	"slices"

	"quarry/backend/connection/session"
	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
)

// maxPerCall limits the rows and cells that a driver plans in one call, which is stopped after a few seconds.
const maxPerCall = 1000

// planRows requests a plan from the driver, in several calls if there are many rows, and builds the bodies of its
// requests.
func (p *Plan) planRows(ctx context.Context, args *driver.PlanArgs, numbers []int) error {
	if args.Drop {
		return p.planPart(ctx, args, numbers)
	}
	for rows := args.Rows; len(rows) > 0; {
		n := rowsPerCall(rows)
		if err := p.planPart(ctx, &driver.PlanArgs{Object: args.Object, View: args.View, Rows: rows[:n]}, numbers[:n]); err != nil {
			return err
		}
		rows, numbers = rows[n:], numbers[n:]
	}
	return nil
}

// rowsPerCall returns how many of the rows the driver plans in the next call: at least one.
func rowsPerCall(rows []driver.RowEdit) int {
	left := maxPerCall
	for i := range rows {
		if left -= 1 + len(rows[i].Cells); left < 0 {
			return max(i, 1)
		}
	}
	return len(rows)
}

// planPart makes the driver plan some rows in one call.
func (p *Plan) planPart(ctx context.Context, args *driver.PlanArgs, numbers []int) error {
	exec := p.session.Exec(noBlocks)
	made, err := session.Run[driver.Plan](ctx, p.session, driver.OpPlan, args, exec)
	p.hold = append(p.hold, exec.Kept()...)
	if err != nil {
		return err
	}
	for _, r := range made.Refusals {
		if r.Row < 0 || r.Row >= len(numbers) || r.Err == nil {
			return errPlan
		}
		r.Row = numbers[r.Row]
		p.Refusals = append(p.Refusals, r)
	}
	slices.SortStableFunc(made.Requests, func(a, b driver.Planned) int { return a.Row - b.Row })
	for i := range made.Requests {
		r := &made.Requests[i]
		if r.Row < 0 || r.Row >= len(numbers) || r.Success < 0 || r.Success > len(made.Successes) {
			return errPlan
		}
		e := &driver.RowEdit{}
		if !args.Drop {
			e = &args.Rows[r.Row]
		}
		if err := p.add(made, r, numbers[r.Row], e); err != nil {
			p.Refusals = append(p.Refusals, unbuilt(r, numbers[r.Row], e, err))
		}
	}
	p.note(made)
	return nil
}

// note adds what the driver says about all of its requests, once.
func (p *Plan) note(made *driver.Plan) {
	for _, n := range made.Notices {
		if !slices.Contains(p.Notices, n) {
			p.Notices = append(p.Notices, n)
		}
	}
	for i := range made.Preconditions {
		c := &made.Preconditions[i]
		text := string(wire.Append(nil, c))
		if !slices.ContainsFunc(p.preconditions, func(other driver.Precondition) bool { return string(wire.Append(nil, &other)) == text }) {
			p.preconditions = append(p.preconditions, *c)
		}
	}
}
