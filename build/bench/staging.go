package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"strconv"
	"time"
)

const (
	stagingRounds = 20
	keyBudget     = 50 * time.Millisecond
)

// staging is how long keys took to reach the screen with a number of staged rows, in milliseconds per round.
type staging struct {
	Rows         int
	Open, Commit []float64
}

// measureStaging types into a cell with 1,000 staged rows, and with none, in a real browser on the sample data.
func (b *bench) measureStaging(ctx context.Context) ([]result, error) {
	if err := run(ctx, nil, "build/setup/npm.sh"); err != nil {
		return nil, err
	}
	command := exec.CommandContext(ctx, "node", "frontend/e2e/bench-staging.mjs", strconv.Itoa(stagingRounds))
	var failure bytes.Buffer
	command.Stderr = &failure
	output, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("type while rows are staged: %w\n%s", err, bytes.TrimSpace(failure.Bytes()))
	}
	return stagingResults(output)
}

// stagingResults reads a line for no staged rows and one for 1,000.
func stagingResults(output []byte) ([]result, error) {
	var all []staging
	for line := range bytes.Lines(output) {
		var s staging
		if err := json.Unmarshal(line, &s); err != nil {
			return nil, fmt.Errorf("read how long keys took: %w", err)
		}
		all = append(all, s)
	}
	if len(all) != 2 || all[0].Rows != 0 || all[1].Rows == 0 {
		return nil, fmt.Errorf("read how long keys took: %d measurements, not one without and one with staged rows", len(all))
	}
	none, many := all[0], all[1]
	for _, times := range [][]float64{none.Open, none.Commit, many.Open, many.Commit} {
		if len(times) == 0 {
			return nil, fmt.Errorf("read how long keys took: a measurement without rounds")
		}
	}
	open, commit := medianOf(many.Open), medianOf(many.Commit)
	return []result{
		atMost("staged, 1,000 rows, a letter to its editor on the screen", open, keyBudget),
		atMost("staged, 1,000 rows, Enter to the value on the screen", commit, keyBudget),
		ratio("staged, 1,000 rows, a letter, against none staged", open, medianOf(none.Open), 0),
		ratio("staged, 1,000 rows, Enter, against none staged", commit, medianOf(none.Commit), 0),
	}, nil
}
