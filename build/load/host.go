package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"quarry/backend/data/rows"
)

const (
	registry  = "build/out/registry/index.json"
	hostStart = time.Minute
	pageName  = "load." // prefix of the calls of one page, whose connections close when it is silent
)

// object is the argument of a call.
type object = map[string]any

// host is the application served for a browser, with its own profile folder. Its resource use is the application's
// alone: the engines and all callers run in other processes.
type host struct {
	command  *exec.Cmd
	address  string
	token    string
	folder   string
	profiles *http.Client
	client   *http.Client
	calls    atomic.Int64
	empty    usage // after a connection was opened and closed: the driver's code stays for the next one
}

// buildHost builds the application for a browser, with the Go runtime's profiles.
func buildHost(ctx context.Context, folder string) (string, error) {
	key, err := output(ctx, "go", "run", "./build/pack", "--out", filepath.Dir(registry), "--print-public-key")
	if err != nil {
		return "", err
	}
	binary := filepath.Join(folder, "quarry-serve")
	flags := "-X quarry/backend/driverhost/registry.developmentKey=" + strings.TrimSpace(string(key))
	_, err = output(ctx, "go", "build", "-tags", "devkey,profiled", "-ldflags", flags, "-o", binary, "./app/serve")
	return binary, err
}

// startHost starts the application with an empty profile folder and installs the driver.
func startHost(ctx context.Context, binary string) (*host, error) {
	home, err := os.MkdirTemp("", "quarry-load-")
	if err != nil {
		return nil, fmt.Errorf("make a profile folder: %w", err)
	}
	h := &host{folder: home, client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}}
	if err := h.start(ctx, binary); err != nil {
		h.stop()
		return nil, err
	}
	return h, nil
}

func (h *host) start(ctx context.Context, binary string) error {
	socket := filepath.Join(h.folder, "profiles")
	h.profiles = &http.Client{Transport: &http.Transport{
		DisableKeepAlives: true, // a connection that stays open would be counted
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", socket)
		},
	}}
	h.command = exec.Command(binary, "--registry", registry, "--profile", filepath.Join(h.folder, "profile"), "--secrets", "memory")
	if err := os.Mkdir(h.spilled(), 0o700); err != nil {
		return fmt.Errorf("start the application: %w", err)
	}
	h.command.Env = append(os.Environ(), "QUARRY_PROFILES="+socket, "TMPDIR="+h.spilled())
	h.command.Stderr = os.Stderr
	out, err := h.command.StdoutPipe()
	if err == nil {
		err = h.command.Start()
	}
	if err != nil {
		return fmt.Errorf("start the application: %w", err)
	}
	limit := time.AfterFunc(hostStart, func() { _ = h.command.Process.Kill() })
	defer limit.Stop()
	defer context.AfterFunc(ctx, func() { _ = h.command.Process.Kill() })()
	line, _ := bufio.NewReader(out).ReadString('\n')
	var found bool
	h.address, h.token, found = strings.Cut(strings.TrimSpace(strings.TrimPrefix(line, "open http://")), "/?token=")
	if !found {
		return errors.New("start the application: it did not come up")
	}
	return h.call(ctx, "Plugins.Install", object{"driver": "elasticsearch"}, nil)
}

// spilled returns the folder of the application's temporary files.
func (h *host) spilled() string { return filepath.Join(h.folder, "spilled") }

// temporary counts the application's temporary files.
func (h *host) temporary() int {
	files, err := os.ReadDir(h.spilled())
	if err != nil {
		return -1
	}
	return len(files)
}

// stop ends the application and removes its folder.
func (h *host) stop() {
	if h.command != nil && h.command.Process != nil {
		_ = h.command.Process.Signal(syscall.SIGTERM)
		_ = h.command.Wait()
	}
	_ = os.RemoveAll(h.folder)
}

// call calls a bound method.
func (h *host) call(ctx context.Context, method string, argument object, into any) error {
	argument["call"] = fmt.Sprint(pageName, h.calls.Add(1))
	body, err := json.Marshal([]any{argument})
	if err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	response, _, err := h.ask(ctx, http.MethodPost, "/call/"+method, body)
	if err == nil && into != nil {
		err = json.Unmarshal(response, into)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	return nil
}

// data reads what the page reads as bytes; about receives the description sent with them.
func (h *host) data(ctx context.Context, path string, query url.Values, about any) ([]byte, error) {
	query.Set("call", fmt.Sprint(pageName, h.calls.Add(1)))
	data, header, err := h.ask(ctx, http.MethodGet, "/data/"+path+"?"+query.Encode(), nil)
	if err == nil && about != nil {
		var text string
		if text, err = url.PathUnescape(header.Get("X-Quarry-About")); err == nil {
			err = json.Unmarshal([]byte(text), about)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("/data/%s: %w", path, err)
	}
	return data, nil
}

func (h *host) ask(ctx context.Context, method, path string, body []byte) ([]byte, http.Header, error) {
	q, err := http.NewRequestWithContext(ctx, method, "http://"+h.address+path, bytes.NewReader(body))
	if err != nil {
		return nil, nil, err
	}
	q.Header.Set("X-Quarry-Token", h.token)
	resp, err := h.client.Do(q)
	if err != nil {
		return nil, nil, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != http.StatusOK {
		err = fmt.Errorf("status %d: %.500s", resp.StatusCode, text)
	}
	return text, resp.Header, err
}

// connect saves a connection to the engine at an address and opens it. It returns the session.
func (h *host) connect(ctx context.Context, name, address string) (string, error) {
	at, port, err := net.SplitHostPort(address)
	if err != nil {
		return "", fmt.Errorf("connect to %s: %w", address, err)
	}
	fields := []object{{"id": "host", "value": at}, {"id": "port", "value": port}, {"id": "auth", "value": "none"}, {"id": "ssl", "value": "disabled"}}
	var saved, opened struct{ ID string }
	draft := object{"id": "", "name": name, "driver": "elasticsearch", "fields": fields, "secrets": []object{}}
	if err := h.call(ctx, "Connections.Save", object{"draft": draft}, &saved); err != nil {
		return "", err
	}
	err = h.call(ctx, "Connections.Open", object{"id": saved.ID}, &opened)
	return opened.ID, err
}

// warmed connects to the engine at an address, after connecting once to measure the application without connections.
func (h *host) warmed(ctx context.Context, address string) (string, error) {
	session, err := h.connect(ctx, "first", address)
	if err != nil {
		return "", err
	}
	if err := h.empties(ctx, session); err != nil {
		return "", err
	}
	return h.connect(ctx, "measured", address)
}

// empties closes sessions and measures the application without them.
func (h *host) empties(ctx context.Context, sessions ...string) error {
	for _, session := range sessions {
		if err := h.call(ctx, "Connections.Close", object{"session": session}, nil); err != nil {
			return err
		}
	}
	h.client.CloseIdleConnections()
	pause(ctx, settle)
	var err error
	h.empty, err = h.usage(ctx)
	return err
}

// connectSample opens the sample data.
func (h *host) connectSample(ctx context.Context) (string, error) {
	var saved, opened struct{ ID string }
	if err := h.call(ctx, "Connections.Sample", object{}, &saved); err != nil {
		return "", err
	}
	err := h.call(ctx, "Connections.Open", object{"id": saved.ID}, &opened)
	return opened.ID, err
}

// view is an open object.
type view struct {
	ID         string
	Generation int
	PageSize   int
	Columns    []struct{ Name string }
}

// open opens an object of a session.
func (h *host) open(ctx context.Context, session, name string) (view, error) {
	var v view
	err := h.call(ctx, "Grid.Open", object{"session": session, "object": name}, &v)
	return v, err
}

// page describes a page, without its rows.
type page struct {
	Rows    int
	End     bool
	Partial bool
	Stale   bool
	Notices []struct{ Text string }
}

// read reads a page of a view, with all its parts.
func (h *host) read(ctx context.Context, v view, number int) ([]*rows.Page, page, error) {
	var parts []*rows.Page
	var all page
	for {
		query := url.Values{
			"view": {v.ID}, "generation": {fmt.Sprint(v.Generation)}, "page": {fmt.Sprint(number)}, "skip": {fmt.Sprint(all.Rows)},
		}
		var told page
		block, err := h.data(ctx, "page", query, &told)
		if err != nil {
			return nil, all, err
		}
		part, err := rows.Decode(block)
		if err != nil {
			return nil, all, err
		}
		parts = append(parts, part)
		told.Rows += all.Rows
		all = told
		if part.Rows == 0 || all.End || all.Rows >= v.PageSize {
			return parts, all, nil
		}
	}
}

// output runs a command and returns its output; its error output is part of the error.
func output(ctx context.Context, name string, args ...string) ([]byte, error) {
	command := exec.CommandContext(ctx, name, args...)
	command.Env = append(os.Environ(), "CGO_ENABLED=0")
	var reported bytes.Buffer
	command.Stderr = &reported
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("run %s: %w\n%s", name, err, strings.TrimSpace(reported.String()))
	}
	return out, nil
}
