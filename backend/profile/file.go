// Package profile writes the files of the profile folder: whole, and without losing what another process wrote.
package profile

import (
	"errors"
	"os"
	"path/filepath"
)

// Replace writes a file whole or not at all: beside it, synced, and renamed, so that whoever reads sees the old file or
// the new one. Only its owner can read it. The folder is made where it is missing.
func Replace(path string, data []byte) error {
	folder := filepath.Dir(path)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	temp, err := os.CreateTemp(folder, ".new-*") // made with mode 0600
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

// syncFolder makes the renaming last through a power cut. It is no failure where a system or a file system has no
// such thing for folders: the new file is in its place.
func syncFolder(path string) {
	folder, err := os.Open(path)
	if err != nil {
		return
	}
	_ = folder.Sync()
	_ = folder.Close()
}
