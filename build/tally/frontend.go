package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// vitestReport is the part of vitest's JSON report that is used.
type vitestReport struct {
	TestResults []struct {
		Name, Status, Message string
		AssertionResults      []struct {
			FullName, Status string
			FailureMessages  []string
		}
	}
}

// readVitest counts the tests in vitest's JSON report. A file that fails without a failed test counts as one failure.
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

var (
	closingLine = regexp.MustCompile(`(?m)^(\w+): (\d+) passed, (\d+) failed(?:, (\d+) skipped)?\s*$`)
	// otherLine matches a line that ends the reason of a failed test.
	otherLine = regexp.MustCompile(`^(ok  |skip) |` + closingLine.String())
)

// readLines reads the counts in the last closing line. A log without one is an error: not everything was counted.
func readLines(content []byte) (result, error) {
	r := result{failures: failedLines(string(content))}
	found := closingLine.FindAllSubmatch(content, -1)
	if len(found) == 0 {
		return r, errors.New(`no line "WORD: N passed, M failed" in the log`)
	}
	last := found[len(found)-1]
	name := string(last[1])
	counts := [3]int{}
	for i := range counts {
		// If there is no count of skips, it is zero.
		counts[i], _ = strconv.Atoi(string(last[2+i]))
	}
	r.passed = counts[0]
	for i := len(r.failures); i < counts[1]; i++ {
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

// failedLines returns the tests that a log names as "FAIL NAME", without duplicates, with the first lines after each,
// since the reason comes first.
func failedLines(log string) []failure {
	var found []failure
	reasons := map[string]int{} // number of lines of the reason, by test name
	name := ""                  // name of the failure that the line belongs to
	for line := range strings.SplitSeq(log, "\n") {
		failed, is := strings.CutPrefix(line, "FAIL ")
		_, seen := reasons[failed]
		switch {
		case is && seen:
			name = ""
		case is:
			name = failed
			reasons[name] = 0
			found = append(found, failure{name: name})
		case otherLine.MatchString(line):
			name = ""
		case name != "" && reasons[name] < tailLines:
			reasons[name]++
			found[len(found)-1].output += line + "\n"
		}
	}
	return found
}
