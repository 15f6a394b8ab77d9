// Windows runs the Go tests as Windows programs, under Wine in a Debian root made for it:
//
//	go run ./build/windows [PATTERN...]
//	go run ./build/windows --run COMMAND [ARGUMENT...]
//
// The second form only runs a command in the root, in this folder, which has the same path there. The exit code is 1 if the command fails.
//
// It needs root and mmdebstrap. The root is kept in the cache folder for the next time; each run unpacks its own copy.
// Every package's tests are compiled for Windows and run in the package's folder. Tests that call the go command get it
// from a bridge: go.exe (package go below this one) hands the call over to the go command outside the root. The last
// line is "N passed, M failed, K skipped", and the exit code is 1 if anything failed.
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
	"strconv"
	"strings"
	"syscall"
	"time"
)

// usual are the packages that are tested if none are named: all of the application, but no tool for developers.
var usual = []string{"./app/...", "./backend/...", "./drivers/...", "./build/pack"}

func main() {
	out := flag.String("out", filepath.Join("build", "out", "windows"), "folder for the test programs and their output")
	only := flag.Bool("run", false, "run a command in the root instead of the tests")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	var failed bool
	var err error
	if *only {
		failed, err = runInside(ctx, flag.Args())
	} else {
		failed, err = testAll(ctx, *out, flag.Args())
	}
	stop()
	if err != nil {
		fmt.Fprintf(os.Stderr, "windows: %v\n", err)
		os.Exit(2)
	}
	if failed {
		os.Exit(1)
	}
}

// runInside runs a command in a root of its own and tells whether it failed.
func runInside(ctx context.Context, command []string) (failed bool, err error) {
	if len(command) == 0 {
		return true, errors.New("usage: --run COMMAND [ARGUMENT...]")
	}
	module, err := os.Getwd()
	if err != nil {
		return true, err
	}
	r, err := openRoot(ctx, module)
	if err != nil {
		return true, err
	}
	defer r.remove()
	inside := r.enter(module, command...)
	process := exec.CommandContext(ctx, inside[0], inside[1:]...)
	process.Stdout, process.Stderr = os.Stdout, os.Stderr
	var exit *exec.ExitError
	if err := process.Run(); errors.As(err, &exit) {
		return true, nil
	} else if err != nil {
		return true, err
	}
	return false, nil
}

// testAll runs the tests of the packages and prints what came of them.
func testAll(ctx context.Context, out string, patterns []string) (failed bool, err error) {
	if len(patterns) == 0 {
		patterns = usual
	}
	module, err := os.Getwd()
	if err != nil {
		return true, err
	}
	if out, err = filepath.Abs(out); err != nil {
		return true, err
	}
	if err := errors.Join(os.RemoveAll(out), os.MkdirAll(out, 0o755)); err != nil {
		return true, err
	}
	packages, err := list(ctx, patterns)
	if err != nil {
		return true, err
	}
	r, err := openRoot(ctx, module)
	if err != nil {
		return true, err
	}
	defer r.remove()
	if err := r.startBridge(ctx); err != nil {
		return true, err
	}
	log := filepath.Join(out, "go.json")
	report, err := os.Create(log)
	if err != nil {
		return true, err
	}
	defer report.Close()
	began, code := time.Now(), 0
	for _, p := range packages {
		if err := p.test(ctx, r, out, report); err != nil {
			code = 1
			fmt.Printf("== %s: %v\n", p.path, err)
		}
		if ctx.Err() != nil {
			return true, errors.New("interrupted")
		}
	}
	tally := exec.CommandContext(ctx, "go", "run", "./build/tally",
		strings.Join([]string{"go", "windows", strconv.Itoa(code), strconv.Itoa(int(time.Since(began).Seconds())), log}, ","))
	tally.Stdout, tally.Stderr = os.Stdout, os.Stderr
	var exit *exec.ExitError
	if err := tally.Run(); errors.As(err, &exit) {
		return true, nil
	} else if err != nil {
		return true, err
	}
	return code != 0, nil
}
