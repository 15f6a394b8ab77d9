package conformance

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"strconv"
	"sync"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/transport"
	"quarry/backend/driverhost/plugin"
	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
)

// seedVariable is the environment variable for repeating a run with the same random choices.
const seedVariable = "QUARRY_SEED"

// drawn returns a random generator and its seed.
func drawn(t T) (*rand.Rand, uint64) {
	t.Helper()
	seed := rand.Uint64()
	if given := os.Getenv(seedVariable); given != "" {
		var err error
		seed, err = strconv.ParseUint(given, 10, 64)
		require.NoErrorf(t, err, "%s", seedVariable)
	}
	t.Logf("%s=%d repeats what is drawn at random here", seedVariable, seed)
	return rand.New(rand.NewPCG(seed, seed)), seed //nolint:gosec // it draws trials, not secrets
}

// mishap is something that happens to one request on its way to the engine, or to its response on the way back.
type mishap struct {
	name string
	// partial means that the response arrives well formed but without some of its rows.
	partial bool
	// stays means that it also happens to every later request of the operation.
	stays bool
	// gone means that no later request of the operation reaches the engine, not even one that closes something.
	gone bool
	// befall replaces the engine. ask sends the request to the real one; leave cancels the operation, and returns once
	// the operation has noticed.
	befall func(ask func() (*transport.Response, error), leave func()) (*transport.Response, error)
}

// answerLost is the name of the mishap after which nobody knows whether the request took effect.
const answerLost = "its response is lost"

// mishaps returns all mishaps that are possible on a target.
func mishaps(s *Subject) []mishap {
	all := []mishap{
		{name: "cancelled before it is sent", befall: func(_ func() (*transport.Response, error), leave func()) (*transport.Response, error) {
			leave()
			return nil, driver.ErrCancelled
		}},
		{name: "cancelled while the engine answers", befall: func(ask func() (*transport.Response, error), leave func()) (*transport.Response, error) {
			_, _ = ask()
			leave()
			return nil, driver.ErrCancelled
		}},
		{name: "cancelled when the response has arrived", befall: func(ask func() (*transport.Response, error), leave func()) (*transport.Response, error) {
			defer leave()
			return ask()
		}},
		{name: "it never reaches the engine", befall: func(func() (*transport.Response, error), func()) (*transport.Response, error) {
			return nil, &driver.Error{Kind: driver.Connect, Message: "connection refused"}
		}},
		{name: answerLost, befall: loses(driver.Connect, "connection reset")},
		{name: "its response is lost and the connection gone", gone: true, befall: loses(driver.Connect, "connection reset")},
		{name: "its response is late", befall: loses(driver.Timeout, "no response within the time set")},
		{name: "its response is cut", befall: func(ask func() (*transport.Response, error), _ func()) (*transport.Response, error) {
			response, err := ask()
			if err != nil || len(response.Body) == 0 {
				return response, err
			}
			return &transport.Response{Status: response.Status, Header: response.Header, Body: response.Body[:len(response.Body)/2]}, nil
		}},
		{name: "it is refused for now", befall: refuses(s.refusal(http.StatusTooManyRequests, "the harbour is full"), http.Header{"Retry-After": {"1"}})},
		{name: "the engine is not ready", befall: refuses(s.refusal(http.StatusServiceUnavailable, "the harbour opens at eight"), nil)},
		{name: "a gateway answers in its place", befall: refuses(reply{http.StatusBadGateway, "text/html", page}, nil)},
	}
	for i, partial := range s.Target.Partial {
		name := fmt.Sprintf("some rows are missing from its response (%d)", i)
		all = append(all, mishap{name: name, partial: true, befall: misses(partial)},
			mishap{name: name + " and from those that follow", partial: true, stays: true, befall: misses(partial)})
	}
	return append(all, mishap{name: "its response has nothing in it", befall: misses(func([]byte) []byte { return []byte("{}") })})
}

// misses sends the request and removes part of the response.
func misses(partial func([]byte) []byte) func(func() (*transport.Response, error), func()) (*transport.Response, error) {
	return func(ask func() (*transport.Response, error), _ func()) (*transport.Response, error) {
		response, err := ask()
		if err != nil || response.Status >= http.StatusMultipleChoices {
			return response, err
		}
		body := partial(response.Body)
		return &transport.Response{Status: response.Status, Header: response.Header, Body: body}, nil
	}
}

// loses sends the request and discards the response.
func loses(kind driver.Kind, message string) func(func() (*transport.Response, error), func()) (*transport.Response, error) {
	return func(ask func() (*transport.Response, error), _ func()) (*transport.Response, error) {
		_, _ = ask()
		return nil, &driver.Error{Kind: kind, Message: message, Sent: true}
	}
}

// refuses responds in place of the engine, which does not receive the request.
func refuses(r reply, headers http.Header) func(func() (*transport.Response, error), func()) (*transport.Response, error) {
	all := http.Header{"Content-Type": {r.kind}}
	for name, values := range headers {
		all[name] = values
	}
	return func(func() (*transport.Response, error), func()) (*transport.Response, error) {
		return &transport.Response{Status: r.status, Header: all, Body: []byte(r.body)}, nil
	}
}

// ordeal is one mishap and the number of the operation's request that it happens to, not counting clean-up requests.
type ordeal struct {
	mishap mishap
	at     int
}

func (o ordeal) String() string { return fmt.Sprintf("request %d: %s", o.at, o.mishap.name) }

// faulty is a sender with at most one mishap per operation.
type faulty struct {
	subject *Subject
	next    plugin.RequestSender

	mu      sync.Mutex
	ordeal  *ordeal                 // for the current operation, nil for none
	numbers map[*driver.Request]int // number of each request
	counted int
	befell  bool // the mishap happened
	leave   context.CancelFunc
	lost    []*transport.Response // responses from the engine that did not arrive unchanged
	unsent  [][]byte              // requests that would have closed something
}

// begin prepares the sender for an operation. leave cancels the operation on the caller's behalf.
func (f *faulty) begin(o *ordeal, leave context.CancelFunc) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ordeal, f.numbers, f.counted, f.befell, f.leave = o, map[*driver.Request]int{}, 0, false, leave
}

// happened reports whether the current operation's mishap has happened.
func (f *faulty) happened() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.befell
}

// counting is an executor that numbers an operation's requests in the order of its steps: requests of one step are sent
// at once, in any order.
type counting struct {
	faulty *faulty
	next   plugin.Executor
}

// Exec implements [plugin.Executor].
func (c counting) Exec(ctx context.Context, step *driver.Step) []driver.Reply {
	c.faulty.mu.Lock()
	for i := range step.Sends {
		r := &step.Sends[i].Request
		if step.Cleanup {
			delete(c.faulty.numbers, r) // a step can have the same address as the previous one
			continue
		}
		c.faulty.numbers[r] = c.faulty.counted
		c.faulty.counted++
	}
	c.faulty.mu.Unlock()
	return c.next.Exec(ctx, step)
}

func (f *faulty) around(next plugin.Executor) plugin.Executor { return counting{f, next} }

// Do implements [plugin.RequestSender].
func (f *faulty) Do(ctx context.Context, r *driver.Request) (*transport.Response, error) {
	return f.send(ctx, r, f.next.Do)
}

// Stream implements [plugin.Streamer].
func (f *faulty) Stream(ctx context.Context, r *driver.Request) (*transport.StreamResponse, error) {
	return asStream(f.send(ctx, r, func(ctx context.Context, r *driver.Request) (*transport.Response, error) {
		return wholly(ctx, f.next, r)
	}))
}

// send sends a request with do, unless a mishap happens to it.
func (f *faulty) send(ctx context.Context, r *driver.Request, do senderFunc) (*transport.Response, error) {
	f.mu.Lock()
	n, counted := f.numbers[r]
	o, leave := f.ordeal, f.leave
	if o != nil && o.mishap.gone && f.befell {
		if !counted {
			f.unsent = append(f.unsent, wire.Append(nil, r)) // encoded, because the request's memory belongs to the operation
		}
		f.mu.Unlock()
		return nil, &driver.Error{Kind: driver.Connect, Message: "connection refused"}
	}
	if !counted || o == nil || n < o.at || n > o.at && !o.mishap.stays {
		f.mu.Unlock()
		return do(ctx, r)
	}
	f.befell = true
	f.mu.Unlock()
	ask := func() (*transport.Response, error) {
		response, err := do(context.WithoutCancel(ctx), r)
		if err == nil && response.Status < http.StatusMultipleChoices {
			f.mu.Lock()
			f.lost = append(f.lost, response)
			f.mu.Unlock()
		}
		return response, err
	}
	return o.mishap.befall(ask, func() { leave(); <-ctx.Done() })
}

// giveUp closes what the driver could not close: what the engine opened for responses that never arrived, and what was
// open while the connection was gone.
func (f *faulty) giveUp(t T) {
	t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	ctx := context.WithoutCancel(t.Context())
	for _, text := range f.unsent {
		var r driver.Request
		require.NoError(t, wire.Decode(string(text), &r))
		response, err := f.next.Do(ctx, &r)
		require.NoError(t, err)
		require.Truef(t, response.Status < http.StatusMultipleChoices || response.Status == http.StatusNotFound, "%s: status %d: %s", line(r), response.Status, response.Body)
	}
	for _, response := range f.lost {
		if f.subject.Target.Lost != nil {
			require.NoError(t, f.subject.Target.Lost(ctx, response.Body))
		}
	}
	f.unsent, f.lost = nil, nil
}
