package profile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"

	"quarry/backend/system/files"
)

// Live marks the calling process as alive under a unique name, until release is called; IsLiving tells every process.
// The system removes the mark when the process ends, in whatever way.
func Live(folder, name string) (release func(), err error) {
	path := living(folder, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("mark %s: %w", name, err)
	}
	file := flock.New(path, flock.SetPermissions(0o600))
	held, err := file.TryLock()
	if err == nil && !held {
		err = ErrLocked
	}
	if err != nil {
		return nil, fmt.Errorf("mark %s: %w", name, err)
	}
	return func() {
		_ = file.Close()
		_ = files.Remove(path)
	}, nil
}

// IsLiving reports whether the process with that mark is still running. It removes the mark of a process that has
// ended. If it cannot tell, the process counts as running.
func IsLiving(folder, name string) bool {
	path := living(folder, name)
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return false
	}
	file := flock.New(path, flock.SetPermissions(0o600))
	free, err := file.TryRLock() // shared, so that two callers do not mistake each other for the owner
	if err != nil || !free {
		return true
	}
	_ = file.Close()
	_ = files.Remove(path)
	return false
}

func living(folder, name string) string {
	return filepath.Join(folder, lockFolder, filepath.Base(name)+".living")
}
