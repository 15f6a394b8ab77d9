package drivertest_test

import (
	"context"
	"net/url"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/transport"
	"quarry/backend/driverhost/plugin"
	"quarry/backend/testing/conformance"
)

// opener creates an instance of a driver's module.
type opener = func(ctx context.Context) (plugin.Runner, error)

// build builds and compiles a driver's module.
func build(mainPackage string) (opener, error) {
	wasm, err := conformance.Build(context.Background(), mainPackage)
	if err != nil {
		return nil, err
	}
	return conformance.Compile(context.Background(), wasm)
}

// at returns the options of a connection to an address such as "http://127.0.0.1:9200".
func at(t *testing.T, address string) transport.Options {
	t.Helper()
	u, err := url.Parse(address)
	require.NoError(t, err)
	port, err := strconv.Atoi(u.Port())
	require.NoError(t, err)
	return transport.Options{Host: u.Hostname(), Port: port}
}
