// Package certtest makes certificates with every fault that a client must notice, and loopback servers that present
// them. Nothing is stored: each call makes new keys.
package certtest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"
)

// TB is the part of testing.TB that this package uses.
type TB interface {
	Helper()
	Fatalf(format string, args ...any)
	TempDir() string
	Cleanup(func())
}

// Authority is a certificate and the key that signs with it.
type Authority struct {
	Cert *x509.Certificate
	Key  *ecdsa.PrivateKey
}

// Change alters a certificate before it is signed.
type Change func(*x509.Certificate)

var serial atomic.Int64

// Make makes a server certificate without a name, valid from an hour ago for a day. parent signs it; if parent is nil,
// it signs itself.
func Make(parent *Authority, name string, changes ...Change) (*Authority, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("make the key of %s: %w", name, err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(serial.Add(1)), Subject: pkix.Name{CommonName: name},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}, KeyUsage: x509.KeyUsageDigitalSignature,
	}
	for _, change := range changes {
		change(template)
	}
	signer := &Authority{Cert: template, Key: key}
	if parent != nil {
		signer = parent
	}
	der, err := x509.CreateCertificate(rand.Reader, template, signer.Cert, &key.PublicKey, signer.Key)
	if err != nil {
		return nil, fmt.Errorf("sign the certificate of %s: %w", name, err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		return nil, fmt.Errorf("read the certificate of %s: %w", name, err)
	}
	return &Authority{Cert: cert, Key: key}, nil
}

// Issue calls Make in a test.
func Issue(t TB, parent *Authority, name string, changes ...Change) *Authority {
	t.Helper()
	made, err := Make(parent, name, changes...)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return made
}

// AsAuthority lets the certificate sign others.
func AsAuthority(c *x509.Certificate) {
	c.IsCA, c.BasicConstraintsValid, c.KeyUsage, c.ExtKeyUsage = true, true, x509.KeyUsageCertSign, nil
}

// AsClient makes it a client certificate.
func AsClient(c *x509.Certificate) { c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth} }

// ForLoopback makes the certificate valid for localhost, 127.0.0.1 and ::1.
func ForLoopback(c *x509.Certificate) {
	c.DNSNames, c.IPAddresses = []string{"localhost"}, []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback}
}

// For makes the certificate valid for names.
func For(names ...string) Change { return func(c *x509.Certificate) { c.DNSNames = names } }

// Expired makes the certificate expire a minute ago.
func Expired(c *x509.Certificate) { c.NotAfter = time.Now().Add(-time.Minute) }

// Early makes the certificate valid only in an hour.
func Early(c *x509.Certificate) { c.NotBefore = time.Now().Add(time.Hour) }

// PEM returns the certificate.
func (a *Authority) PEM() []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: a.Cert.Raw})
}

// KeyPEM returns the private key, unencrypted.
func (a *Authority) KeyPEM() ([]byte, error) {
	der, err := x509.MarshalPKCS8PrivateKey(a.Key)
	if err != nil {
		return nil, fmt.Errorf("write the key: %w", err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), nil
}

// File writes certificates into a temporary file and returns its path.
func File(t TB, certs ...*Authority) string {
	t.Helper()
	var text []byte
	for _, c := range certs {
		text = append(text, c.PEM()...)
	}
	return write(t, "certs.pem", text)
}

// KeyFile writes the private key into a temporary file and returns its path.
func KeyFile(t TB, a *Authority) string {
	t.Helper()
	text, err := a.KeyPEM()
	if err != nil {
		t.Fatalf("%v", err)
	}
	return write(t, "key.pem", text)
}

func write(t TB, name string, text []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatalf("write a certificate: %v", err)
	}
	return file
}

// Config presents leaf and then the certificates above it.
func Config(leaf *Authority, above ...*Authority) *tls.Config {
	chain := [][]byte{leaf.Cert.Raw}
	for _, a := range above {
		chain = append(chain, a.Cert.Raw)
	}
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: chain, PrivateKey: leaf.Key}}}
}

// Demanding makes a server request a client certificate signed by authority and refuse any other.
func Demanding(config *tls.Config, authority *Authority) *tls.Config {
	pool := x509.NewCertPool()
	pool.AddCert(authority.Cert)
	config.ClientAuth, config.ClientCAs = tls.RequireAndVerifyClientCert, pool
	return config
}

// Start serves HTTPS on a free loopback port, without logging, and returns the address and a function that stops it.
func Start(config *tls.Config, handler http.Handler) (address string, stop func() error, err error) {
	listener, err := tls.Listen("tcp", "127.0.0.1:0", config)
	if err != nil {
		return "", nil, fmt.Errorf("listen: %w", err)
	}
	server := &http.Server{Handler: handler, ErrorLog: log.New(io.Discard, "", 0), ReadHeaderTimeout: time.Minute}
	go func() { _ = server.Serve(listener) }()
	return listener.Addr().String(), server.Close, nil
}

// Serve serves HTTPS until the test ends and returns host and port.
func Serve(t TB, config *tls.Config, handler http.Handler) string {
	t.Helper()
	address, stop, err := Start(config, handler)
	if err != nil {
		t.Fatalf("%v", err)
	}
	t.Cleanup(func() { _ = stop() })
	return address
}

// ClientName responds with the name in the client's certificate, or with nothing if there was none.
var ClientName = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
	if len(r.TLS.PeerCertificates) > 0 {
		_, _ = io.WriteString(w, r.TLS.PeerCertificates[0].Subject.CommonName)
	}
})
