package driver

import (
	"iter"
	"runtime"

	"quarry/drivers/driver/wire"
)

// Op is one operation of a driver, from its encoded arguments to its encoded result.
type Op func(c *Conn, args string) ([]byte, error)

// Call is the kind of a call into a driver.
type Call uint32

// The kinds of calls. After a Cancel or a Last, the operation may still take clean-up steps, which are resumed; after a
// Drop nothing is sent.
const (
	CallStart  Call = 1
	CallResume Call = 2
	CallCancel Call = 3 // makes the pending step fail with ErrCancelled
	CallDrop   Call = 4
	CallLast   Call = 5 // like CallCancel, but replies have arrived: the operation releases what they say the engine holds
)

// connKept is the panic value of an operation that uses another one's Conn.
const connKept = "a Conn was kept after its operation"

const (
	maxLive = 256 // maximum number of operations in progress in one instance
	maxIdle = 16  // finished coroutines to keep: their grown stacks make the next operation start twice as fast
)

// Instance holds the operations in progress in one instance of a driver. Each is a coroutine that is suspended between
// its steps. It is not safe for concurrent use.
//
// Allocations and map hashing are the slowest things in an interpreter. So everything a call needs besides the driver's
// own values is kept here and reused, and operations are found by linear search.
type Instance struct {
	ops  []named
	live []*coroutine
	idle []*coroutine

	codec   wire.Codec
	output  Output
	ending  End
	replies Replies
	out     []byte // the output of the last call
	results []byte // the result of the last operation that ended
	known   known
}

// named is an operation with its name.
type named struct {
	name string
	op   Op
}

// NewInstance returns an instance of d with no operation in progress.
func NewInstance(d Driver) *Instance {
	in := &Instance{}
	for name, op := range Ops(d) {
		in.ops = append(in.ops, named{name, op})
	}
	return in
}

// coroutine runs one operation after another.
type coroutine struct {
	id       uint32
	step     func(c *Conn, s *Step) ([]Reply, error)
	next     func() ([]byte, bool)
	stop     func()
	yield    func([]byte) bool
	op       Op
	conn     *Conn
	reply    string
	gen      int
	cleanups int

	cancelled, dropped, pending bool
}

// Call starts, resumes, cancels or drops the operation with that id, and returns an encoded [Output] that stays valid
// until the next call. The id is free again as soon as its operation has ended.
func (in *Instance) Call(call Call, id uint32, input string) []byte {
	r := in.under(id)
	switch {
	case call == CallStart && r != nil, call != CallStart && r == nil:
		return in.end(nil, &Error{Kind: Crashed, Message: "no such operation"})
	case call == CallStart:
		var err *Error
		if r, err = in.begin(input); err != nil {
			return in.end(nil, err)
		}
		in.live = append(in.live, r)
		r.id, r.reply = id, ""
	case call == CallResume, call == CallLast:
		r.cancelled, r.reply = r.cancelled || call == CallLast, input
	default:
		r.cancelled, r.dropped, r.reply = true, r.dropped || call == CallDrop, ""
	}
	out, _ := r.next()
	if !r.pending {
		in.leave(r)
		in.rest(r)
	}
	return out
}

// under returns the operation with that id, nil if it is not in progress.
func (in *Instance) under(id uint32) *coroutine {
	for _, r := range in.live {
		if r.id == id {
			return r
		}
	}
	return nil
}

func (in *Instance) leave(r *coroutine) {
	last := len(in.live) - 1
	for i, each := range in.live {
		if each == r {
			in.live[i] = in.live[last]
		}
	}
	in.live[last] = nil
	in.live = in.live[:last]
}

// find returns the operation with that name, nil if the driver lacks it.
func (in *Instance) find(name string) Op {
	for i := range in.ops {
		if in.ops[i].name == name {
			return in.ops[i].op
		}
	}
	return nil
}

func (in *Instance) begin(input string) (*coroutine, *Error) {
	conn := &Conn{codec: &in.codec, room: &in.results, known: &in.known}
	start := &conn.start
	if in.codec.Decode(input, start) != nil {
		return nil, &Error{Kind: Crashed, Message: "the start of an operation cannot be read"}
	}
	op := in.find(start.Op)
	if op == nil {
		return nil, &Error{Kind: Unsupported, Message: "this driver has no operation " + start.Op}
	}
	if len(in.live) >= maxLive {
		return nil, &Error{Kind: Crashed, Message: "too many operations are in progress", Retry: true}
	}
	r := in.coroutine()
	conn.step, conn.gen = r.step, r.gen
	r.op, r.conn, r.cleanups = op, conn, 0
	r.cancelled, r.dropped = false, false
	return r, nil
}

func (in *Instance) rest(r *coroutine) {
	r.op, r.conn, r.reply = nil, nil, ""
	if len(in.idle) < maxIdle {
		in.idle = append(in.idle, r)
		return
	}
	r.stop()
}

func (in *Instance) coroutine() *coroutine {
	if n := len(in.idle); n > 0 {
		r := in.idle[n-1]
		in.idle = in.idle[:n-1]
		return r
	}
	r := &coroutine{}
	r.step = func(c *Conn, s *Step) ([]Reply, error) {
		if c.gen != r.gen || r.pending {
			panic(connKept)
		}
		return in.ask(r, c, s)
	}
	r.next, r.stop = iter.Pull(func(yield func([]byte) bool) {
		r.yield = yield
		for yield(in.run(r)) {
		}
	})
	return r
}

func (in *Instance) run(r *coroutine) []byte {
	result, err := guard(r.op, r.conn, r.conn.start.Args)
	r.gen++
	return in.end(result, asError(err))
}

// ask passes a step to the host and suspends the operation until the replies arrive.
func (in *Instance) ask(r *coroutine, c *Conn, s *Step) ([]Reply, error) {
	if r.cancelled {
		if r.dropped || !c.cleanup || r.cleanups >= maxCleanups {
			return nil, ErrCancelled
		}
		r.cleanups++
	}
	in.output = Output{Step: s}
	in.out = in.codec.Append(in.out[:0], &in.output)
	r.pending = true
	r.yield(in.out)
	r.pending = false
	return in.replies.read(&in.codec, r.reply, s)
}

func (in *Instance) end(result []byte, err *Error) []byte {
	in.ending = End{Result: result, Err: err}
	in.output = Output{End: &in.ending}
	in.out = in.codec.Append(in.out[:0], &in.output)
	in.ending = End{}
	return in.out
}

// read decodes the host's replies to a step; empty input means that the operation was cancelled. r is empty before and
// after.
func (r *Replies) read(c *wire.Codec, in string, s *Step) ([]Reply, error) {
	if in == "" {
		return nil, ErrCancelled
	}
	err := c.Decode(in, r)
	replies := r.Replies
	*r = Replies{}
	if err != nil || len(replies) != s.Size() {
		return nil, &Error{Kind: Crashed, Message: "the host's response cannot be read"}
	}
	return replies, nil
}

// guard runs op and turns a panic into an error of this operation alone. The stack comes from package runtime: package
// debug would link fmt and os into every driver.
func guard(op Op, c *Conn, args string) (result []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			message := "panic"
			switch v := p.(type) {
			case error:
				message = v.Error()
			case string:
				message = v
			}
			stack := make([]byte, 4096)
			err = &Error{Kind: Crashed, Message: "It stopped: " + message, Detail: string(stack[:runtime.Stack(stack, false)])}
		}
	}()
	return op(c, args)
}
