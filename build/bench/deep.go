package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strconv"
	"time"

	"github.com/tidwall/gjson"

	"quarry/backend/data/grid"
)

const (
	deepIndex  = "quarry-bench-deep-1" // the version is that of the documents
	deepRows   = 1_500_000             // more than an element's height allows
	deepRounds = 5

	farPage   = 500 // 500,000 rows come before its first row
	afterward = 4   // pages read after the far one
)

// deepOrders are the orders for measuring far rows.
var deepOrders = []struct {
	name string
	by   []grid.SortBy
}{
	{"unsorted", nil},
	{"sorted by 5 values, some missing", []grid.SortBy{{Column: "level"}}},
	{"sorted downwards by a date", []grid.SortBy{{Column: "at", Desc: true}}},
	{"sorted by text", []grid.SortBy{{Column: "title"}}},
}

// deep fills the index for far rows unless it already exists.
func (e *engine) deep(ctx context.Context) error {
	if e.node != nil {
		e.indices = append(e.indices, deepIndex)
	}
	return run(ctx, nil, "node", "frontend/e2e/deep-index.mjs", e.url, deepIndex, strconv.Itoa(deepRows))
}

// jumps are the times measured for one order, each in its own view.
type jumps struct{ second, first, again []time.Duration }

// measureDeep goes to row 500,000 for the first time, and again after its page was evicted, and compares both with
// reading the second page of the same view again: one request each. It fails if anything is left open afterwards.
func (b *bench) measureDeep(ctx context.Context) ([]result, error) {
	engine, err := b.real(ctx)
	if err != nil {
		return nil, err
	}
	if err := engine.deep(ctx); err != nil {
		return nil, err
	}
	address, err := addressOf(engine.url)
	if err != nil {
		return nil, err
	}
	module, err := moduleDriver(ctx, b.folder)
	if err != nil {
		return nil, err
	}
	before, err := engine.traces(ctx)
	if err != nil {
		return nil, err
	}
	var results []result
	for _, order := range deepOrders {
		var took jumps
		for range deepRounds {
			if err := took.round(ctx, module, address, order.by); err != nil {
				return nil, fmt.Errorf("%s: %w", order.name, err)
			}
		}
		second := median(took.second)
		results = append(results,
			ratio("row 500,000, first visit, "+order.name+", against page 2", median(took.first), second, 25),
			ratio("row 500,000, visited again, "+order.name, median(took.again), second, 1.2),
		)
	}
	return results, engine.left(ctx, before)
}

// round opens a view, goes to a far page and back.
func (j *jumps) round(ctx context.Context, d oneDriver, address string, by []grid.SortBy) error {
	view, leave, err := openView(ctx, d, address, deepIndex)
	if err != nil {
		return err
	}
	defer leave()
	arranged, err := view.Arrange(ctx, grid.Arrangement{Sort: by})
	if err != nil {
		return err
	}
	generation := arranged.Generation
	read := func(numbers ...int) (time.Duration, error) {
		begun := time.Now()
		for _, number := range numbers {
			page, err := view.Page(ctx, generation, number)
			if err == nil && page.Rows != pageRows {
				err = fmt.Errorf("page %d has %d rows in place of %d", number, page.Rows, pageRows)
			}
			if err != nil {
				return 0, err
			}
		}
		return time.Since(begun), nil
	}
	if _, err := read(0, 1); err != nil {
		return err
	}
	first, err := read(farPage)
	if err != nil {
		return err
	}
	if _, err := read(2, 3); err != nil {
		return err
	}
	for range afterward {
		view.Forget()
		second, err := read(1)
		if err != nil {
			return err
		}
		again, err := read(farPage)
		if err != nil {
			return err
		}
		j.second, j.again = append(j.second, second), append(j.again, again)
	}
	j.first = append(j.first, first)
	return nil
}

// traces counts what an open view leaves behind, in this process and on the engine.
type traces struct{ goroutines, contexts int }

// traces returns the current counts.
func (e *engine) traces(ctx context.Context) (traces, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, e.url+"/"+deepIndex+"/_stats/search", nil)
	if err != nil {
		return traces{}, fmt.Errorf("count the open contexts: %w", err)
	}
	resp, err := http.DefaultClient.Do(request)
	if err != nil {
		return traces{}, fmt.Errorf("count the open contexts: %w", err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return traces{}, fmt.Errorf("count the open contexts: %w", err)
	}
	http.DefaultClient.CloseIdleConnections()
	return traces{runtime.NumGoroutine(), int(gjson.GetBytes(text, "_all.total.search.open_contexts").Int())}, nil
}

// left waits until there are no more traces than before.
func (e *engine) left(ctx context.Context, before traces) error {
	var now traces
	for begun := time.Now(); time.Since(begun) < patient; time.Sleep(look) {
		var err error
		if now, err = e.traces(ctx); err != nil {
			return err
		}
		if now.goroutines <= before.goroutines && now.contexts <= before.contexts {
			return nil
		}
	}
	return fmt.Errorf("%d goroutines and %d search contexts are left of %d and %d", now.goroutines, now.contexts, before.goroutines, before.contexts)
}
