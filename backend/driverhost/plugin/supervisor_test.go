// SPEC: PLG-07
package plugin

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quarry/backend/driverhost/plugin/internal/hostile"
	"quarry/drivers/driver"
)

// clock is a clock that a test sets.
type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

// supervised is the hostile driver under a Supervisor that counts its starts.
type supervised struct {
	*Supervisor
	clock   clock
	starts  int
	changes []Phase
}

func supervise(t *testing.T) *supervised {
	t.Helper()
	m, err := sharedModule()
	require.NoError(t, err)
	s := &supervised{clock: clock{time.Unix(1700000000, 0)}}
	open := func(ctx context.Context) (Runner, error) {
		s.starts++
		return m.Open(ctx)
	}
	s.Supervisor = Supervise(open, SupervisorOptions{Now: s.clock.now, Changed: func(state State) { s.changes = append(s.changes, state.Phase) }})
	t.Cleanup(func() { require.NoError(t, s.Close(context.Background())) })
	return s
}

func (s *supervised) crashOnce(t *testing.T) {
	t.Helper()
	_, err := page(t.Context(), s, behave("deadlock", echo))
	require.Equal(t, driver.Crashed, failure(t, err).Kind)
}

func (s *supervised) works(t *testing.T) {
	t.Helper()
	got, err := page(t.Context(), s, sized("one", echo, 5, 0))
	require.NoError(t, err)
	require.Equal(t, "GET /one/5", got)
}

func TestADriverStartsAgainWithTheNextOperation(t *testing.T) {
	s := supervise(t)
	require.Equal(t, State{Phase: PhaseReady}, s.State())
	s.works(t)
	s.crashOnce(t)
	require.Equal(t, PhaseCrashed, s.State().Phase)
	require.Equal(t, "It stopped: all goroutines are asleep - deadlock!", s.State().Last.Message)
	s.works(t)
	require.Equal(t, PhaseReady, s.State().Phase)
	require.NotNil(t, s.State().Last)
	require.Equal(t, 2, s.starts)
	require.Equal(t, []Phase{PhaseCrashed, PhaseReady}, s.changes)
}

func TestADriverThatCrashesTooOftenWaitsForARestart(t *testing.T) {
	s := supervise(t)
	for range 4 {
		s.crashOnce(t)
	}
	require.Equal(t, PhaseStopped, s.State().Phase)
	_, err := page(t.Context(), s, behave("one", echo))
	e := failure(t, err)
	require.Equal(t, driver.Crashed, e.Kind)
	require.Equal(t, "It stopped: all goroutines are asleep - deadlock!", e.Message)
	require.Equal(t, "Restart the driver.", e.Hint)
	require.Equal(t, 4, s.starts)
	require.NoError(t, s.Restart(t.Context()))
	require.Equal(t, PhaseReady, s.State().Phase)
	require.Equal(t, 5, s.starts)
	s.works(t)
	for range 3 {
		s.crashOnce(t)
	}
	require.Equal(t, PhaseCrashed, s.State().Phase)
	s.crashOnce(t)
	require.Equal(t, PhaseStopped, s.State().Phase)
	s.clock.at = s.clock.at.Add(time.Hour)
	_, err = page(t.Context(), s, behave("one", echo))
	require.Equal(t, "Restart the driver.", failure(t, err).Hint)
}

func TestCrashesThatLieFarApartDoNotStopADriver(t *testing.T) {
	s := supervise(t)
	for range 6 {
		s.crashOnce(t)
		s.clock.at = s.clock.at.Add(restartWindow / 3)
	}
	require.Equal(t, PhaseCrashed, s.State().Phase)
	s.works(t)
}

func TestAReadThatFellWithAnotherOperationIsRunAgain(t *testing.T) {
	rows := []struct {
		name string
		read bool
		runs int
	}{
		{"a read", true, 2},
		{"a write", false, 1},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			s := supervise(t)
			waiting := make(chan context.Context, 2)
			resume := make(chan struct{})
			runs := 0
			c := sized("one", execFunc(func(ctx context.Context, step *driver.Step) []driver.Reply {
				if runs++; runs == 1 {
					waiting <- ctx
					<-resume
				}
				return echo(ctx, step)
			}), 6, 0)
			c.Read = row.read
			other := make(chan response)
			go func() {
				text, err := page(context.Background(), s, c)
				other <- response{text, err}
			}()
			<-waiting
			s.crashOnce(t)
			close(resume)
			got := <-other
			require.Equal(t, row.runs, runs)
			if row.read {
				require.NoError(t, got.err)
				require.Equal(t, "GET /one/6", got.text)
				return
			}
			e := failure(t, got.err)
			require.Equal(t, driver.Crashed, e.Kind)
			require.True(t, e.Sent)
		})
	}
}

func TestTheCulpritIsNotRunAgain(t *testing.T) {
	s := supervise(t)
	c := behave("deadlock", echo)
	c.Read = true
	_, err := page(t.Context(), s, c)
	require.Equal(t, driver.Crashed, failure(t, err).Kind)
	require.Equal(t, 1, s.starts)
}

func TestAnInstanceThatAPanicSpoiledDrainsAndIsReplaced(t *testing.T) {
	s := supervise(t)
	resume, other := waitingOperation(t, s)
	old := s.current.runner.(*guest)
	_, err := page(t.Context(), s, behave("nilmap", echo))
	require.Equal(t, "It stopped: assignment to entry in nil map", failure(t, err).Message)
	s.works(t)
	require.Equal(t, 2, s.starts)
	require.False(t, old.in.module.IsClosed())
	resume()
	require.Equal(t, response{text: "GET /one/3"}, <-other)
	s.works(t)
	require.True(t, old.in.module.IsClosed())
	require.Equal(t, PhaseReady, s.State().Phase)
}

func TestAnIdleInstanceThatGrewIsReplaced(t *testing.T) {
	s := supervise(t)
	resume, other := waitingOperation(t, s)
	_, err := page(t.Context(), s, behave("hoard", echo))
	require.NoError(t, err)
	s.works(t)
	require.Equal(t, 1, s.starts)
	resume()
	require.NoError(t, (<-other).err)
	s.works(t)
	require.Equal(t, 2, s.starts)
	s.works(t)
	require.Equal(t, 2, s.starts)
}

func TestADriverThatDoesNotStartIsStoppedAfterAFewTries(t *testing.T) {
	tries := 0
	s := Supervise(func(context.Context) (Runner, error) {
		tries++
		return nil, errors.New("no room")
	}, SupervisorOptions{})
	for range 6 {
		_, err := s.Run(t.Context(), Call{Op: driver.OpDescribe})
		e := failure(t, err)
		require.Equal(t, driver.Crashed, e.Kind)
		require.Equal(t, "It failed to start: no room", e.Message)
	}
	require.Equal(t, 4, tries)
	require.Error(t, s.Restart(t.Context()))
	require.Equal(t, 5, tries)
}

func TestAClosedSupervisorCancelsWhatIsUnderWay(t *testing.T) {
	s := supervise(t)
	reading := make(chan struct{})
	exec := &recorder{before: func(ctx context.Context, n int, _ *driver.Step) {
		if n == 1 {
			close(reading)
			<-ctx.Done()
		}
	}}
	ended := make(chan error)
	go func() {
		_, err := page(context.Background(), s, sized("chain", exec, 0, 5))
		ended <- err
	}()
	<-reading
	closed := make(chan error)
	go func() { closed <- s.Close(context.Background()) }()
	require.Equal(t, driver.Cancelled, failure(t, <-ended).Kind)
	require.NoError(t, <-closed)
	require.Equal(t, "POST /held,GET /chain/0,DELETE /held", joined(exec.sent()))
	require.Equal(t, PhaseClosed, s.State().Phase)
	_, err := s.Run(t.Context(), Call{Op: driver.OpDescribe})
	require.Equal(t, driver.Cancelled, failure(t, err).Kind)
	require.Error(t, s.Restart(t.Context()))
}

func TestARestartLeavesWhatIsUnderWayToItsEnd(t *testing.T) {
	s := supervise(t)
	resume, other := waitingOperation(t, s)
	require.NoError(t, s.Restart(t.Context()))
	s.works(t)
	resume()
	require.Equal(t, response{text: "GET /one/3"}, <-other)
	require.Equal(t, 2, s.starts)
}

func TestASupervisorRunsANativeDriverToo(t *testing.T) {
	s := Supervise(func(context.Context) (Runner, error) { return runners(t)["native"], nil }, SupervisorOptions{})
	got, err := page(t.Context(), s, sized("one", echo, 1, 0))
	require.NoError(t, err)
	require.Equal(t, "GET /one/1", got)
	require.NoError(t, s.Close(t.Context()))
}

// slowStart is a Supervisor whose instances start only when the test allows it.
type slowStart struct {
	*Supervisor
	starting chan struct{} // receives one value when an instance begins to start
	outcome  chan error    // how the start ends; nil starts the hostile driver
}

func startSlowly(t *testing.T) *slowStart {
	t.Helper()
	s := &slowStart{starting: make(chan struct{}), outcome: make(chan error)}
	s.Supervisor = Supervise(func(context.Context) (Runner, error) {
		s.starting <- struct{}{}
		if err := <-s.outcome; err != nil {
			return nil, err
		}
		return Native(hostile.Driver{}), nil
	}, SupervisorOptions{})
	t.Cleanup(func() { require.NoError(t, s.Close(context.Background())) })
	return s
}

// run runs an operation in its own goroutine.
func (s *slowStart) run(ctx context.Context) chan error {
	ended := make(chan error, 1)
	go func() {
		_, err := page(ctx, s, sized("one", echo, 5, 0))
		ended <- err
	}()
	return ended
}

func TestACancelledOperationDoesNotWaitForItsDriverToStart(t *testing.T) {
	s := startSlowly(t)
	first, cancelFirst := context.WithCancel(t.Context())
	second, cancelSecond := context.WithCancel(t.Context())
	one := s.run(first)
	<-s.starting
	two, three := s.run(second), s.run(t.Context())
	cancelSecond()
	require.Equal(t, driver.Cancelled, failure(t, <-two).Kind)
	cancelFirst()
	require.Equal(t, driver.Cancelled, failure(t, <-one).Kind, "it began the start, which continues for the others")
	s.outcome <- nil
	require.NoError(t, <-three)
	require.NoError(t, <-s.run(t.Context()), "the instance that was started is used again")
	require.Equal(t, PhaseReady, s.State().Phase)
}

func TestAnOperationThatIsCancelledAlreadyStartsNoDriver(t *testing.T) {
	s := supervise(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := page(ctx, s, behave("one", echo))
	require.Equal(t, driver.Cancelled, failure(t, err).Kind)
	require.NoError(t, s.Close(t.Context()))
	require.Zero(t, s.starts)
}

func TestACancelledRestartDoesNotWaitForItsDriverToStart(t *testing.T) {
	s := startSlowly(t)
	ctx, cancel := context.WithCancel(t.Context())
	restarted := make(chan error, 1)
	go func() { restarted <- s.Restart(ctx) }()
	<-s.starting
	cancel()
	require.Equal(t, driver.Cancelled, failure(t, <-restarted).Kind)
	s.outcome <- nil
	require.NoError(t, <-s.run(t.Context()))
}

func TestAClosedSupervisorStaysClosedHoweverAStartEnds(t *testing.T) {
	for name, outcome := range map[string]error{"it failed": errors.New("no room"), "it succeeded": nil} {
		t.Run(name, func(t *testing.T) {
			s := startSlowly(t)
			ended := s.run(t.Context())
			<-s.starting
			require.NoError(t, s.Close(t.Context()))
			s.outcome <- outcome
			require.Equal(t, driver.Cancelled, failure(t, <-ended).Kind)
			require.Equal(t, PhaseClosed, s.State().Phase)
			require.Equal(t, driver.Cancelled, failure(t, <-s.run(t.Context())).Kind)
		})
	}
}

func TestAPanicWhileADriverStartsCountsAsACrash(t *testing.T) {
	s := Supervise(func(context.Context) (Runner, error) { panic("no machine") }, SupervisorOptions{})
	_, err := page(t.Context(), s, behave("one", echo))
	require.Equal(t, "It failed to start: no machine", failure(t, err).Message)
	require.Equal(t, PhaseCrashed, s.State().Phase)
}
