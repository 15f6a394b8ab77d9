// SPEC: PLG-05
package catalogue

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/driverhost/catalogue/cataloguetest"
	"quarry/backend/driverhost/plugin"
	"quarry/backend/driverhost/registry"
	"quarry/drivers/driver"
)

// connection is the driver of an open connection.
type connection struct {
	t       *testing.T
	version string
	driver  *plugin.Supervisor
}

func open(t *testing.T, c *Catalogue) *connection {
	t.Helper()
	m, d, err := c.Open(t.Context(), engine)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Close(context.Background())) })
	return &connection{t: t, version: m.Version, driver: d}
}

// answers requires that the driver still runs.
func (o *connection) answers() {
	o.t.Helper()
	about, err := plugin.Run[driver.Description](o.t.Context(), o.driver, plugin.Call{Op: driver.OpDescribe})
	require.NoError(o.t, err)
	require.Equal(o.t, engine, about.ID)
}

func (o *connection) close() {
	o.t.Helper()
	require.NoError(o.t, o.driver.Close(o.t.Context()))
}

// update publishes a version and installs it.
func update(t *testing.T, c *Catalogue, r *cataloguetest.Registry, version string) {
	t.Helper()
	r.Publish(t, built(t).With(t, "version", version).Rebuilt(version))
	_, err := c.List(t.Context(), true)
	require.NoError(t, err)
	require.NoError(t, c.Install(t.Context(), engine))
}

func plugged(t *testing.T, c *Catalogue) Plugin {
	t.Helper()
	list, err := c.Plugins()
	require.NoError(t, err)
	require.Len(t, list, 1)
	return list[0]
}

func TestAnUpdateUnderOpenConnectionsStartsWhenTheLastOneCloses(t *testing.T) {
	r, profile := installed(t)
	c := newCatalogue(t, r, r.Address, profile)
	first, second := open(t, c), open(t, c)
	first.answers()
	update(t, c, r, "0.2.0")
	require.Equal(t, "0.1.0 0.2.0 2", show(plugged(t, c)))
	require.Empty(t, plugged(t, c).Update, "what waits is the newest")
	third := open(t, c)
	require.Equal(t, "0.1.0", third.version, "one more connection beside them runs what they run")

	first.close()
	second.close()
	second.close()
	require.Equal(t, "0.1.0 0.2.0 1", show(plugged(t, c)))
	third.answers()
	third.close()
	require.Equal(t, "0.2.0  0", show(plugged(t, c)))
	require.Equal(t, "0.2.0", open(t, c).version)
}

// show returns the versions and the number of users on a plugin's line.
func show(p Plugin) string {
	return p.Installed + " " + p.Staged + " " + string(rune('0'+p.Users))
}

func TestAnUpdateIsActivatedAtOnceOnRequestAndWhatIsOpenGoesOn(t *testing.T) {
	r, profile := installed(t)
	c := newCatalogue(t, r, r.Address, profile)
	old := open(t, c)
	update(t, c, r, "0.2.0")
	require.NoError(t, c.Activate(engine))
	require.Equal(t, "0.2.0  1", show(plugged(t, c)))
	fresh := open(t, c)
	require.Equal(t, "0.2.0", fresh.version)
	old.answers()
	fresh.answers()
	old.close()
	fresh.answers()
	require.NoError(t, c.Activate(engine), "nothing waits any more")
}

func TestAnUpdateThatWaitedWhenQuarryWasQuitIsThereAtTheNextStart(t *testing.T) {
	tests := []struct {
		name string
		look func(t *testing.T, c *Catalogue) (version string)
	}{
		{"a connection is opened", func(t *testing.T, c *Catalogue) string { return open(t, c).version }},
		{"the plugins are listed", func(t *testing.T, c *Catalogue) string { return plugged(t, c).Installed }},
		{"the databases are listed", func(t *testing.T, c *Catalogue) string {
			list, err := c.List(t.Context(), false)
			require.NoError(t, err)
			require.Empty(t, offered(t, list, engine).Staged)
			return offered(t, list, engine).Installed
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r, profile := installed(t)
			before := newCatalogue(t, r, r.Address, profile)
			open(t, before) // and never closed: simulates a killed application
			update(t, before, r, "0.2.0")
			require.Equal(t, "0.2.0", test.look(t, newCatalogue(t, r, r.Address, profile)))
		})
	}
}

func TestAVersionThatWaitsAndWasChangedIsNotStarted(t *testing.T) {
	r, profile := installed(t)
	c := newCatalogue(t, r, r.Address, profile)
	old := open(t, c)
	update(t, c, r, "0.2.0")
	flip(t, filepath.Join(profile, "drivers", engine, "0.2.0", "driver.wasm"))
	old.close()
	require.Equal(t, "0.1.0  0", show(plugged(t, c)))
	require.Equal(t, "0.2.0", plugged(t, c).Update, "it is offered again")
	require.Equal(t, "0.1.0", open(t, c).version)
}

func TestCodeOfAVersionIsSharedAndFreedWithItsLastConnection(t *testing.T) {
	r, profile := installed(t)
	c := newCatalogue(t, r, r.Address, profile)
	first, second := open(t, c), open(t, c)
	first.answers()
	code := c.modules[engine]
	require.Equal(t, 2, code.users)
	first.close()
	second.close()
	again := open(t, c)
	require.Same(t, code, c.modules[engine], "it stays while it is the one in use")

	update(t, c, r, "0.2.0")
	require.NoError(t, c.Activate(engine))
	fresh := open(t, c)
	fresh.answers()
	again.answers()
	require.NotSame(t, code, c.modules[engine])
	requireCompiled(t, code, true)
	again.close()
	requireCompiled(t, code, false)

	code = c.modules[engine]
	fresh.close()
	requireCompiled(t, code, true)
	update(t, c, r, "0.3.0")
	requireCompiled(t, code, false)
	require.Equal(t, "0.3.0", open(t, c).version)
}

// requireCompiled requires that a module can, or can no longer, be started.
func requireCompiled(t *testing.T, l *loaded, want bool) {
	t.Helper()
	runner, err := l.module.Open(t.Context())
	if !want {
		require.Error(t, err)
		return
	}
	require.NoError(t, err)
	require.NoError(t, runner.Close(t.Context()))
}

func TestAConnectionThatDoesNotOpenLeavesTheDriverUnused(t *testing.T) {
	r, _ := installed(t)
	r.Remove(t)
	c := newCatalogue(t, r, r.Address, t.TempDir())
	_, _, err := c.Open(t.Context(), engine)
	require.Error(t, err)
	require.False(t, c.busy(engine))
}

// SPEC: PLG-04
func TestADriverIsNotUninstalledUnderItsConnections(t *testing.T) {
	r, profile := installed(t)
	c := newCatalogue(t, r, r.Address, profile)
	o := open(t, c)
	requireKind(t, c.Uninstall(engine), registry.InUse, "Close the connections that use Typesense to uninstall it.")
	o.answers()
	code := c.modules[engine]
	o.close()
	require.NoError(t, c.Uninstall(engine))
	requireCompiled(t, code, false)
	list, err := c.Plugins()
	require.NoError(t, err)
	require.Empty(t, list)
	requireKind(t, c.Uninstall(engine), registry.NotInstalled, "The driver is not installed.")
	require.Equal(t, "0.1.0", open(t, c).version, "opening installs it again")
}

// SPEC: PLG-04
func TestADisabledDriverOpensNothingAndIsNotRepairedBehindTheUsersBack(t *testing.T) {
	r, profile := installed(t)
	c := newCatalogue(t, r, r.Address, profile)
	o := open(t, c)
	require.NoError(t, c.SetEnabled(engine, false))
	o.answers()
	refused := func() {
		t.Helper()
		_, _, err := c.Open(t.Context(), engine)
		requireKind(t, err, registry.Disabled, "The Typesense driver is turned off. Turn it on in Settings > Plugins.")
	}
	refused()
	require.False(t, plugged(t, c).Enabled)
	list, err := c.List(t.Context(), false)
	require.NoError(t, err)
	require.Equal(t, "The Typesense driver is turned off. Turn it on in Settings > Plugins.", offered(t, list, engine).Problem)
	require.True(t, offered(t, list, engine).Blocked)
	require.Equal(t, "0.1.0", offered(t, list, engine).Installed)
	o.close()
	update(t, c, r, "0.2.0")
	refused()

	file := filepath.Join(profile, "drivers", engine, "0.2.0", "driver.wasm")
	flip(t, file)
	changed, err := os.ReadFile(file)
	require.NoError(t, err)
	_, _, err = c.Open(t.Context(), engine)
	var e *registry.Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, registry.Disabled, e.Kind)
	still, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, changed, still)

	require.NoError(t, c.SetEnabled(engine, true))
	require.Equal(t, "0.2.0", open(t, c).version)
}
