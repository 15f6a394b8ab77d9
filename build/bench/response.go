package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"time"
)

const (
	responseBytes  = 100 << 20
	responseRounds = 5
	responseWarmUp = 1
)

// measureResponse compares the first rows of a response of 100 MB in a console, from the key to the screen of a real
// browser, with curl fetching and discarding the same response. This program serves both.
func (b *bench) measureResponse(ctx context.Context) ([]result, error) {
	fields := flat()
	page := response(fields, responseBytes/(len(response(fields, pageRows))/pageRows))
	fake, err := startFake(mapping(fields), page)
	if err != nil {
		return nil, err
	}
	defer fake.close()
	url := "http://" + fake.address
	took, err := interleave(responseRounds, responseWarmUp,
		contender{"curl", func() (time.Duration, error) { return curl(ctx, url+"/bench/_search", "{}") }})
	if err != nil {
		return nil, err
	}
	output, err := exec.CommandContext(ctx, "node", "frontend/e2e/bench-response.mjs", url, strconv.Itoa(responseRounds)).Output()
	var ended *exec.ExitError
	if errors.As(err, &ended) {
		return nil, fmt.Errorf("show a long response: %w\n%s", err, ended.Stderr)
	}
	if err != nil {
		return nil, fmt.Errorf("show a long response: %w", err)
	}
	var shown struct {
		Millis     []float64
		Host, Page int64 // bytes of memory
	}
	if err := json.Unmarshal(output, &shown); err != nil {
		return nil, fmt.Errorf("read what the browser measured: %w", err)
	}
	if len(shown.Millis) == 0 {
		return nil, errors.New("read what the browser measured: no response was shown")
	}
	what := fmt.Sprintf("console, a response of %d MB", len(page)>>20)
	return []result{
		ratio(what+" to its first rows, against curl", medianOf(shown.Millis), took["curl"], 0),
		grown(what+", memory of the host process at its peak, against the response", shown.Host, int64(len(page)), 0),
		grown(what+", heap of the page, against the response", shown.Page, int64(len(page)), 0),
	}, nil
}
