package transport

import (
	"errors"
	"syscall"
)

// isReset reports whether the other side ended a connection without closing it properly. Windows never returns
// ECONNRESET or EPIPE, only the errors of Windows Sockets.
func isReset(err error) bool {
	return errors.Is(err, syscall.WSAECONNRESET) || errors.Is(err, syscall.WSAECONNABORTED) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
}
