package main

// SPEC: APP-07

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/sample/elasticsearch"
)

func TestSeedingRefusesBeforeItWritesAnything(t *testing.T) {
	engine, err := elasticsearch.New(elasticsearch.Options{})
	require.NoError(t, err)
	server := httptest.NewServer(engine)
	defer server.Close()
	readOnly := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet || r.Method == http.MethodHead {
			engine.ServeHTTP(w, r)
			return
		}
		http.Error(w, "Writes are blocked.", http.StatusForbidden)
	}))
	defer readOnly.Close()
	for _, row := range []struct {
		name string
		args []string
		text string
	}{
		{"without an address", nil, "--url"},
		{"indices that are there", []string{"--url", server.URL, "--docs", "10"}, "books, weblog-2026.11, products: there already"},
		{"an engine that does not write", []string{"--url", readOnly.URL, "--replace"}, "Writes are blocked."},
		{"a password file that is missing", []string{"--url", server.URL, "--password-file", filepath.Join(t.TempDir(), "none")}, "read the password"},
	} {
		t.Run(row.name, func(t *testing.T) {
			require.ErrorContains(t, run(t.Context(), row.args, io.Discard, io.Discard), row.text)
		})
	}
}

func TestThePasswordOfTheFileIsSentWithoutItsLineBreak(t *testing.T) {
	var header string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header = r.Header.Get("Authorization")
		w.WriteHeader(http.StatusUnauthorized)
	}))
	defer server.Close()
	file := filepath.Join(t.TempDir(), "password")
	require.NoError(t, os.WriteFile(file, []byte("geheim\n"), 0o600))
	err := run(t.Context(), []string{"--url", server.URL, "--user", "u", "--password-file", file}, io.Discard, io.Discard)
	require.ErrorContains(t, err, "status 401")
	require.NotContains(t, err.Error(), "geheim")
	require.Equal(t, "Basic dTpnZWhlaW0=", header)
}
