// SPEC: DST-07
package api

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/driverhost/catalogue/cataloguetest"
	"quarry/backend/driverhost/registry"
	"quarry/backend/policy"
)

func TestANewerVersionIsOfferedDownloadedVerifiedAndHandedToTheSystem(t *testing.T) {
	w := newWorld(t, "8.16.3")
	var opened []string
	w.Updates.open = func(path string) error {
		opened = append(opened, path)
		return nil
	}
	check := func(refresh bool) UpdateInfo {
		info, err := w.Updates.Check(UpdateRequest{Refresh: refresh})
		require.NoError(t, err)
		return info
	}
	require.Empty(t, check(true).Version)

	setup := []byte("the setup")
	sum := sha256.Sum256(setup)
	require.NoError(t, os.WriteFile(filepath.Join(w.registry.Dir, "quarry-9.0.0-setup"), setup, 0o600))
	w.registry.Application = &registry.Release{Version: "9.0.0", Summary: "Faster.", Installers: []registry.Package{{
		Platform: runtime.GOOS + "/" + runtime.GOARCH, URL: "quarry-9.0.0-setup", Size: int64(len(setup)), SHA256: hex.EncodeToString(sum[:]),
	}}}
	w.registry.Publish(t, cataloguetest.Built(t, engine))
	require.Empty(t, check(false).Version, "the registry is asked only if the user wants it")
	info := check(true)
	require.Equal(t, "9.0.0 Faster. 9", info.Version+" "+info.Summary+" "+info.Size)
	require.Empty(t, info.Downloaded)
	_, err := w.Updates.Open(UpdateCall{})
	require.Error(t, err, "nothing is downloaded yet")

	info, err = w.Updates.Download(UpdateCall{})
	require.NoError(t, err)
	require.FileExists(t, info.Downloaded)
	require.Empty(t, opened, "it is never installed silently")
	progress, err := w.Updates.Progress(UpdateCall{})
	require.NoError(t, err)
	require.Equal(t, UpdateProgress{Done: "9", Total: "9"}, progress)
	_, err = w.Updates.Open(UpdateCall{})
	require.NoError(t, err)
	require.Equal(t, []string{info.Downloaded}, opened)

	require.NoError(t, os.WriteFile(info.Downloaded, []byte("the Setup"), 0o600))
	_, err = w.Updates.Open(UpdateCall{})
	require.ErrorContains(t, err, "does not match")
	require.Len(t, opened, 1, "a file that was changed is not opened")

	w.registry.Application.Version, w.registry.Application.Installers[0].SHA256 = "9.1.0", hex.EncodeToString(make([]byte, sha256.Size))
	w.registry.Publish(t, cataloguetest.Built(t, engine))
	info = check(true)
	require.Equal(t, "9.1.0", info.Version)
	require.Empty(t, info.Downloaded, "another version's file is not this one's")
}

func TestAnInstallationThatTheUserCannotWriteIsManagedByWhoeverCan(t *testing.T) {
	w := newWorld(t, "8.16.3")
	w.Updates.program = filepath.Join(t.TempDir(), "not there", "quarry")
	info, err := w.Updates.Check(UpdateRequest{Refresh: true})
	require.NoError(t, err)
	require.Equal(t, UpdateInfo{Managed: "Whoever installed Quarry on this computer updates it: you cannot write to its folder."}, info)
	_, err = w.Updates.Download(UpdateCall{})
	require.ErrorContains(t, err, "Whoever installed Quarry")
	_, err = w.Updates.Open(UpdateCall{})
	require.ErrorContains(t, err, "Whoever installed Quarry")

	w.Updates.managed = managedBy(&policy.State{Policy: &policy.Policy{Organisation: "Example", Updates: "managed"}})
	info, err = w.Updates.Check(UpdateRequest{Refresh: true})
	require.NoError(t, err)
	require.Equal(t, UpdateInfo{Managed: "Example updates Quarry on this computer."}, info)
}
