// SPEC: APP-05
package registry

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/url"
	"os"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWhyARegistryCouldNotBeReadIsSaidInWords(t *testing.T) {
	at := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 9}
	refused := &os.SyscallError{Syscall: "connect", Err: syscall.ECONNREFUSED}
	whole := func(err error) error { return &url.Error{Op: "Get", URL: "https://x.example/?token=secret", Err: err} }
	rows := []struct {
		name string
		err  error
		want string
	}{
		{"nothing listens", whole(&net.OpError{Op: "dial", Net: "tcp", Addr: at, Err: refused}), "could not connect to 127.0.0.1:9 (connection refused)"},
		{"through a proxy", whole(&net.OpError{Op: "proxyconnect", Net: "tcp", Err: &net.OpError{Op: "dial", Addr: at, Err: refused}}), "could not connect (connection refused)"},
		{"an unknown name", whole(&net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", Name: "x.example", IsNotFound: true}}), "the host name x.example is unknown (is this computer online?)"},
		{"a slow name server", whole(&net.DNSError{Err: "i/o timeout", Name: "x.example", IsTimeout: true}), "resolving the host name x.example timed out"},
		{"a broken name server", whole(&net.DNSError{Err: "server misbehaving", Name: "x.example"}), "the name server did not resolve x.example (server misbehaving)"},
		{"too slow", whole(&net.OpError{Op: "read", Err: os.ErrDeadlineExceeded}), "timed out"},
		{"too slow in all", whole(context.DeadlineExceeded), "timed out"},
		{"broken off", whole(&net.OpError{Op: "read", Addr: at, Err: &os.SyscallError{Syscall: "read", Err: syscall.ECONNRESET}}), "the connection was lost (connection reset by peer)"},
		{"ended early", fmt.Errorf("read: %w", io.ErrUnexpectedEOF), "the connection was closed before the response was complete"},
		{"no file", &fs.PathError{Op: "open", Path: "/home/anna/index.json", Err: syscall.ENOENT}, "no such file or directory"},
		{"anything else", whole(errors.New("the server returned 404 Not Found")), "the server returned 404 Not Found"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) { require.Equal(t, row.want, cause(row.err)) })
	}
}
