// SPEC: PLG-03, PLG-06
package registry

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/gofrs/flock"
	"github.com/stretchr/testify/require"

	"quarry/backend/driverhost/manifest"
	"quarry/backend/profile"
)

// otherWindow does something as another process of the application would at that moment, if no lock of the file
// prevents it. It reports whether it was done.
func otherWindow(t *testing.T, path string, do func()) bool {
	t.Helper()
	folder := filepath.Join(filepath.Dir(path), ".locks")
	require.NoError(t, os.MkdirAll(folder, 0o700))
	file := flock.New(filepath.Join(folder, filepath.Base(path)))
	free, err := file.TryLock()
	require.NoError(t, err)
	require.NoError(t, file.Close())
	if free {
		do()
	}
	return free
}

func TestTwoWindowsNeverForgetAnIndexThatOneOfThemHasSeen(t *testing.T) {
	later := testTime.AddDate(1, 0, 0)
	older := publishIndex(t, t.TempDir(), Draft{Sequence: 5, Expires: later})
	newer := publishIndex(t, t.TempDir(), Draft{Sequence: 7, Expires: later})
	here := newClient(t)
	there := &Client{Keys: here.Keys, Folder: here.Folder, Now: atTestTime}
	kept := filepath.Join(here.Folder, keptName)
	fetchNewer := func() {
		_, err := there.Fetch(context.Background(), newer)
		require.NoError(t, err)
	}
	done := false
	here.Now = func() time.Time {
		done = done || otherWindow(t, kept, fetchNewer)
		return testTime
	}
	_, err := here.Fetch(context.Background(), older)
	require.NoError(t, err)
	if !done {
		fetchNewer()
	}
	data, err := os.ReadFile(kept)
	require.NoError(t, err)
	var remembered keptFile
	require.NoError(t, json.Unmarshal(data, &remembered))
	require.Equal(t, map[string]int64{fingerprintOf(key(1)): 7}, remembered.Seen)
}

func TestTwoWindowsThatInstallOneDriverLeaveEachOtherAlone(t *testing.T) {
	here := newInstaller(t)
	there := newInstaller(t)
	there.Dir = here.Dir
	entry := func(version string) Entry {
		m := described(t, "version", version)
		return entryOf(t, publish(t, t.TempDir(), 1, m, packed(t, m, module(version)), nil))
	}
	installNewer := func() {
		_, err := there.Install(context.Background(), entry("1.1.0"), nil)
		require.NoError(t, err)
	}
	try, done := here.Trial, false
	here.Trial = func(ctx context.Context, wasm []byte, m *manifest.Manifest) error {
		done = otherWindow(t, here.Dir, installNewer)
		return try(ctx, wasm, m)
	}
	_, err := here.Install(context.Background(), entry("1.0.0"), nil)
	require.NoError(t, err, "its staging folder is still there")
	require.False(t, done, "the other one waits until this one is done")
	installNewer()
	installed, err := here.Load("sample")
	require.NoError(t, err)
	require.Equal(t, "1.1.0", installed.Manifest.Version)
}

func TestAFolderThatAnotherWindowIsChangingIsSaidToBeInUse(t *testing.T) {
	err := storage("install a driver", fmt.Errorf("lock drivers: %w", profile.ErrLocked))
	requireKind(t, err, Storage, "Another Quarry process is changing this. Try again in a moment.")
}
