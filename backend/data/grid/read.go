package grid

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"quarry/drivers/driver"
)

const (
	releaseLimit = 10 * time.Second
	idleLimit    = 30 * time.Minute // after being idle this long, a view loses its snapshot
)

// ErrStale means that the requested page belongs to an arrangement that was dropped.
var ErrStale = &driver.Error{Kind: driver.Cancelled, Message: "The rows have been reloaded."}

var errCancelled = &driver.Error{Kind: driver.Cancelled, Message: "Loading was cancelled."}

// reading is a page being read, with the number of callers waiting for it. It is cancelled when the last one leaves.
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

// Page returns a page of a generation, numbered from 0; a cached page is not read again. Concurrent calls for the same
// page share one reading.
func (v *View) Page(ctx context.Context, generation, number int) (*Page, error) {
	return v.Part(ctx, generation, number, 0)
}

// Part returns a page as Page does but without its first skip rows, which the caller already has if the page comes in
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
	a := v.arrangements[k.generation]
	if a == nil {
		v.mu.Unlock()
		return nil, ErrStale
	}
	a.used = time.Now()
	if p := v.cache.get(k); p != nil {
		v.mu.Unlock()
		return p, nil
	}
	r := a.under[k]
	switch {
	case r == nil:
		r = a.begin(k)
	case r.over():
		delete(a.under, k)
	}
	r.waiters++
	v.mu.Unlock()
	select {
	case <-r.done:
		return r.page, r.err
	case <-ctx.Done():
		a.leave(k, r)
		return nil, errCancelled
	}
}

// Ahead starts to read the first page of a view that was just opened before anyone requests it. If that fails, the
// first caller to request the page gets the error: a failed page is only read again on request.
func (v *View) Ahead() {
	v.mu.Lock()
	defer v.mu.Unlock()
	k := key{view: v.ID}
	if a := v.arrangements[0]; a != nil && a.under[k] == nil && v.cache.get(k) == nil {
		a.begin(k)
	}
}

// begin starts to read a page. The lock is held.
func (a *arrangement) begin(k key) *reading {
	v := a.view
	ctx, cancel := context.WithCancel(context.Background())
	r := &reading{cancel: cancel, done: make(chan struct{})}
	a.under[k] = r
	v.readings.Add(1)
	go func() {
		defer v.readings.Done()
		defer cancel()
		r.page, r.err = a.inTurn(ctx, k)
		v.mu.Lock()
		if a.under[k] == r && (r.err == nil || r.waiters > 0) {
			delete(a.under, k)
		}
		close(r.done)
		v.mu.Unlock()
	}()
	return r
}

// leave removes a caller that no longer waits.
func (a *arrangement) leave(k key, r *reading) {
	a.view.mu.Lock()
	defer a.view.mu.Unlock()
	r.waiters--
	if r.waiters > 0 {
		return
	}
	r.cancel()
	if a.under[k] == r {
		delete(a.under, k)
	}
}

// inTurn reads a page once no other page is being read: each reading continues from the state of the previous one.
func (a *arrangement) inTurn(ctx context.Context, k key) (*Page, error) {
	v := a.view
	select {
	case a.turn <- struct{}{}:
		defer func() { <-a.turn }()
	case <-ctx.Done():
		return nil, errCancelled
	}
	args := a.args(k)
	if args.Size < 1 {
		return nil, &driver.Error{Kind: driver.Refused, Message: v.Set.ReachNote}
	}
	kernel := v.kernel
	if k.documents {
		kernel = v.whole
	}
	page, state, err := v.reader.Page(ctx, args, kernel, a.progress)
	a.progress(0, 0)
	if err != nil {
		a.failed(err)
		return nil, err
	}
	if page.Partial {
		page.End = false
	}
	if page.Outside = v.noticed(page.left); page.Outside != "" {
		page.Notices = append(page.Notices, driver.Notice{Text: page.Outside})
	}
	v.mu.Lock()
	current := !a.ended
	if current {
		a.state, a.held, a.spent, state = state, page.Held, false, nil
		if page.Stale {
			v.cache.remove(key{view: v.ID, generation: k.generation})
		}
		if !page.Partial && !k.documents {
			v.cache.put(k, page) // with the lock held, so that closing the view finds the page here
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

func (a *arrangement) args(k key) *driver.PageArgs {
	v := a.view
	v.mu.Lock()
	defer v.mu.Unlock()
	args := &driver.PageArgs{
		Object: v.Object, View: a.bytes, From: int64(k.page)*int64(v.Size) + int64(k.skip), Size: v.Size - k.skip,
		Sort: a.sort, State: a.state, Spent: a.spent,
	}
	if v.Set.Reach > 0 {
		args.Size = int(min(int64(args.Size), v.Set.Reach-args.From))
	}
	return args
}

// failed drops a state whose snapshot is gone, and marks any other as spent if a request may have been sent.
func (a *arrangement) failed(err error) {
	var e *driver.Error
	known := errors.As(err, &e)
	a.view.mu.Lock()
	defer a.view.mu.Unlock()
	switch {
	case a.ended:
	case known && e.Code == driver.CodeExpired:
		a.state, a.held, a.spent = nil, false, false
	case known && e.Op == "" && !e.Sent && (e.Kind == driver.Unsupported || e.Kind == driver.Invalid):
	default:
		a.spent = a.state != nil
	}
}

func (a *arrangement) progress(done, total int64) {
	a.view.mu.Lock()
	a.done, a.total = done, total
	a.view.mu.Unlock()
}

// Progress reports how many rows a long search for a page of a generation has passed, and how many there are; total is
// 0 if no search is running.
func (v *View) Progress(generation int) (done, total int64) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if a := v.arrangements[generation]; a != nil {
		return a.done, a.total
	}
	return 0, 0
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

// Renew keeps alive what the engine holds for arrangements that were read in the last half hour. It returns the first
// error.
func (v *View) Renew(ctx context.Context) error {
	v.mu.Lock()
	all := slices.Collect(maps.Values(v.arrangements))
	v.mu.Unlock()
	var failed error
	for _, a := range all {
		failed = cmp.Or(failed, a.renew(ctx))
	}
	return failed
}

// renew renews the arrangement unless it is being read: a read keeps it alive.
func (a *arrangement) renew(ctx context.Context) error {
	select {
	case a.turn <- struct{}{}:
		defer func() { <-a.turn }()
	default:
		return nil
	}
	v := a.view
	v.mu.Lock()
	state, held := a.state, a.held
	idle := time.Since(a.used) > idleLimit
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
	if !a.ended {
		a.state = renewed
	}
	return nil
}
