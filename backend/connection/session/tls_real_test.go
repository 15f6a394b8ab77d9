package session

import (
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/transport"
	"quarry/backend/profile/connections"
	"quarry/backend/testing/enginetest"
	"quarry/drivers/driver"
)

// securedNode returns a connection to the TLS node under the given host name, with its superuser and a password.
func securedNode(t *testing.T, host, password string, values fields) (connections.Connection, fields) {
	t.Helper()
	address, _ := enginetest.ES8TLS(t)
	user, right := enginetest.TLSCredentials(t)
	if password == "" {
		password = right
	}
	u, err := url.Parse(address)
	require.NoError(t, err)
	all := fields{"host": host, "port": u.Port(), "auth": "password", "username": user}
	for id, value := range values {
		all[id] = value
	}
	return to("elasticsearch", u.Host, all), fields{"password": password}
}

// SPEC: CON-09, CON-11, CON-12, CON-13
func TestRealTLSLetsInEveryModeThatTheCertificateFits(t *testing.T) {
	_, ca := enginetest.ES8TLS(t)
	rows := []struct {
		name, host string
		values     fields
		checked    bool
	}{
		{"preferred", "127.0.0.1", fields{"ssl": "preferred"}, false},
		{"required", "127.0.0.1", fields{"ssl": "required"}, false},
		{"verify CA with the file of its authority", "127.0.0.1", fields{"ssl": "verify-ca", "caFile": ca}, true},
		{"verify identity by address", "127.0.0.1", fields{"ssl": "verify-identity", "caFile": ca}, true},
		{"verify identity by name", "localhost", fields{"ssl": "verify-identity", "caFile": ca}, true},
		{"verify identity by an absolute name", "localhost.", fields{"ssl": "verify-identity", "caFile": ca}, true},
		{"verify CA that is skipped", "127.0.0.1", fields{"ssl": "verify-ca", "skipVerify": "true"}, false},
		{"verify identity that is skipped", "127.0.0.1", fields{"ssl": "verify-identity", "skipVerify": "true"}, false},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			c, stored := securedNode(t, row.host, "", row.values)
			report, err := tested(t, c, stored)
			require.NoError(t, err)
			require.Contains(t, report.Server.Summary, "8.16")
			require.Equal(t, row.checked, report.TLS.Trusted)
			require.True(t, report.TLS.HostMatches)
			require.NotEmpty(t, report.TLS.Chain)
		})
	}
}

// SPEC: CON-11, CON-13, CON-17
func TestRealTLSRefusesWhatDoesNotFit(t *testing.T) {
	_, ca := enginetest.ES8TLS(t)
	t.Run("an authority that the system does not know", func(t *testing.T) {
		for _, mode := range []string{"verify-ca", "verify-identity"} {
			c, stored := securedNode(t, "127.0.0.1", "", fields{"ssl": mode})
			_, err := tested(t, c, stored)
			e := failure(t, err)
			require.Equal(t, driver.TLS, e.Kind)
			require.Equal(t, "Connection failed: tls: failed to verify certificate: x509: certificate signed by unknown authority", e.Message)
			require.Equal(t, transport.CertificateHint, e.Hint)
			require.Equal(t, transport.ReasonUnknownAuthority, factsOf(t, err).Reason)
		}
	})
	t.Run("another name than those of the certificate", func(t *testing.T) {
		// This address leads to this computer but is in no certificate.
		c, stored := securedNode(t, "0.0.0.0", "", fields{"ssl": "verify-identity", "caFile": ca})
		_, err := tested(t, c, stored)
		require.Equal(t, driver.TLS, failure(t, err).Kind)
		require.Equal(t, transport.ReasonHostMismatch, factsOf(t, err).Reason)
	})
	t.Run("a wrong password", func(t *testing.T) {
		c, stored := securedNode(t, "127.0.0.1", "not the password", fields{"ssl": "verify-ca", "caFile": ca})
		_, err := tested(t, c, stored)
		e := failure(t, err)
		require.Equal(t, driver.Auth, e.Kind)
		require.NotContains(t, e.Hint, "HTTPS", "the connection is HTTPS already")
		require.Empty(t, factsOf(t, err).Reason)
	})
	t.Run("plain HTTP", func(t *testing.T) {
		c, stored := securedNode(t, "127.0.0.1", "", fields{"ssl": "disabled"})
		_, err := tested(t, c, stored)
		e := failure(t, err)
		require.Equal(t, driver.Connect, e.Kind)
		require.Contains(t, e.Hint, "choose an SSL mode")
	})
}
