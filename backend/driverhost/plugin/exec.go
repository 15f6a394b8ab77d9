package plugin

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"quarry/backend/connection/transport"
	"quarry/backend/data/rows"
	"quarry/drivers/driver"
)

const (
	maxParallel = 8        // maximum number of parallel requests in one step
	maxRaw      = 1 << 20  // maximum size of a response that a driver may read itself
	maxRefusal  = 64 << 10 // maximum size of a response that is not 2xx
	maxBlocks   = 255      // per operation: a page refers to each of its blocks by one byte
	maxRoom     = 8 << 20  // maximum size of memory that a response leaves for the next one
	maxAfter    = 300_000  // maximum number of milliseconds that a driver can make the host wait before a request
)

// passedHeaders are the response headers that every driver sees, in this order, before those from its manifest.
var passedHeaders = []string{"Content-Type", "Warning", "Retry-After"}

// RequestSender sends a driver's requests. Its errors are *driver.Error.
type RequestSender interface {
	Do(ctx context.Context, r *driver.Request) (*transport.Response, error)
}

// Streamer is a RequestSender that can also return a response whose body is read as it arrives. Errors of its Read are
// *driver.Error.
type Streamer interface {
	RequestSender
	Stream(ctx context.Context, r *driver.Request) (*transport.StreamResponse, error)
}

// Reader is a RequestSender that can read a response's body into the caller's memory, if that is large enough.
type Reader interface {
	RequestSender
	DoInto(ctx context.Context, r *driver.Request, room []byte) (*transport.Response, error)
}

// ExecOptions tell an Exec about its connection and operation.
type ExecOptions struct {
	// Kernel returns the kernel that reads rows from a response. If plan is nil, it is the kernel that came with the
	// view's columns.
	Kernel func(plan *driver.RowsPlan) (*rows.Kernel, error)
	// Shelf has the connection's documents, inputs and responses. It may be nil.
	Shelf *Shelf
	// Sink is the file that the operation writes to, nil for none.
	Sink Sink
	// Progress is called with the progress of a long operation, see driver.Conn.Progress. It may be nil.
	Progress func(done, total int64)
	// Portions is called with the progress of the parts of a long operation, see driver.Conn.Portions. It may be nil.
	Portions func([]driver.Portion)
	// Headers are the response headers that the driver sees besides Content-Type, Warning and Retry-After.
	Headers []string
	// Wait waits for as long as a driver requests before a request, or until ctx is done. nil means an ordinary timer.
	Wait func(ctx context.Context, d time.Duration)
}

// Exec runs the steps of one operation: it sends their requests and passes the responses to the kernels. It belongs to
// one operation, and only its Renew is safe for concurrent use.
type Exec struct {
	Records []*rows.Records // the results of the verb fields, numbered from 1

	blocks  []*rows.Result // the results of the verb rows, numbered from 1
	shown   []string       // the results of the verb reveal, numbered from 1
	rooms   rooms          // memory of responses that are no longer needed
	kept    []int64        // numbers of what the verb keep put on the shelf
	renewal atomic.Pointer[driver.Request]
	sender  RequestSender
	options ExecOptions
}

// NewExec returns the Executor of one operation.
func NewExec(s RequestSender, options ExecOptions) *Exec { return &Exec{sender: s, options: options} }

// Blocks returns the number of blocks read.
func (e *Exec) Blocks() int { return len(e.blocks) }

// Block waits for the block with that number and returns it, nil if there is none.
func (e *Exec) Block(number int) *rows.Result {
	if number < 1 || number > len(e.blocks) || e.blocks[number-1].Wait() != nil {
		return nil
	}
	return e.blocks[number-1]
}

// Schema returns the records with that number, nil if there are none.
func (e *Exec) Schema(number int) []rows.Record {
	if number < 1 || number > len(e.Records) {
		return nil
	}
	return e.Records[number-1].List
}

// outcome is the result of one send: blocks and records are numbered in the order of the sends once all have arrived.
type outcome struct {
	reply   driver.Reply
	block   *rows.Result
	records *rows.Records
	shown   string
}

// Exec implements [Executor].
func (e *Exec) Exec(ctx context.Context, step *driver.Step) []driver.Reply {
	if e.options.Progress != nil && step.Total > 0 {
		e.options.Progress(step.Done, step.Total)
	}
	if e.options.Portions != nil && len(step.Portions) > 0 {
		e.options.Portions(slices.Clone(step.Portions)) // a natively linked driver continues to change its own
	}
	outcomes := make([]outcome, step.Size())
	var group errgroup.Group
	group.SetLimit(maxParallel)
	for i := range step.Sends {
		group.Go(func() error {
			outcomes[i] = named(e.carry(ctx, &step.Sends[i]), &step.Sends[i].Request)
			return nil
		})
	}
	_ = group.Wait()
	for i := range step.Looks {
		outcomes[len(step.Sends)+i] = e.look(&step.Looks[i])
	}
	replies := make([]driver.Reply, len(outcomes))
	for i := range outcomes {
		replies[i] = e.number(&outcomes[i])
	}
	return replies
}

// number stores the results of a send and puts their numbers into its reply.
func (e *Exec) number(o *outcome) driver.Reply {
	if o.block != nil {
		if len(e.blocks) == maxBlocks {
			o.reply.Err = &driver.Error{Kind: driver.Invalid, Message: "An operation can read no more than 255 blocks."}
			return o.reply
		}
		e.blocks = append(e.blocks, o.block)
		o.reply.Block = len(e.blocks)
	}
	for _, k := range o.reply.Kept {
		if k.Document != 0 {
			e.kept = append(e.kept, k.Document)
		}
	}
	if o.records != nil {
		e.Records = append(e.Records, o.records)
		o.reply.Records = len(e.Records)
	}
	if o.shown != "" {
		e.shown = append(e.shown, o.shown)
		o.reply.Shown = len(e.shown)
	}
	return o.reply
}

// carry sends one request and processes the response as its verb requires. It turns a panic of a kernel into an error
// of this send, since it would otherwise end the application.
func (e *Exec) carry(ctx context.Context, s *driver.Send) (o outcome) {
	defer func() {
		if p := recover(); p != nil {
			o = outcome{reply: driver.Reply{Err: &driver.Error{Kind: driver.Crashed, Message: fmt.Sprintf("Quarry cannot read the response: %v", p), Sent: true}}}
		}
	}()
	verb := verbs[s.Verb]
	if verb == nil {
		return failed(&driver.Error{Kind: driver.Unsupported, Message: "This version of Quarry does not support the verb " + verbName(s.Verb) + "."})
	}
	if err := e.lacks(s); err != nil {
		return failed(err)
	}
	if s.After > 0 {
		e.wait(ctx, time.Duration(min(s.After, maxAfter))*time.Millisecond)
	}
	if ctx.Err() != nil {
		return failed(ended(ctx))
	}
	request, err := e.built(&s.Request)
	if err != nil {
		return failed(kernelError(err))
	}
	if s.Verb == driver.Lines && s.Lines.At == "" {
		return e.stream(ctx, request, s.Lines)
	}
	if s.Renew != nil {
		e.renewal.Store(s.Renew)
	}
	response, err := e.do(ctx, s, request)
	if err != nil {
		return failed(contractError(ctx, err))
	}
	o.reply = driver.Reply{
		Status: response.Status, Headers: e.passed(response.Header), Bytes: int64(len(response.Body)), Millis: response.Duration.Milliseconds(),
	}
	if response.Status < 200 || response.Status > 299 {
		o.reply.Body = response.Body[:min(len(response.Body), maxRefusal)]
		return o
	}
	if err := verb(e, s, response.Body, &o); err != nil {
		o.reply.Err = kernelError(err)
		o.block, o.records, o.shown = nil, nil, ""
	}
	if s.Verb == driver.Lines {
		e.rooms.give(response.Body)
	}
	return o
}

// Renew keeps alive what the engine holds for the operation, using the last [driver.Send.Renew]. If that fails, the
// operation's next request will fail too.
func (e *Exec) Renew(ctx context.Context) {
	if r := e.renewal.Load(); r != nil {
		_, _ = e.sender.Do(ctx, r)
	}
}

// do sends a request. The responses of an export are similar in size, arrive one after another and are no longer needed
// once their documents are written, so they share memory. A response that only the driver reads is given up at the size
// that a driver can read.
func (e *Exec) do(ctx context.Context, s *driver.Send, r *driver.Request) (*transport.Response, error) {
	if sender, ok := e.sender.(Reader); ok && s.Verb == driver.Lines {
		return sender.DoInto(ctx, r, e.rooms.take())
	}
	if s.Verb == driver.Raw && (r.Limit == 0 || r.Limit > rawLimit(s)) {
		limited := *r
		limited.Limit = rawLimit(s)
		r = &limited
	}
	return e.sender.Do(ctx, r)
}

// rooms is memory that responses leave for later ones, one piece for each request in flight at the same time.
type rooms struct {
	mu   sync.Mutex
	free [][]byte
}

func (r *rooms) take() []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	last := len(r.free) - 1
	if last < 0 {
		return nil
	}
	room := r.free[last]
	r.free = r.free[:last]
	return room
}

func (r *rooms) give(room []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.free) < maxParallel && cap(room) <= maxRoom {
		r.free = append(r.free, room)
	}
}

// wait waits before a request is sent.
func (e *Exec) wait(ctx context.Context, d time.Duration) {
	if e.options.Wait != nil {
		e.options.Wait(ctx, d)
		return
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// lacks returns an error if the verb's result would have nowhere to go: then nothing is sent.
func (e *Exec) lacks(s *driver.Send) *driver.Error {
	switch {
	case s.Verb == driver.Keep && (s.Keep == nil || e.options.Shelf == nil):
		return &driver.Error{Kind: driver.Invalid, Message: "This operation keeps no documents."}
	case s.Verb == driver.Lines && (s.Lines == nil || e.options.Sink == nil):
		return &driver.Error{Kind: driver.Invalid, Message: "This operation writes no file."}
	case s.Verb == driver.Lines && s.Request.Private:
		return &driver.Error{Kind: driver.Refused, Message: "A private response is never written to a file."}
	}
	return nil
}

// built returns a request whose body is in one piece.
func (e *Exec) built(r *driver.Request) (*driver.Request, error) {
	if len(r.Parts) == 0 {
		return r, nil
	}
	if e.options.Shelf == nil {
		return nil, ErrGone
	}
	body, err := e.options.Shelf.Body(r)
	if err != nil {
		return nil, err
	}
	whole := *r
	whole.Body, whole.Parts = body, nil
	return &whole, nil
}

func (e *Exec) look(l *driver.Look) outcome {
	if e.options.Shelf == nil {
		return failed(ErrGone)
	}
	return outcome{reply: e.options.Shelf.look(l)}
}

// Kept returns the numbers of the documents that the operation put on the shelf.
func (e *Exec) Kept() []int64 { return e.kept }

func failed(err *driver.Error) outcome { return outcome{reply: driver.Reply{Err: err}} }

// contractError returns a sender's error as an error of the driver contract.
func contractError(ctx context.Context, err error) *driver.Error {
	var e *driver.Error
	switch {
	case errors.As(err, &e):
		return e
	case ctx.Err() != nil:
		return ended(ctx)
	}
	return &driver.Error{Kind: driver.Connect, Message: err.Error()}
}

// kernelError turns a kernel's failure into an error for the user.
func kernelError(err error) *driver.Error {
	var syntax *rows.SyntaxError
	var open *rows.OpenCommentError
	var e *driver.Error
	switch {
	case errors.As(err, &open):
		return &driver.Error{
			Kind: driver.Engine, Code: driver.CodeOpenComment, Sent: true, Detail: open.Head,
			Message: "A document ends with a comment that has no line break, so Quarry cannot tell the rows of the response apart.",
			Hint:    "Write the document again without the comment.",
		}
	case errors.As(err, &syntax) && syntax.Lacks:
		return &driver.Error{
			Kind: driver.Engine, Sent: true,
			Message: "The response is JSON of another form: " + syntax.What,
			Hint:    "The server or a proxy in between sent something else. Try again, and check the address if it stays.",
		}
	case errors.As(err, &syntax):
		return &driver.Error{
			Kind: driver.Engine, Sent: true,
			Message: fmt.Sprintf("The response is not valid JSON at byte %d: %s", syntax.Offset, syntax.What),
			Hint:    "The server or a proxy in between sent a damaged response. Try again.",
		}
	case errors.As(err, &e):
		return e
	}
	return &driver.Error{Kind: driver.Invalid, Message: err.Error(), Sent: true}
}

// named adds the request to the error about an unreadable response.
func named(o outcome, r *driver.Request) outcome {
	if e := o.reply.Err; e != nil && o.reply.Status != 0 && e.Op == "" {
		known := *e
		known.Op, known.Status = r.Method+" "+r.Path, o.reply.Status
		o.reply.Err = &known
	}
	return o
}

// passed returns the response headers that the driver sees.
func (e *Exec) passed(h http.Header) []driver.Header {
	var headers []driver.Header
	for _, names := range [][]string{passedHeaders, e.options.Headers} {
		for _, name := range names {
			for _, value := range h.Values(name) {
				headers = append(headers, driver.Header{Name: name, Value: value})
			}
		}
	}
	return headers
}

var _ Executor = (*Exec)(nil)
