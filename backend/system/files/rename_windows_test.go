package files

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// SPEC: APP-21
func TestARenameOverAnOpenFileIsTriedAgainUntilItIsClosed(t *testing.T) {
	folder := t.TempDir()
	from, to := filepath.Join(folder, "new"), filepath.Join(folder, "held")
	require.NoError(t, os.WriteFile(from, []byte("new"), 0o600))
	require.NoError(t, os.WriteFile(to, []byte("old"), 0o600))
	held, err := os.Open(to) // without the right to replace it
	require.NoError(t, err)
	require.Error(t, os.Rename(from, to))
	closed := make(chan error, 1)
	time.AfterFunc(300*time.Millisecond, func() { closed <- held.Close() })
	require.NoError(t, Rename(from, to))
	require.NoError(t, <-closed)
	require.Equal(t, "new", content(t, to))
}

// SPEC: EXP-09, APP-21
func TestAFileThatIsOpenElsewhereIsNotBegun(t *testing.T) {
	path := filepath.Join(t.TempDir(), "held")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o600))
	name, err := syscall.UTF16PtrFromString(path)
	require.NoError(t, err)
	held, err := syscall.CreateFile(name, syscall.GENERIC_READ, 0, nil, syscall.OPEN_EXISTING, 0, 0) // shared with nobody
	require.NoError(t, err)
	defer func() { _ = syscall.CloseHandle(held) }()
	_, err = Create(path, true)
	require.EqualError(t, err, "Another program has this file open.")
}
