// SPEC: PLG-02, PLG-03, PLG-06, PLG-09, APP-08
package main

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"quarry/backend/driverhost/manifest"
	"quarry/backend/driverhost/registry"
)

const tinyManifest = `{"schema":1,"id":"tiny","title":"Tiny","badge":"TI","badgeFill":"#102030","badgeText":"#FFFFFF",
"version":"0.3.0","summary":"A tiny driver","publisher":"Somebody","protocol":1,"minApp":"0.1.0","platform":"any",
"nouns":{"object":"table","objects":"tables","row":"row","rows":"rows"},
"form":{"tabs":[{"id":"general","title":"General","fields":[{"id":"host","label":"Host","kind":"text"}]}]},"auth":[],"reads":[]}`

// tinyModule returns a Go module with one driver, whose only export returns a number.
func tinyModule(t *testing.T, response string) string {
	t.Helper()
	root := t.TempDir()
	writeDriver(t, root, response)
	require.NoError(t, os.WriteFile(filepath.Join(root, "go.mod"), []byte("module tiny\n\ngo 1.26\n"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(root, "drivers", "tiny", "manifest.json"), []byte(tinyManifest), 0o600))
	return root
}

func writeDriver(t *testing.T, root, response string) {
	t.Helper()
	folder := filepath.Join(root, "drivers", "tiny", "wasm")
	require.NoError(t, os.MkdirAll(folder, 0o700))
	source := "package main\n\n//go:wasmexport answer\nfunc answer() uint32 { return " + response + " }\n\nfunc main() {}\n"
	require.NoError(t, os.WriteFile(filepath.Join(folder, "main.go"), []byte(source), 0o600))
}

// packed runs the command on the tiny module and returns its output.
func packed(t *testing.T, root string, more ...string) string {
	t.Helper()
	var output bytes.Buffer
	args := append([]string{"--module", root, "--out", filepath.Join(root, "out"), "--key", filepath.Join(root, "key"), "--drivers", "tiny"}, more...)
	require.NoError(t, run(context.Background(), args, &output))
	return output.String()
}

func trusted(t *testing.T, root string) registry.Keys {
	t.Helper()
	keys, err := registry.ParseKeys(packed(t, root, "--print-public-key"))
	require.NoError(t, err)
	return keys
}

// answers starts the module and calls its export.
func responses(ctx context.Context, wasm []byte) (uint64, error) {
	runtime := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
	defer runtime.Close(ctx)
	wasi_snapshot_preview1.MustInstantiate(ctx, runtime)
	module, err := runtime.InstantiateWithConfig(ctx, wasm, wazero.NewModuleConfig().WithStartFunctions("_initialize"))
	if err != nil {
		return 0, err
	}
	export := module.ExportedFunction("answer")
	if export == nil {
		return 0, errors.New("no export")
	}
	results, err := export.Call(ctx)
	if err != nil {
		return 0, err
	}
	return results[0], nil
}

func TestWhatIsPackedIsFoundInstalledAndRuns(t *testing.T) {
	root := tinyModule(t, "41")
	packed(t, root, "--version-suffix", "-dev.7")
	keys := trusted(t, root)
	client := &registry.Client{Keys: keys, Folder: t.TempDir()}
	listing, err := client.Fetch(context.Background(), filepath.Join(root, "out", "index.json"))
	require.NoError(t, err)
	require.Equal(t, int64(1), listing.Index.Sequence)
	entry := listing.Index.Entries[0]
	require.Equal(t, "0.3.0-dev.7", entry.Manifest.Version)

	var got uint64
	installer := &registry.Installer{
		Dir: filepath.Join(t.TempDir(), "drivers"), Keys: keys, AppVersion: "0.1.0", Protocol: registry.Protocols{Oldest: 1, Newest: 1},
		Trial: func(ctx context.Context, wasm []byte, _ *manifest.Manifest) (err error) {
			got, err = responses(ctx, wasm)
			return err
		},
	}
	_, err = installer.Install(context.Background(), entry, nil)
	require.NoError(t, err)
	require.Equal(t, uint64(41), got)
	loaded, err := installer.Load("tiny")
	require.NoError(t, err)
	require.Contains(t, string(loaded.WASM), "main.answer", "the name section is kept")
	require.NotContains(t, string(loaded.WASM), root, "no path of this computer is in it")
}

func TestAFileThatTheManifestNamesIsPacked(t *testing.T) {
	root := tinyModule(t, "41")
	spoilManifest(t, root, `"platform":"any"`, `"platform":"any","completion":"completion.json"`)
	args := []string{"--module", root, "--out", filepath.Join(root, "out"), "--key", filepath.Join(root, "key"), "--drivers", "tiny"}
	require.ErrorContains(t, run(context.Background(), args, &bytes.Buffer{}), "completion.json")
	require.NoError(t, os.WriteFile(filepath.Join(root, "drivers", "tiny", "completion.json"), []byte(`{"types":[]}`), 0o600))
	packed(t, root)
	installer := &registry.Installer{
		Dir: filepath.Join(t.TempDir(), "drivers"), Keys: trusted(t, root), AppVersion: "0.1.0", Protocol: registry.Protocols{Oldest: 1, Newest: 1},
		Trial: func(context.Context, []byte, *manifest.Manifest) error { return nil },
	}
	_, err := installer.InstallFile(context.Background(), filepath.Join(root, "out", "tiny-0.3.0.qdrv"), nil)
	require.NoError(t, err)
	facts, err := installer.Completion("tiny")
	require.NoError(t, err)
	require.Equal(t, `{"types":[]}`, string(facts))
}

func TestTheSequenceGrowsOnlyWithTheContent(t *testing.T) {
	root := tinyModule(t, "41")
	sequence := func(output string) string {
		return regexp.MustCompile(`sequence \d+, \w+`).FindString(output)
	}
	require.Equal(t, "sequence 1, written", sequence(packed(t, root)))
	before := filesOf(t, filepath.Join(root, "out"))
	require.Equal(t, "sequence 1, unchanged", sequence(packed(t, root)))
	require.Equal(t, before, filesOf(t, filepath.Join(root, "out")))

	writeDriver(t, root, "42")
	require.Equal(t, "sequence 2, written", sequence(packed(t, root)))
	require.Equal(t, "sequence 3, written", sequence(packed(t, root, "--version-suffix", "-rc.1")))
	require.ElementsMatch(t, []string{"index.json", "index.json.sig", "tiny-0.3.0-rc.1.qdrv"}, names(filesOf(t, filepath.Join(root, "out"))), "the package that is listed no more is gone")

	require.NoError(t, os.Remove(filepath.Join(root, "out", "index.json.sig")))
	require.Equal(t, "sequence 4, written", sequence(packed(t, root, "--version-suffix", "-rc.1")))
	require.NoError(t, os.RemoveAll(filepath.Join(root, "out")))
	require.Equal(t, "sequence 5, written", sequence(packed(t, root)), "a registry made anew is no older one to who saw it before")
	require.Equal(t, "sequence 6, written", sequence(packed(t, root, "--days", "20", "--version-suffix", "-rc.2")))
	require.Equal(t, "sequence 7, written", sequence(packed(t, root, "--version-suffix", "-rc.2")), "an index that would soon expire is renewed")
}

func TestWithoutAListEveryDriverThatCanBeBuiltIsPacked(t *testing.T) {
	root := tinyModule(t, "41")
	planned := filepath.Join(root, "drivers", "planned")
	require.NoError(t, os.MkdirAll(planned, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(planned, "manifest.json"), []byte(tinyManifest), 0o600))
	output := packed(t, root, "--drivers", "")
	require.Contains(t, output, "tiny 0.3.0: driver ")
	require.NotContains(t, output, "planned")
	require.ErrorContains(t, run(context.Background(), []string{"--module", t.TempDir(), "--out", t.TempDir(), "--key", t.TempDir()}, &bytes.Buffer{}), "none in")
}

func filesOf(t *testing.T, folder string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	files := make(map[string]string)
	for _, entry := range entries {
		data, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		require.NoError(t, err)
		files[entry.Name()] = string(data)
	}
	return files
}

func names(files map[string]string) []string {
	var list []string
	for name := range files {
		list = append(list, name)
	}
	return list
}

// SPEC: CON-08
func TestTheKeyIsMadeOnceAndStaysPrivate(t *testing.T) {
	root := t.TempDir()
	first := packed(t, root, "--print-public-key")
	require.Equal(t, first, packed(t, root, "--print-public-key"))
	path := filepath.Join(root, "key", privateName)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NotContains(t, first, strings.TrimSpace(string(text)))
	if runtime.GOOS == "windows" {
		return
	}
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	require.NoError(t, os.Chmod(path, 0o644))
	_, err = openKey(filepath.Join(root, "key"))
	require.ErrorContains(t, err, "others can read")
}

func TestWhatCannotBePackedIsAnErrorAndWritesNoIndex(t *testing.T) {
	tests := []struct {
		name  string
		spoil func(t *testing.T, root string)
		args  []string
		want  string
	}{
		{"a driver that does not compile", func(t *testing.T, root string) { writeDriver(t, root, `"text"`) }, nil, "pack tiny: build"},
		{"a manifest that is none", func(t *testing.T, root string) { spoilManifest(t, root, `"badge":"TI"`, `"badge":""`) }, nil, "badge"},
		{"a manifest of another driver", func(t *testing.T, root string) { spoilManifest(t, root, `"id":"tiny"`, `"id":"other"`) }, nil, "that of other"},
		{"a suffix that is no version", func(*testing.T, string) {}, []string{"--version-suffix", "/../x"}, "version"},
		{"a driver that is not there", func(*testing.T, string) {}, []string{"--drivers", "none"}, "pack none"},
		{"an id that leads elsewhere", func(*testing.T, string) {}, []string{"--drivers", "../x"}, "not a driver id"},
		{"an index that is past at once", func(*testing.T, string) {}, []string{"--days", "0"}, "expire"},
		{"a stray word", func(*testing.T, string) {}, []string{"drivers"}, "unexpected"},
		{"a key that is none", func(t *testing.T, root string) {
			require.NoError(t, os.MkdirAll(filepath.Join(root, "key"), 0o700))
			require.NoError(t, os.WriteFile(filepath.Join(root, "key", privateName), []byte("abc"), 0o600))
		}, nil, "no ed25519 seed"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			root := tinyModule(t, "1")
			test.spoil(t, root)
			args := append([]string{"--module", root, "--out", filepath.Join(root, "out"), "--key", filepath.Join(root, "key"), "--drivers", "tiny"}, test.args...)
			require.ErrorContains(t, run(context.Background(), args, &bytes.Buffer{}), test.want)
			require.NoFileExists(t, filepath.Join(root, "out", indexName))
		})
	}
}

func spoilManifest(t *testing.T, root, from, to string) {
	t.Helper()
	require.Contains(t, tinyManifest, from)
	text := strings.Replace(tinyManifest, from, to, 1)
	require.NoError(t, os.WriteFile(filepath.Join(root, "drivers", "tiny", "manifest.json"), []byte(text), 0o600))
}

// A team's registry, in a plain folder that any web server can serve, goes over to a new key.
//
// SPEC: PLG-02
func TestAPublisherChangesItsKeyAndRevokesTheOldOne(t *testing.T) {
	root := tinyModule(t, "41")
	ctx := context.Background()
	web := httptest.NewServer(http.FileServer(http.Dir(filepath.Join(root, "out"))))
	defer web.Close()
	address := web.URL + "/index.json"
	withKey := func(name string) []string { return []string{"--key", filepath.Join(root, name)} }
	keyOf := func(name string) registry.Keys {
		keys, err := registry.ParseKeys(packed(t, root, append(withKey(name), "--print-public-key")...))
		require.NoError(t, err)
		return keys
	}
	older, newer := keyOf("key"), keyOf("newer")
	was := registry.Fingerprint(older[0].Public)
	computer := func(keys registry.Keys) (*registry.Client, *registry.Installer) {
		profile := t.TempDir()
		return &registry.Client{Keys: keys, Folder: profile}, &registry.Installer{
			Dir: filepath.Join(profile, "drivers"), Keys: keys, Profile: profile, AppVersion: "0.1.0", Protocol: registry.Protocols{Oldest: 1, Newest: 1},
			Trial: func(context.Context, []byte, *manifest.Manifest) error { return nil },
		}
	}
	install := func(client *registry.Client, installer *registry.Installer) {
		listing, err := client.Fetch(ctx, address)
		require.NoError(t, err)
		_, err = installer.Install(ctx, listing.Index.Entries[0], nil)
		require.NoError(t, err)
	}
	refused := func(kind registry.Kind, err error) {
		t.Helper()
		var why *registry.Error
		require.ErrorAs(t, err, &why)
		require.Equal(t, kind, why.Kind, "%v", err)
	}

	packed(t, root)
	oldClient, oldInstaller := computer(older)
	client, installer := computer(older.With(newer))
	lateClient, _ := computer(older.With(newer))
	install(oldClient, oldInstaller)
	install(client, installer)

	// The key alone is new: who trusts both sees no difference, who trusts the old one alone keeps its drivers.
	require.Contains(t, packed(t, root, withKey("newer")...), "sequence 2, written")
	_, err := client.Fetch(ctx, address)
	require.NoError(t, err)
	_, err = installer.Load("tiny")
	require.NoError(t, err)
	_, err = oldClient.Fetch(ctx, address)
	refused(registry.UnknownKey, err)
	_, err = oldInstaller.Load("tiny")
	require.NoError(t, err)

	// The new key revokes the old one, and later indexes repeat that.
	require.Contains(t, packed(t, root, append(withKey("newer"), "--revoke", was)...), "sequence 3, written")
	writeDriver(t, root, "42")
	require.Contains(t, packed(t, root, withKey("newer")...), "sequence 4, written")
	listing, err := client.Fetch(ctx, address)
	require.NoError(t, err)
	require.Equal(t, []string{was}, listing.Index.Revoked)
	_, err = installer.Load("tiny")
	refused(registry.RevokedKey, err)
	_, err = installer.Manifest("tiny")
	refused(registry.RevokedKey, err)
	install(client, installer)
	_, err = installer.Load("tiny")
	require.NoError(t, err)

	// Whoever has the old key signs for nobody who has seen this, and cannot revoke the new key.
	thief := filepath.Join(root, "thief")
	require.NoError(t, os.Mkdir(thief, 0o700))
	stolen := []string{"--out", thief, "--revoke", registry.Fingerprint(newer[0].Public)}
	packed(t, root, stolen...)
	_, err = client.Fetch(ctx, filepath.Join(thief, "index.json"))
	refused(registry.RevokedKey, err)
	_, err = installer.InstallFile(ctx, filepath.Join(thief, "tiny-0.3.0.qdrv"), nil)
	refused(registry.RevokedKey, err)
	_, err = lateClient.Fetch(ctx, filepath.Join(thief, "index.json"))
	require.NoError(t, err, "it has not heard of it yet")
	_, err = lateClient.Fetch(ctx, address)
	require.NoError(t, err, "an older key revokes no newer one")
	_, err = lateClient.Fetch(ctx, filepath.Join(thief, "index.json"))
	refused(registry.RevokedKey, err)
}

func TestAKeyFromTheEnvironmentSignsWithoutAFolder(t *testing.T) {
	root := tinyModule(t, "41")
	public := packed(t, root, "--print-public-key")
	seed, err := os.ReadFile(filepath.Join(root, "key", privateName))
	require.NoError(t, err)
	t.Setenv("QUARRY_PUBLISHER_KEY", string(seed))
	none := filepath.Join(root, "no-key")
	args := []string{"--module", root, "--out", filepath.Join(root, "out"), "--key", none, "--drivers", "tiny"}
	require.ErrorContains(t, run(context.Background(), args, &bytes.Buffer{}), "holds no index")
	require.Equal(t, public, packed(t, root, "--key", none, "--print-public-key"))
	require.Contains(t, packed(t, root, "--key", none, "--first"), "sequence 1, written")
	writeDriver(t, root, "42")
	require.Contains(t, packed(t, root, "--key", none), "sequence 2, written")
	require.NoDirExists(t, none)
	t.Setenv("QUARRY_PUBLISHER_KEY", "c2VjcmV0")
	err = run(context.Background(), args, &bytes.Buffer{})
	require.ErrorContains(t, err, "QUARRY_PUBLISHER_KEY holds no ed25519 seed")
	require.NotContains(t, err.Error(), "c2VjcmV0")
}

// SPEC: DST-07
func TestAnIndexOffersTheNewestVersionOfTheApplication(t *testing.T) {
	root := tinyModule(t, "41")
	packed(t, root)
	list := filepath.Join(root, "application.json")
	platform := runtime.GOOS + "/" + runtime.GOARCH
	require.NoError(t, os.WriteFile(filepath.Join(root, "setup.bin"), []byte("setup"), 0o600))
	require.NoError(t, os.WriteFile(list, []byte(`{"version":"0.2.0","summary":"Faster.","installers":{"`+platform+`":"setup.bin"}}`), 0o600))
	require.Contains(t, packed(t, root, "--application", list), "sequence 2, written")
	writeDriver(t, root, "42")
	require.Contains(t, packed(t, root), "sequence 3, written", "later indexes go on offering it")
	client := &registry.Client{Keys: trusted(t, root), Folder: t.TempDir()}
	listing, err := client.Fetch(context.Background(), filepath.Join(root, "out", "index.json"))
	require.NoError(t, err)
	installer, found := listing.Index.Application.Installer("0.1.0")
	require.True(t, found)
	file, err := registry.Downloader{}.Download(context.Background(), installer, t.TempDir(), func(registry.Progress) {})
	require.NoError(t, err)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, "setup", string(text))
	require.NoError(t, os.WriteFile(list, []byte(`{"version":"0.2.0","installers":{"`+platform+`":"../key/private.key"}}`), 0o600))
	args := []string{"--module", root, "--out", filepath.Join(root, "out"), "--key", filepath.Join(root, "key"), "--drivers", "tiny", "--application", list}
	require.ErrorContains(t, run(context.Background(), args, &bytes.Buffer{}), "not a file beside")
}
