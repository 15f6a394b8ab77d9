// SPEC: EXP-08
package retry

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// waits returns the waits for a server that rejects every read.
func waits(p *Patience, retryAfter string) []int64 {
	var all []int64
	for {
		millis, again := p.Wait(retryAfter)
		if !again {
			return all
		}
		all = append(all, millis)
	}
}

func TestAServerIsWaitedForLongerEachTimeAndNotForEver(t *testing.T) {
	for retryAfter, want := range map[string][]int64{
		"":     {1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000},
		"soon": {1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000},
		"7":    {7000, 7000, 7000, 7000, 7000, 7000, 7000, 7000},
		"3600": {60_000, 60_000, 60_000, 60_000},
		"0":    {0, 0, 0, 0, 0, 0, 0, 0},
		"-5":   {0, 0, 0, 0, 0, 0, 0, 0},
	} {
		var p Patience
		require.Equal(t, want, waits(&p, retryAfter), retryAfter)
		p.Reset()
		require.Equal(t, want, waits(&p, retryAfter), retryAfter)
	}
}
