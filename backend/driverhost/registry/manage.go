package registry

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"quarry/backend/driverhost/manifest"
	"quarry/backend/profile"
	"quarry/backend/system/files"
)

// disabledName is the file that marks a driver's folder as switched off.
const disabledName = "disabled"

// Disabled reports whether the user switched an installed driver off. Load ignores it.
func (in *Installer) Disabled(id string) bool {
	if !manifest.ValidID(id) {
		return false
	}
	_, err := os.Stat(filepath.Join(in.Dir, id, disabledName))
	return err == nil
}

// SetDisabled switches an installed driver off or on; the error's kind is NotInstalled if there is none. The setting
// survives updates, but not an uninstall.
func (in *Installer) SetDisabled(id string, off bool) error {
	if !manifest.ValidID(id) {
		return notInstalled(id)
	}
	release, err := in.exclusive()
	if err != nil {
		return err
	}
	defer release()
	home := filepath.Join(in.Dir, id)
	if _, err := os.Stat(home); err != nil {
		return notInstalled(id)
	}
	path := filepath.Join(home, disabledName)
	if off {
		if err := profile.Replace(path, nil); err != nil {
			return storage("disable "+id, err)
		}
		return nil
	}
	if err := files.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return storage("enable "+id, err)
	}
	return nil
}

// Activate makes the next Load use the waiting version, and reports whether there was one. If its files are no longer
// the signed ones, it is dropped with an error, and the installed version stays.
func (in *Installer) Activate(id string) (switched bool, err error) {
	if !manifest.ValidID(id) {
		return false, notInstalled(id)
	}
	home := filepath.Join(in.Dir, id)
	if _, err := os.Lstat(filepath.Join(home, stagedName)); errors.Is(err, fs.ErrNotExist) {
		return false, nil // usually nothing waits, and then the lock is not needed
	}
	release, err := in.exclusive()
	if err != nil {
		return false, err
	}
	defer release()
	staged, err := in.load(id, stagedName)
	var refused *Error
	switch {
	case errors.As(err, &refused) && refused.Kind == NotInstalled:
		return false, nil
	case errors.As(err, &refused) && refused.Kind != Storage:
		return false, errors.Join(err, dropStaged(home))
	case err != nil:
		return false, err
	}
	previous, _ := readPointer(home, currentName)
	if err := files.Rename(filepath.Join(home, stagedName), filepath.Join(home, currentName)); err != nil {
		return false, storage("switch to the driver", err)
	}
	prune(home, filepath.Base(staged.Folder), previous)
	return true, nil
}

// Uninstall removes a driver; the error's kind is NotInstalled if there is none.
func (in *Installer) Uninstall(id string) error {
	if !manifest.ValidID(id) {
		return notInstalled(id)
	}
	release, err := in.exclusive()
	if err != nil {
		return err
	}
	defer release()
	folder := filepath.Join(in.Dir, id)
	if _, err := os.Stat(folder); err != nil {
		return notInstalled(id)
	}
	trash, err := os.MkdirTemp(in.Dir, ".removed-*")
	if err != nil {
		return storage("uninstall "+id, err)
	}
	if err := files.Rename(folder, filepath.Join(trash, id)); err != nil {
		return storage("uninstall "+id, errors.Join(err, files.Remove(trash)))
	}
	if err := files.RemoveAll(trash); err != nil {
		return storage("uninstall "+id, err)
	}
	return nil
}

func notInstalled(id string) *Error {
	return &Error{Kind: NotInstalled, Message: "The driver is not installed.", Detail: id}
}
