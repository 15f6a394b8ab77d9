// Package play runs operations of a driver on responses supplied by a test, with the application's own kernels. Only
// tests use it.
package play

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"quarry/backend/connection/transport"
	"quarry/backend/data/rows"
	"quarry/backend/driverhost/plugin"
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

// Reply is the result of one request: a response, or an error instead.
type Reply struct {
	Status  int
	Headers []driver.Header
	Body    string
	Err     *driver.Error
}

// JSON returns a response with that status and body.
func JSON(status int, body string) Reply {
	return Reply{Status: status, Body: body, Headers: []driver.Header{{Name: "Content-Type", Value: "application/json"}}}
}

// Connection is one connection of a driver whose requests get prepared replies in order.
type Connection struct {
	Runner  plugin.Runner
	Session []byte        // the result of open
	View    *View         // the result of columns
	Shelf   *plugin.Shelf // created by the first operation
}

// shelf returns where an operation's documents are stored.
func (c *Connection) shelf() *plugin.Shelf {
	if c.Shelf == nil {
		c.Shelf = plugin.NewShelf(plugin.DefaultShelf)
	}
	return c.Shelf
}

// Played is the outcome of one operation.
type Played struct {
	Steps  []driver.Step // the steps that the driver requested
	Log    *plugin.StepLog
	Exec   *plugin.Exec
	Lacked int // requests without a reply
	Unused int // unused replies
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
	options := plugin.ExecOptions{Kernel: c.View.kernel, Shelf: c.shelf(), Headers: productHeaders(replies)}
	played := &Played{Log: &plugin.StepLog{}, Exec: plugin.NewExec(queue, options)}
	result, err := plugin.Run[R, M](ctx, c.Runner, plugin.Call{
		Op: op, Session: c.Session, Args: args, Log: played.Log, Now: Start, Seed: Seed(),
		Exec: oneByOne{played},
	})
	played.Lacked, played.Unused = queue.lacked, len(queue.left)
	return result, played, err
}

// productHeaders returns the names of the replies' headers that begin with "X-": a manifest must list those.
func productHeaders(replies []Reply) []string {
	var names []string
	for i := range replies {
		for _, h := range replies[i].Headers {
			if strings.HasPrefix(h.Name, "X-") && !slices.Contains(names, h.Name) {
				names = append(names, h.Name)
			}
		}
	}
	return names
}

// oneByOne sends the requests of a step one after the other, so that they get the replies in order.
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

// queue returns replies in order.
type queue struct {
	left   []Reply
	lacked int
}

// Do implements plugin.RequestSender.
func (q *queue) Do(_ context.Context, r *driver.Request) (*transport.Response, error) {
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
	return &transport.Response{Status: next.Status, Header: headers, Body: []byte(next.Body)}, nil
}
