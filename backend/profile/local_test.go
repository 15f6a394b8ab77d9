// SPEC: APP-21
package profile

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAFileOfAnEarlierVersionIsMovedOrStillFound(t *testing.T) {
	put := func(t *testing.T, folder, text string) {
		require.NoError(t, os.MkdirAll(filepath.Join(folder, "drivers"), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(folder, "drivers", "x"), []byte(text), 0o600))
	}
	read := func(folder string) string {
		text, _ := os.ReadFile(filepath.Join(folder, "drivers", "x"))
		return string(text)
	}
	for name, test := range map[string]struct {
		former, local string // what they have before
		hinder        bool
		wantLocal     bool
		inFormer      string
		inLocal       string
	}{
		"nothing is there":           {wantLocal: true},
		"an earlier version's":       {former: "old", wantLocal: true, inLocal: "old"},
		"it was moved before":        {local: "new", wantLocal: true, inLocal: "new"},
		"both, after an old version": {former: "old", local: "new", wantLocal: true, inFormer: "old", inLocal: "new"},
		"it cannot be moved":         {former: "old", hinder: true, inFormer: "old"},
	} {
		t.Run(name, func(t *testing.T) {
			former, local := filepath.Join(t.TempDir(), "Quarry"), filepath.Join(t.TempDir(), "Quarry")
			if test.former != "" {
				put(t, former, test.former)
			}
			if test.local != "" {
				put(t, local, test.local)
			}
			if test.hinder {
				require.NoError(t, os.WriteFile(local, nil, 0o600), "a file in place of the folder")
			}
			got := Bring(former, local, "drivers")
			require.Equal(t, map[bool]string{true: local, false: former}[test.wantLocal], got)
			require.Equal(t, got, Bring(former, local, "drivers"), "the same at the next start")
			require.Equal(t, test.inFormer, read(former))
			require.Equal(t, test.inLocal, read(local))
		})
	}
	folder := t.TempDir()
	require.Equal(t, folder, Bring(folder, folder, "drivers"))
}
