// SPEC: CON-13
package transport

import (
	"crypto/x509"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"software.sslmate.com/src/go-pkcs12"

	"quarry/backend/connection/transport/certtest"
)

func parsed(t *testing.T, a *certtest.Authority) *x509.Certificate {
	t.Helper()
	c, err := x509.ParseCertificate(find(a.PEM(), "CERTIFICATE"))
	require.NoError(t, err)
	return c
}

func p12(t *testing.T, encoder *pkcs12.Encoder, passphrase string, leaf *certtest.Authority, above ...*certtest.Authority) string {
	t.Helper()
	text, err := leaf.KeyPEM()
	require.NoError(t, err)
	var chain []*x509.Certificate
	for _, a := range above {
		chain = append(chain, parsed(t, a))
	}
	data, err := encoder.Encode(parseKey(find(text, "PRIVATE KEY")), parsed(t, leaf), chain, passphrase)
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "client.p12")
	require.NoError(t, os.WriteFile(file, data, 0o600))
	return file
}

func TestAClientCertificateIsReadFromAP12File(t *testing.T) {
	const passphrase = "quarry tëst"
	root := certtest.Issue(t, nil, "Harbour Root", certtest.AsAuthority)
	middle := certtest.Issue(t, root, "Harbour Issuing", certtest.AsAuthority)
	leaf := certtest.Issue(t, middle, "anna", certtest.AsClient)
	other := certtest.Issue(t, root, "bert", certtest.AsClient)
	modern, legacy := p12(t, pkcs12.Modern, passphrase, leaf, middle), p12(t, pkcs12.LegacyRC2, passphrase, leaf, middle)
	open := p12(t, pkcs12.Passwordless, "", leaf)
	damaged := filepath.Join(t.TempDir(), "damaged.p12")
	data, err := os.ReadFile(modern)
	require.NoError(t, err)
	copy(data[len(data)/2:], make([]byte, 64))
	require.NoError(t, os.WriteFile(damaged, data, 0o600))
	const enter, check = "Enter its passphrase in Key Passphrase.", "Check Key Passphrase."
	rows := []struct{ name, cert, key, passphrase, want, hint string }{
		{"certificate and key", modern, "", passphrase, "", ""},
		{"the encryption of older tools", legacy, "", passphrase, "", ""},
		{"without a passphrase", open, "", "", "", ""},
		{"the key alone", certtest.File(t, leaf, middle), modern, passphrase, "", ""},
		{"the certificate alone", modern, certtest.KeyFile(t, leaf), passphrase, "", ""},
		{"the key of another certificate", modern, certtest.KeyFile(t, other), passphrase, "does not belong to the client certificate", "Choose the key that"},
		{"no passphrase", modern, "", "", "client certificate " + modern + ": it is encrypted and no passphrase is set", enter},
		{"a wrong passphrase", legacy, "", "wrong", "the passphrase is wrong", check},
		{"a damaged file", damaged, "", passphrase, "Quarry cannot use the client certificate " + damaged, ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			c, err := New(Options{Host: "localhost", Port: 9200, TLS: TLS{Mode: ModeRequired, CertFile: row.cert, KeyFile: row.key, KeyPassphrase: row.passphrase}})
			if row.want == "" {
				require.NoError(t, err)
				pair := c.dialer.config.Certificates[0]
				require.Equal(t, parsed(t, leaf).Raw, pair.Certificate[0])
				require.Equal(t, row.name != "without a passphrase", len(pair.Certificate) == 2, "the certificates above it are sent too")
				return
			}
			failure := requireKind(t, err, KindInvalid)
			require.Contains(t, failure.Message, row.want)
			require.Contains(t, failure.Hint, row.hint)
			require.NotContains(t, failure.Error(), passphrase)
		})
	}
}

// FuzzPKCS12: any file is returned unchanged, converted to PEM, or refused.
func FuzzPKCS12(f *testing.F) {
	f.Add([]byte("-----BEGIN CERTIFICATE-----"), "")
	f.Add([]byte{0x30, 0x05, 0x02, 0x01, 0x03, 0x30, 0x00}, "p")
	f.Fuzz(func(t *testing.T, file []byte, passphrase string) {
		text, err := pemOf(file, passphrase)
		if err == nil && isPKCS12(file) {
			require.True(t, holds(text, "PRIVATE KEY") && holds(text, "CERTIFICATE"))
		} else if err == nil {
			require.Equal(t, file, text)
		}
	})
}
