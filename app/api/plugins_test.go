// SPEC: PLG-02, PLG-04, PLG-05, PLG-08
package api

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/driverhost/catalogue/cataloguetest"
	"quarry/backend/profile/secrets"
	"quarry/drivers/driver"
)

// open saves a connection with that name and opens it.
func (w *world) open(t *testing.T, name string) SessionInfo {
	t.Helper()
	d := w.draft(nil, typed("password", secret))
	d.Name = name
	s, err := w.Connections.Open(ConnectRequest{ID: w.save(t, d).ID})
	require.NoError(t, err)
	return s
}

func (w *world) close(t *testing.T, s SessionInfo) {
	t.Helper()
	_, err := w.Connections.Close(SessionRequest{Session: s.ID})
	require.NoError(t, err)
}

// update publishes a version of the driver and installs it.
func (w *world) update(t *testing.T, version string) {
	t.Helper()
	w.registry.Publish(t, cataloguetest.Built(t, engine).With(t, "version", version).Rebuilt(version))
	_, err := w.Plugins.Registry(RegistryRequest{Refresh: true})
	require.NoError(t, err)
	_, err = w.Plugins.Install(DriverRequest{Driver: engine})
	require.NoError(t, err)
}

func (w *world) plugin(t *testing.T) Plugin {
	t.Helper()
	list, err := w.Plugins.Installed(PluginsRequest{})
	require.NoError(t, err)
	require.Len(t, list.Plugins, 1)
	return list.Plugins[0]
}

// names returns the connections of a list with the versions of the driver that they run.
func names(uses []Use) []string {
	list := []string{}
	for _, u := range uses {
		list = append(list, u.Name+" "+u.Version)
	}
	return list
}

func TestAnUpdateNamesTheConnectionsThatItWaitsFor(t *testing.T) {
	w := newWorld(t, "8.16.3")
	catalogue, weblogs := w.open(t, "catalogue"), w.open(t, "weblogs")
	require.Equal(t, []string{"catalogue 0.1.0", "weblogs 0.1.0"}, names(w.plugin(t).Uses))
	w.update(t, "0.2.0")
	p := w.plugin(t)
	require.Equal(t, "Elasticsearch 0.1.0 0.2.0", p.Title+" "+p.Version+" "+p.Staged)
	require.Equal(t, "Quarry Drivers", p.Publisher)
	require.Equal(t, driver.Protocol, p.Protocol)
	require.NotEmpty(t, p.Size)

	_, err := w.Plugins.Uninstall(DriverRequest{Driver: engine})
	require.Equal(t, "Close catalogue and weblogs to uninstall Elasticsearch.", failed(t, err).Message)
	require.Equal(t, "in-use", failed(t, err).Code)
	w.close(t, weblogs)
	_, err = w.Plugins.Uninstall(DriverRequest{Driver: engine})
	require.Equal(t, "Close catalogue to uninstall Elasticsearch.", failed(t, err).Message)
	w.close(t, catalogue)
	p = w.plugin(t)
	require.Equal(t, "0.2.0 ", p.Version+" "+p.Staged)
	require.False(t, p.InUse)
	_, err = w.Plugins.Uninstall(DriverRequest{Driver: engine})
	require.NoError(t, err)
}

func TestAnUpdateIsActivatedAtOnceAndNamesWhatIsToBeOpenedAgain(t *testing.T) {
	w := newWorld(t, "8.16.3")
	old := w.open(t, "catalogue")
	w.update(t, "0.2.0")
	activated, err := w.Plugins.Activate(DriverRequest{Driver: engine})
	require.NoError(t, err)
	require.Equal(t, []Use{{Session: old.ID, Connection: old.Connection, Name: "catalogue", Version: "0.1.0"}}, activated.Uses)
	_, err = w.Grid.Objects(ObjectsRequest{Session: old.ID})
	require.NoError(t, err, "it goes on until it is closed")
	w.close(t, old)
	fresh, err := w.Connections.Open(ConnectRequest{ID: old.Connection})
	require.NoError(t, err)
	require.NotEmpty(t, fresh.ID)
	require.Equal(t, []string{"catalogue 0.2.0"}, names(w.plugin(t).Uses))
}

func TestADriverThatIsSwitchedOffSaysSoWhereItIsNeeded(t *testing.T) {
	w := newWorld(t, "8.16.3")
	s := w.open(t, "catalogue")
	_, err := w.Plugins.Enable(EnableRequest{Driver: engine, Enabled: false})
	require.NoError(t, err)
	require.False(t, w.plugin(t).Enabled)
	require.Empty(t, w.plugin(t).Problem)
	_, err = w.Grid.Objects(ObjectsRequest{Session: s.ID})
	require.NoError(t, err, "what is open goes on")
	_, err = w.Connections.Open(ConnectRequest{ID: s.Connection})
	require.Equal(t, "The Elasticsearch driver is turned off. Turn it on in Settings > Plugins.", failed(t, err).Message)
	require.Equal(t, "registry disabled", failed(t, err).Kind+" "+failed(t, err).Code)
	list, err := w.Plugins.Registry(RegistryRequest{})
	require.NoError(t, err)
	require.True(t, list.Databases[0].Blocked)
	require.NotEmpty(t, list.Databases[0].Tabs, "its form can still be drawn")

	w.restart(t)
	require.False(t, w.plugin(t).Enabled, "it stays so")
	_, err = w.Plugins.Enable(EnableRequest{Driver: engine, Enabled: true})
	require.NoError(t, err)
	_, err = w.Connections.Open(ConnectRequest{ID: s.Connection})
	require.NoError(t, err)
}

func TestTheFirstStartWithoutARegistryGoesOnByAFileOrAnAddress(t *testing.T) {
	w := newWorld(t, "8.16.3")
	free := func() {
		t.Helper()
		w.Close(t.Context())
		w.API = assemble(Config{}, folders{w.profile, w.profile}, w.registry.Keys, secrets.NewFallback(w.store))
	}
	free()
	list, err := w.Plugins.Registry(RegistryRequest{})
	require.NoError(t, err)
	require.Equal(t, "No driver registry is set", list.Notice)
	require.Empty(t, list.Databases)

	in, err := w.Plugins.InstallFile(FileRequest{Path: w.registry.Package(engine, "0.1.0")})
	require.NoError(t, err)
	require.Equal(t, InstalledFile{Driver: engine, Title: "Elasticsearch", Version: "0.1.0"}, in)
	s := w.open(t, "catalogue")
	require.NotEmpty(t, s.ID)

	_, err = w.Plugins.SetAddress(AddressRequest{Address: filepath.Join(t.TempDir(), "index.json")})
	require.Equal(t, "Quarry cannot read the registry's index: no such file or directory.", failed(t, err).Message)
	_, err = w.Plugins.SetAddress(AddressRequest{Address: w.registry.Address})
	require.NoError(t, err)
	free()
	list, err = w.Plugins.Registry(RegistryRequest{})
	require.NoError(t, err)
	require.Equal(t, w.registry.Address, list.Address)
	require.True(t, list.Chosen)
	require.Empty(t, list.Fixed+list.Notice)
	require.Equal(t, "1", list.Sequence)
	kept, err := os.ReadFile(filepath.Join(w.profile, "settings.json"))
	require.NoError(t, err)
	require.Contains(t, string(kept), strconv.Quote(w.registry.Address))
}

func TestAnAddressThatWasGivenAtTheStartCannotBeChanged(t *testing.T) {
	w := newWorld(t, "8.16.3")
	list, err := w.Plugins.Registry(RegistryRequest{})
	require.NoError(t, err)
	require.Equal(t, "Set by --registry at startup.", list.Fixed)
	_, err = w.Plugins.SetAddress(AddressRequest{Address: w.registry.Address})
	require.Equal(t, "The registry address cannot be changed. Set by --registry at startup.", failed(t, err).Message)
}

// SPEC: APP-17
func TestTheTextSizeAndTheRowHeightAreKept(t *testing.T) {
	w := newWorld(t, "8.16.3")
	info, err := w.App.Info(InfoRequest{})
	require.NoError(t, err)
	require.Equal(t, 100, info.TextSize)
	require.Equal(t, "compact", info.RowHeight)
	_, err = w.App.SetReading(ReadingRequest{TextSize: 150, RowHeight: "relaxed"})
	require.NoError(t, err)
	_, err = w.App.SetReading(ReadingRequest{TextSize: 1000, RowHeight: "relaxed"})
	require.Equal(t, "Unknown text size.", failed(t, err).Message)
	_, err = w.App.SetReading(ReadingRequest{TextSize: 150, RowHeight: "huge"})
	require.Equal(t, "Unknown row height.", failed(t, err).Message)
	w.restart(t)
	info, err = w.App.Info(InfoRequest{})
	require.NoError(t, err)
	require.Equal(t, 150, info.TextSize)
	require.Equal(t, "relaxed", info.RowHeight)
	_, err = w.App.SetReading(ReadingRequest{TextSize: 100, RowHeight: "compact"})
	require.NoError(t, err)
	info, err = w.App.Info(InfoRequest{})
	require.NoError(t, err)
	require.Equal(t, 100, info.TextSize)
}

// SPEC: APP-01
func TestTheThemeIsKeptAndABrokenFileOfSettingsIsTold(t *testing.T) {
	w := newWorld(t, "8.16.3")
	_, err := w.App.SetTheme(ThemeRequest{Theme: "dark"})
	require.NoError(t, err)
	_, err = w.App.SetTheme(ThemeRequest{Theme: "pink"})
	require.Equal(t, "Unknown theme.", failed(t, err).Message)
	w.restart(t)
	var drawn []string
	w.App.theme = func(theme string) { drawn = append(drawn, theme) }
	info, err := w.App.Info(InfoRequest{})
	require.NoError(t, err)
	require.Equal(t, "dark", info.Theme)
	for _, theme := range []string{"light", "pink", "", "dark"} {
		_, _ = w.App.SetTheme(ThemeRequest{Theme: theme})
	}
	require.Equal(t, []string{"dark", "light", "", "dark"}, drawn, "the window around the page has its theme")
	at, err := w.Settings.Get(SettingsRequest{})
	require.NoError(t, err)
	require.Equal(t, SettingsInfo{Version: Version, Profile: w.profile, Secrets: "system", KeepUnsaved: true}, at)

	require.NoError(t, os.WriteFile(filepath.Join(w.profile, "settings.json"), []byte("{"), 0o600))
	w.restart(t)
	info, err = w.App.Info(InfoRequest{})
	require.NoError(t, err)
	require.Empty(t, info.Theme)
	at, err = w.Settings.Get(SettingsRequest{})
	require.NoError(t, err)
	require.Contains(t, at.Notice, "settings.json.broken-1. Defaults are in use.")
}
