package main

import (
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"quarry/app/api"
)

func newTestHandler(t *testing.T) http.Handler {
	t.Helper()
	app, err := api.New(api.Config{Profile: t.TempDir(), Secrets: "memory"})
	require.NoError(t, err)
	t.Cleanup(func() { app.Close(t.Context()) })
	files := fstest.MapFS{"dist/index.html": {Data: []byte("<title>page</title>")}}
	return newHandler(app, "secret-token", "127.0.0.1:4000", files)
}

func TestEveryRequestNeedsTheTokenTheHostAndNoForeignOrigin(t *testing.T) {
	tests := []struct {
		name, method, path, host, origin, token string
		want                                    int
	}{
		{"the page with its token", "GET", "/?token=secret-token", "127.0.0.1:4000", "", "", 200},
		{"the page without a token", "GET", "/", "127.0.0.1:4000", "", "", 401},
		{"a call with the token", "POST", "/call/App.Info", "127.0.0.1:4000", "http://127.0.0.1:4000", "secret-token", 200},
		{"a call without a token", "POST", "/call/App.Info", "127.0.0.1:4000", "", "", 401},
		{"a call with another token", "POST", "/call/App.Info", "127.0.0.1:4000", "", "secret-tokem", 401},
		{"a call by another name of this host", "POST", "/call/App.Info", "rebound.example:4000", "", "secret-token", 403},
		{"a call from another page", "POST", "/call/App.Info", "127.0.0.1:4000", "http://other.example", "secret-token", 403},
		{"data without a token", "GET", "/data/page?view=x&generation=0&page=0", "127.0.0.1:4000", "", "", 401},
		{"data of no view", "GET", "/data/page?view=x&generation=0&page=0", "127.0.0.1:4000", "", "secret-token", 422},
		{"a method that is not there", "POST", "/call/App.Nothing", "127.0.0.1:4000", "", "secret-token", 404},
		{"a call by GET", "GET", "/call/App.Info", "127.0.0.1:4000", "", "secret-token", 405},
	}
	h := newTestHandler(t)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := httptest.NewRequestWithContext(t.Context(), test.method, test.path, strings.NewReader("[{}]"))
			r.Host = test.host
			if test.origin != "" {
				r.Header.Set("Origin", test.origin)
			}
			if test.token != "" {
				r.Header.Set(tokenHeader, test.token)
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			require.Equal(t, test.want, w.Code, w.Body.String())
			require.Contains(t, w.Header().Get("Content-Security-Policy"), "script-src 'self'")
		})
	}
}

func TestOnlyLoopbackAddressesAreServed(t *testing.T) {
	for _, address := range []string{"0.0.0.0:0", "192.168.1.1:0", ":0", "example.com:0"} {
		_, err := listenLoopback(address)
		require.Error(t, err, address)
	}
	l, err := listenLoopback("127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, l.Close())
}

// SPEC: PLG-01
func TestTheApplicationHoldsNoDriver(t *testing.T) {
	for _, target := range []string{"quarry/app", "quarry/app/serve"} {
		out, err := exec.CommandContext(t.Context(), "go", "list", "-deps", "-tags", "desktop,production,webkit2_41", target).Output()
		require.NoError(t, err, target)
		deps := strings.Fields(string(out))
		require.Contains(t, deps, "quarry/drivers/driver")
		for _, dep := range deps {
			if engine, ok := strings.CutPrefix(dep, "quarry/drivers/"); ok {
				require.True(t, engine == "driver" || strings.HasPrefix(engine, "driver/"), "%s holds %s", target, dep)
			}
		}
	}
}
