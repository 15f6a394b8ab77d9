package plugin

import (
	"context"
	"fmt"
	"sync"
)

// live tracks the running operations of a Runner, so that Close can cancel them and wait.
type live struct {
	slots   chan struct{} // has one value per running operation
	cancels *cancels

	mu     sync.Mutex
	closed bool
	count  int
	idle   chan struct{} // closed when the last operation has left a closed Runner
}

func newLive() *live {
	return &live{slots: make(chan struct{}, maxLive), cancels: newCancels(), idle: make(chan struct{})}
}

// enter waits for a free slot. It returns a context that ends with ctx or when the Runner is closed, and a function to
// call at the end of the operation.
func (l *live) enter(ctx context.Context) (context.Context, func(), error) {
	if ctx.Err() != nil {
		return nil, nil, ended(ctx)
	}
	select {
	case l.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, nil, ended(ctx)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		<-l.slots
		return nil, nil, errClosed()
	}
	l.count++
	ctx, forget := l.cancels.add(ctx)
	return ctx, func() { l.leave(forget) }, nil
}

func (l *live) leave(forget func()) {
	forget()
	<-l.slots
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.count--; l.closed && l.count == 0 {
		close(l.idle)
	}
}

// close cancels every operation and waits until they have left or ctx is done.
func (l *live) close(ctx context.Context) error {
	l.shut()
	select {
	case <-l.idle:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("wait for the operations of a driver: %w", ctx.Err())
	}
}

func (l *live) shut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return
	}
	l.closed = true
	l.cancels.all()
	if l.count == 0 {
		close(l.idle)
	}
}

func (l *live) isClosed() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.closed
}
