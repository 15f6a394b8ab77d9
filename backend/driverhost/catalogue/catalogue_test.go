// SPEC: CON-03, CON-04, PLG-02, PLG-07
package catalogue

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/driverhost/catalogue/cataloguetest"
	"quarry/backend/driverhost/plugin"
	"quarry/backend/driverhost/registry"
	"quarry/drivers/driver"
)

const engine = "typesense"

// newCatalogue returns the catalogue of a profile.
func newCatalogue(t *testing.T, r *cataloguetest.Registry, address, profile string) *Catalogue {
	t.Helper()
	c := New(Options{Address: address, Profile: profile, Keys: r.Keys, Version: "0.1.0"})
	t.Cleanup(func() { require.NoError(t, c.Close(context.Background())) })
	return c
}

// installed returns a registry and a profile with its driver installed. Every test gets its own copy.
func installed(t *testing.T) (r *cataloguetest.Registry, profile string) {
	t.Helper()
	first.Do(func() {
		first.registry, first.profile = cataloguetest.New(suite{t}, engine), suite{t}.TempDir()
		c := newCatalogue(t, first.registry, first.registry.Address, first.profile)
		require.NoError(t, c.Install(context.Background(), engine))
	})
	require.DirExists(t, installedFolder(first.profile))
	profile = t.TempDir()
	require.NoError(t, os.CopyFS(filepath.Join(profile, "drivers"), os.DirFS(filepath.Join(first.profile, "drivers"))))
	return first.registry.Copy(t), profile
}

var first struct {
	sync.Once
	registry *cataloguetest.Registry
	profile  string
}

// suite is a test whose folders exist until all tests of the package have run.
type suite struct{ *testing.T }

var folders string

// TempDir returns a folder that is kept.
func (s suite) TempDir() string {
	dir, err := os.MkdirTemp(folders, "suite-*")
	require.NoError(s.T, err)
	return dir
}

func TestMain(m *testing.M) {
	var err error
	if folders, err = os.MkdirTemp("", "quarry-catalogue-*"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	_ = os.RemoveAll(folders)
	os.Exit(code)
}

// describe opens a driver and returns its description.
func describe(t *testing.T, c *Catalogue, id string) *driver.Description {
	t.Helper()
	m, d, err := c.Open(t.Context(), id)
	require.NoError(t, err)
	require.Equal(t, id, m.ID)
	t.Cleanup(func() { require.NoError(t, d.Close(context.Background())) })
	about, err := plugin.Run[driver.Description](t.Context(), d, plugin.Call{Op: driver.OpDescribe})
	require.NoError(t, err)
	return about
}

func requireKind(t *testing.T, err error, kind registry.Kind, message string) {
	t.Helper()
	var refused *registry.Error
	require.ErrorAs(t, err, &refused)
	require.Equal(t, kind, refused.Kind, "%v", err)
	require.Equal(t, message, refused.Message)
}

func offered(t *testing.T, l *Listing, id string) Offer {
	t.Helper()
	for _, o := range l.Offers {
		if o.Manifest.ID == id {
			return o
		}
	}
	require.Fail(t, "not listed", id)
	return Offer{}
}

// SPEC: CON-04
func TestOpeningAMissingDriverInstallsIt(t *testing.T) {
	r := cataloguetest.New(t, engine)
	profile := t.TempDir()
	c := newCatalogue(t, r, r.Address, profile)
	list, err := c.List(t.Context(), false)
	require.NoError(t, err)
	require.Empty(t, offered(t, list, engine).Installed)

	require.Equal(t, engine, describe(t, c, engine).ID)

	list, err = c.List(t.Context(), false)
	require.NoError(t, err)
	require.Equal(t, "0.1.0", offered(t, list, engine).Installed)
	require.Empty(t, c.Repaired(engine), "installing what is missing is no repair")
}

func TestInstalledDriversAreKnownWithoutAskingTheRegistry(t *testing.T) {
	r, profile := installed(t)
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked++ }))
	t.Cleanup(server.Close)
	c := newCatalogue(t, r, server.URL+"/index.json", profile)
	offers, err := c.Installed()
	require.NoError(t, err)
	require.Len(t, offers, 1)
	require.Equal(t, engine, offers[0].Manifest.ID)
	require.NotEmpty(t, offers[0].Manifest.Form.Tabs)
	require.Zero(t, asked)
	_, err = c.List(t.Context(), false)
	require.NoError(t, err)
	require.NotZero(t, asked, "the list asks it")
}

// SPEC: CON-04, PLG-02
func TestAnInstalledDriverOpensWhateverBecameOfTheRegistry(t *testing.T) {
	tests := []struct {
		name   string
		spoil  func(t *testing.T, r *cataloguetest.Registry) (address string)
		notice string
	}{
		{"it is gone", func(t *testing.T, r *cataloguetest.Registry) string {
			r.Remove(t)
			return r.Address
		}, "Quarry cannot read the registry's index: no such file or directory. This list is from "},
		{"no address is set", func(*testing.T, *cataloguetest.Registry) string { return "" }, "No driver registry is set"},
		{"its index is another file", func(t *testing.T, r *cataloguetest.Registry) string {
			require.NoError(t, os.WriteFile(r.Address, []byte("{}"), 0o600))
			return r.Address
		}, "The signature is not valid."},
		{"it offers something else", func(t *testing.T, r *cataloguetest.Registry) string {
			r.Publish(t)
			return r.Address
		}, ""},
		{"it has another key", func(t *testing.T, _ *cataloguetest.Registry) string {
			return cataloguetest.NewStranger(t).Address
		}, "It is signed with a key that this build of Quarry does not trust ("},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r, profile := installed(t)
			_, err := newCatalogue(t, r, r.Address, profile).List(t.Context(), false)
			require.NoError(t, err)

			c := newCatalogue(t, r, test.spoil(t, r), profile)
			require.Equal(t, engine, describe(t, c, engine).ID)
			list, err := c.List(t.Context(), false)
			require.NoError(t, err)
			require.Contains(t, list.Notice, test.notice)
			require.Equal(t, test.notice == "", list.Notice == "")
			require.Equal(t, "0.1.0", offered(t, list, engine).Installed)
			require.Empty(t, offered(t, list, engine).Problem)
		})
	}
}

// SPEC: CON-03, PLG-02
func TestAMissingDriverThatCannotBeInstalledSaysWhy(t *testing.T) {
	tests := []struct {
		name    string
		open    string
		spoil   func(t *testing.T, r *cataloguetest.Registry) (address string)
		kind    registry.Kind
		message string
	}{
		{"the registry is gone", engine, func(t *testing.T, r *cataloguetest.Registry) string {
			r.Remove(t)
			return r.Address
		}, registry.Unreachable, "Quarry cannot read the registry's index: no such file or directory."},
		{"no address is set", engine, func(*testing.T, *cataloguetest.Registry) string { return "" }, registry.NoAddress, "No driver registry is set"},
		{"the registry does not offer it", "unheard-of", func(_ *testing.T, r *cataloguetest.Registry) string { return r.Address },
			registry.NotInstalled, "The registry does not offer this driver."},
		{"it needs a newer application", engine, func(t *testing.T, r *cataloguetest.Registry) string {
			r.Publish(t, built(t).With(t, "minApp", "9.0.0"))
			return r.Address
		}, registry.WrongVersion, "This driver needs a newer version of Quarry. Update Quarry, then install the driver."},
		{"its form is of a later kind", engine, func(t *testing.T, r *cataloguetest.Registry) string {
			r.PublishUnread(t, built(t).With(t, "schema", 2))
			return r.Address
		}, registry.WrongVersion, "This driver needs a newer version of Quarry. Update Quarry, then install the driver."},
		{"its package is gone", engine, func(t *testing.T, r *cataloguetest.Registry) string {
			require.NoError(t, os.Remove(filepath.Join(r.Dir, engine+"-0.1.0.qdrv")))
			return r.Address
		}, registry.Unreachable, "Quarry cannot download the driver: no such file or directory."},
		{"it is a module that is no driver", engine, func(t *testing.T, r *cataloguetest.Registry) string {
			r.Publish(t, builtFrom(t, []byte("\x00asm\x01\x00\x00\x00")))
			return r.Address
		}, registry.NotStarted, "The driver did not start: not a driver module: it does not export "},
		{"it says that it is another driver", engine, func(t *testing.T, r *cataloguetest.Registry) string {
			r.Publish(t, builtFrom(t, cataloguetest.WASM(t, "quarry/drivers/elasticsearch/wasm")))
			return r.Address
		}, registry.NotStarted, fmt.Sprintf(`The driver did not start: it describes itself as "elasticsearch" with protocol %d.`, driver.Protocol)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r, _ := installed(t)
			c := newCatalogue(t, r, test.spoil(t, r), t.TempDir())
			_, _, err := c.Open(t.Context(), test.open)
			var refused *registry.Error
			require.ErrorAs(t, err, &refused)
			require.Equal(t, test.kind, refused.Kind, "%v", err)
			require.Contains(t, refused.Message, test.message)
		})
	}
}

// SPEC: PLG-02
func TestADriverThatCannotBeUsedIsListedWithTheReason(t *testing.T) {
	r := cataloguetest.New(t, engine)
	r.Publish(t, built(t).With(t, "minApp", "9.0.0"))
	c := newCatalogue(t, r, r.Address, t.TempDir())
	list, err := c.List(t.Context(), false)
	require.NoError(t, err)
	require.Contains(t, offered(t, list, engine).Problem, "needs a newer version of Quarry")

	r.PublishUnread(t, built(t).With(t, "schema", 2))
	list, err = c.List(t.Context(), true)
	require.NoError(t, err)
	require.Equal(t, "Typesense", offered(t, list, engine).Manifest.Title)
	require.Contains(t, offered(t, list, engine).Problem, "needs a newer version of Quarry")
	_, err = c.Manifest(t.Context(), engine)
	requireKind(t, err, registry.WrongVersion, "This driver needs a newer version of Quarry. Update Quarry, then install the driver.")
}

func built(t *testing.T) cataloguetest.Driver {
	t.Helper()
	return cataloguetest.Built(t, engine)
}

// builtFrom returns the driver's package with another module.
func builtFrom(t *testing.T, module []byte) cataloguetest.Driver {
	t.Helper()
	return cataloguetest.Driver{Manifest: cataloguetest.Manifest(t, engine), WASM: module, Completion: cataloguetest.Completion(t, engine)}
}

// changes are ways to change the files of an installed driver.
var changes = []struct {
	name    string
	change  func(t *testing.T, folder string)
	kind    registry.Kind
	message string
}{
	{"a byte of the driver", func(t *testing.T, folder string) { flip(t, filepath.Join(folder, "driver.wasm")) },
		registry.Changed, "The file driver.wasm of the installed driver is not the one that was signed. Install the driver again."},
	{"a longer driver", func(t *testing.T, folder string) { lengthen(t, filepath.Join(folder, "driver.wasm")) },
		registry.Changed, "The file driver.wasm of the installed driver is not the one that was signed. Install the driver again."},
	{"its manifest", func(t *testing.T, folder string) { lengthen(t, filepath.Join(folder, "manifest.json")) },
		registry.Changed, "The file manifest.json of the installed driver is not the one that was signed. Install the driver again."},
	{"its signature", func(t *testing.T, folder string) {
		require.NoError(t, os.WriteFile(filepath.Join(folder, "signature.json"), []byte("{}"), 0o600))
	},
		registry.Changed, "The file signature.json of the installed driver is not the one that was signed. Install the driver again."},
	{"the driver is gone", func(t *testing.T, folder string) { require.NoError(t, os.Remove(filepath.Join(folder, "driver.wasm"))) },
		registry.Changed, "The file driver.wasm of the installed driver is missing. Install the driver again."},
	{"all of it was signed by somebody else", func(t *testing.T, folder string) {
		other := cataloguetest.NewStranger(t, engine)
		profile := t.TempDir()
		require.NoError(t, newCatalogue(t, other, other.Address, profile).Install(t.Context(), engine))
		require.NoError(t, os.RemoveAll(folder))
		require.NoError(t, os.CopyFS(folder, os.DirFS(installedFolder(profile))))
	}, registry.UnknownKey, "It is signed with a key that this build of Quarry does not trust ("},
}

func installedFolder(profile string) string {
	return filepath.Join(profile, "drivers", engine, "0.1.0")
}

func flip(t *testing.T, file string) {
	t.Helper()
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	data[len(data)/2] ^= 1
	require.NoError(t, os.WriteFile(file, data, 0o600))
}

func lengthen(t *testing.T, file string) {
	t.Helper()
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, append(data, ' '), 0o600))
}

// SPEC: PLG-07
func TestAnInstalledDriverThatWasChangedIsNotStarted(t *testing.T) {
	for _, test := range changes {
		t.Run(test.name, func(t *testing.T) {
			r, profile := installed(t)
			c := newCatalogue(t, r, r.Address, profile)
			describe(t, c, engine) // refused even though it is already compiled
			test.change(t, installedFolder(profile))
			r.Remove(t)

			_, _, err := c.Open(t.Context(), engine)
			var refused *registry.Error
			require.ErrorAs(t, err, &refused)
			require.Equal(t, test.kind, refused.Kind, "%v", err)
			require.Contains(t, refused.Message, test.message)
			require.ErrorContains(t, err, string(registry.Unreachable), "why it could not be installed again stands in the details")
			list, err := c.List(t.Context(), false)
			require.NoError(t, err)
			require.Empty(t, offered(t, list, engine).Installed)
			require.Contains(t, offered(t, list, engine).Problem, test.message)
		})
	}
}

// SPEC: PLG-07
func TestAChangedDriverThatTheRegistryDoesNotOfferIsListedAllTheSame(t *testing.T) {
	r, profile := installed(t)
	flip(t, filepath.Join(installedFolder(profile), "driver.wasm"))
	r.Publish(t)
	list, err := newCatalogue(t, r, r.Address, profile).List(t.Context(), false)
	require.NoError(t, err)
	require.Equal(t, engine, offered(t, list, engine).Manifest.Title)
	require.Contains(t, offered(t, list, engine).Problem, "Install the driver again.")
}

// SPEC: PLG-07, CON-04
func TestOpeningAChangedDriverInstallsItAgainAndSaysSoOnce(t *testing.T) {
	for _, test := range changes {
		t.Run(test.name, func(t *testing.T) {
			r, profile := installed(t)
			test.change(t, installedFolder(profile))

			c := newCatalogue(t, r, r.Address, profile)
			require.Equal(t, engine, describe(t, c, engine).ID)
			require.Contains(t, c.Repaired(engine), test.message)
			require.Empty(t, c.Repaired(engine))
			r.Remove(t)
			require.Equal(t, engine, describe(t, c, engine).ID, "it stays repaired")
		})
	}
}
