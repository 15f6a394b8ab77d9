package plugin

import (
	"context"
	"errors"
	"sync"
	"time"

	"quarry/drivers/driver"
)

const (
	maxRestarts   = 3 // that a Supervisor makes by itself
	restartWindow = 60 * time.Second
)

// Phase is how a supervised driver fares.
type Phase string

// The phases of a supervised driver.
const (
	PhaseReady   Phase = "ready"   // it answers; it may not have been started yet
	PhaseCrashed Phase = "crashed" // it starts again with the next operation
	PhaseStopped Phase = "stopped" // it crashed too often and waits for Restart
	PhaseClosed  Phase = "closed"
)

// State is what a screen shows of a supervised driver.
type State struct {
	Phase Phase
	Last  *Crash // the last crash, nil where there was none
}

// SupervisorOptions are what a Supervisor can be told. A zero field stands for the default.
type SupervisorOptions struct {
	Now     func() time.Time // the clock of the restarts
	Changed func(State)      // called after each change, never at the same time as another; it must not call the Supervisor
}

// Supervisor is a Runner for one connection that outlives its driver's crashes. It starts a new instance with the next
// operation, at most 3 times in 60 s by itself; after that every operation fails until Restart. An operation that only
// reads and fell with another one is run once more. An instance that a panic or much memory has spoiled is replaced.
type Supervisor struct {
	open    func(context.Context) (Runner, error)
	options SupervisorOptions

	starting sync.Mutex // held while an instance is started, so that only one is
	mu       sync.Mutex
	current  *seat
	retired  map[*seat]bool // replaced, with operations still under way
	restarts []time.Time
	state    State
}

// seat is one instance and how many operations use it.
type seat struct {
	runner Runner
	users  int
}

// fragile is a Runner whose driver can crash.
type fragile interface {
	crash() *Crash
	worn() (worn, canWait bool)
}

// NewSupervisor supervises instances of a module.
func NewSupervisor(m *Module, options SupervisorOptions) *Supervisor {
	return Supervise(m.Open, options)
}

// Supervise supervises what open makes.
func Supervise(open func(context.Context) (Runner, error), options SupervisorOptions) *Supervisor {
	if options.Now == nil {
		options.Now = time.Now
	}
	return &Supervisor{open: open, options: options, retired: make(map[*seat]bool), state: State{Phase: PhaseReady}}
}

// State gives the phase and the last crash.
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
	seat, err := s.take(ctx)
	if err != nil {
		return nil, err
	}
	defer s.give(seat)
	return seat.runner.Run(ctx, c)
}

// take gives the instance to run in and starts one where there is none.
func (s *Supervisor) take(ctx context.Context) (*seat, error) {
	s.starting.Lock()
	defer s.starting.Unlock()
	if seat, err := s.sit(); seat != nil || err != nil {
		return seat, err
	}
	return s.start(ctx)
}

// sit uses the instance that runs; nil without an error where one has to be started.
func (s *Supervisor) sit() (*seat, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch s.state.Phase {
	case PhaseClosed:
		return nil, errClosed()
	case PhaseStopped:
		return nil, s.stopped()
	}
	s.look()
	if s.state.Phase == PhaseStopped {
		return nil, s.stopped()
	}
	if s.current == nil {
		return nil, nil
	}
	s.current.users++
	return s.current, nil
}

func (s *Supervisor) stopped() *driver.Error {
	return &driver.Error{Kind: driver.Crashed, Message: s.state.Last.Message, Detail: s.state.Last.Detail, Hint: "Restart the driver."}
}

// start makes an instance, takes a seat in it and says so. A driver that does not start counts as crashed.
func (s *Supervisor) start(ctx context.Context) (*seat, error) {
	runner, err := s.open(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil {
		s.crashed(&Crash{Message: "It does not start: " + err.Error(), At: s.options.Now()})
		return nil, &driver.Error{Kind: driver.Crashed, Message: s.state.Last.Message}
	}
	made := &seat{runner: runner, users: 1}
	if s.state.Phase == PhaseClosed {
		s.free(made)
		return nil, errClosed()
	}
	s.current = made
	s.become(PhaseReady, s.state.Last)
	return made, nil
}

// give ends the use of an instance, and looks whether it survived it.
func (s *Supervisor) give(used *seat) {
	s.mu.Lock()
	defer s.mu.Unlock()
	used.users--
	if used == s.current {
		s.look()
	}
	if s.retired[used] && used.users == 0 {
		s.free(used)
	}
}

// look puts a dead or spoiled instance aside. The lock is held.
func (s *Supervisor) look() {
	if s.current == nil {
		return
	}
	f, ok := s.current.runner.(fragile)
	if !ok {
		return
	}
	if crash := f.crash(); crash != nil {
		s.retire()
		s.crashed(crash)
		return
	}
	if worn, canWait := f.worn(); worn && (!canWait || s.current.users == 0) {
		s.retire()
	}
}

// crashed notes a crash and decides whether the driver may start again by itself. The lock is held.
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
		s.become(PhaseStopped, crash)
		return
	}
	s.restarts = append(s.restarts, now)
	s.become(PhaseCrashed, crash)
}

// retire puts the current instance aside; it is freed when its last operation has ended. The lock is held.
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

// free closes an instance that nobody uses, which does not wait. The lock is held.
func (s *Supervisor) free(old *seat) {
	delete(s.retired, old)
	_ = old.runner.Close(context.Background())
}

func (s *Supervisor) become(phase Phase, last *Crash) {
	changed := s.state.Phase != phase || s.state.Last != last
	s.state = State{Phase: phase, Last: last}
	if changed && s.options.Changed != nil {
		s.options.Changed(s.state)
	}
}

// Restart starts a new instance at once and forgets how often it crashed. Operations under way go on in the old one.
// The error is that of a driver that does not start.
func (s *Supervisor) Restart(ctx context.Context) error {
	s.starting.Lock()
	defer s.starting.Unlock()
	if err := s.reset(); err != nil {
		return err
	}
	made, err := s.start(ctx)
	if err != nil {
		return err
	}
	s.give(made)
	return nil
}

func (s *Supervisor) reset() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state.Phase == PhaseClosed {
		return errClosed()
	}
	s.retire()
	s.restarts = nil
	return nil
}

// Close cancels what is under way, waits for its clean-up until ctx is done and frees every instance.
func (s *Supervisor) Close(ctx context.Context) error {
	var failed []error
	for _, seat := range s.shut() {
		failed = append(failed, seat.runner.Close(ctx))
	}
	return errors.Join(failed...)
}

// shut takes every instance out of the Supervisor's hands.
func (s *Supervisor) shut() []*seat {
	s.mu.Lock()
	defer s.mu.Unlock()
	var seats []*seat
	if s.current != nil {
		seats = append(seats, s.current)
	}
	for seat := range s.retired {
		seats = append(seats, seat)
	}
	s.current = nil
	clear(s.retired)
	s.become(PhaseClosed, s.state.Last)
	return seats
}
