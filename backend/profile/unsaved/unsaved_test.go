// SPEC: APP-03, APP-19
package unsaved

import (
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session/sessiontest"
	"quarry/drivers/driver"
)

var at = time.Date(2026, 3, 4, 5, 6, 7, 8_000_000, time.UTC)

func never() bool { return false }

func none(string) bool { return false }

func by(page string) Reader { return Reader{Page: page} }

func openAt(t *testing.T, folder string) *Store {
	t.Helper()
	s := Open(folder, never, none)
	t.Cleanup(s.Close)
	s.now = func() time.Time { return at }
	return s
}

// list returns the drafts of a connection as texts.
func list(t *testing.T, s *Store, connection string) []string {
	t.Helper()
	all, err := s.List(connection, by("reader"))
	require.NoError(t, err)
	texts := []string{}
	for _, d := range all {
		texts = append(texts, d.Object+": "+d.Text)
	}
	return texts
}

func TestUnsavedEditsAreThereAtTheNextStart(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "not", "yet")
	s := openAt(t, folder)
	require.Empty(t, list(t, s, "c1"))
	require.NoDirExists(t, folder, "reading leaves nothing behind")
	text := `{"rows":[{"n":12345678901234567890.10,"s":"<é>\ud800 "}]}`
	require.NoError(t, s.Save("c1", "books", by("p1"), text))
	require.NoError(t, s.Save("c1", "other", by("p1"), "{}"))
	require.NoError(t, s.Save("c2", "books", by("p1"), "theirs"))

	s.Close()
	next := openAt(t, folder)
	require.Equal(t, []string{"other: {}", "books: " + text}, list(t, next, "c1"))
	require.Equal(t, []string{"books: theirs"}, list(t, next, "c2"))
	all, err := next.List("c2", by("reader"))
	require.NoError(t, err)
	require.Len(t, all, 1)
	require.NotEmpty(t, all[0].Process)
	all[0].Process = ""
	require.Equal(t, []Draft{{"c2", "books", "p1", "", at, "theirs"}}, all)
	if runtime.GOOS != "windows" { // which has no permission bits
		info, err := os.Stat(filepath.Join(folder, FileName))
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	}

	require.NoError(t, next.Save("c1", "books", by("p1"), "again"))
	require.Equal(t, []string{"books: again", "other: {}"}, list(t, next, "c1"), "in place of the one before")
}

func TestPagesOnOneObjectDoNotWriteOverEachOther(t *testing.T) {
	s := openAt(t, t.TempDir())
	require.NoError(t, s.Save("c1", "books", by("p1"), "mine"))
	require.NoError(t, s.Save("c1", "books", by("p2"), "yours"))
	require.Equal(t, []string{"books: yours", "books: mine"}, list(t, s, "c1"))
	require.NoError(t, s.Save("c1", "books", by("p1"), ""))
	require.Equal(t, []string{"books: yours"}, list(t, s, "c1"))

	for _, step := range []struct {
		page  string
		saved int64
		left  string
		want  []string
	}{
		{"p2", at.UnixMilli() - 1, "", []string{"books: yours"}}, // it has saved something else since
		{"p1", at.UnixMilli(), "", []string{"books: yours"}},
		{"p2", at.UnixMilli(), "a part", []string{"books: a part"}},
		{"p2", at.UnixMilli(), "", []string{}},
	} {
		require.NoError(t, s.Save("c1", "books", by("p3"), "", Taken{step.page, step.saved, step.left}))
		require.Equal(t, step.want, list(t, s, "c1"))
	}
}

func TestWhatAPageTakesOfAnotherIsNeverSavedTwice(t *testing.T) {
	s := openAt(t, t.TempDir())
	require.NoError(t, s.Save("c1", "books", by("p1"), "mine"))
	s.max.draft = 10
	require.Error(t, s.Save("c1", "books", by("p2"), strings.Repeat("x", 11), Taken{Page: "p1", Saved: at.UnixMilli()}))
	require.Equal(t, []string{"books: mine"}, list(t, s, "c1"))
	require.NoError(t, s.Save("c1", "books", by("p2"), "taken", Taken{Page: "p1", Saved: at.UnixMilli()}))
	require.Equal(t, []string{"books: taken"}, list(t, s, "c1"))
}

func TestTheFileGoesWithTheLastDraft(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, FileName)
	s := openAt(t, folder)
	require.NoError(t, s.Save("c1", "books", by("p1"), ""), "nothing is removed")
	require.NoError(t, s.Forget("c1"))
	require.NoFileExists(t, path)
	fill := func() {
		require.NoError(t, s.Save("c1", "books", by("p1"), "a"))
		require.NoError(t, s.Save("c2", "books", by("p1"), "b"))
	}
	fill()
	require.NoError(t, s.Save("c1", "books", by("p1"), ""))
	require.Empty(t, list(t, s, "c1"))
	require.FileExists(t, path)
	require.NoError(t, s.Forget("c2"))
	require.NoFileExists(t, path)
	fill()
	require.NoError(t, s.Clear())
	require.NoFileExists(t, path)
	require.Empty(t, list(t, s, "c1"))
	require.NoError(t, s.Clear())
}

func TestNothingIsKeptWhileTheUserDoesNotWantIt(t *testing.T) {
	folder := t.TempDir()
	var off atomic.Bool
	s := Open(folder, off.Load, none)
	t.Cleanup(s.Close)
	require.NoError(t, s.Save("c1", "books", by("p1"), "a"))
	off.Store(true)
	require.NoError(t, s.Save("c1", "other", by("p1"), "b"))
	require.Empty(t, list(t, s, "c1"))
	require.NoError(t, s.Save("c1", "books", by("p1"), "new"))
	require.NoFileExists(t, filepath.Join(folder, FileName), "what was kept goes with the next change")
}

func TestWhatIsTooLargeIsRefusedAndWhatWasKeptStays(t *testing.T) {
	s := openAt(t, t.TempDir())
	s.max.draft, s.max.texts = 100, 200
	require.NoError(t, s.Save("c1", "books", by("p1"), "small"))
	err := s.Save("c1", "books", by("p1"), strings.Repeat("x", 101))
	require.Equal(t, driver.Invalid, sessiontest.Failure(t, err).Kind)
	require.Contains(t, err.Error(), "more than 8 MB")
	whole := strings.Repeat("x", 100)
	require.NoError(t, s.Save("c2", "0", by("p1"), whole))
	err = s.Save("c2", "one more", by("p1"), whole)
	require.Contains(t, err.Error(), "more than 16 MB")
	require.Equal(t, []string{"books: small"}, list(t, s, "c1"))
	require.NoError(t, s.Save("c2", "0", by("p1"), whole), "in place of the one before")
}

func TestAFileThatCannotBeReadIsSetAsideAndReported(t *testing.T) {
	for name, text := range map[string]string{
		"cut": `{"version":1,"drafts":[`, "nothing": "", "no version": `{"drafts":[]}`, "another type": `{"version":1,"drafts":[{"draft":7}]}`, "null": `null`,
	} {
		for first, act := range map[string]func(*Store) error{
			"list": func(s *Store) error { _, err := s.List("c1", by("reader")); return err },
			"save": func(s *Store) error { return s.Save("c1", "books", by("p1"), "a") },
		} {
			t.Run(name+" "+first, func(t *testing.T) {
				folder := t.TempDir()
				path := filepath.Join(folder, FileName)
				require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
				s := openAt(t, folder)
				require.Empty(t, s.Notice())
				require.NoError(t, act(s))
				require.Equal(t, "Quarry could not read the unsaved changes. The old file was saved as "+path+".broken-1.", s.Notice())
				kept, err := os.ReadFile(path + ".broken-1")
				require.NoError(t, err)
				require.Equal(t, text, string(kept))
				require.NoError(t, s.Save("c1", "books", by("p1"), "new"))
				require.Equal(t, []string{"books: new"}, list(t, s, "c1"))
			})
		}
	}
}

func TestTheFileOfANewerVersionIsNotChanged(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, FileName)
	require.NoError(t, os.WriteFile(path, []byte(`{"version":2,"drafts":{}}`), 0o600))
	s := openAt(t, folder)
	_, err := s.List("c1", by("reader"))
	require.ErrorIs(t, err, ErrNewer)
	require.ErrorIs(t, s.Save("c1", "books", by("p1"), "a"), ErrNewer)
	require.ErrorIs(t, s.Forget("c1"), ErrNewer)
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, `{"version":2,"drafts":{}}`, string(data))
}

func TestTwoStoresOfOneFolderLoseNothingOfEachOther(t *testing.T) {
	folder := t.TempDir()
	var group sync.WaitGroup
	for writer := range 3 {
		group.Go(func() {
			s := openAt(t, folder)
			defer s.Close()
			for i := range 10 {
				if err := s.Save("c1", strconv.Itoa(writer)+" "+strconv.Itoa(i), by("p1"), "a"); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	require.Len(t, list(t, openAt(t, folder), "c1"), 30)
}
