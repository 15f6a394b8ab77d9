package session

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session/sessiontest"
	"quarry/drivers/driver"
)

func TestClosingLetsEveryFeatureReleaseWhatItHasWhileTheDriverWorks(t *testing.T) {
	server := record(t, sessiontest.AsFragile)
	table := New(drivers{t})
	s := opened(t, table, to("fragile", server.Address, nil), nil)
	begun := map[string]chan struct{}{"a": make(chan struct{}), "b": make(chan struct{})}
	errs := make(chan error, len(begun))
	for state, other := range map[string]string{"a": "b", "b": "a"} {
		require.NoError(t, s.OnClose(func(ctx context.Context) {
			close(begun[state])
			select { // they run at once: each waits for the other
			case <-begun[other]:
			case <-ctx.Done():
			}
			_, err := Run[driver.Empty](ctx, s, driver.OpRelease, &driver.ReleaseArgs{State: []byte(state)}, nil)
			errs <- err
		}))
	}
	server.Forget()
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	_ = table.Close(gone, s.ID) // even if the user has moved on and nobody waits for the driver
	require.NoError(t, <-errs)
	require.NoError(t, <-errs)
	require.ElementsMatch(t, []string{"DELETE /held/a", "DELETE /held/b"}, server.Sent())

	err := s.OnClose(func(context.Context) { t.Error("it was called after the session had closed") })
	require.ErrorIs(t, err, ErrClosed)
}
