package grid

import (
	"context"
	"time"

	"quarry/drivers/driver"
)

// Arrangement is an order and a filter for the rows of a view.
type Arrangement struct {
	Sort   []SortBy
	Any    bool        // rows of the filter are combined with "or" instead of "and"
	Filter []FilterRow // empty for all rows
}

// SortBy is one column of a sort order.
type SortBy struct {
	Column string
	Desc   bool
}

// Arranged is the arrangement in effect.
type Arranged struct {
	Generation int      // number of its generation; -1 if filter rows were refused, which changes nothing
	Sort       []SortBy // without the columns that cannot be sorted
	Filtered   *driver.Filtered
}

// arrangement is one order and filter of a view, and how far it has been read. Order and filter never change: a reading
// stays in its arrangement, whatever is requested in the meantime. The view's lock guards the other fields.
type arrangement struct {
	view  *View
	sort  []driver.SortKey
	bytes []byte // the view to read, including the filter

	turn chan struct{} // held by the one reading that may use the state

	state []byte
	held  bool // the engine holds something for the state
	spent bool // a reading that began with the state failed: see driver.PageArgs.Spent
	ended bool
	under map[key]*reading
	done  int64 // progress of the current reading, in rows; see Progress
	total int64
	used  time.Time
}

func (v *View) arrangement(sort []driver.SortKey, bytes []byte) *arrangement {
	return &arrangement{view: v, sort: sort, bytes: bytes, turn: make(chan struct{}, 1), under: map[key]*reading{}}
}

// Arrange changes the order and filter of the rows, or reads them again if both stay the same. Each call begins a
// generation. Earlier generations stay until they are dropped. Columns that cannot be sorted are left out of the order,
// as are those beyond the engine's limit (A-SRT-02, B-SRT-02).
func (v *View) Arrange(ctx context.Context, to Arrangement) (*Arranged, error) {
	filtered := &driver.Filtered{View: v.Set.View}
	if len(to.Filter) > 0 {
		var err error
		if filtered, err = v.compile(ctx, to.Any, to.Filter); err != nil {
			return nil, err
		}
	}
	keys, kept := v.SortKeys(to.Sort)
	if len(filtered.Refusals) > 0 {
		return &Arranged{Generation: -1, Sort: kept, Filtered: filtered}, nil
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.closed {
		return nil, ErrStale
	}
	v.generation++
	v.arrangements[v.generation] = v.arrangement(keys, filtered.View)
	return &Arranged{Generation: v.generation, Sort: kept, Filtered: filtered}, nil
}

// Generation returns the generation of the latest arrangement; 0 for a view that was just opened.
func (v *View) Generation() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.generation
}

// Drop drops a generation: it cancels the readings and releases the pages and what the engine holds for them.
func (v *View) Drop(generation int) {
	v.mu.Lock()
	a := v.arrangements[generation]
	if a == nil {
		v.mu.Unlock()
		return
	}
	delete(v.arrangements, generation)
	state := a.end()
	v.mu.Unlock()
	v.cache.forget(func(k key) bool { return k.view == v.ID && k.generation == generation })
	v.release(state)
}

// end cancels the readings of the arrangement and returns the state to release, if there is one. The lock is held.
func (a *arrangement) end() []byte {
	a.ended = true
	for k, r := range a.under {
		r.cancel()
		delete(a.under, k)
	}
	var state []byte
	if a.held {
		state = a.state
	}
	a.state, a.held, a.spent = nil, false, false
	return state
}

// SortKeys returns the keys of an order, and the columns that can be part of it.
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

// Count counts the documents of a generation.
func (v *View) Count(ctx context.Context, generation int) (int64, error) {
	bytes, err := v.Bytes(generation)
	if err != nil {
		return 0, err
	}
	return v.reader.Count(ctx, v.Object, bytes)
}

// Bytes returns the view bytes of a generation, including its filter. The error is [ErrStale] if the generation was
// dropped.
func (v *View) Bytes(generation int) ([]byte, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	a := v.arrangements[generation]
	if a == nil {
		return nil, ErrStale
	}
	return a.bytes, nil
}
