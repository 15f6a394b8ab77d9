// Package catalogue knows the drivers: those that the registry offers, those that are installed, and those that are
// loaded.
package catalogue

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"quarry/backend/manifest"
	"quarry/backend/plugin"
	"quarry/backend/registry"
	"quarry/drivers/driver"
)

// Options say where drivers come from and where they are kept.
type Options struct {
	Address string // of the registry's index; empty for the build's own
	Profile string // folder of the user
	Keys    registry.Keys
	Version string // of the application
	Plugin  plugin.Options
}

// Catalogue gives drivers by their ids. It is safe for concurrent use.
type Catalogue struct {
	address   string
	client    *registry.Client
	installer *registry.Installer
	options   plugin.Options
	log       *slog.Logger

	mu       sync.Mutex // of what follows; never held while something is read, installed or compiled
	listing  *registry.Listing
	progress map[string]Progress
	waiting  map[string]int // those who wait for an installation
	repaired map[string]string

	compiling sync.Mutex // held while a driver is compiled, so that each is compiled once
	runtime   *plugin.Runtime
	modules   map[string]*loaded
	closed    bool
}

// loaded is a driver's compiled module and the package that it came from.
type loaded struct {
	module  *plugin.Module
	version string
	sum     string
}

// New gives a catalogue. It reads nothing yet.
func New(o Options) *Catalogue {
	c := &Catalogue{
		address: o.Address, options: o.Plugin, log: o.Plugin.Logger,
		client:   &registry.Client{Keys: o.Keys, Folder: o.Profile},
		modules:  make(map[string]*loaded),
		progress: make(map[string]Progress),
		waiting:  make(map[string]int),
		repaired: make(map[string]string),
	}
	if c.log == nil {
		c.log = slog.New(slog.DiscardHandler)
	}
	if c.address == "" {
		c.address = registry.DefaultAddress()
	}
	c.installer = &registry.Installer{
		Dir: filepath.Join(o.Profile, "drivers"), Keys: o.Keys, AppVersion: o.Version,
		Protocol: registry.Protocols{Oldest: driver.Protocol, Newest: driver.Protocol},
		Trial:    c.trial,
	}
	return c
}

// Address is the registry's address, empty where none is set.
func (c *Catalogue) Address() string { return c.address }

// Offer is one driver: offered by the registry, installed, or both.
type Offer struct {
	Manifest  *manifest.Manifest
	Size      int64  // bytes of the package, 0 where the registry does not offer it
	Installed string // the installed version, "" where it is not installed
	Problem   string // why it can be neither installed nor used
}

// Listing is what there is to choose from.
type Listing struct {
	Offers  []Offer
	Checked time.Time // when the registry's index was read, zero where it never was
	Notice  string    // why the list is old, short or empty
	Address string
}

// List gives the drivers of the registry and those that are installed. The index is read once, and again on refresh.
// A registry that cannot be read is a notice, not an error: installed drivers are always listed.
func (c *Catalogue) List(ctx context.Context, refresh bool) (*Listing, error) {
	index, err := c.index(ctx, refresh)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	list := &Listing{Address: c.address}
	if err != nil {
		list.Notice = message(err)
	} else {
		list.Checked, list.Notice = index.Fetched, index.Notice
	}
	installed, err := c.installer.List()
	if err != nil {
		return nil, err
	}
	list.Offers = c.offers(index, installed)
	return list, nil
}

// offers gives what the registry offers, in its order, and then what is installed and not offered.
func (c *Catalogue) offers(index *registry.Listing, installed []registry.Status) []Offer {
	var list []Offer
	have := make(map[string]registry.Status)
	for _, s := range installed {
		have[s.ID] = s
	}
	if index != nil {
		for _, e := range index.Index.Entries {
			list = append(list, c.offer(e, have[e.ID]))
			delete(have, e.ID)
		}
	}
	for _, s := range installed {
		if _, left := have[s.ID]; left {
			list = append(list, owned(s))
		}
	}
	return list
}

// offer describes a driver of the registry: what is installed of it counts first, then why it cannot be installed.
func (c *Catalogue) offer(e registry.Entry, s registry.Status) Offer {
	o := Offer{Manifest: e.Manifest}
	for _, p := range e.Packages {
		o.Size = p.Size
	}
	if s.Installed != nil {
		o.Installed = s.Installed.Manifest.Version
	} else if s.Problem != nil {
		o.Problem = message(s.Problem)
	}
	switch {
	case o.Manifest != nil:
	case s.Installed != nil:
		o.Manifest = s.Installed.Manifest
	default:
		o.Manifest = &manifest.Manifest{ID: e.ID, Title: e.Title}
	}
	if o.Installed == "" && o.Problem == "" {
		o.Problem = message(c.installer.Refuses(e))
	}
	return o
}

// owned describes an installed driver that the registry does not offer.
func owned(s registry.Status) Offer {
	if s.Installed == nil {
		return Offer{Manifest: &manifest.Manifest{ID: s.ID, Title: s.ID}, Problem: message(s.Problem)}
	}
	return Offer{Manifest: s.Installed.Manifest, Installed: s.Installed.Manifest.Version}
}

// message is the sentence of an error for the user, "" for none.
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

func (c *Catalogue) index(ctx context.Context, refresh bool) (*registry.Listing, error) {
	c.mu.Lock()
	kept := c.listing
	c.mu.Unlock()
	if kept != nil && !refresh && !kept.Kept {
		return kept, nil
	}
	fresh, err := c.client.Fetch(ctx, c.address)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	c.listing = fresh
	c.mu.Unlock()
	return fresh, nil
}

// Manifest gives a driver's manifest: that of the installed driver, else the registry's.
func (c *Catalogue) Manifest(ctx context.Context, id string) (*manifest.Manifest, error) {
	if in, err := c.installer.Load(id); err == nil {
		return in.Manifest, nil
	}
	entry, err := c.entry(ctx, id)
	if err != nil {
		return nil, err
	}
	if entry.Manifest == nil {
		return nil, entry.Problem
	}
	return entry.Manifest, nil
}

func (c *Catalogue) entry(ctx context.Context, id string) (registry.Entry, error) {
	index, err := c.index(ctx, false)
	if err != nil {
		return registry.Entry{}, err
	}
	for _, e := range index.Index.Entries {
		if e.ID == id {
			return e, nil
		}
	}
	return registry.Entry{}, &registry.Error{Kind: registry.NotInstalled, Message: "The registry does not offer this driver.", Detail: id}
}
