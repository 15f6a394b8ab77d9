package plugin

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
)

// apart runs every operation in its own instance.
type apart struct{ *supervised }

// Run implements [Runner].
func (a apart) Run(ctx context.Context, c Call) ([]byte, error) { return a.Alone(ctx, c) }

func TestAnOperationInAnInstanceOfItsOwnFallsAlone(t *testing.T) {
	s := supervise(t)
	resume, other := waitingOperation(t, apart{s})
	s.crashOnce(t)
	resume()
	require.Equal(t, response{text: "GET /one/3"}, <-other, "a crash of the connection's driver leaves it alone")

	s = supervise(t)
	resume, other = waitingOperation(t, s)
	_, err := page(t.Context(), apart{s}, behave("deadlock", echo))
	require.Equal(t, driver.Crashed, failure(t, err).Kind)
	require.Equal(t, PhaseReady, s.State().Phase, "and its own leaves the connection alone")
	resume()
	require.NoError(t, (<-other).err)
	require.Equal(t, 2, s.starts)
	require.Empty(t, s.retired, "its instance is freed")
}

func TestAClosedSupervisorCancelsAnOperationInAnInstanceOfItsOwn(t *testing.T) {
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
		_, err := page(context.Background(), apart{s}, sized("chain", exec, 0, 5))
		ended <- err
	}()
	<-reading
	closed := make(chan error)
	go func() { closed <- s.Close(context.Background()) }()
	require.Equal(t, driver.Cancelled, failure(t, <-ended).Kind)
	require.NoError(t, <-closed)
	require.Equal(t, "POST /held,GET /chain/0,DELETE /held", joined(exec.sent()))
	_, err := page(t.Context(), apart{s}, behave("one", echo))
	require.Equal(t, driver.Cancelled, failure(t, err).Kind)
}
