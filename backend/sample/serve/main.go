// Serve runs a sample engine, so that a client can be tried without a cluster:
//
//	go run ./backend/sample/serve --engine elasticsearch
//	go run ./backend/sample/serve --engine typesense --key KEY
//
// It prints "listening on http://HOST:PORT" and ends on SIGINT or SIGTERM.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"quarry/backend/sample/elasticsearch"
	"quarry/backend/sample/typesense"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintf(os.Stderr, "serve: %v\n", err)
		os.Exit(1)
	}
}

// options are the flags of the command.
type options struct {
	engine, imitate, listen, key string
	empty                        bool
}

// server is a sample engine.
type server interface {
	Start(listen string) (url string, stop func() error, err error)
}

// run serves until ctx is done.
func run(ctx context.Context, args []string, out, usage io.Writer) error {
	o := options{}
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	flags.SetOutput(usage)
	flags.StringVar(&o.engine, "engine", "elasticsearch", "the engine to imitate: elasticsearch or typesense")
	flags.StringVar(&o.imitate, "imitate", "", "its version: 8.16 or 7.17, for typesense 26.0, 29.0 or 30.0")
	flags.StringVar(&o.listen, "listen", "127.0.0.1:0", "loopback address; port 0 takes a free port")
	flags.StringVar(&o.key, "key", "", "the admin key of typesense; "+typesense.DefaultKey+" unless set")
	flags.BoolVar(&o.empty, "empty", false, "a server without indices or collections")
	if err := flags.Parse(args); err != nil {
		return err
	}
	e, err := o.server()
	if err != nil {
		return err
	}
	url, stop, err := e.Start(o.listen)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(out, "listening on %s\n", url); err != nil {
		return fmt.Errorf("print the address: %w", err)
	}
	<-ctx.Done()
	return stop()
}

func (o options) server() (server, error) {
	switch o.engine {
	case "elasticsearch":
		if o.key != "" {
			return nil, errors.New("the sample of elasticsearch has no keys: leave out --key")
		}
		return elasticsearch.New(elasticsearch.Options{Imitate: o.imitate, Empty: o.empty})
	case "typesense":
		return typesense.New(typesense.Options{Imitate: o.imitate, Key: o.key, Empty: o.empty})
	}
	return nil, fmt.Errorf("there is no sample engine for %q: choose elasticsearch or typesense", o.engine)
}
