// Package api holds the structs that are bound to the window, one per screen. Each method takes one request, calls the
// backend and returns one result. Their types hold only strings, booleans, small integers, lists and structs: anything
// else loses digits or breaks on its way through the webview.
//
// Decisions:
//   - A page chooses a random name when it loads, and its call ids begin with it, so no id is used twice and the backend
//     knows which page opened a connection (pages.go). When a page is gone, everything it had open is closed. In the
//     window the first call of a new page ends the previous one. In a browser each tab is a page that reports every half
//     minute and counts as gone after minutes of silence; a pending request would take one of the browser's six
//     connections.
//   - Only the page knows what quitting would lose, so it is asked each time. The window's own thread never waits for it:
//     closing is refused, and the page closes the window later. A page that does not respond within three seconds has
//     crashed, and the window closes. The end of the user's session asks nobody.
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

// Calls holds the running calls, so that each can be cancelled by the id that the page chose.
type Calls struct {
	mu    sync.Mutex
	live  map[string]context.CancelFunc
	early []string // cancelled before they began, oldest first
	ended []string // finished, oldest first
	pages *pages

	base context.Context
	stop context.CancelFunc
	log  *slog.Logger
}

// NewCalls returns an empty table of calls; a nil logger logs nothing.
func NewCalls(log *slog.Logger) *Calls {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	base, stop := context.WithCancel(context.Background())
	nothing := func(context.Context, string, []string) {}
	return &Calls{live: make(map[string]context.CancelFunc), pages: newPages(false, nothing), base: base, stop: stop, log: log}
}

// CancelRequest names the call to cancel.
type CancelRequest struct {
	Call string `json:"call"`
}

// Nothing is a result without content.
type Nothing struct{}

// maxEarly and maxEnded limit how many ids are remembered of calls cancelled before they began, and of finished calls.
const (
	maxEarly = 256
	maxEnded = 1024
)

// Cancel cancels the call with that id. Calls can arrive in any order, so a call whose cancellation arrived first ends
// as soon as it begins. Cancelling a finished call has no effect, not even on a later call with the same id.
func (c *Calls) Cancel(q CancelRequest) (Nothing, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if cancel := c.live[q.Call]; cancel != nil {
		cancel()
		return Nothing{}, nil
	}
	if q.Call != "" && !slices.Contains(c.ended, q.Call) {
		c.early = append(c.early, q.Call)
		c.early = c.early[max(0, len(c.early)-maxEarly):]
	}
	return Nothing{}, nil
}

// cancelPage cancels all calls of a page.
func (c *Calls) cancelPage(page string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, cancel := range c.live {
		if pageOf(id) == page {
			cancel()
		}
	}
}

var errSameCall = &driver.Error{Kind: driver.Invalid, Message: "A call with the same id is running."}

// begin registers a call until end is called. It fails for a page that was replaced, and if a call with the same id is
// running, since a cancellation could mean either.
func (c *Calls) begin(id string) (ctx context.Context, end func(), err error) {
	ctx, cancel := context.WithCancel(c.base)
	if id == "" {
		return ctx, cancel, nil
	}
	if err := c.pages.saw(pageOf(id)); err != nil {
		cancel()
		return nil, nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.live[id] != nil {
		cancel()
		return nil, nil, errSameCall
	}
	c.live[id] = cancel
	c.ended = slices.DeleteFunc(c.ended, func(other string) bool { return other == id })
	if at := slices.Index(c.early, id); at >= 0 {
		c.early = slices.Delete(c.early, at, at+1)
		cancel()
	}
	return ctx, sync.OnceFunc(func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.live, id)
		c.ended = append(c.ended, id)
		c.ended = c.ended[max(0, len(c.ended)-maxEnded):]
		cancel()
	}), nil
}

// call runs f for a bound method, as run does.
func call[R any](c *Calls, id string, f func(ctx context.Context) (R, error)) (result R, err error) {
	err = c.run(id, func(ctx context.Context) (err error) {
		result, err = f(ctx)
		return err
	})
	return result, err
}

// run runs f for a bound method: it turns a panic, which would leave the page's promise pending forever, into an error,
// lets the page cancel f by id, and turns every error into a [Failure].
func (c *Calls) run(id string, f func(ctx context.Context) error) (err error) {
	ctx, end, err := c.begin(id)
	if err != nil {
		return failure(err)
	}
	defer end()
	defer func() {
		if p := recover(); p != nil {
			stack := string(debug.Stack())
			c.log.Error("a bound method panicked", "panic", fmt.Sprint(p), "stack", stack)
			err = failure(&driver.Error{Kind: driver.Crashed, Message: "Internal error in Quarry.", Detail: stack})
		}
	}()
	if err := f(ctx); err != nil {
		return failure(err)
	}
	return nil
}
