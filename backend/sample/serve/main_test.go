package main

// SPEC: APP-07

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestServingPrintsTheAddressAndEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	reader, writer := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- run(ctx, []string{"--engine", "elasticsearch", "--imitate", "7.17", "--empty"}, writer, io.Discard)
	}()
	line, err := bufio.NewReader(reader).ReadString('\n')
	require.NoError(t, err)
	url, found := strings.CutPrefix(strings.TrimSpace(line), "listening on ")
	require.True(t, found, line)
	response, err := http.Get(url)
	require.NoError(t, err)
	require.NoError(t, response.Body.Close())
	require.Equal(t, http.StatusOK, response.StatusCode)
	cancel()
	require.NoError(t, <-ended)
}

func TestServingRefusesWhatItCannotImitate(t *testing.T) {
	for _, row := range []struct {
		name string
		args []string
		text string
	}{
		{"another engine", []string{"--engine", "nonesuch"}, `there is no sample engine for "nonesuch"`},
		{"another version", []string{"--imitate", "6.8"}, "choose 8.16 or 7.17"},
		{"another version of typesense", []string{"--engine", "typesense", "--imitate", "8.16"}, "choose 26.0, 29.0 or 30.0"},
		{"a key that has no use", []string{"--key", "k"}, "leave out --key"},
		{"an address for everyone", []string{"--listen", "0.0.0.0:0", "--empty"}, "loopback"},
	} {
		t.Run(row.name, func(t *testing.T) {
			require.ErrorContains(t, run(t.Context(), row.args, io.Discard, io.Discard), row.text)
		})
	}
}

func TestTheSampleOfTypesenseAnswersItsKeyInTheChosenVersion(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	reader, writer := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- run(ctx, []string{"--engine", "typesense", "--imitate", "30.0", "--key", "secret", "--empty"}, writer, io.Discard)
	}()
	line, err := bufio.NewReader(reader).ReadString('\n')
	require.NoError(t, err)
	url := strings.TrimPrefix(strings.TrimSpace(line), "listening on ")
	for key, status := range map[string]int{"secret": http.StatusOK, "other": http.StatusUnauthorized} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+"/debug", nil)
		require.NoError(t, err)
		request.Header.Set("X-Typesense-Api-Key", key)
		response, err := http.DefaultClient.Do(request)
		require.NoError(t, err)
		body, err := io.ReadAll(response.Body)
		require.NoError(t, err)
		require.NoError(t, response.Body.Close())
		require.Equal(t, status, response.StatusCode)
		if status == http.StatusOK {
			require.JSONEq(t, `{"state":1,"version":"30.0"}`, string(body))
		}
	}
	cancel()
	require.NoError(t, <-ended)
}
