// SPEC: PLG-03, PLG-07, PLG-08
package registry

import (
	"context"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/driverhost/manifest"
)

func TestAnInstallationGoesThroughItsStepsAndLoads(t *testing.T) {
	in := newInstaller(t)
	pkg := packed(t, described(t), module("first"))
	var steps []Step
	var last Progress
	installed, err := in.Install(context.Background(), entryOf(t, publish(t, t.TempDir(), 1, described(t), pkg, nil)), func(p Progress) {
		if len(steps) == 0 || steps[len(steps)-1] != p.Step {
			steps = append(steps, p.Step)
		}
		last = p
	})
	require.NoError(t, err)
	require.Equal(t, []Step{StepDownload, StepCheck, StepSignature, StepStart}, steps)
	require.Equal(t, int64(len(pkg)), last.Done)
	require.Equal(t, int64(len(pkg)), last.Total)
	require.Equal(t, "1.2.0", installed.Manifest.Version)

	loaded, err := in.Load("sample")
	require.NoError(t, err)
	require.Equal(t, installed, loaded)
	require.Equal(t, module("first"), loaded.WASM)
	require.Equal(t, fingerprintOf(key(1)), loaded.Key)
	require.Equal(t, sum(pkg), loaded.Package)
	require.Equal(t, filepath.Join(in.Dir, "sample", "1.2.0"), loaded.Folder)
}

func TestAnUpdateKeepsThePreviousVersionAndNoOther(t *testing.T) {
	in := newInstaller(t)
	folder := t.TempDir()
	for i, version := range []string{"1.2.0", "1.3.0", "1.4.0"} {
		m := described(t, "version", version)
		entry := entryOf(t, publish(t, folder, int64(i+1), m, packed(t, m, module(version)), nil))
		before, _ := in.Load("sample")
		if before != nil {
			require.True(t, IsUpdate(entry, before))
		}
		after, err := in.Install(context.Background(), entry, nil)
		require.NoError(t, err)
		require.False(t, IsUpdate(entry, after))
	}
	loaded, err := in.Load("sample")
	require.NoError(t, err)
	require.Equal(t, "1.4.0", loaded.Manifest.Version)
	entries, err := os.ReadDir(filepath.Join(in.Dir, "sample"))
	require.NoError(t, err)
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	require.Equal(t, []string{"1.3.0", "1.4.0", "current"}, names)
}

func TestAnotherBuildOfTheSameVersionTakesOver(t *testing.T) {
	in := newInstaller(t)
	folder := t.TempDir()
	first := entryOf(t, publish(t, folder, 1, described(t), packed(t, described(t), module("one")), nil))
	installed, err := in.Install(context.Background(), first, nil)
	require.NoError(t, err)
	second := entryOf(t, publish(t, folder, 2, described(t), packed(t, described(t), module("two")), nil))
	require.True(t, IsUpdate(second, installed), "the version is the same, the package is not")
	_, err = in.Install(context.Background(), second, nil)
	require.NoError(t, err)
	loaded, err := in.Load("sample")
	require.NoError(t, err)
	require.Equal(t, module("two"), loaded.WASM)
	require.False(t, IsUpdate(second, loaded))
}

func TestInstallingAgainRepairsWhatWasChanged(t *testing.T) {
	in := newInstaller(t)
	entry := entryOf(t, publish(t, t.TempDir(), 1, described(t), packed(t, described(t), module("one")), nil))
	for range 3 {
		installed, err := in.Install(context.Background(), entry, nil)
		require.NoError(t, err)
		loaded, err := in.Load("sample")
		require.NoError(t, err)
		require.Equal(t, module("one"), loaded.WASM)
		require.NoError(t, os.WriteFile(filepath.Join(installed.Folder, wasmName), module("bad"), 0o600))
		_, err = in.Load("sample")
		require.Error(t, err)
	}
}

func TestALoadNamesTheFileThatWasChanged(t *testing.T) {
	tests := []struct {
		name   string
		change func(t *testing.T, folder string)
		kind   Kind
		want   string
	}{
		{"the driver", func(t *testing.T, folder string) { overwrite(t, folder, wasmName, module("bad")) },
			Changed, "The file driver.wasm of the installed driver is not the one that was signed. Install the driver again."},
		{"the manifest", func(t *testing.T, folder string) {
			overwrite(t, folder, manifestName, described(t, "publisher", "Nobody"))
		}, Changed, "The file manifest.json of the installed driver is not the one that was signed. Install the driver again."},
		{"the signature", func(t *testing.T, folder string) { overwrite(t, folder, signatureName, []byte("{}")) },
			Changed, "The file signature.json of the installed driver is not the one that was signed. Install the driver again."},
		{"the signature's own bytes", func(t *testing.T, folder string) {
			data, err := os.ReadFile(filepath.Join(folder, signatureName))
			require.NoError(t, err)
			overwrite(t, folder, signatureName, append(data[:len(data)-6], `A=="}`...))
		}, Changed, "The file signature.json of the installed driver is not the one that was signed. Install the driver again."},
		{"driver and signature by another key", func(t *testing.T, folder string) {
			pkg, err := WritePackage(Files{Manifest: described(t), WASM: module("bad")}, key(2))
			require.NoError(t, err)
			files, err := unpack(pkg)
			require.NoError(t, err)
			overwrite(t, folder, wasmName, files.wasm)
			overwrite(t, folder, signatureName, files.signature)
		}, UnknownKey, "It is signed with a key that this build of Quarry does not trust (" + fingerprintOf(key(2)) + ")."},
		{"a driver that is gone", func(t *testing.T, folder string) {
			require.NoError(t, os.Remove(filepath.Join(folder, wasmName)))
		}, Changed, "The file driver.wasm of the installed driver is missing. Install the driver again."},
		{"a driver without end", func(t *testing.T, folder string) { overwrite(t, folder, wasmName, make([]byte, maxWASM+1)) },
			Changed, "The file driver.wasm of the installed driver is not the one that was signed. Install the driver again."},
		{"a pointer that leads outside", func(t *testing.T, folder string) { overwrite(t, filepath.Dir(folder), currentName, []byte("../x")) },
			Changed, "The file current of the installed driver does not name a version. Install the driver again."},
		{"another driver's files", func(t *testing.T, folder string) {
			files, err := unpack(packed(t, described(t, "id", "other"), module("other")))
			require.NoError(t, err)
			overwrite(t, folder, manifestName, files.manifest)
			overwrite(t, folder, wasmName, files.wasm)
			overwrite(t, folder, signatureName, files.signature)
		}, Changed, "The file manifest.json of the installed driver belongs to another driver. Install the driver again."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			in := newInstaller(t)
			installed, err := in.Install(context.Background(), entryOf(t, publish(t, t.TempDir(), 1, described(t), packed(t, described(t), module("good")), nil)), nil)
			require.NoError(t, err)
			test.change(t, installed.Folder)
			loaded, err := in.Load("sample")
			requireKind(t, err, test.kind, test.want)
			require.Nil(t, loaded)
			list, err := in.List()
			require.NoError(t, err)
			require.Len(t, list, 1, "it is listed with its problem")
			requireKind(t, list[0].Problem, test.kind, test.want)
		})
	}
}

func overwrite(t *testing.T, folder, name string, data []byte) {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(folder, name), data, 0o600))
}

func TestTheListHoldsWhatIsInstalled(t *testing.T) {
	in := newInstaller(t)
	list, err := in.List()
	require.NoError(t, err)
	require.Empty(t, list)
	for _, id := range []string{"second", "first"} {
		m := described(t, "id", id)
		_, err := in.Install(context.Background(), entryOf(t, publish(t, t.TempDir(), 1, m, packed(t, m, module(id)), nil)), nil)
		require.NoError(t, err)
	}
	list, err = in.List()
	require.NoError(t, err)
	require.Len(t, list, 2)
	require.Equal(t, "first", list[0].ID)
	require.Equal(t, "Somebody", list[0].Installed.Manifest.Publisher)
	require.Nil(t, list[0].Installed.WASM)

	require.NoError(t, in.Uninstall("first"))
	list, err = in.List()
	require.NoError(t, err)
	require.Len(t, list, 1)
	requireKind(t, in.Uninstall("first"), NotInstalled, "The driver is not installed.")
	requireKind(t, in.Uninstall("../drivers"), NotInstalled, "The driver is not installed.")
	_, err = in.Load("../drivers")
	requireKind(t, err, NotInstalled, "The driver is not installed.")
}

func TestAPackageFileIsInstalledWithTheSameChecks(t *testing.T) {
	in := newInstaller(t)
	path := filepath.Join(t.TempDir(), "driver.qdrv")
	require.NoError(t, os.WriteFile(path, packed(t, described(t), module("file")), 0o600))
	installed, err := in.InstallFile(context.Background(), path, nil)
	require.NoError(t, err)
	require.Equal(t, module("file"), installed.WASM)

	foreign, err := WritePackage(Files{Manifest: described(t), WASM: module("file")}, key(2))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, foreign, 0o600))
	_, err = in.InstallFile(context.Background(), path, nil)
	requireKind(t, err, UnknownKey, "It is signed with a key that this build of Quarry does not trust ("+fingerprintOf(key(2))+").")
	_, err = in.InstallFile(context.Background(), path+".gone", nil)
	requireKind(t, err, Unreachable, "Quarry cannot read the package: no such file or directory.")
	require.NoError(t, os.Truncate(path, maxPackage+1))
	_, err = in.InstallFile(context.Background(), path, nil)
	requireKind(t, err, BadArchive, "The package is larger than 32 MB.")
}

// heldInstall publishes a driver on a server that sends the package only after release is closed.
func heldInstall(t *testing.T) (entry Entry, asked <-chan struct{}, release chan struct{}, downloads *int) {
	t.Helper()
	folder := t.TempDir()
	publish(t, folder, 1, described(t), packed(t, described(t), module("held")), nil)
	started, release := make(chan struct{}, 8), make(chan struct{})
	count := 0
	files := http.FileServer(http.Dir(folder))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if filepath.Ext(r.URL.Path) == ".qdrv" {
			count++
			started <- struct{}{}
			select {
			case <-release:
			case <-r.Context().Done():
				return
			}
		}
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return entryOf(t, server.URL+"/index.json"), started, release, &count
}

func TestTwoInstallationsOfOneDriverBecomeOne(t *testing.T) {
	in := newInstaller(t)
	entry, asked, release, downloads := heldInstall(t)
	var both sync.WaitGroup
	results := make([]*Installed, 2)
	joined := make(chan struct{})
	install := func(i int, progress func(Progress)) {
		defer both.Done()
		installed, err := in.Install(context.Background(), entry, progress)
		if err == nil {
			results[i] = installed
		}
	}
	both.Add(2)
	go install(0, nil)
	<-asked
	var once sync.Once
	go install(1, func(Progress) { once.Do(func() { close(joined) }) })
	<-joined
	close(release)
	both.Wait()
	require.Equal(t, 1, *downloads)
	require.NotNil(t, results[0])
	require.Same(t, results[0], results[1])
}

func TestWhoGivesUpLeavesTheOtherInstallationAlone(t *testing.T) {
	in := newInstaller(t)
	entry, asked, release, downloads := heldInstall(t)
	first, giveUp := context.WithCancel(context.Background())
	gone, done, joined := make(chan error), make(chan error), make(chan struct{})
	go func() { _, err := in.Install(first, entry, nil); gone <- err }()
	<-asked
	var once sync.Once
	go func() {
		_, err := in.Install(context.Background(), entry, func(Progress) { once.Do(func() { close(joined) }) })
		done <- err
	}()
	<-joined
	giveUp()
	require.ErrorIs(t, <-gone, context.Canceled)
	close(release)
	require.NoError(t, <-done)
	require.Equal(t, 1, *downloads)
}

func TestACancelledInstallationLeavesNothingAndCanBeginAgain(t *testing.T) {
	in := newInstaller(t)
	entry, asked, release, _ := heldInstall(t)
	ctx, cancel := context.WithCancel(context.Background())
	gone := make(chan error)
	go func() { _, err := in.Install(ctx, entry, nil); gone <- err }()
	<-asked
	cancel()
	require.ErrorIs(t, <-gone, context.Canceled)
	require.Empty(t, treeOf(t, in.Dir))
	close(release)
	_, err := in.Install(context.Background(), entry, nil)
	require.NoError(t, err)
}

func TestATrialThatIsCancelledInstallsNothing(t *testing.T) {
	in := newInstaller(t)
	ctx, cancel := context.WithCancel(context.Background())
	in.Trial = func(trial context.Context, _ []byte, _ *manifest.Manifest) error {
		cancel()
		<-trial.Done()
		return trial.Err()
	}
	_, err := in.Install(ctx, entryOf(t, publish(t, t.TempDir(), 1, described(t), packed(t, described(t), module("a")), nil)), nil)
	require.ErrorIs(t, err, context.Canceled)
	require.Empty(t, treeOf(t, in.Dir))
}

func TestAPanicOfAnInstallationIsAnErrorOfThatInstallation(t *testing.T) {
	in := newInstaller(t)
	try := in.Trial
	in.Trial = func(context.Context, []byte, *manifest.Manifest) error { panic("a nil map") }
	entry := entryOf(t, publish(t, t.TempDir(), 1, described(t), packed(t, described(t), module("a")), nil))
	_, err := in.Install(context.Background(), entry, nil)
	requireKind(t, err, Internal, "Internal error in Quarry. The driver was not installed.")
	require.ErrorContains(t, err, "a nil map")
	require.Empty(t, treeOf(t, in.Dir))
	in.Trial = try
	_, err = in.Install(context.Background(), entry, nil)
	require.NoError(t, err)
}

// SPEC: PLG-06, PLG-08
func TestAFileDoesNotReplaceANewerVersion(t *testing.T) {
	in := newInstaller(t)
	folder := t.TempDir()
	file := func(version string) string {
		m := described(t, "version", version)
		path := filepath.Join(folder, version+".qdrv")
		require.NoError(t, os.WriteFile(path, packed(t, m, module(version)), 0o600))
		return path
	}
	install := func(version string) error {
		_, err := in.InstallFile(context.Background(), file(version), nil)
		return err
	}
	require.NoError(t, install("0.10.0"))
	tree := treeOf(t, in.Dir)
	requireKind(t, install("0.9.1"), Older, "The file contains Sample 0.9.1, which is older than the installed version 0.10.0. To go back to it, uninstall the driver first.")
	requireKind(t, install("0.10.0-rc.2"), Older, "The file contains Sample 0.10.0-rc.2, which is older than the installed version 0.10.0. To go back to it, uninstall the driver first.")
	require.Equal(t, tree, treeOf(t, in.Dir))
	require.NoError(t, install("0.10.0"), "the same version again")
	require.NoError(t, install("0.11.0"))
	require.NoError(t, in.Uninstall("sample"))
	require.NoError(t, install("0.9.1"))

	loaded, err := in.Load("sample")
	require.NoError(t, err)
	overwrite(t, loaded.Folder, wasmName, module("bad"))
	require.NoError(t, install("0.9.0"), "of what cannot be loaded no version is known")
}

// SPEC: PLG-07
func TestAnInstalledDriversManifestIsReadWithoutItsModule(t *testing.T) {
	in := newInstaller(t)
	_, err := in.Manifest("sample")
	requireKind(t, err, NotInstalled, "The driver is not installed.")
	_, err = in.Manifest("../sample")
	requireKind(t, err, NotInstalled, "The driver is not installed.")
	entry := entryOf(t, publish(t, t.TempDir(), 1, described(t), packed(t, described(t), module("one")), nil))
	installed, err := in.Install(context.Background(), entry, nil)
	require.NoError(t, err)
	require.NoError(t, os.Remove(filepath.Join(installed.Folder, wasmName)))
	m, err := in.Manifest("sample")
	require.NoError(t, err)
	require.Equal(t, installed.Manifest, m)

	in.Protocol = Protocols{Oldest: 2, Newest: 2}
	_, err = in.Manifest("sample")
	requireKind(t, err, WrongVersion, sentenceOlder)
	in.Protocol, in.Keys = Protocols{Oldest: 1, Newest: 2}, trust(key(2))
	_, err = in.Manifest("sample")
	requireKind(t, err, UnknownKey, "It is signed with a key that this build of Quarry does not trust ("+fingerprintOf(key(1))+").")
	in.Keys = trust(key(1))
	overwrite(t, installed.Folder, manifestName, described(t, "publisher", "Nobody"))
	_, err = in.Manifest("sample")
	requireKind(t, err, Changed, "The file manifest.json of the installed driver is not the one that was signed. Install the driver again.")
}

// BenchmarkInstalled compares the cost of reading a title with that of loading, for a module of 3 MB.
func BenchmarkInstalled(b *testing.B) {
	in := newInstaller(b)
	entry := entryOf(b, publish(b, b.TempDir(), 1, described(b), packed(b, described(b), module(noise(3<<20))), nil))
	_, err := in.Install(context.Background(), entry, nil)
	require.NoError(b, err)
	b.Run("manifest", func(b *testing.B) {
		for b.Loop() {
			if _, err := in.Manifest("sample"); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("load", func(b *testing.B) {
		for b.Loop() {
			if _, err := in.Load("sample"); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// noise returns n characters that cannot be compressed.
func noise(n int) string {
	text := make([]byte, n)
	_, _ = rand.NewChaCha8([32]byte{1}).Read(text)
	return string(text)
}
