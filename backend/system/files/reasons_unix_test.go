//go:build !windows

package files

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// SPEC: EXP-09
func TestWithoutPermissionNoFileIsBegun(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("the superuser has every permission")
	}
	folder := t.TempDir()
	path := filepath.Join(folder, "fixed")
	require.NoError(t, os.WriteFile(path, []byte("mine"), 0o400))
	_, err := Create(path, true)
	require.EqualError(t, err, "You do not have permission to change this file.")
	require.NoError(t, os.Chmod(folder, 0o500))
	defer func() { _ = os.Chmod(folder, 0o700) }()
	_, err = Create(filepath.Join(folder, "new"), false)
	require.EqualError(t, err, "You do not have permission to write to this folder.")
	require.Equal(t, []string{"fixed"}, names(t, folder))
	require.Equal(t, "mine", content(t, path))
}

// SPEC: EXP-09
func TestReasonsOfUnixAreSaidInASentence(t *testing.T) {
	for code, message := range map[syscall.Errno]string{
		syscall.ENOSPC:       "The disk is full.",
		syscall.EDQUOT:       "The disk is full.",
		syscall.ENAMETOOLONG: "The file name is too long.",
		syscall.EROFS:        "This disk is read-only.",
		syscall.EFBIG:        "The file is too large for this disk.",
		syscall.ETXTBSY:      "Another program has this file open.",
		syscall.EIO:          "Quarry could not write the file: input/output error.",
	} {
		require.Equal(t, message, Explain("Quarry could not write the file", &fs.PathError{Op: "write", Path: "/x", Err: code}).Message)
		require.Equal(t, message, Explain("Quarry could not write the file", &os.LinkError{Op: "rename", Old: "/x", New: "/y", Err: code}).Message)
	}
}
