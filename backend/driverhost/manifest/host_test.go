// SPEC: CON-05, CON-10, CON-23
package manifest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/driverhost/manifest"
)

func TestAnInvalidHostSaysWhatToTypeWhere(t *testing.T) {
	const alone = "must be only the host name or address: "
	const generic = "must be a host name, an IPv4 address or an IPv6 address, without scheme, port or path"
	const number = "is not a valid IPv4 address (four numbers from 0 to 255)"
	const choose = ", and choose an SSL Mode that is not Disabled"
	tests := []struct{ name, engine, host, want string }{
		{"a URL", "elasticsearch", "http://search.example:9200", "must not be a URL: type search.example here, 9200 in Port"},
		{"an https URL", "elasticsearch", "https://search.example", "must not be a URL: type search.example here, 443 in Port" + choose},
		{"a scheme in capitals", "elasticsearch", "HTTPS://search.example/", "must not be a URL: type search.example here, 443 in Port" + choose},
		{"a URL with a path", "elasticsearch", "https://proxy.example:8443/es/", "must not be a URL: type proxy.example here, 8443 in Port, /es in Path Prefix" + choose},
		{"a path where the form has no prefix", "typesense", "http://proxy.example/ts", "must not be a URL: type proxy.example here, 80 in Port"},
		{"a URL with user info", "elasticsearch", "http://me:s3cret@search.example:9200", "must not be a URL: type search.example here, 9200 in Port, user and password in their own fields"},
		{"a URL with an IPv6 address", "elasticsearch", "http://[2001:db8::7]:9200", "must not be a URL: type 2001:db8::7 here, 9200 in Port"},
		{"a name and a port", "elasticsearch", "search.example:9243", alone + "type search.example here, 9243 in Port"},
		{"brackets and a port", "elasticsearch", "[2001:db8::7]:9243", alone + "type 2001:db8::7 here, 9243 in Port"},
		{"a name and a path", "elasticsearch", "proxy.example/es", alone + "type proxy.example here, /es in Path Prefix"},
		{"a name with a slash", "elasticsearch", "search.example/", alone + "type search.example here"},
		{"user info and a name", "elasticsearch", "me:s3cret@search.example", alone + "type search.example here, user and password in their own fields"},
		{"a URL without a host", "elasticsearch", "http://", generic},
		{"a URL to a broken address", "elasticsearch", "http://10.0.0.256:9200", generic},
		{"a line break", "elasticsearch", "a\nb", generic},
		{"a space inside", "elasticsearch", "a b", generic},
		{"a backslash", "elasticsearch", `\\search.example`, generic},
		{"a zone", "elasticsearch", "fe80::1%eth0", "must not have a zone: remove %eth0 or use a host name"},
		{"a zone in brackets", "elasticsearch", "[fe80::1%eth0]", "must not have a zone: remove %eth0 or use a host name"},
		{"an IPv4 address in brackets", "elasticsearch", "[127.0.0.1]", generic},
		{"brackets around a name", "elasticsearch", "[search.example]", generic},
		{"an open bracket", "elasticsearch", "[2001:db8::7", generic},
		{"a broken IPv4 address", "elasticsearch", "10.0.0.256", number},
		{"a part of an IPv4 address", "elasticsearch", "10.1", number},
		{"a number", "elasticsearch", "9200", number},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := engine(t, test.engine).Check(map[string]string{"host": test.host})
			var refused *manifest.FieldError
			require.ErrorAs(t, err, &refused)
			require.Equal(t, test.want, refused.Reason)
			require.NotContains(t, err.Error(), "s3cret")
		})
	}
}

func TestSpacesAroundWhatTheHostUnderstandsAreTakenAway(t *testing.T) {
	m := engine(t, "typesense")
	given := map[string]string{"host": " search.example\t", "port": " 8108 ", "keyHeader": " X-K ", "caFile": "/with space ", "other": " x "}
	require.Equal(t, map[string]string{"host": "search.example", "port": "8108", "keyHeader": "X-K", "caFile": "/with space ", "other": " x "}, m.Tidy(given))
	require.Equal(t, " search.example\t", given["host"], "what was given stays")
	require.Equal(t, "/es", engine(t, "elasticsearch").Tidy(map[string]string{"prefix": " /es "})["prefix"])
}

func TestAHeaderThatCanCarryNoKeyIsRefused(t *testing.T) {
	m := engine(t, "typesense")
	for _, header := range []string{"Host", "content-length", "Connection", "X Key", "X-Kéy", "X:Y", "Transfer-Encoding"} {
		t.Run(header, func(t *testing.T) {
			var refused *manifest.FieldError
			require.ErrorAs(t, m.Check(map[string]string{"keyHeader": header}), &refused)
			require.Equal(t, "keyHeader", refused.Field)
		})
	}
	require.NoError(t, m.Check(map[string]string{"keyHeader": "X-SEARCH-API-KEY"}))
	require.Equal(t, "X-TYPESENSE-API-KEY", m.AuthFor(map[string]string{"keyHeader": ""}).Header, "an emptied one is the engine's own")
	require.Equal(t, "X-TYPESENSE-API-KEY", m.AuthFor(nil).Header, "a name for one connection stays with it")
}

func TestWhatTheFormHidesIsNotUsed(t *testing.T) {
	m := engine(t, "elasticsearch")
	values := map[string]string{"certFile": "/c.pem", "ssl": "required"}
	require.Empty(t, m.Used("certFile", values))
	values["ssl"] = "verify-ca"
	require.Equal(t, "/c.pem", m.Used("certFile", values))
	require.Empty(t, m.Used("nowhere", values))
	require.Equal(t, "localhost", m.Used("host", values), "a default counts")
	require.Empty(t, parsed(t).Used("later", map[string]string{"later": "3"}), "what comes later is not used")
}
