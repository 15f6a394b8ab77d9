// SPEC: CON-11, CON-12, CON-13, CON-17
package session

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/transport"
	"quarry/drivers/driver"
)

// certificate is a self-signed certificate.
type certificate struct {
	tls  tls.Certificate
	file string // PEM
}

// issued issues a certificate for 127.0.0.1, or for the given names.
func issued(t *testing.T, names ...string) certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, DNSNames: names,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	if len(names) == 0 {
		template.IPAddresses = []net.IP{net.IPv4(127, 0, 0, 1)}
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "ca.pem")
	require.NoError(t, os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600))
	return certificate{tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, file}
}

// secured serves the responses of version 8.16 over TLS and returns the address.
func secured(t *testing.T, c certificate) string {
	t.Helper()
	server := httptest.NewUnstartedServer(http.HandlerFunc(as8))
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.TLS = &tls.Config{Certificates: []tls.Certificate{c.tls}}
	server.StartTLS()
	t.Cleanup(server.Close)
	return server.Listener.Addr().String()
}

func TestTheSSLModeSaysWhatOfACertificateIsChecked(t *testing.T) {
	if testing.Short() {
		t.Skip("long work of a single goroutine")
	}
	own, other := issued(t), issued(t, "elsewhere.example")
	const unknown = "Connection failed: tls: failed to verify certificate: x509: certificate signed by unknown authority"
	tests := []struct {
		name    string
		served  certificate
		values  fields
		refused string
	}{
		{"preferred takes any", other, fields{"ssl": "preferred"}, ""},
		{"required takes any", other, fields{"ssl": "required"}, ""},
		{"verify CA without the authority", own, fields{"ssl": "verify-ca"}, unknown},
		{"verify CA with it", own, fields{"ssl": "verify-ca", "caFile": own.file}, ""},
		{"verify CA with another authority", own, fields{"ssl": "verify-ca", "caFile": other.file}, unknown},
		{"verify CA does not look at the name", other, fields{"ssl": "verify-ca", "caFile": other.file}, ""},
		{"verify identity with the right name", own, fields{"ssl": "verify-identity", "caFile": own.file}, ""},
		{"verify identity with another name", other, fields{"ssl": "verify-identity", "caFile": other.file}, "Connection failed: tls: failed to verify certificate: x509: "},
		{"verify identity without the authority", own, fields{"ssl": "verify-identity"}, unknown},
		{"verify CA, verification skipped", own, fields{"ssl": "verify-ca", "skipVerify": "true"}, ""},
		{"verify identity, verification skipped", other, fields{"ssl": "verify-identity", "skipVerify": "true"}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := New(drivers{t}).Test(t.Context(), to("elasticsearch", secured(t, test.served), test.values), holding(nil))
			if test.refused == "" {
				require.NoError(t, err)
				return
			}
			e := failure(t, err)
			require.Equal(t, driver.TLS, e.Kind)
			require.Contains(t, e.Message, test.refused)
			if test.refused == unknown {
				require.Equal(t, transport.CertificateHint, e.Hint)
			} else {
				require.Contains(t, e.Hint, "Enter a host that the certificate is valid for.")
			}
			require.False(t, e.Sent)
		})
	}
}
