package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// window is the package that needs the build tags of the application.
const (
	window     = "quarry/app"
	windowTags = "desktop,production,wv2runtime.error"
)

// limit is how long the tests of one package can take. Wine starts a driver a few times slower than Linux.
const limit = 20 * time.Minute

// tested is a package with tests.
type tested struct {
	path, folder string
}

// list returns the packages that have tests on Windows.
func list(ctx context.Context, patterns []string) ([]tested, error) {
	arguments := append([]string{"list", "-tags", windowTags, "-f", "{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}\t{{.Dir}}{{end}}"}, patterns...)
	text, err := command(ctx, "go", arguments...).Output()
	if err != nil {
		return nil, fmt.Errorf("list the packages: %w", withOutput(err))
	}
	var packages []tested
	for line := range strings.Lines(string(text)) {
		if path, folder, found := strings.Cut(strings.TrimSpace(line), "\t"); found {
			packages = append(packages, tested{path, folder})
		}
	}
	if len(packages) == 0 {
		return nil, fmt.Errorf("no tests in %s", strings.Join(patterns, " "))
	}
	return packages, nil
}

// test compiles the tests of a package and runs them under Wine, with events as of go test -json in report. The error
// says that a test failed, or that the package does not compile.
func (p tested) test(ctx context.Context, r *root, out string, report *os.File) error {
	began := time.Now()
	name := strings.ReplaceAll(strings.TrimPrefix(p.path, "quarry/"), "/", "-") + ".test.exe"
	program := filepath.Join(r.programs(), name)
	arguments := []string{"test", "-c", "-ldflags", "-s -w", "-o", program, p.path}
	if p.path == window {
		arguments = append([]string{"test", "-tags", windowTags}, arguments[1:]...)
	}
	if text, err := command(ctx, "go", arguments...).CombinedOutput(); err != nil {
		compiled := exec.CommandContext(ctx, "go", "tool", "test2json", "-p", p.path, "sh", "-c", `printf '%s\n' "$1"; exit 1`, "sh", string(text))
		compiled.Stdout = report
		return errors.Join(errors.New("does not compile"), ignoreExit(compiled.Run()))
	}
	defer os.Remove(program)
	ctx, cancel := context.WithTimeout(ctx, limit+time.Minute)
	defer cancel()
	log, err := os.Create(filepath.Join(out, name+".log"))
	if err != nil {
		return err
	}
	defer log.Close()
	inside := r.wine(p.folder, filepath.Join("/", programsName, name), "-test.v=test2json", "-test.paniconexit0", "-test.timeout="+limit.String())
	run := exec.CommandContext(ctx, "go", append([]string{"tool", "test2json", "-t", "-p", p.path}, inside...)...)
	run.Stdout, run.Stderr = report, log
	err = run.Run()
	fmt.Printf("== %-45s %6.1f s %s\n", p.path, time.Since(began).Seconds(), map[bool]string{true: "ok", false: "FAILED"}[err == nil])
	return err
}

// command returns a go command that builds for Windows.
func command(ctx context.Context, name string, arguments ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, name, arguments...)
	c.Env = append(os.Environ(), "GOOS=windows", "GOARCH=amd64", "CGO_ENABLED=0")
	return c
}

func ignoreExit(err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return nil
	}
	return err
}

// withOutput adds what a command wrote before it failed.
func withOutput(err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return fmt.Errorf("%w\n%s", err, exit.Stderr)
	}
	return err
}
