// SPEC: DST-04
package api

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestThePageHasTheVersionOfTheApplication(t *testing.T) {
	for _, file := range []string{"package.json", "package-lock.json"} {
		text, err := os.ReadFile("../../frontend/" + file)
		require.NoError(t, err)
		var page struct{ Version string }
		require.NoError(t, json.Unmarshal(text, &page))
		require.Equal(t, Version, page.Version, file)
	}
}
