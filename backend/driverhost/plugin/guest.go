package plugin

import (
	"context"
	"errors"
	"sync/atomic"

	"quarry/drivers/driver"
)

// errIgnored is the reason for ending an instance whose driver continues an operation that it was told to drop.
var errIgnored = errors.New("it ignored the end of an operation")

// guest is the Runner over one instance of a module.
type guest struct {
	in       *instance
	live     *live
	next     atomic.Uint32
	poisoned atomic.Bool // the driver recovered from a panic: the state of its package variables is unknown
	reading  *cancels    // read-only operations: they end as soon as the instance does
}

func newGuest(in *instance) *guest {
	return &guest{in: in, live: newLive(), reading: newCancels()}
}

func (g *guest) Run(ctx context.Context, c Call) ([]byte, error) {
	ctx, leave, err := g.live.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	if c.Read {
		var forget func()
		ctx, forget = g.reading.add(ctx)
		defer forget()
	}
	o := newOperation(ctx, &c, g.in.options.CleanupLimit, g.in.options.MaxSteps)
	defer func() { o.release() }()
	return g.run(o, g.next.Add(1))
}

// run resumes one operation until it ends.
func (g *guest) run(o *operation, id uint32) ([]byte, error) {
	start := o.call.start()
	o.call.Log.add(EntryStart, start)
	for call, input := driver.CallStart, start; ; {
		out, raw, err := g.call(o, call, id, input)
		switch {
		case err != nil:
			return nil, err
		case out.End != nil:
			return g.end(o, out.End, raw)
		case o.allows(out.Step):
			call, input = o.carry(out.Step, []byte(raw))
		case call != driver.CallDrop:
			call, input = driver.CallDrop, nil
		default:
			crash := g.kill(errIgnored)
			if o.refused != nil {
				return nil, o.refused
			}
			return nil, crash.culprit(o.sent)
		}
	}
}

// call makes one call into the instance. If that kills the instance, it cancels the read-only operations.
func (g *guest) call(o *operation, kind driver.Call, id uint32, input []byte) (*driver.Output, string, error) {
	out, raw, crash, own := g.in.call(o.ctx, o.call.Op, kind, id, input)
	switch {
	case crash == nil:
		return out, raw, nil
	case own && g.live.isClosed():
		return nil, "", errClosed()
	case own:
		g.reading.all()
		return nil, "", crash.culprit(o.sent)
	}
	return nil, "", crash.bystander(o.sent)
}

func (g *guest) end(o *operation, end *driver.End, raw string) ([]byte, error) {
	if end.Err != nil && end.Err.Kind == driver.Crashed {
		g.poisoned.Store(true)
	}
	return o.end(end, []byte(raw))
}

// kill ends the instance on the host's initiative.
func (g *guest) kill(err error) *Crash {
	g.in.mu.Lock()
	defer g.in.mu.Unlock()
	if g.in.dead == nil {
		g.in.die(err)
	}
	g.reading.all()
	return g.in.dead
}

// Close cancels running operations and frees the instance. An operation that has not ended when ctx is done is
// abandoned.
func (g *guest) Close(ctx context.Context) error {
	err := g.live.close(ctx)
	g.in.close(ctx)
	return err
}

// crash returns why the instance ended, or nil while it runs.
func (g *guest) crash() *Crash {
	g.in.mu.Lock()
	defer g.in.mu.Unlock()
	return g.in.dead
}

// stale reports whether a new instance should replace this one, and whether that can wait until it is idle.
func (g *guest) stale() (stale, canWait bool) {
	if g.poisoned.Load() {
		return true, false
	}
	return g.in.used.Load() > staleMemory, true
}
