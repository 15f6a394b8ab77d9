package session

import (
	"context"
	"sync"
	"time"
)

// closeTimeout limits how long a connection may take to release what its engine holds.
const closeTimeout = 5 * time.Second

// OnClose registers f to run when the session closes, while the driver and the client still work. f must release what a
// feature has open, and return before ctx is done. All such functions run in parallel and get a few seconds. If the
// session is already closed, OnClose returns ErrClosed and f never runs.
func (s *Session) OnClose(f func(ctx context.Context)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return ErrClosed
	}
	s.closing = append(s.closing, f)
	return nil
}

func (s *Session) close(ctx context.Context) error {
	s.release(ctx)
	err := s.driver.Close(ctx)
	s.client.Close()
	s.shelf.Close()
	return err
}

// release lets the features release what they have open, even if ctx is done: otherwise the engine would hold it for
// minutes.
func (s *Session) release(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeTimeout)
	defer cancel()
	s.mu.Lock()
	closing := s.closing
	s.closed, s.closing = true, nil
	s.mu.Unlock()
	var group sync.WaitGroup
	for _, f := range closing {
		group.Go(func() { f(ctx) })
	}
	group.Wait()
}
