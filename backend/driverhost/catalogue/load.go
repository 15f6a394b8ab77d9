package catalogue

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"quarry/backend/driverhost/manifest"
	"quarry/backend/driverhost/plugin"
	"quarry/backend/driverhost/registry"
	"quarry/drivers/driver"
)

// errClosed is returned for opening a driver while the application exits.
var errClosed = &driver.Error{Kind: driver.Cancelled, Message: "Quarry is closing."}

// Open returns a driver's manifest and a supervisor for one connection. It verifies the files each time (PLG-07). If
// the driver is missing, or its files are not the signed ones, it is installed first. The driver counts as in use until
// the supervisor is closed.
func (c *Catalogue) Open(ctx context.Context, id string) (*manifest.Manifest, *plugin.Supervisor, error) {
	c.use(id)
	installed, err := c.ready(ctx, id)
	if err != nil {
		c.release(id)
		return nil, nil, err
	}
	l, err := c.module(ctx, id, installed)
	if err != nil {
		c.release(id)
		return nil, nil, err
	}
	end := sync.OnceFunc(func() {
		c.drop(l)
		c.release(id)
	})
	return installed.Manifest, plugin.NewSupervisor(l.module, plugin.SupervisorOptions{Changed: func(s plugin.State) {
		if s.Phase == plugin.PhaseClosed {
			end()
		}
	}}), nil
}

func (c *Catalogue) ready(ctx context.Context, id string) (*registry.Installed, error) {
	if c.installer.Disabled(id) {
		return nil, disabled(c.title(id))
	}
	installed, err := c.installer.Load(id)
	var refused *registry.Error
	if !errors.As(err, &refused) {
		return installed, err
	}
	switch refused.Kind {
	case registry.NotInstalled:
		err = c.Install(ctx, id)
	case registry.Changed, registry.UnknownKey, registry.RevokedKey:
		err = c.repair(ctx, id, refused)
	}
	if err != nil {
		return nil, err
	}
	return c.installer.Load(id)
}

// repair reinstalls a driver whose files were refused. If that fails, it returns the refusal.
func (c *Catalogue) repair(ctx context.Context, id string, refused *registry.Error) error {
	err := c.Install(ctx, id)
	if err != nil && ctx.Err() == nil {
		return &registry.Error{Kind: refused.Kind, Message: refused.Message, Detail: refused.Detail, Err: errors.Join(refused.Err, err)}
	}
	if err == nil {
		c.log.WarnContext(ctx, "a driver was reinstalled", "driver", id, "reason", refused.Error())
		c.mu.Lock()
		c.repaired[id] = refused.Message
		c.mu.Unlock()
	}
	return err
}

// Repaired returns why a driver was reinstalled when it was opened, but only once; "" if it was not.
func (c *Catalogue) Repaired(id string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	reason := c.repaired[id]
	delete(c.repaired, id)
	return reason
}

// compile compiles a module, even if ctx is done: later connections use it too. The lock is held.
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

// trial starts a driver once and checks its description before installation.
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
		return fmt.Errorf("it describes itself as %q with protocol %d", d.ID, d.Protocol)
	}
	return nil
}

// Close frees the drivers' modules. No driver can be opened afterwards.
func (c *Catalogue) Close(ctx context.Context) error {
	c.compiling.Lock()
	defer c.compiling.Unlock()
	c.closed = true
	c.mu.Lock()
	clear(c.modules)
	c.mu.Unlock()
	if c.runtime == nil {
		return nil
	}
	err := c.runtime.Close(ctx)
	c.runtime = nil
	return err
}
