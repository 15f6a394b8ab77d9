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

// errClosed is what a driver gives that is opened while the application ends.
var errClosed = &driver.Error{Kind: driver.Cancelled, Message: "Quarry is closing."}

// Progress is how far an installation is. One that is neither running nor failed and has a step is done.
type Progress struct {
	Running bool
	Failed  bool
	registry.Progress
}

// Install installs a driver from the registry. What was installed before stays where it fails. Installations of one
// driver at the same time become one, which goes on while anybody waits for it.
func (c *Catalogue) Install(ctx context.Context, id string) error {
	entry, err := c.entry(ctx, id)
	if err != nil {
		return err
	}
	c.begin(id)
	_, err = c.installer.Install(ctx, entry, func(p registry.Progress) { c.report(id, p) })
	c.end(id, err)
	return err
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

// end notes how an installation ended for one who waited. It goes on while others wait.
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

// Progress tells how far the last installation of a driver is.
func (c *Catalogue) Progress(id string) Progress {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.progress[id]
}

// Open gives a driver's manifest and a supervisor of it for one connection. Its files are verified again each time
// (PLG-07); a driver that is missing, or whose files are not the signed ones, is installed first.
func (c *Catalogue) Open(ctx context.Context, id string) (*manifest.Manifest, *plugin.Supervisor, error) {
	installed, err := c.ready(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	module, err := c.module(ctx, id, installed)
	if err != nil {
		return nil, nil, err
	}
	return installed.Manifest, plugin.NewSupervisor(module, plugin.SupervisorOptions{}), nil
}

func (c *Catalogue) ready(ctx context.Context, id string) (*registry.Installed, error) {
	installed, err := c.installer.Load(id)
	var refused *registry.Error
	if !errors.As(err, &refused) {
		return installed, err
	}
	switch refused.Kind {
	case registry.NotInstalled:
		err = c.Install(ctx, id)
	case registry.Changed, registry.UnknownKey:
		err = c.repair(ctx, id, refused)
	}
	if err != nil {
		return nil, err
	}
	return c.installer.Load(id)
}

// repair installs a driver again whose files were refused. Where that fails, the refusal is what the user hears of.
func (c *Catalogue) repair(ctx context.Context, id string, refused *registry.Error) error {
	err := c.Install(ctx, id)
	if err != nil && ctx.Err() == nil {
		return &registry.Error{Kind: refused.Kind, Message: refused.Message, Detail: refused.Detail, Err: errors.Join(refused.Err, err)}
	}
	if err == nil {
		c.log.WarnContext(ctx, "a driver was installed again", "driver", id, "reason", refused.Error())
		c.mu.Lock()
		c.repaired[id] = refused.Message
		c.mu.Unlock()
	}
	return err
}

// Repaired gives, once, why a driver was installed again when it was opened; "" where it was not.
func (c *Catalogue) Repaired(id string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	reason := c.repaired[id]
	delete(c.repaired, id)
	return reason
}

// module compiles a driver once for each version and package.
func (c *Catalogue) module(ctx context.Context, id string, in *registry.Installed) (*plugin.Module, error) {
	c.compiling.Lock()
	defer c.compiling.Unlock()
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

// compile is called with the lock held. It is not ended with ctx: the module is for all who come after.
func (c *Catalogue) compile(ctx context.Context, wasm []byte) (*plugin.Module, error) {
	if c.closed {
		return nil, errClosed
	}
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

// Close frees the drivers' modules. No driver is opened after it.
func (c *Catalogue) Close(ctx context.Context) error {
	c.compiling.Lock()
	defer c.compiling.Unlock()
	c.closed = true
	clear(c.modules)
	if c.runtime == nil {
		return nil
	}
	err := c.runtime.Close(ctx)
	c.runtime = nil
	return err
}
