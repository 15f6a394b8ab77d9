package plugin

import (
	"context"
	"sync"
)

// cancels is a set of contexts that can be cancelled together.
type cancels struct {
	mu   sync.Mutex
	next int
	each map[int]context.CancelFunc
}

func newCancels() *cancels { return &cancels{each: make(map[int]context.CancelFunc)} }

// add returns a new context of the set and a function that cancels and removes it.
func (c *cancels) add(parent context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancel(parent)
	c.mu.Lock()
	defer c.mu.Unlock()
	id := c.next
	c.next++
	c.each[id] = cancel
	return ctx, func() { c.remove(id) }
}

func (c *cancels) remove(id int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.each[id]()
	delete(c.each, id)
}

// all cancels every context of the set.
func (c *cancels) all() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, cancel := range c.each {
		cancel()
	}
}
