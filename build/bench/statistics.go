package main

import (
	"context"
	"fmt"
	"time"
)

const (
	statisticsRounds = 60
	statisticsWarmUp = 15
	summarized       = "keyword_00"
)

// measureStatistics compares the statistics of a keyword column of a real engine, from the call to the figures, with
// curl sending the same search and discarding the response. Both send it twice, and only the second time counts.
func (b *bench) measureStatistics(ctx context.Context) ([]result, error) {
	engine, err := b.real(ctx)
	if err != nil {
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
	view, leave, err := openView(ctx, module, address, storedIndex)
	if err != nil {
		return nil, err
	}
	defer leave()
	first, err := view.Statistics(ctx, summarized)
	if err != nil {
		return nil, fmt.Errorf("summarize %s: %w", summarized, err)
	}
	sent := first.Requests[0]
	url := engine.url + sent.Path + "?" + sent.Query
	took, err := interleave(statisticsRounds, statisticsWarmUp,
		contender{"curl", func() (time.Duration, error) { return curl(ctx, url, string(sent.Body)) }},
		contender{"quarry", func() (time.Duration, error) {
			return second(func() error { return discard(view.Statistics(ctx, summarized)) })
		}},
	)
	if err != nil {
		return nil, err
	}
	return []result{ratio("statistics of a keyword column, against the same search by curl", took["quarry"], took["curl"], 1.5)}, nil
}
