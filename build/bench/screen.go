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

const screenRounds = 15

// measureScreen opens indices of a real engine in a real browser on the serve host, by clicking their names.
func (b *bench) measureScreen(ctx context.Context) ([]result, error) {
	engine, err := b.real(ctx)
	if err != nil {
		return nil, err
	}
	command := exec.CommandContext(ctx, "node", "frontend/e2e/bench.mjs", engine.url, strconv.Itoa(screenRounds), storedIndex, wideIndex)
	output, err := command.Output()
	var ended *exec.ExitError
	if errors.As(err, &ended) {
		return nil, fmt.Errorf("open indices in a browser: %w\n%s", err, bytes.TrimSpace(ended.Stderr))
	}
	if err != nil {
		return nil, fmt.Errorf("open indices in a browser: %w", err)
	}
	took, err := readOpened(output)
	if err != nil {
		return nil, err
	}
	return []result{
		atMost("first page on screen after the click, 35 columns", took[storedIndex], 100*time.Millisecond),
		atMost("first page on screen after the click, 500 columns", took[wideIndex], 200*time.Millisecond),
	}, nil
}

// readOpened returns the median time of each object from lines of JSON.
func readOpened(lines []byte) (map[string]time.Duration, error) {
	took := map[string]time.Duration{}
	for line := range bytes.Lines(lines) {
		var one struct {
			Object string
			Millis []float64
		}
		if err := json.Unmarshal(line, &one); err != nil {
			return nil, fmt.Errorf("read what the browser measured: %w", err)
		}
		if len(one.Millis) == 0 {
			return nil, fmt.Errorf("read what the browser measured: %s was not opened", one.Object)
		}
		times := make([]time.Duration, len(one.Millis))
		for n, millis := range one.Millis {
			times[n] = time.Duration(millis * float64(time.Millisecond))
		}
		took[one.Object] = median(times)
	}
	return took, nil
}
