// Package systemtest has what tests do differently on each system.
package systemtest

import (
	"path/filepath"
	"runtime"
	"testing"
)

// SetTemp makes a folder the one for temporary files until the test ends, and returns it.
func SetTemp(t *testing.T, folder string) string {
	t.Helper()
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} {
		t.Setenv(name, folder)
	}
	return folder
}

// SetHome makes a folder the user's home until the test ends, and returns it.
func SetHome(t *testing.T, folder string) string {
	t.Helper()
	for _, name := range []string{"HOME", "USERPROFILE"} {
		t.Setenv(name, folder)
	}
	return folder
}

// Program returns the file name of a program.
func Program(name string) string {
	if runtime.GOOS == "windows" {
		return name + ".exe"
	}
	return name
}

// Absolute returns a full path of this system, for a path with slashes from the root.
func Absolute(path string) string {
	if runtime.GOOS == "windows" {
		return "C:" + filepath.FromSlash(path)
	}
	return path
}
