package grid

import (
	"context"
	"fmt"
	"strconv"
	"sync"

	"golang.org/x/sync/singleflight"

	"quarry/backend/rows"
	"quarry/drivers/driver"
)

// Limits of a page's size, in rows (A-BRO-11).
const (
	MinPage     = 100
	DefaultPage = 1000
	MaxPage     = 10000
)

// Page is one page of a view.
type Page struct {
	Block   []byte
	Rows    int
	Millis  int64 // the engine's own time, -1 unknown
	Elapsed int64 // milliseconds from the call to the block
	End     bool
	Notices []driver.Notice
}

// Reader reads columns, counts and pages of one connection.
type Reader interface {
	// Columns describes an object and gives the records of its schema.
	Columns(ctx context.Context, object string) (*driver.ColumnSet, []rows.Record, error)
	// Page reads one page; kernel fills its block.
	Page(ctx context.Context, a *driver.PageArgs, kernel *rows.Kernel) (*Page, []byte, error)
	// Count counts the documents of a view.
	Count(ctx context.Context, object string, view []byte) (int64, error)
}

// View is one open object: its columns, its order and the pages read so far. It is safe for concurrent use.
type View struct {
	ID      string
	Object  string
	Columns []Column
	Set     *driver.ColumnSet
	Size    int // rows of a page

	reader Reader
	kernel *rows.Kernel
	cache  *Cache
	flight singleflight.Group

	mu         sync.Mutex
	generation int
	sort       []driver.SortKey
	state      []byte
	closed     bool
}

// Open reads the columns of an object and gives a view whose pages have size rows.
func Open(ctx context.Context, id, object string, size int, r Reader, cache *Cache) (*View, error) {
	set, records, err := r.Columns(ctx, object)
	if err != nil {
		return nil, err
	}
	columns, err := Join(set, records)
	if err != nil {
		return nil, fmt.Errorf("join the columns of %s: %w", object, err)
	}
	kernel, err := rows.Compile(Plan(&set.Plan, columns))
	if err != nil {
		return nil, fmt.Errorf("plan the columns of %s: %w", object, err)
	}
	return &View{
		ID: id, Object: object, Columns: columns, Set: set, Size: clamp(size), reader: r, kernel: kernel, cache: cache,
	}, nil
}

// Generation counts the orders and refreshes of the view: a page belongs to one of them.
func (v *View) Generation() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.generation
}

// SortBy is one column of an order.
type SortBy struct {
	Column string
	Desc   bool
}

// Sort orders the view by the columns that can be sorted; the others are dropped, as are those past the engine's
// limit (A-SRT-02, B-SRT-02). It gives the order that holds and its generation. Pages of the order before are gone.
func (v *View) Sort(by []SortBy) ([]SortBy, int) {
	var keys []driver.SortKey
	var kept []SortBy
	for _, b := range by {
		c := v.column(b.Column)
		if c == nil || c.Sort == "" || v.Set.MaxSort > 0 && len(keys) == v.Set.MaxSort {
			continue
		}
		keys = append(keys, driver.SortKey{Field: c.Sort, Type: c.Type, Nested: c.Nested, Desc: b.Desc})
		kept = append(kept, b)
	}
	v.mu.Lock()
	v.sort = keys
	v.state = nil
	v.generation++
	generation := v.generation
	v.mu.Unlock()
	v.cache.forget(v.ID)
	return kept, generation
}

// Refresh drops the pages read so far and gives the new generation.
func (v *View) Refresh() int {
	v.mu.Lock()
	v.generation++
	v.state = nil
	generation := v.generation
	v.mu.Unlock()
	v.cache.forget(v.ID)
	return generation
}

func (v *View) column(name string) *Column {
	for i := range v.Columns {
		if v.Columns[i].Name == name {
			return &v.Columns[i]
		}
	}
	return nil
}

// ErrStale says that the page asked for belongs to an order or a refresh that is over.
var ErrStale = &driver.Error{Kind: driver.Cancelled, Message: "The rows were read again meanwhile."}

// Page gives the page with that number, from 0, of a generation; a page that is kept is not read again. Several calls
// for one page become one.
func (v *View) Page(ctx context.Context, generation, number int) (*Page, error) {
	v.mu.Lock()
	stale := v.closed || generation != v.generation
	v.mu.Unlock()
	if stale {
		return nil, ErrStale
	}
	k := key{v.ID, generation, number}
	if p := v.cache.get(k); p != nil {
		return p, nil
	}
	done := v.flight.DoChan(strconv.Itoa(generation)+"/"+strconv.Itoa(number), func() (any, error) {
		return v.read(ctx, k)
	})
	select {
	case <-ctx.Done():
		return nil, &driver.Error{Kind: driver.Cancelled, Message: "Reading was cancelled."}
	case r := <-done:
		if r.Err != nil {
			return nil, r.Err
		}
		return r.Val.(*Page), nil
	}
}

func (v *View) read(ctx context.Context, k key) (*Page, error) {
	args := &driver.PageArgs{Object: v.Object, View: v.Set.View, From: int64(k.page) * int64(v.Size), Size: v.Size}
	v.mu.Lock()
	args.Sort, args.State = v.sort, v.state
	v.mu.Unlock()
	if v.Set.Reach > 0 && args.From+int64(args.Size) > v.Set.Reach {
		args.Size = int(max(0, v.Set.Reach-args.From))
	}
	if args.Size == 0 {
		return nil, &driver.Error{Kind: driver.Refused, Message: v.Set.ReachNote}
	}
	page, state, err := v.reader.Page(ctx, args, v.kernel)
	if err != nil {
		return nil, err
	}
	v.mu.Lock()
	current := k.generation == v.generation && !v.closed
	if current {
		v.state = state
	}
	v.mu.Unlock()
	if current {
		v.cache.put(k, page)
	}
	return page, nil
}

// Count counts the documents of the view.
func (v *View) Count(ctx context.Context) (int64, error) {
	return v.reader.Count(ctx, v.Object, v.Set.View)
}

// Close drops the view's pages and gives the state that the driver wants back, nil for none.
func (v *View) Close() []byte {
	v.mu.Lock()
	v.closed = true
	state := v.state
	v.state = nil
	v.mu.Unlock()
	v.cache.forget(v.ID)
	return state
}

func clamp(size int) int {
	if size == 0 {
		return DefaultPage
	}
	return min(max(size, MinPage), MaxPage)
}
