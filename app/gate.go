package main

import "sync"

// gate keeps the process from ending in the middle of some work. The windowing library may close the window twice, as
// after a signal, and the process ends after the first time.
type gate struct {
	mu     sync.Mutex
	closed bool
}

// do does the work, unless the gate is closed.
func (g *gate) do(work func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.closed {
		work()
	}
}

// close waits for the work that is being done, and lets nothing else begin.
func (g *gate) close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.closed = true
}
