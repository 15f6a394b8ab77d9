// SPEC: CON-05, CON-07
package manifest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/driverhost/manifest"
)

func TestMissingNamesTheTabAndTheFieldThatSaveNeeds(t *testing.T) {
	m := parsed(t)
	key := manifest.Place{Tab: "General", Label: "Key", Secret: true}
	tests := []struct {
		name   string
		values map[string]string
		set    []string
		want   []manifest.Place
	}{
		{"a new connection needs nothing where defaults stand", nil, nil, nil},
		{"an emptied default is missing", map[string]string{"host": ""}, nil, []manifest.Place{{Tab: "General", Label: "Host"}}},
		{"spaces are no value", map[string]string{"host": "  "}, nil, []manifest.Place{{Tab: "General", Label: "Host"}}},
		{"a shown secret is missing", map[string]string{"auth": "key"}, nil, []manifest.Place{key}},
		{"a stored secret is there", map[string]string{"auth": "key"}, []string{"apiKey"}, nil},
		{"another secret that is stored does not count", map[string]string{"auth": "key"}, []string{"password"}, []manifest.Place{key}},
		{"a typed secret is there", map[string]string{"auth": "key", "apiKey": "abc"}, nil, nil},
		{"all that is missing stands in the form's order", map[string]string{"auth": "user", "port": ""}, nil,
			[]manifest.Place{{Tab: "General", Label: "Port"}, {Tab: "General", Label: "User name"}, {Tab: "General", Label: "Password", Secret: true}}},
		{"a switch that is on asks for its field", map[string]string{"proxied": "true"}, nil, []manifest.Place{{Tab: "General", Label: "Prefix"}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			require.Equal(t, test.want, m.Missing(test.values, test.set))
		})
	}
}

func TestCheckRefusesAValueThatItsFieldCannotHold(t *testing.T) {
	m := parsed(t)
	tests := []struct {
		name   string
		values map[string]string
		field  string // "" if the values pass
	}{
		{"no values", nil, ""},
		{"a name", map[string]string{"host": "search-01.prod.example"}, ""},
		{"a name in another script", map[string]string{"host": "bücher.example"}, ""},
		{"an IPv4 address", map[string]string{"host": "192.0.2.7"}, ""},
		{"an IPv6 address", map[string]string{"host": "2001:db8::7"}, ""},
		{"an IPv6 address in brackets", map[string]string{"host": "[2001:db8::7]"}, ""},
		{"an IPv6 address with a zone", map[string]string{"host": "fe80::1%eth0"}, "host"},
		{"an absolute name", map[string]string{"host": "search.example."}, ""},
		{"a URL", map[string]string{"host": "https://search.example"}, "host"},
		{"a name with a port", map[string]string{"host": "search.example:9200"}, "host"},
		{"a name with user info", map[string]string{"host": "me@search.example"}, "host"},
		{"a name with a path", map[string]string{"host": "search.example/es"}, "host"},
		{"a name with a line break", map[string]string{"host": "a\nb"}, "host"},
		{"the last port", map[string]string{"port": "65535"}, ""},
		{"a port past the last", map[string]string{"port": "65536"}, "port"},
		{"port 0", map[string]string{"port": "0"}, "port"},
		{"a port with a sign", map[string]string{"port": "+80"}, "port"},
		{"a port in words", map[string]string{"port": "http"}, "port"},
		{"a number past 64 bits", map[string]string{"port": "99999999999999999999"}, "port"},
		{"an unknown choice", map[string]string{"auth": "token"}, "auth"},
		{"a switch that is neither", map[string]string{"proxied": "on"}, "proxied"},
		{"a path prefix", map[string]string{"proxied": "true", "prefix": "/es/v1"}, ""},
		{"a prefix without slash", map[string]string{"proxied": "true", "prefix": "es"}, "prefix"},
		{"a prefix that is another host", map[string]string{"proxied": "true", "prefix": "//other"}, "prefix"},
		{"a prefix with a query", map[string]string{"proxied": "true", "prefix": "/es?x"}, "prefix"},
		{"a hidden value is not looked at", map[string]string{"proxied": "false", "prefix": "es"}, ""},
		{"a field that comes later is not looked at", map[string]string{"later": "77"}, ""},
		{"the first of two is named", map[string]string{"auth": "token", "port": "0"}, "port"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := m.Check(test.values)
			if test.field == "" {
				require.NoError(t, err)
				return
			}
			var refused *manifest.FieldError
			require.ErrorAs(t, err, &refused)
			require.Equal(t, test.field, refused.Field)
			require.Equal(t, "General", refused.Tab)
			require.NotEmpty(t, refused.Reason)
		})
	}
}

func TestTheFormFollowsItsConditions(t *testing.T) {
	m := parsed(t)
	user, prefix := &m.Form.Tabs[0].Fields[3], &m.Form.Tabs[0].Fields[7]
	require.False(t, m.Visible(user, nil), "the default method shows no user")
	require.True(t, m.Visible(user, map[string]string{"auth": "user"}))
	require.False(t, m.Visible(prefix, nil), "a switch that was never set is off")
	require.True(t, m.Visible(prefix, map[string]string{"proxied": "true"}))
}

func TestDefaultsAndSecretsAreThoseOfTheForm(t *testing.T) {
	m := parsed(t)
	require.Equal(t, map[string]string{"host": "localhost", "port": "80", "auth": "none"}, m.Defaults())
	require.Equal(t, []string{"password", "apiKey"}, m.Secrets())
}

func TestTheCredentialRuleFollowsTheValues(t *testing.T) {
	m := parsed(t)
	require.Nil(t, m.AuthFor(nil))
	require.Equal(t, "password", m.AuthFor(map[string]string{"auth": "user"}).Secret)
	require.Equal(t, "X-Key", m.AuthFor(map[string]string{"auth": "key"}).Header)
}

func TestVersionsAreOrderedAsSemanticVersioningSays(t *testing.T) {
	ordered := []string{"0.1.0-alpha", "0.1.0-alpha.1", "0.1.0-alpha.beta", "0.1.0-beta.2", "0.1.0-beta.11", "0.1.0-rc.1", "0.1.0", "0.1.1", "0.2.0", "0.10.0", "1.0.0"}
	for i := range ordered {
		for j := range ordered {
			a, err := manifest.ParseVersion(ordered[i])
			require.NoError(t, err)
			b, err := manifest.ParseVersion(ordered[j])
			require.NoError(t, err)
			want := min(1, max(-1, i-j))
			require.Equal(t, want, a.Compare(b), "%s and %s", ordered[i], ordered[j])
		}
	}
	development, err := manifest.ParseVersion("0.1.0-dev")
	require.NoError(t, err)
	release, err := manifest.ParseVersion("0.1.0")
	require.NoError(t, err)
	require.Zero(t, development.CompareCore(release), "a development build of a version counts as that version")
}
