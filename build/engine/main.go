// Engine starts a real Elasticsearch node in the foreground, for tests and for trying things out:
//
//	go run ./build/engine --version 8.16
//
// It downloads the release with Maven at the first start (to QUARRY_CACHE, otherwise the user's cache folder), prints
// "listening on http://HOST:PORT" once the node can serve requests (with --tls, "ca FILE" before it), and ends the node
// on SIGINT or SIGTERM. It needs a JDK from 17 to 23, and Maven for the first start of a version; 9.4 runs on its own
// Java runtime.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
)

func main() {
	o, err := parseOptions(os.Args[1:], os.Stderr)
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "engine: %v\n", err)
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, o); err != nil {
		fmt.Fprintf(os.Stderr, "engine: %v\n", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options) error {
	java, err := findJDK()
	if err != nil {
		return err
	}
	cache, err := cacheFolder()
	if err != nil {
		return err
	}
	for _, r := range o.releases {
		home, err := fetch(ctx, cache, java, r)
		if err != nil {
			return err
		}
		if o.prepare {
			fmt.Printf("elasticsearch %s is in %s\n", r.full, home)
			continue
		}
		return serve(ctx, o, java, r, home)
	}
	return nil
}

// serve runs one node until ctx is done.
func serve(ctx context.Context, o options, java jdk, r release, home string) error {
	folder, remove, err := nodeFolder(o.data)
	if err != nil {
		return err
	}
	defer remove()
	if r.layout == archive9 {
		java = ownRuntime(home)
	}
	port, err := choosePort(o.host, o.port)
	if err != nil {
		return err
	}
	s := settings{release: r, home: home, node: folder, host: o.host, port: port, security: o.security, anonymous: o.anonymous, tls: o.tls}
	given, err := layOut(s, o)
	if err != nil {
		return err
	}
	log := o.log
	if log == "" {
		log = filepath.Join(folder, "logs", "console.log")
	}
	node, err := start(s.command(java), log)
	if err != nil {
		return err
	}
	defer node.stop()
	if err := given.wait(ctx, node.ended); err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return fmt.Errorf("%w; the end of its log:\n%s", err, tail(log, 40))
	}
	if given.authority != "" {
		fmt.Println("ca " + given.authority)
	}
	fmt.Println("listening on " + given.url)
	select {
	case <-ctx.Done():
		return nil
	case <-node.ended:
		return fmt.Errorf("the node ended by itself; the end of its log:\n%s", tail(log, 40))
	}
}

// nodeFolder returns the named folder, created if missing, or a temporary one that remove deletes.
func nodeFolder(named string) (folder string, remove func(), err error) {
	if named == "" {
		folder, err = os.MkdirTemp("", "quarry-engine-")
		if err != nil {
			return "", nil, fmt.Errorf("make the node's folder: %w", err)
		}
		return folder, func() { os.RemoveAll(folder) }, nil
	}
	if folder, err = filepath.Abs(named); err != nil {
		return "", nil, fmt.Errorf("--data: %w", err)
	}
	if blocked := barrier(filepath.Dir(folder)); switchesUser() && blocked != "" {
		return "", nil, fmt.Errorf("--data: the node's user cannot enter %s", blocked)
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", nil, fmt.Errorf("make the node's folder: %w", err)
	}
	return folder, func() {}, nil
}

// tail returns the last lines of a file, as far as it can be read.
func tail(file string, lines int) string {
	content, _ := os.ReadFile(file)
	all := strings.Split(strings.TrimRight(string(content), "\n"), "\n")
	if len(all) > lines {
		all = all[len(all)-lines:]
	}
	return strings.Join(all, "\n")
}
