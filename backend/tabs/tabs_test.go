// SPEC: APP-03, APP-14
package tabs

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheTabsOfEachConnectionAreKeptApart(t *testing.T) {
	folder := t.TempDir()
	books := Tabs{Tabs: []Tab{{Object: "books", Sort: []SortBy{{Column: "published", Desc: true}, {Column: "id"}}}, {Object: "web-*,live"}}, Active: 1}
	logs := Tabs{Tabs: []Tab{{Object: "logs"}}, Named: []Named{{Name: "e*,small", Kind: "pattern"}}}
	store := Open(folder)
	require.NoError(t, store.Put("c1", books))
	require.NoError(t, store.Put("c2", logs))
	for connection, want := range map[string]Tabs{"c1": books, "c2": logs, "c3": {}} {
		got, err := Open(folder).Get(connection)
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
		many = append(many, Tab{Object: fmt.Sprint("i", n)})
	}
	rows := []struct {
		name      string
		put, want Tabs
	}{
		{"a place beyond the last", Tabs{Tabs: []Tab{{Object: "a"}}, Active: 7}, Tabs{Tabs: []Tab{{Object: "a"}}}},
		{"a place before the first", Tabs{Tabs: []Tab{{Object: "a"}}, Active: -1}, Tabs{Tabs: []Tab{{Object: "a"}}}},
		{"one without a name before the one that is shown", Tabs{Tabs: []Tab{{}, {Object: "a"}, {Object: "b"}}, Active: 2}, Tabs{Tabs: []Tab{{Object: "a"}, {Object: "b"}}, Active: 1}},
		{"a name that is too long", Tabs{Tabs: []Tab{{Object: strings.Repeat("x", maxName+1)}}}, Tabs{}},
		{"names in the sidebar without a tab", Tabs{Named: []Named{{Name: "live", Kind: "alias"}, {}}}, Tabs{Named: []Named{{Name: "live", Kind: "alias"}}}},
		{"too many", Tabs{Tabs: many, Active: maxTabs}, Tabs{Tabs: many[:maxTabs]}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			store := Open(t.TempDir())
			require.NoError(t, store.Put("c1", row.put))
			got, err := store.Get("c1")
			require.NoError(t, err)
			require.Equal(t, row.want, got)
		})
	}
}

func TestAFileOfAnotherKindIsEmptyAndANewerOneIsLeftAlone(t *testing.T) {
	rows := []struct {
		name, text string
		err        error
	}{
		{"no JSON", "tabs", nil},
		{"another shape", `{"version":1,"connections":"none"}`, nil},
		{"a newer version", `{"version":2,"connections":[]}`, ErrNewer},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			folder := t.TempDir()
			path := filepath.Join(folder, FileName)
			require.NoError(t, os.WriteFile(path, []byte(row.text), 0o600))
			store := Open(folder)
			got, err := store.Get("c1")
			require.ErrorIs(t, err, row.err)
			require.Empty(t, got)
			require.ErrorIs(t, store.Put("c1", Tabs{Tabs: []Tab{{Object: "a"}}}), row.err)
			left, err := os.ReadFile(path)
			require.NoError(t, err)
			require.Equal(t, row.err != nil, string(left) == row.text)
		})
	}
}

func TestTheConnectionChangedTheLongestAgoIsForgottenFirst(t *testing.T) {
	store := Open(t.TempDir())
	for n := range maxConnections + 1 {
		require.NoError(t, store.Put(fmt.Sprint("c", n), Tabs{Tabs: []Tab{{Object: "a"}}}))
	}
	first, err := store.Get("c0")
	require.NoError(t, err)
	require.Empty(t, first)
	second, err := store.Get("c1")
	require.NoError(t, err)
	require.Len(t, second.Tabs, 1)
}
