package session

import (
	"context"
	"time"

	"quarry/backend/grid"
	"quarry/backend/plugin"
	"quarry/backend/rows"
	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
)

type wireMessage = wire.Message

// Page implements grid.Reader.
func (r reader) Page(ctx context.Context, a *driver.PageArgs, kernel *rows.Kernel) (*grid.Page, []byte, error) {
	begin := time.Now()
	exec := plugin.NewExec(r.s.sender, plugin.ExecOptions{
		Kernel: func(*driver.RowsPlan) (*rows.Kernel, error) { return kernel, nil },
	})
	result, err := run[driver.PageResult](ctx, r.s, driver.OpPage, a, exec)
	if err != nil {
		return nil, nil, err
	}
	if len(result.Blocks) != 1 {
		return nil, nil, &driver.Error{Kind: driver.Crashed, Message: "The driver read no page."}
	}
	rows := exec.Block(int(result.Blocks[0]))
	if rows == nil {
		return nil, nil, &driver.Error{Kind: driver.Crashed, Message: "The driver read no page."}
	}
	return &grid.Page{
		Block: rows.Block, Rows: rows.Rows, Millis: result.Millis, Elapsed: time.Since(begin).Milliseconds(),
		End: result.End, Notices: result.Notices,
	}, result.State, nil
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
