package history

// SPEC: CNS-08

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quarry/backend/profile"
)

var day = time.Now().UTC().Truncate(time.Second)

func listed(t *testing.T, s *Store, connection string) []Entry {
	t.Helper()
	got, err := s.List(connection)
	require.NoError(t, err)
	return got
}

func TestTheHistoryIsSavedPerConnectionWithoutWhatIsPrivate(t *testing.T) {
	folder := t.TempDir()
	s := Open(folder)
	search := Entry{Connection: "a", At: day, Method: "GET", Path: "/x/_search", Query: "q=1", Body: `{"n":1.0}`, Status: 200, Elapsed: 3, Size: 9}
	s.Add(search, false)
	s.Add(Entry{Connection: "a", At: day, Method: "PUT", Path: "/_user/joe", Query: "q=hunter2", Body: "hunter2"}, true)
	s.Add(Entry{Connection: "b", At: day, Method: "POST", Path: "/_bulk", Body: strings.Repeat("x", maxBody+1)}, false)
	s.Add(Entry{Connection: "b", At: day, Method: "GET", Path: "/" + strings.Repeat("x", maxAddress), Query: strings.Repeat("x", 5<<20)}, false)
	require.NoError(t, s.Flush())
	require.Equal(t, []Entry{{Connection: "a", At: day, Method: "PUT", Path: "/_user/joe", Left: true}, search}, listed(t, Open(folder), "a"))
	data, err := os.ReadFile(filepath.Join(folder, FileName))
	require.NoError(t, err)
	require.NotContains(t, string(data), "hunter2")
	require.Less(t, len(data), 5000)
	b := listed(t, s, "b")
	require.Len(t, b, 2)
	require.True(t, b[0].Left && b[1].Left)
	all, err := s.All()
	require.NoError(t, err)
	require.Equal(t, []string{"b", "b", "a", "a"}, []string{all[0].Connection, all[1].Connection, all[2].Connection, all[3].Connection})

	require.NoError(t, s.Forget("b"))
	require.Empty(t, listed(t, s, "b"))
	require.Len(t, listed(t, s, "a"), 2)
	require.NoError(t, s.Clear())
	require.Empty(t, listed(t, Open(folder), "a"))
}

func TestABusyConnectionLeavesTheHistoryOfTheOthersAlone(t *testing.T) {
	folder := t.TempDir()
	s := Open(folder)
	s.Add(Entry{Connection: "quiet", At: day, Method: "GET", Path: "/kept"}, false)
	s.Add(Entry{Connection: "quiet", At: day.Add(-keptFor - time.Hour), Method: "GET", Path: "/old"}, false)
	for n := range maxEntries + 20 {
		s.Add(Entry{Connection: "busy", At: day, Method: "GET", Path: fmt.Sprint("/", n)}, false)
	}
	for _, s := range []*Store{s, Open(folder)} {
		quiet := listed(t, s, "quiet")
		require.Len(t, quiet, 1)
		require.Equal(t, "/kept", quiet[0].Path)
		busy := listed(t, s, "busy")
		require.Len(t, busy, maxEntries)
		require.Equal(t, "/519", busy[0].Path)
		require.Equal(t, "/20", busy[maxEntries-1].Path)
	}
	data, err := os.ReadFile(filepath.Join(folder, FileName))
	require.NoError(t, err)
	require.Equal(t, 1+maxEntries+1, strings.Count(string(data), "\n"), "the next start compacts the file")
}

func TestARequestIsAddedToTheFileWithoutWritingItAnew(t *testing.T) {
	folder := t.TempDir()
	s := Open(folder)
	s.Add(Entry{Connection: "a", At: day, Method: "GET", Path: "/1"}, false)
	require.NoError(t, s.Flush())
	before, err := os.Stat(filepath.Join(folder, FileName))
	require.NoError(t, err)
	s.Add(Entry{Connection: "a", At: day, Method: "GET", Path: "/2"}, false)
	require.NoError(t, s.Flush())
	after, err := os.Stat(filepath.Join(folder, FileName))
	require.NoError(t, err)
	require.True(t, os.SameFile(before, after))
	if runtime.GOOS != "windows" { // which has no permission bits
		require.Equal(t, os.FileMode(0o600), after.Mode().Perm()|0o600)
	}
	require.Len(t, listed(t, s, "a"), 2)
}

func TestAddingNeverWaitsForTheFile(t *testing.T) {
	folder := t.TempDir()
	s := Open(folder)
	release, err := profile.Lock(filepath.Join(folder, FileName))
	require.NoError(t, err)
	s.Add(Entry{Connection: "a", At: day, Method: "GET", Path: "/1"}, false) // would wait here for the lock
	_, err = os.Stat(filepath.Join(folder, FileName))
	require.ErrorIs(t, err, os.ErrNotExist)
	release()
	require.NoError(t, s.Flush())
	require.Len(t, listed(t, s, "a"), 1)
}

func TestALineThatACrashCutIsLostAlone(t *testing.T) {
	folder := t.TempDir()
	s := Open(folder)
	for n := range 3 {
		s.Add(Entry{Connection: "a", At: day, Method: "GET", Path: fmt.Sprint("/", n)}, false)
	}
	require.NoError(t, s.Flush())
	path := filepath.Join(folder, FileName)
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, data[:len(data)-9], 0o600))
	s = Open(folder)
	s.Add(Entry{Connection: "a", At: day, Method: "GET", Path: "/3"}, false)
	got := listed(t, s, "a")
	require.Len(t, got, 3)
	require.Equal(t, []string{"/3", "/1", "/0"}, []string{got[0].Path, got[1].Path, got[2].Path})
}

func TestTheHistoryOfTheFirstVersionIsTakenOver(t *testing.T) {
	folder := t.TempDir()
	old := filepath.Join(folder, "history.json")
	entries := []Entry{{Connection: "a", At: day, Method: "GET", Path: "/new", Body: "{}"}, {Connection: "a", At: day, Method: "GET", Path: "/old"}}
	data, err := json.Marshal(map[string]any{"version": 1, "entries": entries})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(old, data, 0o600))
	s := Open(folder)
	s.Add(Entry{Connection: "a", At: day, Method: "GET", Path: "/newest"}, false)
	entries[0].Body, entries[0].Left = "", true
	require.Equal(t, append([]Entry{{Connection: "a", At: day, Method: "GET", Path: "/newest"}}, entries...), listed(t, s, "a"))
	require.NoFileExists(t, old)
	require.Len(t, listed(t, Open(folder), "a"), 3)
}

func TestAHistoryOfANewerVersionIsNotChanged(t *testing.T) {
	for _, name := range []string{FileName, "history.json"} {
		folder := t.TempDir()
		const newer = "{\"version\":3}\n{\"x\":1}\n"
		content := newer
		if name != FileName {
			content = `{"version":3}`
		}
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600))
		s := Open(folder)
		s.Add(Entry{Connection: "a", At: day, Method: "GET", Path: "/"}, false)
		require.ErrorIs(t, s.Flush(), ErrNewer)
		_, err := s.All()
		require.ErrorIs(t, err, ErrNewer)
		require.ErrorIs(t, s.Clear(), ErrNewer)
		data, err := os.ReadFile(filepath.Join(folder, name))
		require.NoError(t, err)
		require.Equal(t, content, string(data))
	}
}
