package session

import (
	"context"
	"crypto/tls"
	"net/http"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/transport"
	"quarry/backend/connection/transport/certtest"
	"quarry/backend/profile/connections"
	"quarry/backend/profile/secrets"
	"quarry/backend/testing/systemtest"
	"quarry/drivers/driver"
)

// greeter responds like a node of version 8.16 and records the names in the client certificates that it gets.
type greeter struct {
	mu    sync.Mutex
	names map[string]bool
}

func (g *greeter) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	name := ""
	if q.TLS != nil && len(q.TLS.PeerCertificates) > 0 {
		name = q.TLS.PeerCertificates[0].Subject.CommonName
	}
	g.mu.Lock()
	if g.names == nil {
		g.names = map[string]bool{}
	}
	g.names[name] = true
	g.mu.Unlock()
	as8(w, q)
}

// shown returns the names since the last call.
func (g *greeter) shown() map[string]bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	names := g.names
	g.names = nil
	return names
}

func tested(t *testing.T, c connections.Connection, stored fields) (*Report, error) {
	t.Helper()
	return New(drivers{t}).Test(t.Context(), c, holding(stored))
}

// fixture returns the full path of a test file of package transport.
func fixture(t *testing.T, name string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("..", "transport", "testdata", name))
	require.NoError(t, err)
	return path
}

// SPEC: CON-08, CON-13
func TestAClientCertificateOfTheFormIsShownToTheServer(t *testing.T) {
	root := certtest.Issue(t, nil, "Harbour Root", certtest.AsAuthority)
	config := certtest.Config(certtest.Issue(t, root, "node", certtest.ForLoopback), root)
	config.ClientAuth = tls.RequireAnyClientCert
	node := &greeter{}
	address := certtest.Serve(t, config, node)
	client := certtest.Issue(t, root, "quarry client", certtest.AsClient)
	ca, sealed := certtest.File(t, root), fixture(t, "key-aes256-sha256.pem")
	files := fields{"ssl": "verify-identity", "caFile": ca, "certFile": certtest.File(t, client), "keyFile": certtest.KeyFile(t, client)}
	encrypted := fields{"ssl": "verify-ca", "caFile": ca, "certFile": fixture(t, "client.pem"), "keyFile": sealed}
	hidden := fields{"ssl": "required", "certFile": files["certFile"], "keyFile": files["keyFile"]}
	skipped := fields{"ssl": "verify-ca", "skipVerify": "true", "certFile": files["certFile"], "keyFile": files["keyFile"]}
	const passphrase = "quarry tëst"
	rows := []struct {
		name    string
		values  fields
		stored  fields
		shown   string // the certificate's name
		message string // the message of the failure
	}{
		{"a plain key", files, nil, "quarry client", ""},
		{"an encrypted key and its stored passphrase", encrypted, fields{"keyPassphrase": passphrase}, "quarry test client", ""},
		{"an encrypted key without passphrase", encrypted, nil, "", "Quarry cannot use the client key " + sealed + ": it is encrypted and no passphrase is set."},
		{"an encrypted key and another passphrase", encrypted, fields{"keyPassphrase": "other"}, "", "Quarry cannot use the client key " + sealed + ": the passphrase is wrong."},
		{"files that the form hides are not used", hidden, nil, "", "Connection failed: remote error: tls: certificate required"},
		{"files under a mode whose check is skipped", skipped, nil, "quarry client", ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			node.shown()
			report, err := tested(t, to("elasticsearch", address, row.values), row.stored)
			if row.message != "" {
				require.Equal(t, row.message, failure(t, err).Message)
				require.NotContains(t, err.Error(), passphrase)
				require.NotEmpty(t, failure(t, err).Hint)
				return
			}
			require.NoError(t, err)
			require.Equal(t, map[string]bool{row.shown: true}, node.shown())
			require.True(t, report.TLS.GaveClient)
		})
	}
}

// SPEC: CON-08
func TestThePassphraseIsReadOnlyForAClientCertificate(t *testing.T) {
	root := certtest.Issue(t, nil, "root", certtest.AsAuthority)
	client := certtest.Issue(t, root, "client", certtest.AsClient)
	pair := fields{"certFile": certtest.File(t, client), "keyFile": certtest.KeyFile(t, client)}
	rows := []struct {
		mode string
		pair fields
		want []string
	}{{"verify-ca", pair, []string{"keyPassphrase"}}, {"verify-ca", nil, nil}, {"required", pair, nil}, {"disabled", pair, nil}}
	for _, row := range rows {
		var asked []string
		secret := func(_ context.Context, field string) (string, error) {
			asked = append(asked, field)
			return "", secrets.ErrNotFound
		}
		values := to("elasticsearch", "127.0.0.1:9200", row.pair).Fields
		values["ssl"] = row.mode
		m := manifestOf(t, "elasticsearch")
		_, err := transportOptions(t.Context(), m, FormValuesOf(m, values), secret)
		require.NoError(t, err)
		require.Equal(t, row.want, asked, "%s %v", row.mode, row.pair)
	}
}

// SPEC: CON-13
func TestATypedPathBeginsAtTheRootOrAtTheUsersOwnFolder(t *testing.T) {
	home, ca := systemtest.SetHome(t, t.TempDir()), systemtest.Absolute("/etc/ca.pem")
	m := manifestOf(t, "elasticsearch")
	options := func(path string) (transport.Options, error) {
		values := to("elasticsearch", "127.0.0.1:9200", fields{"ssl": "verify-ca", "caFile": path}).Fields
		return transportOptions(t.Context(), m, FormValuesOf(m, values), holding(nil))
	}
	for typed, want := range map[string]string{
		"": "", ca: ca, "  " + ca + " ": ca, "~/certs/ca.pem": filepath.Join(home, "certs", "ca.pem"),
	} {
		o, err := options(typed)
		require.NoError(t, err)
		require.Equal(t, want, o.TLS.CAFile, "%q", typed)
	}
	for _, typed := range []string{"ca.pem", "certs/ca.pem", "./ca.pem", "~other/ca.pem"} {
		_, err := options(typed)
		e := failure(t, err)
		require.Equal(t, driver.Invalid, e.Kind)
		require.Equal(t, "The path of the file "+typed+" is not absolute.", e.Message)
	}
}

// SPEC: CON-13, CON-17
func TestWhatTheServerPresentedIsTold(t *testing.T) {
	if testing.Short() {
		t.Skip("long work of a single goroutine")
	}
	root := certtest.Issue(t, nil, "Harbour Root", certtest.AsAuthority)
	leaf := certtest.Issue(t, root, "node", certtest.ForLoopback)
	address := certtest.Serve(t, certtest.Config(leaf, root), http.HandlerFunc(as8))
	locked := certtest.Serve(t, certtest.Config(leaf, root), http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = w.Write([]byte(`{"error":{"root_cause":[{"type":"security_exception","reason":"no"}],"type":"security_exception","reason":"no"},"status":401}`))
	}))
	t.Run("with a failure of TLS", func(t *testing.T) {
		_, err := tested(t, to("elasticsearch", address, fields{"ssl": "verify-identity"}), nil)
		e := failure(t, err)
		require.Equal(t, driver.TLS, e.Kind)
		require.Equal(t, "Connection failed: tls: failed to verify certificate: x509: certificate signed by unknown authority", e.Message)
		require.Equal(t, transport.CertificateHint, e.Hint)
		facts := factsOf(t, err)
		require.Equal(t, transport.ReasonUnknownAuthority, facts.Reason)
		require.Equal(t, address, facts.Address)
		require.Equal(t, transport.ReasonUnknownAuthority, facts.Chain[1].Fault)
	})
	t.Run("with another failure", func(t *testing.T) {
		_, err := tested(t, to("elasticsearch", locked, fields{"ssl": "required"}), nil)
		require.Equal(t, driver.Auth, failure(t, err).Kind)
		facts := factsOf(t, err)
		require.Empty(t, facts.Reason)
		require.Len(t, facts.Chain, 2)
	})
	t.Run("when a connection is opened", func(t *testing.T) {
		_, err := New(drivers{t}).Open(t.Context(), to("elasticsearch", address, fields{"ssl": "verify-ca"}), holding(nil))
		require.Equal(t, transport.ReasonUnknownAuthority, factsOf(t, err).Reason)
	})
	t.Run("with a report", func(t *testing.T) {
		report, err := tested(t, to("elasticsearch", address, fields{"ssl": "verify-identity", "caFile": certtest.File(t, root)}), nil)
		require.NoError(t, err)
		require.True(t, report.TLS.Trusted)
		require.True(t, report.TLS.OwnRoots)
		require.Equal(t, "node", report.TLS.Chain[0].Subject)
	})
	t.Run("nothing over plain HTTP", func(t *testing.T) {
		report, err := tested(t, to("elasticsearch", record(t, as8).Address, nil), nil)
		require.NoError(t, err)
		require.Nil(t, report.TLS)
	})
	t.Run("nothing where nobody answered", func(t *testing.T) {
		closed := record(t, as8)
		closed.Close()
		_, err := tested(t, to("elasticsearch", closed.Address, fields{"ssl": "required"}), nil)
		require.Equal(t, driver.Connect, failure(t, err).Kind)
		var c *ConnectError
		require.NotErrorAs(t, err, &c)
	})
}

func factsOf(t *testing.T, err error) *transport.TLSFacts {
	t.Helper()
	var c *ConnectError
	require.ErrorAs(t, err, &c)
	return c.TLS
}

// SPEC: CON-10
func TestAKeyTravelsInTheHeaderThatTheConnectionNames(t *testing.T) {
	server := record(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = w.Write([]byte(`{"message": "Forbidden - a valid ` + "`x-typesense-api-key`" + ` header must be sent."}`))
	})
	rows := []struct{ name, field, sent, absent string }{
		{"the engine's own", "", "X-TYPESENSE-API-KEY", "X-SEARCH-API-KEY"},
		{"one of a gateway", " X-SEARCH-API-KEY ", "X-SEARCH-API-KEY", "X-TYPESENSE-API-KEY"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			server.Forget()
			_, err := tested(t, to("typesense", server.Address, fields{"keyHeader": row.field}), fields{"apiKey": "xyz"})
			require.Equal(t, driver.Auth, failure(t, err).Kind)
			require.NotEmpty(t, server.Sent())
			for _, value := range server.Headers(row.sent) {
				require.Equal(t, "xyz", value)
			}
			for _, value := range server.Headers(row.absent) {
				require.Equal(t, "-", value)
			}
		})
	}
}

// SPEC: CON-05, CON-23
func TestAHostIsReachedInEveryFormThatTheFieldTakes(t *testing.T) {
	if testing.Short() {
		t.Skip("long work of a single goroutine")
	}
	server := record(t, as8)
	rows := []struct{ name, host, prefix, path string }{
		{"an address", "127.0.0.1", "", "/"},
		{"a name", "localhost", "", "/"},
		{"a name in capitals", "LocalHost", "", "/"},
		{"an absolute name", "localhost.", "", "/"},
		{"spaces around it", "  127.0.0.1\t", "", "/"},
		{"an IPv6 address that holds an IPv4 address", "::ffff:127.0.0.1", "", "/"},
		{"the same in brackets", "[::ffff:127.0.0.1]", "", "/"},
		{"a prefix", "127.0.0.1", "/es", "/es/"},
		{"a prefix with a slash and a space at its end", "127.0.0.1", "/es/ ", "/es/"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			server.Forget()
			c := to("elasticsearch", server.Address, fields{"host": row.host, "prefix": row.prefix})
			_, err := tested(t, c, nil)
			if row.prefix == "" {
				require.NoError(t, err)
			}
			require.Equal(t, "GET "+row.path, server.Sent()[0])
		})
	}
	t.Run("a URL is refused before anything is sent", func(t *testing.T) {
		server.Forget()
		_, err := tested(t, to("elasticsearch", server.Address, fields{"host": "https://proxy.example/es"}), nil)
		e := failure(t, err)
		require.Equal(t, driver.Invalid, e.Kind)
		require.Equal(t, "Check General: Host. Must not be a URL: type proxy.example here, 443 in Port, /es in Path Prefix, and choose an SSL Mode that is not Disabled.", e.Message)
		require.Empty(t, server.Sent())
	})
}

// SPEC: CON-13
func TestAFolderInPlaceOfAFileIsSaidSo(t *testing.T) {
	folder := t.TempDir()
	_, err := tested(t, to("elasticsearch", "127.0.0.1:1", fields{"ssl": "verify-ca", "caFile": folder}), nil)
	e := failure(t, err)
	require.Equal(t, "Quarry cannot read the CA certificate file "+folder+": is a directory.", e.Message)
	require.Equal(t, "Choose another file in CA Certificate.", e.Hint)
}

// SPEC: CON-13
func TestAFileOnAnotherComputerIsNotOpened(t *testing.T) {
	for _, path := range []string{`\\server\share\ca.pem`, `//server/share/ca.pem`, `\/server\share\ca.pem`, `  \\?\UNC\server\share\ca.pem`, `\\.\pipe\x`} {
		_, err := wholePath(path)
		var e *driver.Error
		require.ErrorAs(t, err, &e, path)
		require.Equal(t, driver.Invalid, e.Kind)
		require.Contains(t, e.Message, "is on another computer, so Quarry does not open it.")
	}
	here := systemtest.Absolute("/etc/ssl/ca.pem")
	path, err := wholePath(here)
	require.NoError(t, err)
	require.Equal(t, here, path)
}
