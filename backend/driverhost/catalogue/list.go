package catalogue

import (
	"context"
	"time"

	"quarry/backend/driverhost/manifest"
	"quarry/backend/driverhost/registry"
)

// Offer is one driver: offered by the registry, installed, or both.
type Offer struct {
	Manifest  *manifest.Manifest
	Size      int64  // bytes of the package, 0 if the registry does not offer it
	Installed string // the installed version, "" if it is not installed
	Staged    string // the version that waits until the driver is no longer in use, "" for none
	Update    string // the version that the registry offers to replace the current one, "" for none
	Problem   string // why it cannot be used
	Blocked   bool   // installing it does not solve Problem
}

// Listing is the list of drivers to choose from.
type Listing struct {
	Offers   []Offer
	Sequence int64     // of the registry's index, 0 if never read
	Checked  time.Time // when the registry's index was read, zero if never
	Notice   string    // why the list is out of date, incomplete or empty
	Address  Address
}

// List returns the registry's drivers and the installed ones. It reads the index once, and again if refresh is set. If
// the registry cannot be read, that is a notice, not an error: installed drivers are always listed.
func (c *Catalogue) List(ctx context.Context, refresh bool) (*Listing, error) {
	index, err := c.index(ctx, refresh)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	at, _ := c.Address() // the error is reported in the notice
	list := &Listing{Address: at}
	if err != nil {
		list.Notice = message(err)
	} else {
		list.Checked, list.Notice, list.Sequence = index.Fetched, index.Notice, index.Index.Sequence
	}
	installed, err := c.statuses()
	if err != nil {
		return nil, err
	}
	list.Offers = c.offers(index, installed)
	return list, nil
}

// Installed returns the installed drivers with everything known without contacting the registry.
func (c *Catalogue) Installed() ([]Offer, error) {
	installed, err := c.statuses()
	if err != nil {
		return nil, err
	}
	return c.offers(nil, installed), nil
}

// statuses returns the drivers in the folder, after activating versions that no longer need to wait.
func (c *Catalogue) statuses() ([]registry.Status, error) {
	list, err := c.installer.List()
	if err != nil {
		return nil, err
	}
	switched := false
	for _, s := range list {
		if s.Staged != nil {
			switched = c.activateIdle(s.ID) || switched
		}
	}
	if !switched {
		return list, nil
	}
	return c.installer.List()
}

// offers returns the registry's drivers in its order, followed by those that are only installed.
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

// offer describes a driver of the registry: whether it is installed, and why it cannot be installed.
func (c *Catalogue) offer(e registry.Entry, s registry.Status) Offer {
	o := owned(s)
	o.Update = c.update(e, s)
	for _, p := range e.Packages {
		o.Size = p.Size
	}
	switch {
	case e.Manifest != nil:
		o.Manifest = e.Manifest
	case s.Installed == nil:
		o.Manifest = &manifest.Manifest{ID: e.ID, Title: e.Title}
	}
	if s.Installed != nil {
		return o
	}
	refused := c.installer.Refuses(e)
	o.Blocked = refused != nil
	if o.Problem == "" {
		o.Problem = message(refused)
	}
	return o
}

// update returns the version that the registry offers to replace the installed or waiting one.
func (c *Catalogue) update(e registry.Entry, s registry.Status) string {
	newest := s.Installed
	if s.Staged != nil {
		newest = s.Staged
	}
	if !registry.IsUpdate(e, newest) || c.installer.Refuses(e) != nil {
		return ""
	}
	return e.Manifest.Version
}

// owned describes a driver in the folder as if the registry did not offer it.
func owned(s registry.Status) Offer {
	o := Offer{Manifest: nothing(s.ID), Problem: message(s.Problem), Blocked: s.Problem != nil}
	if s.Installed != nil {
		o.Manifest, o.Installed = s.Installed.Manifest, s.Installed.Manifest.Version
	}
	if s.Staged != nil {
		o.Staged = s.Staged.Manifest.Version
	}
	if s.Disabled && s.Problem == nil {
		o.Problem, o.Blocked = disabled(o.Manifest.Title).Message, true
	}
	return o
}
