//go:build !windows

package transport

import (
	"errors"
	"syscall"
)

// isReset reports whether the other side ended a connection without closing it properly.
func isReset(err error) bool {
	return errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
}
