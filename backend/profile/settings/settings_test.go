// SPEC: PLG-08, APP-01
package settings

import (
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

func write(t *testing.T, profile, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(fileIn(profile), []byte(text), 0o600))
}

func read(t *testing.T, profile string) string {
	t.Helper()
	text, err := os.ReadFile(fileIn(profile))
	require.NoError(t, err)
	return string(text)
}

func TestSettingsAreKeptForTheNextStart(t *testing.T) {
	profile := filepath.Join(t.TempDir(), "not", "there", "yet")
	s := Open(profile)
	at, err := s.Get()
	require.NoError(t, err)
	require.Equal(t, Settings{}, at)
	require.NoDirExists(t, profile, "reading leaves nothing behind")

	require.NoError(t, s.Change(func(at *Settings) { at.Theme = "dark" }))
	require.NoError(t, s.KeepRegistryAddress("https://mirror.example/a&b/index.json"))
	at, err = Open(profile).Get()
	require.NoError(t, err)
	require.Equal(t, Settings{Theme: "dark", Registry: "https://mirror.example/a&b/index.json"}, at)
	require.Equal(t, "{\n  \"registry\": \"https://mirror.example/a&b/index.json\",\n  \"theme\": \"dark\"\n}\n", read(t, profile))
	if runtime.GOOS != "windows" { // which has no permission bits
		info, err := os.Stat(fileIn(profile))
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	}

	require.NoError(t, Open(profile).KeepRegistryAddress(""))
	address, err := Open(profile).RegistryAddress()
	require.NoError(t, err)
	require.Empty(t, address)
	entries, err := os.ReadDir(profile)
	require.NoError(t, err)
	require.Len(t, entries, 2, "no temporary file stays")
	require.Equal(t, FileName, entries[1].Name())
}

func TestWhatANewerVersionWroteStays(t *testing.T) {
	profile := t.TempDir()
	write(t, profile, `{"Theme":"light","grid":{"rowHeight":28.0},"big":12345678901234567890}`)
	s := Open(profile)
	require.NoError(t, s.Change(func(at *Settings) { at.Theme = "dark" }))
	require.JSONEq(t, `{"theme":"dark","grid":{"rowHeight":28.0},"big":12345678901234567890}`, read(t, profile))
	require.Contains(t, read(t, profile), "12345678901234567890")
	require.Contains(t, read(t, profile), "28.0")
	require.Empty(t, s.Notice())
}

func TestABrokenFileIsSetAsideAndToldAndNeverOverwritten(t *testing.T) {
	tests := []struct{ name, text string }{
		{"no JSON", `{"theme":`},
		{"nothing", ``},
		{"a list", `[]`},
		{"null", `null`},
		{"a member of another type", `{"theme":1}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			profile := t.TempDir()
			for n, aside := range []string{"settings.json.broken-1", "settings.json.broken-2"} {
				write(t, profile, test.text)
				s := Open(profile)
				at, err := s.Get()
				require.NoError(t, err)
				require.Equal(t, Settings{}, at)
				kept, err := os.ReadFile(filepath.Join(profile, aside))
				require.NoError(t, err, "round %d", n)
				require.Equal(t, test.text, string(kept))
				message := "Quarry could not read the settings. The old file was saved as " + filepath.Join(profile, aside) + ". Defaults are in use."
				require.Equal(t, message, s.Notice())
				require.NoError(t, s.Change(func(at *Settings) { at.Theme = "dark" }))
				require.Equal(t, message, s.Notice(), "it is told for the whole run")
				at, err = s.Get()
				require.NoError(t, err)
				require.Equal(t, "dark", at.Theme)
			}
		})
	}
}

func TestAFileThatCannotBeReadIsLeftAlone(t *testing.T) {
	profile := t.TempDir()
	require.NoError(t, os.Mkdir(fileIn(profile), 0o700))
	s := Open(profile)
	_, err := s.Get()
	require.ErrorContains(t, err, "read the settings: ")
	require.Error(t, s.Change(func(at *Settings) { at.Theme = "dark" }))
	require.DirExists(t, fileIn(profile))
	require.Empty(t, s.Notice())
}

func TestChangesAtTheSameTimeLoseNothing(t *testing.T) {
	profile := t.TempDir()
	s := Open(profile)
	var group sync.WaitGroup
	group.Go(func() { _ = s.Change(func(at *Settings) { at.Theme = "dark" }) })
	group.Go(func() { _ = s.KeepRegistryAddress("/mirror/index.json") })
	group.Wait()
	at, err := s.Get()
	require.NoError(t, err)
	require.Equal(t, Settings{Theme: "dark", Registry: "/mirror/index.json"}, at)
}
