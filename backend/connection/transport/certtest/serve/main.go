// Serve runs a sample engine behind certificates with the faults that a connection's form must explain:
//
//	go run ./backend/connection/transport/certtest/serve --out FOLDER
//
// It writes ca.pem, client.pem and client.key into the folder, prints a line "NAME HOST:PORT" for each server and then
// "ready", and ends on SIGINT or SIGTERM.
package main

import (
	"context"
	"crypto/tls"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"quarry/backend/connection/transport/certtest"
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
	folder := flags.String("out", "", "the folder for the files of authority and client")
	if err := flags.Parse(args); err != nil {
		return err
	}
	engine, err := elasticsearch.New(elasticsearch.Options{})
	if err != nil {
		return err
	}
	made, err := issue()
	if err != nil {
		return err
	}
	if err := made.write(*folder); err != nil {
		return err
	}
	for _, s := range made.servers() {
		stop, err := announce(out, s.name, s.config, engine)
		if err != nil {
			return err
		}
		defer stop()
	}
	if _, err := fmt.Fprintln(out, "ready"); err != nil {
		return fmt.Errorf("print: %w", err)
	}
	<-ctx.Done()
	return nil
}

func announce(out io.Writer, name string, config *tls.Config, engine http.Handler) (func(), error) {
	address, stop, err := certtest.Start(config, engine)
	if err != nil {
		return nil, err
	}
	if _, err := fmt.Fprintf(out, "%s %s\n", name, address); err != nil {
		return nil, fmt.Errorf("print the address: %w", err)
	}
	return func() { _ = stop() }, nil
}

// issued has the certificates of one run.
type issued struct {
	root, middle, good, named, late, client *certtest.Authority
}

func issue() (issued, error) {
	var made issued
	steps := []struct {
		into    **certtest.Authority
		parent  **certtest.Authority
		name    string
		changes []certtest.Change
	}{
		{&made.root, nil, "Harbour Ops Root CA", []certtest.Change{certtest.AsAuthority}},
		{&made.middle, &made.root, "Harbour Ops Issuing CA 2", []certtest.Change{certtest.AsAuthority}},
		{&made.good, &made.middle, "logs.prod.example", []certtest.Change{certtest.ForLoopback}},
		{&made.named, &made.middle, "named", []certtest.Change{certtest.For("logs.prod.example", "*.logs.prod.example")}},
		{&made.late, &made.middle, "expired", []certtest.Change{certtest.ForLoopback, certtest.Expired}},
		{&made.client, &made.root, "quarry client", []certtest.Change{certtest.AsClient}},
	}
	for _, step := range steps {
		var parent *certtest.Authority
		if step.parent != nil {
			parent = *step.parent
		}
		certificate, err := certtest.Make(parent, step.name, step.changes...)
		if err != nil {
			return issued{}, err
		}
		*step.into = certificate
	}
	return made, nil
}

// write writes the files that a user chooses in the form.
func (i issued) write(folder string) error {
	key, err := i.client.KeyPEM()
	if err != nil {
		return err
	}
	for name, text := range map[string][]byte{"ca.pem": i.root.PEM(), "client.pem": i.client.PEM(), "client.key": key} {
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o600); err != nil {
			return fmt.Errorf("write %s: %w", name, err)
		}
	}
	return nil
}

type server struct {
	name   string
	config *tls.Config
}

func (i issued) servers() []server {
	return []server{
		{"good", certtest.Config(i.good, i.middle, i.root)},
		{"lone", certtest.Config(i.good)},
		{"named", certtest.Config(i.named, i.middle)},
		{"expired", certtest.Config(i.late, i.middle)},
		{"demanding", certtest.Demanding(certtest.Config(i.good, i.middle), i.root)},
	}
}
