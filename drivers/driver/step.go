package driver

import "quarry/drivers/driver/wire"

// Step asks the host to send requests in parallel or to look at documents on the shelf, and to resume the operation
// with the replies in order.
type Step struct {
	Cleanup  bool // sent even after a cancellation, with its own deadline
	Sends    []Send
	Done     int64     // progress of a long operation, see [Conn.Progress]
	Total    int64     // 0 if unknown
	Looks    []Look    // a step has either sends or looks
	Portions []Portion // see [Conn.Portions]
}

// Portion is the progress of one part that a long operation reads in parallel with others.
type Portion struct {
	Done  int64
	Total int64 // 0 if unknown
}

// Fields implements [wire.Message].
func (p *Portion) Fields(c *wire.Codec) {
	c.Int(1, &p.Done)
	c.Int(2, &p.Total)
}

// Size returns how many replies the step needs: one per send, then one per look.
func (s *Step) Size() int { return len(s.Sends) + len(s.Looks) }

// Fields implements [wire.Message].
func (s *Step) Fields(c *wire.Codec) {
	c.Bool(1, &s.Cleanup)
	wire.List(c, 2, &s.Sends)
	c.Int(3, &s.Done)
	c.Int(4, &s.Total)
	wire.List(c, 5, &s.Looks)
	wire.List(c, 6, &s.Portions)
}

// End is how an operation ended: a result in bytes, or an error.
type End struct {
	Result []byte
	Err    *Error
}

// Fields implements [wire.Message].
func (e *End) Fields(c *wire.Codec) {
	c.Bytes(1, &e.Result)
	wire.Optional(c, 2, &e.Err)
}

// Output is what one call into a driver returns: the next step of an operation or its end.
type Output struct {
	Step *Step
	End  *End
}

// Fields implements [wire.Message].
func (o *Output) Fields(c *wire.Codec) {
	wire.Optional(c, 1, &o.Step)
	wire.Optional(c, 2, &o.End)
}

// Replies is what the host resumes an operation with.
type Replies struct{ Replies []Reply }

// Fields implements [wire.Message].
func (r *Replies) Fields(c *wire.Codec) { wire.List(c, 1, &r.Replies) }

// Start begins an operation. Time and random bytes come from the host, so an operation is a function of its input.
type Start struct {
	Op      string // the operation's name, see Ops
	Session []byte // from Open; the host does not read it
	Now     int64  // milliseconds since 1970
	Seed    []byte // 32 random bytes
	Args    string // the operation's arguments, an encoded message
}

// Fields implements [wire.Message].
func (s *Start) Fields(c *wire.Codec) {
	c.Text(1, &s.Op)
	c.Bytes(2, &s.Session)
	c.Int(3, &s.Now)
	c.Bytes(4, &s.Seed)
	c.Text(5, &s.Args)
}
