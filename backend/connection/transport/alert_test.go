package transport

import (
	"crypto/tls"
	"io"
	"net"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/transport/certtest"
)

// SPEC: CON-13, CON-17. Whichever of net/http's two goroutines fails first, the server's alert is what the user reads.
func TestAnAlertIsReportedByAWriteAfterTheConnectionWasClosed(t *testing.T) {
	root := certtest.Issue(t, nil, "Harbour Root", certtest.AsAuthority)
	config := certtest.Demanding(certtest.Config(certtest.Issue(t, root, "good", certtest.ForLoopback)), root)
	config.MinVersion = tls.VersionTLS13
	for _, name := range []string{"read before the write", "read during the write"} {
		t.Run(name, func(t *testing.T) {
			listener, err := tls.Listen("tcp", "127.0.0.1:0", config)
			require.NoError(t, err)
			t.Cleanup(func() { _ = listener.Close() })
			go func() {
				conn, err := listener.Accept()
				if err == nil {
					_ = conn.(*tls.Conn).Handshake()                       // fails, and sends the alert
					_, _ = io.Copy(io.Discard, conn.(*tls.Conn).NetConn()) // what is not read makes Close a reset, which can overtake the alert
					_ = conn.Close()
				}
			}()
			plain, err := net.Dial("tcp", listener.Addr().String())
			require.NoError(t, err)
			t.Cleanup(func() { _ = plain.Close() })
			conn := newAlertConn(tls.Client(plain, &tls.Config{InsecureSkipVerify: true}))
			require.NoError(t, conn.Handshake())
			read := func() {
				_, err := conn.Read(make([]byte, 1))
				require.Error(t, err)
			}
			if name == "read before the write" {
				read()
				require.NoError(t, plain.Close())
			} else {
				require.NoError(t, conn.CloseWrite())
				go read()
			}
			_, err = conn.Write([]byte("GET / HTTP/1.1\r\n\r\n"))
			_, alerted := remoteAlert(err)
			require.True(t, alerted, "%v", err)
		})
	}
}
