// Package catalogue manages the drivers: those that the registry offers, those that are installed and those that are
// loaded.
//
// Decisions:
//   - A driver counts its connections from the beginning of Open until its supervisor closes. While there are any, a newly
//     installed version waits beside it (<id>/staged) and takes over when the last one closes (use.go).
//   - If a driver's files were changed on disk, opening its connection installs it again and tells the user once.
//     Without a registry, the driver is refused.
package catalogue

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/url"
	"path/filepath"
	"sync"

	"quarry/backend/driverhost/manifest"
	"quarry/backend/driverhost/plugin"
	"quarry/backend/driverhost/registry"
	"quarry/drivers/driver"
)

// Options configure where drivers come from and where they are stored.
type Options struct {
	Address string    // address of the registry's index, if it cannot be changed
	Fixed   string    // the sentence that says who set Address
	Closed  string    // why nothing can be read from the registry or installed, in a sentence; "" if it can
	Proxy   *url.URL  // for requests to the registry; nil for the environment's
	Chosen  Addresses // the address chosen by the user; nil if none can be saved
	Profile string    // the profile folder
	Drivers string    // the folder of the installed drivers, "" to use the profile folder
	Keys    registry.Keys
	Version string // of the application
	Plugin  plugin.Options
}

// Catalogue provides drivers by id. It is safe for concurrent use.
type Catalogue struct {
	given     Address
	refusal   string // Options.Closed
	chosen    Addresses
	client    *registry.Client
	installer *registry.Installer
	version   string // of the application
	options   plugin.Options
	log       *slog.Logger

	mu       sync.Mutex // guards the fields below; never held while something is read, installed or compiled
	listing  *registry.Listing
	listed   string // the address of the listing
	progress map[string]Progress
	waiting  map[string]int    // callers waiting for an installation, by driver
	repaired map[string]string // why a driver was reinstalled, by driver
	users    map[string]int    // connections by driver, including those that are still being opened
	modules  map[string]*loaded

	compiling sync.Mutex // held while a driver is compiled, so that each is compiled only once
	runtime   *plugin.Runtime
	closed    bool
}

// New returns a catalogue. It reads nothing yet.
func New(o Options) *Catalogue {
	c := &Catalogue{
		refusal: o.Closed,
		version: o.Version,
		given:   Address{Text: o.Address, Fixed: o.Fixed}, chosen: o.Chosen, options: o.Plugin, log: o.Plugin.Logger,
		client:   &registry.Client{Keys: o.Keys, Folder: o.Profile},
		progress: make(map[string]Progress),
		waiting:  make(map[string]int),
		repaired: make(map[string]string),
		users:    make(map[string]int),
		modules:  make(map[string]*loaded),
	}
	if c.log == nil {
		c.log = slog.New(slog.DiscardHandler)
	}
	if o.Proxy != nil {
		c.client.Transport = registry.Through(o.Proxy)
	}
	c.installer = &registry.Installer{
		Transport: c.client.Transport,
		Dir:       cmp.Or(o.Drivers, filepath.Join(o.Profile, "drivers")), Keys: o.Keys, Profile: o.Profile, AppVersion: o.Version,
		Protocol: registry.Protocols{Oldest: driver.Protocol, Newest: driver.Protocol},
		Trial:    c.trial, Busy: c.busy,
	}
	return c
}

// closedBy returns an error if nothing can be read from the registry or installed.
func (c *Catalogue) closedBy() error {
	if c.refusal == "" {
		return nil
	}
	return &registry.Error{Kind: registry.Closed, Message: c.refusal}
}

// Completion returns the completion facts of an installed driver for the console, as JSON; nil if it has none. After an
// update, even connections opened earlier get the new version's facts.
func (c *Catalogue) Completion(id string) ([]byte, error) { return c.installer.Completion(id) }

// message returns the sentence for the user from an error, "" for nil.
func message(err error) string {
	var refused *registry.Error
	switch {
	case err == nil:
		return ""
	case errors.As(err, &refused):
		return refused.Message
	}
	return err.Error()
}

// Manifest returns the manifest of the installed driver, otherwise the registry's. It does not read the driver's
// module, so it is cheap but does not tell whether the driver can be opened.
func (c *Catalogue) Manifest(ctx context.Context, id string) (*manifest.Manifest, error) {
	if m, err := c.installer.Manifest(id); err == nil {
		return m, nil
	}
	entry, err := c.entry(ctx, id, false)
	if err != nil {
		return nil, err
	}
	if entry.Manifest == nil {
		return nil, entry.Problem
	}
	return entry.Manifest, nil
}
