// Package play carries out operations of a driver on answers from a test, with the application's own kernels. It is
// used by tests only.
package play

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"quarry/backend/plugin"
	"quarry/backend/rows"
	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
)

// Start is the current time for every operation, in UTC.
var Start = time.Date(2024, 1, 2, 3, 4, 5, 0, time.UTC)

// Seed returns the random bytes of every operation: 0, 1, 2 and so on up to 31.
func Seed() []byte {
	seed := make([]byte, 32)
	for i := range seed {
		seed[i] = byte(i)
	}
	return seed
}

// Reply is what comes back for one request: an answer, or what kept one from coming.
type Reply struct {
	Status  int
	Headers []driver.Header
	Body    string
	Err     *driver.Error
}

// JSON is an answer with that status and body.
func JSON(status int, body string) Reply {
	return Reply{Status: status, Body: body, Headers: []driver.Header{{Name: "Content-Type", Value: "application/json"}}}
}

// Connection is one connection of a driver whose requests are answered in order.
type Connection struct {
	Runner  plugin.Runner
	Session []byte        // what open returned
	View    *View         // what columns returned
	Shelf   *plugin.Shelf // made with the first operation
}

// shelf is where an operation's documents are put.
func (c *Connection) shelf() *plugin.Shelf {
	if c.Shelf == nil {
		c.Shelf = plugin.NewShelf(plugin.DefaultShelf)
	}
	return c.Shelf
}

// Played is what became of one operation.
type Played struct {
	Steps  []driver.Step // what the driver asked for
	Log    *plugin.StepLog
	Exec   *plugin.Exec
	Lacked int // requests for which no reply was left
	Unused int // replies that no request took
}

// Blocks decodes the blocks that a page names, in that order.
func (p *Played) Blocks(r *driver.PageResult) ([]*rows.Page, error) {
	pages := make([]*rows.Page, 0, len(r.Blocks))
	for _, number := range r.Blocks {
		block := p.Exec.Block(int(number))
		if block == nil {
			return nil, fmt.Errorf("the page names block %d, which was not read", number)
		}
		page, err := rows.Decode(block.Block)
		if err != nil {
			return nil, fmt.Errorf("block %d: %w", number, err)
		}
		pages = append(pages, page)
	}
	return pages, nil
}

// Operate runs one operation; its requests get the replies in order. The error is the operation's, a *driver.Error.
func Operate[R any, M interface {
	*R
	wire.Message
}](ctx context.Context, c *Connection, op string, args wire.Message, replies []Reply) (*R, *Played, error) {
	queue := &queue{left: replies}
	played := &Played{Log: &plugin.StepLog{}, Exec: plugin.NewExec(queue, plugin.ExecOptions{Kernel: c.View.kernel, Shelf: c.shelf()})}
	result, err := plugin.Run[R, M](ctx, c.Runner, plugin.Call{
		Op: op, Session: c.Session, Args: args, Log: played.Log, Now: Start, Seed: Seed(),
		Exec: oneByOne{played},
	})
	played.Lacked, played.Unused = queue.lacked, len(queue.left)
	return result, played, err
}

// oneByOne carries out the sends of a step one after the other, so that replies meet requests in order.
type oneByOne struct{ played *Played }

// Exec implements plugin.Executor.
func (o oneByOne) Exec(ctx context.Context, step *driver.Step) []driver.Reply {
	o.played.Steps = append(o.played.Steps, *step)
	replies := make([]driver.Reply, 0, len(step.Sends))
	for i := range step.Sends {
		one := &driver.Step{Cleanup: step.Cleanup, Sends: step.Sends[i : i+1]}
		replies = append(replies, o.played.Exec.Exec(ctx, one)...)
	}
	if len(step.Looks) > 0 {
		replies = append(replies, o.played.Exec.Exec(ctx, &driver.Step{Looks: step.Looks})...)
	}
	return replies
}

// queue answers requests in order.
type queue struct {
	left   []Reply
	lacked int
}

// Do implements plugin.Sender.
func (q *queue) Do(_ context.Context, r *driver.Request) (*plugin.Answer, error) {
	if len(q.left) == 0 {
		q.lacked++
		return nil, &driver.Error{Kind: driver.Connect, Message: "no reply is left for this request", Op: r.Method + " " + r.Path}
	}
	next := q.left[0]
	q.left = q.left[1:]
	if next.Err != nil {
		e := *next.Err
		return nil, &e
	}
	headers := http.Header{}
	for _, h := range next.Headers {
		headers.Add(h.Name, h.Value)
	}
	return &plugin.Answer{Status: next.Status, Headers: headers, Body: []byte(next.Body), Bytes: int64(len(next.Body))}, nil
}
