package transport

import (
	"crypto/tls"
	"sync"
	"time"
)

// alertWait is how long a failed write waits for the reader, which learns why the server ended the connection.
const alertWait = time.Second

// alertConn makes Write report the TLS alert that ended a connection. In TLS 1.3 a server rejects a client certificate
// only after the handshake (RFC 8446, 4.4.2.4), so the alert may arrive before the first request is written. net/http
// then closes the connection and only reports that the write failed.
type alertConn struct {
	*tls.Conn
	once  sync.Once
	ended chan struct{} // closed after the first error of Read
	alert error         // set before ended is closed; nil if Read failed without an alert
}

func newAlertConn(conn *tls.Conn) *alertConn {
	return &alertConn{Conn: conn, ended: make(chan struct{})}
}

// Read implements net.Conn.
func (c *alertConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if err != nil {
		c.once.Do(func() {
			if _, ok := remoteAlert(err); ok {
				c.alert = err
			}
			close(c.ended)
		})
	}
	return n, err
}

// Write implements net.Conn. net/http always reads while it writes, so Read fails soon after Write does.
func (c *alertConn) Write(p []byte) (int, error) {
	n, err := c.Conn.Write(p)
	if err == nil {
		return n, nil
	}
	select {
	case <-c.ended:
		if c.alert != nil {
			return n, c.alert
		}
	case <-time.After(alertWait):
	}
	return n, err
}
