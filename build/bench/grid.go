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

const (
	gridRounds = 4
	gridBudget = 0.85

	webKit       = "WebKitGTK" // where half of a frame is painting, the same for both
	webKitBudget = 0.95
)

// scrolled is the result of scrolling one grid in one engine.
type scrolled struct {
	Millis []float64 // processor time of the process that draws the page, per round
	Frames []int     // frames in which rows moved, per round
	Blank  int       // pictures of the screen with a blank area
}

// gridScene is the result of both contenders in one scene and one engine. Both scrolled the same distance.
type gridScene struct {
	Scene, Engine string
	Notches       int // of the wheel, per round
	Ours, Virtual scrolled
}

// measureGrid compares the grid with one built with TanStack Virtual that has the same cells. Both are scrolled with
// the wheel, in Chromium and in the window's web view.
func (b *bench) measureGrid(ctx context.Context) ([]result, error) {
	for _, script := range [][]string{{"build/setup/system.sh", "test"}, {"build/setup/npm.sh"}} {
		if err := run(ctx, nil, script[0], script[1:]...); err != nil {
			return nil, err
		}
	}
	output, err := exec.CommandContext(ctx, "node", "frontend/e2e/bench-grid.mjs", strconv.Itoa(gridRounds)).Output()
	var ended *exec.ExitError
	if errors.As(err, &ended) {
		return nil, fmt.Errorf("scroll grids: %w\n%s", err, bytes.TrimSpace(ended.Stderr))
	}
	if err != nil {
		return nil, fmt.Errorf("scroll grids: %w", err)
	}
	var results []result
	for line := range bytes.Lines(output) {
		scene, err := readGridScene(line)
		if err != nil {
			return nil, err
		}
		results = append(results, scene.results()...)
	}
	return results, nil
}

func readGridScene(line []byte) (gridScene, error) {
	var s gridScene
	if err := json.Unmarshal(line, &s); err != nil {
		return s, fmt.Errorf("read what scrolling came to: %w", err)
	}
	for _, grid := range []scrolled{s.Ours, s.Virtual} {
		if len(grid.Millis) == 0 || len(grid.Millis) != len(grid.Frames) || s.Notches == 0 {
			return s, fmt.Errorf("read what scrolling came to: a round of %s in %s has no frames", s.Scene, s.Engine)
		}
	}
	return s, nil
}

// results compares the cost per frame, which has a budget, and per notch of the wheel: a contender that drops frames
// pays more for each, but perhaps less for the whole distance.
func (s gridScene) results() []result {
	where, budget := fmt.Sprintf("%s, %s", s.Scene, s.Engine), gridBudget
	if s.Engine == webKit {
		budget = webKitBudget
	}
	return []result{
		ratio("grid, a frame, "+where+", against TanStack Virtual", s.Ours.perFrame(), s.Virtual.perFrame(), budget),
		ratio("grid, a notch of the wheel, "+where+", against it", s.Ours.perNotch(s.Notches), s.Virtual.perNotch(s.Notches), 0),
		never("grid, blank pictures under the wheel, "+where, s.Ours.Blank, s.Virtual.Blank),
	}
}

func (s scrolled) perFrame() time.Duration {
	return s.per(func(round int) int { return s.Frames[round] })
}

func (s scrolled) perNotch(notches int) time.Duration {
	return s.per(func(int) int { return notches })
}

// per returns the median of the rounds' times, each divided by that round's count; a count of 0 counts as 1.
func (s scrolled) per(count func(round int) int) time.Duration {
	times := make([]time.Duration, len(s.Millis))
	for round, millis := range s.Millis {
		times[round] = time.Duration(millis / float64(max(1, count(round))) * float64(time.Millisecond))
	}
	return median(times)
}
