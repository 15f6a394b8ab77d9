package plugin

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

func TestADriverIsStoppedByTheProcessorTimeThatTheApplicationGets(t *testing.T) {
	tests := []struct {
		name  string
		share float64 // of a processor
		after time.Duration
	}{
		{"on a machine with nothing else to do", 1, 5 * time.Second},
		{"with other work in the application", 1.9, 5 * time.Second},
		{"on a machine that is half as busy with other programs", 0.5, 10 * time.Second},
		{"on a machine that hardly gets to it", 0.01, 30 * time.Second},
		{"on a system that does not say", 0, 30 * time.Second},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				started := time.Now()
				used := func() time.Duration { return time.Duration(float64(time.Since(started)) * test.share) }
				ctx, cancel := withDeadline(t.Context(), 5*time.Second, used)
				defer cancel()
				require.NoError(t, ctx.Err())
				<-ctx.Done()
				require.InDelta(t, test.after, time.Since(started), float64(300*time.Millisecond))
				require.Equal(t, context.DeadlineExceeded, ctx.Err())
			})
		})
	}
}

func TestACallThatEndsInTimeHasNoDeadlineLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := withDeadline(t.Context(), time.Second, func() time.Duration { return 0 })
		cancel()
		time.Sleep(time.Minute)
		require.Equal(t, context.Canceled, ctx.Err())
	})
}

func TestTheProcessorTimeOfTheApplicationGrowsWithItsWork(t *testing.T) {
	before := processorTime()
	sum := 0
	for processorTime() == before {
		for n := range 1_000_000 {
			sum += n
		}
	}
	require.Greater(t, processorTime(), before, sum)
}
