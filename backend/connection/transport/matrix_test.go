// SPEC: CON-11, CON-12, CON-13, CON-17
package transport

import (
	"crypto/tls"
	"errors"
	"net"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/transport/certtest"
)

// client is the client certificate for a cell of the matrix.
type client int

const (
	clientNone client = iota
	clientRight
	clientWrong
)

// served is one server of the matrix and what the client needs for it.
type served struct {
	name   string
	port   int
	ca     string // the CA file, "" for the system's authorities
	client client
}

// matrix has every server in every mode; an outcome is a reason, or "" if the connection is made.
type matrix struct {
	root, foreign *certtest.Authority
	right, wrong  *certtest.Authority
}

func newMatrix(t *testing.T) *matrix {
	root := certtest.Issue(t, nil, "Harbour Root", certtest.AsAuthority)
	foreign := certtest.Issue(t, nil, "Another Root", certtest.AsAuthority)
	return &matrix{
		root: root, foreign: foreign,
		right: certtest.Issue(t, root, "quarry client", certtest.AsClient),
		wrong: certtest.Issue(t, foreign, "stranger", certtest.AsClient),
	}
}

func (m *matrix) options(t *testing.T, s served, mode Mode, skip bool) func(*Options) {
	return func(o *Options) {
		o.TLS = TLS{Mode: mode, SkipVerify: skip, CAFile: s.ca}
		pair := map[client]*certtest.Authority{clientRight: m.right, clientWrong: m.wrong}[s.client]
		if pair != nil {
			o.TLS.CertFile, o.TLS.KeyFile = certtest.File(t, pair), certtest.KeyFile(t, pair)
		}
	}
}

// The outcomes of the modes that use TLS, in the order of a row.
var columns = []struct {
	name string
	mode Mode
	skip bool
}{
	{"preferred", ModePreferred, false}, {"required", ModeRequired, false}, {"verify CA", ModeVerifyCA, false},
	{"verify identity", ModeVerifyIdentity, false}, {"verify CA, skipped", ModeVerifyCA, true},
	{"verify identity, skipped", ModeVerifyIdentity, true},
}

func TestEveryCertificateAgainstEveryMode(t *testing.T) {
	m := newMatrix(t)
	middle := certtest.Issue(t, m.root, "Harbour Issuing", certtest.AsAuthority)
	good := certtest.Issue(t, middle, "good", certtest.ForLoopback)
	loopback := func(name string, changes ...certtest.Change) *tls.Config {
		changes = append([]certtest.Change{certtest.ForLoopback}, changes...)
		return certtest.Config(certtest.Issue(t, middle, name, changes...), middle)
	}
	own := certtest.Issue(t, nil, "self-signed", certtest.ForLoopback)
	ca, foreign := certtest.File(t, m.root), certtest.File(t, m.foreign)
	named := certtest.Config(certtest.Issue(t, middle, "named", certtest.For("other.example")), middle)
	demanding := func(version uint16) int {
		config := certtest.Demanding(certtest.Config(good, middle), m.root)
		config.MinVersion, config.MaxVersion = version, version
		return serveTLS(t, config)
	}
	demanding12, demanding13 := demanding(tls.VersionTLS12), demanding(tls.VersionTLS13)
	old := certtest.Config(good, middle)
	old.MinVersion, old.MaxVersion = tls.VersionTLS10, tls.VersionTLS10
	const (
		ok        = Reason("")
		authority = ReasonUnknownAuthority
		host      = ReasonHostMismatch
		client    = ReasonClientCertificate
		version   = ReasonVersion
	)
	rows := []struct {
		served
		want [6]Reason
	}{
		{served{name: "self-signed", port: serveTLS(t, certtest.Config(own))}, [6]Reason{ok, ok, authority, authority, ok, ok}},
		{served{name: "self-signed and its own CA file", port: serveTLS(t, certtest.Config(own)), ca: certtest.File(t, own)}, [6]Reason{}},
		{served{name: "own CA without its file", port: serveTLS(t, certtest.Config(good, middle))}, [6]Reason{ok, ok, authority, authority, ok, ok}},
		{served{name: "own CA with its file", port: serveTLS(t, certtest.Config(good, middle)), ca: ca}, [6]Reason{}},
		{served{name: "own CA with the file of another", port: serveTLS(t, certtest.Config(good, middle)), ca: foreign}, [6]Reason{ok, ok, authority, authority, ok, ok}},
		{served{name: "no intermediate", port: serveTLS(t, certtest.Config(good)), ca: ca}, [6]Reason{ok, ok, authority, authority, ok, ok}},
		{served{name: "no intermediate, which the CA file holds", port: serveTLS(t, certtest.Config(good)), ca: certtest.File(t, middle)}, [6]Reason{}},
		{served{name: "another host", port: serveTLS(t, named), ca: ca}, [6]Reason{ok, ok, ok, host, ok, ok}},
		{served{name: "another host and another authority", port: serveTLS(t, named), ca: foreign}, [6]Reason{ok, ok, authority, authority, ok, ok}},
		{served{name: "expired", port: serveTLS(t, loopback("expired", certtest.Expired)), ca: ca}, [6]Reason{ok, ok, ReasonExpired, ReasonExpired, ok, ok}},
		{served{name: "not yet valid", port: serveTLS(t, loopback("early", certtest.Early)), ca: ca}, [6]Reason{ok, ok, ReasonNotYetValid, ReasonNotYetValid, ok, ok}},
		{served{name: "for clients", port: serveTLS(t, loopback("for clients", certtest.AsClient)), ca: ca}, [6]Reason{ok, ok, ReasonCertificate, ReasonCertificate, ok, ok}},
		{served{name: "client certificate given, TLS 1.2", port: demanding12, ca: ca, client: clientRight}, [6]Reason{}},
		{served{name: "client certificate given, TLS 1.3", port: demanding13, ca: ca, client: clientRight}, [6]Reason{}},
		{served{name: "client certificate not given, TLS 1.2", port: demanding12, ca: ca}, [6]Reason{client, client, client, client, client, client}},
		{served{name: "client certificate not given, TLS 1.3", port: demanding13, ca: ca}, [6]Reason{client, client, client, client, client, client}},
		{served{name: "wrong client certificate, TLS 1.2", port: demanding12, ca: ca, client: clientWrong}, [6]Reason{client, client, client, client, client, client}},
		{served{name: "wrong client certificate, TLS 1.3", port: demanding13, ca: ca, client: clientWrong}, [6]Reason{client, client, client, client, client, client}},
		{served{name: "TLS 1.0 only", port: serveTLS(t, old), ca: ca}, [6]Reason{version, version, version, version, version, version}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			for i, column := range columns {
				t.Run(column.name, func(t *testing.T) {
					c := newClient(t, row.port, m.options(t, row.served, column.mode, column.skip))
					resp, err := get(t, c)
					if row.want[i] == ok {
						require.NoError(t, err)
						require.Equal(t, 200, resp.Status)
						requireAccepted(t, c.TLS(), row.client, column.mode.verifies() && !column.skip)
						return
					}
					requireRefused(t, c, err, row.served, row.want[i])
				})
			}
			t.Run("disabled", func(t *testing.T) {
				c := newClient(t, row.port, m.options(t, row.served, ModeDisabled, false))
				resp, err := get(t, c)
				require.NoError(t, err, "the server answers plain HTTP in plain HTTP")
				require.Equal(t, 400, resp.Status)
				require.Nil(t, c.TLS())
			})
		})
	}
}

func requireAccepted(t *testing.T, facts *TLSFacts, given client, checked bool) {
	require.Empty(t, facts.Reason)
	require.NotEmpty(t, facts.Chain)
	require.Equal(t, checked, facts.Checked)
	require.Equal(t, checked, facts.Trusted)
	require.Equal(t, given != clientNone, facts.GaveClient)
}

func requireRefused(t *testing.T, c *Client, err error, s served, want Reason) {
	var early *Error
	if runtime.GOOS == "windows" && want == ReasonClientCertificate && errors.As(err, &early) && early.Kind == KindConnect {
		require.Contains(t, early.Hint, "Client Certificate and Client Key", "a reset has overtaken the alert")
		return
	}
	failure := requireKind(t, err, KindTLS)
	require.Equal(t, want, failure.TLS.Reason)
	require.Equal(t, want, c.TLS().Reason, "it is remembered")
	if want != ReasonClientCertificate {
		require.False(t, failure.Sent)
	}
	switch want {
	case ReasonVersion:
		require.Empty(t, failure.TLS.Chain)
		require.Equal(t, "Quarry supports TLS 1.2 and 1.3. Enable one of them on the server.", failure.Hint)
	case ReasonClientCertificate:
		require.NotEmpty(t, failure.TLS.Chain)
		require.True(t, failure.TLS.AskedClient)
		require.Equal(t, s.client == clientWrong, failure.TLS.GaveClient)
		require.Contains(t, failure.Hint, "Client Certificate and Client Key")
		require.Equal(t, s.client == clientWrong, failure.TLS.GaveClient)
	default:
		require.NotEmpty(t, failure.TLS.Chain)
		require.Equal(t, certificateHints[want], failure.Hint)
		require.NotEmpty(t, failure.Hint)
	}
}

// A reset can overtake the alert that says why, on Windows above all.
//
// SPEC: CON-17, CON-25
func TestAConnectionResetAfterTheClientCertificateSaysWhatTheServerMayWant(t *testing.T) {
	m := newMatrix(t)
	config := certtest.Config(certtest.Issue(t, m.root, "good", certtest.ForLoopback))
	config.ClientAuth = tls.RequestClientCert
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			_ = tls.Server(conn, config).HandshakeContext(t.Context())
			reset(conn.(*net.TCPConn))
		}
	}()
	port := listener.Addr().(*net.TCPAddr).Port
	for given, hint := range map[client]string{
		clientNone:  "The server asked for a client certificate. Choose a Client Certificate and Client Key.",
		clientWrong: "The server may want another client certificate. Choose a different Client Certificate and Client Key.",
	} {
		c := newClient(t, port, m.options(t, served{port: port, ca: certtest.File(t, m.root), client: given}, ModeVerifyCA, false))
		_, err := get(t, c)
		require.Equal(t, hint, requireKind(t, err, KindConnect).Hint)
	}
}
