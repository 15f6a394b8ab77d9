package grid

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"quarry/backend/data/rows"
	"quarry/drivers/driver"
)

// Limits of a page's size, in rows (A-BRO-11).
const (
	MinPage     = 100
	DefaultPage = 1000
	MaxPage     = 10000
)

// Page is one page of a view, or a part of it: if it has fewer rows than requested and is not the end, the rest must be
// read from there.
type Page struct {
	Block    []byte
	Rows     int
	Millis   int64 // the engine's own time, -1 if unknown
	Elapsed  int64 // milliseconds that the caller waited
	End      bool
	Notices  []driver.Notice
	Snapshot int64  // when the page's snapshot was taken, in milliseconds since 1970; 0 if there is none
	Note     string // what the user should know about how the view is read from now on
	Stale    bool   // the first page was read before the snapshot and differs from it
	Held     bool   // the engine holds something for the state that came with the page
	Partial  bool   // part of the engine did not respond: rows are missing, Notices say which; such a page is never cached

	keys string   // a digest of what identifies the rows
	left []string // fields of the documents that have no column
}

// Reader reads the columns, counts and pages of one connection.
type Reader interface {
	// Columns describes an object.
	Columns(ctx context.Context, object string) (*driver.ColumnSet, error)
	// Page reads one page; kernel fills its block. It returns the view's new state as well. While a long search for the
	// page is under way, progress is called with how far it is, in rows.
	Page(ctx context.Context, a *driver.PageArgs, kernel *rows.Kernel, progress func(done, total int64)) (*Page, []byte, error)
	// Renew keeps alive what the engine holds for a state, and returns the new state, which replaces it.
	Renew(ctx context.Context, state []byte) ([]byte, error)
	// Release releases what the engine holds for a state.
	Release(ctx context.Context, state []byte) error
	// Count counts the documents of a view.
	Count(ctx context.Context, object string, view []byte) (int64, error)
}

// View is one open object: its columns, its order and the pages read so far. It is safe for concurrent use.
type View struct {
	ID      string
	Object  string
	Columns []Column
	Set     *driver.ColumnSet
	Size    int // rows per page

	reader Reader
	kernel *rows.Kernel
	whole  *rows.Kernel // reads whole documents, see Documents
	cache  *Cache
	turn   chan struct{} // held by the one reading that may use the state

	mu         sync.Mutex
	generation int
	sort       []driver.SortKey
	filtered   []byte // the bytes of the view with its filter, nil without one
	state      []byte
	held       bool // the engine holds something for the state
	spent      bool // a reading that began with the state failed: see driver.PageArgs.Spent
	closed     bool
	under      map[key]*reading
	done       int64 // of the current reading, in rows; see Progress
	total      int64
	used       time.Time
	outside    []string // see Outside
	described  map[string]bool
	readings   sync.WaitGroup
	releases   sync.WaitGroup
}

// Open reads the columns of an object and returns a view whose pages have size rows.
func Open(ctx context.Context, id, object string, size int, r Reader, cache *Cache) (*View, error) {
	return openBeside(ctx, id, object, size, r, cache, nil)
}

// openBeside is Open for an object whose documents are known to have fields outside of the schema.
func openBeside(ctx context.Context, id, object string, size int, r Reader, cache *Cache, beside []string) (*View, error) {
	set, err := r.Columns(ctx, object)
	if err != nil {
		return nil, err
	}
	columns := Join(set)
	known := namesOf(set, columns)
	beside = slices.DeleteFunc(slices.Clone(beside), func(name string) bool { return known[name] })
	if set.Outside == "" {
		beside = nil
	}
	columns = arranged(append(columns, outside(set, columns, beside)...))
	kernel, err := rows.Compile(Plan(&set.Plan, columns))
	if err != nil {
		return nil, fmt.Errorf("plan the columns of %s: %w", object, err)
	}
	whole, err := rows.Compile(documentPlan(set))
	if err != nil {
		return nil, fmt.Errorf("plan the documents of %s: %w", object, err)
	}
	return &View{
		ID: id, Object: object, Columns: columns, Set: set, Size: clamp(size), reader: r, kernel: kernel, whole: whole, cache: cache,
		turn: make(chan struct{}, 1), under: map[key]*reading{}, described: known, outside: beside,
	}, nil
}

// Generation returns the number of sort orders and refreshes of the view so far: each page belongs to one of them.
func (v *View) Generation() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.generation
}

// SortBy is one column of a sort order.
type SortBy struct {
	Column string
	Desc   bool
}

// Sort orders the view by the columns that can be sorted. The others are dropped, as are those beyond the engine's
// limit (A-SRT-02, B-SRT-02). It returns the resulting order and its generation. Pages of the previous order are
// dropped.
func (v *View) Sort(by []SortBy) ([]SortBy, int) {
	keys, kept := v.SortKeys(by)
	v.mu.Lock()
	v.sort = keys
	return kept, v.next() // at once: no page of the generation before is read in this order
}

// SortKeys returns the keys of an order, and the columns that it can have.
func (v *View) SortKeys(by []SortBy) ([]driver.SortKey, []SortBy) {
	var keys []driver.SortKey
	var kept []SortBy
	for _, b := range by {
		c := v.column(b.Column)
		if c == nil || c.Sort == "" || v.Set.MaxSort > 0 && len(keys) == v.Set.MaxSort {
			continue
		}
		keys = append(keys, c.key(b.Desc))
		kept = append(kept, b)
	}
	return keys, kept
}

// Refresh drops the pages read so far and releases what the engine holds for them. It returns the new generation.
func (v *View) Refresh() int {
	v.mu.Lock()
	return v.next()
}

// refreshSince refreshes the view as Refresh does, unless it is no longer of the given generation: whatever ended that
// one, an order chosen in the meantime for example, has dropped its pages as well, and a second refresh would cancel
// the reading of the first.
func (v *View) refreshSince(generation int) {
	v.mu.Lock()
	if v.generation != generation {
		v.mu.Unlock()
		return
	}
	v.next()
}

// next begins the next generation. It is called with the lock held, and releases it.
func (v *View) next() int {
	v.generation++
	generation := v.generation
	state := v.end()
	v.mu.Unlock()
	v.cache.forget(v.ID)
	v.release(state)
	return generation
}

// Forget drops the cached pages. What the engine holds for the view stays, and so do the known positions where its
// pages begin.
func (v *View) Forget() { v.cache.forget(v.ID) }

// end cancels the current readings and returns the state that must be released, if there is one. The lock is held.
func (v *View) end() []byte {
	for k, r := range v.under {
		r.cancel()
		delete(v.under, k)
	}
	var state []byte
	if v.held {
		state = v.state
	}
	v.state, v.held, v.spent = nil, false, false
	return state
}

func (v *View) column(name string) *Column {
	for i := range v.Columns {
		if v.Columns[i].Name == name {
			return &v.Columns[i]
		}
	}
	return nil
}

// Count counts the documents of the view.
func (v *View) Count(ctx context.Context) (int64, error) {
	v.mu.Lock()
	view := v.bytes()
	v.mu.Unlock()
	return v.reader.Count(ctx, v.Object, view)
}

// Close cancels the current readings, drops the view's pages and releases what the engine holds for it, including what
// a reading under way may have opened. It returns when that is done or when ctx is done.
func (v *View) Close(ctx context.Context) {
	v.mu.Lock()
	v.closed = true
	state := v.end()
	v.mu.Unlock()
	v.cache.forget(v.ID)
	v.release(state)
	done := make(chan struct{})
	go func() {
		v.readings.Wait()
		v.releases.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
}

func clamp(size int) int {
	if size == 0 {
		return DefaultPage
	}
	return min(max(size, MinPage), MaxPage)
}
