// SPEC: CON-07, CON-08, CON-09, CON-11, CON-12, CON-13, CON-15, CON-17
package session

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/testing/enginetest"
	"quarry/drivers/driver"
)

func TestRealEnginesTellTheirVersions(t *testing.T) {
	tests := []struct {
		name, url, product string
	}{
		{"8.16", enginetest.ES8(t), "Elasticsearch 8.16."},
		{"7.17", enginetest.ES7(t), "Elasticsearch 7.17."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			report, err := New(drivers{t}).Test(t.Context(), to("elasticsearch", address(test.url), nil), holding(nil))
			require.NoError(t, err)
			require.Contains(t, report.Server.Summary, test.product)
			require.Contains(t, report.Server.Summary, ", cluster ")
			require.Empty(t, report.Server.Warning)
		})
	}
}

func TestAReal79IsTakenAsItIs(t *testing.T) {
	report, err := New(drivers{t}).Test(t.Context(), to("elasticsearch", address(enginetest.ES79(t)), nil), holding(nil))
	require.NoError(t, err)
	require.Contains(t, report.Server.Summary, "Elasticsearch 7.9.")
	require.Empty(t, report.Server.Warning)
}

func TestAReal9IsSupported(t *testing.T) {
	report, err := New(drivers{t}).Test(t.Context(), to("elasticsearch", address(enginetest.ES9(t)), nil), holding(nil))
	require.NoError(t, err)
	require.Contains(t, report.Server.Summary, "Elasticsearch 9.4.")
	require.Empty(t, report.Server.Warning)
}

// login fills in the form's credentials.
type login struct {
	name           string
	values, stored fields
	refused        string
}

func logins(user, password, key string) []login {
	byPassword, byKey := fields{"auth": "password", "username": user}, fields{"auth": "apiKey"}
	return []login{
		{"the right password", byPassword, fields{"password": password}, ""},
		{"a wrong password", byPassword, fields{"password": "wrong-" + password}, "Authentication failed: unable to authenticate user [" + user + "] for REST request [/]"},
		{"an API key", byKey, fields{"apiKey": key}, ""},
		{"a wrong API key", byKey, fields{"apiKey": "bm9ib2R5OmtleQ=="}, "Authentication failed: "},
	}
}

func requireLogins(t *testing.T, where string, more fields, list []login) {
	t.Helper()
	for _, test := range list {
		t.Run(test.name, func(t *testing.T) {
			values := fields{}
			for _, some := range []fields{more, test.values} {
				for id, value := range some {
					values[id] = value
				}
			}
			report, err := New(drivers{t}).Test(t.Context(), to("elasticsearch", where, values), holding(test.stored))
			if test.refused == "" {
				require.NoError(t, err)
				require.Contains(t, report.Server.Summary, "Elasticsearch 8.16.")
				return
			}
			e := failure(t, err)
			require.Equal(t, driver.Auth, e.Kind)
			require.Contains(t, e.Message, test.refused)
			// For an API key, the engine itself reports what is wrong with it.
			require.Equal(t, more["ssl"] == "" && test.values["auth"] == "password", strings.Contains(e.Hint, "This connection is plain HTTP."))
			for _, secret := range test.stored {
				require.NotContains(t, e.Message+e.Hint+e.Detail, secret)
			}
		})
	}
}

func TestARealEngineTakesTheCredentialsOfTheForm(t *testing.T) {
	url := enginetest.ES8(t)
	user, password := enginetest.Credentials(t)
	requireLogins(t, address(url), nil, logins(user, password, apiKey(t, http.DefaultClient, url, user, password)))
}

func TestARealTLSEngineTakesTheCredentialsOfTheForm(t *testing.T) {
	url, ca := enginetest.ES8TLS(t)
	user, password := enginetest.TLSCredentials(t)
	key := apiKey(t, trusting(t, ca), url, user, password)
	requireLogins(t, address(url), fields{"ssl": "verify-identity", "caFile": ca}, logins(user, password, key))
}

func TestARealTLSEngineIsCheckedAsTheSSLModeSays(t *testing.T) {
	url, ca := enginetest.ES8TLS(t)
	user, password := enginetest.TLSCredentials(t)
	garbage := filepath.Join(t.TempDir(), "garbage.pem")
	require.NoError(t, os.WriteFile(garbage, []byte("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"), 0o600))
	tests := []struct {
		name    string
		values  fields
		kind    driver.Kind
		message string
	}{
		{"preferred", fields{"ssl": "preferred"}, "", ""},
		{"required", fields{"ssl": "required"}, "", ""},
		{"verify CA with its authority", fields{"ssl": "verify-ca", "caFile": ca}, "", ""},
		{"verify CA without", fields{"ssl": "verify-ca"}, driver.TLS, "certificate signed by unknown authority"},
		{"verify identity", fields{"ssl": "verify-identity", "caFile": ca}, "", ""},
		{"verify identity without authority, skipped", fields{"ssl": "verify-identity", "skipVerify": "true"}, "", ""},
		{"verify CA with garbage", fields{"ssl": "verify-ca", "caFile": garbage}, driver.Invalid, garbage},
		{"plain HTTP", fields{"ssl": "disabled"}, driver.Connect, "Connection failed: "},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			test.values["auth"], test.values["username"] = "password", user
			_, err := New(drivers{t}).Test(t.Context(), to("elasticsearch", address(url), test.values), holding(fields{"password": password}))
			if test.kind == "" {
				require.NoError(t, err)
				return
			}
			e := failure(t, err)
			require.Equal(t, test.kind, e.Kind)
			require.Contains(t, e.Message, test.message)
			require.NotContains(t, e.Message+e.Hint+e.Detail, password)
		})
	}
}
