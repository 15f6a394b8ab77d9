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

func TestOnlyANewerTrustedKeyRevokes(t *testing.T) {
	print := func(n byte) string { return fingerprintOf(key(n)) }
	keys := trust(key(1), key(2), key(3))
	tests := []struct {
		name    string
		revoked revoked
		want    []byte // the keys that are still trusted
	}{
		{"none", nil, []byte{1, 2, 3}},
		{"the older one", revoked{print(1): {print(2)}}, []byte{2, 3}},
		{"not the newer one", revoked{print(2): {print(1)}}, []byte{1, 2, 3}},
		{"each other", revoked{print(1): {print(2)}, print(2): {print(1)}}, []byte{2, 3}},
		{"not itself", revoked{print(1): {print(1)}}, []byte{1, 2, 3}},
		{"by a key that is not trusted", revoked{print(1): {print(9)}}, []byte{1, 2, 3}},
		{"by a key that is revoked itself", revoked{print(1): {print(2)}, print(2): {print(3)}}, []byte{1, 3}},
		{"by one of several", revoked{print(2): {print(9), print(1), print(3)}}, []byte{1, 3}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var left []byte
			for _, n := range []byte{1, 2, 3} {
				message := []byte("m")
				if keys.without(test.revoked).verify(print(n), sign(key(n), message), message) == nil {
					left = append(left, n)
				}
			}
			require.Equal(t, test.want, left)
		})
	}
	require.Empty(t, keys[0].revokedBy, "the keys themselves stay")
}

func TestAnIndexRevokesOnlyWhatIsAKeyOfAnother(t *testing.T) {
	for _, wrong := range []string{"", "abc", fingerprintOf(key(1))} {
		_, _, err := WriteIndex(Draft{Sequence: 1, Expires: testTime, Revoked: []string{wrong}}, key(1))
		require.ErrorContains(t, err, "revokes", wrong)
	}
}
