package cases_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheCaseInTheReadmeHolds(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "testdata", "cases", "README.md"))
	require.NoError(t, err)
	_, rest, found := strings.Cut(string(text), "```json\n")
	require.True(t, found)
	example, _, _ := strings.Cut(rest, "```")
	compared, err := played(t, example)
	require.NoError(t, err)
	require.Len(t, compared, 1)
	require.Equal(t, compared[0].Want, compared[0].Came)
}
