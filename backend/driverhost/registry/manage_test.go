// SPEC: PLG-04, PLG-05, PLG-07
package registry

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// versions is a folder for publishing versions of the sample driver one after another.
type versions struct {
	t        *testing.T
	in       *Installer
	folder   string
	sequence int64
}

func newVersions(t *testing.T) *versions {
	return &versions{t: t, in: newInstaller(t), folder: t.TempDir()}
}

// install publishes and installs a version.
func (v *versions) install(version, code string) *Installed {
	v.t.Helper()
	v.sequence++
	m := described(v.t, "version", version)
	installed, err := v.in.Install(context.Background(), entryOf(v.t, publish(v.t, v.folder, v.sequence, m, packed(v.t, m, module(code)), nil)), nil)
	require.NoError(v.t, err)
	return installed
}

// loaded returns the version that Load returns.
func (v *versions) loaded() string {
	v.t.Helper()
	installed, err := v.in.Load("sample")
	require.NoError(v.t, err)
	return installed.Manifest.Version
}

// activate activates the waiting version and reports whether there was one.
func (v *versions) activate(id string) bool {
	v.t.Helper()
	switched, err := v.in.Activate(id)
	require.NoError(v.t, err)
	return switched
}

// staged returns the waiting version, "" for none.
func (v *versions) staged() string {
	v.t.Helper()
	list, err := v.in.List()
	require.NoError(v.t, err)
	require.Len(v.t, list, 1)
	if list[0].Staged == nil {
		return ""
	}
	require.True(v.t, list[0].Staged.Waits)
	require.Nil(v.t, list[0].Staged.WASM)
	return list[0].Staged.Manifest.Version
}

func TestAnUpdateOfADriverInUseWaitsUntilItIsActivated(t *testing.T) {
	v := newVersions(t)
	v.in.Busy = func(id string) bool { return id == "sample" }
	require.False(t, v.install("1.0.0", "a").Waits, "there is nothing that could be in use")
	require.True(t, v.install("1.1.0", "b").Waits)
	require.Equal(t, "1.0.0 1.1.0", v.loaded()+" "+v.staged())
	require.True(t, v.install("1.2.0", "c").Waits)
	require.Equal(t, "1.0.0 1.2.0", v.loaded()+" "+v.staged(), "the newer one waits in its place")

	require.True(t, v.activate("sample"))
	require.Equal(t, "1.2.0 ", v.loaded()+" "+v.staged())
	require.NoDirExists(t, filepath.Join(v.in.Dir, "sample", "1.1.0"))
	require.False(t, v.activate("sample"), "there is nothing more to do")
	require.Equal(t, "1.2.0", v.loaded())
	require.False(t, v.activate("unheard-of"))
	_, err := v.in.Activate("../drivers")
	requireKind(t, err, NotInstalled, "The driver is not installed.")
}

func TestWhatWaitsGivesWayToWhatIsInstalledAtOnce(t *testing.T) {
	v := newVersions(t)
	busy := true
	v.in.Busy = func(string) bool { return busy }
	v.install("1.0.0", "a")
	v.install("1.1.0", "b")
	require.False(t, v.install("1.0.0", "a").Waits, "it is the one in use")
	require.Equal(t, "1.0.0 ", v.loaded()+" "+v.staged())
	v.install("1.1.0", "b")
	busy = false
	require.False(t, v.install("1.2.0", "c").Waits)
	require.Equal(t, "1.2.0 ", v.loaded()+" "+v.staged())
}

func TestADriverInUseWhoseFilesWereChangedIsRepairedAtOnce(t *testing.T) {
	v := newVersions(t)
	v.in.Busy = func(string) bool { return true }
	installed := v.install("1.0.0", "a")
	overwrite(t, installed.Folder, wasmName, module("bad"))
	require.False(t, v.install("1.0.0", "a").Waits)
	require.Equal(t, "1.0.0", v.loaded())
	overwrite(t, v.install("1.0.0", "a").Folder, wasmName, module("bad"))
	require.False(t, v.install("1.1.0", "b").Waits, "nothing sound is left to go on with")
	require.Equal(t, "1.1.0 ", v.loaded()+" "+v.staged())
}

func TestAVersionThatWasChangedWhileItWaitedIsDropped(t *testing.T) {
	v := newVersions(t)
	v.in.Busy = func(string) bool { return true }
	v.install("1.0.0", "a")
	waiting := v.install("1.1.0", "b")
	overwrite(t, waiting.Folder, wasmName, module("bad"))
	require.Equal(t, "1.0.0 ", v.loaded()+" "+v.staged())
	_, err := v.in.Activate("sample")
	requireKind(t, err, Changed, "The file driver.wasm of the installed driver is not the one that was signed. Install the driver again.")
	require.Equal(t, "1.0.0", v.loaded())
	require.False(t, v.activate("sample"))
	require.NoFileExists(t, filepath.Join(v.in.Dir, "sample", stagedName))
}

func TestADriverStaysDisabledUntilItIsEnabledOrUninstalled(t *testing.T) {
	v := newVersions(t)
	requireKind(t, v.in.SetDisabled("sample", true), NotInstalled, "The driver is not installed.")
	requireKind(t, v.in.SetDisabled("../sample", true), NotInstalled, "The driver is not installed.")
	v.install("1.0.0", "a")
	require.False(t, v.in.Disabled("sample"))
	require.NoError(t, v.in.SetDisabled("sample", false), "it is enabled already")
	require.NoError(t, v.in.SetDisabled("sample", true))
	v.install("1.1.0", "b")
	require.True(t, v.in.Disabled("sample"), "an update leaves it disabled")
	list, err := v.in.List()
	require.NoError(t, err)
	require.True(t, list[0].Disabled)
	require.Equal(t, "1.1.0", v.loaded())

	require.NoError(t, v.in.SetDisabled("sample", false))
	require.False(t, v.in.Disabled("sample"))
	require.NoError(t, v.in.SetDisabled("sample", true))
	require.NoError(t, v.in.Uninstall("sample"))
	require.False(t, v.in.Disabled("sample"))
	v.install("1.1.0", "b")
	require.False(t, v.in.Disabled("sample"))
	require.False(t, v.in.Disabled("../sample"))
}

func TestTheSizeOfAnInstalledDriverIsThatOfItsFiles(t *testing.T) {
	v := newVersions(t)
	installed := v.install("1.0.0", "a")
	var total int64
	for _, name := range []string{manifestName, wasmName, signatureName} {
		info, err := os.Stat(filepath.Join(installed.Folder, name))
		require.NoError(t, err)
		total += info.Size()
	}
	require.Equal(t, total, installed.Size)
}
