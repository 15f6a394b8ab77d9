// SPEC: A-BRO-01
package sidebar

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func favourites(names ...string) []Favourite {
	var list []Favourite
	for _, name := range names {
		list = append(list, Favourite{Name: name, Kind: "index"})
	}
	return list
}

func TestTheSidebarOfEachConnectionIsKeptApart(t *testing.T) {
	folder := t.TempDir()
	books := Sidebar{Sort: BySize, Favourites: []Favourite{{Name: "books", Kind: "index"}, {Name: "live", Kind: "alias"}}}
	logs := Sidebar{Also: true, Sort: ByDocuments, Folded: []string{"index", "#favourites"}}
	store := Open(folder)
	require.NoError(t, store.Put("c1", books))
	require.NoError(t, store.Put("c2", logs))
	for connection, want := range map[string]Sidebar{"c1": books, "c2": logs, "c3": {}} {
		got, err := Open(folder).Get(connection)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	require.NoError(t, store.Put("c1", logs))
	require.NoError(t, store.Forget("c2"))
	for connection, want := range map[string]Sidebar{"c1": logs, "c2": {}} {
		got, err := store.Get(connection)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
}

func TestASidebarThatWasNeverChangedLeavesNoFile(t *testing.T) {
	folder := t.TempDir()
	store := Open(folder)
	require.NoError(t, store.Put("c1", Sidebar{}))
	require.NoError(t, store.Forget("c1"))
	require.NoFileExists(t, filepath.Join(folder, FileName))
}

func TestOnlyWhatCanBeShownIsKept(t *testing.T) {
	var many []string
	for n := range maxFavourites + 5 {
		many = append(many, fmt.Sprint("i", n))
	}
	rows := []struct {
		name      string
		put, want Sidebar
	}{
		{"an order that is not known", Sidebar{Also: true, Sort: "colour"}, Sidebar{Also: true}},
		{"a favourite without a name", Sidebar{Favourites: favourites("", "a")}, Sidebar{Favourites: favourites("a")}},
		{"a favourite twice", Sidebar{Favourites: favourites("a", "b", "a")}, Sidebar{Favourites: favourites("a", "b")}},
		{"a name that is too long", Sidebar{Favourites: favourites(strings.Repeat("x", maxName+1))}, Sidebar{}},
		{"a section without a name and one twice", Sidebar{Folded: []string{"", "index", "alias", "index"}}, Sidebar{Folded: []string{"index", "alias"}}},
		{"too many sections", Sidebar{Folded: many}, Sidebar{Folded: many[:maxFolded]}},
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
		{"no JSON", "sidebars", nil},
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
			require.ErrorIs(t, store.Put("c1", Sidebar{Also: true}), row.err)
			left, err := os.ReadFile(path)
			require.NoError(t, err)
			require.Equal(t, row.err != nil, string(left) == row.text)
		})
	}
}

func TestTheConnectionChangedTheLongestAgoIsForgottenFirst(t *testing.T) {
	store := Open(t.TempDir())
	for n := range maxConnections + 1 {
		require.NoError(t, store.Put(fmt.Sprint("c", n), Sidebar{Also: true}))
	}
	first, err := store.Get("c0")
	require.NoError(t, err)
	require.Empty(t, first)
	second, err := store.Get("c1")
	require.NoError(t, err)
	require.True(t, second.Also)
}

// SPEC: APP-19
func TestFavouritesAreNeverRemovedToMakeRoom(t *testing.T) {
	store := Open(t.TempDir())
	mine := Sidebar{Favourites: favourites("books")}
	require.NoError(t, store.Put("mine", mine))
	for n := range maxConnections + 1 {
		require.NoError(t, store.Put(fmt.Sprint("c", n), Sidebar{Also: true}))
	}
	got, err := store.Get("mine")
	require.NoError(t, err)
	require.Equal(t, mine, got)

	var many []string
	for n := range maxFavourites + 1 {
		many = append(many, fmt.Sprint("i", n))
	}
	require.EqualError(t, store.Put("mine", Sidebar{Favourites: favourites(many...)}), "A connection can have up to 500 favourites.")
	got, err = store.Get("mine")
	require.NoError(t, err)
	require.Equal(t, mine, got)
	require.NoError(t, store.Put("mine", Sidebar{Favourites: favourites(many[:maxFavourites]...)}))
}

// SPEC: APP-19
func TestFavouritesThatCannotBeReadAreSetAside(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, FileName)
	require.NoError(t, os.WriteFile(path, []byte(`{"version":1,"connections":[{"favourites":"books"}]}`), 0o600))
	store := Open(folder)
	require.NoError(t, store.Put("c1", Sidebar{Also: true}))
	require.FileExists(t, path+".broken-1")
	require.Contains(t, store.TakeNotice(), path+".broken-1")
}
