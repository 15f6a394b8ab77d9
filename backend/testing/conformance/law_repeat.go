package conformance

import (
	"context"
	"slices"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/transport"
	"quarry/backend/driverhost/plugin"
	"quarry/drivers/driver"
)

// repeatsSafely: every request that the driver marks as repeatable is a read in the manifest. If the engine gets each
// of them twice, as can happen when a connection breaks before a response begins, every operation works as before, the
// pages show the same rows, and nothing more stays open.
func repeatsSafely(t T, s *stand) {
	table, c := s.reads(t), s.connect(t)
	before := s.held(t)
	engine := s.engine(t)
	c.wire.to(engine)
	whole := c.tour(t)
	all := c.wire.requests()
	requireReads(t, table, slices.DeleteFunc(all, func(r driver.Request) bool { return !r.RepeatIfBroken }))
	again := &repeater{next: engine}
	c.wire.to(again)
	for i, stop := range c.tour(t) {
		require.Equalf(t, whole[i].ran.err == nil, stop.ran.err == nil, "%s: %v\n%s", stop.what, stop.ran.err, stop.ran.log)
	}
	for _, o := range s.subject.Target.Objects {
		c.wire.to(engine)
		v := c.view(t, o)
		count := c.count(t, v)
		size := max(1, count/4)
		once := names(c.walk(t, v, nil, size, 2*count+1))
		c.wire.to(again)
		var state []byte
		for from := 0; from < count; from += size {
			result, some := v.page(t, c.run(t.Context(), v.pageCall(nil, int64(from), size, state), nil))
			require.Equalf(t, once[from:min(count, from+size)], names(some), "%s, row %d: rows are missing, or another order", o.Name, from)
			state = result.State
		}
		c.release(t, state)
	}
	require.Equal(t, before, s.held(t), "the engine holds more or less than before")
}

// repeater sends each repeatable request twice and returns the second response.
type repeater struct{ next plugin.RequestSender }

// Do implements [plugin.RequestSender].
func (w *repeater) Do(ctx context.Context, r *driver.Request) (*transport.Response, error) {
	if r.RepeatIfBroken {
		_, _ = w.next.Do(ctx, r) // the response that is lost
	}
	return w.next.Do(ctx, r)
}

// Stream implements [plugin.Streamer].
func (w *repeater) Stream(ctx context.Context, r *driver.Request) (*transport.StreamResponse, error) {
	if r.RepeatIfBroken {
		_, _ = wholly(ctx, w.next, r)
	}
	return streamed(ctx, w.next, r)
}
