package transport

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"
)

const testSecret = "s3cr3t-Pa55"

// SPEC: CON-08
func TestNothingThatIsPrintedHoldsTheSecret(t *testing.T) {
	o := Options{Host: "127.0.0.1", Port: 9200, TLS: TLS{KeyPassphrase: testSecret}, Auth: Auth{Scheme: "basic", User: "elastic", Secret: testSecret}}
	c, err := New(o)
	require.NoError(t, err)
	_, failed := c.Do(t.Context(), Request{Method: "GET", Path: "//"})
	_, invalid := New(Options{Host: "h", Port: 1, Auth: Auth{Scheme: "header", Header: "K", Secret: testSecret + "\n"}})
	require.Error(t, failed)
	require.Error(t, invalid)
	values := map[string]any{
		"options": o, "a pointer to them": &o, "the credential": o.Auth, "the encryption": o.TLS, "the client": c, "the client's value": struct{ C *Client }{c},
		"options inside": struct{ O Options }{o}, "a list": []Options{o}, "a refusal": failed, "an invalid option": invalid, "a sender": Guarded{Next: c},
		"a request on its way": mustBegin(t, c),
	}
	forbidden := []string{testSecret, base64.StdEncoding.EncodeToString([]byte("elastic:" + testSecret))}
	for name, value := range values {
		t.Run(name, func(t *testing.T) {
			for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d", "%x"} {
				for _, secret := range append(forbidden, fmt.Sprintf("%x", testSecret)) {
					require.NotContains(t, fmt.Sprintf(verb, value), secret, verb)
				}
			}
			var log bytes.Buffer
			slog.New(slog.NewTextHandler(&log, nil)).Info("x", "value", value)
			slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "value", value)
			text, err := json.Marshal(value)
			if err == nil {
				log.Write(text)
			}
			for _, secret := range forbidden {
				require.NotContains(t, log.String(), secret)
			}
		})
	}
	require.Contains(t, fmt.Sprint(o), "elastic", "the rest is shown")
	require.Contains(t, fmt.Sprint(o), hidden)
}

// mustBegin returns everything that the observer could receive: the request as the caller made it.
func mustBegin(t *testing.T, c *Client) Request {
	t.Helper()
	x, err := c.begin(t.Context(), Request{Method: "GET", Path: "/"})
	require.NoError(t, err)
	defer x.release()
	require.NotEmpty(t, x.http.Header.Get("Authorization"))
	return x.request
}

// SPEC: CON-05
func TestAHostIsANameOrAnAddressWithAPathPrefixApart(t *testing.T) {
	rows := []struct {
		name   string
		o      Options
		origin string
		prefix string
	}{
		{"a name", Options{Host: "localhost", Port: 9200}, "http://localhost:9200", ""},
		{"a name with an underscore", Options{Host: "es_node-1.lan", Port: 9200}, "http://es_node-1.lan:9200", ""},
		{"a name beyond ASCII", Options{Host: "bücher.example", Port: 9200}, "http://xn--bcher-kva.example:9200", ""},
		{"an IPv4 address", Options{Host: "10.0.0.1", Port: 9200}, "http://10.0.0.1:9200", ""},
		{"an IPv6 address", Options{Host: "::1", Port: 9200}, "http://[::1]:9200", ""},
		{"an IPv6 address in brackets", Options{Host: "[2001:db8::1]", Port: 9200}, "http://[2001:db8::1]:9200", ""},
		{"an IPv6 address in another spelling", Options{Host: "[2001:DB8:0::1]", Port: 9200}, "http://[2001:db8::1]:9200", ""},
		{"a name with the dot of an absolute one", Options{Host: "a.example.", Port: 9200}, "http://a.example:9200", ""},
		{"a name that begins with a digit", Options{Host: "1password.example", Port: 9200}, "http://1password.example:9200", ""},
		{"HTTPS at its own port", Options{Host: "a.example", Port: 443, TLS: TLS{Mode: ModeRequired}}, "https://a.example", ""},
		{"HTTP at its own port", Options{Host: "a.example", Port: 80}, "http://a.example", ""},
		{"HTTP at the port of HTTPS", Options{Host: "a.example", Port: 443}, "http://a.example:443", ""},
		{"a prefix", Options{Host: "a", Port: 1, Prefix: "/es"}, "http://a:1", "/es"},
		{"a prefix without its slash", Options{Host: "a", Port: 1, Prefix: "es/west/"}, "http://a:1", "/es/west"},
		{"a slash for a prefix", Options{Host: "a", Port: 1, Prefix: "/"}, "http://a:1", ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			c, err := New(row.o)
			require.NoError(t, err)
			require.Equal(t, row.origin, c.Origin())
			require.Equal(t, row.prefix, c.endpoint.prefix)
			_, err = c.endpoint.target("GET", "/a", "b=c")
			require.NoError(t, err)
		})
	}
}

// SPEC: CON-05, CON-23
func TestAnOptionThatCannotBeUsedIsInvalid(t *testing.T) {
	rows := []struct {
		name string
		o    Options
	}{
		{"no host", Options{Port: 9200}},
		{"an address with a scheme", Options{Host: "https://a.example", Port: 9200}},
		{"a host with a port", Options{Host: "a.example:9200", Port: 9200}},
		{"a host with a path", Options{Host: "a.example/es", Port: 9200}},
		{"a host with user information", Options{Host: "u:p@a.example", Port: 9200}},
		{"a host with a space", Options{Host: "a example", Port: 9200}},
		{"a host with a line break", Options{Host: "a\r\nb", Port: 9200}},
		{"a host with an encoded character", Options{Host: "a%2eb", Port: 9200}},
		{"brackets around a name", Options{Host: "[a.example]", Port: 9200}},
		{"one bracket", Options{Host: "[::1", Port: 9200}},
		{"an IPv6 address with a zone", Options{Host: "fe80::1%eth0", Port: 9200}},
		{"the same in brackets", Options{Host: "[fe80::1%eth0]", Port: 9200}},
		{"an IPv4 address in brackets", Options{Host: "[127.0.0.1]", Port: 9200}},
		{"an IPv4 address past its range", Options{Host: "10.0.0.256", Port: 9200}},
		{"an IPv4 address with a part missing", Options{Host: "127.1", Port: 9200}},
		{"a number", Options{Host: "9200", Port: 9200}},
		{"a dot", Options{Host: ".", Port: 9200}},
		{"two dots at the end", Options{Host: "a.example..", Port: 9200}},
		{"two dots", Options{Host: "a..b", Port: 9200}},
		{"no port", Options{Host: "a"}},
		{"a port out of range", Options{Host: "a", Port: 65536}},
		{"a prefix with an empty part", Options{Host: "a", Port: 1, Prefix: "/es//b"}},
		{"a prefix to another host", Options{Host: "a", Port: 1, Prefix: "//other"}},
		{"a prefix with two slashes at its end", Options{Host: "a", Port: 1, Prefix: "/es//"}},
		{"a prefix that climbs", Options{Host: "a", Port: 1, Prefix: "/es/.."}},
		{"a prefix with a query", Options{Host: "a", Port: 1, Prefix: "/es?x"}},
		{"a prefix with a space", Options{Host: "a", Port: 1, Prefix: "/e s"}},
		{"a prefix that is not encoded", Options{Host: "a", Port: 1, Prefix: `/e"s`}},
		{"an unknown scheme of authentication", Options{Host: "a", Port: 1, Auth: Auth{Scheme: "digest"}}},
		{"a credential header that is no word", Options{Host: "a", Port: 1, Auth: Auth{Scheme: "header", Header: "a b", Secret: "k"}}},
		{"a key with a line break", Options{Host: "a", Port: 1, Auth: Auth{Scheme: "header", Header: "K", Secret: "a\r\nb"}}},
		{"a user agent with a line break", Options{Host: "a", Port: 1, UserAgent: "a\nb"}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			_, err := New(row.o)
			requireKind(t, err, KindInvalid)
		})
	}
}

func TestAnErrorNamesItsRequestAndUnwrapsToItsCause(t *testing.T) {
	cause := errors.New("cause")
	err := fmt.Errorf("page: %w", &Error{Kind: KindConnect, Message: "connect: connection refused", Method: "GET", Path: "/a\n", err: cause})
	require.Equal(t, `page: GET "/a\n": connect: connection refused`, err.Error())
	require.ErrorIs(t, err, cause)
	require.Equal(t, `"G T" "/": m`, (&Error{Message: "m", Method: "G T", Path: "/"}).Error())
}
