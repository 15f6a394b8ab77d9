// Command bench measures Quarry against its budgets, all in one run on this machine, and prints one table of ratios:
//
//	go run ./build/bench
//	go run ./build/bench --only page,curl
//
// It must be run in the project's root, after `make build` has built the applications and the registry. A missed budget
// is shown in the table and does not fail the command, since a machine that is also doing something else misses some.
// The figures of successful measurements replace the old ones in figures.md.
//
// What is compared:
//   - Contenders take turns in one run and medians are compared, so a slow machine slows both.
//   - filter, statistics, deep and memory need an index of 1.5 million documents, which stays between runs if the engine
//     does. They fail if a row differs from the engine's or something is left open.
//   - grid draws the same cells with TanStack Virtual. export compares whole processes with elasticdump, which it installs
//     in the cache; no client can be faster than the engine, and the row of raw pages shows how much is possible.
//   - On two cores without a graphics card these are near or over their budgets: a page through the driver and against
//     curl, an export, the command line, the start, and a frame of a million rows in WebKitGTK.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// bench is shared by the measurements.
type bench struct {
	folder string // for build output
	engine *engine
}

// measurement is one part of the table, which can be run alone.
type measurement struct {
	name string
	run  func(*bench, context.Context) ([]result, error)
}

var measurements = []measurement{
	{"page", (*bench).measurePage},
	{"curl", (*bench).measureCurl},
	{"filter", (*bench).measureFilter},
	{"statistics", (*bench).measureStatistics},
	{"export", (*bench).measureExport},
	{"save", (*bench).measureSave},
	{"screen", (*bench).measureScreen},
	{"window", (*bench).measureWindow},
	{"deep", (*bench).measureDeep},
	{"memory", (*bench).measureMemory},
	{"grid", (*bench).measureGrid},
	{"staging", (*bench).measureStaging},
	{"saving", (*bench).measureSaving},
	{"console", (*bench).measureConsole},
	{"response", (*bench).measureResponse},
	{"typesense", (*bench).measureTypesense},
	{"sizes", (*bench).measureSizes},
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := runAll(ctx, os.Args[1:]); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "bench:", err)
		}
		os.Exit(1)
	}
}

func runAll(ctx context.Context, args []string) error {
	if len(args) > 0 && args[0] == rawProgram {
		return runRaw(ctx, args[1:])
	}
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	only := flags.String("only", "", "measurements to run, separated by commas: "+strings.Join(names(), ", ")+" (default: all)")
	if err := flags.Parse(args); err != nil {
		return err
	}
	wanted, err := chosen(*only)
	if err != nil {
		return err
	}
	b := &bench{folder: filepath.Join("build", "out", "bench")}
	if err := os.MkdirAll(b.folder, 0o755); err != nil {
		return fmt.Errorf("make the folder of the benchmark: %w", err)
	}
	defer func() { b.engine.stop() }()
	var results []result
	var failed error
	taken := figures{}
	for _, m := range wanted {
		fmt.Fprintf(os.Stderr, "bench: %s\n", m.name)
		part, err := m.run(b, ctx)
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("measure %s: %w", m.name, err))
		} else {
			taken[m.name] = part
		}
		results = append(results, part...)
	}
	return errors.Join(printTable(os.Stdout, results), taken.save(figuresFile, time.Now()), failed)
}

func names() []string {
	var list []string
	for _, m := range measurements {
		list = append(list, m.name)
	}
	return list
}

// chosen returns the measurements in a comma-separated list, or all if it is empty.
func chosen(list string) ([]measurement, error) {
	if list == "" {
		return measurements, nil
	}
	var wanted []measurement
	for name := range strings.SplitSeq(list, ",") {
		at := slices.IndexFunc(measurements, func(m measurement) bool { return m.name == name })
		if at < 0 {
			return nil, fmt.Errorf("there is no measurement %q: %s", name, strings.Join(names(), ", "))
		}
		wanted = append(wanted, measurements[at])
	}
	return wanted, nil
}

// run runs a command until it exits; its output is part of the error.
func run(ctx context.Context, environment []string, name string, args ...string) error {
	command := exec.CommandContext(ctx, name, args...)
	command.Env = append(os.Environ(), environment...)
	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("run %s: %w\n%s", name, err, strings.TrimSpace(string(output)))
	}
	return nil
}
