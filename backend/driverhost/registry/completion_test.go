// SPEC: PLG-02, PLG-03, PLG-07
package registry

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const facts = `{"types":[]}`

// completing returns the files of a driver with completion facts.
func completing(t testing.TB, replace ...any) Files {
	m := described(t, append([]any{"completion", completionName}, replace...)...)
	return Files{Manifest: m, WASM: module("one"), Completion: []byte(facts)}
}

func written(t testing.TB, files Files) []byte {
	t.Helper()
	data, err := WritePackage(files, key(1))
	require.NoError(t, err)
	return data
}

func TestTheCompletionFactsOfAnInstalledDriverAreRead(t *testing.T) {
	in := newInstaller(t)
	_, err := in.Completion("sample")
	requireKind(t, err, NotInstalled, "The driver is not installed.")
	files := completing(t)
	installed, err := in.Install(context.Background(), entryOf(t, publish(t, t.TempDir(), 1, files.Manifest, written(t, files), nil)), nil)
	require.NoError(t, err)
	loaded, err := in.Load("sample")
	require.NoError(t, err)
	require.Equal(t, installed, loaded)
	require.Greater(t, loaded.Size, int64(len(files.Manifest)+len(files.WASM)+len(facts)))

	require.NoError(t, os.Rename(filepath.Join(installed.Folder, wasmName), filepath.Join(installed.Folder, "away")))
	read, err := in.Completion("sample")
	require.NoError(t, err, "the module is not read for them")
	require.Equal(t, facts, string(read))
}

func TestADriverWithoutCompletionFactsHasNone(t *testing.T) {
	in := newInstaller(t)
	entry := entryOf(t, publish(t, t.TempDir(), 1, described(t), packed(t, described(t), module("one")), nil))
	_, err := in.Install(context.Background(), entry, nil)
	require.NoError(t, err)
	read, err := in.Completion("sample")
	require.NoError(t, err)
	require.Empty(t, read)
}

func TestCompletionFactsThatAreNotTheSignedOnesAreRefused(t *testing.T) {
	tests := []struct {
		name    string
		files   Files
		change  func(t *testing.T, file string)
		message string
	}{
		{"changed", completing(t), func(t *testing.T, file string) {
			require.NoError(t, os.WriteFile(file, []byte(`{}`), 0o600))
		}, "The file completion.json of the installed driver is not the one that was signed. Install the driver again."},
		{"missing", completing(t), func(t *testing.T, file string) {
			require.NoError(t, os.Remove(file))
		}, "The file completion.json of the installed driver is missing. Install the driver again."},
		{"added", Files{Manifest: described(t), WASM: module("one")}, func(t *testing.T, file string) {
			require.NoError(t, os.WriteFile(file, []byte(facts), 0o600))
		}, "The file completion.json of the installed driver is not the one that was signed. Install the driver again."},
		{"too long", completing(t), func(t *testing.T, file string) {
			require.NoError(t, os.WriteFile(file, make([]byte, maxCompletion+1), 0o600))
		}, "The file completion.json of the installed driver is not the one that was signed. Install the driver again."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			in := newInstaller(t)
			entry := entryOf(t, publish(t, t.TempDir(), 1, test.files.Manifest, written(t, test.files), nil))
			installed, err := in.Install(context.Background(), entry, nil)
			require.NoError(t, err)
			test.change(t, filepath.Join(installed.Folder, completionName))
			_, err = in.Load("sample")
			requireKind(t, err, Changed, test.message)
			_, err = in.Completion("sample")
			requireKind(t, err, Changed, test.message)
		})
	}
}

func TestAPackageHasTheCompletionFactsThatItsManifestNames(t *testing.T) {
	if testing.Short() {
		t.Skip("long work of a single goroutine")
	}
	install := func(t *testing.T, m, pkg []byte) error {
		in := newInstaller(t)
		_, err := in.Install(context.Background(), entryOf(t, publish(t, t.TempDir(), 1, m, pkg, nil)), nil)
		require.Empty(t, treeOf(t, in.Dir))
		return err
	}
	files := completing(t)
	whole, err := unpack(written(t, files))
	require.NoError(t, err)
	entries := []zipFile{{name: manifestName, data: whole.manifest}, {name: wasmName, data: whole.wasm}, {name: signatureName, data: whole.signature}}
	requireKind(t, install(t, files.Manifest, zipped(t, entries...)), NoSignature, "The signature is not valid.")
	other := append(entries, zipFile{name: completionName, data: []byte(`{}`)})
	requireKind(t, install(t, files.Manifest, zipped(t, other...)), NoSignature, "The signature is not valid.")
	plain := signedFiles(t, described(t), module("one"))
	unnamed := append(plain, zipFile{name: completionName, data: []byte(facts)})
	requireKind(t, install(t, described(t), zipped(t, unnamed...)), NoSignature, "The signature is not valid.")
	large := append(entries, zipFile{name: completionName, data: []byte(noise(maxCompletion + 1))})
	requireKind(t, install(t, files.Manifest, zipped(t, large...)), BadArchive, "The package unpacks to more than 4 MB.")
}

func TestAPackageIsNotWrittenWithoutProperCompletionFacts(t *testing.T) {
	tests := []struct {
		name   string
		change func(*Files)
		want   string
	}{
		{"not there", func(f *Files) { f.Completion = nil }, "not a JSON text"},
		{"no JSON", func(f *Files) { f.Completion = []byte("{") }, "not a JSON text"},
		{"not named", func(f *Files) { f.Manifest = described(t) }, "does not name it"},
		{"too long", func(f *Files) { f.Completion = []byte(`"` + strings.Repeat("a", maxCompletion) + `"`) }, "larger than"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			files := completing(t)
			test.change(&files)
			_, err := WritePackage(files, key(1))
			require.ErrorContains(t, err, test.want)
		})
	}
}
