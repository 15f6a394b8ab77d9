package transport

import (
	"crypto/tls"
	"crypto/x509"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// SPEC: CON-11, CON-12, CON-13
func TestTheModesAcceptAndRefuseCertificatesAsTheySay(t *testing.T) {
	root := issue(t, nil, "Harbour Root", asAuthority)
	middle := issue(t, root, "Harbour Issuing", asAuthority)
	good := issue(t, middle, "good", forLoopback)
	named := issue(t, middle, "named", func(c *x509.Certificate) { c.DNSNames = []string{"other.example"} })
	expired := issue(t, middle, "expired", func(c *x509.Certificate) { forLoopback(c); c.NotAfter = time.Now().Add(-time.Minute) })
	early := issue(t, middle, "early", func(c *x509.Certificate) { forLoopback(c); c.NotBefore = time.Now().Add(time.Minute) })
	client := issue(t, middle, "for clients", func(c *x509.Certificate) {
		forLoopback(c)
		c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}
	})
	own := issue(t, nil, "self-signed", forLoopback)
	above := []*authority{middle}
	ports := map[string]int{
		"good": serveTLS(t, good, above, nil), "named": serveTLS(t, named, above, nil), "expired": serveTLS(t, expired, above, nil),
		"early": serveTLS(t, early, above, nil), "client": serveTLS(t, client, above, nil), "own": serveTLS(t, own, nil, nil),
	}
	trusted, foreign := pemFile(t, root), pemFile(t, issue(t, nil, "Another Root", asAuthority))
	rows := []struct {
		name, server string
		mode         Mode
		ca           string
		skip         bool
		want         Reason
	}{
		{"preferred accepts a self-signed one", "own", ModePreferred, "", false, ""},
		{"required accepts a self-signed one", "own", ModeRequired, "", false, ""},
		{"required accepts an expired one for another host", "expired", ModeRequired, "", false, ""},
		{"verify CA accepts a chain to the CA file", "good", ModeVerifyCA, trusted, false, ""},
		{"verify CA does not look at the host name", "named", ModeVerifyCA, trusted, false, ""},
		{"verify CA refuses a self-signed one", "own", ModeVerifyCA, "", false, ReasonUnknownAuthority},
		{"verify CA refuses what the CA file does not sign", "good", ModeVerifyCA, foreign, false, ReasonUnknownAuthority},
		{"verify CA refuses what the system does not know", "good", ModeVerifyCA, "", false, ReasonUnknownAuthority},
		{"verify CA refuses an expired one", "expired", ModeVerifyCA, trusted, false, ReasonExpired},
		{"verify CA refuses one that is not valid yet", "early", ModeVerifyCA, trusted, false, ReasonNotYetValid},
		{"verify CA refuses one that is for clients", "client", ModeVerifyCA, trusted, false, ReasonCertificate},
		{"verify identity accepts chain and name", "good", ModeVerifyIdentity, trusted, false, ""},
		{"verify identity refuses another name", "named", ModeVerifyIdentity, trusted, false, ReasonHostMismatch},
		{"verify identity refuses an unknown authority", "good", ModeVerifyIdentity, foreign, false, ReasonUnknownAuthority},
		{"skipping accepts anything under verify CA", "own", ModeVerifyCA, foreign, true, ""},
		{"skipping accepts anything under verify identity", "named", ModeVerifyIdentity, foreign, true, ""},
		{"skipping accepts an expired one", "expired", ModeVerifyIdentity, "", true, ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			c := newClient(t, ports[row.server], func(o *Options) { o.TLS = TLS{Mode: row.mode, CAFile: row.ca, SkipVerify: row.skip} })
			_, err := c.Do(t.Context(), Request{Method: "GET", Path: "/"})
			facts := c.TLS()
			require.NotNil(t, facts)
			require.Equal(t, row.server == "named", !facts.HostMatches)
			require.Equal(t, "TLS 1.3", facts.Version)
			if row.want == "" {
				require.NoError(t, err)
				return
			}
			failure := requireKind(t, err, KindTLS)
			require.Equal(t, row.want, failure.TLS.Reason)
			require.Equal(t, CertificateHint, failure.Hint)
			require.False(t, failure.Sent)
			require.NotEmpty(t, failure.TLS.Chain)
		})
	}
}

// SPEC: CON-11
func TestTheNameIsCheckedForEveryFormOfHost(t *testing.T) {
	root := issue(t, nil, "root", asAuthority)
	port := serveTLS(t, issue(t, root, "leaf", forLoopback), nil, nil)
	for _, host := range []string{"127.0.0.1", "localhost"} {
		t.Run(host, func(t *testing.T) {
			c := newClient(t, port, func(o *Options) { o.Host, o.TLS = host, TLS{Mode: ModeVerifyIdentity, CAFile: pemFile(t, root)} })
			_, err := c.Do(t.Context(), Request{Method: "GET", Path: "/"})
			require.NoError(t, err)
		})
	}
}

// SPEC: CON-13
func TestTheChainThatTheServerPresentedIsDescribed(t *testing.T) {
	root := issue(t, nil, "Harbour Root", asAuthority)
	leaf := issue(t, root, "leaf", forLoopback)
	port := serveTLS(t, leaf, []*authority{root}, nil)
	_, err := newClient(t, port, func(o *Options) { o.TLS.Mode = ModeVerifyIdentity }).Do(t.Context(), Request{Method: "GET", Path: "/"})
	failure := requireKind(t, err, KindTLS)
	require.Equal(t, "tls: failed to verify certificate: x509: certificate signed by unknown authority", failure.Message)
	require.Len(t, failure.TLS.Chain, 2)
	first, second := failure.TLS.Chain[0], failure.TLS.Chain[1]
	require.Equal(t, "leaf", first.Subject)
	require.Equal(t, "Harbour Root", first.Issuer)
	require.Equal(t, []string{"localhost", "127.0.0.1", "::1"}, first.Names)
	require.True(t, first.NotAfter.Equal(leaf.cert.NotAfter))
	require.Regexp(t, `^([0-9A-F]{2}:){31}[0-9A-F]{2}$`, first.SHA256)
	require.False(t, first.SelfSigned)
	require.True(t, second.SelfSigned)
}

// SPEC: CON-13
func TestAClientCertificateIsReallyUsed(t *testing.T) {
	root := issue(t, nil, "root", asAuthority)
	pool := x509.NewCertPool()
	pool.AddCert(root.cert)
	asClient := func(c *x509.Certificate) { c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth} }
	quarry := issue(t, root, "quarry client", asClient)
	stranger := issue(t, nil, "stranger", asClient)
	for _, version := range []uint16{tls.VersionTLS12, tls.VersionTLS13} {
		port := serveTLS(t, issue(t, root, "leaf", forLoopback), nil, func(c *tls.Config) {
			c.ClientAuth, c.ClientCAs, c.MinVersion, c.MaxVersion = tls.RequireAndVerifyClientCert, pool, version, version
		})
		rows := []struct {
			name string
			cert *authority
			ok   bool
		}{{"with it", quarry, true}, {"without one", nil, false}, {"with one that nobody signed", stranger, false}}
		for _, row := range rows {
			t.Run(tls.VersionName(version)+" "+row.name, func(t *testing.T) {
				c := newClient(t, port, func(o *Options) {
					o.TLS = TLS{Mode: ModeVerifyIdentity, CAFile: pemFile(t, root)}
					if row.cert != nil {
						o.TLS.CertFile, o.TLS.KeyFile = pemFile(t, row.cert), keyFile(t, row.cert)
					}
				})
				resp, err := c.Do(t.Context(), Request{Method: "GET", Path: "/"})
				if row.ok {
					require.NoError(t, err)
					require.Equal(t, "quarry client", string(resp.Body))
					return
				}
				failure := requireKind(t, err, KindTLS)
				require.Equal(t, ReasonClientCertificate, failure.TLS.Reason)
				require.True(t, failure.TLS.AskedClient)
				require.NotEmpty(t, failure.TLS.Chain)
				require.Contains(t, failure.Hint, "Client Certificate")
			})
		}
	}
}

// SPEC: CON-11
func TestHTTPSAndHTTPDoNotFallBackToEachOther(t *testing.T) {
	for _, mode := range []Mode{ModePreferred, ModeRequired, ModeVerifyCA, ModeVerifyIdentity} {
		t.Run(string(mode)+" against plain HTTP", func(t *testing.T) {
			_, err := newClient(t, newPlainAnswer(t), func(o *Options) { o.TLS.Mode = mode }).Do(t.Context(), Request{Method: "GET", Path: "/"})
			failure := requireKind(t, err, KindTLS)
			require.Equal(t, ReasonProtocol, failure.TLS.Reason)
			require.NotContains(t, failure.Error(), "HTTP/1.1")
			require.Contains(t, failure.Hint, "Disabled")
		})
	}
	t.Run("disabled against HTTPS", func(t *testing.T) {
		port := serveTLS(t, issue(t, nil, "own", forLoopback), nil, nil)
		resp, err := newClient(t, port, nil).Do(t.Context(), Request{Method: "GET", Path: "/"})
		require.NoError(t, err)
		require.Equal(t, 400, resp.Status, "the server's own word on plain HTTP")
	})
	t.Run("no protocol version in common", func(t *testing.T) {
		port := serveTLS(t, issue(t, nil, "own", forLoopback), nil, func(c *tls.Config) { c.MinVersion, c.MaxVersion = tls.VersionTLS10, tls.VersionTLS11 })
		_, err := newClient(t, port, func(o *Options) { o.TLS.Mode = ModeRequired }).Do(t.Context(), Request{Method: "GET", Path: "/"})
		require.Equal(t, ReasonProtocol, requireKind(t, err, KindTLS).TLS.Reason)
	})
}

// SPEC: CON-13
func TestAFileThatCannotBeUsedIsNamed(t *testing.T) {
	dir := t.TempDir()
	junk := filepath.Join(dir, "junk.pem")
	require.NoError(t, os.WriteFile(junk, []byte("no certificate"), 0o600))
	missing := filepath.Join(dir, "missing.pem")
	rows := []struct {
		name string
		tls  TLS
		want string
	}{
		{"a missing CA file", TLS{Mode: ModeVerifyCA, CAFile: missing}, "no such file"},
		{"a CA file without a certificate", TLS{Mode: ModeVerifyCA, CAFile: junk}, "holds no certificate"},
		{"a key without a certificate", TLS{Mode: ModeRequired, KeyFile: junk}, "without a client certificate"},
		{"a missing certificate", TLS{Mode: ModeRequired, CertFile: missing, KeyFile: junk}, missing},
		{"a missing key", TLS{Mode: ModeRequired, CertFile: "testdata/client.pem", KeyFile: missing}, missing},
		{"a key that is none", TLS{Mode: ModeRequired, CertFile: "testdata/client.pem", KeyFile: junk}, junk},
		{"an unknown mode", TLS{Mode: "sometimes"}, "sometimes"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			_, err := New(Options{Host: "localhost", Port: 9200, TLS: row.tls})
			require.Contains(t, requireKind(t, err, KindInvalid).Message, row.want)
		})
	}
	t.Run("a CA file is not read where nothing is verified", func(t *testing.T) {
		_, err := New(Options{Host: "localhost", Port: 9200, TLS: TLS{Mode: ModeRequired, CAFile: missing}})
		require.NoError(t, err)
	})
}

// SPEC: CON-08, CON-13
func TestAnEncryptedClientKeyOpensWithItsPassphraseOnly(t *testing.T) {
	const passphrase = "quarry tëst"
	rows := []struct{ name, file, passphrase, want string }{
		{"a plain key", "key-plain.pem", "", ""},
		{"a plain key and a needless passphrase", "key-plain.pem", passphrase, ""},
		{"AES-256 with SHA-256", "key-aes256-sha256.pem", passphrase, ""},
		{"AES-128 with SHA-1", "key-aes128-sha1.pem", passphrase, ""},
		{"3DES with SHA-512", "key-des3-sha512.pem", passphrase, ""},
		{"openssl's older form", "key-legacy.pem", passphrase, ""},
		{"no passphrase", "key-aes256-sha256.pem", "", "no passphrase is set"},
		{"no passphrase for the older form", "key-legacy.pem", "", "no passphrase is set"},
		{"a wrong passphrase", "key-aes256-sha256.pem", "wrong-passphrase", "does not open it"},
		{"a wrong passphrase for the older form", "key-legacy.pem", "wrong-passphrase", "does not open it"},
		{"a scheme that is not read", "key-scrypt.pem", passphrase, "in a way that is not read"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			_, err := New(Options{Host: "localhost", Port: 9200, TLS: TLS{Mode: ModeRequired, CertFile: "testdata/client.pem", KeyFile: filepath.Join("testdata", row.file), KeyPassphrase: row.passphrase}})
			if row.want == "" {
				require.NoError(t, err)
				return
			}
			failure := requireKind(t, err, KindInvalid)
			require.Contains(t, failure.Message, row.want)
			require.NotContains(t, failure.Message, passphrase)
			require.False(t, strings.Contains(failure.Message, "wrong-passphrase"))
		})
	}
}

// newPlainAnswer answers anything with plain HTTP.
func newPlainAnswer(t testing.TB) int {
	t.Helper()
	return listenAndSay(t, "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
}
