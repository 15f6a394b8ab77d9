package export

import (
	"errors"
	"syscall"
)

// What Windows answers where there is no space left (System Error Codes).
const (
	handleDiskFull = syscall.Errno(39)
	diskFull       = syscall.Errno(112)
)

// full reports whether a file could not be written because there is no space left for it.
func full(err error) bool {
	return errors.Is(err, diskFull) || errors.Is(err, handleDiskFull)
}
