package transport

import (
	"crypto/tls"
	"net"
)

// helloSize is how many bytes of a server's first record reveal the TLS version it chose: the record's type, version
// and length, the message's type and length, and the version of a ServerHello (RFC 5246, 6.2.1 and 7.4.1.3).
const helloSize = 11

// helloConn records the first bytes from the server: crypto/tls reports a version that is too old only as text.
type helloConn struct {
	net.Conn
	head []byte
}

// Read implements net.Conn.
func (c *helloConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if missing := helloSize - len(c.head); missing > 0 {
		c.head = append(c.head, p[:min(n, missing)]...)
	}
	return n, err
}

// oldVersion returns the version that the server chose if it is older than TLS 1.2, otherwise "".
func (c *helloConn) oldVersion() string {
	const handshake, serverHello = 22, 2
	if len(c.head) < helloSize || c.head[0] != handshake || c.head[5] != serverHello {
		return ""
	}
	version := uint16(c.head[9])<<8 | uint16(c.head[10])
	if version >= tls.VersionTLS12 {
		return ""
	}
	return tls.VersionName(version)
}
