package grid

import (
	"context"
	"errors"
	"time"

	"quarry/drivers/driver"
)

const (
	releaseLimit = 10 * time.Second
	idleLimit    = 30 * time.Minute // a view that has not been read from for this long loses its snapshot
)

// ErrStale reports that the requested page belongs to an earlier sort order or refresh.
var ErrStale = &driver.Error{Kind: driver.Cancelled, Message: "The rows have been reloaded."}

var errCancelled = &driver.Error{Kind: driver.Cancelled, Message: "Loading was cancelled."}

// reading is a page being read, with the number of callers that wait for it. It is cancelled when the last of them
// leaves.
type reading struct {
	cancel  context.CancelFunc
	waiters int
	done    chan struct{}
	page    *Page
	err     error
}

// over reports whether the reading has ended.
func (r *reading) over() bool {
	select {
	case <-r.done:
		return true
	default:
		return false
	}
}

// Page returns a page, by its number from 0, of a generation; a cached page is not read again. Concurrent calls for the
// same page share one reading.
func (v *View) Page(ctx context.Context, generation, number int) (*Page, error) {
	return v.Part(ctx, generation, number, 0)
}

// Part returns a page as Page does, but without its first skip rows, which have already come if the page comes in
// parts.
func (v *View) Part(ctx context.Context, generation, number, skip int) (*Page, error) {
	begin := time.Now()
	page, err := v.wait(ctx, key{view: v.ID, generation: generation, page: number, skip: skip})
	if err != nil {
		return nil, err
	}
	waited := *page
	waited.Elapsed = time.Since(begin).Milliseconds()
	return &waited, nil
}

// wait returns a page once it has been read.
func (v *View) wait(ctx context.Context, k key) (*Page, error) {
	v.mu.Lock()
	if v.closed || k.generation != v.generation {
		v.mu.Unlock()
		return nil, ErrStale
	}
	v.used = time.Now()
	if p := v.cache.get(k); p != nil {
		v.mu.Unlock()
		return p, nil
	}
	r := v.under[k]
	switch {
	case r == nil:
		r = v.begin(k)
	case r.over():
		delete(v.under, k)
	}
	r.waiters++
	v.mu.Unlock()
	select {
	case <-r.done:
		return r.page, r.err
	case <-ctx.Done():
		v.leave(k, r)
		return nil, errCancelled
	}
}

// Ahead starts to read the first page before it is requested. If that fails, the first caller to request the page gets
// the error: a failed page is only read again on request.
func (v *View) Ahead() {
	v.mu.Lock()
	defer v.mu.Unlock()
	k := key{view: v.ID, generation: v.generation}
	if !v.closed && v.under[k] == nil && v.cache.get(k) == nil {
		v.begin(k)
	}
}

// begin starts to read a page. The lock is held.
func (v *View) begin(k key) *reading {
	ctx, cancel := context.WithCancel(context.Background())
	r := &reading{cancel: cancel, done: make(chan struct{})}
	v.under[k] = r
	v.readings.Add(1)
	go func() {
		defer v.readings.Done()
		defer cancel()
		r.page, r.err = v.inTurn(ctx, k)
		v.mu.Lock()
		if v.under[k] == r && (r.err == nil || r.waiters > 0) {
			delete(v.under, k)
		}
		close(r.done)
		v.mu.Unlock()
	}()
	return r
}

// leave is called for a caller that no longer waits.
func (v *View) leave(k key, r *reading) {
	v.mu.Lock()
	defer v.mu.Unlock()
	r.waiters--
	if r.waiters > 0 {
		return
	}
	r.cancel()
	if v.under[k] == r {
		delete(v.under, k)
	}
}

// inTurn reads a page once no other page is being read: each reading continues from the state that the previous one
// left.
func (v *View) inTurn(ctx context.Context, k key) (*Page, error) {
	select {
	case v.turn <- struct{}{}:
		defer func() { <-v.turn }()
	case <-ctx.Done():
		return nil, errCancelled
	}
	args := v.args(k)
	if args.Size < 1 {
		return nil, &driver.Error{Kind: driver.Refused, Message: v.Set.ReachNote}
	}
	kernel := v.kernel
	if k.documents {
		kernel = v.whole
	}
	page, state, err := v.reader.Page(ctx, args, kernel, v.progress)
	v.progress(0, 0)
	if err != nil {
		v.failed(k, err)
		return nil, err
	}
	if page.Partial {
		page.End = false
	}
	page.Notices = append(page.Notices, v.noticed(page.left)...)
	v.mu.Lock()
	current := k.generation == v.generation && !v.closed
	if current {
		v.state, v.held, v.spent, state = state, page.Held, false, nil
		if page.Stale {
			v.cache.remove(key{view: v.ID, generation: k.generation})
		}
		if !page.Partial && !k.documents {
			v.cache.put(k, page) // with the lock, so that what closes the view finds it there
		}
	}
	v.mu.Unlock()
	if page.Held {
		v.release(state)
	}
	if !current {
		return nil, ErrStale
	}
	return page, nil
}

func (v *View) args(k key) *driver.PageArgs {
	v.mu.Lock()
	defer v.mu.Unlock()
	a := &driver.PageArgs{
		Object: v.Object, View: v.bytes(), From: int64(k.page)*int64(v.Size) + int64(k.skip), Size: v.Size - k.skip,
		Sort: v.sort, State: v.state, Spent: v.spent,
	}
	if v.Set.Reach > 0 {
		a.Size = int(min(int64(a.Size), v.Set.Reach-a.From))
	}
	return a
}

// failed drops a state whose snapshot is gone, and marks any other as spent if a request may have been sent.
func (v *View) failed(k key, err error) {
	var e *driver.Error
	known := errors.As(err, &e)
	v.mu.Lock()
	defer v.mu.Unlock()
	switch {
	case k.generation != v.generation:
	case known && e.Code == driver.CodeExpired:
		v.state, v.held, v.spent = nil, false, false
	case known && e.Op == "" && !e.Sent && (e.Kind == driver.Unsupported || e.Kind == driver.Invalid):
	default:
		v.spent = v.state != nil
	}
}

func (v *View) progress(done, total int64) {
	v.mu.Lock()
	v.done, v.total = done, total
	v.mu.Unlock()
}

// Progress reports how many of how many rows a long search for a page has passed; total is 0 if no search is under way.
func (v *View) Progress() (done, total int64) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.done, v.total
}

// release releases a state in the background. If that fails, the engine drops it after a while.
func (v *View) release(state []byte) {
	if len(state) == 0 {
		return
	}
	v.releases.Add(1)
	go func() {
		defer v.releases.Done()
		ctx, cancel := context.WithTimeout(context.Background(), releaseLimit)
		defer cancel()
		_ = v.reader.Release(ctx, state)
	}()
}

// Renew keeps alive what the engine holds for a view that was read from in the last half hour. It skips a view that is
// being read from, which does not need it.
func (v *View) Renew(ctx context.Context) error {
	select {
	case v.turn <- struct{}{}:
		defer func() { <-v.turn }()
	default:
		return nil
	}
	v.mu.Lock()
	state, held, generation := v.state, v.held, v.generation
	idle := time.Since(v.used) > idleLimit
	v.mu.Unlock()
	if !held || idle {
		return nil
	}
	renewed, err := v.reader.Renew(ctx, state)
	if err != nil {
		return err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if generation == v.generation && !v.closed {
		v.state = renewed
	}
	return nil
}
