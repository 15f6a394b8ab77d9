package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
)

// usage is what the process of the application uses.
type usage struct {
	resident   int64 // bytes in memory
	peak       int64 // the maximum since forgetPeak
	heap       int64 // reachable bytes after a collection
	goroutines int64
	files      int64 // open file handles, sockets included
}

var (
	residentLine   = regexp.MustCompile(`(?m)^VmRSS:\s+(\d+) kB$`)
	peakLine       = regexp.MustCompile(`(?m)^VmHWM:\s+(\d+) kB$`)
	heapLine       = regexp.MustCompile(`(?m)^# HeapAlloc = (\d+)$`)
	goroutinesLine = regexp.MustCompile(`^goroutine profile: total (\d+)\n`)
)

// usage measures the process. Memory freed by the collection still counts as resident.
func (h *host) usage(ctx context.Context) (usage, error) {
	var u usage
	status, err := os.ReadFile(h.proc("status"))
	if err != nil {
		return u, fmt.Errorf("measure the application: %w", err)
	}
	handles, err := os.ReadDir(h.proc("fd"))
	if err != nil {
		return u, fmt.Errorf("measure the application: %w", err)
	}
	u.files = int64(len(handles))
	goroutines, err := h.profile(ctx, "goroutine?debug=1")
	if err != nil {
		return u, err
	}
	var heap []byte
	for range 2 { // what a pool holds survives one collection
		if heap, err = h.profile(ctx, "heap?gc=1&debug=1"); err != nil {
			return u, err
		}
	}
	u.resident, u.peak = 1024*number(residentLine, status), 1024*number(peakLine, status)
	u.heap, u.goroutines = number(heapLine, heap), number(goroutinesLine, goroutines)
	return u, nil
}

// forgetPeak makes the current use the peak.
func (h *host) forgetPeak() error {
	if err := os.WriteFile(h.proc("clear_refs"), []byte("5"), 0); err != nil {
		return fmt.Errorf("measure the application: %w", err)
	}
	return nil
}

// peak returns the process's peak memory since forgetPeak.
func (h *host) peak() (int64, error) {
	status, err := os.ReadFile(h.proc("status"))
	if err != nil {
		return 0, fmt.Errorf("measure the application: %w", err)
	}
	return 1024 * number(peakLine, status), nil
}

func (h *host) proc(name string) string {
	return filepath.Join("/proc", strconv.Itoa(h.command.Process.Pid), name)
}

// profile reads a profile of the Go runtime.
func (h *host) profile(ctx context.Context, name string) ([]byte, error) {
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://host/debug/pprof/"+name, nil)
	if err != nil {
		return nil, err
	}
	resp, err := h.profiles.Do(q)
	if err != nil {
		return nil, fmt.Errorf("profile the application: %w", err)
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

// number returns the number on a line, -1 if there is no such line.
func number(line *regexp.Regexp, text []byte) int64 {
	found := line.FindSubmatch(text)
	if found == nil {
		return -1
	}
	n, err := strconv.ParseInt(string(found[1]), 10, 64)
	if err != nil {
		return -1
	}
	return n
}
