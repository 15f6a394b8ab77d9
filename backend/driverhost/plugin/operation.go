package plugin

import (
	"context"
	"fmt"
	"time"

	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
)

// operation is the common part of both ways to run a driver: it runs steps, notices the caller's cancellation and
// returns the end. It checks for cancellation in one place only, after the replies to a step have arrived, so that a
// driver takes the same steps either way.
type operation struct {
	ctx      context.Context
	call     *Call
	limit    time.Duration // time limit of the clean-up after a cancellation
	maxSteps int

	cancelled bool
	refused   *driver.Error // why the host itself cancelled it, nil if it did not
	steps     int           // steps before the cancellation
	cleanups  int           // steps after it
	sent      bool
	last      context.Context // context of the clean-up after the cancellation
	release   context.CancelFunc
}

func newOperation(ctx context.Context, c *Call, limit time.Duration, maxSteps int) *operation {
	return &operation{ctx: ctx, call: c, limit: limit, maxSteps: maxSteps, release: func() {}}
}

// allows reports whether a step may run: after a cancellation, only a limited number of clean-ups.
func (o *operation) allows(step *driver.Step) bool {
	return !o.cancelled || step.Cleanup && o.cleanups < maxCleanups
}

// carry runs a step and returns the next call and its input. raw is the step as the driver encoded it.
func (o *operation) carry(step *driver.Step, raw []byte) (driver.Call, []byte) {
	o.call.Log.add(EntryStep, raw)
	if o.cancelled {
		o.cleanups++
	} else {
		o.steps++
	}
	switch {
	case o.call.Exec == nil:
		return o.refuse(driver.Crashed, "The driver tried to send a request in an operation that sends none.")
	case o.steps > o.maxSteps && !o.cancelled:
		return o.refuse(driver.Invalid, fmt.Sprintf("The operation was stopped because it took more than %d steps.", o.maxSteps))
	}
	o.sent = o.sent || len(step.Sends) > 0
	ctx, done := o.context(step.Cleanup)
	replies := o.call.Exec.Exec(ctx, step)
	done()
	call := driver.CallResume
	if !o.cancelled && o.ctx.Err() != nil {
		o.cancelled, call = true, driver.CallLast
		if cutShort(replies) {
			o.call.Log.add(EntryCancel, nil)
			return driver.CallCancel, nil
		}
	}
	out := wire.Append(nil, &driver.Replies{Replies: replies})
	o.call.Log.add(EntryReplies, out)
	return call, out
}

// refuse cancels the operation instead of running its step. The operation fails with this error.
func (o *operation) refuse(kind driver.Kind, message string) (driver.Call, []byte) {
	o.call.Log.add(EntryCancel, nil)
	if o.refused == nil {
		o.cancelled, o.refused = true, &driver.Error{Kind: kind, Message: message, Sent: o.sent}
	}
	return driver.CallCancel, nil
}

// context returns the context of a step. A clean-up has its own deadline; all those after a cancellation share one.
func (o *operation) context(cleanup bool) (context.Context, context.CancelFunc) {
	if !cleanup {
		return o.ctx, func() {}
	}
	if !o.cancelled {
		return context.WithTimeout(context.WithoutCancel(o.ctx), o.limit)
	}
	if o.last == nil {
		o.last, o.release = context.WithTimeout(context.WithoutCancel(o.ctx), o.limit)
	}
	return o.last, func() {}
}

// cutShort reports whether the cancellation kept a response from arriving.
func cutShort(replies []driver.Reply) bool {
	for i := range replies {
		if replies[i].Err != nil && replies[i].Err.Kind == driver.Cancelled {
			return true
		}
	}
	return false
}

// end returns the result of the operation. After a cancellation it replaces the driver's own error, so that callers
// recognize a cancellation by its kind; a crash remains a crash.
func (o *operation) end(end *driver.End, raw []byte) ([]byte, error) {
	o.call.Log.add(EntryEnd, raw)
	switch {
	case o.refused != nil:
		return nil, o.refused
	case end.Err == nil:
		return end.Result, nil
	case o.cancelled && end.Err.Kind != driver.Crashed:
		err := ended(o.ctx)
		err.Sent, err.Op = end.Err.Sent, end.Err.Op
		return nil, err
	}
	return nil, end.Err
}
