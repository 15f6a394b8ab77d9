package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"quarry/backend/sample"
)

const (
	storedIndex = "quarry-bench-35"
	wideIndex   = "quarry-bench-500"

	engineStart = 10 * time.Minute // the first start of a version downloads it
)

// engine is a real 8.16 node with the benchmark's indices.
type engine struct {
	url     string
	node    *exec.Cmd // nil if the node was already running
	indices []string
}

// real returns the engine with its indices, the same for every measurement: the one in QUARRY_ES8_URL, or one that it
// starts.
func (b *bench) real(ctx context.Context) (*engine, error) {
	if b.engine != nil {
		return b.engine, nil
	}
	e := &engine{url: strings.TrimRight(os.Getenv("QUARRY_ES8_URL"), "/")}
	if e.url == "" {
		if err := e.start(ctx, b.folder); err != nil {
			return nil, err
		}
	}
	if err := e.load(ctx); err != nil {
		e.stop()
		return nil, err
	}
	b.engine = e
	return e, nil
}

// start starts a node and waits until it can serve requests.
func (e *engine) start(ctx context.Context, folder string) error {
	binary := filepath.Join(folder, "engine")
	if err := run(ctx, []string{"CGO_ENABLED=0"}, "go", "build", "-o", binary, "./build/engine"); err != nil {
		return err
	}
	e.node = exec.Command(binary, "--version", "8.16", "--log", filepath.Join(folder, "engine.log"))
	e.node.Stderr = os.Stderr
	out, err := e.node.StdoutPipe()
	if err != nil {
		return fmt.Errorf("start an engine: %w", err)
	}
	if err := e.node.Start(); err != nil {
		return fmt.Errorf("start an engine: %w", err)
	}
	lines := make(chan string, 1)
	go func() {
		defer close(lines)
		for scanner := bufio.NewScanner(out); scanner.Scan(); {
			if url, found := strings.CutPrefix(scanner.Text(), "listening on "); found {
				lines <- url
				return
			}
		}
	}()
	limit, cancel := context.WithTimeout(ctx, engineStart)
	defer cancel()
	select {
	case url, found := <-lines:
		if found {
			e.url = url
			return nil
		}
	case <-limit.Done():
	}
	e.stop()
	return errors.New("start an engine: it did not come up")
}

func (e *engine) load(ctx context.Context) error {
	loader := sample.Loader{URL: e.url, Replace: true}
	e.indices = []string{storedIndex, wideIndex}
	return loader.Load(ctx, []sample.Index{stored(storedIndex), wide(wideIndex)})
}

// stop deletes the indices and ends the node if it was started here. It does nothing if there is no engine.
func (e *engine) stop() {
	if e == nil {
		return
	}
	for _, index := range e.indices {
		request, err := http.NewRequest(http.MethodDelete, e.url+"/"+index, nil)
		if err != nil {
			continue
		}
		if resp, err := http.DefaultClient.Do(request); err == nil {
			_ = resp.Body.Close()
		}
	}
	if e.node == nil || e.node.Process == nil {
		return
	}
	_ = e.node.Process.Signal(syscall.SIGTERM)
	_ = e.node.Wait()
	e.node = nil
}
