package transport

import (
	"errors"
	"syscall"
)

// isReset reports whether the other side ended a connection without closing it. ECONNRESET is never returned by the system:
// the errors of Windows Sockets are.
func isReset(err error) bool {
	return errors.Is(err, syscall.WSAECONNRESET) || errors.Is(err, syscall.WSAECONNABORTED) || errors.Is(err, syscall.ECONNRESET)
}
