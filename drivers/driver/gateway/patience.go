package gateway

import "strconv"

const (
	mostTimes   = 8     // that a read is put off in a row
	mostSeconds = 60    // before one of them
	mostInRow   = 240   // seconds before all of them in a row
	second      = 1_000 // in milliseconds
)

// Patience says how long to wait before a read that the server rejects for now is sent again: as long as the server asks
// for, else longer each time, and no more than four minutes in a row. The zero value is ready to use.
type Patience struct {
	times  int
	waited int64 // seconds
}

// Wait returns the milliseconds to wait before the next attempt. retryAfter is the response's header of that name. False
// is a server that rejected too often.
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

// Reset forgets what was waited, after a read that was answered.
func (p *Patience) Reset() { *p = Patience{} }
