// Serve runs a sample engine, so that a client can be tried without a cluster:
//
//	go run ./backend/sample/serve --engine elasticsearch
//
// It prints "listening on http://HOST:PORT" and ends on SIGINT or SIGTERM.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"quarry/backend/sample/elasticsearch"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintf(os.Stderr, "serve: %v\n", err)
		os.Exit(1)
	}
}

// run serves until ctx is done.
func run(ctx context.Context, args []string, out, usage io.Writer) error {
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	flags.SetOutput(usage)
	engine := flags.String("engine", "elasticsearch", "the engine to imitate")
	imitate := flags.String("imitate", "8.16", "its version: 8.16 or 7.17")
	listen := flags.String("listen", "127.0.0.1:0", "loopback address; port 0 takes a free port")
	empty := flags.Bool("empty", false, "a cluster without indices")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *engine != "elasticsearch" {
		return fmt.Errorf("there is no sample engine for %q: choose elasticsearch", *engine)
	}
	e, err := elasticsearch.New(elasticsearch.Options{Imitate: *imitate, Empty: *empty})
	if err != nil {
		return err
	}
	url, stop, err := e.Start(*listen)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(out, "listening on %s\n", url); err != nil {
		return fmt.Errorf("print the address: %w", err)
	}
	<-ctx.Done()
	return stop()
}
