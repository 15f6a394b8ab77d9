package catalogue

import (
	"context"

	"quarry/backend/driverhost/plugin"
	"quarry/backend/driverhost/registry"
)

// loaded is a driver's compiled module and the package that it came from.
type loaded struct {
	module  *plugin.Module
	id      string
	version string
	sum     string
	users   int // connections; guarded by the Catalogue's mu
}

// use counts one more connection of a driver. The first one activates a waiting version.
func (c *Catalogue) use(id string) {
	c.activateIdle(id)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.users[id]++
}

// release ends a use. The last one activates a waiting version.
func (c *Catalogue) release(id string) {
	c.mu.Lock()
	if c.users[id]--; c.users[id] == 0 {
		delete(c.users, id)
	}
	c.mu.Unlock()
	c.activateIdle(id)
}

func (c *Catalogue) count(id string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.users[id]
}

// busy reports whether connections of a driver are open or being opened.
func (c *Catalogue) busy(id string) bool { return c.count(id) > 0 }

// activateIdle activates a waiting version if the driver is not in use, and reports whether it did.
func (c *Catalogue) activateIdle(id string) bool {
	if c.busy(id) {
		return false
	}
	switched, err := c.installer.Activate(id)
	if err != nil {
		c.log.Warn("a waiting driver version was not activated", "driver", id, "reason", err.Error())
	}
	if switched {
		c.forget(id)
	}
	return switched
}

// module returns a driver's module for one more connection, until drop. It is compiled once per version and package.
func (c *Catalogue) module(ctx context.Context, id string, in *registry.Installed) (*loaded, error) {
	c.compiling.Lock()
	defer c.compiling.Unlock()
	if l := c.cached(id, in); l != nil {
		return l, nil
	}
	m, err := c.compile(ctx, in.WASM)
	if err != nil {
		return nil, err
	}
	c.forget(id)
	l := &loaded{module: m, id: id, version: in.Manifest.Version, sum: in.Package, users: 1}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.modules[id] = l
	return l, nil
}

// cached returns the compiled module, or nil if it is from another version or package.
func (c *Catalogue) cached(id string, in *registry.Installed) *loaded {
	c.mu.Lock()
	defer c.mu.Unlock()
	l := c.modules[id]
	if l == nil || l.version != in.Manifest.Version || l.sum != in.Package {
		return nil
	}
	l.users++
	return l
}

// drop ends one connection's use of a module. If no later connection can use it, the last use frees it.
func (c *Catalogue) drop(l *loaded) {
	c.mu.Lock()
	l.users--
	unused := l.users == 0 && c.modules[l.id] != l
	c.mu.Unlock()
	if unused {
		c.free(l)
	}
}

// forget makes later connections compile a driver's module again.
func (c *Catalogue) forget(id string) {
	c.mu.Lock()
	l := c.modules[id]
	delete(c.modules, id)
	unused := l != nil && l.users == 0
	c.mu.Unlock()
	if unused {
		c.free(l)
	}
}

func (c *Catalogue) free(l *loaded) {
	if err := l.module.Close(context.Background()); err != nil {
		c.log.Warn("a driver's code could not be freed", "driver", l.id, "reason", err.Error())
	}
}
