// SPEC: CON-26
package transport

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const (
	tenant = "acme-of-this-test"
	bearer = "Bearer t0ken-of-this-test"
)

// extras are the extra headers of these tests.
var extras = []Header{{"x-tenant", tenant}, {"X-Gateway-Auth", " " + bearer + " "}}

func TestExtraHeadersGoWithEveryRequest(t *testing.T) {
	var received []http.Header
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { received = append(received, r.Header) }))
	defer server.Close()
	c := newClient(t, portOfServer(t, server), func(o *Options) {
		o.Headers, o.Auth = extras, Auth{Scheme: "basic", User: "anna", Secret: "pw"}
	})
	_, err := c.Do(t.Context(), Request{Method: "POST", Path: "/_search", Body: []byte("{}")})
	require.NoError(t, err)
	stream, err := c.Stream(t.Context(), Request{Method: "GET", Path: "/_cat/indices", Header: http.Header{"X-Tenant": {"of the driver"}}})
	require.NoError(t, err)
	require.NoError(t, stream.Body.Close())
	require.Len(t, received, 2)
	require.Equal(t, []string{tenant}, received[0]["X-Tenant"])
	require.Equal(t, []string{"of the driver"}, received[1]["X-Tenant"], "an extra header replaces nothing that Quarry sets")
	for _, header := range received {
		require.Equal(t, []string{bearer}, header["X-Gateway-Auth"])
		require.Equal(t, []string{"Basic YW5uYTpwdw=="}, header["Authorization"])
	}
}

func TestExtraHeadersReachNoOtherOrigin(t *testing.T) {
	reached := 0
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached++ }))
	defer other.Close()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, other.URL+"/taken", http.StatusTemporaryRedirect)
	}))
	defer server.Close()
	c := newClient(t, portOfServer(t, server), func(o *Options) { o.Headers = extras })
	for _, path := range []string{"/", "//" + strings.TrimPrefix(other.URL, "http://") + "/x", other.URL, "@" + strings.TrimPrefix(other.URL, "http://")} {
		_, err := c.Do(t.Context(), Request{Method: "GET", Path: path})
		requireKind(t, err, KindRefused)
		require.NotContains(t, fmt.Sprintf("%+v %v", err, err), tenant)
	}
	require.Zero(t, reached)
}

func TestExtraHeadersThatCannotBeSentAreRefused(t *testing.T) {
	rows := []struct {
		name    string
		headers []Header
		want    string
	}{
		{"no name", []Header{{"", tenant}}, "an extra header has no name"},
		{"a space in a name", []Header{{"X Tenant", tenant}}, `the header name "X Tenant" contains a space`},
		{"a line break in a name", []Header{{"X-A\r\nX-B", tenant}}, `the header name "X-A\r\nX-B" contains a line break`},
		{"another alphabet in a name", []Header{{"X-Mandañt", tenant}}, `the header name "X-Mandañt" contains a character that is not ASCII`},
		{"a colon in a name", []Header{{"X-Tenant:", tenant}}, `the header name "X-Tenant:" contains ":"`},
		{"two of one name", []Header{{"X-Tenant", "a"}, {"x-tenant", tenant}}, "there are two headers named X-Tenant"},
		{"no value", []Header{{"X-Tenant", "  "}}, "the header X-Tenant has no value"},
		{"a line break in a value", []Header{{"X-Tenant", tenant + "\r\nX-Evil: 1"}}, "the value of the header X-Tenant contains a line break"},
		{"a control character in a value", []Header{{"X-Tenant", tenant + "\x00"}}, "the value of the header X-Tenant contains a control character"},
		{"another alphabet in a value", []Header{{"X-Tenant", tenant + "é"}}, "the value of the header X-Tenant contains a character that is not ASCII"},
		{"the header of the credential", []Header{{"x-search-api-key", tenant}}, "you cannot add the header X-Search-Api-Key"},
	}
	for _, own := range []string{
		"authorization", "Host", "content-type", "Content-Length", "ACCEPT", "accept-encoding", "Connection", "Transfer-Encoding",
		"User-Agent", "Te", "Upgrade", "Trailer", "Expect", "Proxy-Authorization", "X-HTTP-Method-Override", "Idempotency-Key",
	} {
		rows = append(rows, struct {
			name    string
			headers []Header
			want    string
		}{own, []Header{{own, tenant}}, "you cannot add the header " + http.CanonicalHeaderKey(own)})
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			_, err := New(Options{
				Host: "localhost", Port: 1, Headers: row.headers,
				Auth: Auth{Scheme: "header", Header: "X-Search-Api-Key", Secret: "k"},
			})
			require.EqualError(t, err, row.want)
			requireKind(t, err, KindInvalid)
			require.NotContains(t, fmt.Sprintf("%+v", err), tenant)
		})
	}
}

func TestTheValuesOfExtraHeadersAreNeverShown(t *testing.T) {
	o := Options{Host: "localhost", Port: 9200, Headers: extras}
	data, err := json.Marshal(o)
	require.NoError(t, err)
	one, err := json.Marshal(o.Headers[0])
	require.NoError(t, err)
	c, err := New(o)
	require.NoError(t, err)
	var logged strings.Builder
	slog.New(slog.NewTextHandler(&logged, nil)).Info("x", "options", o, "header", o.Headers[0], "client", c)
	whole := fmt.Sprintf("%v %+v %#v %s %q %v %+v %#v %x", o, o, o, o, o.Headers, o.Headers[0], c, c, o.Headers[0]) + string(data) + string(one) + logged.String()
	for _, secret := range []string{tenant, fmt.Sprintf("%x", tenant), "t0ken"} {
		require.NotContains(t, whole, secret)
	}
	require.Contains(t, whole, "x-tenant")
}

func TestTheValuesOfExtraHeadersAreLeftOutOfWhatWasTyped(t *testing.T) {
	o := Options{Host: "localhost", Port: 9200, Headers: extras, Auth: Auth{Scheme: "basic", User: "anna", Secret: "t0ken"}}
	c, err := New(o)
	require.NoError(t, err)
	for text, want := range map[string]string{
		"/" + tenant + "/_search":                      "/(hidden)/_search",
		`{"auth": "` + bearer + `"}`:                   `{"auth": "(hidden)"}`,
		`{"auth": "t0ken-of-this-test"}`:               `{"auth": "(hidden)"}`,
		"a=t0ken&b=Bearer+t0ken-of-this-test&c=Bearer": "a=(hidden)&b=(hidden)&c=Bearer",
		`{"a": "\u0061cme-of-this-test"}`:              `{"a": "(hidden)"}`,
	} {
		require.Equal(t, want, c.Redact(text))
	}
}
