package conformance

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"github.com/stretchr/testify/require"

	"quarry/backend/data/grid"
	"quarry/backend/data/rows"
	"quarry/backend/driverhost/plugin"
	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
)

const (
	faultySteps   = 60 // random page requests per order
	faultyOrders  = 3  // random orders per object
	faultyBudget  = 16 << 20
	faultyRefresh = 10 // under a filter, the view is refreshed once in this many requests
	filterTurn    = 8  // page requests before the filter changes
	filterOdds    = 4  // the filter is removed once in this many times
)

// keepsPages: whatever happens to a request or its response, the next page shown is the requested one, or says what is
// missing. An incomplete response is not mistaken for the end of the data and is not cached. Pages are read through
// [grid.View], as in the application; they must show what the view shows without mishaps. The last order of each object
// is also read under a filter that comes and goes.
func keepsPages(t T, s *stand) {
	random, seed := drawn(t)
	c := s.connect(t)
	all := mishaps(s.subject)
	for _, o := range s.subject.Target.Objects {
		v := c.view(t, o)
		orders := slices.Clone(v.orders())
		random.Shuffle(len(orders), func(i, j int) { orders[i], orders[j] = orders[j], orders[i] })
		for nth, order := range orders[:min(faultyOrders, len(orders))] {
			size := v.third(t, c)
			trial := &trial{
				t: t, object: o.Name, what: fmt.Sprintf("%s, %s, %s=%d", o.Name, named(order), seedVariable, seed), size: size,
				want: names(c.walk(t, v, order, size, 2*c.count(t, v)+1)), faulty: &faulty{subject: s.subject, next: s.engine(t)},
			}
			before := s.held(t)
			trial.open(c, order)
			if nth == 0 {
				trial.sweep(all)
			}
			for range faultySteps {
				trial.ask(random.IntN(trial.pages()), &ordeal{all[random.IntN(len(all))], random.IntN(3)})
			}
			if row, filtered := c.selecting(t, v); filtered != nil && nth == min(faultyOrders, len(orders))-1 {
				some := names(c.walk(t, filtered, order, size, 2*len(trial.want)+1))
				trial.underFilters(row, some, random, all)
			}
			trial.settle()
			trial.view.Close(context.WithoutCancel(t.Context()))
			trial.faulty.giveUp(t)
			require.Equalf(t, before, s.held(t), "%s: something stays open on the engine\n%s", trial.what, trial.told())
		}
	}
}

// trial is one view whose requests meet mishaps.
type trial struct {
	t      T
	object string
	what   string // description for messages
	view   *grid.View
	rows   grid.Arrangement // arrangement of the view
	pager  *pager
	faulty *faulty
	size   int
	want   []string // the keys of all rows in order
	trail  []string // what was requested, and what arrived
}

// trailed is how many entries of the trail a failure shows.
const trailed = 12

func (r *trial) told() string {
	return strings.Join(r.trail[max(0, len(r.trail)-trailed):], "\n")
}

// open opens the view in an order.
func (r *trial) open(c *connection, order []grid.SortBy) {
	r.t.Helper()
	var err error
	r.pager = &pager{connection: c, faulty: r.faulty}
	r.faulty.begin(nil, nil)
	r.view, err = grid.Open(r.t.Context(), "trial", r.object, 0, r.pager, grid.NewCache(faultyBudget))
	require.NoErrorf(r.t, err, "%s", r.what)
	r.view.Size = r.size
	r.arrange(grid.Arrangement{Sort: order})
}

// arrange changes the arrangement of the view and drops the previous one.
func (r *trial) arrange(to grid.Arrangement) {
	r.t.Helper()
	before := r.view.Generation()
	arranged, err := r.view.Arrange(r.t.Context(), to)
	require.NoErrorf(r.t, err, "%s", r.what)
	require.Emptyf(r.t, arranged.Filtered.Refusals, "%s", r.what)
	r.view.Drop(before)
	r.rows = to
}

// selecting returns a filter row that matches some but not all documents, and the view filtered by it; nil if there is
// none.
func (c *connection) selecting(t T, v *view) (grid.FilterRow, *view) {
	t.Helper()
	if !c.has(t, driver.OpFilter) {
		return grid.FilterRow{}, nil
	}
	documents := values(t, v)
	var best *view
	var chosen grid.FilterRow
	most := 0
	for _, column := range v.filterable() {
		for _, value := range telling(documents[column]) {
			n := len(matching(documents[column], value))
			if n <= most || n == len(documents[column]) {
				continue
			}
			if filtered := c.filter(t, v, driver.Equals, column, value); filtered != nil {
				best, most = filtered, n
				chosen = grid.FilterRow{Column: v.columns[column].Name, Operator: driver.Equals, Values: []string{value}}
			}
		}
	}
	return chosen, best
}

// underFilters applies and removes a filter at random, and requests pages in between, with mishaps. some are the keys
// of the matching rows.
func (r *trial) underFilters(row grid.FilterRow, some []string, random *rand.Rand, all []mishap) {
	r.t.Helper()
	whole := r.want
	r.filter([]grid.FilterRow{row}, some)
	r.sweep(slices.DeleteFunc(slices.Clone(all), func(m mishap) bool { return m.name != answerLost }))
	for step := range faultySteps {
		if step%filterTurn == 0 {
			if random.IntN(filterOdds) == 0 {
				r.filter(nil, whole)
			} else {
				r.filter([]grid.FilterRow{row}, some)
			}
		}
		if random.IntN(faultyRefresh) == 0 {
			r.arrange(r.rows)
		}
		r.ask(random.IntN(r.pages()), &ordeal{all[random.IntN(len(all))], random.IntN(3)})
	}
	r.filter([]grid.FilterRow{row}, some)
}

// filter applies a filter to the view; want are the keys of the rows it should then have.
func (r *trial) filter(rows []grid.FilterRow, want []string) {
	r.t.Helper()
	r.arrange(grid.Arrangement{Sort: r.rows.Sort, Filter: rows})
	r.want = want
	r.trail = append(r.trail, fmt.Sprintf("filtered by %v", rows))
}

// pages returns the number of pages, including the one after the last row.
func (r *trial) pages() int { return len(r.want)/r.size + 1 }

// sweep tries each mishap at each request of a page, read as the first one of its view and as one that continues from
// the previous page. Each time, it requests the page again, and then the next one.
func (r *trial) sweep(all []mishap) {
	r.t.Helper()
	for _, m := range all {
		for _, way := range [][]int{{0}, {1}, {0, 1}, {1, 2}, {r.pages() - 1}} {
			for at := 0; r.meets(way, ordeal{m, at}); at++ {
			}
		}
	}
}

// meets reads pages, with a mishap at the last one, and reports whether it happened.
func (r *trial) meets(way []int, o ordeal) bool {
	r.t.Helper()
	r.arrange(r.rows)
	last := way[len(way)-1]
	for _, number := range way[:len(way)-1] {
		r.ask(number, nil)
	}
	if !r.ask(last, &o) {
		return false
	}
	r.ask(last, nil)
	r.ask((last+1)%r.pages(), nil)
	return true
}

// settle reads every page without mishaps.
func (r *trial) settle() {
	r.t.Helper()
	for range 2 {
		for number := range r.pages() {
			r.ask(number, nil)
		}
	}
}

// ask reads one page, checks its rows, and reports whether the mishap happened. If it did not, the page must be
// returned.
func (r *trial) ask(number int, o *ordeal) bool {
	r.t.Helper()
	ctx, cancel := context.WithCancel(r.t.Context())
	defer cancel()
	r.faulty.begin(o, cancel)
	p, err := r.view.Page(ctx, r.view.Generation(), number)
	r.pager.reading.Lock() // an abandoned read runs to its end
	befell := r.faulty.happened()
	r.pager.reading.Unlock()
	line := fmt.Sprintf("page %d", number)
	if o != nil && befell {
		line += " (" + o.String() + ")"
	}
	switch {
	case err != nil:
		r.trail = append(r.trail, line+": "+err.Error())
		require.Truef(r.t, befell, "%s: it fails where nothing happened\n%s", r.what, r.told())
	default:
		r.trail = append(r.trail, fmt.Sprintf("%s: %d rows, end %t, %v", line, p.Rows, p.End, p.Notices))
		r.judge(number, p, befell && o.mishap.partial)
	}
	return befell
}

// judge checks a page. Rows may be missing only if a response lacked them and the page says so.
func (r *trial) judge(number int, p *grid.Page, partial bool) {
	r.t.Helper()
	page, err := rows.Decode(p.Block)
	require.NoErrorf(r.t, err, "%s\n%s", r.what, r.told())
	got := make([]string, page.Rows)
	for i := range got {
		got[i] = name(row{&r.view.Set.Plan, page, i}.key())
	}
	from := min(number*r.size, len(r.want))
	want := r.want[from:min(from+r.size, len(r.want))]
	if p.End {
		require.Equalf(r.t, len(r.want), from+len(got), "%s: page %d is said to be the end\n%s", r.what, number, r.told())
	}
	if partial && p.Partial {
		require.NotEmptyf(r.t, p.Notices, "%s: page %d is partial, and nothing says so\n%s", r.what, number, r.told())
		require.Truef(r.t, within(got, r.want), "%s: page %d has its rows in another order\n%s", r.what, number, r.told())
		return
	}
	require.Equalf(r.t, want, got, "%s: page %d has other rows\n%s", r.what, number, r.told())
}

// within reports whether list contains all elements of some, in the same order.
func within(some, list []string) bool {
	for _, each := range list {
		if len(some) > 0 && some[0] == each {
			some = some[1:]
		}
	}
	return len(some) == 0
}

// pager reads for a view over one connection.
type pager struct {
	connection *connection
	faulty     *faulty
	reading    sync.Mutex // held while a page is read, which can continue after its caller is gone
}

// read runs one operation. Its error is the operation's own.
func read[R any, M interface {
	*R
	wire.Message
}](ctx context.Context, p *pager, k call, around func(plugin.Executor) plugin.Executor) (*R, *outcome, error) {
	k.sender = p.faulty
	ran := p.connection.run(ctx, k, around)
	if ran.err != nil {
		return nil, ran, ran.err
	}
	result := new(R)
	return result, ran, wire.Decode(string(ran.result), M(result))
}

// Columns implements [grid.Reader].
func (p *pager) Columns(ctx context.Context, object string) (*driver.ColumnSet, error) {
	set, _, err := read[driver.ColumnSet](ctx, p, columnsCall(object), nil)
	return set, err
}

// Page implements [grid.Reader].
func (p *pager) Page(ctx context.Context, a *driver.PageArgs, kernel *rows.Kernel, _ func(done, total int64)) (*grid.Page, []byte, error) {
	p.reading.Lock()
	defer p.reading.Unlock()
	result, ran, err := read[driver.PageResult](ctx, p, call{op: driver.OpPage, args: a, view: &view{kernel: kernel}}, p.faulty.around)
	if err != nil {
		return nil, nil, err
	}
	if len(result.Blocks) != 1 || ran.exec.Block(int(result.Blocks[0])) == nil {
		return nil, nil, fmt.Errorf("the page has %d blocks", len(result.Blocks))
	}
	block := ran.exec.Block(int(result.Blocks[0]))
	return &grid.Page{
		Block: block.Block, Rows: block.Rows, End: result.End, Notices: result.Notices, Snapshot: result.Snapshot,
		Note: result.Note, Stale: result.Stale, Held: result.Held, Partial: result.Partial,
	}, result.State, nil
}

// Renew implements [grid.Reader].
func (p *pager) Renew(_ context.Context, state []byte) ([]byte, error) { return state, nil }

// Release implements [grid.Reader]. A driver that holds nothing lacks this operation.
func (p *pager) Release(ctx context.Context, state []byte) error {
	_, _, err := read[driver.Empty](ctx, p, releaseCall(state), p.faulty.around)
	return err
}

// Filter implements [grid.Filterer].
func (p *pager) Filter(ctx context.Context, a *driver.FilterArgs) (*driver.Filtered, error) {
	filtered, _, err := read[driver.Filtered](ctx, p, call{op: driver.OpFilter, args: a}, nil)
	return filtered, err
}

// Operators implements [grid.Filterer].
func (p *pager) Operators() []driver.Operator { return driver.CommonOperators() }

// Count implements [grid.Reader].
func (p *pager) Count(context.Context, string, []byte) (int64, error) { return -1, nil }

var _ plugin.RequestSender = (*faulty)(nil)
var _ grid.Reader = (*pager)(nil)
var _ grid.Filterer = (*pager)(nil)
