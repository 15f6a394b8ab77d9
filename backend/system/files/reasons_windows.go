package files

import (
	"errors"
	"syscall"
)

// Windows error numbers (System Error Codes).
const (
	writeProtect    = syscall.Errno(19)
	sharingViolated = syscall.Errno(32)
	lockViolated    = syscall.Errno(33)
	handleDiskFull  = syscall.Errno(39)
	diskFull        = syscall.Errno(112)
	invalidName     = syscall.Errno(123)
	pathTooLong     = syscall.Errno(206)
	fileTooLarge    = syscall.Errno(223)
	invalidFolder   = syscall.Errno(267)
)

// Full reports whether a file could not be written because the disk is full. Windows never returns ENOSPC, which is
// Go's own number there.
func Full(err error) bool {
	return errors.Is(err, diskFull) || errors.Is(err, handleDiskFull) || errors.Is(err, syscall.ENOSPC)
}

func tooLong(err error) bool { return errors.Is(err, pathTooLong) }

func badName(err error) bool { return errors.Is(err, invalidName) || errors.Is(err, invalidFolder) }

func openElsewhere(err error) bool {
	return errors.Is(err, sharingViolated) || errors.Is(err, lockViolated)
}

func readOnly(err error) bool { return errors.Is(err, writeProtect) }

func tooLarge(err error) bool { return errors.Is(err, fileTooLarge) }
