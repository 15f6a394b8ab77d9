package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"quarry/backend/profile/connections"
	"quarry/backend/profile/secrets"
)

const (
	programRounds = 3
	programWarmUp = 0

	exportConnection = "bench"
	exportMemory     = 100  // maximum memory of an export in megabytes
	dumpRate         = 0.25 // relative to elasticdump's time in a point in time
	scrollRate       = 0.5  // relative to its time with a scroll
	dumpMemory       = 1.0 / 3
	dumpLimit        = "10000"

	rawProgram = "raw-export" // the argument that makes this program just fetch raw pages
)

// program is an export by a separate process.
type program struct {
	name string
	args func(file string) []string // the first is the program
	peak int64                      // peak memory in bytes, over all rounds
	busy []time.Duration            // processor time, for each round
}

// once runs the program, checks its file, and records its peak memory.
func (p *program) once(ctx context.Context, file string, lines int) error {
	_ = os.Remove(file)
	defer os.Remove(file)
	args := p.args(file)
	command := exec.CommandContext(ctx, args[0], args[1:]...)
	var says bytes.Buffer
	command.Stdout, command.Stderr = &says, &says
	if err := command.Start(); err != nil {
		return fmt.Errorf("run %s: %w", p.name, err)
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	ticker := time.NewTicker(look)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			p.peak = max(p.peak, peakMemory(command.Process.Pid))
			continue
		case err := <-ended:
			if err != nil {
				return fmt.Errorf("run %s: %w\n%s", p.name, err, strings.TrimSpace(says.String()))
			}
			p.busy = append(p.busy, command.ProcessState.UserTime()+command.ProcessState.SystemTime())
		}
		break
	}
	if lines == 0 {
		return nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("read the file of %s: %w", p.name, err)
	}
	if n := bytes.Count(text, []byte("\n")); n != lines {
		return fmt.Errorf("%s wrote %d lines in place of %d", p.name, n, lines)
	}
	return nil
}

// peakMemory returns a process's peak memory so far, 0 if the system does not report it. For processes that have ended,
// the system's figure includes their parent's memory, because they begin as a copy of it.
func peakMemory(pid int) int64 {
	text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "status"))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		if amount, found := strings.CutPrefix(line, "VmHWM:"); found {
			kilobytes, _ := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(amount), " kB"), 10, 64)
			return kilobytes << 10
		}
	}
	return 0
}

// runRaw is this program when it just fetches raw pages: URL, index, documents per page, documents, file, slices.
func runRaw(ctx context.Context, args []string) error {
	if len(args) != 6 {
		return errors.New("raw-export needs six arguments")
	}
	page, err := strconv.Atoi(args[2])
	if err != nil {
		return fmt.Errorf("read the arguments: %w", err)
	}
	documents, err := strconv.Atoi(args[3])
	if err != nil {
		return fmt.Errorf("read the arguments: %w", err)
	}
	slices, err := strconv.Atoi(args[5])
	if err != nil {
		return fmt.Errorf("read the arguments: %w", err)
	}
	return rawExport(ctx, args[0], &exported{name: args[1], documents: documents, page: page}, args[4], slices)
}

// exporters are the programs that export an index.
type exporters struct{ raw, rawSlices, quarry, point, scroll *program }

// exportPrograms compares the command line with elasticdump, each from start to end, with just the documents in the
// file. Memory is that of the whole process: most of the command line's memory is the driver's code, so it is also
// compared with an export of a small index.
func (b *bench) exportPrograms(ctx context.Context, engine *engine, address string, all ...*exported) ([]result, error) {
	profile, err := b.exportProfile(ctx, address)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(profile)
	dump, err := elasticdump(ctx)
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find this program: %w", err)
	}
	few := programsFor(engine.url, &exported{storedIndex, "", storedRows, pageRows}, self, dump, profile).quarry
	if err := few.once(ctx, absolute(filepath.Join(b.folder, "program.jsonl")), storedRows); err != nil {
		return nil, err
	}
	var results []result
	for _, x := range all {
		p := programsFor(engine.url, x, self, dump, profile)
		took, err := p.measure(ctx, absolute(filepath.Join(b.folder, "program.jsonl")), x.documents)
		if err != nil {
			return results, fmt.Errorf("%s: %w", x.what, err)
		}
		if p.quarry.peak == 0 {
			return results, errors.New("this system does not report the memory of a process")
		}
		results = append(results,
			x.rates("quarry-cli, "+x.what+", against a program that fetches raw pages", took[p.quarry.name], took[p.raw.name], 0),
			x.rates("quarry-cli, against "+p.point.name, took[p.quarry.name], took[p.point.name], dumpRate),
			x.rates("quarry-cli, against "+p.scroll.name, took[p.quarry.name], took[p.scroll.name], scrollRate),
			x.rates("raw pages, against "+p.point.name, took[p.raw.name], took[p.point.name], 0),
			x.rates("raw pages in four slices, against "+p.point.name, took[p.rawSlices.name], took[p.point.name], 0),
			ratio("processor time of quarry-cli, against "+p.point.name, median(p.quarry.busy), median(p.point.busy), dumpRate),
			ratio("processor time of quarry-cli, against "+p.scroll.name, median(p.quarry.busy), median(p.scroll.busy), scrollRate),
			grown("peak memory of quarry-cli, against "+p.point.name, p.quarry.peak, p.point.peak, dumpMemory),
			grown("peak memory of quarry-cli, against "+p.scroll.name, p.quarry.peak, p.scroll.peak, dumpMemory),
			grown("peak memory of a program that fetches raw pages, against "+p.point.name, p.raw.peak, p.point.peak, 0),
			grown("peak memory of quarry-cli, against an export of 3,000 documents", p.quarry.peak, few.peak, 0),
			sized("memory that these documents add to it", p.quarry.peak-few.peak, exportMemory),
		)
	}
	return results, nil
}

// programsFor returns the programs that export an index of the engine at a URL.
func programsFor(url string, x *exported, self, dump, profile string) *exporters {
	dumped := func(more ...string) func(string) []string {
		return func(file string) []string {
			return append([]string{"node", dump, "--input=" + url + "/" + x.name, "--output=" + file, "--limit=" + dumpLimit, "--sourceOnly=true", "--quiet"}, more...)
		}
	}
	raw := func(slices int) func(string) []string {
		return func(file string) []string {
			return []string{self, rawProgram, url, x.name, strconv.Itoa(x.page), strconv.Itoa(x.documents), file, strconv.Itoa(slices)}
		}
	}
	return &exporters{
		raw:       &program{name: "raw", args: raw(1)},
		rawSlices: &program{name: "raw in slices", args: raw(rawSlices)},
		quarry: &program{name: "quarry", args: func(file string) []string {
			return []string{filepath.Join("build", "bin", "quarry-cli"), "export", "--connection", exportConnection, "--index", x.name, "--to", file,
				"--profile", profile, "--registry", filepath.Join("build", "out", "registry", "index.json")}
		}},
		point:  &program{name: "elasticdump in a point in time", args: dumped("--searchAfter", "--pit")},
		scroll: &program{name: "elasticdump by scroll", args: dumped()},
	}
}

// measure runs the programs in turns and returns the time of each.
func (e *exporters) measure(ctx context.Context, file string, lines int) (map[string]time.Duration, error) {
	return interleave(programRounds, programWarmUp,
		timed(e.raw.name, func() error { return e.raw.once(ctx, file, 0) }), // its pages are not lines
		timed(e.rawSlices.name, func() error { return e.rawSlices.once(ctx, file, 0) }),
		timed(e.quarry.name, func() error { return e.quarry.once(ctx, file, lines) }),
		timed(e.point.name, func() error { return e.point.once(ctx, file, lines) }),
		timed(e.scroll.name, func() error { return e.scroll.once(ctx, file, lines) }),
	)
}

// exportProfile returns a profile that has a connection to the engine at an address.
func (b *bench) exportProfile(ctx context.Context, address string) (string, error) {
	profile, err := os.MkdirTemp(b.folder, "profile")
	if err != nil {
		return "", fmt.Errorf("make a profile: %w", err)
	}
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return "", fmt.Errorf("read the address of the engine: %w", err)
	}
	_, err = connections.Open(profile, secrets.Memory()).Save(ctx, connections.Connection{
		Name: exportConnection, Driver: engineID, Fields: map[string]string{"host": host, "port": port, "auth": "none", "ssl": "disabled"},
	}, nil)
	return profile, err
}

// elasticdump returns the path of the elasticdump program, which the first call installs.
func elasticdump(ctx context.Context) (string, error) {
	command := exec.CommandContext(ctx, filepath.Join("build", "setup", "elasticdump.sh"))
	var says bytes.Buffer
	command.Stderr = &says
	output, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("install elasticdump: %w\n%s", err, strings.TrimSpace(says.String()))
	}
	return strings.TrimSpace(string(output)), nil
}
