//go:build !windows

package secrets

import (
	"errors"
	"fmt"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
)

// SPEC: CON-08
func TestTheCodeOfAProgramThatFailedIsKnown(t *testing.T) {
	err := fmt.Errorf("wrapped: %w", exec.CommandContext(t.Context(), "sh", "-c", "exit 36").Run())
	require.True(t, exitedWith(err, 1, 36))
	require.False(t, exitedWith(err, 128))
	require.False(t, exitedWith(errors.New("exit status 36"), 36))
	require.False(t, exitedWith(nil, 36))
}
