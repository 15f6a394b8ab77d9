package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"time"
)

const consoleRounds = 30

// Budgets of an editor with 10,000 lines.
const (
	keystrokeBudget = 16 * time.Millisecond // until painted
	parseBudget     = 5 * time.Millisecond  // per change
	completeBudget  = 30 * time.Millisecond
)

// edited is how long the editor took with a text in an engine, in milliseconds per round.
type edited struct {
	Engine                     string
	Lines                      int
	Keystroke, Parse, Complete []float64
}

// measureConsole compares the console's editor with 10,000 lines to one whose text just fills the window, in Chromium
// and in the window's web view.
func (b *bench) measureConsole(ctx context.Context) ([]result, error) {
	for _, script := range [][]string{{"build/setup/system.sh", "test"}, {"build/setup/npm.sh"}} {
		if err := run(ctx, nil, script[0], script[1:]...); err != nil {
			return nil, err
		}
	}
	output, err := exec.CommandContext(ctx, "node", "frontend/e2e/bench-console.mjs", strconv.Itoa(consoleRounds)).Output()
	var ended *exec.ExitError
	if errors.As(err, &ended) {
		return nil, fmt.Errorf("type into consoles: %w\n%s", err, bytes.TrimSpace(ended.Stderr))
	}
	if err != nil {
		return nil, fmt.Errorf("type into consoles: %w", err)
	}
	return editedResults(output)
}

// editedResults returns the table lines for lines of JSON: in each engine a long text, then a short one.
func editedResults(lines []byte) ([]result, error) {
	var all []edited
	for line := range bytes.Lines(lines) {
		var one edited
		if err := json.Unmarshal(line, &one); err != nil {
			return nil, fmt.Errorf("read what the editor took: %w", err)
		}
		if len(one.Keystroke) == 0 || len(one.Parse) == 0 || len(one.Complete) == 0 {
			return nil, fmt.Errorf("read what the editor took: nothing was measured in %s", one.Engine)
		}
		all = append(all, one)
	}
	var results []result
	for n := 0; n+1 < len(all); n += 2 {
		long, short := all[n], all[n+1]
		if long.Engine != short.Engine || long.Lines <= short.Lines {
			return nil, fmt.Errorf("read what the editor took: %d lines in %s have nothing to compare with", long.Lines, long.Engine)
		}
		where := fmt.Sprintf("console, %d lines, %s, ", long.Lines, long.Engine)
		results = append(results,
			atMost(where+"a keystroke to painted", medianOf(long.Keystroke), keystrokeBudget),
			ratio(where+fmt.Sprintf("the same, against %d lines", short.Lines), medianOf(long.Keystroke), medianOf(short.Keystroke), 0),
			atMost(where+"parsing a change", medianOf(long.Parse), parseBudget),
			atMost(where+"finding completions", medianOf(long.Complete), completeBudget),
		)
	}
	return results, nil
}

// medianOf returns the median of times in milliseconds.
func medianOf(millis []float64) time.Duration {
	times := make([]time.Duration, len(millis))
	for n, one := range millis {
		times[n] = time.Duration(one * float64(time.Millisecond))
	}
	return median(times)
}
