// SPEC: PLG-02, PLG-04, PLG-06, PLG-07, PLG-08
package catalogue

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/driverhost/catalogue/cataloguetest"
	"quarry/backend/driverhost/registry"
)

func TestThePluginsAreListedWithoutARegistry(t *testing.T) {
	r, profile := installed(t)
	r.Remove(t)
	p := plugged(t, newCatalogue(t, r, r.Address, profile))
	require.Equal(t, "Typesense", p.Manifest.Title)
	require.Equal(t, "0.1.0", p.Installed)
	require.True(t, p.Enabled)
	require.False(t, p.Offered)
	require.Empty(t, p.Update)
	require.Empty(t, p.Problem)
	code, err := os.ReadFile(filepath.Join(installedFolder(profile), "driver.wasm"))
	require.NoError(t, err)
	require.Greater(t, p.Bytes, int64(len(code)))
}

func TestAnUpdateIsTold(t *testing.T) {
	tests := []struct {
		name    string
		publish cataloguetest.Driver
		want    string
	}{
		{"the same package", built(t), ""},
		{"a newer version", built(t).With(t, "version", "0.1.1"), "0.1.1"},
		{"an older version", built(t).With(t, "version", "0.0.9"), ""},
		{"another build of the same version", built(t).Rebuilt("again"), "0.1.0"},
		{"a newer version that this application cannot use", built(t).With(t, "version", "0.2.0").With(t, "minApp", "9.0.0"), ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r, profile := installed(t)
			r.Publish(t, test.publish)
			c := newCatalogue(t, r, r.Address, profile)
			require.Empty(t, plugged(t, c).Update, "the index was not read yet")
			list, err := c.List(t.Context(), false)
			require.NoError(t, err)
			require.Equal(t, test.want, offered(t, list, engine).Update)
			require.Equal(t, test.want, plugged(t, c).Update)
		})
	}
}

func TestAPluginThatWasChangedSaysSoAndWhetherItCanBeInstalledAgain(t *testing.T) {
	r, profile := installed(t)
	flip(t, filepath.Join(installedFolder(profile), "driver.wasm"))
	c := newCatalogue(t, r, r.Address, profile)
	p := plugged(t, c)
	require.Equal(t, "The file driver.wasm of the installed driver is not the one that was signed. Install the driver again.", p.Problem)
	require.Equal(t, engine+" ", p.Manifest.Title+" "+p.Installed)
	require.False(t, p.Offered)

	list, err := c.List(t.Context(), false)
	require.NoError(t, err)
	require.False(t, offered(t, list, engine).Blocked)
	p = plugged(t, c)
	require.True(t, p.Offered)
	require.Equal(t, "Typesense", p.Manifest.Title, "the registry knows what it is called")
	require.NoError(t, c.Install(t.Context(), engine))
	require.Empty(t, plugged(t, c).Problem)

	flip(t, filepath.Join(profile, "drivers", engine, currentOf(t, profile), "driver.wasm"))
	r.Publish(t)
	list, err = c.List(t.Context(), true)
	require.NoError(t, err)
	require.True(t, offered(t, list, engine).Blocked)
	require.False(t, plugged(t, c).Offered)
	require.NoError(t, c.Uninstall(engine), "what cannot be loaded can be removed")
}

// currentOf returns the folder of the installed version.
func currentOf(t *testing.T, profile string) string {
	t.Helper()
	name, err := os.ReadFile(filepath.Join(profile, "drivers", engine, "current"))
	require.NoError(t, err)
	return string(name)
}

func TestAPackageFromDiskIsInstalledOrWaits(t *testing.T) {
	r := cataloguetest.New(t, engine)
	c := newCatalogue(t, r, "", t.TempDir())
	in, err := c.InstallFile(t.Context(), r.Package(engine, "0.1.0"))
	require.NoError(t, err)
	require.Equal(t, "Typesense 0.1.0", in.Manifest.Title+" "+in.Manifest.Version)
	require.False(t, in.Waits)
	require.Nil(t, in.WASM)

	o := open(t, c)
	r.Publish(t, built(t).With(t, "version", "0.2.0").Rebuilt("b"))
	in, err = c.InstallFile(t.Context(), r.Package(engine, "0.2.0"))
	require.NoError(t, err)
	require.True(t, in.Waits)
	require.Equal(t, "0.1.0 0.2.0 1", show(plugged(t, c)))
	o.close()
	require.Equal(t, "0.2.0", open(t, c).version)

	stranger := cataloguetest.NewStranger(t, engine)
	_, err = c.InstallFile(t.Context(), stranger.Package(engine, "0.1.0"))
	var refused *registry.Error
	require.ErrorAs(t, err, &refused)
	require.Equal(t, registry.UnknownKey, refused.Kind)
	require.Equal(t, "0.2.0", plugged(t, c).Installed)
}

func TestAPackageThatTheRegistryReplacedDuringTheRunIsInstalled(t *testing.T) {
	tests := []struct {
		name  string
		again func(t *testing.T) cataloguetest.Driver
		want  string
	}{
		{"by another build under the same name", func(t *testing.T) cataloguetest.Driver { return built(t).Rebuilt("again") }, "0.1.0"},
		{"by another version", func(t *testing.T) cataloguetest.Driver { return built(t).With(t, "version", "0.2.0") }, "0.2.0"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := cataloguetest.New(t, engine)
			c := newCatalogue(t, r, r.Address, t.TempDir())
			_, err := c.List(t.Context(), false)
			require.NoError(t, err)
			require.NoError(t, os.Remove(r.Package(engine, "0.1.0")))
			r.Publish(t, test.again(t))
			require.NoError(t, c.Install(t.Context(), engine))
			require.Equal(t, test.want, plugged(t, c).Installed)
			require.Empty(t, plugged(t, c).Update, "the list is the one that it came from")
		})
	}
}

func TestAPackageThatIsNotTheListedOneIsRefusedWhereTheIndexIsTheSame(t *testing.T) {
	r := cataloguetest.New(t, engine)
	c := newCatalogue(t, r, r.Address, t.TempDir())
	_, err := c.List(t.Context(), false)
	require.NoError(t, err)
	flip(t, r.Package(engine, "0.1.0"))
	var refused *registry.Error
	require.ErrorAs(t, c.Install(t.Context(), engine), &refused)
	require.Equal(t, registry.WrongHash, refused.Kind)
	require.True(t, c.Progress(engine).Failed)

	lengthen(t, r.Address)
	require.ErrorAs(t, c.Install(t.Context(), engine), &refused)
	require.Equal(t, registry.WrongHash, refused.Kind, "what is the matter with the package is said, not what with the index")
}

// book keeps an address in memory.
type book struct {
	text string
	err  error
}

func (b *book) RegistryAddress() (string, error) { return b.text, b.err }

func (b *book) KeepRegistryAddress(text string) error {
	if b.err == nil {
		b.text = text
	}
	return b.err
}

// chosen returns a catalogue whose registry the user can choose.
func chosen(t *testing.T, keys registry.Keys, b *book) *Catalogue {
	t.Helper()
	c := New(Options{Chosen: b, Profile: t.TempDir(), Keys: keys, Version: "0.1.0"})
	t.Cleanup(func() { require.NoError(t, c.Close(t.Context())) })
	return c
}

func TestTheUserChoosesARegistry(t *testing.T) {
	r, other := cataloguetest.New(t, engine), cataloguetest.NewStranger(t)
	b := &book{}
	c := chosen(t, r.Keys.With(other.Keys), b)
	list, err := c.List(t.Context(), false)
	require.NoError(t, err)
	require.Equal(t, "No driver registry is set", list.Notice)
	require.Equal(t, Address{}, list.Address)

	require.NoError(t, c.SetAddress(t.Context(), " "+r.Address+"\n"))
	require.Equal(t, r.Address, b.text)
	list, err = c.List(t.Context(), false)
	require.NoError(t, err)
	require.Equal(t, Address{Text: r.Address, Chosen: true}, list.Address)
	require.EqualValues(t, 1, list.Sequence)
	require.Empty(t, offered(t, list, engine).Installed)

	require.NoError(t, c.SetAddress(t.Context(), "file://"+other.Address))
	require.Equal(t, other.Address, b.text)
	list, err = c.List(t.Context(), false)
	require.NoError(t, err)
	require.Empty(t, list.Offers, "the list is that of the other registry")

	require.NoError(t, c.SetAddress(t.Context(), ""))
	require.Empty(t, b.text)
	list, err = c.List(t.Context(), false)
	require.NoError(t, err)
	require.Equal(t, "No driver registry is set", list.Notice)
}

func TestARegistryThatCannotBeReadOrTrustedIsNotChosen(t *testing.T) {
	r, stranger := cataloguetest.New(t, engine), cataloguetest.NewStranger(t, engine)
	tests := []struct {
		name    string
		address string
		spoil   func(t *testing.T)
		kind    registry.Kind
		message string
	}{
		{"nothing is there", filepath.Join(t.TempDir(), "index.json"), nil, registry.Unreachable, "Quarry cannot read the registry's index: no such file or directory."},
		{"plain http to another computer", "http://registry.example/index.json", nil, registry.BadAddress, "The registry address must be an https URL or a file path."},
		{"a key that is not trusted", stranger.Address, nil, registry.UnknownKey, "It is signed with a key that this build of Quarry does not trust ("},
		{"an index that was changed", r.Address, func(t *testing.T) { lengthen(t, r.Address) }, registry.NoSignature, "The signature is not valid."},
		{"the one in use, gone since", r.Address, func(t *testing.T) { r.Remove(t) }, registry.Unreachable, "Quarry cannot read the registry's index: no such file or directory. This list is from "},
	}
	b := &book{}
	c := chosen(t, r.Keys, b)
	require.NoError(t, c.SetAddress(t.Context(), r.Address))
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.spoil != nil {
				test.spoil(t)
			}
			err := c.SetAddress(t.Context(), test.address)
			var refused *registry.Error
			require.ErrorAs(t, err, &refused)
			require.Equal(t, test.kind, refused.Kind)
			require.Contains(t, refused.Message, test.message)
			require.Equal(t, r.Address, b.text, "the address stays")
			list, err := c.List(t.Context(), false)
			require.NoError(t, err)
			require.Empty(t, list.Notice, "and so does the list")
		})
	}
}

func TestAFixedAddressCannotBeChanged(t *testing.T) {
	r := cataloguetest.New(t, engine)
	b := &book{text: "/elsewhere/index.json"}
	c := New(Options{Address: r.Address, Fixed: "The policy sets it.", Chosen: b, Profile: t.TempDir(), Keys: r.Keys, Version: "0.1.0"})
	t.Cleanup(func() { require.NoError(t, c.Close(t.Context())) })
	requireKind(t, c.SetAddress(t.Context(), r.Address), registry.BadAddress, "The registry address cannot be changed. The policy sets it.")
	requireKind(t, c.SetAddress(t.Context(), ""), registry.BadAddress, "The registry address cannot be changed. The policy sets it.")
	at, err := c.Address()
	require.NoError(t, err)
	require.Equal(t, Address{Text: r.Address, Fixed: "The policy sets it."}, at)
	require.Equal(t, "/elsewhere/index.json", b.text)
}

func TestAnAddressThatCannotBeKeptOrReadIsSaid(t *testing.T) {
	r, profile := installed(t)
	b := &book{err: errors.New("the disk is full")}
	c := New(Options{Chosen: b, Profile: profile, Keys: r.Keys, Version: "0.1.0"})
	t.Cleanup(func() { require.NoError(t, c.Close(t.Context())) })
	require.ErrorContains(t, c.SetAddress(t.Context(), r.Address), "the disk is full")
	list, err := c.List(t.Context(), false)
	require.NoError(t, err)
	require.Equal(t, "the disk is full", list.Notice)
	require.Equal(t, "0.1.0", offered(t, list, engine).Installed)
	require.Equal(t, "0.1.0", plugged(t, c).Installed)
}
