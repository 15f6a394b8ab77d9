package transport

import (
	"errors"
	"syscall"
)

// The errors of Windows Sockets. Those of package syscall that are named as on Unix are never returned by the system.
const (
	wsaAccess      = syscall.Errno(10013)
	wsaNetworkDown = syscall.Errno(10050)
	wsaNoNetwork   = syscall.Errno(10051)
	wsaAborted     = syscall.WSAECONNABORTED
	wsaReset       = syscall.WSAECONNRESET
	wsaTimedOut    = syscall.Errno(10060)
	wsaRefused     = syscall.Errno(10061)
	wsaNoRoute     = syscall.Errno(10065)
)

var words = map[syscall.Errno]string{
	wsaAccess: "access was denied, perhaps by a firewall", wsaNetworkDown: "the network is down", wsaNoNetwork: "network is unreachable",
	wsaTimedOut: "connection timed out", wsaRefused: "connection refused", wsaNoRoute: "no route to host",
}

// isReset reports whether the other side ended a connection without closing it.
func isReset(err error) bool {
	return errors.Is(err, wsaReset) || errors.Is(err, wsaAborted) || errors.Is(err, syscall.ECONNRESET)
}

// systemWords returns a failure of the network in our words, "" if the system's own are as short.
func systemWords(err error) string {
	var number syscall.Errno
	if errors.As(err, &number) {
		return words[number]
	}
	return ""
}
