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
	require.False(t, isReset(call("connectex", syscall.Errno(10061))))
}

// SPEC: APP-21
func TestAFailureOfTheNetworkIsSaidInOurWords(t *testing.T) {
	require.Equal(t, "connection refused", shortCause(call("connectex", syscall.Errno(10061))))
	require.Equal(t, "connection timed out", shortCause(call("connectex", syscall.Errno(10060))))
}
