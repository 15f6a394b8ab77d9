// Package retry says how long a driver waits before it repeats a read that the server rejects for now.
package retry

import "strconv"

const (
	mostTimes   = 8     // consecutive attempts
	mostSeconds = 60    // seconds before a single attempt
	mostInRow   = 240   // seconds before all consecutive attempts together
	second      = 1_000 // a second in milliseconds
)

// Patience says how long to wait before repeating a read that the server rejects for now: as long as the server asks,
// otherwise longer each time, and at most four minutes in total between two successes. The zero value is ready to use.
type Patience struct {
	times  int
	waited int64 // seconds
}

// Wait returns the milliseconds to wait before the next attempt. retryAfter is the response's Retry-After header. again
// is false once the server has rejected the read too often.
func (p *Patience) Wait(retryAfter string) (millis int64, again bool) {
	wait := int64(1) << p.times
	if seconds, err := strconv.ParseInt(retryAfter, 10, 32); err == nil {
		wait = max(0, seconds)
	}
	wait = min(wait, mostSeconds)
	if p.times == mostTimes || p.waited+wait > mostInRow {
		return 0, false
	}
	p.times++
	p.waited += wait
	return wait * second, true
}

// Reset starts over, after a read that the server answered.
func (p *Patience) Reset() { *p = Patience{} }
