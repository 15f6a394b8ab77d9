// SPEC: PLG-07
package plugin

import (
	"bytes"
	"context"
	"log/slog"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/driverhost/plugin/internal/hostile"
	"quarry/drivers/driver"
)

func TestAPanicIsAnErrorOfItsOperationAlone(t *testing.T) {
	rows := []struct{ name, object, message, sent string }{
		{"in the driver's code", "nilmap", "It stopped: assignment to entry in nil map", ""},
		{"while it holds something: that is given back", "panic-cleanup", "It stopped: assignment to entry in nil map", "GET /before,DELETE /held"},
		{"in a deferred call", "panic-defer", "It stopped: assignment to entry in nil map", "GET /before"},
	}
	for way, r := range runners(t) {
		for _, row := range rows {
			t.Run(way+": "+row.name, func(t *testing.T) {
				resume, other := waitingOperation(t, r)
				exec := &recorder{}
				_, err := page(t.Context(), r, behave(row.object, exec))
				e := failure(t, err)
				require.Equal(t, driver.Crashed, e.Kind)
				require.Equal(t, row.message, e.Message)
				require.Contains(t, e.Detail, "faults.go")
				require.False(t, e.Retry)
				require.Equal(t, row.sent, joined(exec.sent()))
				resume()
				require.Equal(t, response{text: "GET /one/3"}, <-other)
			})
		}
	}
}

func TestAConnThatWasKeptIsRefused(t *testing.T) {
	for way, r := range runners(t) {
		t.Run(way, func(t *testing.T) {
			_, err := page(t.Context(), r, behave("keep", echo))
			require.NoError(t, err)
			exec := &recorder{}
			_, err = page(t.Context(), r, behave("use-kept", exec))
			e := failure(t, err)
			require.Equal(t, driver.Crashed, e.Kind)
			require.Contains(t, e.Message, "a Conn was kept after its operation")
			require.Empty(t, exec.sent())
			got, err := page(t.Context(), r, sized("one", echo, 4, 0))
			require.NoError(t, err)
			require.Equal(t, "GET /one/4", got)
		})
	}
}

// TestADriverThatCannotGoOnIsEnded proves that a fault ends the instance, that the culprit and the bystanders get the
// right errors and that a new instance of the same module works.
func TestADriverThatCannotGoOnIsEnded(t *testing.T) {
	seconds := strconv.Itoa(int(shortLimit.Seconds()))
	rows := []struct {
		name, object string
		module       func() (*Module, error)
		message      string
	}{
		{"an endless loop", "loop", hastyModule, "It did not respond for " + seconds + " s and was stopped."},
		{"endless recursion", "recursion", sharedModule, "It stopped: stack overflow"},
		{"too much memory", "memory", sharedModule, "It exceeded its 64 MB memory limit and was stopped."},
		{"waiting for nobody", "deadlock", sharedModule, "It stopped: all goroutines are asleep - deadlock!"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			r := openHostile(t, row.module)
			resume, bystander := waitingOperation(t, r)
			_, err := page(t.Context(), r, behave(row.object, echo))
			culprit := failure(t, err)
			require.Equal(t, driver.Crashed, culprit.Kind)
			require.Equal(t, row.message, culprit.Message)
			require.False(t, culprit.Retry)
			require.LessOrEqual(t, len(culprit.Detail), detailLimit)
			resume()
			other := failure(t, (<-bystander).err)
			require.Equal(t, driver.Crashed, other.Kind)
			require.Equal(t, "The driver stopped during another operation. "+row.message, other.Message)
			require.True(t, other.Retry)
			require.True(t, other.Sent)
			_, err = page(t.Context(), r, behave("one", echo))
			require.True(t, failure(t, err).Retry)
			_, err = page(t.Context(), openHostile(t, row.module), behave("one", echo))
			require.NoError(t, err)
		})
	}
}

func TestAReadThatLostItsInstanceEndsAtOnce(t *testing.T) {
	r := openHostile(t, sharedModule)
	waiting := make(chan struct{})
	bystander := make(chan error)
	go func() {
		c := behave("one", execFunc(func(ctx context.Context, _ *driver.Step) []driver.Reply {
			close(waiting)
			<-ctx.Done()
			return []driver.Reply{{Err: ended(ctx)}}
		}))
		c.Read = true
		_, err := page(context.Background(), r, c)
		bystander <- err
	}()
	<-waiting
	_, err := page(t.Context(), r, behave("recursion", echo))
	require.Equal(t, driver.Crashed, failure(t, err).Kind)
	other := failure(t, <-bystander)
	require.Equal(t, driver.Crashed, other.Kind)
	require.True(t, other.Retry)
}

// TestWhatADriverSaidBeforeIsNotItsLastWord makes the driver write something like a panic in an earlier operation.
func TestWhatADriverSaidBeforeIsNotItsLastWord(t *testing.T) {
	r := openHostile(t, sharedModule)
	_, err := page(t.Context(), r, behave("noise", echo))
	require.NoError(t, err)
	_, err = page(t.Context(), r, behave("deadlock", echo))
	e := failure(t, err)
	require.Equal(t, "It stopped: all goroutines are asleep - deadlock!", e.Message)
	require.NotContains(t, e.Detail, "long ago")
}

func TestADriverThatCleansUpForEverIsEndedAtTheDeadline(t *testing.T) {
	r := openHostile(t, hastyModule)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	exec := &recorder{before: func(_ context.Context, n int, _ *driver.Step) {
		if n == 0 {
			cancel()
		}
	}}
	_, err := page(ctx, r, behave("deaf", exec))
	require.Equal(t, driver.Crashed, failure(t, err).Kind)
	require.Len(t, exec.sent(), 1+8)
}

func TestASlowCallIsLoggedWithoutItsArguments(t *testing.T) {
	var out bytes.Buffer
	m, err := compileHostile(Options{SlowCall: 1, Logger: slog.New(slog.NewTextHandler(&out, nil))})
	require.NoError(t, err)
	defer m.runtime.Close(t.Context())
	r, err := m.Open(t.Context())
	require.NoError(t, err)
	_, err = page(t.Context(), r, behave("one", echo))
	require.NoError(t, err)
	require.Contains(t, out.String(), "operation=page")
	require.Contains(t, out.String(), "call=1")
	require.NotContains(t, out.String(), "session")
	require.NotContains(t, out.String(), "/one")
}

func TestClosingARunnerEndsADriverThatDoesNotComeBack(t *testing.T) {
	m, err := sharedModule()
	require.NoError(t, err)
	r, err := m.Open(t.Context())
	require.NoError(t, err)
	looping := make(chan struct{})
	ended := make(chan error)
	go func() {
		_, err := page(context.Background(), r, behave("loop", execFunc(func(ctx context.Context, step *driver.Step) []driver.Reply {
			defer close(looping)
			return echo(ctx, step)
		})))
		ended <- err
	}()
	<-looping
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, r.Close(ctx), context.Canceled)
	require.Equal(t, driver.Cancelled, failure(t, <-ended).Kind)
}

func TestWhatADriverWritesIsBounded(t *testing.T) {
	b := &bounded{limit: 4}
	for _, s := range []string{"ab", "cdef", "g"} {
		n, err := b.Write([]byte(s))
		require.NoError(t, err)
		require.Equal(t, len(s), n)
	}
	require.Equal(t, "abcd", b.String())
	b.reset()
	require.Empty(t, b.String())
}

func TestTheNativeDriverIsTheOneOfTheModule(t *testing.T) {
	for _, r := range []Runner{Native(hostile.Driver{}), openHostile(t, sharedModule)} {
		d, err := Run[driver.Description](t.Context(), r, Call{Op: driver.OpDescribe})
		require.NoError(t, err)
		require.Equal(t, &driver.Description{ID: "hostile", Protocol: driver.Protocol}, d)
	}
}
