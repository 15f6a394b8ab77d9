package plugin

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// busiest is how many times its limit a call can take on a machine that is busy with other programs.
const busiest = 6

// deadline is a context whose error is that of a deadline once the limit has passed.
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

// withDeadline limits a call into a driver, which does nothing but compute: it passes once the application has used that
// much processor time, so that a busy machine does not make a slow driver one that hangs. In any case it passes after
// busiest times the limit.
func withDeadline(ctx context.Context, limit time.Duration, used func() time.Duration) (context.Context, context.CancelFunc) {
	base, cancel := context.WithCancel(ctx)
	d := &deadline{Context: base}
	started, before := time.Now(), used()
	var mu sync.Mutex // held while the timer is made and by what it runs
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
