package catalogue

import (
	"fmt"

	"quarry/backend/manifest"
	"quarry/backend/registry"
)

// Plugin is a driver of the user's folder as it is looked after.
type Plugin struct {
	Offer
	Bytes   int64 // of its files, 0 where they cannot be read
	Enabled bool
	Offered bool // by the registry, as it was read last, in a version that can be installed
	Users   int  // connections that are open or being opened
}

// Plugins lists the drivers of the user's folder, also those that cannot be loaded. It asks no registry: what it says
// of updates is from the index that was read last.
func (c *Catalogue) Plugins() ([]Plugin, error) {
	at, _ := c.Address() // an address that is not known has no index
	index := c.known(at.Text)
	installed, err := c.statuses()
	if err != nil {
		return nil, err
	}
	list := make([]Plugin, 0, len(installed))
	for _, s := range installed {
		list = append(list, c.plugin(index, s))
	}
	return list, nil
}

func (c *Catalogue) plugin(index *registry.Listing, s registry.Status) Plugin {
	p := Plugin{Offer: owned(s), Enabled: !s.Disabled, Users: c.count(s.ID)}
	if s.Installed != nil {
		p.Bytes = s.Installed.Size
	}
	e, found := find(index, s.ID)
	if !found {
		return p
	}
	p.Update, p.Offered = c.update(e, s), c.installer.Refuses(e) == nil
	if s.Installed == nil && e.Manifest != nil {
		p.Manifest = e.Manifest
	}
	return p
}

// Uninstall removes a driver. The error's kind is registry.InUse while connections of it are open, and
// registry.NotInstalled where there is none.
func (c *Catalogue) Uninstall(id string) error {
	if c.busy(id) {
		return &registry.Error{
			Kind: registry.InUse, Message: fmt.Sprintf("%s cannot be uninstalled while connections of it are open.", c.title(id)), Detail: id,
		}
	}
	if err := c.installer.Uninstall(id); err != nil {
		return err
	}
	c.forget(id)
	return nil
}

// SetEnabled lets a driver be opened or not. What is open goes on.
func (c *Catalogue) SetEnabled(id string, enabled bool) error {
	return c.installer.SetDisabled(id, !enabled)
}

// Activate puts the version of a driver that waits in its place: what is opened from then on runs it, and what is open
// goes on with the version that it was opened with.
func (c *Catalogue) Activate(id string) error {
	switched, err := c.installer.Activate(id)
	if switched {
		c.forget(id)
	}
	return err
}

// title is a driver's title, or its id where the manifest cannot be read.
func (c *Catalogue) title(id string) string {
	if m, err := c.installer.Manifest(id); err == nil {
		return m.Title
	}
	return id
}

// disabled refuses a driver that the user switched off.
func disabled(title string) *registry.Error {
	return &registry.Error{
		Kind: registry.Disabled, Message: fmt.Sprintf("The %s driver is switched off. Switch it on in Settings, Plugins.", title),
	}
}

// nothing is a manifest of which only the id is known.
func nothing(id string) *manifest.Manifest { return &manifest.Manifest{ID: id, Title: id} }
