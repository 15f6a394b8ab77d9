// SPEC: APP-21
package files

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

func renamed(number syscall.Errno) error {
	return &os.LinkError{Op: "rename", Old: `C:\a.new`, New: `C:\a`, Err: number}
}

func TestACallIsRepeatedWhileAnotherProgramHasTheFileOpen(t *testing.T) {
	for _, number := range []syscall.Errno{5, 32, 33} {
		synctest.Test(t, func(t *testing.T) {
			calls, began := 0, time.Now()
			require.NoError(t, repeat("windows", func() error {
				if calls++; calls <= 2 {
					return renamed(number)
				}
				return nil
			}))
			require.Equal(t, 3, calls)
			require.Equal(t, 3*time.Millisecond, time.Since(began))
		})
	}
}

func TestAFileThatStaysOpenIsGivenUpAfterTwoSeconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		require.ErrorIs(t, repeat("windows", func() error { return renamed(32) }), syscall.Errno(32))
		require.Equal(t, 2*time.Second, time.Since(began))
	})
}

func TestOtherFailuresAreNotRepeated(t *testing.T) {
	for _, row := range []struct {
		name, system string
		err          error
	}{
		{"no such file", "windows", renamed(2)},
		{"disk full", "windows", renamed(112)},
		{"folder not empty", "windows", renamed(145)},
		{"no error of the system", "windows", fs.ErrPermission},
		{"not on Windows", "linux", renamed(syscall.EACCES)},
		{"another meaning of the number", "linux", renamed(5)},
	} {
		t.Run(row.name, func(t *testing.T) {
			calls := 0
			err := repeat(row.system, func() error { calls++; return row.err })
			require.Equal(t, row.err, err)
			require.Equal(t, 1, calls)
		})
	}
}

// What is repeated is only what goes through this package.
func TestFilesAreRenamedAndRemovedByThisPackage(t *testing.T) {
	direct := regexp.MustCompile(`\bos\.(Rename|Remove|RemoveAll)\b`)
	root := filepath.Join("..", "..", "..")
	var found []string
	for _, folder := range []string{"app", "backend", filepath.Join("build", "pack")} {
		require.NoError(t, filepath.WalkDir(filepath.Join(root, folder), func(path string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			name := filepath.ToSlash(strings.TrimPrefix(path, root+string(filepath.Separator)))
			switch {
			case entry.IsDir() && slices.Contains([]string{"backend/testing", "backend/system/files"}, name):
				return filepath.SkipDir
			case entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
				return nil
			}
			text, err := os.ReadFile(path)
			if err == nil && direct.Match(text) {
				found = append(found, name)
			}
			return err
		}))
	}
	require.Empty(t, found, "call Rename, Remove or RemoveAll of backend/system/files: on Windows they wait for other programs")
}
