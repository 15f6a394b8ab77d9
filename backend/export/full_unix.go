//go:build !windows

package export

import (
	"errors"
	"syscall"
)

// full reports whether a file could not be written because the disk is full.
func full(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}
