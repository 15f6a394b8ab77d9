package plugin

import (
	"context"
	"errors"

	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
)

// native runs a driver that is linked into this program.
type native struct {
	driver   driver.Driver
	live     *live
	maxSteps int
}

// Native runs a driver in the caller's goroutine, for tests and debuggers. The driver takes the same steps as a loaded
// module, but endless loops are not stopped and memory is not limited.
func Native(d driver.Driver) Runner { return &native{driver: d, live: newLive(), maxSteps: maxSteps} }

func (n *native) Run(ctx context.Context, c Call) ([]byte, error) {
	ctx, leave, err := n.live.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	raw := c.start()
	c.Log.add(EntryStart, raw)
	start := &driver.Start{}
	if err := wire.Decode(string(raw), start); err != nil {
		return nil, &driver.Error{Kind: driver.Crashed, Message: err.Error()}
	}
	o := newOperation(ctx, &c, cleanupLimit, n.maxSteps)
	defer func() { o.release() }()
	result, err := driver.Direct(n.driver, start, o.exec, func() bool { return o.cancelled })
	end := &driver.End{Result: result}
	if err != nil && !errors.As(err, &end.Err) {
		end.Err = &driver.Error{Kind: driver.Engine, Message: err.Error()}
	}
	return o.end(end, wire.Append(nil, &driver.Output{End: end}))
}

// exec is carry for the bytes that driver.Direct passes.
func (o *operation) exec(raw []byte) []byte {
	output := &driver.Output{}
	if wire.Decode(string(raw), output) != nil || output.Step == nil {
		return nil
	}
	_, replies := o.carry(output.Step, raw)
	return replies
}

func (n *native) Close(ctx context.Context) error { return n.live.close(ctx) }
