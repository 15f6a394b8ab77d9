package grid

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"quarry/backend/connection/session"
	"quarry/backend/connection/transport"
	"quarry/backend/data/rows"
	"quarry/backend/driverhost/plugin"
	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
)

// reader reads columns, counts and pages over a session.
type reader struct{ s *session.Session }

// Columns implements [Reader].
func (r reader) Columns(ctx context.Context, object string) (*driver.ColumnSet, error) {
	return session.Run[driver.ColumnSet](ctx, r.s, driver.OpColumns, &driver.ColumnsArgs{Object: object}, nil)
}

// Page implements [Reader].
func (r reader) Page(ctx context.Context, a *driver.PageArgs, kernel *rows.Kernel, progress func(done, total int64)) (*Page, []byte, error) {
	exec := r.s.Exec(plugin.ExecOptions{
		Kernel: func(plan *driver.RowsPlan) (*rows.Kernel, error) {
			if plan == nil {
				return kernel, nil
			}
			return rows.Compile(Plan(plan, nil))
		},
		Progress: progress,
	})
	result, err := r.page(ctx, a, exec)
	if err != nil {
		return nil, nil, err
	}
	if len(result.Blocks) != 1 {
		return nil, nil, &driver.Error{Kind: driver.Crashed, Message: "The driver returned no page."}
	}
	block := exec.Block(int(result.Blocks[0]))
	if block == nil {
		return nil, nil, &driver.Error{Kind: driver.Crashed, Message: "The driver returned no page."}
	}
	return &Page{
		Block: block.Block, Rows: block.Rows, Millis: result.Millis,
		End: result.End, Notices: append(result.Notices, flaws(block.Flaws, a.From)...), Snapshot: result.Snapshot, Note: result.Note, Stale: result.Stale, Held: result.Held,
		Partial: result.Partial, keys: block.Keys, left: block.Left,
	}, result.State, nil
}

// mostFlaws is how many rows a notice names.
const mostFlaws = 3

// flaws returns notices about incomplete rows of a part that begins at row from.
func flaws(found []rows.Flaw, from int64) []driver.Notice {
	if len(found) == 0 {
		return nil
	}
	var text strings.Builder
	for _, flaw := range found[:min(mostFlaws, len(found))] {
		fmt.Fprintf(&text, "Row %d: %s ", from+int64(flaw.Row)+1, flaw.Why)
	}
	if more := len(found) - mostFlaws; more > 0 {
		fmt.Fprintf(&text, "And %d more.", more)
	}
	return []driver.Notice{{Text: strings.TrimSpace(text.String())}}
}

// Filter implements [Filterer].
func (r reader) Filter(ctx context.Context, a *driver.FilterArgs) (*driver.Filtered, error) {
	if !r.s.Can(driver.OpFilter) {
		return nil, errNoFilter
	}
	return session.Run[driver.Filtered](ctx, r.s, driver.OpFilter, a, nil)
}

// Operators implements [Filterer].
func (r reader) Operators() []driver.Operator { return r.s.Operators() }

// Suggest implements [Suggester].
func (r reader) Suggest(ctx context.Context, a *driver.SuggestArgs) (*driver.Suggested, error) {
	if !r.s.Can(driver.OpSuggest) {
		return nil, errNoSuggest
	}
	return session.Run[driver.Suggested](ctx, r.s, driver.OpSuggest, a, nil)
}

// Preview implements [Previewer]: the operation runs with a sender that just records its first request.
func (r reader) Preview(ctx context.Context, a *driver.PageArgs) (*driver.Request, error) {
	sender := &unsent{}
	_, err := session.Once[driver.PageResult](ctx, r.s, driver.OpPage, a, plugin.NewExec(sender, plugin.ExecOptions{}))
	if request := sender.first(); request != nil {
		return request, nil
	}
	return nil, err
}

// unsent is a sender that sends nothing.
type unsent struct {
	mu      sync.Mutex
	request []byte // the first request, encoded, because its own memory belongs to the operation
}

var errUnsent = &driver.Error{Kind: driver.Refused, Message: "The request was not sent."}

// Do implements [plugin.RequestSender].
func (u *unsent) Do(_ context.Context, r *driver.Request) (*transport.Response, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.request == nil {
		u.request = wire.Append(nil, r)
	}
	return nil, errUnsent
}

// first returns the first request, nil if there was none.
func (u *unsent) first() *driver.Request {
	u.mu.Lock()
	defer u.mu.Unlock()
	request := &driver.Request{}
	if u.request == nil || wire.Decode(string(u.request), request) != nil {
		return nil
	}
	return request
}

// Statistics implements [Statistician].
func (r reader) Statistics(ctx context.Context, a *driver.StatisticsArgs) (*driver.Statistics, error) {
	if !r.s.Can(driver.OpStatistics) {
		return nil, errNoStatistics
	}
	return session.Run[driver.Statistics](ctx, r.s, driver.OpStatistics, a, nil)
}

// Fits implements [Fitter]. A driver without the operation checks values when it plans.
func (r reader) Fits(ctx context.Context, a *driver.FitsArgs) (*driver.Fits, error) {
	if !r.s.Can(driver.OpFits) {
		return &driver.Fits{Reasons: make([]string, len(a.Cells))}, nil
	}
	return session.Run[driver.Fits](ctx, r.s, driver.OpFits, a, nil)
}

// page runs the operation, and runs it again if another operation crashed the driver's instance. The state's cursor may
// have moved by then, so the second run marks the state as spent.
func (r reader) page(ctx context.Context, a *driver.PageArgs, exec *plugin.Exec) (*driver.PageResult, error) {
	if len(a.State) == 0 {
		return session.Run[driver.PageResult](ctx, r.s, driver.OpPage, a, exec)
	}
	result, err := session.Once[driver.PageResult](ctx, r.s, driver.OpPage, a, exec)
	var e *driver.Error
	if !errors.As(err, &e) || e.Kind != driver.Crashed || !e.Retry || ctx.Err() != nil {
		return result, err
	}
	again := *a
	again.Spent = true
	return session.Once[driver.PageResult](ctx, r.s, driver.OpPage, &again, exec)
}

// Renew implements [Reader].
func (r reader) Renew(ctx context.Context, state []byte) ([]byte, error) {
	renewed, err := session.Run[driver.Renewed](ctx, r.s, driver.OpRenew, &driver.ReleaseArgs{State: state}, nil)
	if err != nil {
		return nil, err
	}
	return renewed.State, nil
}

// Release implements [Reader]. A driver that holds nothing lacks this operation.
func (r reader) Release(ctx context.Context, state []byte) error {
	if !r.s.Can(driver.OpRelease) {
		return nil
	}
	_, err := session.Run[driver.Empty](ctx, r.s, driver.OpRelease, &driver.ReleaseArgs{State: state}, nil)
	return err
}

// Count implements [Reader].
func (r reader) Count(ctx context.Context, object string, view []byte) (int64, error) {
	counts, err := session.Run[driver.Counts](ctx, r.s, driver.OpCount, &driver.CountArgs{Objects: []string{object}, View: view}, nil)
	if err != nil {
		return 0, err
	}
	if len(counts.Counts) != 1 {
		return 0, &driver.Error{Kind: driver.Crashed, Message: "The driver counted something other than what was asked."}
	}
	if e := counts.Counts[0].Err; e != nil {
		return 0, e
	}
	return counts.Counts[0].Count, nil
}
