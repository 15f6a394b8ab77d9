package processtest

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAPartOfATestRunsInAnotherProcess(t *testing.T) {
	folder, kill := Start(t, func(folder string) any {
		require.NoError(t, os.WriteFile(filepath.Join(folder, "id"), []byte(strconv.Itoa(os.Getpid())), 0o600))
		return nil
	})
	text, err := os.ReadFile(filepath.Join(folder, "id"))
	require.NoError(t, err)
	require.NotEqual(t, strconv.Itoa(os.Getpid()), string(text))
	kill()
	kill()
}
