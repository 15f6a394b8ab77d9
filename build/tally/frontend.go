package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// vitestReport is the part of vitest's JSON report that is counted.
type vitestReport struct {
	TestResults []struct {
		Name, Status, Message string
		AssertionResults      []struct {
			FullName, Status string
			FailureMessages  []string
		}
	}
}

// readVitest counts the tests of vitest's JSON report. A file that fails without a failed test counts as one failure.
func readVitest(content []byte) (result, error) {
	var report vitestReport
	var r result
	if err := json.Unmarshal(content, &report); err != nil {
		return r, fmt.Errorf("read the report of vitest: %w", err)
	}
	for _, file := range report.TestResults {
		before := len(r.failures)
		for _, test := range file.AssertionResults {
			switch test.Status {
			case "passed":
				r.passed++
			case "failed":
				r.fail(file.Name+" "+test.FullName, strings.Join(test.FailureMessages, "\n"))
			default:
				r.skip("vitest: "+test.Status, 1)
			}
		}
		if file.Status == "failed" && len(r.failures) == before {
			r.fail(file.Name, file.Message)
		}
	}
	return r, nil
}

var closingLine = regexp.MustCompile(`(?m)^(\w+): (\d+) passed, (\d+) failed(?:, (\d+) skipped)?\s*$`)

// readLines takes the counts of the last closing line. A log without one is an error: nothing was counted.
func readLines(content []byte) (result, error) {
	var r result
	found := closingLine.FindAllSubmatch(content, -1)
	if len(found) == 0 {
		return r, errors.New(`no line "WORD: N passed, M failed" in the log`)
	}
	last := found[len(found)-1]
	name := string(last[1])
	counts := [3]int{}
	for i := range counts {
		// An absent count of skips is zero.
		counts[i], _ = strconv.Atoi(string(last[2+i]))
	}
	r.passed = counts[0]
	for i := range counts[1] {
		output := "see above"
		if i == 0 {
			output = string(content)
		}
		r.fail(fmt.Sprintf("%s, %d of %d", name, i+1, counts[1]), output)
	}
	if counts[2] > 0 {
		r.skip(name+" says why in its log", counts[2])
	}
	return r, nil
}
