package profile

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// ErrLocked means that something else, such as another window of the application, kept the file locked for too long.
var ErrLocked = errors.New("another Quarry is changing it")

const (
	lockFolder = ".locks" // beside the files; has an empty file of the same name for each
	patience   = 10 * time.Second
	pause      = 10 * time.Millisecond
)

// Lock reserves the file or folder at path for changes by the caller, also against other processes, until release is
// called: a caller that reads a file, changes the content and writes it under the lock overwrites no one else's
// changes. Files are locked individually. Reading needs no lock, since Replace writes atomically. The system releases
// the lock when the process ends. Lock fails with ErrLocked after ten seconds.
func Lock(path string) (release func(), err error) { return lock(path, patience) }

func lock(path string, patience time.Duration) (release func(), err error) {
	folder, name := filepath.Split(path)
	folder = filepath.Join(folder, lockFolder)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("lock %s: %w", name, err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	file := flock.New(filepath.Join(folder, name), flock.SetPermissions(0o600))
	_, err = file.TryLockContext(ctx, pause)
	if errors.Is(err, context.DeadlineExceeded) {
		err = ErrLocked
	}
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", name, err)
	}
	return func() { _ = file.Close() }, nil
}
