package catalogue

import (
	"context"
	"time"

	"quarry/backend/driverhost/registry"
)

// Update is a newer version of the application for this computer.
type Update struct {
	Release   *registry.Release // nil if there is none
	Installer registry.Package
	Checked   time.Time // when the registry's index was read, zero if never
}

// Download downloads an update's installer into the folder and checks it. See registry.Downloader.
func (c *Catalogue) Download(ctx context.Context, u Update, folder string, report func(registry.Progress)) (file string, err error) {
	if err := c.closedBy(); err != nil {
		return "", err
	}
	return registry.Downloader{Transport: c.client.Transport}.Download(ctx, u.Installer, folder, report)
}

// Update returns the newer version of the application that the registry offers. It uses the last index, and contacts
// the registry only if refresh is set.
func (c *Catalogue) Update(ctx context.Context, refresh bool) (Update, error) {
	at, err := c.Address()
	if err != nil {
		return Update{}, err
	}
	listing := c.known(at.Text)
	if refresh {
		if listing, err = c.index(ctx, true); err != nil {
			return Update{}, err
		}
	}
	if listing == nil {
		return Update{}, nil
	}
	update := Update{Checked: listing.Fetched}
	if installer, found := listing.Index.Application.Installer(c.version); found {
		update.Release, update.Installer = listing.Index.Application, installer
	}
	return update, nil
}
