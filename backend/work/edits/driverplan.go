package edits

import (
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"quarry/backend/connection/session"
	"quarry/backend/driverhost/plugin"
	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
)

const (
	// maxPerCall limits the rows and cells that a driver plans in one call, which is stopped after a few seconds.
	maxPerCall = 1000
	// minShared is the number of rows and cells from which two instances of the driver plan them: starting the second one
	// takes as long as planning half of them.
	minShared = 300
)

// part is some rows of a plan, which the driver plans in one call.
type part struct {
	args    *driver.PlanArgs
	numbers []int // the rows as the plan's user counts them
	made    *driver.Plan
	kept    []int64
}

// planRows requests a plan from the driver, in several calls if there are many rows, and builds the bodies of its
// requests. Two instances of the driver share the parts; the first failure cancels the rest.
func (p *Plan) planRows(ctx context.Context, args *driver.PlanArgs, numbers []int) error {
	parts := partsOf(args, numbers)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return p.request(ctx, parts, 0, session.Run[driver.Plan]) })
	group.Go(func() error { return p.request(ctx, parts, 1, session.Alone[driver.Plan]) })
	err := group.Wait()
	for i := range parts {
		p.hold = append(p.hold, parts[i].kept...)
	}
	for i := 0; i < len(parts) && err == nil; i++ {
		err = p.join(&parts[i])
	}
	return err
}

// runner runs an operation of the driver in one of its instances.
type runner func(context.Context, *session.Session, string, wire.Message, *plugin.Exec) (*driver.Plan, error)

// request makes one instance of the driver plan every second part.
func (p *Plan) request(ctx context.Context, parts []part, first int, run runner) error {
	for i := first; i < len(parts); i += 2 {
		exec := p.session.Exec(noBlocks)
		made, err := run(ctx, p.session, driver.OpPlan, parts[i].args, exec)
		parts[i].made, parts[i].kept = made, exec.Kept()
		if err != nil {
			return err
		}
	}
	return nil
}

// partsOf divides rows into the parts to plan in one call each.
func partsOf(args *driver.PlanArgs, numbers []int) []part {
	if args.Whole() {
		return []part{{args: args, numbers: numbers}}
	}
	limit := maxPerCall
	if all := weight(args.Rows); all >= minShared {
		limit = min(limit, (all+1)/2)
	}
	var parts []part
	for rows := args.Rows; len(rows) > 0; {
		n := rowsPerCall(rows, limit)
		parts = append(parts, part{args: &driver.PlanArgs{Object: args.Object, View: args.View, Rows: rows[:n]}, numbers: numbers[:n]})
		rows, numbers = rows[n:], numbers[n:]
	}
	return parts
}

// weight returns the number of rows and cells.
func weight(rows []driver.RowEdit) int {
	n := len(rows)
	for i := range rows {
		n += len(rows[i].Cells)
	}
	return n
}

// rowsPerCall returns how many of the rows the driver plans in the next call, by the limit of rows and cells: at least
// one.
func rowsPerCall(rows []driver.RowEdit, limit int) int {
	for i := range rows {
		if limit -= 1 + len(rows[i].Cells); limit < 0 {
			return max(i, 1)
		}
	}
	return len(rows)
}

// join adds a part that the driver has planned, and builds the bodies of its requests.
func (p *Plan) join(part *part) error {
	made, numbers := part.made, part.numbers
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
		if !part.args.Whole() {
			e = &part.args.Rows[r.Row]
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
