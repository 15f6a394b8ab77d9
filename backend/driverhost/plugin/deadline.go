package plugin

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// busiest is how many times its limit a call may take on a machine that is busy with other programs.
const busiest = 6

// deadline is a context that fails with a deadline error once the limit has passed.
type deadline struct {
	context.Context
	passed atomic.Bool
}

// Err implements [context.Context].
func (d *deadline) Err() error {
	if d.passed.Load() {
		return context.DeadlineExceeded
	}
	return d.Context.Err()
}

// withDeadline limits a call into a driver, which does nothing but compute. The limit applies to the processor time
// that the application has used since, so that a driver on a busy machine is not taken for one that hangs. In any case
// the call is stopped after busiest times the limit.
func withDeadline(ctx context.Context, limit time.Duration, used func() time.Duration) (context.Context, context.CancelFunc) {
	base, cancel := context.WithCancel(ctx)
	d := &deadline{Context: base}
	started, before := time.Now(), used()
	var mu sync.Mutex // held while the timer is created and while it runs
	var timer *time.Timer
	mu.Lock()
	defer mu.Unlock()
	timer = time.AfterFunc(limit, func() {
		mu.Lock()
		defer mu.Unlock()
		if base.Err() != nil {
			return
		}
		left, longest := limit-(used()-before), busiest*limit-time.Since(started)
		if left > 0 && longest > 0 {
			timer.Reset(min(max(left, limit/20), longest))
			return
		}
		d.passed.Store(true)
		cancel()
	})
	return d, func() {
		timer.Stop()
		cancel()
	}
}
