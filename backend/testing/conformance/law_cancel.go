package conformance

import (
	"context"
	"errors"
	"slices"

	"github.com/stretchr/testify/require"

	"quarry/backend/driverhost/plugin"
	"quarry/drivers/driver"
)

// moment is when an operation is cancelled: while one of its steps is running, so that no response arrives, or after
// the step's responses have arrived.
type moment struct {
	step     int
	answered bool
}

// watch is an executor that cancels at one moment and records the requests.
type watch struct {
	next   plugin.Executor
	cancel context.CancelFunc
	at     moment
	steps  []*driver.Step
}

// Exec implements [plugin.Executor].
func (w *watch) Exec(ctx context.Context, step *driver.Step) []driver.Reply {
	n := len(w.steps)
	w.steps = append(w.steps, step)
	switch {
	case n != w.at.step:
		return w.next.Exec(ctx, step)
	case w.at.answered:
		defer w.cancel()
		return w.next.Exec(context.WithoutCancel(ctx), step)
	}
	w.cancel()
	replies := make([]driver.Reply, step.Size())
	for i := range replies {
		replies[i].Err = driver.ErrCancelled
	}
	return replies
}

// ordinary counts the steps from a number on that are not clean-up: those not marked as such, and those that read rows
// or a schema.
func ordinary(steps []*driver.Step, from int) int {
	n := 0
	for _, step := range steps[min(from, len(steps)):] {
		if !step.Cleanup || slices.ContainsFunc(step.Sends, reads) {
			n++
		}
	}
	return n
}

func reads(s driver.Send) bool {
	return s.Verb == driver.Rows || s.Verb == driver.Fields || s.Verb == driver.Lines
}

// endsCancelled: an operation that is cancelled before its first request, during one, between two or after the last
// ends with kind cancelled, sends nothing more except clean-up and leaves nothing open on the engine; the instance
// continues to work.
func endsCancelled(t T, s *stand) {
	c := s.connect(t)
	v := c.view(t, s.subject.Target.Objects[0])
	for _, p := range v.cancellable(t, c) {
		steps := s.steps(t, c, p)
		require.NotEmptyf(t, steps, "%s sends nothing", p.what)
		s.cancelBefore(t, c, p)
		for n, step := range steps {
			if step.Cleanup {
				continue
			}
			s.cancelAt(t, c, p, moment{n, false}, steps)
			s.cancelAt(t, c, p, moment{n, true}, steps)
		}
	}
}

// patient is an operation to cancel. before returns the state that it starts with, and make the call.
type patient struct {
	what   string
	before func() []byte
	make   func(state []byte) call
}

func (v *view) cancellable(t T, c *connection) []patient {
	t.Helper()
	fresh := func() []byte { return nil }
	fixed := func(what string, k call) patient { return patient{what, fresh, func([]byte) call { return k }} }
	list := []patient{
		fixed("open", c.greeting()),
		fixed("objects", call{op: driver.OpObjects, args: &driver.ObjectsArgs{}}),
		fixed("columns", columnsCall(v.object.Name)),
		fixed("count", v.countCall()),
	}
	if c.has(t, driver.OpDocument) {
		key := c.read(t, v, nil, 1)[0].key()
		list = append(list, fixed("document", call{op: driver.OpDocument, args: &driver.DocumentArgs{Object: v.object.Name, Key: key}}))
	}
	if c.has(t, driver.OpExport) {
		list = append(list, patient{"an export", fresh, func([]byte) call { return exportCall(v.object.Name) }})
	}
	size := v.third(t, c)
	for n, what := range []string{"the first page", "the second page", "the third page"} {
		before := func() []byte {
			if n == 0 {
				return nil
			}
			return c.chain(t, v, n)
		}
		list = append(list, patient{what, before, func(state []byte) call { return v.pageCall(nil, int64(n*size), size, state) }})
	}
	return list
}

// steps returns the steps of an operation that is not cancelled.
func (s *stand) steps(t T, c *connection, p patient) []*driver.Step {
	t.Helper()
	state := p.before()
	w := &watch{at: moment{step: -1}}
	ran := c.run(t.Context(), p.make(state), w.around)
	require.NoErrorf(t, ran.err, "%s", p.what)
	s.giveBack(t, c, p, state, ran)
	return w.steps
}

func (w *watch) around(next plugin.Executor) plugin.Executor {
	w.next = next
	return w
}

// giveBack releases the last known state of a view.
func (s *stand) giveBack(t T, c *connection, p patient, state []byte, ran *outcome) {
	t.Helper()
	if k := p.make(state); ran.err == nil && k.op == driver.OpPage {
		result, _ := k.view.page(t, ran)
		state = result.State
	}
	c.release(t, state)
}

func (s *stand) cancelBefore(t T, c *connection, p patient) {
	t.Helper()
	state := p.before()
	c.wire.requests()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	ran := c.run(ctx, p.make(state), nil)
	require.Equalf(t, driver.Cancelled, fault(t, ran, p.what+", cancelled before it began").Kind, "%s", p.what)
	require.Emptyf(t, c.wire.requests(), "%s, cancelled before it began", p.what)
	c.release(t, state)
}

// cancelAt cancels an operation at one moment. steps are its steps without a cancellation: if the last response has
// already arrived, the operation may also end with its result.
func (s *stand) cancelAt(t T, c *connection, p patient, at moment, steps []*driver.Step) {
	t.Helper()
	before := s.held(t)
	state := p.before()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	w := &watch{at: at, cancel: cancel}
	ran := c.run(ctx, p.make(state), w.around)
	require.Greaterf(t, len(w.steps), at.step, "%s: it took fewer steps than before", p.what)
	require.Zerof(t, ordinary(w.steps, at.step+1), "%s, cancelled at %+v: it went on\n%s", p.what, at, ran.log)
	var e *driver.Error
	ended := errors.As(ran.err, &e) && e.Kind == driver.Cancelled
	complete := at.answered && ran.err == nil && ordinary(steps, at.step+1) == 0
	require.Truef(t, ended || complete, "%s, cancelled at %+v: it ended with %v\n%s", p.what, at, ran.err, ran.log)
	s.giveBack(t, c, p, state, ran)
	require.Equalf(t, before, s.held(t), "%s, cancelled at %+v: something stays open on the engine\n%s", p.what, at, ran.log)
	s.steps(t, c, p)
}
