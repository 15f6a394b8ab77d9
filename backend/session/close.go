package session

import (
	"context"
	"sync"
	"time"
)

// closeTimeout is how long a connection may take to give back what its engine holds.
const closeTimeout = 5 * time.Second

// OnClose has f called when the session closes, while the driver and the client still work: f releases what a feature
// has open, and returns when ctx is done at the latest. All such functions run at once, within a few seconds.
// It fails with ErrClosed, and f is never called, if the session is closed already.
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

// release lets the features release what they have open, also where ctx is done: the engine would hold it on for minutes.
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
