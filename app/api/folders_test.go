// SPEC: APP-21
package api

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/profile/history"
	"quarry/backend/profile/secrets"
	"quarry/backend/profile/unsaved"
)

func TestWhatBelongsToThisComputerDoesNotRoamOnWindows(t *testing.T) {
	base := t.TempDir()
	roaming := func() (string, error) { return filepath.Join(base, "Roaming"), nil }
	local := func() (string, error) { return filepath.Join(base, "Local"), nil }
	none := func() (string, error) { return "", errors.New("it is not set") }
	given, err := filepath.Abs("own")
	require.NoError(t, err)
	for name, row := range map[string]struct {
		system, given string
		cache         func() (string, error)
		want          folders
		failure       string
	}{
		"Windows":               {"windows", "", local, folders{filepath.Join(base, "Roaming", "Quarry"), filepath.Join(base, "Local", "Quarry")}, ""},
		"Linux":                 {"linux", "", none, folders{filepath.Join(base, "Roaming", "Quarry"), filepath.Join(base, "Roaming", "Quarry")}, ""},
		"a folder of one's own": {"windows", "own", none, folders{given, given}, ""},
		"no local folder":       {"windows", "", none, folders{}, "find the folder for the data of this computer: it is not set"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := findFoldersOn(row.system, row.given, roaming, row.cache)
			if row.failure != "" {
				require.EqualError(t, err, row.failure)
				return
			}
			require.NoError(t, err)
			require.Equal(t, row.want, got)
		})
	}
}

func TestFilesOfAnEarlierVersionFollowToTheLocalFolder(t *testing.T) {
	at := folders{filepath.Join(t.TempDir(), "Quarry"), filepath.Join(t.TempDir(), "Quarry")}
	moved := []string{"drivers", history.FileName, history.FormerName, unsaved.FileName}
	require.NoError(t, os.MkdirAll(filepath.Join(at.profile, "drivers", "sample"), 0o700))
	require.NoError(t, os.MkdirAll(filepath.Join(at.profile, "scratch", "scratch-gone"), 0o700))
	for _, name := range append([]string{"window.json"}, moved[1:]...) {
		require.NoError(t, os.WriteFile(filepath.Join(at.profile, name), []byte(`{"version":1}`), 0o600))
	}
	app := assemble(Config{}, at, nil, secrets.NewFallback(secrets.Memory()))
	defer app.Close(t.Context())
	for _, name := range moved {
		_, err := os.Lstat(filepath.Join(at.local, name))
		require.NoError(t, err)
		_, err = os.Lstat(filepath.Join(at.profile, name))
		require.ErrorIs(t, err, os.ErrNotExist)
	}
	app.Connections.sweep()
	require.NoDirExists(t, filepath.Join(at.profile, "scratch"), "what an earlier version left there when it crashed")
	require.FileExists(t, filepath.Join(at.profile, "window.json"))
	require.Equal(t, at.profile, app.Profile)
	require.Equal(t, at.local, app.Local)
}
