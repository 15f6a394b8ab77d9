package catalogue

import (
	"fmt"

	"quarry/backend/driverhost/manifest"
	"quarry/backend/driverhost/registry"
)

// Plugin is an installed driver as Settings shows it.
type Plugin struct {
	Offer
	Bytes   int64 // size of its files, 0 if they cannot be read
	Enabled bool
	Offered bool // the last index of the registry offers a version of it that can be installed
	Users   int  // connections that are open or being opened
}

// Plugins lists the installed drivers, including those that cannot be loaded. It does not contact the registry: updates
// come from the last index read.
func (c *Catalogue) Plugins() ([]Plugin, error) {
	at, _ := c.Address() // without an address there is no index
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

// Uninstall removes a driver. The error's kind is registry.InUse while connections use it, and registry.NotInstalled if it
// is not installed.
func (c *Catalogue) Uninstall(id string) error {
	if c.busy(id) {
		return &registry.Error{
			Kind: registry.InUse, Message: fmt.Sprintf("Close the connections that use %s to uninstall it.", c.title(id)), Detail: id,
		}
	}
	if err := c.installer.Uninstall(id); err != nil {
		return err
	}
	c.forget(id)
	return nil
}

// SetEnabled switches a driver on or off. Open connections are not affected.
func (c *Catalogue) SetEnabled(id string, enabled bool) error {
	return c.installer.SetDisabled(id, !enabled)
}

// Activate replaces a driver with the waiting version: new connections use it, and open ones continue with the old
// version.
func (c *Catalogue) Activate(id string) error {
	switched, err := c.installer.Activate(id)
	if switched {
		c.forget(id)
	}
	return err
}

// title returns a driver's title, or its id if the manifest cannot be read.
func (c *Catalogue) title(id string) string {
	if m, err := c.installer.Manifest(id); err == nil {
		return m.Title
	}
	return id
}

// disabled returns the error for a driver that the user switched off.
func disabled(title string) *registry.Error {
	return &registry.Error{
		Kind: registry.Disabled, Message: fmt.Sprintf("The %s driver is turned off. Turn it on in Settings > Plugins.", title),
	}
}

// nothing returns a manifest with only the id, which is also the title.
func nothing(id string) *manifest.Manifest { return &manifest.Manifest{ID: id, Title: id} }
