package history

// SPEC: CNS-08

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestTheHistoryIsSavedPerConnectionWithoutWhatIsPrivate(t *testing.T) {
	folder := t.TempDir()
	s := Open(folder)
	day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	search := Entry{Connection: "a", At: day, Method: "GET", Path: "/x/_search", Query: "q=1", Body: `{"n":1.0}`, Status: 200, Elapsed: 3, Size: 9}
	require.NoError(t, s.Add(search, false))
	require.NoError(t, s.Add(Entry{Connection: "a", At: day, Method: "PUT", Path: "/_user/joe", Query: "q=hunter2", Body: "hunter2"}, true))
	require.NoError(t, s.Add(Entry{Connection: "b", At: day, Method: "POST", Path: "/_bulk", Body: strings.Repeat("x", maxBody+1)}, false))
	got, err := Open(folder).List("a")
	require.NoError(t, err)
	require.Equal(t, []Entry{{Connection: "a", At: day, Method: "PUT", Path: "/_user/joe", Left: true}, search}, got)
	data, err := os.ReadFile(filepath.Join(folder, FileName))
	require.NoError(t, err)
	require.NotContains(t, string(data), "hunter2")
	got, err = s.List("b")
	require.NoError(t, err)
	require.True(t, len(got) == 1 && got[0].Left && got[0].Body == "")

	got, err = s.All()
	require.NoError(t, err)
	require.Equal(t, []string{"b", "a", "a"}, []string{got[0].Connection, got[1].Connection, got[2].Connection})

	require.NoError(t, s.Forget("b"))
	require.NoError(t, s.Add(Entry{Connection: "b", At: day.Add(keptFor + time.Hour)}, false))
	got, err = s.List("a")
	require.NoError(t, err)
	require.Empty(t, got, "old requests are dropped")
	require.NoError(t, s.Clear())
	got, err = Open(folder).All()
	require.NoError(t, err)
	require.Empty(t, got)
}

func TestTheHistoryHasALimit(t *testing.T) {
	s := Open(t.TempDir())
	require.NoError(t, s.file.Change(func(doc *document) bool {
		doc.Entries = make([]Entry, maxEntries)
		return true
	}))
	require.NoError(t, s.Add(Entry{Connection: "a", Path: "/new"}, false))
	doc, err := s.file.Read()
	require.NoError(t, err)
	require.Len(t, doc.Entries, maxEntries)
	require.Equal(t, "/new", doc.Entries[0].Path)
}
