// Command pack builds drivers, packs and signs them, and writes a registry: one .qdrv file per driver, index.json and
// index.json.sig.
//
//	go run ./build/pack --out build/out/registry
//	go run ./build/pack --out REGISTRY --key NEWKEY --revoke 0123456789abcdef
//	go run ./build/pack --out REGISTRY --key KEY --application DIST/application.json
//	go run ./build/pack --print-public-key
//	go run ./build/pack new papers
//
// The last one writes a new driver outside of this module, which works and keeps every law.
//
// A driver is a folder of drivers/ with a manifest.json and a package wasm, its main package for GOOS=wasip1. The key
// pair is created in the key folder if there is none; QUARRY_PUBLISHER_KEY, a key as in that folder's private.key, takes
// its place. Unchanged files are not written again. A registry can be signed with a new key at any time, and then revoke
// older ones: what it has revoked stays revoked.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"quarry/backend/driverhost/manifest"
)

type options struct {
	module      string // root of the Go module that holds drivers/
	out         string
	key         string
	drivers     []string
	suffix      string   // added to each driver's version
	days        int      // until the index expires
	revoked     []string // fingerprints of keys to revoke, besides those that the index revokes already
	application string   // the file that lists the application's installers, "" to keep what the index offers
	first       bool     // the registry is new: no index precedes this one
	now         time.Time
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "pack:", err)
		}
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, stdout io.Writer) error {
	if len(args) > 0 && args[0] == "new" {
		return create(args[1:], stdout)
	}
	o := options{now: time.Now()}
	flags := flag.NewFlagSet("pack", flag.ContinueOnError)
	flags.StringVar(&o.module, "module", ".", "root of the Go module that holds drivers/")
	flags.StringVar(&o.out, "out", filepath.Join("build", "out", "registry"), "folder of the registry")
	flags.StringVar(&o.key, "key", filepath.Join("build", "out", "dev-key"), "folder of the publisher's key pair; made when there is none")
	drivers := flags.String("drivers", "", "ids of the drivers, separated by commas; empty: each folder of drivers/ that holds manifest.json and wasm/")
	flags.StringVar(&o.suffix, "version-suffix", "", "added to each driver's version, such as -dev.3")
	flags.IntVar(&o.days, "days", 365, "days until the index expires")
	revoke := flags.String("revoke", "", "fingerprints of older keys that are no longer trusted, separated by commas")
	flags.BoolVar(&o.first, "first", false, "the registry is new; needed with a key from the environment, which does not know the last sequence")
	flags.StringVar(&o.application, "application", "", "JSON file with version, summary and installers (a file for each os/arch, beside it) of the application's newest version, to offer as an update")
	flags.Usage = func() {
		fmt.Fprintln(flags.Output(), "usage: go run ./build/pack [flags]                      packs, signs and lists drivers\n"+
			"       go run ./build/pack new [--module folder] name  writes a new driver")
		flags.PrintDefaults()
	}
	printKey := flags.Bool("print-public-key", false, "print the public key in base64 and do nothing else")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	if *revoke != "" {
		o.revoked = strings.Split(*revoke, ",")
	}
	key, err := findKey(o.key, os.Getenv("QUARRY_PUBLISHER_KEY"))
	if err != nil {
		return err
	}
	if *printKey {
		_, err := fmt.Fprintln(stdout, key.public())
		return err
	}
	if o.drivers, err = o.chosen(*drivers); err != nil {
		return err
	}
	if o.days < 1 {
		return fmt.Errorf("%d days: the index must expire later than today", o.days)
	}
	return o.pack(ctx, key, stdout)
}

// chosen returns the ids in the list, or every driver of the module if the list is empty.
func (o *options) chosen(list string) ([]string, error) {
	if list == "" {
		return o.found()
	}
	ids := strings.Split(list, ",")
	for _, id := range ids {
		if !manifest.ValidID(id) {
			return nil, fmt.Errorf("%q is not a driver id", id)
		}
	}
	return ids, nil
}

func (o *options) found() ([]string, error) {
	manifests, err := filepath.Glob(filepath.Join(o.module, "drivers", "*", "manifest.json"))
	if err != nil {
		return nil, fmt.Errorf("look for drivers: %w", err)
	}
	var ids []string
	for _, file := range manifests {
		folder := filepath.Dir(file)
		if info, err := os.Stat(filepath.Join(folder, "wasm")); err == nil && info.IsDir() {
			ids = append(ids, filepath.Base(folder))
		}
	}
	if len(ids) == 0 {
		return nil, fmt.Errorf("look for drivers: none in %s", filepath.Join(o.module, "drivers"))
	}
	return ids, nil
}

// pack builds and packs every driver, then writes the index.
func (o *options) pack(ctx context.Context, key *keyPair, stdout io.Writer) error {
	if err := os.MkdirAll(o.out, 0o755); err != nil {
		return fmt.Errorf("make the registry's folder: %w", err)
	}
	var packages []packaged
	for _, id := range o.drivers {
		made, err := o.packDriver(ctx, id, key)
		if err != nil {
			return fmt.Errorf("pack %s: %w", id, err)
		}
		fmt.Fprintf(stdout, "%s %s: driver %d bytes, package %d bytes (%s)\n", id, made.version, made.wasmSize, made.entry.Size, made.entry.URL)
		packages = append(packages, made)
	}
	sequence, written, err := o.writeRegistry(packages, key)
	if err != nil {
		return err
	}
	state := "unchanged"
	if written {
		state = "written"
	}
	fmt.Fprintf(stdout, "%s: sequence %d, %s, key %s\n", filepath.Join(o.out, indexName), sequence, state, key.fingerprint())
	return nil
}
