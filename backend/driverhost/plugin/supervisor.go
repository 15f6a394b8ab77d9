package plugin

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"quarry/drivers/driver"
)

const (
	maxRestarts   = 3 // automatic restarts within restartWindow
	restartWindow = 60 * time.Second
)

// Phase is the state of a supervised driver.
type Phase string

// The phases of a supervised driver.
const (
	PhaseReady   Phase = "ready"   // it is running, or will start with the first operation
	PhaseCrashed Phase = "crashed" // it will restart with the next operation
	PhaseStopped Phase = "stopped" // it crashed too often and waits for Restart
	PhaseClosed  Phase = "closed"
)

// State is what the screen shows about a supervised driver.
type State struct {
	Phase Phase
	Last  *Crash // the last crash, nil if there was none
}

// SupervisorOptions configure a Supervisor. A zero field means the default.
type SupervisorOptions struct {
	Now     func() time.Time // the clock for counting restarts
	Changed func(State)      // called after each change, one call at a time; must not call the Supervisor
}

// Supervisor is a Runner for one connection that survives crashes of its driver. It starts a new instance with the next
// operation, at most 3 times in 60 s; after that every operation fails until Restart. A read-only operation that failed
// because another one crashed the driver is run again. An instance is replaced if a panic left it in an unknown state
// or its memory has grown large.
type Supervisor struct {
	open    func(context.Context) (Runner, error)
	options SupervisorOptions
	closed  chan struct{} // closed by Close

	mu       sync.Mutex
	current  *counted
	starting *startup          // the start in progress, nil if there is none
	retired  map[*counted]bool // replaced instances with operations still running
	restarts []time.Time
	state    State
}

// counted is an instance with the number of operations using it.
type counted struct {
	runner Runner
	users  int
}

// startup is the start of an instance. err is set before done is closed.
type startup struct {
	done chan struct{}
	err  *driver.Error
}

// crashable is a Runner whose driver can crash.
type crashable interface {
	crash() *Crash
	stale() (stale, canWait bool)
}

// NewSupervisor returns a Supervisor of instances of a module.
func NewSupervisor(m *Module, options SupervisorOptions) *Supervisor {
	return Supervise(m.Open, options)
}

// Supervise returns a Supervisor of the instances that open starts. It never cancels open's context.
func Supervise(open func(context.Context) (Runner, error), options SupervisorOptions) *Supervisor {
	if options.Now == nil {
		options.Now = time.Now
	}
	return &Supervisor{
		open: open, options: options, closed: make(chan struct{}), retired: make(map[*counted]bool), state: State{Phase: PhaseReady},
	}
}

// State returns the phase and the last crash.
func (s *Supervisor) State() State {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state
}

// Run implements [Runner].
func (s *Supervisor) Run(ctx context.Context, c Call) ([]byte, error) {
	result, err := s.once(ctx, c)
	if !c.Read || !retryable(err) {
		return result, err
	}
	if ctx.Err() != nil {
		return nil, ended(ctx)
	}
	return s.once(ctx, c)
}

func retryable(err error) bool {
	var e *driver.Error
	return errors.As(err, &e) && e.Kind == driver.Crashed && e.Retry
}

func (s *Supervisor) once(ctx context.Context, c Call) ([]byte, error) {
	used, err := s.acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer s.release(used)
	return used.runner.Run(ctx, c)
}

// acquire returns the instance to run in. If none is running it waits for one to start, until ctx is done or the
// Supervisor is closed.
func (s *Supervisor) acquire(ctx context.Context) (*counted, error) {
	for {
		if ctx.Err() != nil {
			return nil, ended(ctx)
		}
		used, starting, err := s.use(ctx)
		if used != nil || err != nil {
			return used, err
		}
		if err := s.wait(ctx, starting); err != nil {
			return nil, err
		}
	}
}

// use counts one more user of the running instance. If there is none, it returns the start to wait for.
func (s *Supervisor) use(ctx context.Context) (*counted, *startup, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.inspect()
	switch {
	case s.state.Phase == PhaseClosed:
		return nil, nil, errClosed()
	case s.current != nil:
		s.current.users++
		return s.current, nil, nil
	case s.starting == nil && s.state.Phase == PhaseStopped:
		return nil, nil, s.stopped()
	}
	return nil, s.start(ctx), nil
}

func (s *Supervisor) stopped() *driver.Error {
	return &driver.Error{Kind: driver.Crashed, Message: s.state.Last.Message, Detail: s.state.Last.Detail, Hint: "Restart the driver."}
}

// start returns the start in progress, or begins one. The start continues when ctx is done: the next caller uses its
// instance. The lock is held.
func (s *Supervisor) start(ctx context.Context) *startup {
	if s.starting == nil {
		s.starting = &startup{done: make(chan struct{})}
		go s.run(context.WithoutCancel(ctx), s.starting)
	}
	return s.starting
}

// run starts an instance. A driver that does not start counts as crashed. If Close was called in the meantime, it frees
// the instance.
func (s *Supervisor) run(ctx context.Context, starting *startup) {
	runner, err := s.opened(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	defer close(starting.done)
	s.starting = nil
	switch {
	case s.state.Phase == PhaseClosed:
		starting.err = errClosed()
		if err == nil {
			s.free(&counted{runner: runner})
		}
	case err != nil:
		s.crashed(&Crash{Message: "It failed to start: " + err.Error(), At: s.options.Now()})
		starting.err = &driver.Error{Kind: driver.Crashed, Message: s.state.Last.Message}
	default:
		s.current = &counted{runner: runner}
		s.change(PhaseReady, s.state.Last)
	}
}

// opened opens an instance and turns a panic into an error, since it would otherwise end the application.
func (s *Supervisor) opened(ctx context.Context) (runner Runner, err error) {
	defer func() {
		if p := recover(); p != nil {
			runner, err = nil, fmt.Errorf("%v", p)
		}
	}()
	return s.open(ctx)
}

// wait waits until a start has ended, ctx is done or the Supervisor is closed.
func (s *Supervisor) wait(ctx context.Context, starting *startup) error {
	select {
	case <-starting.done:
		if starting.err != nil {
			return starting.err
		}
		return nil
	case <-s.closed:
		return errClosed()
	case <-ctx.Done():
		return ended(ctx)
	}
}

// release ends the use of an instance and checks whether the instance survived it.
func (s *Supervisor) release(used *counted) {
	s.mu.Lock()
	defer s.mu.Unlock()
	used.users--
	if used == s.current {
		s.inspect()
	}
	if s.retired[used] && used.users == 0 {
		s.free(used)
	}
}

// inspect retires the current instance if it has crashed or should be replaced. The lock is held.
func (s *Supervisor) inspect() {
	if s.current == nil {
		return
	}
	c, ok := s.current.runner.(crashable)
	if !ok {
		return
	}
	if crash := c.crash(); crash != nil {
		s.retire()
		s.crashed(crash)
		return
	}
	if stale, canWait := c.stale(); stale && (!canWait || s.current.users == 0) {
		s.retire()
	}
}

// crashed records a crash and decides whether the driver may restart automatically. The lock is held.
func (s *Supervisor) crashed(crash *Crash) {
	now := s.options.Now()
	recent := s.restarts[:0]
	for _, at := range s.restarts {
		if now.Sub(at) < restartWindow {
			recent = append(recent, at)
		}
	}
	s.restarts = recent
	if len(s.restarts) >= maxRestarts {
		s.change(PhaseStopped, crash)
		return
	}
	s.restarts = append(s.restarts, now)
	s.change(PhaseCrashed, crash)
}

// retire takes the current instance out of use; it is freed after its last operation. The lock is held.
func (s *Supervisor) retire() {
	old := s.current
	s.current = nil
	if old == nil {
		return
	}
	if old.users == 0 {
		s.free(old)
		return
	}
	s.retired[old] = true
}

// free closes an instance without users, and does not wait. The lock is held.
func (s *Supervisor) free(old *counted) {
	delete(s.retired, old)
	_ = old.runner.Close(context.Background())
}

func (s *Supervisor) change(phase Phase, last *Crash) {
	changed := s.state.Phase != phase || s.state.Last != last
	s.state = State{Phase: phase, Last: last}
	if changed && s.options.Changed != nil {
		s.options.Changed(s.state)
	}
}

// Restart starts a new instance at once and resets the crash count. Running operations continue in the old instance. It
// fails if the driver does not start; if ctx is done first, the start continues in the background.
func (s *Supervisor) Restart(ctx context.Context) error {
	starting, err := s.restart(ctx)
	if err != nil {
		return err
	}
	return s.wait(ctx, starting)
}

func (s *Supervisor) restart(ctx context.Context) (*startup, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state.Phase == PhaseClosed {
		return nil, errClosed()
	}
	s.retire()
	s.restarts = nil
	return s.start(ctx), nil
}

// Close cancels running operations, waits for their clean-up until ctx is done and frees every instance; one that is
// still starting is freed as soon as it has started.
func (s *Supervisor) Close(ctx context.Context) error {
	var failed []error
	for _, used := range s.detach() {
		failed = append(failed, used.runner.Close(ctx))
	}
	return errors.Join(failed...)
}

// detach ends the Supervisor and returns its instances.
func (s *Supervisor) detach() []*counted {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state.Phase == PhaseClosed {
		return nil
	}
	close(s.closed)
	var all []*counted
	if s.current != nil {
		all = append(all, s.current)
	}
	for used := range s.retired {
		all = append(all, used)
	}
	s.current = nil
	clear(s.retired)
	s.change(PhaseClosed, s.state.Last)
	return all
}
