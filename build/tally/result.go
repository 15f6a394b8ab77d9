package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// tailLines is how many lines of a failed test's output are shown.
const tailLines = 40

type failure struct{ name, output string }

// result has the counts of one stage, or of all.
type result struct {
	passed   int
	failures []failure
	skips    map[string]int // number of skipped tests, by reason
}

func (r *result) fail(name, output string) {
	r.failures = append(r.failures, failure{name, output})
}

func (r *result) skip(reason string, tests int) {
	if r.skips == nil {
		r.skips = map[string]int{}
	}
	r.skips[reason] += tests
}

func (r result) skipped() int {
	sum := 0
	for _, tests := range r.skips {
		sum += tests
	}
	return sum
}

func (r *result) add(other result) {
	r.passed += other.passed
	r.failures = append(r.failures, other.failures...)
	for reason, tests := range other.skips {
		r.skip(reason, tests)
	}
}

// print lists the failures and the reasons for skips. The names of all failed tests are together at the top, so that
// anyone who shows only the beginning of a long output still shows them.
func (r result) print(out io.Writer) {
	fmt.Fprintln(out)
	for _, f := range r.failures {
		fmt.Fprintf(out, "failed: %s\n", f.name)
	}
	for _, f := range r.failures {
		fmt.Fprintf(out, "\nFAILED %s\n", f.name)
		for line := range strings.SplitSeq(tail(f.output), "\n") {
			fmt.Fprintf(out, "    %s\n", line)
		}
	}
	for _, reason := range slices.Sorted(maps.Keys(r.skips)) {
		fmt.Fprintf(out, "\nskipped %d: %s\n", r.skips[reason], reason)
	}
}

// tail returns the last lines of a text.
func tail(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	if len(lines) > tailLines {
		lines = lines[len(lines)-tailLines:]
	}
	return strings.Join(lines, "\n")
}
