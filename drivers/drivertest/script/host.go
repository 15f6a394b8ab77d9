// Package script is a host for tests of drivers: it runs a driver's steps with responses that a test provides. Its
// kernels are slow and simple, and share no code with the application's.
package script

import (
	"errors"

	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
)

const (
	now = 1_700_000_000_000 // the time at which every operation starts
	// The limits of the real host.
	maxBlocks  = 255      // per operation
	maxRaw     = 1 << 20  // maximum size of a response that a driver can read itself
	maxRefusal = 64 << 10 // maximum size of a response that is not 2xx
)

// Response is the result of a request: a response, or the error that prevented one.
type Response struct {
	Status  int
	Headers []driver.Header
	Body    string
	Err     *driver.Error
}

// JSON returns a response with that status and a JSON body.
func JSON(status int, body string) Response {
	return Response{Status: status, Body: body, Headers: []driver.Header{{Name: "Content-Type", Value: "application/json"}}}
}

// Host runs operations of a driver. One test at a time can use it.
type Host struct {
	Respond func(r driver.Request) Response // responds to each request
	Session []byte
	Seed    []byte
	Plan    *driver.RowsPlan // the meaning of a nil plan
	// Looked says why a document on the shelf cannot be looked at; nil if all can.
	Looked func(document string) *driver.Error

	Sent    []driver.Request // every request, in order
	Steps   int              // number of steps
	Written []string         // the documents of the operation's file
	Waits   []int64          // milliseconds waited before requests, in order, without those that did not wait
	// Portions is what the operation reported about its parts, one entry per step.
	Portions [][]driver.Portion

	records int
	blocks  int
	shelf   []string // documents of the verb Keep, numbered from 1
}

// Run runs one operation and decodes its result. The error is the driver's.
func (h *Host) Run(d driver.Driver, op string, args, result wire.Message) error {
	h.records, h.blocks = 0, 0
	start := &driver.Start{Op: op, Session: h.Session, Seed: h.Seed, Now: now, Args: string(wire.Append(nil, args))}
	raw, err := driver.Direct(d, start, h.exec, func() bool { return false })
	if err != nil {
		return err
	}
	return wire.Decode(string(raw), result)
}

// Fault returns the contract's error in err, nil if there is none.
func Fault(err error) *driver.Error {
	var e *driver.Error
	if errors.As(err, &e) {
		return e
	}
	return nil
}

func (h *Host) exec(raw []byte) []byte {
	var out driver.Output
	if wire.Decode(string(raw), &out) != nil || out.Step == nil {
		return nil
	}
	h.Steps++
	if len(out.Step.Portions) > 0 {
		h.Portions = append(h.Portions, out.Step.Portions)
	}
	replies := &driver.Replies{}
	for i := range out.Step.Sends {
		replies.Replies = append(replies.Replies, h.carry(&out.Step.Sends[i]))
	}
	for i := range out.Step.Looks {
		replies.Replies = append(replies.Replies, h.look(&out.Step.Looks[i]))
	}
	return wire.Append(nil, replies)
}

// carry sends one request and processes the response as its verb says.
func (h *Host) carry(s *driver.Send) driver.Reply {
	h.Sent = append(h.Sent, s.Request)
	if s.After > 0 {
		h.Waits = append(h.Waits, s.After)
	}
	response := h.Respond(s.Request)
	reply := driver.Reply{Status: response.Status, Headers: response.Headers, Err: response.Err, Bytes: int64(len(response.Body))}
	if response.Err != nil {
		return reply
	}
	switch {
	case !reply.OK():
		reply.Body = []byte(response.Body[:min(len(response.Body), maxRefusal)])
	case s.Verb == driver.Raw && len(response.Body) > limitOf(s):
		reply.Err = &driver.Error{Kind: driver.Invalid, Code: driver.CodeTooLarge, Message: "the response is too large", Sent: true}
		return reply
	case s.Verb == driver.Raw:
		reply.Body = []byte(response.Body)
	}
	if !reply.OK() || s.Verb == driver.Raw && len(s.Pick) == 0 {
		return reply
	}
	if s.Verb == driver.Lines && s.Lines.At == "" {
		reply.Err = h.stream(response.Body, s.Lines, &reply)
		return reply
	}
	if err := h.read(s, response.Body, &reply); err != nil {
		reply.Err = &driver.Error{Kind: driver.Engine, Message: err.Error()}
	}
	return reply
}

// limitOf returns how many bytes of a response a driver can read itself.
func limitOf(s *driver.Send) int {
	if s.Max > 0 {
		return min(s.Max, maxRaw)
	}
	return maxRaw
}

func (h *Host) read(s *driver.Send, body string, reply *driver.Reply) error {
	root, err := parse(body)
	if err != nil {
		return err
	}
	switch s.Verb {
	case driver.Fields:
		h.records++
		reply.Records = h.records
		reply.Walked = string(records(root, s.Walk))
	case driver.Rows:
		plan := s.Rows
		if plan == nil {
			plan = h.Plan
		}
		if err := h.block(plan, reply); err != nil {
			return err
		}
		tell(reply, root, plan)
	case driver.Lines:
		if reply.Err = h.lines(root, s.Lines, reply); reply.Err != nil {
			return nil
		}
	case driver.Keep:
		h.keep(root, s.Keep, reply)
	case driver.Pick, driver.Raw:
	default:
		return errors.New("the script host has no such verb")
	}
	for _, path := range s.Pick {
		reply.Picked = append(reply.Picked, pick(root, path))
	}
	return nil
}

// block adds the block to a reply, unless the plan makes none.
func (h *Host) block(plan *driver.RowsPlan, reply *driver.Reply) error {
	if plan.Edges {
		return nil
	}
	if h.blocks == maxBlocks {
		return errors.New("an operation can read no more than 255 blocks")
	}
	h.blocks++
	reply.Block = h.blocks
	return nil
}

// Walk reads a response as the verb Fields does.
func Walk(body string, specs []driver.FieldSpec) (*driver.Reply, error) {
	root, err := parse(body)
	if err != nil {
		return nil, err
	}
	return &driver.Reply{Walked: string(records(root, specs))}, nil
}
