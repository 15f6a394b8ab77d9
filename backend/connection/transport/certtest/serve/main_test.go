package main

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheServersArePrintedTheFilesFitAndItEndsWithItsContext(t *testing.T) {
	folder := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	reader, writer := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- run(ctx, []string{"--out", folder}, writer, io.Discard) }()
	servers := map[string]string{}
	for lines := bufio.NewScanner(reader); lines.Scan() && lines.Text() != "ready"; {
		name, address, found := strings.Cut(lines.Text(), " ")
		require.True(t, found, lines.Text())
		servers[name] = address
	}
	require.Len(t, servers, 5)

	ca, err := os.ReadFile(filepath.Join(folder, "ca.pem"))
	require.NoError(t, err)
	pair, err := tls.LoadX509KeyPair(filepath.Join(folder, "client.pem"), filepath.Join(folder, "client.key"))
	require.NoError(t, err)
	roots := x509.NewCertPool()
	require.True(t, roots.AppendCertsFromPEM(ca))
	config := &tls.Config{RootCAs: roots, Certificates: []tls.Certificate{pair}}
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: config}}
	answers := func(name string) error {
		response, err := client.Get("https://" + servers[name])
		if err != nil {
			return err
		}
		require.Equal(t, http.StatusOK, response.StatusCode)
		return response.Body.Close()
	}
	require.NoError(t, answers("good"))
	require.NoError(t, answers("demanding"))
	for _, name := range []string{"lone", "named", "expired"} {
		require.ErrorContains(t, answers(name), "failed to verify certificate", name)
	}
	client.CloseIdleConnections()
	cancel()
	require.NoError(t, <-ended)
}

func TestAFolderThatIsNotThereIsSaid(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing")
	require.ErrorIs(t, run(t.Context(), []string{"--out", missing}, io.Discard, io.Discard), fs.ErrNotExist)
}
