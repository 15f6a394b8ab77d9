package driver

import "quarry/drivers/driver/wire"

// maxCleanups is how many clean-up steps an operation may still take after it was cancelled.
const maxCleanups = 8

// Conn is how an operation talks to its cluster. It belongs to one operation and is not used after it.
type Conn struct {
	step    func(c *Conn, s *Step) ([]Reply, error)
	start   Start
	cleanup bool
	gen     int // which operation of its coroutine it belongs to

	// codec reads the operation's arguments and writes its result, reusing the instance's memory where possible.
	codec *wire.Codec
	room  *[]byte
	known *known // nil unless the instance keeps something

	asked       Step  // the step that was taken last
	done, total int64 // see Progress
	portions    []Portion
}

// Cleanup returns a Conn whose requests are sent even after the operation was cancelled, at most 8 of them. It is for
// deferred calls that release what the engine holds for the operation.
func (c *Conn) Cleanup() *Conn {
	return &Conn{step: c.step, start: c.start, cleanup: true, gen: c.gen}
}

// pack writes the operation's result, which stays valid until the next operation of the instance ends.
func (c *Conn) pack(m wire.Message) []byte {
	if c.room == nil {
		return c.codec.Append(nil, m)
	}
	*c.room = c.codec.Append((*c.room)[:0], m)
	return *c.room
}

// Encode returns a message that a later operation decodes: a session, a view, a state.
func (c *Conn) Encode(m wire.Message) []byte {
	if c.codec == nil {
		return wire.Append(nil, m)
	}
	return c.codec.Append(nil, m)
}

// Decode reads a message that an earlier operation encoded into m, which must be zero. Nobody may change the bytes
// afterwards.
func (c *Conn) Decode(in []byte, m wire.Message) error {
	if c.codec == nil {
		return wire.DecodeBytes(in, m)
	}
	return c.codec.DecodeBytes(in, m)
}

// Session returns the bytes that Open returned for this connection.
func (c *Conn) Session() []byte { return c.start.Session }

// Now returns the time at which the operation was started, in milliseconds since 1970.
func (c *Conn) Now() int64 { return c.start.Now }

// Seed returns the operation's 32 random bytes.
func (c *Conn) Seed() []byte { return c.start.Seed }

// Progress reports how far the operation has come, in whatever it counts (rows, documents). The host shows it with the
// next request.
func (c *Conn) Progress(done, total int64) { c.done, c.total = done, total }

// Portions reports how far each of the parts is that the operation reads at the same time. The host shows it with the next
// request.
func (c *Conn) Portions(portions []Portion) { c.portions = portions }

// send takes a step that consists of these sends.
func (c *Conn) send(sends []Send) ([]Reply, error) {
	c.asked = Step{Cleanup: c.cleanup, Sends: sends, Done: c.done, Total: c.total, Portions: c.portions}
	return c.step(c, &c.asked)
}

// DoAll sends several requests in parallel and returns their replies in order. The error is ErrCancelled after a
// cancellation; the failure of a single request is in its reply. Without requests, no step is taken.
func (c *Conn) DoAll(sends ...Send) ([]Reply, error) {
	if len(sends) == 0 {
		return nil, nil
	}
	return c.send(sends)
}

// LookAll looks at documents on the shelf, without a request. Reply.Seen is what each look found, in order; Reply.Err
// is set if there is no such document. Without looks, no step is taken.
func (c *Conn) LookAll(looks ...Look) ([]Reply, error) {
	if len(looks) == 0 {
		return nil, nil
	}
	c.asked = Step{Looks: looks, Done: c.done, Total: c.total}
	return c.step(c, &c.asked)
}

// Do sends one request and returns its reply. The error says why there was no response; a response whose status is not
// 2xx is not an error.
func (c *Conn) Do(s Send) (*Reply, error) {
	replies, err := c.send([]Send{s})
	if err != nil {
		return nil, err
	}
	if replies[0].Err != nil {
		return &replies[0], replies[0].Err
	}
	return &replies[0], nil
}
