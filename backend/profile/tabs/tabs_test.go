// SPEC: APP-03, APP-14, APP-19
package tabs

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func tabOf(object string) Tab {
	return Tab{Kind: Objects, State: map[string]string{"object": object}}
}

// opened returns the store of a folder, which is closed when the test ends.
func opened(t *testing.T, folder string) *Store {
	t.Helper()
	s := Open(folder)
	t.Cleanup(s.Close)
	return s
}

func TestTheTabsOfEachConnectionAreKeptApart(t *testing.T) {
	folder := t.TempDir()
	books := Tabs{Tabs: []Tab{{Kind: Objects, State: map[string]string{"object": "books", "sort": `[{"column":"published","desc":true}]`}}, tabOf("web-*,live")}, Active: 1}
	logs := Tabs{Tabs: []Tab{tabOf("logs")}, Named: []Named{{Name: "e*,small", Kind: "pattern"}}}
	store := opened(t, folder)
	require.NoError(t, store.Put("c1", books))
	require.NoError(t, store.Put("c2", logs))
	for connection, want := range map[string]Tabs{"c1": books, "c2": logs, "c3": {}} {
		got, err := opened(t, folder).Get(connection)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	require.NoError(t, store.Put("c1", logs))
	require.NoError(t, store.Forget("c2"))
	require.NoError(t, store.Forget("c3"))
	for connection, want := range map[string]Tabs{"c1": logs, "c2": {}} {
		got, err := store.Get(connection)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
}

func TestOnlyTabsThatCanBeOpenedAgainAreKept(t *testing.T) {
	var many []Tab
	for n := range maxTabs + 5 {
		many = append(many, tabOf(fmt.Sprint("i", n)))
	}
	rows := []struct {
		name      string
		put, want Tabs
	}{
		{"a place beyond the last", Tabs{Tabs: []Tab{tabOf("a")}, Active: 7}, Tabs{Tabs: []Tab{tabOf("a")}}},
		{"a place before the first", Tabs{Tabs: []Tab{tabOf("a")}, Active: -1}, Tabs{Tabs: []Tab{tabOf("a")}}},
		{"one without a kind before the one that is shown", Tabs{Tabs: []Tab{{}, tabOf("a"), tabOf("b")}, Active: 2}, Tabs{Tabs: []Tab{tabOf("a"), tabOf("b")}, Active: 1}},
		{"a state that is too large", Tabs{Tabs: []Tab{tabOf(strings.Repeat("x", maxState+1))}}, Tabs{}},
		{"names in the sidebar without a tab", Tabs{Named: []Named{{Name: "live", Kind: "alias"}, {}}}, Tabs{Named: []Named{{Name: "live", Kind: "alias"}}}},
		{"too many", Tabs{Tabs: many, Active: maxTabs}, Tabs{Tabs: many[:maxTabs]}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			store := opened(t, t.TempDir())
			require.NoError(t, store.Put("c1", row.put))
			got, err := store.Get("c1")
			require.NoError(t, err)
			require.Equal(t, row.want, got)
		})
	}
}

func consoleOf(text string) Tab { return Tab{Kind: "console", State: map[string]string{"text": text}} }

func TestATabWithATextIsNeverDroppedForATabOfAnObject(t *testing.T) {
	var many []Tab
	for n := range maxTabs + 5 {
		many = append(many, tabOf(fmt.Sprint("i", n)))
	}
	store := opened(t, t.TempDir())
	require.NoError(t, store.Put("c1", Tabs{Tabs: append(many, consoleOf("a note")), Active: maxTabs + 5}))
	got, err := store.Get("c1")
	require.NoError(t, err)
	require.Len(t, got.Tabs, maxTabs)
	require.Equal(t, consoleOf("a note"), got.Tabs[got.Active])
	require.Equal(t, many[:maxTabs-1], got.Tabs[:maxTabs-1])
}

func TestTextsWithoutRoomAreRefusedAndThoseThatWereSavedStay(t *testing.T) {
	var many []Tab
	for n := range maxTabs + 1 {
		many = append(many, consoleOf(fmt.Sprint("note ", n)))
	}
	rows := []struct {
		name string
		put  []Tab
	}{
		{"a text that is too long", []Tab{consoleOf(strings.Repeat("x", maxState+1))}},
		{"too many tabs with a text", many},
		{"texts that are too long together", slices.Repeat([]Tab{consoleOf(strings.Repeat("x", maxState-100))}, 8)},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			store := opened(t, t.TempDir())
			before := Tabs{Tabs: []Tab{consoleOf("before")}}
			require.NoError(t, store.Put("c1", before))
			require.ErrorIs(t, store.Put("c1", Tabs{Tabs: row.put}), ErrFull)
			got, err := store.Get("c1")
			require.NoError(t, err)
			require.Equal(t, before, got)
		})
	}
}

func TestAConnectionWithATextIsNotForgottenToMakeRoom(t *testing.T) {
	if testing.Short() {
		t.Skip("long work of a single goroutine")
	}
	store := opened(t, t.TempDir())
	require.NoError(t, store.Put("c0", Tabs{Tabs: []Tab{consoleOf("a note")}}))
	for n := range maxConnections {
		require.NoError(t, store.Put(fmt.Sprint("c", n+1), Tabs{Tabs: []Tab{tabOf("a")}}))
	}
	for connection, want := range map[string]int{"c0": 1, "c1": 0, "c2": 1} {
		got, err := store.Get(connection)
		require.NoError(t, err)
		require.Len(t, got.Tabs, want, connection)
	}
	for n := range maxConnections - 1 {
		require.NoError(t, store.Put(fmt.Sprint("d", n), Tabs{Tabs: []Tab{consoleOf("a note")}}))
	}
	require.ErrorIs(t, store.Put("one more", Tabs{Tabs: []Tab{consoleOf("a note")}}), ErrFull)
	got, err := store.Get("c0")
	require.NoError(t, err)
	require.Equal(t, []Tab{consoleOf("a note")}, got.Tabs)
}

func TestAFileOfAnotherKindIsEmptyAndANewerOneIsLeftAlone(t *testing.T) {
	rows := []struct {
		name, text string
		err        error
	}{
		{"no JSON", "tabs", nil},
		{"another shape", `{"version":1,"connections":"none"}`, nil},
		{"a newer version", `{"version":3,"connections":[]}`, ErrNewer},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			folder := t.TempDir()
			path := filepath.Join(folder, FileName)
			require.NoError(t, os.WriteFile(path, []byte(row.text), 0o600))
			store := opened(t, folder)
			got, err := store.Get("c1")
			require.ErrorIs(t, err, row.err)
			require.Empty(t, got)
			require.ErrorIs(t, store.Put("c1", Tabs{Tabs: []Tab{tabOf("a")}}), row.err)
			left, err := os.ReadFile(path)
			require.NoError(t, err)
			require.Equal(t, row.err != nil, string(left) == row.text)
		})
	}
}

func TestTheConnectionChangedTheLongestAgoIsForgottenFirst(t *testing.T) {
	store := opened(t, t.TempDir())
	for n := range maxConnections + 1 {
		require.NoError(t, store.Put(fmt.Sprint("c", n), Tabs{Tabs: []Tab{tabOf("a")}}))
	}
	first, err := store.Get("c0")
	require.NoError(t, err)
	require.Empty(t, first)
	second, err := store.Get("c1")
	require.NoError(t, err)
	require.Len(t, second.Tabs, 1)
}

func TestTabsThatWereSavedBeforeThereWereKindsShowObjects(t *testing.T) {
	folder := t.TempDir()
	text := `{"version":1,"connections":[{"connection":"c1","tabs":[{"object":"books","sort":[{"column":"published","desc":true},{"column":"id"}]},{"object":"web-*,live"},{"sort":[]}],"active":1}]}`
	require.NoError(t, os.WriteFile(filepath.Join(folder, FileName), []byte(text), 0o600))
	got, err := opened(t, folder).Get("c1")
	require.NoError(t, err)
	sorted := Tab{Kind: Objects, State: map[string]string{"object": "books", "sort": `[{"column":"published","desc":true},{"column":"id"}]`}}
	require.Equal(t, Tabs{Tabs: []Tab{sorted, tabOf("web-*,live")}, Active: 1}, got)
}

func TestATabOfAKindThatIsNotKnownIsKept(t *testing.T) {
	folder := t.TempDir()
	want := Tabs{Tabs: []Tab{{Kind: "constellation", State: map[string]string{"star": "Vega"}}, {Kind: "dashboard"}}}
	require.NoError(t, opened(t, folder).Put("c1", want))
	got, err := opened(t, folder).Get("c1")
	require.NoError(t, err)
	require.Equal(t, want, got)
}
