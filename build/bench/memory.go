package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

const (
	justOpened    = "memory just opened"
	afterScroll   = "memory after 300,000 rows"
	slowestAnswer = 2 * time.Second // limit for reading a far row in the window
)

// walked is the measurement of one step in the window.
type walked struct {
	What   string
	Millis int64
	Bytes  int64
}

// measureMemory scrolls 300,000 rows in the real window and goes to far rows of the same index, with a display's
// pointer and keys. It fails if a row differs from the engine's, or something stays open.
func (b *bench) measureMemory(ctx context.Context) ([]result, error) {
	engine, err := b.real(ctx)
	if err != nil {
		return nil, err
	}
	if err := engine.deep(ctx); err != nil {
		return nil, err
	}
	command := exec.CommandContext(ctx, "bash", "frontend/e2e/window.sh", "--program", "measure.mjs", engine.url, deepIndex, wideIndex)
	command.Env = append(os.Environ(), "QUARRY_ES8_URL="+engine.url)
	var told bytes.Buffer
	command.Stderr = &told
	output, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("walk the window: %w\n%s", err, strings.TrimSpace(told.String()))
	}
	steps, err := readWalked(output)
	if err != nil {
		return nil, err
	}
	return walkedResults(steps)
}

// readWalked parses lines of JSON.
func readWalked(lines []byte) ([]walked, error) {
	var steps []walked
	for line := range bytes.Lines(lines) {
		var step walked
		if err := json.Unmarshal(line, &step); err != nil {
			return nil, fmt.Errorf("read what the window measured: %w", err)
		}
		steps = append(steps, step)
	}
	return steps, nil
}

// walkedResults returns a table line for each step, and one that compares the memory before and after scrolling.
func walkedResults(steps []walked) ([]result, error) {
	var results []result
	memory := map[string]int64{}
	for _, step := range steps {
		if step.Bytes > 0 {
			memory[step.What] = step.Bytes
			results = append(results, sized(step.What, step.Bytes, 0))
			continue
		}
		results = append(results, atMost("window: "+step.What, time.Duration(step.Millis)*time.Millisecond, slowestAnswer))
	}
	before, after := memory[justOpened], memory[afterScroll]
	if before == 0 || after == 0 {
		return nil, errors.New("the window did not tell its memory")
	}
	return append(results, grown("memory after 300,000 rows scrolled, against just opened", after, before, 1.5)), nil
}
