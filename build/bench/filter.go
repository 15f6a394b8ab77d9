package main

import (
	"context"
	"fmt"
	"time"

	"quarry/backend/data/grid"
	"quarry/drivers/driver"
)

const (
	filterRounds = 30
	filterWarmUp = 5
)

// filtering is the filter to measure: two columns of the index for far rows, matching a few percent of its documents.
var filtering = grid.Arrangement{Filter: []grid.FilterRow{
	{Column: "level", Operator: driver.Equals, Values: []string{"error"}},
	{Column: "note", Operator: driver.IsNotNull},
}}

// measureFilter compares the first page of a filtered view, from the call to the block, with curl sending the same
// request and discarding the response. Both send it twice, and only the second time counts.
func (b *bench) measureFilter(ctx context.Context) ([]result, error) {
	far, err := b.openFar(ctx)
	if err != nil {
		return nil, err
	}
	defer far.leave()
	filtered, sent, err := far.view.Preview(ctx, filtering)
	if err == nil && len(filtered.Refusals) > 0 {
		err = filtered.Refusals[0].Err
	}
	if err != nil {
		return nil, fmt.Errorf("preview the filter: %w", err)
	}
	url := far.url + sent.Path + "?" + sent.Query
	took, err := interleave(filterRounds, filterWarmUp,
		contender{"curl", func() (time.Duration, error) { return curl(ctx, url, string(sent.Body)) }},
		contender{"quarry", func() (time.Duration, error) {
			return second(func() error { return discard(readFirst(ctx, far.view, filtering)) })
		}},
	)
	if err != nil {
		return nil, err
	}
	return []result{ratio("filtered page of 1.5 million documents, against the same request by curl", took["quarry"], took["curl"], 1.5)}, nil
}

// far is a view of the index for far rows.
type far struct {
	url   string // of the engine
	view  *grid.View
	leave func()
}

// openFar opens the index for far rows on the real engine, and first fills it unless it already exists.
func (b *bench) openFar(ctx context.Context) (*far, error) {
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
	view, leave, err := openView(ctx, module, address, deepIndex)
	if err != nil {
		return nil, err
	}
	return &far{engine.url, view, leave}, nil
}
