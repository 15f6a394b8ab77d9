package export

import (
	"errors"
	"syscall"
)

// The errors that Windows returns when the disk is full (System Error Codes).
const (
	handleDiskFull = syscall.Errno(39)
	diskFull       = syscall.Errno(112)
)

// full reports whether a file could not be written because the disk is full.
func full(err error) bool {
	return errors.Is(err, diskFull) || errors.Is(err, handleDiskFull)
}
