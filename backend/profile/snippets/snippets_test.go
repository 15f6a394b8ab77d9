// SPEC: CNS-08
package snippets

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
)

func of(name, text string) Snippet { return Snippet{Engine: "elasticsearch", Name: name, Text: text} }

func TestSavedRequestsAreThereAfterARestartForTheirEngineAlone(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new")
	s := Open(folder)
	require.NoError(t, s.Save(of("newest", "GET /books/_search\n{\"size\":1.0}"), false))
	require.NoError(t, s.Save(of("All <&> \"books\"", "GET /books"), false))
	require.NoError(t, s.Save(Snippet{"typesense", "newest", "GET /collections"}, false))

	got, err := Open(folder).List("elasticsearch")
	require.NoError(t, err)
	require.Equal(t, []Snippet{of("All <&> \"books\"", "GET /books"), of("newest", "GET /books/_search\n{\"size\":1.0}")}, got)
	got, err = Open(folder).List("typesense")
	require.NoError(t, err)
	require.Len(t, got, 1)
	if runtime.GOOS != "windows" {
		info, err := os.Stat(filepath.Join(folder, FileName))
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o600), info.Mode().Perm(), "only its owner can read it")
	}
}

func TestASavedRequestIsReplacedOnlyWhereThatIsWanted(t *testing.T) {
	s := Open(t.TempDir())
	require.NoError(t, s.Save(of("a", "GET /1"), false))
	kind(t, driver.Conflict, s.Save(of("A", "GET /2"), false))
	got, err := s.List("elasticsearch")
	require.NoError(t, err)
	require.Equal(t, []Snippet{of("a", "GET /1")}, got)
	require.NoError(t, s.Save(of("A", "GET /2"), true))
	got, err = s.List("elasticsearch")
	require.NoError(t, err)
	require.Equal(t, []Snippet{of("a", "GET /2")}, got)
}

func TestASavedRequestIsRenamedAndRemoved(t *testing.T) {
	s := Open(t.TempDir())
	require.NoError(t, s.Save(of("a", "GET /1"), false))
	require.NoError(t, s.Save(of("b", "GET /2"), false))
	kind(t, driver.Conflict, s.Rename("elasticsearch", "a", "B"))
	kind(t, driver.NotFound, s.Rename("typesense", "a", "c"))
	require.NoError(t, s.Rename("elasticsearch", "a", "A"), "the same name in another case is no conflict with itself")
	require.NoError(t, s.Rename("elasticsearch", "a", "z"))
	require.NoError(t, s.Remove("elasticsearch", "b"))
	require.NoError(t, s.Remove("elasticsearch", "b"))
	got, err := s.List("elasticsearch")
	require.NoError(t, err)
	require.Equal(t, []Snippet{of("z", "GET /1")}, got)
}

// SPEC: APP-19
func TestNamesAndSizesHaveLimits(t *testing.T) {
	if testing.Short() {
		t.Skip("long work of a single goroutine")
	}
	s := Open(t.TempDir())
	for _, name := range []string{"", " ", " a", "a\nb", strings.Repeat("ä", 101)} {
		kind(t, driver.Invalid, s.Save(of(name, "GET /"), false))
		kind(t, driver.Invalid, s.Rename("elasticsearch", "a", name))
	}
	kind(t, driver.Invalid, s.Save(of("long", strings.Repeat("x", maxText+1)), false))
	for i := range maxBytes / maxText {
		require.NoError(t, s.Save(of(strconv.Itoa(i), strings.Repeat("x", maxText)), false))
	}
	kind(t, driver.Invalid, s.Save(of("one more", "x"), false))
	kept, err := s.List("elasticsearch")
	require.NoError(t, err)
	require.Len(t, kept, maxBytes/maxText, "none was removed to make room")
}

func TestTwoWindowsLoseNoSavedRequestOfEachOther(t *testing.T) {
	folder := t.TempDir()
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() { _ = Open(folder).Save(of(strconv.Itoa(i), "GET /"), false) })
	}
	all.Wait()
	got, err := Open(folder).List("elasticsearch")
	require.NoError(t, err)
	require.Len(t, got, 8)
}

func TestAFileOfANewerVersionIsNotChanged(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, FileName)
	require.NoError(t, os.WriteFile(path, []byte(`{"version":9}`), 0o600))
	require.ErrorIs(t, Open(folder).Save(of("a", "GET /"), false), ErrNewer)
	_, err := Open(folder).List("elasticsearch")
	require.ErrorIs(t, err, ErrNewer)
}

func kind(t *testing.T, want driver.Kind, err error) {
	t.Helper()
	var failed *driver.Error
	require.True(t, errors.As(err, &failed), "%v", err)
	require.Equal(t, want, failed.Kind)
}

// SPEC: APP-19
func TestSavedRequestsThatCannotBeReadAreSetAside(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, FileName)
	broken := `{"version":1,"snippets":[{"engine":"elasticsearch","name":"Mine","text":["GET /"]}]}`
	require.NoError(t, os.WriteFile(path, []byte(broken), 0o600))
	s := Open(folder)
	require.NoError(t, s.Save(Snippet{"elasticsearch", "Another", "GET /"}, false))
	kept, err := os.ReadFile(path + ".broken-1")
	require.NoError(t, err)
	require.Equal(t, broken, string(kept))
	require.Contains(t, s.TakeNotice(), path+".broken-1")
}
