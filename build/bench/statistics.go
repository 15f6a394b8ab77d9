package main

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

const (
	statisticsRounds = 20
	statisticsWarmUp = 5
	summarized       = "level" // a keyword column of the index for far rows
)

// measureStatistics compares the statistics of a keyword column from a real engine, from the call to the figures, with
// curl sending the same search and discarding the response. Both send it twice, and only the second time counts. The
// engine caches no results: the second search is as much work as the first.
func (b *bench) measureStatistics(ctx context.Context) ([]result, error) {
	far, err := b.openFar(ctx)
	if err != nil {
		return nil, err
	}
	defer far.leave()
	uncached := `{"index.requests.cache.enable":%t}`
	if _, err := asked(ctx, http.MethodPut, far.url+"/"+deepIndex+"/_settings", fmt.Sprintf(uncached, false)); err != nil {
		return nil, err
	}
	defer func() {
		_, _ = asked(context.WithoutCancel(ctx), http.MethodPut, far.url+"/"+deepIndex+"/_settings", fmt.Sprintf(uncached, true))
	}()
	first, err := far.view.Statistics(ctx, 0, summarized)
	if err != nil {
		return nil, fmt.Errorf("summarize %s: %w", summarized, err)
	}
	sent := first.Requests[0]
	url := far.url + sent.Path + "?" + sent.Query
	took, err := interleave(statisticsRounds, statisticsWarmUp,
		contender{"curl", func() (time.Duration, error) { return curl(ctx, url, string(sent.Body)) }},
		contender{"quarry", func() (time.Duration, error) {
			return second(func() error { return discard(far.view.Statistics(ctx, 0, summarized)) })
		}},
	)
	if err != nil {
		return nil, err
	}
	return []result{ratio("statistics of a keyword column of 1.5 million documents, against the same search by curl", took["quarry"], took["curl"], 1.5)}, nil
}
