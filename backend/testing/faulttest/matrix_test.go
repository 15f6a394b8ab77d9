// SPEC: A-BRO-18, A-EDT-09, A-EDT-11, EXP-05
package faulttest_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/testing/faulttest"
)

var update = flag.Bool("update", false, "write the tables of testdata anew")

// parallel is the number of trials that run in parallel. Most of them wait for the engine.
const parallel = 8

// mishap is a row of the table: something that goes wrong, in one or several variants with the same outcome.
type mishap struct {
	name   string
	faults []faulttest.Fault
	always bool // it happens to every request of its kind, not just the first one
	slow   bool // the connection has a short time limit: these trials wait for it, all at the same time
	only   func(m *moment) bool
}

// middle returns positions in a text of that size, from a byte on: first byte, middle and last byte.
func middle(from, size int) []int {
	return []int{from, from + (size-from)/2, size - 1}
}

func requestCuts() (list []faulttest.Fault) {
	for n := range 3 {
		list = append(list, faulttest.CutRequest(func(size int) int { return middle(1, size)[n] }))
	}
	return list
}

func headCuts() (list []faulttest.Fault) {
	for n := range 3 {
		list = append(list, faulttest.CutResponse(func(head, _ int) int { return middle(1, head)[n] }))
	}
	return list
}

func bodyCuts() (list []faulttest.Fault) {
	for n := range 3 {
		list = append(list, faulttest.CutResponse(func(head, size int) int { return middle(head, size)[n] }))
	}
	return list
}

func one(f faulttest.Fault) []faulttest.Fault { return []faulttest.Fault{f} }

// network are the rows of the table about the network, a proxy and a busy server, which responds with that body.
func network(busy string) []mishap {
	return []mishap{
		{name: "The response is slower than the query timeout (here 5 s).", faults: one(faulttest.HeldBack), slow: true},
		{name: "The connection ends before the server got the request.", faults: one(faulttest.Dropped)},
		{name: "The request is cut at any byte.", faults: requestCuts()},
		{name: "The response is lost: the connection ends before its first byte.", faults: one(faulttest.Lost)},
		{name: "The response is cut at any byte of its head.", faults: headCuts()},
		{name: "The response is cut at any byte of its body.", faults: bodyCuts()},
		{name: "The connection is reset.", faults: one(faulttest.Reset)},
		{name: "429 with `Retry-After: 7`, once.", faults: one(faulttest.RefusedFor("7", busy))},
		{name: "429 with `Retry-After: 7`, every time.", faults: one(faulttest.RefusedFor("7", busy)), always: true},
		{name: "429 with a date in `Retry-After`, by a clock that is ten years ahead.", faults: one(faulttest.RefusedFor("Wed, 21 Oct 2037 07:28:00 GMT", busy))},
		{name: "502 with a web page, from a proxy.", faults: one(faulttest.Gateway)},
		{name: "The response is not JSON.", faults: one(faulttest.Garbled)},
		{name: "`Content-Length` is larger than the response.", faults: one(faulttest.Longer)},
		{name: "`Content-Length` is smaller than the response.", faults: one(faulttest.Shorter)},
	}
}

// local are the rows of the table about problems of Quarry's own computer.
var local = []mishap{
	{name: "The disk is full for a while.", only: func(m *moment) bool { return m.machine != nil }},
	{name: "The disk is full, and the export is cancelled.", only: func(m *moment) bool { return m.machine != nil }},
	{name: "The clock of this computer is set back by ten hours.", only: func(m *moment) bool { return m.machine != nil }},
}

// outcome is what a trial came to.
type outcome struct {
	told string // to the user
	kept string
}

// row is a row of the table.
type row struct{ what, told, sent, kept string }

// trial is one attempt of a feature while something goes wrong. It is a separate test, so that many can run in
// parallel.
type trial struct {
	testing.TB
	name     string
	cleanups []func()
}

// FailNow ends the goroutine of the trial, like a test's.
func (t *trial) FailNow() {
	t.Fail()
	runtime.Goexit()
}

// Fatalf implements testing.TB.
func (t *trial) Fatalf(format string, args ...any) {
	t.Errorf(format, args...)
	runtime.Goexit()
}

// Errorf implements testing.TB.
func (t *trial) Errorf(format string, args ...any) {
	t.TB.Errorf("%s\n%s", t.name, fmt.Sprintf(format, args...))
}

// Cleanup implements testing.TB.
func (t *trial) Cleanup(f func()) { t.cleanups = append(t.cleanups, f) }

// try runs a trial to its end.
func try(t *testing.T, name string, work func(t *trial)) {
	trial := &trial{TB: t, name: name}
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() {
			for _, clean := range slices.Backward(trial.cleanups) {
				clean()
			}
		}()
		work(trial)
	}()
	<-done
}

// fault does what its mishaps say to every moment of an engine, and compares what happens with the table.
func (e *engine) fault(t *testing.T) {
	t.Helper()
	var group sync.WaitGroup
	slots := make(chan struct{}, parallel)
	all := e.moments
	results := make([][][]row, len(all)) // by moment and mishap, of each variant
	rows := append(slices.Clone(e.mishaps), local...)
	for i := range all {
		results[i] = make([][]row, len(rows))
	}
	for k := range rows {
		h := &rows[k]
		for i := range all {
			m := &all[i]
			if h.only != nil && !h.only(m) {
				continue
			}
			results[i][k] = make([]row, max(1, len(h.faults)))
			for n := range results[i][k] {
				take, give := func() { slots <- struct{}{} }, func() { <-slots }
				if h.slow {
					take, give = func() {}, func() {}
				}
				take()
				group.Go(func() {
					defer give()
					try(t, fmt.Sprintf("%s: %s (variant %d)", m.name, h.name, n), func(t *trial) {
						results[i][k][n] = e.attempt(t, m, h, n, fmt.Sprintf("%d-%d-%d", i, k, n))
					})
				})
			}
		}
	}
	group.Wait()
	if t.Failed() {
		return
	}
	table := e.document(results)
	path := filepath.Join("..", "..", "..", "testdata", e.table)
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(table), 0o644)) //nolint:gosec // a file of the repository
	}
	written, err := os.ReadFile(path)
	require.NoError(t, err)
	if string(written) != table {
		t.Errorf("testdata/%s is out of date. Update it with go test ./backend/testing/faulttest -update:\n%s%s", e.table,
			onlyIn("-", string(written), table), onlyIn("+", table, string(written)))
	}
}

// onlyIn returns the lines of a text that another one lacks.
func onlyIn(mark, text, other string) string {
	var b strings.Builder
	known := strings.Split(other, "\n")
	for line := range strings.SplitSeq(text, "\n") {
		if !slices.Contains(known, line) {
			b.WriteString(mark + line + "\n")
		}
	}
	return b.String()
}

// document returns the table as Markdown.
func (e *engine) document(results [][][]row) string {
	all := e.moments
	var b strings.Builder
	b.WriteString(e.preface)
	for i := range all {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n| What happens | What the user is told | Sent | What is kept |\n|---|---|---|---|\n", all[i].name, all[i].about)
		for _, variants := range results[i] {
			seen := map[row]bool{}
			for _, r := range variants {
				if !seen[r] {
					fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", r.what, r.told, r.sent, r.kept)
				}
				seen[r] = true
			}
		}
	}
	return b.String()
}
