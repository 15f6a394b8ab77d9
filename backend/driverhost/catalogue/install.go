package catalogue

import (
	"context"
	"errors"
	"slices"

	"quarry/backend/driverhost/registry"
)

// Progress is how far an installation has come. If it has a step and is neither running nor failed, it is done.
type Progress struct {
	Running bool
	Failed  bool
	registry.Progress
}

// Install installs a driver from the registry. If it fails, the installed version stays. Simultaneous installations of
// one driver are merged and continue as long as anyone waits. While the driver is in use, a different version waits
// until the last connection closes.
func (c *Catalogue) Install(ctx context.Context, id string) error {
	entry, err := c.entry(ctx, id, false)
	if err != nil {
		return err
	}
	c.begin(id)
	err = c.installEntry(ctx, entry)
	c.end(id, err)
	if err == nil {
		c.installed(id)
	}
	return err
}

// installEntry installs what the index lists. If the package differs from the listing, the registry may have replaced
// both since the index was read. So it reads the index once more and installs what that lists.
func (c *Catalogue) installEntry(ctx context.Context, entry registry.Entry) error {
	report := func(p registry.Progress) { c.report(entry.ID, p) }
	_, err := c.installer.Install(ctx, entry, report)
	if !outdated(err) {
		return err
	}
	fresh, failed := c.entry(ctx, entry.ID, true)
	if failed != nil || slices.Equal(fresh.Packages, entry.Packages) {
		return err
	}
	c.log.InfoContext(ctx, "the registry has replaced a package", "driver", entry.ID, "reason", err.Error())
	_, err = c.installer.Install(ctx, fresh, report)
	return err
}

// outdated reports whether an installation failed because the index seems to be older than the packages.
func outdated(err error) bool {
	var refused *registry.Error
	if !errors.As(err, &refused) {
		return false
	}
	switch refused.Kind {
	case registry.WrongHash, registry.TooLong, registry.Truncated, registry.Unreachable, registry.WrongDriver:
		return true
	}
	return false
}

// InstallFile installs a package from disk with the same checks and returns the installed driver without its code.
func (c *Catalogue) InstallFile(ctx context.Context, path string) (*registry.Installed, error) {
	if err := c.closedBy(); err != nil {
		return nil, err
	}
	in, err := c.installer.InstallFile(ctx, path, nil)
	if err != nil {
		return nil, err
	}
	id := in.Manifest.ID
	c.installed(id)
	about := *in
	about.WASM, about.Waits = nil, in.Waits && c.busy(id)
	return &about, nil
}

// installed drops a driver's old compiled module, and activates the waiting version if the last connection has closed
// by now.
func (c *Catalogue) installed(id string) {
	if !c.activateIdle(id) && !c.busy(id) {
		c.forget(id)
	}
}

func (c *Catalogue) begin(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting[id]++
	if c.waiting[id] == 1 {
		c.progress[id] = Progress{Running: true, Progress: registry.Progress{Step: registry.StepDownload}}
	}
}

func (c *Catalogue) report(id string, p registry.Progress) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.progress[id] = Progress{Running: true, Progress: p}
}

// end records how an installation ended for one caller. It continues while others wait.
func (c *Catalogue) end(id string, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.waiting[id]--; c.waiting[id] > 0 {
		return
	}
	p := c.progress[id]
	p.Running, p.Failed = false, err != nil
	c.progress[id] = p
}

// Progress returns how far the last installation of a driver has come.
func (c *Catalogue) Progress(id string) Progress {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.progress[id]
}
