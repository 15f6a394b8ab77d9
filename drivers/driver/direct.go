package driver

import "quarry/drivers/driver/wire"

// Direct runs one operation of d in the caller's goroutine, without a coroutine or WebAssembly, and calls exec for each
// step. Steps and replies are encoded to the same bytes as for a loaded driver, so both behave alike, but a debugger
// sees straight-line code. Empty replies mean that the operation was cancelled; cancelled is called before each step.
func Direct(d Driver, start *Start, exec func(step []byte) (replies []byte), cancelled func() bool) (result []byte, err error) {
	op := Ops(d)[start.Op]
	if op == nil {
		return nil, &Error{Kind: Unsupported, Message: "this driver has no operation " + start.Op}
	}
	cleanups, ended := 0, false
	var replies Replies
	conn := &Conn{start: *start, codec: &wire.Codec{}, step: func(c *Conn, step *Step) ([]Reply, error) {
		if ended {
			panic(connKept)
		}
		if cancelled() {
			if !c.cleanup || cleanups >= maxCleanups {
				return nil, ErrCancelled
			}
			cleanups++
		}
		raw := wire.Append(nil, &Output{Step: step})
		return replies.read(&wire.Codec{}, string(exec(raw)), step)
	}}
	result, err = guard(op, conn, start.Args)
	ended = true
	if e := asError(err); e != nil {
		return nil, e
	}
	return result, nil
}
