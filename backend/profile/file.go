// Package profile writes the files of the profile folder atomically and without losing the changes of other processes.
package profile

import (
	"errors"
	"os"
	"path/filepath"
)

// Replace writes a file atomically: to a temporary file that is synced and renamed, so that readers see the old file or
// the new one. Only its owner can read it. A missing folder is created.
func Replace(path string, data []byte) error {
	folder := filepath.Dir(path)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	temp, err := os.CreateTemp(folder, ".new-*") // created with mode 0600
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(temp.Name()) }()
	_, err = temp.Write(data)
	if err := errors.Join(err, temp.Sync(), temp.Close()); err != nil {
		return err
	}
	if err := os.Rename(temp.Name(), path); err != nil {
		return err
	}
	syncFolder(folder)
	return nil
}

// syncFolder makes the rename survive a power failure. On systems and file systems that cannot sync folders this is not
// an error: the new file is in place.
func syncFolder(path string) {
	folder, err := os.Open(path)
	if err != nil {
		return
	}
	_ = folder.Sync()
	_ = folder.Close()
}
