// Package profile writes the files of the profile folder.
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
	return os.Rename(temp.Name(), path)
}
