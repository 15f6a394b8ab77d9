// SPEC: APP-03
package unsaved

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/testing/processtest"
)

func TestEditsOfARunningProcessAreItsOwnUntilItIsKilled(t *testing.T) {
	folder, kill := processtest.Start(t, func(folder string) any {
		s := openAt(t, folder)
		require.NoError(t, s.Save("c1", "books", by("theirs"), "staged elsewhere"))
		return s
	})
	s := openAt(t, folder)
	require.NoError(t, s.Save("c1", "books", by("mine"), "staged here"))
	require.Equal(t, []string{"books: staged here"}, list(t, s, "c1"), "what another process has staged is not offered")
	taken := Taken{Page: "theirs", Saved: at.UnixMilli()}
	require.NoError(t, s.Save("c1", "books", by("mine"), "", taken))
	require.NoError(t, s.Forget("c1"))
	require.Empty(t, list(t, s, "c1"))

	kill()
	require.Equal(t, []string{"books: staged elsewhere"}, list(t, s, "c1"), "it was neither given up nor forgotten")
	left, err := filepath.Glob(filepath.Join(folder, ".locks", "*.living"))
	require.NoError(t, err)
	require.Len(t, left, 1, "only the mark of this process is left")
	require.NoError(t, s.Save("c1", "books", by("mine"), "", taken))
	require.Empty(t, list(t, s, "c1"))
}

func TestEditsOfAnOpenPageAreItsOwnUntilItIsGone(t *testing.T) {
	open := map[string]bool{"p1": true, "p2": true}
	s := Open(t.TempDir(), never, func(page string) bool { return open[page] })
	t.Cleanup(s.Close)
	require.NoError(t, s.Save("c1", "books", by("p1"), "mine"))
	read := func(by Reader) (texts []string) {
		all, err := s.List("c1", by)
		require.NoError(t, err)
		for _, d := range all {
			texts = append(texts, d.Text)
		}
		return texts
	}
	require.Empty(t, read(by("p2")))
	require.Equal(t, []string{"mine"}, read(by("p1")))
	require.Equal(t, []string{"mine"}, read(Reader{Page: "p3", Before: []string{"p1"}}), "the window shows another page in its place")
	open["p1"] = false
	require.Equal(t, []string{"mine"}, read(by("p2")))
}
