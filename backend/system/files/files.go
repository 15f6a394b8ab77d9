// Package files renames and removes files, and writes complete ones: such a file gets its name only once everything is on
// disk, and Create finds out before the first byte whether it can get that name.
package files

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"quarry/drivers/driver"
)

// ErrExists means that a file with the name already exists and must not be replaced.
var ErrExists = &driver.Error{Kind: driver.Conflict, Message: "A file with this name already exists.", Hint: "It was not changed. Choose another name, or replace it."}

var (
	errRelative  = &driver.Error{Kind: driver.Invalid, Message: "Enter the full path of the file."}
	errFolder    = &driver.Error{Kind: driver.Invalid, Message: "This is a folder.", Hint: "Enter the name of a file in it."}
	errName      = &driver.Error{Kind: driver.Invalid, Message: badNameMessage, Hint: "Choose another name."}
	errFixed     = &driver.Error{Kind: driver.Invalid, Message: "You do not have permission to change this file.", Hint: "Choose another name."}
	errIrregular = &driver.Error{Kind: driver.Invalid, Message: "This is a device or a pipe.", Hint: "Choose a file."}
)

// File is a file being written. It has a temporary name, .NAME.*.part in the folder of its target, and only the user
// can read it until it is complete.
type File struct {
	*os.File
	target  string // symbolic links followed
	replace bool
	mode    fs.FileMode // of the complete file
}

// Create begins a file at a full path. It first checks what could keep the file from getting its name: the name itself,
// its length, the folder, permissions, and, on Windows, a program that has the file open. If replace is true, Finish
// replaces an existing file, keeping its permissions and following symbolic links; otherwise the error is ErrExists.
// All errors are *driver.Error.
func Create(path string, replace bool) (*File, error) {
	if !filepath.IsAbs(path) {
		return nil, errRelative
	}
	f := &File{target: filepath.Clean(path), replace: replace}
	if err := checkName(filepath.Base(f.target)); err != nil {
		return nil, err
	}
	if err := f.check(); err != nil {
		return nil, err
	}
	var err error
	if f.File, err = os.CreateTemp(filepath.Dir(f.target), "."+shortened(filepath.Base(f.target))+".*.part"); err != nil {
		return nil, Explain("Quarry could not create the file", err)
	}
	return f, nil
}

// check finds out whether the file can have its name, and which permissions it gets.
func (f *File) check() error {
	info, err := os.Lstat(f.target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return f.tryName()
	case err != nil:
		return Explain("Quarry could not create the file", err)
	case info.Mode()&fs.ModeSymlink != 0 && f.replace:
		return f.follow()
	case info.IsDir():
		return errFolder
	case !f.replace:
		return ErrExists
	case !info.Mode().IsRegular():
		return errIrregular
	}
	f.mode = info.Mode().Perm()
	existing, err := os.OpenFile(f.target, os.O_WRONLY, 0) // only opened, not written
	switch {
	case isPermission(err): // the file is not writable; its folder may be
		return &driver.Error{Kind: errFixed.Kind, Message: errFixed.Message, Hint: errFixed.Hint, Detail: err.Error()}
	case err != nil:
		return Explain("Quarry could not replace the file", err)
	}
	_ = existing.Close()
	return nil
}

// follow resolves a target that is a symbolic link.
func (f *File) follow() error {
	target, err := filepath.EvalSymlinks(f.target)
	if errors.Is(err, fs.ErrNotExist) { // the link leads to a file that does not exist yet
		if target, err = os.Readlink(f.target); err == nil && !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(f.target), target)
		}
	}
	if err != nil {
		return Explain("Quarry could not replace the file", err)
	}
	if target == f.target {
		return errIrregular
	}
	f.target = target
	return f.check()
}

// tryName creates an empty file with the name and removes it.
func (f *File) tryName() error {
	empty, err := os.OpenFile(f.target, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		if errors.Is(err, fs.ErrExist) {
			return ErrExists
		}
		return Explain("Quarry could not create the file", err)
	}
	info, err := empty.Stat()
	if err := errors.Join(err, empty.Close(), Remove(f.target)); err != nil {
		return Explain("Quarry could not create the file", err)
	}
	f.mode = info.Mode().Perm()
	return nil
}

// Target returns the path of the complete file.
func (f *File) Target() string { return f.target }

// Store writes everything that the system still holds in memory to disk, and closes the file.
func (f *File) Store() error {
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return Explain("Quarry could not write the file", err)
	}
	return nil
}

// Finish gives a stored file its name. If that fails, the file keeps its temporary name, and the error says so.
func (f *File) Finish() error {
	err := os.Chmod(f.Name(), f.mode)
	if err == nil {
		err = f.rename()
	}
	if err != nil {
		reason := Explain("Quarry could not rename the finished file", err)
		return &driver.Error{Kind: reason.Kind, Message: reason.Message, Detail: reason.Detail,
			Hint: "It is complete and was saved as " + f.Name() + ". Rename it, or delete it."}
	}
	SyncFolder(filepath.Dir(f.target))
	return nil
}

func (f *File) rename() error {
	if f.replace {
		return Rename(f.Name(), f.target)
	}
	err := os.Link(f.Name(), f.target) // never replaces a file that was created in the meantime
	if err == nil {
		_ = Remove(f.Name())
		return nil
	}
	if _, taken := os.Lstat(f.target); taken == nil || errors.Is(err, fs.ErrExist) {
		return ErrExists
	}
	return Rename(f.Name(), f.target) // a file system without hard links
}

// Discard closes and removes the temporary file.
func (f *File) Discard() {
	_ = f.Close()
	_ = Remove(f.Name())
}

// Replace writes a file that only its owner can read, and creates its folder if it is missing. It follows a symbolic
// link.
func Replace(path string, data []byte) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	folder := filepath.Dir(path)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	temp := filepath.Join(folder, newPrefix+rand.Text())
	if err := write(temp, data); err != nil {
		_ = Remove(temp)
		return err
	}
	if err := Rename(temp, path); err != nil {
		_ = Remove(temp)
		return err
	}
	SyncFolder(folder)
	return nil
}

// newPrefix begins the name of what Replace writes until it is complete.
const newPrefix = ".new-"

// leftoverAge is the age from which no living process can still be writing a file.
const leftoverAge = time.Hour

// SweepReplacements removes what Replace left in a folder when its process was killed.
func SweepReplacements(folder string) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return
	}
	for _, e := range entries {
		random, ours := strings.CutPrefix(e.Name(), newPrefix)
		if !ours || len(random) != len(rand.Text()) || !e.Type().IsRegular() {
			continue
		}
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > leftoverAge {
			_ = os.Remove(filepath.Join(folder, e.Name()))
		}
	}
}

// write creates a file with mode 0600 and stores it.
func write(path string, data []byte) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	return errors.Join(err, file.Sync(), file.Close())
}

// SyncFolder makes a new name survive a power failure, where the system can.
func SyncFolder(path string) {
	folder, err := os.Open(path)
	if err != nil {
		return
	}
	_ = folder.Sync()
	_ = folder.Close()
}

// maxName is how many bytes of a file's name become part of its temporary name.
const maxName = 200

// shortened returns the beginning of a name, in whole characters.
func shortened(name string) string {
	end := min(len(name), maxName)
	for end < len(name) && end > 0 && !utf8.RuneStart(name[end]) {
		end--
	}
	return name[:end]
}
