package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
)

// event is one line of go test -json (`go doc test2json`).
type event struct {
	Action, Package, Test, Output, ImportPath, FailedBuild string
}

// goTest is one test of a package, or the package itself if the name is empty.
type goTest struct {
	name    string // package and test
	outcome string // pass, fail or skip; empty while it runs
	output  strings.Builder
	parent  bool // has subtests, which count instead of it
}

// goRun collects the events of one run of go test.
type goRun struct {
	tests map[string]*goTest
	order []*goTest
	build map[string]*strings.Builder // compiler output by import path
}

// readGo counts the tests in the output of go test -json. A test with subtests counts only if it fails and none of them
// did. A package that fails without a failed test, for instance because it does not compile, counts as one failure, and
// so do all its unfinished tests together.
func readGo(content []byte) (result, error) {
	run := goRun{tests: map[string]*goTest{}, build: map[string]*strings.Builder{}}
	lines := bufio.NewScanner(bytes.NewReader(content))
	lines.Buffer(nil, len(content)+1)
	for lines.Scan() {
		var e event
		// Other lines are the toolchain's own output, for instance that a module cannot be found.
		if json.Unmarshal(lines.Bytes(), &e) == nil {
			run.take(e)
		}
	}
	return run.count(), lines.Err()
}

func (run *goRun) take(e event) {
	if e.ImportPath != "" {
		if run.build[e.ImportPath] == nil {
			run.build[e.ImportPath] = &strings.Builder{}
		}
		run.build[e.ImportPath].WriteString(e.Output)
		return
	}
	if e.Package == "" {
		return
	}
	test := run.test(e.Package, e.Test)
	switch e.Action {
	case "output":
		test.output.WriteString(e.Output)
	case "pass", "fail", "skip":
		test.outcome = e.Action
	}
	if compiler := run.build[e.FailedBuild]; e.FailedBuild != "" && compiler != nil {
		test.output.WriteString(compiler.String())
	}
}

func (run *goRun) test(pkg, name string) *goTest {
	key := strings.TrimSuffix(pkg+" "+name, " ")
	if found := run.tests[key]; found != nil {
		return found
	}
	made := &goTest{name: key}
	run.tests[key] = made
	run.order = append(run.order, made)
	if name == "" {
		return made
	}
	above := ""
	if slash := strings.LastIndex(name, "/"); slash >= 0 {
		above = name[:slash]
	}
	run.test(pkg, above).parent = true
	return made
}

func (run *goRun) count() result {
	var r result
	broken := run.brokenBelow()
	for _, t := range run.order {
		isPackage := !strings.Contains(t.name, " ")
		switch {
		case t.outcome == "fail":
			if !broken[t.name] {
				r.fail(t.name, t.output.String())
			}
		case isPackage || t.parent:
		case t.outcome == "pass":
			r.passed++
		case t.outcome == "skip":
			r.skip(skipReason(t.output.String()), 1)
		}
	}
	for _, f := range run.unended() {
		r.fail(f.name, f.output)
	}
	return r
}

// unended returns one failure for each package that crashed or timed out while tests were running or waiting for their
// turn.
func (run *goRun) unended() []failure {
	var packages []string
	tests := map[string][]*goTest{}
	for _, t := range run.order {
		pkg, _, isTest := strings.Cut(t.name, " ")
		if !isTest || t.parent || t.outcome != "" {
			continue
		}
		if tests[pkg] == nil {
			packages = append(packages, pkg)
		}
		tests[pkg] = append(tests[pkg], t)
	}
	failures := make([]failure, 0, len(packages))
	for _, pkg := range packages {
		var output strings.Builder
		for _, t := range tests[pkg] {
			output.WriteString(t.output.String())
		}
		name := fmt.Sprintf("%s: %d tests did not end, the first of them %s", pkg, len(tests[pkg]), tests[pkg][0].name)
		failures = append(failures, failure{name, output.String()})
	}
	return failures
}

// brokenBelow returns the tests and packages that contain a failed test.
func (run *goRun) brokenBelow() map[string]bool {
	broken := map[string]bool{}
	for _, t := range run.order {
		pkg, name, isTest := strings.Cut(t.name, " ")
		if !isTest || t.outcome == "pass" || t.outcome == "skip" {
			continue
		}
		broken[pkg] = true // also by a test that did not finish
		for slash := strings.LastIndex(name, "/"); slash >= 0; slash = strings.LastIndex(name, "/") {
			name = name[:slash]
			broken[pkg+" "+name] = true
		}
	}
	return broken
}

var skipLine = regexp.MustCompile(`(?m)^\s*\S+\.go:\d+: (.*)$`)

// skipReason returns what the test printed when it was skipped.
func skipReason(output string) string {
	said := skipLine.FindAllStringSubmatch(output, -1)
	if len(said) == 0 {
		return "no reason given"
	}
	return said[len(said)-1][1]
}
