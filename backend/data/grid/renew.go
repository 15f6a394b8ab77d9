package grid

import (
	"context"
	"maps"
	"slices"
	"time"
)

// renewEvery is the interval for renewing what the engine holds for the open views.
const renewEvery = 2 * time.Minute

// keepAlive renews the views of a session until ctx is done.
func (t *Views) keepAlive(ctx context.Context, h *held) {
	tick := time.NewTicker(renewEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			t.renew(ctx, h)
		case <-ctx.Done():
			return
		}
	}
}

// renew renews every view of a session once. It ignores failures: they show up when the view is read.
func (t *Views) renew(ctx context.Context, h *held) {
	t.mu.Lock()
	views := slices.Collect(maps.Values(h.views))
	t.mu.Unlock()
	for _, v := range views {
		_ = v.Renew(ctx)
	}
}
