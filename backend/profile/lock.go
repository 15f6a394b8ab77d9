package profile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// ErrLocked says that something else, such as another window of the application, changes the file for longer than a
// caller waits.
var ErrLocked = errors.New("another Quarry is changing it")

const (
	lockName = ".lock"
	patience = 10 * time.Second
	pause    = 10 * time.Millisecond
)

// Lock keeps the changing of the files of a folder for the caller, also from other processes, until release is called:
// who reads a file, changes what was read and writes it loses no change of another then. Reading needs no lock, since
// Replace writes whole. The lock is an empty file in the folder, which stays; the system gives it free with the process.
// path is the file that is to be changed. It fails with ErrLocked after ten seconds.
func Lock(path string) (release func(), err error) { return lock(path, patience) }

func lock(path string, patience time.Duration) (release func(), err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("lock %s: %w", filepath.Base(path), err)
	}
	file, err := os.OpenFile(filepath.Join(filepath.Dir(path), lockName), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", filepath.Base(path), err)
	}
	for end := time.Now().Add(patience); ; time.Sleep(pause) {
		locked, err := tryLock(file)
		if locked {
			return func() { _ = file.Close() }, nil // closing gives the lock free
		}
		if err == nil && time.Now().After(end) {
			err = ErrLocked
		}
		if err != nil {
			_ = file.Close()
			return nil, fmt.Errorf("lock %s: %w", filepath.Base(path), err)
		}
	}
}
