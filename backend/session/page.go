package session

import (
	"context"
	"errors"
	"time"

	"quarry/backend/grid"
	"quarry/backend/plugin"
	"quarry/backend/rows"
	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
)

type wireMessage = wire.Message

// Page implements grid.Reader.
func (r reader) Page(ctx context.Context, a *driver.PageArgs, kernel *rows.Kernel, progress func(done, total int64)) (*grid.Page, []byte, error) {
	begin := time.Now()
	exec := plugin.NewExec(r.s.sender, plugin.ExecOptions{
		Kernel: func(plan *driver.RowsPlan) (*rows.Kernel, error) {
			if plan == nil {
				return kernel, nil
			}
			return rows.Compile(grid.Plan(plan, nil))
		},
		Progress: progress,
	})
	result, err := r.page(ctx, a, exec)
	if err != nil {
		return nil, nil, err
	}
	if len(result.Blocks) != 1 {
		return nil, nil, &driver.Error{Kind: driver.Crashed, Message: "The driver read no page."}
	}
	block := exec.Block(int(result.Blocks[0]))
	if block == nil {
		return nil, nil, &driver.Error{Kind: driver.Crashed, Message: "The driver read no page."}
	}
	return &grid.Page{
		Block: block.Block, Rows: block.Rows, Millis: result.Millis, Elapsed: time.Since(begin).Milliseconds(),
		End: result.End, Notices: result.Notices, Snapshot: result.Snapshot, Note: result.Note, Stale: result.Stale, Held: result.Held,
		Partial: result.Partial,
	}, result.State, nil
}

// page runs the operation, once more where the driver's instance fell with another one. The cursor that a state holds may
// have moved meanwhile: the second time says so.
func (r reader) page(ctx context.Context, a *driver.PageArgs, exec *plugin.Exec) (*driver.PageResult, error) {
	if len(a.State) == 0 {
		return run[driver.PageResult](ctx, r.s, driver.OpPage, a, exec)
	}
	result, err := once[driver.PageResult](ctx, r.s, driver.OpPage, a, exec)
	var e *driver.Error
	if !errors.As(err, &e) || e.Kind != driver.Crashed || !e.Retry || ctx.Err() != nil {
		return result, err
	}
	again := *a
	again.Spent = true
	return once[driver.PageResult](ctx, r.s, driver.OpPage, &again, exec)
}

// Renew implements grid.Reader.
func (r reader) Renew(ctx context.Context, state []byte) ([]byte, error) {
	renewed, err := run[driver.Renewed](ctx, r.s, driver.OpRenew, &driver.ReleaseArgs{State: state}, nil)
	if err != nil {
		return nil, err
	}
	return renewed.State, nil
}

// Release implements grid.Reader. A driver that holds nothing has no such operation.
func (r reader) Release(ctx context.Context, state []byte) error {
	if !r.s.can(driver.OpRelease) {
		return nil
	}
	_, err := run[driver.Empty](ctx, r.s, driver.OpRelease, &driver.ReleaseArgs{State: state}, nil)
	return err
}

// Count implements grid.Reader.
func (r reader) Count(ctx context.Context, object string, view []byte) (int64, error) {
	counts, err := run[driver.Counts](ctx, r.s, driver.OpCount, &driver.CountArgs{Objects: []string{object}, View: view}, nil)
	if err != nil {
		return 0, err
	}
	if len(counts.Counts) != 1 {
		return 0, &driver.Error{Kind: driver.Crashed, Message: "The driver counted something else."}
	}
	if e := counts.Counts[0].Err; e != nil {
		return 0, e
	}
	return counts.Counts[0].Count, nil
}
