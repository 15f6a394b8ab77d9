// SPEC: CON-09, CON-10, CON-15, CON-17, CON-18, CON-23
package session

import (
	"net"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/transport"
	"quarry/drivers/driver"
)

// SPEC: CON-09, CON-10
func TestEveryRequestCarriesTheCredentialOfTheMethodAndNoOther(t *testing.T) {
	if testing.Short() {
		t.Skip("long work of a single goroutine")
	}
	stored := fields{"password": "pässword:1", "apiKey": "aWQ6a2V5=="}
	tests := []struct {
		name          string
		engine        string
		values        fields
		authorization string
		key           string
	}{
		{"user and password", "elasticsearch", fields{"auth": "password", "username": "anna"}, "Basic YW5uYTpww6Rzc3dvcmQ6MQ==", "-"},
		{"an API key, as it was typed", "elasticsearch", fields{"auth": "apiKey"}, "ApiKey aWQ6a2V5==", "-"},
		{"none", "elasticsearch", fields{"auth": "none", "username": "anna"}, "-", "-"},
		{"a key header", "typesense", nil, "-", "aWQ6a2V5=="},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			response := as8
			if test.engine == "typesense" {
				response = asTypesense
			}
			server := record(t, response)
			report, err := New(drivers{t}).Test(t.Context(), to(test.engine, server.Address, test.values), holding(stored))
			require.NoError(t, err)
			require.Equal(t, 1, report.Objects)
			require.Greater(t, len(server.Sent()), 1)
			for _, got := range server.Headers("Authorization") {
				require.Equal(t, test.authorization, got)
			}
			for _, got := range server.Headers("X-Typesense-Api-Key") {
				require.Equal(t, test.key, got)
			}
			for _, got := range server.Headers("Cookie") {
				require.Equal(t, "-", got)
			}
		})
	}
}

// response returns a handler that sends the same response to every request.
func response(status int, body string, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
}

const wrongPassword = `{"error":{"root_cause":[{"type":"security_exception","reason":"unable to authenticate user [anna] for REST request [/]",` +
	`"header":{"WWW-Authenticate":["Basic realm=\"security\""]}}],"type":"security_exception","reason":"unable to authenticate user [anna] for REST request [/]"},"status":401}`

// SPEC: CON-15, CON-17, CON-18
func TestAServerThatRefusesOrIsAnotherIsSaidInItsOwnWords(t *testing.T) {
	if testing.Short() {
		t.Skip("long work of a single goroutine")
	}
	const plain = "This connection is plain HTTP. Elasticsearch 8.x normally needs HTTPS: choose an SSL mode, then test again."
	const supports = " Quarry supports Elasticsearch 7.x, 8.x and 9.x."
	password := fields{"auth": "password", "username": "anna"}
	tests := []struct {
		name     string
		engine   string
		values   fields
		response http.HandlerFunc
		want     driver.Error
	}{
		{"a wrong password", "elasticsearch", password, response(401, wrongPassword), driver.Error{
			Kind: driver.Auth, Status: 401, Code: "security_exception", Op: "GET /", Sent: true, Hint: "Check the credentials. " + plain,
			Message: "Authentication failed: unable to authenticate user [anna] for REST request [/]",
		}},
		{"a wrong API key", "elasticsearch", fields{"auth": "apiKey"}, response(401, wrongPassword), driver.Error{
			Kind: driver.Auth, Status: 401, Code: "security_exception", Op: "GET /", Sent: true,
			Hint:    "Check the credentials. The API key is sent as typed: enter the encoded value, or base64 of id:api_key. " + plain,
			Message: "Authentication failed: unable to authenticate user [anna] for REST request [/]",
		}},
		{"a fork", "elasticsearch", nil, response(200, `{"version":{"distribution":"opensearch","number":"2.11.0"},"tagline":"The OpenSearch Project"}`), driver.Error{
			Kind: driver.Unsupported, Message: "This server is not Elasticsearch", Op: "GET /", Sent: true,
			Hint: "It identifies itself as “opensearch” 2.11.0." + supports,
		}},
		{"another product", "elasticsearch", nil, response(200, `{"version":{"number":"8.1.0"},"tagline":"You Know, for Search"}`, "X-Elastic-Product", "Other"), driver.Error{
			Kind: driver.Unsupported, Message: "This server is not Elasticsearch", Op: "GET /", Sent: true,
			Hint: "It identifies itself as “Other” 8.1.0." + supports,
		}},
		{"something else that speaks JSON", "elasticsearch", nil, response(200, `{"ok":true}`), driver.Error{
			Kind: driver.Unsupported, Message: "This server is not Elasticsearch", Op: "GET /", Sent: true,
			Hint: "It responds with JSON that does not name Elasticsearch." + supports,
		}},
		{"a page of a proxy", "elasticsearch", nil, response(404, `<html>no</html>`, "Content-Type", "text/html"), driver.Error{
			Kind: driver.Unsupported, Message: "This server is not Elasticsearch", Op: "GET /", Status: 404, Sent: true,
			Hint: "It responded to GET / with status 404 and text/html. Check host, port and path prefix.",
		}},
		{"a server of another engine without its key", "typesense", nil, response(401, `{"message": "Forbidden - a valid `+"`x-typesense-api-key`"+` header must be sent."}`), driver.Error{
			Kind: driver.Auth, Status: 401, Code: "401", Op: "GET /collections", Sent: true, Hint: "Check API Key.",
			Message: "Forbidden - a valid `x-typesense-api-key` header must be sent.",
		}},
		{"a redirect to another host", "elasticsearch", nil, response(302, "", "Location", "http://elsewhere.example/"), driver.Error{
			Kind: driver.Refused, Status: 302, Op: "GET /", Sent: true,
			Message: "The server redirects to http://elsewhere.example, which is not this connection.",
			Hint:    "If that server is yours, create a separate connection for it.",
		}},
		{"a redirect to HTTPS", "elasticsearch", nil, response(301, "", "Location", "https://127.0.0.1/"), driver.Error{
			Kind: driver.Refused, Status: 301, Op: "GET /", Sent: true,
			Message: "The server redirects to https://127.0.0.1, which is not this connection.", Hint: "The server asks for HTTPS: choose an SSL mode.",
		}},
		{"a redirect from HTTP to a site without TLS in front", "typesense", nil, response(307, "", "Location", "//elsewhere.example/"), driver.Error{
			Kind: driver.Refused, Status: 307, Op: "GET /collections", Sent: true,
			Message: "The server redirects to http://elsewhere.example, which is not this connection.",
			Hint:    "If that server is yours, create a separate connection for it.",
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			server := record(t, test.response)
			stored := fields{"password": "hidden-1", "apiKey": "hidden-2"}
			table := New(drivers{t})
			_, err := table.Test(t.Context(), to(test.engine, server.Address, test.values), holding(stored))
			got := *failure(t, err)
			got.Detail = ""
			require.Equal(t, test.want, got)
			require.NotContains(t, err.Error()+failure(t, err).Detail, "hidden-")
			_, err = table.Open(t.Context(), to(test.engine, server.Address, test.values), holding(stored))
			require.Equal(t, test.want.Message, failure(t, err).Message)
			require.Empty(t, table.open)
		})
	}
}

// SPEC: CON-15
func TestAVersionThatIsNotSupportedIsAWarning(t *testing.T) {
	if testing.Short() {
		t.Skip("long work of a single goroutine")
	}
	tests := []struct{ version, product, warning string }{
		{"8.16.3", "Elasticsearch 8.16.3", ""},
		{"7.0.0", "Elasticsearch 7.0.0", ""},
		{"6.8.23", "Elasticsearch 6.8.23", "Elasticsearch 6.8.23 is not supported"},
		{"9.4.3", "Elasticsearch 9.4.3", ""},
		{"10.0.0", "Elasticsearch 10.0.0", "Elasticsearch 10.0.0 is not supported"},
		{"", "Elasticsearch", "This Elasticsearch does not report its version"},
	}
	for _, test := range tests {
		t.Run("version "+test.version, func(t *testing.T) {
			server := record(t, response(200, root(test.version)))
			s := opened(t, New(drivers{t}), to("elasticsearch", server.Address, nil), nil)
			require.Equal(t, test.product, s.Server().Product)
			require.Equal(t, test.warning, s.Server().Warning)
		})
	}
}

// SPEC: CON-05, CON-23
func TestTheHostOfTheFormIsANameOrAnAddress(t *testing.T) {
	if testing.Short() {
		t.Skip("long work of a single goroutine")
	}
	server := record(t, as8)
	_, port, err := net.SplitHostPort(server.Address)
	require.NoError(t, err)
	for _, host := range []string{"127.0.0.1", "localhost", "LocalHost", "::ffff:127.0.0.1", "[::ffff:127.0.0.1]"} {
		t.Run(host, func(t *testing.T) {
			_, err := New(drivers{t}).Test(t.Context(), to("elasticsearch", server.Address, fields{"host": host, "port": port}), holding(nil))
			require.NoError(t, err)
		})
	}
	listener, err := net.Listen("tcp", "[::1]:0")
	if err != nil {
		t.Skip("this computer has no IPv6")
	}
	six := http.Server{Handler: http.HandlerFunc(as8)}
	go func() { _ = six.Serve(listener) }()
	t.Cleanup(func() { require.NoError(t, six.Close()) })
	for _, host := range []string{"::1", "[::1]", "0:0:0:0:0:0:0:1"} {
		t.Run(host, func(t *testing.T) {
			_, err := New(drivers{t}).Test(t.Context(), to("elasticsearch", listener.Addr().String(), fields{"host": host}), holding(nil))
			require.NoError(t, err)
		})
	}
}

// SPEC: CON-05
func TestAPrefixStandsBeforeEveryPath(t *testing.T) {
	server := record(t, http.StripPrefix("/es", http.HandlerFunc(as8)).ServeHTTP)
	for _, prefix := range []string{"/es", "/es/"} {
		server.Forget()
		_, err := New(drivers{t}).Test(t.Context(), to("elasticsearch", server.Address, fields{"prefix": prefix, "safeMode": SafeConfirm}), holding(nil))
		require.NoError(t, err)
		require.Equal(t, []string{"GET /es/", "GET /es/_cat/indices"}, server.Sent())
	}
}

// SPEC: CON-17, CON-20
func TestAServerThatCannotBeReachedIsSaidWithWhatWouldHelp(t *testing.T) {
	closed := func(t *testing.T) string {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		require.NoError(t, l.Close())
		return l.Addr().String()
	}
	tests := []struct {
		name    string
		engine  string
		address func(t *testing.T) string
		values  fields
		kind    driver.Kind
		message string
		hint    string
	}{
		{"nobody listens", "elasticsearch", closed, nil, driver.Connect, "connection refused", ""},
		{"nobody listens, the other engine", "typesense", closed, nil, driver.Connect, "connection refused", ""},
		{"HTTPS is expected and HTTP is spoken", "elasticsearch", func(t *testing.T) string { return record(t, as8).Address },
			fields{"ssl": "required"}, driver.TLS, "Connection failed: tls: the server answered in plain HTTP, not TLS",
			"If this server uses plain HTTP, set SSL Mode to Disabled."},
		{"HTTP is expected and HTTPS is spoken", "elasticsearch", func(t *testing.T) string { return secured(t, issued(t)) },
			nil, driver.Unsupported, "This server is not Elasticsearch", "It responded to GET / with status 400. Check host, port and path prefix. An HTTPS port responds like this to plain HTTP: if it is one, choose an SSL mode."},
		{"the server closes at once", "elasticsearch", hangUp, nil, driver.Connect, "Connection failed: the server closed the connection without responding",
			"If this server expects HTTPS, choose an SSL mode."},
		{"no response in time", "elasticsearch", silent, fields{"queryTimeout": "1"}, driver.Timeout, "Connection failed: no response within 1 s",
			"The server may be busy. Try again, or raise Query Timeout in the connection's options."},
		{"no handshake in time", "typesense", silent, fields{"ssl": "preferred", "connectTimeout": "1"}, driver.Connect, "Connection failed: no TLS handshake within 1s", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := New(drivers{t}).Test(t.Context(), to(test.engine, test.address(t), test.values), holding(fields{"apiKey": "key"}))
			e := failure(t, err)
			require.Equal(t, test.kind, e.Kind)
			require.Contains(t, e.Message, test.message)
			require.Equal(t, test.hint, e.Hint)
		})
	}
}

// hangUp listens and closes every connection as soon as it has read a request.
func hangUp(t *testing.T) string {
	t.Helper()
	return listen(t, func(c net.Conn) {
		_, _ = c.Read(make([]byte, 64<<10)) // unread data would turn it into a reset
		_ = c.Close()
	})
}

// silent listens but never responds.
func silent(t *testing.T) string {
	t.Helper()
	return listen(t, func(c net.Conn) {
		for b := make([]byte, 512); ; {
			if _, err := c.Read(b); err != nil {
				_ = c.Close()
				return
			}
		}
	})
}

func listen(t *testing.T, serve func(net.Conn)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, l.Close()) })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go serve(c)
		}
	}()
	return l.Addr().String()
}

// SPEC: CON-22
func TestTheSafeModeOfTheFormIsOneOfTheClients(t *testing.T) {
	require.Equal(t, []transport.SafeMode{SafeOff, SafeConfirm, SafeReadOnly},
		[]transport.SafeMode{transport.SafeOff, transport.SafeConfirm, transport.SafeReadOnly})
}
