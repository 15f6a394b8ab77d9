package transport

// SPEC: CON-25, APP-21

import (
	"net"
	"os"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

func call(name string, number syscall.Errno) error {
	return &net.OpError{Op: "read", Net: "tcp", Err: os.NewSyscallError(name, number)}
}

// SPEC: CON-25
func TestAResetIsKnownByTheErrorsOfWindowsSockets(t *testing.T) {
	require.True(t, isReset(call("wsarecv", syscall.WSAECONNRESET)))
	require.True(t, isReset(call("wsarecv", syscall.WSAECONNABORTED)))
	require.False(t, isReset(call("connectex", wsaRefused)))
}

// SPEC: APP-21
func TestAFailureOfTheNetworkIsSaidInOurWords(t *testing.T) {
	require.Equal(t, "connection refused", systemCause(call("connectex", wsaRefused)))
	require.Equal(t, "connection timed out", systemCause(call("connectex", wsaTimedOut)))
}
