package plugin

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
)

// seedSize is the number of random bytes for an operation.
const seedSize = 32

// Runner runs operations of one driver for one connection. It is safe for concurrent use.
type Runner interface {
	// Run runs one operation and returns its encoded result. Its error is always a *driver.Error: of kind cancelled if
	// ctx ended the operation, of kind crashed if the driver did not survive it. Even if ctx is done, it returns only
	// after the operation's clean-up.
	Run(ctx context.Context, c Call) ([]byte, error)
	// Close cancels running operations, waits for their clean-up until ctx is done and frees the driver.
	Close(ctx context.Context) error
}

// Executor runs the steps of one operation.
type Executor interface {
	// Exec sends the requests of the step and returns one reply for each, in order. When ctx is done, requests in
	// flight end with a reply whose error is of kind cancelled.
	Exec(ctx context.Context, step *driver.Step) []driver.Reply
}

// Call is one operation to run.
type Call struct {
	Op      string // driver.OpOpen and so on
	Session []byte // from driver.OpOpen for the connection
	Args    wire.Message
	Exec    Executor // nil: the operation fails as soon as it requests a step
	Read    bool     // it only reads, so a Supervisor may run it again after a crash
	Log     *StepLog // records the steps; may be nil

	Now  time.Time // the time that the operation sees; zero for the current time
	Seed []byte    // its 32 random bytes; nil for new ones
}

// start returns the bytes that begin the operation.
func (c *Call) start() []byte {
	start := &driver.Start{Op: c.Op, Session: c.Session, Now: c.Now.UnixMilli(), Seed: c.Seed, Args: string(c.args())}
	if c.Now.IsZero() {
		start.Now = time.Now().UnixMilli()
	}
	if start.Seed == nil {
		start.Seed = make([]byte, seedSize)
		_, _ = rand.Read(start.Seed)
	}
	return wire.Append(nil, start)
}

func (c *Call) args() []byte {
	if c.Args == nil {
		return nil
	}
	return wire.Append(nil, c.Args)
}

// Run runs one operation and decodes its result.
func Run[R any, M interface {
	*R
	wire.Message
}](ctx context.Context, r Runner, c Call) (*R, error) {
	raw, err := r.Run(ctx, c)
	if err != nil {
		return nil, err
	}
	result := new(R)
	if err := wire.Decode(string(raw), M(result)); err != nil {
		return nil, &driver.Error{Kind: driver.Crashed, Message: "Quarry cannot read the driver's response.", Detail: fmt.Sprintf("%s: %v", c.Op, err)}
	}
	return result, nil
}

// errClosed returns the error of a closed Runner.
func errClosed() *driver.Error {
	return &driver.Error{Kind: driver.Cancelled, Message: "the connection was closed"}
}

// ended returns the contract's error for the reason why ctx is done.
func ended(ctx context.Context) *driver.Error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return &driver.Error{Kind: driver.Timeout, Message: "timed out"}
	}
	return &driver.Error{Kind: driver.Cancelled, Message: driver.ErrCancelled.Message}
}
