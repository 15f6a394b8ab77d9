// Package api holds the structs that are bound into the window, one for each screen. They decide nothing: each method
// takes one request, asks the backend and gives one result. Their types hold only texts, booleans, small integers,
// lists and structs, since anything else loses digits or breaks on its way through the webview.
package api

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"

	"quarry/drivers/driver"
)

// Calls knows the calls under way, so that one can be cancelled by the id that the page gave it.
type Calls struct {
	mu    sync.Mutex
	live  map[string]context.CancelFunc
	early []string // cancelled before they began, oldest first

	base context.Context
	stop context.CancelFunc
	log  *slog.Logger
}

// NewCalls gives a table without calls; a nil logger logs nothing.
func NewCalls(log *slog.Logger) *Calls {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	base, stop := context.WithCancel(context.Background())
	return &Calls{live: make(map[string]context.CancelFunc), base: base, stop: stop, log: log}
}

// CancelRequest names the call to cancel.
type CancelRequest struct {
	Call string `json:"call"`
}

// Nothing is a result without content.
type Nothing struct{}

// maxEarly is how many ids of calls that may still begin are remembered.
const maxEarly = 256

// Cancel cancels the call with that id. Calls reach the application in any order, so that one whose cancellation came
// first ends as soon as it begins. For a call that has ended already it does nothing.
func (c *Calls) Cancel(q CancelRequest) (Nothing, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if cancel := c.live[q.Call]; cancel != nil {
		cancel()
		return Nothing{}, nil
	}
	if q.Call != "" {
		c.early = append(c.early, q.Call)
		c.early = c.early[max(0, len(c.early)-maxEarly):]
	}
	return Nothing{}, nil
}

// Stop cancels everything that is under way, for the end of the application.
func (c *Calls) Stop() { c.stop() }

func (c *Calls) begin(id string) (context.Context, func()) {
	ctx, cancel := context.WithCancel(c.base)
	if id == "" {
		return ctx, cancel
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.live[id] = cancel
	if at := slices.Index(c.early, id); at >= 0 {
		c.early = slices.Delete(c.early, at, at+1)
		cancel()
	}
	return ctx, func() {
		c.mu.Lock()
		delete(c.live, id)
		c.mu.Unlock()
		cancel()
	}
}

// call runs f for a bound method: it makes a panic an error, since a panic would leave the page's promise open for
// ever, lets the page cancel it by id, and gives every error the form of [Failure].
func call[R any](c *Calls, id string, f func(ctx context.Context) (R, error)) (result R, err error) {
	ctx, end := c.begin(id)
	defer end()
	defer func() {
		if p := recover(); p != nil {
			stack := string(debug.Stack())
			c.log.Error("a bound method panicked", "panic", fmt.Sprint(p), "stack", stack)
			err = failure(&driver.Error{Kind: driver.Crashed, Message: "Quarry met an error of its own.", Detail: stack})
		}
	}()
	result, err = f(ctx)
	if err != nil {
		return result, failure(err)
	}
	return result, nil
}
