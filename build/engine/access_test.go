package main

import (
	"net"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestANodeGetsAPortThatTheSystemGivesToNoOtherProgram(t *testing.T) {
	for range 20 {
		port, err := choosePort("127.0.0.1", "0")
		require.NoError(t, err)
		require.GreaterOrEqual(t, port, firstPort)
		require.Less(t, port, firstPort+ports)
	}
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer taken.Close()
	port := strconv.Itoa(taken.Addr().(*net.TCPAddr).Port)
	_, err = choosePort("127.0.0.1", port)
	require.ErrorContains(t, err, "take the port")
}
