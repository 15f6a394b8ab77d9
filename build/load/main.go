// Command load puts the application under more load than a day of work, and prints one table:
//
//	go run ./build/load
//	go run ./build/load --only hour --hour 5m
//
// It must be run in the project's root, after `make build` has built the registry. It builds the application for a
// browser and calls it like a page; engines that are not real run in the command itself, so that the application's
// process is measured alone. Anything wrong in the table, except a slow time, makes the command fail.
//
// What is measured:
//   - The host is built with the tag profiled and measured alone. make load takes the names of parts in
//     ONLY=millions,indices,fields,document,response,hour, and HOUR=5m shortens the hour.
//   - The index of 10 million documents stores none: documents, orders and counts are formulas (build/load/generated),
//     with which every row, count and exported line is compared.
//   - In the hour, twenty tabs of five connections are refreshed while documents and fields are added. With all
//     connections closed, the heap keeps the driver's code and the sample data. A node counts a running search among its
//     points in time.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// load is shared by the measurements.
type load struct {
	folder  string // for build output
	hour    time.Duration
	node    *node
	binary  string // the application, once built
	results []result
}

// measurement is one part of the table, which can be run alone.
type measurement struct {
	name string
	run  func(*load, context.Context) error
}

var measurements = []measurement{
	{"millions", (*load).measureMillions},
	{"indices", (*load).measureIndices},
	{"fields", (*load).measureFields},
	{"document", (*load).measureDocument},
	{"response", (*load).measureResponse},
	{"hour", (*load).measureHour},
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := runAll(ctx, os.Args[1:]); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "load:", err)
		}
		os.Exit(1)
	}
}

func runAll(ctx context.Context, args []string) error {
	l := &load{folder: filepath.Join("build", "out", "load")}
	flags := flag.NewFlagSet("load", flag.ContinueOnError)
	only := flags.String("only", strings.Join(names(), ","), "measurements to run, separated by commas")
	flags.DurationVar(&l.hour, "hour", time.Hour, "how long the tabs stay open")
	if err := flags.Parse(args); err != nil {
		return err
	}
	wanted := strings.Split(*only, ",")
	for _, name := range wanted {
		if !slices.Contains(names(), name) {
			return fmt.Errorf("there is no measurement %q: %s", name, strings.Join(names(), ", "))
		}
	}
	if err := os.MkdirAll(l.folder, 0o755); err != nil {
		return fmt.Errorf("make the folder of the measurements: %w", err)
	}
	defer func() { l.node.stop() }()
	var failed error
	for _, m := range measurements {
		if !slices.Contains(wanted, m.name) {
			continue
		}
		fmt.Fprintf(os.Stderr, "load: %s\n", m.name)
		if err := m.run(l, ctx); err != nil {
			failed = errors.Join(failed, fmt.Errorf("measure %s: %w", m.name, err))
		}
	}
	if slices.ContainsFunc(l.results, func(r result) bool { return r.wrong }) {
		failed = errors.Join(failed, errors.New("not everything in the table is as it should be"))
	}
	return errors.Join(l.print(os.Stdout), failed)
}

func names() []string {
	var list []string
	for _, m := range measurements {
		list = append(list, m.name)
	}
	return list
}

// real returns the real node, the same for every measurement.
func (l *load) real(ctx context.Context) (*node, error) {
	if l.node != nil {
		return l.node, nil
	}
	n, err := startNode(ctx, l.folder)
	if err == nil {
		l.node = n
	}
	return n, err
}

// host starts the application; each measurement has its own.
func (l *load) host(ctx context.Context) (*host, error) {
	if l.binary == "" {
		binary, err := buildHost(ctx, l.folder)
		if err != nil {
			return nil, err
		}
		l.binary = binary
	}
	return startHost(ctx, l.binary)
}
