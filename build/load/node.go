package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

const nodeStart = 10 * time.Minute // the first start of a version downloads it

// node is a real 8.16 node.
type node struct {
	url     string
	command *exec.Cmd // nil if it was already running
	indices []string  // to delete at the end
}

// startNode returns the node in QUARRY_ES8_URL, or one that it starts.
func startNode(ctx context.Context, folder string) (*node, error) {
	n := &node{url: strings.TrimRight(os.Getenv("QUARRY_ES8_URL"), "/")}
	if n.url != "" {
		return n, nil
	}
	binary := filepath.Join(folder, "engine")
	if _, err := output(ctx, "go", "build", "-o", binary, "./build/engine"); err != nil {
		return nil, err
	}
	n.command = exec.Command(binary, "--version", "8.16", "--log", filepath.Join(folder, "engine.log"))
	n.command.Stderr = os.Stderr
	out, err := n.command.StdoutPipe()
	if err == nil {
		err = n.command.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("start a node: %w", err)
	}
	limit := time.AfterFunc(nodeStart, func() { _ = n.command.Process.Kill() })
	defer limit.Stop()
	defer context.AfterFunc(ctx, func() { _ = n.command.Process.Signal(syscall.SIGTERM) })()
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if at, found := strings.CutPrefix(lines.Text(), "listening on "); found {
			n.url = at
			return n, nil
		}
	}
	n.stop()
	return nil, errors.New("start a node: it did not come up")
}

// address returns its host and port.
func (n *node) address() string {
	u, err := url.Parse(n.url)
	if err != nil {
		return n.url // connecting to it fails with a sentence
	}
	return u.Host
}

// stop deletes what was created and ends the node if it was started here.
func (n *node) stop() {
	if n == nil {
		return
	}
	for _, index := range n.indices {
		_, _ = n.ask(context.Background(), http.MethodDelete, "/"+index, nil) // the node may be gone
	}
	if n.command == nil {
		return
	}
	_ = n.command.Process.Signal(syscall.SIGTERM)
	_ = n.command.Wait()
}

// ask sends a request directly to the node.
func (n *node) ask(ctx context.Context, method, path string, body []byte) ([]byte, error) {
	q, err := http.NewRequestWithContext(ctx, method, n.url+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	q.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(q)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode >= http.StatusBadRequest {
		err = fmt.Errorf("%s %s: status %d: %.300s", method, path, resp.StatusCode, text)
	}
	return text, err
}
