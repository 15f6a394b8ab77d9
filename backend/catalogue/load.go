package catalogue

import (
	"context"
	"errors"
	"fmt"

	"quarry/backend/manifest"
	"quarry/backend/plugin"
	"quarry/backend/registry"
	"quarry/drivers/driver"
)

// Progress is how far an installation is.
type Progress struct {
	Running bool
	registry.Progress
}

// Install installs a driver from the registry. What was installed before stays where it fails.
func (c *Catalogue) Install(ctx context.Context, id string) error {
	entry, err := c.entry(ctx, id)
	if err != nil {
		return err
	}
	c.report(id, Progress{Running: true, Progress: registry.Progress{Step: registry.StepDownload}})
	_, err = c.installer.Install(ctx, entry, func(p registry.Progress) { c.report(id, Progress{true, p}) })
	c.mu.Lock()
	if p := c.progress[id]; p != nil {
		p.Running = false
	}
	c.mu.Unlock()
	return err
}

func (c *Catalogue) report(id string, p Progress) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.progress[id] = &p
}

// Progress tells how far the last installation of a driver is.
func (c *Catalogue) Progress(id string) Progress {
	c.mu.Lock()
	defer c.mu.Unlock()
	if p := c.progress[id]; p != nil {
		return *p
	}
	return Progress{}
}

// Open gives a driver's manifest and a supervisor of it for one connection, installing the driver where it is missing.
// Its files are verified again each time (PLG-07).
func (c *Catalogue) Open(ctx context.Context, id string) (*manifest.Manifest, *plugin.Supervisor, error) {
	installed, err := c.installer.Load(id)
	var refused *registry.Error
	if errors.As(err, &refused) && refused.Kind == registry.NotInstalled {
		if err := c.Install(ctx, id); err != nil {
			return nil, nil, err
		}
		installed, err = c.installer.Load(id)
	}
	if err != nil {
		return nil, nil, err
	}
	module, err := c.module(ctx, id, installed)
	if err != nil {
		return nil, nil, err
	}
	return installed.Manifest, plugin.NewSupervisor(module, plugin.SupervisorOptions{}), nil
}

// module compiles a driver once for each version and package.
func (c *Catalogue) module(ctx context.Context, id string, in *registry.Installed) (*plugin.Module, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if l := c.modules[id]; l != nil && l.version == in.Manifest.Version && l.sum == in.Package {
		return l.module, nil
	}
	m, err := c.compile(ctx, in.WASM)
	if err != nil {
		return nil, err
	}
	c.modules[id] = &loaded{module: m, version: in.Manifest.Version, sum: in.Package}
	return m, nil
}

// compile is called with the lock held.
func (c *Catalogue) compile(ctx context.Context, wasm []byte) (*plugin.Module, error) {
	if c.runtime == nil {
		r, err := plugin.NewRuntime(context.WithoutCancel(ctx), c.options)
		if err != nil {
			return nil, err
		}
		c.runtime = r
	}
	return c.runtime.Compile(context.WithoutCancel(ctx), wasm)
}

// trial starts a driver once and asks it who it is, before it is installed.
func (c *Catalogue) trial(ctx context.Context, wasm []byte, m *manifest.Manifest) (err error) {
	runtime, err := plugin.NewRuntime(ctx, c.options)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, runtime.Close(ctx)) }()
	module, err := runtime.Compile(ctx, wasm)
	if err != nil {
		return err
	}
	runner, err := module.Open(ctx)
	if err != nil {
		return err
	}
	d, err := plugin.Run[driver.Description](ctx, runner, plugin.Call{Op: driver.OpDescribe})
	if err != nil {
		return err
	}
	if d.ID != m.ID || d.Protocol != m.Protocol {
		return fmt.Errorf("it says that it is %q with protocol %d", d.ID, d.Protocol)
	}
	return nil
}

// Close frees the drivers' modules.
func (c *Catalogue) Close(ctx context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.runtime == nil {
		return nil
	}
	return c.runtime.Close(ctx)
}
