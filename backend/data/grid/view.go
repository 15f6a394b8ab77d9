package grid

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"quarry/backend/data/rows"
	"quarry/drivers/driver"
)

// Limits of a page's size, in rows (A-BRO-11).
const (
	MinPage     = 100
	DefaultPage = 1000
	MaxPage     = 10000
)

// Page is one page of a view, or part of it: if it has fewer rows than requested and is not the end, read on from
// there.
type Page struct {
	Block    []byte
	Rows     int
	Millis   int64 // the engine's own time, -1 if unknown
	Elapsed  int64 // how long the caller waited, in milliseconds
	End      bool
	Notices  []driver.Notice
	Outside  string // the notice about fields that will have columns once the view is opened again, "" for none
	Snapshot int64  // when the page's snapshot was taken, in milliseconds since 1970; 0 for none
	Note     string // how the view can be read from here on
	Stale    bool   // the first page was read before the snapshot and differs from it
	Held     bool   // the engine holds something for the state that came with the page
	Partial  bool   // rows are missing because part of the engine did not respond, see Notices; never cached

	keys string   // a digest of the rows' identifying values
	left []string // fields of the documents that have no column
}

// Reader reads the columns, counts and pages of one connection.
type Reader interface {
	// Columns describes an object.
	Columns(ctx context.Context, object string) (*driver.ColumnSet, error)
	// Page reads one page; kernel fills its block. It also returns the view's new state. During a long search for the
	// page, it calls progress with the number of rows passed.
	Page(ctx context.Context, a *driver.PageArgs, kernel *rows.Kernel, progress func(done, total int64)) (*Page, []byte, error)
	// Renew keeps alive what the engine holds for a state, and returns the new state that replaces it.
	Renew(ctx context.Context, state []byte) ([]byte, error)
	// Release releases what the engine holds for a state.
	Release(ctx context.Context, state []byte) error
	// Count counts the documents of a view.
	Count(ctx context.Context, object string, view []byte) (int64, error)
}

// View is one open object: its columns, and its rows in all arrangements that have not been dropped, by generation. It
// is safe for concurrent use.
type View struct {
	ID      string
	Object  string
	Columns []Column
	Set     *driver.ColumnSet
	Size    int // rows per page

	reader    Reader
	kernel    *rows.Kernel
	whole     *rows.Kernel // reads whole documents, see Documents
	cache     *Cache
	described map[string]bool

	mu           sync.Mutex
	arrangements map[int]*arrangement // by generation
	generation   int                  // of the latest arrangement
	closed       bool
	outside      []string // see Outside
	readings     sync.WaitGroup
	releases     sync.WaitGroup
}

// Open reads the columns of an object and returns a view whose pages have size rows.
func Open(ctx context.Context, id, object string, size int, r Reader, cache *Cache) (*View, error) {
	return openBeside(ctx, id, object, size, r, cache, nil)
}

// openBeside is Open for an object whose documents are known to have fields outside the schema.
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
	v := &View{
		ID: id, Object: object, Columns: columns, Set: set, Size: clamp(size), reader: r, kernel: kernel, whole: whole, cache: cache,
		arrangements: map[int]*arrangement{}, described: known, outside: beside,
	}
	v.arrangements[0] = v.arrangement(nil, set.View)
	return v, nil
}

// Forget drops the cached pages. It keeps what the engine holds for the view, and the known positions where pages
// begin.
func (v *View) Forget() { v.cache.forget(func(k key) bool { return k.view == v.ID }) }

func (v *View) column(name string) *Column {
	for i := range v.Columns {
		if v.Columns[i].Name == name {
			return &v.Columns[i]
		}
	}
	return nil
}

// Close cancels running reads, drops the view's pages and releases what the engine holds for it, including what a
// running read may have opened. It returns when that is done or ctx is done.
func (v *View) Close(ctx context.Context) {
	v.mu.Lock()
	v.closed = true
	var states [][]byte
	for generation, a := range v.arrangements {
		states = append(states, a.end())
		delete(v.arrangements, generation)
	}
	v.mu.Unlock()
	v.Forget()
	for _, state := range states {
		v.release(state)
	}
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
