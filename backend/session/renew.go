package session

import (
	"context"
	"slices"
	"time"

	"quarry/backend/grid"
	"quarry/drivers/driver"
)

// renewEvery is how often what the engine holds for the open views is kept alive.
const renewEvery = 2 * time.Minute

// can tells whether the driver has an optional operation.
func (s *Session) can(op string) bool { return slices.Contains(s.ops, op) }

// keepAlive renews the views of the session until it is closed.
func (s *Session) keepAlive() {
	if !s.can(driver.OpRenew) {
		return
	}
	ctx, quit := context.WithCancel(context.Background())
	s.quit = quit
	go func() {
		tick := time.NewTicker(renewEvery)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				s.renew(ctx)
			case <-ctx.Done():
				return
			}
		}
	}()
}

// renew renews every view once. What cannot be renewed shows when it is read.
func (s *Session) renew(ctx context.Context) {
	s.mu.Lock()
	views := make([]*grid.View, 0, len(s.views))
	for _, v := range s.views {
		views = append(views, v)
	}
	s.mu.Unlock()
	for _, v := range views {
		_ = v.Renew(ctx)
	}
}
