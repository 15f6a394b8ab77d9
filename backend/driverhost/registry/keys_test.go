// SPEC: PLG-02
package registry

import (
	"encoding/base64"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func encoded(n byte) string { return base64.StdEncoding.EncodeToString(publicOf(key(n))) }

func TestOnlyADevelopmentBuildTrustsTheDevelopmentKey(t *testing.T) {
	if testing.Short() {
		t.Skip("long work of a single goroutine")
	}
	flags := "-X quarry/backend/driverhost/registry.developmentKey=" + encoded(2) + " -X quarry/backend/driverhost/registry.publisherKeys=" + encoded(1)
	publisher, development := fingerprintOf(key(1)), fingerprintOf(key(2))
	tests := []struct {
		name string
		tags string
		want []string
	}{
		{"a release build", "", []string{publisher}},
		{"a release build with the window's tags", "desktop,production,webkit2_41", []string{publisher}},
		{"a development build", "devkey", []string{publisher, development}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			command := exec.Command("go", "run", "-tags", test.tags, "-ldflags", flags, "./testdata/trusted")
			command.Env = append(os.Environ(), "CGO_ENABLED=0")
			output, err := command.Output()
			require.NoError(t, err)
			require.ElementsMatch(t, test.want, strings.Fields(string(output)))
		})
	}
}

func TestKeysAreReadFromAList(t *testing.T) {
	keys, err := ParseKeys(" " + encoded(1) + ",, " + encoded(2) + ",")
	require.NoError(t, err)
	require.Equal(t, trust(key(1), key(2)), keys)
	require.Equal(t, keys, trust(key(1)).With(trust(key(2))))
	require.Equal(t, trust(key(1)), Keys(nil).With(trust(key(1))))
	none, err := ParseKeys("")
	require.NoError(t, err)
	require.Empty(t, none)
	for _, wrong := range []string{"abc", encoded(1)[:20], base64.StdEncoding.EncodeToString([]byte("short"))} {
		_, err := ParseKeys(wrong)
		require.Error(t, err, wrong)
	}
}
