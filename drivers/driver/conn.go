package driver

import "quarry/drivers/driver/wire"

// maxCleanups is how many clean-up steps an operation may take after it was cancelled.
const maxCleanups = 8

// Conn lets an operation talk to its cluster. It belongs to one operation and must not be used after it.
type Conn struct {
	step    func(c *Conn, s *Step) ([]Reply, error)
	start   Start
	cleanup bool
	gen     int // the number of this operation among those of its coroutine

	// codec reads the operation's arguments and writes its result, reusing the instance's memory where possible.
	codec *wire.Codec
	room  *[]byte
	known *known // values that the instance keeps; nil for none

	asked       Step  // the last step
	done, total int64 // see Progress
	portions    []Portion
}

// Cleanup returns a Conn that still sends requests after the operation was cancelled, at most 8 of them. Use it in
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

// Decode reads into m, which must be zero, a message that an earlier operation encoded. The bytes must not be changed
// afterwards.
func (c *Conn) Decode(in []byte, m wire.Message) error {
	if c.codec == nil {
		return wire.DecodeBytes(in, m)
	}
	return c.codec.DecodeBytes(in, m)
}

// Session returns the bytes that Open returned for this connection.
func (c *Conn) Session() []byte { return c.start.Session }

// Now returns when the operation started, in milliseconds since 1970.
func (c *Conn) Now() int64 { return c.start.Now }

// Seed returns the operation's 32 random bytes.
func (c *Conn) Seed() []byte { return c.start.Seed }

// Progress reports how far the operation has come, in the unit of its choice (rows, documents). The host shows it with
// the next request.
func (c *Conn) Progress(done, total int64) { c.done, c.total = done, total }

// Portions reports the progress of each part that the operation reads in parallel. The host shows it with the next
// request.
func (c *Conn) Portions(portions []Portion) { c.portions = portions }

// send takes one step with these requests.
func (c *Conn) send(sends []Send) ([]Reply, error) {
	c.asked = Step{Cleanup: c.cleanup, Sends: sends, Done: c.done, Total: c.total, Portions: c.portions}
	return c.step(c, &c.asked)
}

// DoAll sends several requests in parallel and returns their replies in order. The error is ErrCancelled if the
// operation was cancelled; if a single request fails, its reply says so. Without requests, no step is taken.
func (c *Conn) DoAll(sends ...Send) ([]Reply, error) {
	if len(sends) == 0 {
		return nil, nil
	}
	return c.send(sends)
}

// LookAll looks at documents on the shelf, without a request. Reply.Seen is what each look found, in order; Reply.Err
// is set if the document does not exist. Without looks, no step is taken.
func (c *Conn) LookAll(looks ...Look) ([]Reply, error) {
	if len(looks) == 0 {
		return nil, nil
	}
	c.asked = Step{Looks: looks, Done: c.done, Total: c.total}
	return c.step(c, &c.asked)
}

// Do sends one request and returns its reply. The error says why there was no response; a status other than 2xx is not
// an error.
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
