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
	savingRounds = 20
	savingRows   = 500
	savingWarmUp = 5 // rounds after which the page has loaded what it needs
	savingBudget = 500 * time.Millisecond
	flatBudget   = 1.1
)

// saving is one round of staging rows one by one, saving them and undoing the save.
type saving struct {
	Save float64 // the processor time of the save in the page, in milliseconds
	Heap int64   // the page's heap after the round, in bytes
}

// measureSaving measures what saves cost the page, in a real browser on the sample data.
func (b *bench) measureSaving(ctx context.Context) ([]result, error) {
	if err := run(ctx, nil, "build/setup/npm.sh"); err != nil {
		return nil, err
	}
	command := exec.CommandContext(ctx, "node", "frontend/e2e/bench-saving.mjs", strconv.Itoa(savingRounds), strconv.Itoa(savingRows))
	var failure bytes.Buffer
	command.Stderr = &failure
	output, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("save rows in the page: %w\n%s", err, bytes.TrimSpace(failure.Bytes()))
	}
	return savingResults(output)
}

// savingResults reads a line for each round.
func savingResults(output []byte) ([]result, error) {
	var rounds []saving
	var saves []float64
	for line := range bytes.Lines(output) {
		var s saving
		if err := json.Unmarshal(line, &s); err != nil {
			return nil, fmt.Errorf("read what saves cost: %w", err)
		}
		rounds, saves = append(rounds, s), append(saves, s.Save)
	}
	if len(rounds) <= savingWarmUp {
		return nil, fmt.Errorf("read what saves cost: %d rounds", len(rounds))
	}
	early, last := rounds[savingWarmUp-1], rounds[len(rounds)-1]
	return []result{
		atMost("saving 500 rows that were staged one by one, processor time of the page", medianOf(saves), savingBudget),
		grown("the page's heap after 20 rounds of staging, saving and undoing, against after 5", last.Heap, early.Heap, flatBudget),
	}, nil
}
