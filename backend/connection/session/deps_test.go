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
	require.Contains(t, deps, "quarry/backend/connection/session")
	for _, feature := range []string{"data/grid", "data/structure", "data/documents", "data/objects", "work/console"} {
		require.NotContains(t, deps, "quarry/backend/"+feature)
	}
}
