// SPEC: EXP-09
package files

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
)

// written writes a file whole.
func written(t *testing.T, path string, replace bool, text string) error {
	t.Helper()
	f, err := Create(path, replace)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	require.NoError(t, err)
	require.NoError(t, f.Store())
	return f.Finish()
}

func content(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(text)
}

// names returns the names of the files in a folder.
func names(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	list := []string{}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

func TestAFileHasItsNameOnlyWhenItIsComplete(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "books.jsonl")
	f, err := Create(path, false)
	require.NoError(t, err)
	before := names(t, folder)
	require.Len(t, before, 1)
	require.Regexp(t, `^\.books\.jsonl\.[0-9]+\.part$`, before[0])
	if runtime.GOOS != "windows" {
		info, err := os.Stat(filepath.Join(folder, before[0]))
		require.NoError(t, err)
		require.Equal(t, fs.FileMode(0o600), info.Mode().Perm(), "others cannot read what is not complete")
	}
	_, err = f.WriteString("all")
	require.NoError(t, err)
	require.NoError(t, f.Store())
	require.NoError(t, f.Finish())
	require.Equal(t, []string{"books.jsonl"}, names(t, folder))
	require.Equal(t, "all", content(t, path))

	f, err = Create(filepath.Join(folder, "other"), false)
	require.NoError(t, err)
	f.Discard()
	require.Equal(t, []string{"books.jsonl"}, names(t, folder))
}

func TestWhatKeepsAFileFromItsNameIsSaidBeforeItIsWritten(t *testing.T) {
	folder := t.TempDir()
	taken := filepath.Join(folder, "taken")
	require.NoError(t, os.WriteFile(taken, []byte("mine"), 0o600))
	require.NoError(t, os.Mkdir(filepath.Join(folder, "sub"), 0o700))
	for _, row := range []struct {
		name, path string
		replace    bool
		message    string
	}{
		{"a name that is too long", filepath.Join(folder, strings.Repeat("n", 256)), false, "The file name is too long."},
		{"the same, to be replaced", filepath.Join(folder, strings.Repeat("n", 256)), true, "The file name is too long."},
		{"a folder that does not exist", filepath.Join(folder, "none", "x"), false, "The folder does not exist."},
		{"a folder", filepath.Join(folder, "sub"), true, "This is a folder."},
		{"a file that exists", taken, false, "A file with this name already exists."},
		{"a file in place of the folder", filepath.Join(taken, "x"), false, "Quarry could not create the file: not a directory."},
		{"a path from the current folder", "x", false, "Enter the full path of the file."},
	} {
		t.Run(row.name, func(t *testing.T) {
			if runtime.GOOS == "windows" && row.name == "a file in place of the folder" {
				row.message = "The folder does not exist."
			}
			_, err := Create(row.path, row.replace)
			require.EqualError(t, err, row.message)
			require.ElementsMatch(t, []string{"taken", "sub"}, names(t, folder))
			require.Equal(t, "mine", content(t, taken))
		})
	}
}

func TestAFileThatIsReplacedKeepsItsPermissionsAndANewOneHasTheUsualOnes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no permission bits")
	}
	folder := t.TempDir()
	usual, err := os.Create(filepath.Join(folder, "usual"))
	require.NoError(t, err)
	info, err := usual.Stat()
	require.NoError(t, err)
	require.NoError(t, usual.Close())
	mode := func(path string) fs.FileMode {
		info, err := os.Stat(path)
		require.NoError(t, err)
		return info.Mode().Perm()
	}

	path := filepath.Join(folder, "new")
	require.NoError(t, written(t, path, false, "1"))
	require.Equal(t, info.Mode().Perm(), mode(path))
	for _, want := range []fs.FileMode{0o644, 0o640, 0o600, 0o664} {
		require.NoError(t, os.Chmod(path, want))
		require.NoError(t, written(t, path, true, "2"))
		require.Equal(t, want, mode(path))
	}
}

func TestReplacingFollowsSymbolicLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("making links takes a privilege on Windows")
	}
	folder, other := t.TempDir(), t.TempDir()
	target := filepath.Join(other, "share.jsonl")
	require.NoError(t, os.WriteFile(target, []byte("yesterday"), 0o644))
	link := filepath.Join(folder, "latest.jsonl")
	require.NoError(t, os.Symlink(target, link))
	second := filepath.Join(folder, "second")
	require.NoError(t, os.Symlink("latest.jsonl", second))

	require.EqualError(t, written(t, link, false, "no"), "A file with this name already exists.")
	require.NoError(t, written(t, second, true, "today"))
	require.Equal(t, "today", content(t, target))
	for _, l := range []string{link, second} {
		info, err := os.Lstat(l)
		require.NoError(t, err)
		require.NotZero(t, info.Mode()&fs.ModeSymlink, "the link is still one")
	}
	require.Equal(t, []string{"share.jsonl"}, names(t, other))

	require.NoError(t, os.Remove(target))
	require.NoError(t, written(t, second, true, "again"))
	require.Equal(t, "again", content(t, target), "a link to a file that is gone leads to the new one")

	require.NoError(t, Replace(link, []byte("profile")))
	require.Equal(t, "profile", content(t, target))
}

func TestADeviceIsNotReplaced(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no device files on Windows")
	}
	_, err := Create(os.DevNull, true)
	require.EqualError(t, err, "This is a device or a pipe.")
}

func TestACompleteFileIsKeptIfItCannotHaveItsName(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "books.jsonl")
	for name, hinder := range map[string]struct {
		replace bool
		do      func(t *testing.T)
		message string
	}{
		"somebody made a file of this name":   {false, func(t *testing.T) { require.NoError(t, os.WriteFile(path, []byte("theirs"), 0o600)) }, "A file with this name already exists."},
		"somebody made a folder of this name": {true, func(t *testing.T) { require.NoError(t, os.MkdirAll(filepath.Join(path, "in"), 0o700)) }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			f, err := Create(path, hinder.replace)
			require.NoError(t, err)
			_, err = f.WriteString("all")
			require.NoError(t, err)
			require.NoError(t, f.Store())
			hinder.do(t)
			var failed *driver.Error
			require.ErrorAs(t, f.Finish(), &failed)
			if hinder.message != "" {
				require.Equal(t, hinder.message, failed.Message)
			}
			require.Equal(t, "It is complete and was saved as "+f.Name()+". Rename it, or delete it.", failed.Hint)
			require.Equal(t, "all", content(t, f.Name()))
			require.NoError(t, os.RemoveAll(path))
			require.NoError(t, os.Remove(f.Name()))
		})
	}
}

func TestAFileCanHaveTheLongestNameThereIs(t *testing.T) {
	for _, name := range []string{strings.Repeat("n", 255), strings.Repeat("漢", 85)} {
		path := filepath.Join(t.TempDir(), name)
		require.NoError(t, written(t, path, false, "all"))
		require.Equal(t, "all", content(t, path))
	}
}

// SPEC: APP-21
func TestErrorsOfTheSystemAreSaidInQuarrysWords(t *testing.T) {
	denied := driver.Error{Kind: driver.Refused, Message: "As it is."}
	for _, row := range []struct {
		err     error
		message string
	}{
		{&fs.PathError{Op: "write", Path: "/x", Err: syscall.ENOSPC}, "The disk is full."},
		{&fs.PathError{Op: "write", Path: "/x", Err: syscall.EIO}, "Quarry could not write the file: input/output error."},
		{&fs.PathError{Op: "open", Path: "/x", Err: fs.ErrPermission}, "You do not have permission to write to this folder."},
		{&fs.PathError{Op: "open", Path: "/x", Err: fs.ErrNotExist}, "The folder does not exist."},
		{&os.LinkError{Op: "rename", Old: "/x", New: "/y", Err: syscall.EACCES}, "You do not have permission to write to this folder."},
		{&denied, "As it is."},
	} {
		require.Equal(t, row.message, Explain("Quarry could not write the file", row.err).Message)
	}
}

// SPEC: APP-01
func TestWhatAKilledProcessLeftBesideAFileIsRemoved(t *testing.T) {
	folder := t.TempDir()
	old := time.Now().Add(-2 * time.Hour)
	const random = "ABCDEFGHIJKLMNOPQRSTUVWXY2"
	for _, name := range []string{".new-" + random, ".new-mine", "window.json"} {
		path := filepath.Join(folder, name)
		require.NoError(t, os.WriteFile(path, []byte("{}"), 0o600))
		require.NoError(t, os.Chtimes(path, old, old))
	}
	require.NoError(t, os.WriteFile(filepath.Join(folder, ".new-"+random[1:]+"3"), nil, 0o600), "another process writes it")
	require.NoError(t, os.Mkdir(filepath.Join(folder, ".new-"+random[2:]+"23"), 0o700))

	SweepReplacements(folder)
	SweepReplacements(filepath.Join(folder, "missing"))
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	require.Equal(t, []string{".new-" + random[1:] + "3", ".new-" + random[2:] + "23", ".new-mine", "window.json"}, names)
}
