// SPEC: CON-23
package plugin

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/transport"
	"quarry/drivers/driver"
)

// client returns a client of a server on the loopback interface.
func client(t *testing.T, handler http.HandlerFunc) (*transport.Client, *httptest.Server) {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	host, port, err := net.SplitHostPort(server.Listener.Addr().String())
	require.NoError(t, err)
	n, err := strconv.Atoi(port)
	require.NoError(t, err)
	c, err := transport.New(transport.Options{Host: host, Port: n, Auth: transport.Auth{Scheme: "basic", User: "u", Secret: "hush"}})
	require.NoError(t, err)
	t.Cleanup(c.Close)
	return c, server
}

func TestARequestGoesToTheWireAsTheDriverWroteIt(t *testing.T) {
	c, _ := client(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("X-Elastic-Product", "Elasticsearch")
		w.WriteHeader(http.StatusAccepted)
		fmt.Fprintf(w, "%s %s %s %s", r.Method, r.RequestURI, r.Header.Get("Content-Type"), body)
	})
	const want = `POST /a%2Fb/_search?q=%20x application/x-ndjson {"a":1}`
	response, err := FromTransport(c).Do(t.Context(), &driver.Request{
		Method: "POST", Path: "/a%2Fb/_search", Query: "q=%20x", Body: []byte(`{"a":1}`),
		Headers: []driver.Header{{Name: "Content-Type", Value: "application/x-ndjson"}},
	})
	require.NoError(t, err)
	require.Equal(t, 202, response.Status)
	require.Equal(t, want, string(response.Body))
	require.Equal(t, "Elasticsearch", response.Header.Get("X-Elastic-Product"))
}

func TestATransportsErrorIsTheContractsOfTheSameKind(t *testing.T) {
	c, server := client(t, func(http.ResponseWriter, *http.Request) {})
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := FromTransport(c).Do(t.Context(), &driver.Request{Method: "GET", Path: "//elsewhere"})
	require.Equal(t, driver.Refused, failure(t, err).Kind)
	require.Equal(t, "GET //elsewhere", failure(t, err).Op)
	require.NotEmpty(t, failure(t, err).Hint)
	_, err = FromTransport(c).Do(cancelled, &driver.Request{Method: "GET", Path: "/"})
	require.Equal(t, driver.Cancelled, failure(t, err).Kind)
	server.Close()
	_, err = FromTransport(c).Do(t.Context(), &driver.Request{Method: "GET", Path: "/"})
	require.Equal(t, driver.Connect, failure(t, err).Kind)
	require.False(t, failure(t, err).Sent)
	require.NotContains(t, failure(t, err).Message, "hush")
}

// httpFunc is an HTTP from a function.
type httpFunc func() (*transport.Response, error)

func (f httpFunc) Do(context.Context, transport.Request) (*transport.Response, error) { return f() }

func TestEveryKindOfTheTransportIsOneOfTheContract(t *testing.T) {
	kinds := map[transport.Kind]driver.Kind{
		transport.KindAuth: driver.Auth, transport.KindConnect: driver.Connect, transport.KindTLS: driver.TLS,
		transport.KindNotFound: driver.NotFound, transport.KindConflict: driver.Conflict, transport.KindInvalid: driver.Invalid,
		transport.KindRefused: driver.Refused, transport.KindUnsupported: driver.Unsupported, transport.KindEngine: driver.Engine,
		transport.KindCrashed: driver.Crashed, transport.KindTimeout: driver.Timeout, transport.KindCancelled: driver.Cancelled,
	}
	for from, to := range kinds {
		t.Run(string(to), func(t *testing.T) {
			s := FromTransport(httpFunc(func() (*transport.Response, error) {
				return nil, fmt.Errorf("wrapped: %w", &transport.Error{Kind: from, Message: "m", Hint: "h", Status: 502, Sent: true, Method: "GET", Path: "/p"})
			}))
			_, err := s.Do(t.Context(), &driver.Request{Method: "GET", Path: "/p"})
			message := "M."
			if to == driver.TLS {
				message = "m" // it begins with a name
			}
			require.Equal(t, &driver.Error{Kind: to, Message: message, Hint: "h", Op: "GET /p", Status: 502, Sent: true}, failure(t, err))
		})
	}
}
