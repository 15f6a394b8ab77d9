// SPEC: CON-05, CON-06, CON-09, CON-10, CON-11, CON-12, CON-13, CON-20, CON-22
package session

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/transport"
	"quarry/backend/profile/secrets"
	"quarry/backend/testing/systemtest"
	"quarry/drivers/driver"
)

func TestTheFormsValuesBecomeTheOptionsOfTheClient(t *testing.T) {
	user := fields{"username": "anna", "password": "given"}
	tests := []struct {
		name   string
		engine string
		values fields
		stored fields
		want   transport.Options
	}{
		{"the form's defaults", "elasticsearch", fields{"username": "anna"}, user, transport.Options{
			Host: "localhost", Port: 9200, TLS: transport.TLS{Mode: "disabled"}, ConnectTimeout: 30 * time.Second,
			Auth: transport.Auth{Scheme: "basic", User: "anna", Secret: "given"},
		}},
		{"an API key", "elasticsearch", fields{"auth": "apiKey"}, fields{"apiKey": "aWQ6a2V5", "password": "stale"}, transport.Options{
			Host: "localhost", Port: 9200, TLS: transport.TLS{Mode: "disabled"}, ConnectTimeout: 30 * time.Second,
			Auth: transport.Auth{Scheme: "header", Header: "Authorization", Prefix: "ApiKey ", Secret: "aWQ6a2V5"},
		}},
		{"no credentials", "elasticsearch", fields{"auth": "none", "username": "left over"}, user, transport.Options{
			Host: "localhost", Port: 9200, TLS: transport.TLS{Mode: "disabled"}, ConnectTimeout: 30 * time.Second,
		}},
		{"everything", "elasticsearch", fields{
			"host": "::1", "port": "443", "prefix": "/es", "auth": "none", "ssl": "verify-ca", "caFile": systemtest.Absolute("/ca.pem"), "skipVerify": "true",
			"connectTimeout": "5", "queryTimeout": "7",
		}, nil, transport.Options{
			Host: "::1", Port: 443, Prefix: "/es", TLS: transport.TLS{Mode: "verify-ca", SkipVerify: true, CAFile: systemtest.Absolute("/ca.pem")},
			ConnectTimeout: 5 * time.Second, RequestTimeout: 7 * time.Second,
		}},
		{"no limit on queries", "elasticsearch", fields{"auth": "none", "queryTimeout": "0"}, nil, transport.Options{
			Host: "localhost", Port: 9200, TLS: transport.TLS{Mode: "disabled"}, ConnectTimeout: 30 * time.Second, RequestTimeout: noLimit,
		}},
		{"no limit on connecting", "elasticsearch", fields{"auth": "none", "connectTimeout": "0"}, nil, transport.Options{
			Host: "localhost", Port: 9200, TLS: transport.TLS{Mode: "disabled"}, ConnectTimeout: noLimit,
		}},
		{"fields that come later are not used", "elasticsearch", fields{"auth": "none", "certFile": "/c.pem", "keyFile": "/k.pem"}, nil, transport.Options{
			Host: "localhost", Port: 9200, TLS: transport.TLS{Mode: "disabled"}, ConnectTimeout: 30 * time.Second,
		}},
		{"the other engine", "typesense", fields{"host": "search.example", "port": "443", "ssl": "required"}, fields{"apiKey": "xyz"}, transport.Options{
			Host: "search.example", Port: 443, TLS: transport.TLS{Mode: "required"}, ConnectTimeout: 30 * time.Second,
			Auth: transport.Auth{Scheme: "header", Header: "X-TYPESENSE-API-KEY", Secret: "xyz"},
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m := manifestOf(t, test.engine)
			got, err := transportOptions(t.Context(), m, FormValuesOf(m, test.values), holding(test.stored))
			require.NoError(t, err)
			require.True(t, reflect.DeepEqual(test.want, got), "%v\n%v", test.want, got) // printed or diffed, they hide the secret
		})
	}
}

func TestEverySSLModeOfTheFormsIsOneOfTheClients(t *testing.T) {
	for _, id := range []string{"elasticsearch", "typesense"} {
		m := manifestOf(t, id)
		modes := 0
		for _, tab := range m.Form.Tabs {
			for _, field := range tab.Fields {
				if field.ID != "ssl" {
					continue
				}
				for _, option := range field.Options {
					modes++
					client, err := transport.New(transport.Options{Host: "localhost", Port: 1, TLS: transport.TLS{Mode: transport.Mode(option.Value)}})
					require.NoError(t, err, option.Value)
					client.Close()
					require.Equal(t, option.Value != "disabled", FormValuesOf(m, fields{"ssl": option.Value}).Secure())
				}
			}
		}
		require.Equal(t, 5, modes)
		require.False(t, FormValuesOf(m, nil).Secure(), "plain HTTP is the default")
	}
}

func TestTheFormNamesTheTimeLimitThatHoldsWhereNoneWasTyped(t *testing.T) {
	limit := strconv.Itoa(int(transport.DefaultRequestTimeout.Seconds()))
	for _, id := range []string{"elasticsearch", "typesense"} {
		var found []string
		for _, tab := range manifestOf(t, id).Form.Tabs {
			for _, field := range tab.Fields {
				if field.ID == "queryTimeout" {
					found = append(found, field.Placeholder, field.Hint)
				}
			}
		}
		require.Equal(t, []string{limit, "Default " + limit + " s; 0 means no limit"}, found)
	}
}

func TestOnlyTheSecretThatIsNeededIsAskedFor(t *testing.T) {
	tests := []struct {
		name   string
		engine string
		values fields
		want   []string
	}{
		{"user and password", "elasticsearch", fields{"username": "anna"}, []string{"password"}},
		{"an API key", "elasticsearch", fields{"auth": "apiKey"}, []string{"apiKey"}},
		{"none", "elasticsearch", fields{"auth": "none"}, nil},
		{"a key", "typesense", nil, []string{"apiKey"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m := manifestOf(t, test.engine)
			var asked []string
			_, err := transportOptions(t.Context(), m, FormValuesOf(m, test.values), func(_ context.Context, field string) (string, error) {
				asked = append(asked, field)
				return "given", nil
			})
			require.NoError(t, err)
			require.Equal(t, test.want, asked)
		})
	}
}

// SPEC: CON-07, CON-13, CON-23
func TestWhatCannotBeUsedIsRefusedInASentence(t *testing.T) {
	folder := t.TempDir()
	garbage := filepath.Join(folder, "garbage.pem")
	require.NoError(t, os.WriteFile(garbage, []byte("no certificate"), 0o600))
	const host = "Check General: Host. Must be a host name, an IPv4 address or an IPv6 address, without scheme, port or path."
	tests := []struct {
		name    string
		values  fields
		message string
	}{
		{"a host with a scheme", fields{"host": "https://es.example"}, "Check General: Host. Must not be a URL: type es.example here, 443 in Port, and choose an SSL Mode that is not Disabled."},
		{"a host with a port", fields{"host": "es.example:9200"}, "Check General: Host. Must be only the host name or address: type es.example here, 9200 in Port."},
		{"a host with a path", fields{"host": "es.example/es"}, "Check General: Host. Must be only the host name or address: type es.example here, /es in Path Prefix."},
		{"a host with a space", fields{"host": "es example"}, host},
		{"a host with a user", fields{"host": "anna@es.example"}, "Check General: Host. Must be only the host name or address: type es.example here, user and password in their own fields."},
		{"a host with a question mark", fields{"host": "es.example?"}, "Check General: Host. Must be only the host name or address: type es.example here."},
		{"a host with a backslash", fields{"host": `es.example\x`}, host},
		{"a host in open brackets", fields{"host": "[::1"}, host},
		{"a name in brackets", fields{"host": "[abc]"}, host},
		{"two dots", fields{"host": "es..example"}, `The host "es..example" is not a name or an address.`},
		{"no host", fields{"host": ""}, "Enter Host (General) to connect."},
		{"no port", fields{"port": ""}, "Enter Port (General) to connect."},
		{"a port that is no number", fields{"port": "http"}, "Check General: Port. Must be a whole number."},
		{"a port out of range", fields{"port": "65536"}, "Check General: Port. Must be between 1 and 65535."},
		{"an unknown method", fields{"auth": "kerberos"}, "Check General: Auth Method. "},
		{"no user name", fields{"auth": "password"}, "Enter Username and Password (General) to connect."},
		{"nothing", fields{"host": "", "port": "", "auth": "password"}, "Enter Host, Port, Username and Password (General) to connect."},
		{"a prefix without a slash", fields{"prefix": "es"}, "Check Options: Path Prefix. Must be a path that begins with a slash, such as /es."},
		{"a prefix that leads out", fields{"prefix": "/es/.."}, `The path prefix "/es/.." is not a path.`},
		{"a missing CA file", fields{"ssl": "verify-ca", "caFile": filepath.Join(folder, "none.pem")},
			"Quarry cannot read the CA certificate file " + filepath.Join(folder, "none.pem") + ": no such file or directory."},
		{"a CA file that is a folder", fields{"ssl": "verify-identity", "caFile": folder}, "Quarry cannot read the CA certificate file " + folder + ": "},
		{"a CA file with something else in it", fields{"ssl": "verify-ca", "caFile": garbage},
			"The CA certificate file " + garbage + " contains no PEM certificate."},
	}
	server := record(t, as8)
	table := New(drivers{t})
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := table.Open(t.Context(), to("elasticsearch", server.Address, test.values), holding(nil))
			e := failure(t, err)
			require.Equal(t, driver.Invalid, e.Kind)
			require.Contains(t, e.Message, test.message)
			require.False(t, e.Sent)
		})
	}
	require.Empty(t, server.Sent())
	c := to("elasticsearch", server.Address, fields{"ssl": "required", "caFile": garbage})
	_, err := New(drivers{t}).Open(t.Context(), c, holding(nil))
	require.Equal(t, driver.TLS, failure(t, err).Kind, "a CA file that is not used does not matter")
}

func TestASecretThatCannotBeReadIsNotTakenForNone(t *testing.T) {
	server := record(t, as8)
	gone := &secrets.Unavailable{Reason: secrets.ReasonLocked}
	tests := []struct {
		name   string
		secret secretSource
		check  func(t *testing.T, err error)
	}{
		{"the store is locked", func(context.Context, string) (string, error) { return "", gone }, func(t *testing.T, err error) {
			require.ErrorIs(t, err, gone)
		}},
		{"the user gave up", func(context.Context, string) (string, error) { return "", context.Canceled }, func(t *testing.T, err error) {
			require.ErrorIs(t, err, context.Canceled)
		}},
		{"it was kept for another run", holding(nil), func(t *testing.T, err error) {
			e := failure(t, err)
			require.Equal(t, driver.Invalid, e.Kind)
			require.Equal(t, "Enter Password (General) to connect.", e.Message)
			require.Contains(t, e.Hint, "only until it quits")
		}},
		{"it holds a line break", holding(fields{"password": "a\nb"}), func(t *testing.T, err error) {
			require.NoError(t, err, "Basic encodes it")
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			server.Forget()
			c := to("elasticsearch", server.Address, fields{"auth": "password", "username": "anna"})
			_, err := New(drivers{t}).Test(t.Context(), c, test.secret)
			test.check(t, err)
			require.Equal(t, err != nil, len(server.Sent()) == 0, "nothing was sent where it failed")
		})
	}
	c := to("elasticsearch", server.Address, fields{"auth": "apiKey"})
	_, err := New(drivers{t}).Test(t.Context(), c, holding(fields{"apiKey": "hidden\nkey"}))
	require.Equal(t, "The credential contains a line break or a control character.", failure(t, err).Message)
	require.False(t, errors.Is(err, secrets.ErrNotFound))
}

// SPEC: CON-22
func TestTheSafeModeThatWasNotChosenDependsOnTheHost(t *testing.T) {
	m := manifestOf(t, "elasticsearch")
	tests := []struct {
		host, chosen, want string
	}{
		{"localhost", "", SafeOff}, {"LOCALHOST", "", SafeOff}, {"127.0.0.1", "", SafeOff}, {"127.9.9.9", "", SafeOff},
		{"::1", "", SafeOff}, {"[::1]", "", SafeOff}, {"es.example", "", SafeConfirm}, {"10.0.0.1", "", SafeConfirm},
		{"Localhost.", "", SafeOff}, {" localhost ", "", SafeOff}, {"127.255.9.1", "", SafeOff}, {"0:0:0:0:0:0:0:1", "", SafeOff},
		{"::ffff:127.0.0.1", "", SafeOff}, {"[::FFFF:7F01:2]", "", SafeOff}, {"127.256.0.1", "", SafeConfirm},
		{"127.0.0.1.example", "", SafeConfirm}, {"localhost..", "", SafeConfirm}, {"::2", "", SafeConfirm},
		{"::ffff:10.0.0.1", "", SafeConfirm}, {"::1:", "", SafeConfirm}, {"es.localhost", "", SafeOff}, {".localhost", "", SafeConfirm},
		{"localhost.example", "", SafeConfirm}, {"es.example", "off", SafeOff}, {"es.example", "confirm", SafeConfirm},
		{"localhost", "read-only", SafeReadOnly}, {"localhost", "confirm", SafeConfirm}, {"es.example", "nonsense", SafeConfirm},
	}
	for _, test := range tests {
		t.Run(test.host+" "+test.chosen, func(t *testing.T) {
			values := fields{"host": test.host}
			if test.chosen != "" {
				values["safeMode"] = test.chosen
			}
			require.Equal(t, test.want, FormValuesOf(m, values).SafeMode())
		})
	}
	require.Equal(t, SafeOff, FormValuesOf(m, nil).SafeMode(), "the form's own host is this computer")
	require.Equal(t, 1000, FormValuesOf(m, nil).PageSize())
	require.Zero(t, FormValuesOf(m, fields{"pageSize": "many"}).PageSize())
}
