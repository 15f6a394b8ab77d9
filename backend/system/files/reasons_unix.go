//go:build !windows

package files

import (
	"errors"
	"syscall"
)

// Full reports whether a file could not be written because the disk is full.
func Full(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

func tooLong(err error) bool { return errors.Is(err, syscall.ENAMETOOLONG) }

func badName(err error) bool { return errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.EILSEQ) }

func openElsewhere(err error) bool { return errors.Is(err, syscall.ETXTBSY) }

func readOnly(err error) bool { return errors.Is(err, syscall.EROFS) }

func tooLarge(err error) bool { return errors.Is(err, syscall.EFBIG) }
