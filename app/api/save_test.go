// SPEC: CON-21
package api

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestTheDialogForAFileToWriteGivesItsPath(t *testing.T) {
	a := &App{calls: NewCalls(nil)}
	_, err := a.PickSave(PickSaveRequest{})
	require.Equal(t, "File dialogs are not available. Type the path.", failed(t, err).Message)

	var asked []string
	a.save = func(title, path string) (string, error) {
		asked = append(asked, title, path)
		return "/chosen.json", nil
	}
	got, err := a.PickSave(PickSaveRequest{Title: "Export", Path: "/suggested.json"})
	require.NoError(t, err)
	require.Equal(t, "/chosen.json", got.Path)
	require.Equal(t, []string{"Export", "/suggested.json"}, asked)

	a.save = func(string, string) (string, error) { return "", errors.New("no display") }
	_, err = a.PickSave(PickSaveRequest{})
	require.Equal(t, "Unexpected error: no display.", failed(t, err).Message)
}

// SPEC: EXP-09
func TestWhatAKilledProcessLeftIsRemovedAfterTheStart(t *testing.T) {
	w := newWorld(t, "8.16.3")
	left := filepath.Join(w.profile, "scratch", "scratch-gone")
	require.NoError(t, os.MkdirAll(left, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(left, "quarry-1"), []byte(`{"a document":1}`), 0o600))
	w.restart(t)
	_, err := w.Connections.List(ListRequest{})
	require.NoError(t, err)
	require.Eventually(t, func() bool {
		_, err := os.Lstat(left)
		return errors.Is(err, fs.ErrNotExist)
	}, 10*time.Second, time.Millisecond)
}
