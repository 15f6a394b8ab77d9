package session

import (
	"crypto/tls"
	"crypto/x509"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

// trusting returns a client that trusts the certificate authority in a file.
func trusting(t *testing.T, ca string) *http.Client {
	t.Helper()
	text, err := os.ReadFile(ca)
	require.NoError(t, err)
	roots := x509.NewCertPool()
	require.True(t, roots.AppendCertsFromPEM(text))
	return &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}}}
}

// apiKey creates an API key for the duration of a test and returns its encoded value.
func apiKey(t *testing.T, client *http.Client, url, user, password string) string {
	t.Helper()
	ask := func(method, body string) string {
		q, err := http.NewRequest(method, url+"/_security/api_key", strings.NewReader(body))
		require.NoError(t, err)
		q.SetBasicAuth(user, password)
		q.Header.Set("Content-Type", "application/json")
		r, err := client.Do(q)
		require.NoError(t, err)
		defer r.Body.Close()
		text, err := io.ReadAll(r.Body)
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, r.StatusCode, string(text))
		return string(text)
	}
	made := ask(http.MethodPost, `{"name":"quarry-session-test","expiration":"10m"}`)
	t.Cleanup(func() { ask(http.MethodDelete, `{"ids":["`+gjson.Get(made, "id").Str+`"]}`) })
	return gjson.Get(made, "encoded").Str
}
