package cases

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"quarry/backend/data/grid"
	"quarry/backend/driverhost/plugin"
	"quarry/backend/testing/conformance/cases/play"
	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
)

// greetings returns, by driver, the responses of a server to the requests of open for a version.
var greetings = map[string]func(version string) []play.Reply{
	"elasticsearch": func(version string) []play.Reply {
		return []play.Reply{play.JSON(200, `{"name":"cases","cluster_name":"cases","version":{"number":`+textOut(version).text+`},"tagline":"You Know, for Search"}`)}
	},
	"typesense": func(version string) []play.Reply {
		return []play.Reply{play.JSON(200, `[]`), play.JSON(200, `{"state":1,"version":`+textOut(version).text+`}`)}
	},
}

// Greeting returns the responses of a server of a certain version to the requests of open, nil if that driver's are
// unknown.
func Greeting(driverID, version string) []play.Reply {
	if greetings[driverID] == nil {
		return nil
	}
	return greetings[driverID](version)
}

// Outcome is the outcome of a case.
type Outcome struct {
	Operations []Came
	Logs       []*plugin.StepLog // for every operation, including those before the first one of the case
}

// Came is the outcome of one operation.
type Came struct {
	Then    Then
	Faults  []string // requests without a reply and replies without a request
	columns []string // of a page, in order
	broken  error    // why the operation could not be run
}

// player runs the operations of one case.
type player struct {
	c       *Case
	conn    play.Connection
	outcome *Outcome
	state   []byte           // result of the last page
	order   []driver.SortKey // of the last page
	whole   []byte           // bytes of the unfiltered view, nil if it is not filtered
}

// Play runs a case. The error says why it could not run, not what a driver did wrong.
func (c *Case) Play(ctx context.Context, runner plugin.Runner) (*Outcome, error) {
	p := &player{c: c, conn: play.Connection{Runner: runner}, outcome: &Outcome{}}
	if err := p.prepare(ctx); err != nil {
		return nil, fmt.Errorf("%s: %w", c.file, err)
	}
	for i := range c.Run {
		came, err := p.operation(ctx, &c.Run[i])
		if err != nil {
			return nil, fmt.Errorf("%s: operation %d, %s: %w", c.file, i+1, c.Run[i].Name, err)
		}
		p.outcome.Operations = append(p.outcome.Operations, *came)
	}
	return p.outcome, nil
}

// prepare opens the server and the object if the case has them.
func (p *player) prepare(ctx context.Context) error {
	if conn := p.c.Connection; conn != nil && conn.Version != "" {
		server, played, err := play.Operate[driver.Server](ctx, &p.conn, driver.OpOpen, p.openArgs(), greetings[p.c.Driver](conn.Version))
		p.outcome.Logs = append(p.outcome.Logs, played.Log)
		if err != nil {
			return fmt.Errorf("greet version %s: %w", conn.Version, err)
		}
		p.conn.Session = server.Session
	}
	if object := p.c.Object; object != nil && object.Schema.Set {
		// Further requests of the driver to a newer engine get an empty response.
		played, err := p.conn.Open(ctx, object.Name, []play.Reply{play.JSON(200, object.Schema.Text), play.JSON(200, "{}")})
		p.outcome.Logs = append(p.outcome.Logs, played.Log)
		if err != nil {
			return fmt.Errorf("open %s by its schema: %w", object.Name, err)
		}
	}
	return nil
}

func (p *player) openArgs() *driver.OpenArgs {
	args := &driver.OpenArgs{}
	if conn := p.c.Connection; conn != nil {
		args.Secure, args.Settings = conn.Secure, slices.Clone([]driver.Text(conn.Settings))
	}
	return args
}

// object returns the object of an operation.
func (p *player) object(op *Operation) string {
	switch {
	case op.Arguments.Object != nil:
		return *op.Arguments.Object
	case p.c.Object != nil:
		return p.c.Object.Name
	}
	return ""
}

func (p *player) operation(ctx context.Context, op *Operation) (*Came, error) {
	came := &Came{}
	played, result, err := p.carry(ctx, op, came)
	if came.broken != nil {
		return nil, came.broken
	}
	p.outcome.Logs = append(p.outcome.Logs, played.Log)
	came.Then.Steps = stepsOf(played.Steps)
	if err != nil {
		came.Then.Error = failureOf(err)
	} else {
		came.Then.Result = &Result{value: result}
	}
	if played.Lacked > 0 {
		came.Faults = append(came.Faults, strconv.Itoa(played.Lacked)+" requests found no reply")
	}
	if played.Unused > 0 {
		came.Faults = append(came.Faults, strconv.Itoa(played.Unused)+" replies were not asked for")
	}
	return came, nil
}

// carry runs the operation and returns its result in the form of a case.
func (p *player) carry(ctx context.Context, op *Operation, came *Came) (*play.Played, any, error) {
	replies := repliesOf(op.Replies)
	switch op.Name {
	case driver.OpOpen:
		server, played, err := play.Operate[driver.Server](ctx, &p.conn, op.Name, p.openArgs(), replies)
		if err != nil {
			return played, nil, err
		}
		p.conn.Session = server.Session
		return played, serverOf(server), nil
	case driver.OpColumns:
		played, err := p.conn.Open(ctx, p.object(op), replies)
		p.whole = nil
		if err != nil {
			return played, nil, err
		}
		return played, columnsOf(p.conn.View), nil
	case driver.OpPage:
		return p.page(ctx, op, replies, came)
	case driver.OpStructure:
		return p.structure(ctx, op, came)
	case driver.OpDefinition:
		return p.definition(ctx, op)
	case driver.OpFilter:
		return p.filter(ctx, op, came)
	case driver.OpSuggest:
		return p.suggest(ctx, op, came)
	case driver.OpStatistics:
		return p.statistics(ctx, op, came)
	case driver.OpRelease:
		args := &driver.ReleaseArgs{State: p.state}
		p.state = nil
		return run(ctx, p, op, args, func(*driver.Empty) any { return &Nothing{} })
	case driver.OpObjects:
		return run(ctx, p, op, &driver.ObjectsArgs{Also: op.Arguments.Also}, listingOf)
	case driver.OpResolve:
		return run(ctx, p, op, &driver.ResolveArgs{Name: op.Arguments.Name}, func(o *driver.Object) any { return listedOf(o) })
	case driver.OpCount:
		return run(ctx, p, op, p.countArgs(op), countsOf)
	case driver.OpDashboard:
		return run(ctx, p, op, &driver.Empty{}, dashboardOf)
	case driver.OpExplain:
		return run(ctx, p, op, &driver.ExplainArgs{Of: op.Arguments.Name}, explanationOf)
	case driver.OpPlanCancel:
		return run(ctx, p, op, &driver.CancelArgs{Task: op.Arguments.Name}, plannedOf)
	}
	args := &driver.DocumentArgs{Object: p.object(op), Key: op.Arguments.Key}
	return run(ctx, p, op, args, documentOf)
}

// run runs an operation without state; shape converts its result to the form of a case.
func run[R any, M interface {
	*R
	wire.Message
}](ctx context.Context, p *player, op *Operation, args wire.Message, shape func(*R) any) (*play.Played, any, error) {
	result, played, err := play.Operate[R, M](ctx, &p.conn, op.Name, args, repliesOf(op.Replies))
	if err != nil {
		return played, nil, err
	}
	return played, shape(result), nil
}

func (p *player) countArgs(op *Operation) *driver.CountArgs {
	args := &driver.CountArgs{Objects: op.Arguments.Objects}
	if args.Objects == nil {
		args.Objects = []string{p.object(op)}
		if p.conn.View != nil {
			args.View = p.conn.View.Set.View
		}
	}
	return args
}

func (p *player) page(ctx context.Context, op *Operation, replies []play.Reply, came *Came) (*play.Played, any, error) {
	keys, err := p.keys(op.Arguments.Sort)
	if err != nil {
		came.broken = err
		return nil, nil, nil
	}
	if !slices.EqualFunc(keys, p.order, sameKey) {
		p.state = nil
	}
	args := driver.PageArgs{
		Object: p.object(op), State: p.state, From: op.Arguments.From, Size: int(op.Arguments.Size), Sort: keys,
	}
	result, played, err := p.conn.Page(ctx, args, replies)
	if err != nil {
		return played, nil, err
	}
	p.state, p.order = result.State, keys
	blocks, err := played.Blocks(result)
	if err != nil {
		came.broken = err
		return nil, nil, nil
	}
	page, columns := pageOf(result, blocks)
	came.columns = columns
	return played, page, nil
}

// keys returns the sort keys to send for an order; a column that the application would drop is dropped.
func (p *player) keys(sort []SortBy) ([]driver.SortKey, error) {
	var keys []driver.SortKey
	for _, by := range sort {
		if by.Field != "" {
			keys = append(keys, driver.SortKey{Field: by.Field, Type: by.Type, Nested: by.Nested, Desc: by.Desc})
			continue
		}
		if p.conn.View == nil {
			return nil, fmt.Errorf("there is no schema to sort by the column %s", by.Column)
		}
		some, err := p.conn.View.Sort([]grid.SortBy{{Column: by.Column, Desc: by.Desc}})
		if err != nil {
			return nil, err
		}
		if most := p.conn.View.Set.MaxSort; most == 0 || len(keys) < most {
			keys = append(keys, some...)
		}
	}
	return keys, nil
}

func sameKey(a, b driver.SortKey) bool {
	return a.Field == b.Field && a.Type == b.Type && a.Desc == b.Desc && slices.Equal(a.Nested, b.Nested)
}

func repliesOf(list []Reply) []play.Reply {
	var replies []play.Reply
	for _, r := range list {
		if r.Fails != nil {
			err := &driver.Error{Kind: driver.Kind(r.Fails.Kind), Message: r.Fails.Message, Hint: r.Fails.Hint, Sent: r.Fails.Sent}
			replies = append(replies, play.Reply{Err: err})
			continue
		}
		reply := play.JSON(int(r.Status), r.Body.Text+r.Parts.Text+r.Base64.Text)
		if r.Headers != nil {
			reply.Headers = r.Headers
		}
		replies = append(replies, reply)
	}
	return replies
}
