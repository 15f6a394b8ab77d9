package session

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestALinkDependsOnNoFeature(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	require.NoError(t, err)
	deps := strings.Fields(string(out))
	require.Contains(t, deps, "quarry/backend/session")
	for _, feature := range []string{"grid", "structure", "documents", "objects", "console"} {
		require.NotContains(t, deps, "quarry/backend/"+feature)
	}
}
