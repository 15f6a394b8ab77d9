package files

import (
	"errors"
	"os"
	"runtime"
	"syscall"
	"time"
)

// patience is how long a call is repeated in all while another program has the file open.
const patience = 2 * time.Second

// Rename renames a file and replaces an existing one. On Windows it tries for two seconds while another program, such
// as a virus scanner, has one of them open.
func Rename(from, to string) error {
	return repeat(runtime.GOOS, func() error { return os.Rename(from, to) })
}

// Remove removes a file or an empty folder, and tries as long as Rename.
func Remove(path string) error {
	return repeat(runtime.GOOS, func() error { return os.Remove(path) })
}

// RemoveAll removes a folder with everything in it, and tries as long as Rename.
func RemoveAll(path string) error {
	return repeat(runtime.GOOS, func() error { return os.RemoveAll(path) })
}

// Read reads a file, and tries as long as Rename while another program replaces it.
func Read(path string) (data []byte, err error) {
	err = repeat(runtime.GOOS, func() error {
		data, err = os.ReadFile(path)
		return err
	})
	return data, err
}

// repeat calls do until it succeeds or fails for another reason than a file that is open elsewhere, with pauses from a
// millisecond on, each twice as long as the one before. It returns the last error.
func repeat(system string, do func() error) error {
	pause, left := time.Millisecond, patience
	for {
		err := do()
		if err == nil || left <= 0 || !isHeld(system, err) {
			return err
		}
		pause = min(pause, left)
		time.Sleep(pause)
		left -= pause
		pause *= 2
	}
}

// isHeld reports whether another program may have the file open: access denied, sharing violation or lock violation
// (System Error Codes). Windows alone refuses to rename or remove open files.
func isHeld(system string, err error) bool {
	var number syscall.Errno
	if system != "windows" || !errors.As(err, &number) {
		return false
	}
	return number == 5 || number == 32 || number == 33
}
