// Tally sums up the test runs of `make test`: it reads the output of each stage and prints the stages, what failed with
// the end of its output, why tests were skipped and, on the last line, "N passed, M failed, K skipped". Its exit code
// is 1 if anything failed.
//
//	go run ./build/tally STAGE...
//
// A stage is KIND,NAME,EXITCODE,SECONDS,FILE. Kinds: go (the output of go test -json), vitest (its JSON report), lines (a
// log with lines "ok   TEST", "skip TEST" and "FAIL TEST", the reason below it, and a line "WORD: N passed, M failed" or
// "..., K skipped" at the end) and plain (a log; the exit code alone counts).
package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

// stage is one run and its outcome.
type stage struct {
	kind, name, file string
	exit, seconds    int
}

func main() {
	failed, err := report(os.Args[1:], os.Stdout)
	if err != nil {
		fmt.Fprintf(os.Stderr, "tally: %v\n", err)
		os.Exit(2)
	}
	if failed {
		os.Exit(1)
	}
}

// report prints the summary of the stages and reports whether anything failed.
func report(arguments []string, out io.Writer) (failed bool, err error) {
	var total result
	var table strings.Builder
	for _, argument := range arguments {
		s, err := parseStage(argument)
		if err != nil {
			return true, err
		}
		r := s.read()
		fmt.Fprintf(&table, "%-12s %5d passed %4d failed %4d skipped %6d s\n", s.name, r.passed, len(r.failures), r.skipped(), s.seconds)
		total.add(r)
	}
	total.print(out)
	fmt.Fprintf(out, "\n%s%d passed, %d failed, %d skipped\n", table.String(), total.passed, len(total.failures), total.skipped())
	return len(total.failures) > 0, nil
}

func parseStage(argument string) (stage, error) {
	parts := strings.SplitN(argument, ",", 5)
	if len(parts) != 5 {
		return stage{}, fmt.Errorf("stage %q is not KIND,NAME,EXITCODE,SECONDS,FILE", argument)
	}
	s := stage{kind: parts[0], name: parts[1], file: parts[4]}
	var err error
	if s.exit, err = strconv.Atoi(parts[2]); err != nil {
		return stage{}, fmt.Errorf("exit code of stage %q: %w", argument, err)
	}
	if s.seconds, err = strconv.Atoi(parts[3]); err != nil {
		return stage{}, fmt.Errorf("seconds of stage %q: %w", argument, err)
	}
	if _, known := readers[s.kind]; !known {
		return stage{}, fmt.Errorf("stage %q is of an unknown kind", argument)
	}
	return s, nil
}

// readers parse the output of a stage, by its kind.
var readers = map[string]func(content []byte) (result, error){
	"go":     readGo,
	"vitest": readVitest,
	"lines":  readLines,
	"plain":  func([]byte) (result, error) { return result{}, nil },
}

// read never hides a failure: a stage that cannot be parsed, or that failed without naming a failed test, counts as
// one.
func (s stage) read() result {
	content, err := os.ReadFile(s.file)
	var r result
	if err == nil {
		r, err = readers[s.kind](content)
	}
	switch {
	case s.exit != 0 && len(r.failures) == 0:
		r.fail(fmt.Sprintf("%s: ended with %d", s.name, s.exit), string(content))
	case err != nil:
		r.fail(s.name, err.Error())
	}
	return r
}
