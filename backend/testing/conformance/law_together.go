package conformance

import (
	"context"
	"sync"

	"github.com/stretchr/testify/require"

	"quarry/backend/driverhost/plugin"
	"quarry/drivers/driver"
)

const (
	together = 50 // operations that run at once
	stride   = 7  // steps through a tour from one operation to the next, so that different ones run side by side
)

// keepsApart: fifty operations that take turns step by step in one instance return the same as each alone.
func keepsApart(t T, s *stand) {
	c := s.start(t, s.ways[0], s.engine(t))
	var alone []stop
	for _, stop := range c.tour(t) {
		if len(stop.ran.log.Entries) > 2 {
			alone = append(alone, stop)
		}
	}
	require.NotEmpty(t, alone)
	ran := make([]*outcome, together)
	turns := newTurns(together)
	var group sync.WaitGroup
	for i := range ran {
		again := alone[i*stride%len(alone)].again()
		group.Go(func() {
			defer turns.leave()
			ran[i] = c.run(t.Context(), again, turns.around)
		})
	}
	group.Wait()
	for i := range ran {
		sameOutcome(t, alone[i*stride%len(alone)], ran[i])
	}
}

// turns makes operations advance together: a step waits until every remaining operation requests its next one.
type turns struct {
	mu      sync.Mutex
	left    int
	waiting int
	next    chan struct{}
}

func newTurns(operations int) *turns { return &turns{left: operations, next: make(chan struct{})} }

// wait waits for the next turn, or until ctx is done.
func (w *turns) wait(ctx context.Context) {
	w.mu.Lock()
	turn := w.next
	w.waiting++
	w.goOn()
	w.mu.Unlock()
	select {
	case <-turn:
	case <-ctx.Done():
	}
}

// leave records that an operation has ended.
func (w *turns) leave() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.left--
	w.goOn()
}

// goOn begins the next turn once all operations are waiting. The lock is held.
func (w *turns) goOn() {
	if w.waiting > 0 && w.waiting == w.left {
		close(w.next)
		w.next, w.waiting = make(chan struct{}), 0
	}
}

func (w *turns) around(next plugin.Executor) plugin.Executor { return turn{w, next} }

// turn is the executor of one operation, which waits for its turn before each step.
type turn struct {
	turns *turns
	next  plugin.Executor
}

// Exec implements [plugin.Executor].
func (e turn) Exec(ctx context.Context, step *driver.Step) []driver.Reply {
	e.turns.wait(ctx)
	return e.next.Exec(ctx, step)
}
