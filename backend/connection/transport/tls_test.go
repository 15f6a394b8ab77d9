package transport

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/transport/certtest"
)

// serveTLS responds with the name of the client's certificate, if it sent one, and returns the port.
func serveTLS(t testing.TB, config *tls.Config) int {
	t.Helper()
	_, port, err := net.SplitHostPort(certtest.Serve(t, config, certtest.ClientName))
	require.NoError(t, err)
	number, err := strconv.Atoi(port)
	require.NoError(t, err)
	return number
}

func get(t testing.TB, c *Client) (*Response, error) {
	t.Helper()
	return c.Do(t.Context(), Request{Method: "GET", Path: "/"})
}

func TestAServerThatOffersHTTP2IsSpokenToInHTTP1(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.Proto) }))
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	response, err := get(t, newClient(t, portOfServer(t, server), func(o *Options) { o.TLS.Mode = ModeRequired }))
	require.NoError(t, err)
	require.Equal(t, "HTTP/1.1", string(response.Body))
}

// SPEC: CON-11
func TestTheNameIsCheckedForEveryFormOfHost(t *testing.T) {
	root := certtest.Issue(t, nil, "root", certtest.AsAuthority)
	port := serveTLS(t, certtest.Config(certtest.Issue(t, root, "leaf", certtest.ForLoopback)))
	for _, host := range []string{"127.0.0.1", "localhost", "LOCALHOST", "localhost."} {
		t.Run(host, func(t *testing.T) {
			c := newClient(t, port, func(o *Options) {
				o.Host, o.TLS = host, TLS{Mode: ModeVerifyIdentity, CAFile: certtest.File(t, root)}
			})
			_, err := get(t, c)
			require.NoError(t, err)
			require.True(t, c.TLS().HostMatches)
		})
	}
}

// SPEC: CON-13
func TestTheChainThatTheServerPresentedIsDescribed(t *testing.T) {
	root := certtest.Issue(t, nil, "Harbour Root", certtest.AsAuthority)
	leaf := certtest.Issue(t, root, "leaf", certtest.ForLoopback)
	port := serveTLS(t, certtest.Config(leaf, root))
	_, err := get(t, newClient(t, port, func(o *Options) { o.TLS.Mode = ModeVerifyIdentity }))
	failure := requireKind(t, err, KindTLS)
	require.Equal(t, "tls: failed to verify certificate: x509: certificate signed by unknown authority", failure.Message)
	require.Equal(t, fmt.Sprintf("127.0.0.1:%d", port), failure.TLS.Address)
	require.Len(t, failure.TLS.Chain, 2)
	first, second := failure.TLS.Chain[0], failure.TLS.Chain[1]
	require.Equal(t, "leaf", first.Subject)
	require.Equal(t, "Harbour Root", first.Issuer)
	require.Equal(t, []string{"localhost", "127.0.0.1", "::1"}, first.Names)
	require.True(t, first.NotAfter.Equal(leaf.Cert.NotAfter))
	require.Equal(t, "ECDSA P-256", first.Key)
	require.Regexp(t, `^([0-9A-F]{2}:){31}[0-9A-F]{2}$`, first.SHA256)
	require.False(t, first.SelfSigned)
	require.Empty(t, first.Fault)
	require.True(t, second.SelfSigned)
	require.Equal(t, ReasonUnknownAuthority, second.Fault)
}

// SPEC: CON-13
func TestTheFaultStandsAtTheCertificateThatHasIt(t *testing.T) {
	root := certtest.Issue(t, nil, "root", certtest.AsAuthority)
	old := certtest.Issue(t, root, "old", certtest.AsAuthority, certtest.Expired)
	middle := certtest.Issue(t, root, "middle", certtest.AsAuthority)
	plain := certtest.Issue(t, root, "signs nothing", certtest.ForLoopback)
	other := certtest.Issue(t, nil, "other root", certtest.AsAuthority)
	leaf := func(parent *certtest.Authority, changes ...certtest.Change) *certtest.Authority {
		return certtest.Issue(t, parent, "leaf", append([]certtest.Change{certtest.ForLoopback}, changes...)...)
	}
	const none = Reason("")
	rows := []struct {
		name  string
		mode  Mode
		roots *certtest.Authority
		chain []*certtest.Authority
		want  []Reason
	}{
		{"nothing is wrong", ModeVerifyIdentity, root, []*certtest.Authority{leaf(middle), middle}, []Reason{none, none}},
		{"an expired one in the middle", ModeVerifyCA, root, []*certtest.Authority{leaf(old), old}, []Reason{none, ReasonExpired}},
		{"another host", ModeVerifyIdentity, root, []*certtest.Authority{leaf(middle, certtest.For("other.example"), noAddress), middle}, []Reason{ReasonHostMismatch, none}},
		{"an authority that is not known", ModeVerifyCA, other, []*certtest.Authority{leaf(middle), middle, root}, []Reason{none, none, ReasonUnknownAuthority}},
		{"the same in another order", ModeVerifyCA, other, []*certtest.Authority{leaf(middle), root, middle}, []Reason{none, ReasonUnknownAuthority, none}},
		{"a missing intermediate", ModeVerifyCA, root, []*certtest.Authority{leaf(middle)}, []Reason{ReasonUnknownAuthority}},
		{"an issuer that may not sign", ModeVerifyCA, root, []*certtest.Authority{leaf(plain), plain}, []Reason{ReasonUnknownAuthority, none}},
		{"a certificate for clients", ModeVerifyCA, root, []*certtest.Authority{leaf(middle, certtest.AsClient), middle}, []Reason{ReasonCertificate, none}},
		{"dates are told where nothing is checked", ModeRequired, nil, []*certtest.Authority{leaf(old, certtest.Early), old}, []Reason{ReasonNotYetValid, ReasonExpired}},
		{"trust is not told where nothing is checked", ModeRequired, nil, []*certtest.Authority{leaf(middle), middle}, []Reason{none, none}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			port := serveTLS(t, certtest.Config(row.chain[0], row.chain[1:]...))
			c := newClient(t, port, func(o *Options) {
				o.TLS.Mode = row.mode
				if row.roots != nil {
					o.TLS.CAFile = certtest.File(t, row.roots)
				}
			})
			_, _ = get(t, c)
			var got []Reason
			for _, each := range c.TLS().Chain {
				got = append(got, each.Fault)
			}
			require.Equal(t, row.want, got)
		})
	}
}

func noAddress(c *x509.Certificate) { c.IPAddresses = nil }

// SPEC: CON-11
func TestHTTPSAndHTTPDoNotFallBackToEachOther(t *testing.T) {
	for _, mode := range []Mode{ModePreferred, ModeRequired, ModeVerifyCA, ModeVerifyIdentity} {
		t.Run(string(mode)+" against plain HTTP", func(t *testing.T) {
			_, err := get(t, newClient(t, newPlainAnswer(t), func(o *Options) { o.TLS.Mode = mode }))
			failure := requireKind(t, err, KindTLS)
			require.Equal(t, ReasonProtocol, failure.TLS.Reason)
			require.NotContains(t, failure.Error(), "HTTP/1.1")
			require.Contains(t, failure.Hint, "Disabled")
		})
	}
	t.Run("disabled against HTTPS", func(t *testing.T) {
		port := serveTLS(t, certtest.Config(certtest.Issue(t, nil, "own", certtest.ForLoopback)))
		resp, err := get(t, newClient(t, port, nil))
		require.NoError(t, err)
		require.Equal(t, 400, resp.Status, "the server's own word on plain HTTP")
	})
}

// SPEC: CON-11, CON-13
func TestAServerThatChoosesAnOldVersionOfTLSIsSaidSo(t *testing.T) {
	// A ServerHello of TLS 1.0 (RFC 2246, 7.4.1.3), as servers older than TLS 1.2 send it to a newer client.
	hello := append([]byte{22, 3, 1, 0, 42, 2, 0, 0, 38, 3, 1}, make([]byte, 32)...)
	hello = append(hello, 0, 0, 47, 0)
	port := listenAndSay(t, string(hello))
	_, err := get(t, newClient(t, port, func(o *Options) { o.TLS.Mode = ModeRequired }))
	failure := requireKind(t, err, KindTLS)
	require.Equal(t, ReasonVersion, failure.TLS.Reason)
	require.Equal(t, "tls: the server chose TLS 1.0", failure.Message)
	require.Contains(t, failure.Hint, "TLS 1.2 and 1.3")
}

// newPlainAnswer responds to anything in plain HTTP.
func newPlainAnswer(t testing.TB) int {
	t.Helper()
	return listenAndSay(t, "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
}

// SPEC: CON-13
func TestAFileThatCannotBeUsedIsNamedWithWhatToDo(t *testing.T) {
	dir := t.TempDir()
	named := func(name, text string) string {
		file := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		return file
	}
	junk, missing := named("junk.pem", "no certificate"), filepath.Join(dir, "missing.pem")
	own := certtest.Issue(t, nil, "own", certtest.AsClient)
	cert, key := certtest.File(t, own), certtest.KeyFile(t, own)
	broken := named("broken.pem", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n")
	foreign := certtest.KeyFile(t, certtest.Issue(t, nil, "other", certtest.AsClient))
	pair := func(cert, key string) TLS { return TLS{Mode: ModeVerifyCA, CertFile: cert, KeyFile: key} }
	rows := []struct {
		name       string
		tls        TLS
		want, hint string
	}{
		{"a missing CA file", TLS{Mode: ModeVerifyCA, CAFile: missing}, "Quarry cannot read the CA certificate file " + missing + ": no such file", "choose it again in CA Certificate"},
		{"a folder for a CA file", TLS{Mode: ModeVerifyCA, CAFile: dir}, "Quarry cannot read the CA certificate file " + dir + ": is a directory", "another file in CA Certificate"},
		{"a CA file without a certificate", TLS{Mode: ModeVerifyCA, CAFile: junk}, junk + " contains no", "must be a PEM file"},
		{"a key without a certificate", pair("", key), "without a client certificate", "in Client Certificate"},
		{"a missing certificate", pair(missing, key), missing, "choose it again in Client Certificate"},
		{"a missing key", pair(cert, missing), missing, "choose it again in Client Key"},
		{"a certificate that is none", pair(junk, key), junk + " contains no", "must be a PEM file"},
		{"a certificate that cannot be parsed", pair(broken, key), broken + " with the key " + key, ""},
		{"a key that is none", pair(cert, junk), junk + " contains no private key", "must be a PEM file"},
		{"a certificate in place of the key", pair(cert, cert), cert + " contains no private key", "must be a PEM file"},
		{"a certificate alone", pair(cert, ""), cert + " contains no private key, and no client key is set", "in Client Key"},
		{"a key of another certificate", pair(cert, foreign), foreign + " does not belong to the client certificate " + cert, "in Client Key"},
		{"an unknown mode", TLS{Mode: "sometimes"}, "sometimes", ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			_, err := New(Options{Host: "localhost", Port: 9200, TLS: row.tls})
			failure := requireKind(t, err, KindInvalid)
			require.Contains(t, failure.Message, row.want)
			require.Contains(t, failure.Hint, row.hint)
		})
	}
	t.Run("a CA file is not read where nothing is verified", func(t *testing.T) {
		_, err := New(Options{Host: "localhost", Port: 9200, TLS: TLS{Mode: ModeRequired, CAFile: missing}})
		require.NoError(t, err)
	})
	t.Run("certificate and key in one file", func(t *testing.T) {
		text, err := own.KeyPEM()
		require.NoError(t, err)
		_, err = New(Options{Host: "localhost", Port: 9200, TLS: pair(named("both.pem", string(text)+string(own.PEM())), "")})
		require.NoError(t, err)
	})
}

// SPEC: CON-13
func TestAKeyFileThatMayNotBeReadSaysWhatIsMissing(t *testing.T) {
	own := certtest.Issue(t, nil, "own", certtest.AsClient)
	key := certtest.KeyFile(t, own)
	require.NoError(t, os.Chmod(key, 0))
	if _, err := os.ReadFile(key); err == nil {
		t.Skip("this user may read every file")
	}
	_, err := New(Options{Host: "localhost", Port: 9200, TLS: TLS{Mode: ModeVerifyCA, CertFile: certtest.File(t, own), KeyFile: key}})
	failure := requireKind(t, err, KindInvalid)
	require.Equal(t, "Quarry cannot read the client key file "+key+": permission denied", failure.Message)
	require.Equal(t, "Give your user read permission, or choose another file in Client Key.", failure.Hint)
}

// SPEC: CON-08, CON-13
func TestAnEncryptedClientKeyOpensWithItsPassphraseOnly(t *testing.T) {
	const passphrase = "quarry tëst"
	const enter, check, other = "Enter its passphrase in Key Passphrase.", "Check Key Passphrase.", "Encrypt it with PBKDF2 and AES, as openssl pkcs8 -topk8 does, or use it without a passphrase."
	rows := []struct{ name, file, passphrase, want, hint string }{
		{"a plain key", "key-plain.pem", "", "", ""},
		{"a plain key and a needless passphrase", "key-plain.pem", passphrase, "", ""},
		{"AES-256 with SHA-256", "key-aes256-sha256.pem", passphrase, "", ""},
		{"AES-128 with SHA-1", "key-aes128-sha1.pem", passphrase, "", ""},
		{"3DES with SHA-512", "key-des3-sha512.pem", passphrase, "", ""},
		{"openssl's older form", "key-legacy.pem", passphrase, "", ""},
		{"no passphrase", "key-aes256-sha256.pem", "", "no passphrase is set", enter},
		{"no passphrase for the older form", "key-legacy.pem", "", "no passphrase is set", enter},
		{"a wrong passphrase", "key-aes256-sha256.pem", "wrong-passphrase", "the passphrase is wrong", check},
		{"a wrong passphrase for the older form", "key-legacy.pem", "wrong-passphrase", "the passphrase is wrong", check},
		{"AES-256 with scrypt", "key-scrypt.pem", passphrase, "", ""},
		{"a wrong passphrase for scrypt", "key-scrypt.pem", "wrong-passphrase", "the passphrase is wrong", check},
		{"an encryption that is not supported", "key-pbes1.pem", passphrase, "its encryption is not supported", other},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			file := filepath.Join("testdata", row.file)
			_, err := New(Options{Host: "localhost", Port: 9200, TLS: TLS{Mode: ModeRequired, CertFile: "testdata/client.pem", KeyFile: file, KeyPassphrase: row.passphrase}})
			if row.want == "" {
				require.NoError(t, err)
				return
			}
			failure := requireKind(t, err, KindInvalid)
			require.Contains(t, failure.Message, row.want)
			require.Contains(t, failure.Message, file)
			require.Equal(t, row.hint, failure.Hint)
			require.NotContains(t, failure.Message, passphrase)
			require.False(t, strings.Contains(failure.Message, "wrong-passphrase"))
		})
	}
}

// SPEC: CON-17
func TestTheSaferRemedyForACertificateComesFirst(t *testing.T) {
	for reason, hint := range certificateHints {
		t.Run(string(reason), func(t *testing.T) {
			accepting := strings.Index(strings.ToLower(hint), "accept any certificate")
			require.Equal(t, reason == ReasonCertificate, accepting == 0, hint)
		})
	}
	require.True(t, strings.HasPrefix(certificateHints[ReasonUnknownAuthority], "Trust this authority: set CA Certificate"))
}
