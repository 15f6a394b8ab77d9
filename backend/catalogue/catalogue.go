// Package catalogue knows the drivers: those that the registry offers, those that are installed, and those that are
// loaded.
package catalogue

import (
	"context"
	"errors"
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

	mu       sync.Mutex
	runtime  *plugin.Runtime
	listing  *registry.Listing
	modules  map[string]*loaded
	progress map[string]*Progress
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
		address: o.Address, options: o.Plugin,
		client:   &registry.Client{Keys: o.Keys, Folder: o.Profile},
		modules:  make(map[string]*loaded),
		progress: make(map[string]*Progress),
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
	var refused *registry.Error
	switch {
	case errors.As(err, &refused):
		list.Notice = refused.Message
	case err != nil:
		list.Notice = err.Error()
	default:
		list.Checked, list.Notice = index.Fetched, index.Notice
	}
	installed, err := c.installer.List()
	if err != nil {
		return nil, err
	}
	list.Offers = offers(index, installed)
	return list, nil
}

func offers(index *registry.Listing, installed []registry.Status) []Offer {
	var list []Offer
	have := make(map[string]registry.Status)
	for _, s := range installed {
		have[s.ID] = s
	}
	if index != nil {
		for _, e := range index.Index.Entries {
			if e.Manifest == nil {
				continue
			}
			list = append(list, offer(e, have[e.ID]))
			delete(have, e.ID)
		}
	}
	for _, s := range installed {
		if left, ok := have[s.ID]; ok && left.Installed != nil {
			list = append(list, Offer{Manifest: left.Installed.Manifest, Installed: left.Installed.Manifest.Version})
		}
	}
	return list
}

func offer(e registry.Entry, s registry.Status) Offer {
	o := Offer{Manifest: e.Manifest}
	for _, p := range e.Packages {
		o.Size = p.Size
	}
	if s.Installed != nil {
		o.Installed = s.Installed.Manifest.Version
	}
	return o
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
	return entry.Manifest, nil
}

func (c *Catalogue) entry(ctx context.Context, id string) (registry.Entry, error) {
	index, err := c.index(ctx, false)
	if err != nil {
		return registry.Entry{}, err
	}
	for _, e := range index.Index.Entries {
		if e.ID == id && e.Manifest != nil {
			return e, nil
		}
	}
	return registry.Entry{}, &registry.Error{Kind: registry.NotInstalled, Message: "The registry does not offer this driver.", Detail: id}
}
