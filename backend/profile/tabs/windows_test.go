// SPEC: APP-03, CNS-13
package tabs

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/testing/processtest"
)

func got(t *testing.T, s *Store) Tabs {
	t.Helper()
	tabs, err := s.Get("c1")
	require.NoError(t, err)
	return tabs
}

func TestTheTextsOfTwoWindowsOnOneConnectionSurvive(t *testing.T) {
	folder, kill := processtest.Start(t, func(folder string) any {
		s := opened(t, folder)
		got(t, s)
		require.NoError(t, s.Put("c1", Tabs{Tabs: []Tab{tabOf("logs"), consoleOf("theirs")}, Active: 1}))
		return s
	})
	s := opened(t, folder)
	require.Equal(t, Tabs{Tabs: []Tab{tabOf("logs")}}, got(t, s), "a console of a window that is open stays its own")
	mine := Tabs{Tabs: []Tab{tabOf("books"), consoleOf("mine")}, Active: 1}
	require.NoError(t, s.Put("c1", mine))
	require.Equal(t, mine, got(t, s))

	kill()
	both := Tabs{Tabs: []Tab{tabOf("books"), consoleOf("mine"), consoleOf("theirs")}, Active: 1}
	require.Equal(t, both, got(t, s), "what the window that is gone left is there for the next one")
	require.Equal(t, both, got(t, s))
	require.NoError(t, s.Put("c1", mine))
	require.Equal(t, mine, got(t, s), "a console that was closed stays closed")
	s.Close()
	require.Equal(t, mine, got(t, opened(t, folder)))
	left, err := filepath.Glob(filepath.Join(folder, ".locks", "*.living"))
	require.NoError(t, err)
	require.Len(t, left, 1, "only the mark of the last store is left")
}

func TestAWindowThatLeavesAConnectionLeavesItsTextsToOthers(t *testing.T) {
	folder := t.TempDir()
	first, second := opened(t, folder), opened(t, folder)
	require.NoError(t, first.Put("c1", Tabs{Tabs: []Tab{consoleOf("a note")}}))
	require.Empty(t, got(t, second).Tabs)
	require.NoError(t, first.Leave("c1"))
	require.Equal(t, []Tab{consoleOf("a note")}, got(t, second).Tabs)
	require.Empty(t, got(t, first).Tabs, "they are the other window's by now")
}

func TestAConnectionThatIsStillOpenElsewhereInTheProcessIsNotLeft(t *testing.T) {
	folder := t.TempDir()
	first, second := opened(t, folder), opened(t, folder)
	got(t, first)
	require.NoError(t, first.Put("c1", Tabs{Tabs: []Tab{consoleOf("a note")}}))
	got(t, first) // the window was loaded again
	require.NoError(t, first.Leave("c1"))
	require.Empty(t, got(t, second).Tabs)
	require.NoError(t, first.Leave("c1"))
	require.Equal(t, []Tab{consoleOf("a note")}, got(t, second).Tabs)
}

func TestTheTabsOfADeletedConnectionAreGoneInEveryWindow(t *testing.T) {
	folder := t.TempDir()
	first, second := opened(t, folder), opened(t, folder)
	require.NoError(t, first.Put("c1", Tabs{Tabs: []Tab{consoleOf("a note")}}))
	require.NoError(t, second.Put("c1", Tabs{Tabs: []Tab{consoleOf("another")}}))
	require.NoError(t, second.Forget("c1"))
	require.Empty(t, got(t, first).Tabs)
	require.Empty(t, got(t, second).Tabs)
}
