// SPEC: APP-09
package registry

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheProxyOfThePolicyIsUsedWhateverTheEnvironmentSays(t *testing.T) {
	var asked []string
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		asked = append(asked, q.Method+" "+q.Host)
		w.WriteHeader(http.StatusForbidden)
	}))
	t.Cleanup(proxy.Close)
	for name, value := range map[string]string{"HTTPS_PROXY": "http://elsewhere.invalid:1", "HTTP_PROXY": "http://elsewhere.invalid:1", "NO_PROXY": "*"} {
		t.Setenv(name, value)
	}
	at, err := url.Parse(proxy.URL)
	require.NoError(t, err)
	c := &Client{Folder: t.TempDir(), Transport: Through(at)}
	_, err = c.Fetch(t.Context(), "https://mirror.invalid/index.json")
	require.Error(t, err)
	require.Equal(t, []string{"CONNECT mirror.invalid:443"}, asked)

	own := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(own.Close)
	_, err = c.Fetch(t.Context(), own.URL+"/index.json")
	require.Error(t, err)
	require.Len(t, asked, 1, "this computer is reached directly")
}
