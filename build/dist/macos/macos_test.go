// SPEC: DST-03
package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheIconHasEverySize(t *testing.T) {
	icon, err := makeIcon("../../../app/icon")
	require.NoError(t, err)
	sizes, err := readIcon(icon)
	require.NoError(t, err)
	require.Equal(t, map[string]int{"icp4": 16, "icp5": 32, "icp6": 64, "ic07": 128, "ic08": 256, "ic09": 512, "ic10": 1024, "ic11": 32, "ic12": 64,
		"ic13": 256, "ic14": 512}, sizes)
	_, err = readIcon(icon[:len(icon)-1])
	require.Error(t, err, "cut off")
}

func TestInfoPlistHasTheKeysThatMacOSNeeds(t *testing.T) {
	template, err := os.ReadFile("Info.plist")
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "Info.plist")
	require.NoError(t, os.WriteFile(path, []byte(strings.ReplaceAll(string(template), "@VERSION@", "1.2.3")), 0o600))
	require.NoError(t, checkProperties(path, "1.2.3"))
	require.ErrorContains(t, checkProperties(path, "1.2.4"), `CFBundleVersion is "1.2.3" instead of "1.2.4"`)
}

func TestTheProgramsAskForNoEntitlement(t *testing.T) {
	text, err := os.ReadFile("entitlements.plist")
	require.NoError(t, err)
	asked, err := readProperties(text)
	require.NoError(t, err)
	require.Empty(t, asked)
}
