// SPEC: A-FIL-09
package presets

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func by(column string, values ...string) Filter {
	return Filter{Rows: []Row{{Column: column, Operator: "equals", Values: values}}}
}

// at is the current time of the tests' stores.
var at = time.Date(2026, time.November, 22, 14, 2, 0, 0, time.UTC)

func openAt(folder string) *Store {
	s := Open(folder)
	s.now = func() time.Time { return at }
	return s
}

func TestFiltersAreThereAfterARestart(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new")
	full := Filter{Any: true, Rows: []Row{
		{Column: "offers.price", Operator: "less or equal", Values: []string{"12345678901234567890.10"}, SameElement: true},
		{Column: "title", Operator: "contains", Values: []string{"a \"*\" \\ <&>"}, FoldCase: true, Off: true},
		{Column: "gone", Operator: "is null"},
	}}
	s := openAt(folder)
	require.NoError(t, s.Save("c1", "books", "Cheap", full, false))
	require.NoError(t, s.Save("c1", "books", "before", by("a", "1"), false))
	require.NoError(t, s.Keep("c1", "books", full))
	require.NoError(t, s.Keep("c2", "books", by("b", "2")))

	got, err := Open(folder).Get("c1", "books")
	require.NoError(t, err)
	require.Equal(t, Filters{Presets: []Preset{{"before", by("a", "1")}, {"Cheap", full}}, Last: &Last{full, at}}, got)
	got, err = Open(folder).Get("c2", "authors")
	require.NoError(t, err)
	require.Equal(t, Filters{}, got)
}

func TestAFilterThatWasTakenAwayIsNotRestored(t *testing.T) {
	folder := t.TempDir()
	s := openAt(folder)
	require.NoError(t, s.Keep("c1", "books", Filter{}), "there was none")
	require.NoFileExists(t, filepath.Join(folder, FileName))
	require.NoError(t, s.Keep("c1", "books", by("a", "1")))
	require.NoError(t, s.Keep("c1", "books", Filter{Any: true}))
	data, err := os.ReadFile(filepath.Join(folder, FileName))
	require.NoError(t, err)
	require.NotContains(t, string(data), "books")
}

func TestPresetsAreReplacedRenamedAndRemoved(t *testing.T) {
	s := openAt(t.TempDir())
	names := func() string {
		kept, err := s.Get("c1", "books")
		require.NoError(t, err)
		list := make([]string, 0, len(kept.Presets))
		for _, p := range kept.Presets {
			list = append(list, p.Name+"="+p.Rows[0].Values[0])
		}
		return strings.Join(list, " ")
	}
	require.NoError(t, s.Save("c1", "books", "one", by("a", "1"), false))
	require.NoError(t, s.Save("c1", "books", "two", by("a", "2"), false))
	require.EqualError(t, s.Save("c1", "books", "One", by("a", "3"), false), "There is already a preset named One.")
	require.Equal(t, "one=1 two=2", names())
	require.NoError(t, s.Save("c1", "books", "One", by("a", "3"), true))
	require.EqualError(t, s.Rename("c1", "books", "two", "ONE"), "There is already a preset named ONE.")
	require.NoError(t, s.Rename("c1", "books", "one", "three"))
	require.NoError(t, s.Rename("c1", "books", "three", "Three"))
	require.EqualError(t, s.Rename("c1", "books", "one", "four"), "There is no longer a preset named one.")
	require.Equal(t, "Three=3 two=2", names())
	require.NoError(t, s.Remove("c1", "books", "two"))
	require.NoError(t, s.Remove("c1", "books", "two"))
	require.Equal(t, "Three=3", names())
	require.NoError(t, s.Save("c2", "books", "two", by("a", "2"), false))
	require.NoError(t, s.Forget("c1"))
	require.Empty(t, names())
	kept, err := s.Get("c2", "books")
	require.NoError(t, err)
	require.Len(t, kept.Presets, 1)
}

func TestAPresetThatCannotBeSavedIsRefused(t *testing.T) {
	s := openAt(t.TempDir())
	require.NoError(t, s.change("c1", "full", func(e *entry) error {
		for i := range maxPresets {
			e.Presets = append(e.Presets, Preset{strconv.Itoa(i), by("a", "1")})
		}
		return nil
	}))
	tests := []struct {
		object, name string
		filter       Filter
		why          string
	}{
		{"books", " ", by("a", "1"), "Enter a name for the preset."},
		{"books", "a ", by("a", "1"), "Remove the spaces before or after the name."},
		{"books", strings.Repeat("ü", 101), by("a", "1"), "Names of presets can be up to 100 characters long."},
		{"books", "a\nb", by("a", "1"), "Names of presets cannot contain line breaks."},
		{"books", "none", Filter{}, "Add a row to the filter to save it."},
		{"books", "long", by("a", strings.Repeat("x", maxFilter)), "This filter is too long to save."},
		{"full", "one more", by("a", "1"), "This object already has 100 presets. Remove one first."},
	}
	for _, test := range tests {
		t.Run(test.why, func(t *testing.T) {
			require.EqualError(t, s.Save("c1", test.object, test.name, test.filter, false), test.why)
		})
	}
	require.EqualError(t, s.Keep("c1", "books", by("a", strings.Repeat("x", maxFilter))), "This filter is too long to save.")
	require.NoError(t, s.Save("c1", "books", strings.Repeat("ü", 100), by("a", "1"), false))
}

func TestTheFileStaysSmallAndKeepsTheLatest(t *testing.T) {
	if testing.Short() {
		t.Skip("long work of a single goroutine")
	}
	folder := t.TempDir()
	s := openAt(folder)
	require.NoError(t, s.file.Change(func(doc *document) bool {
		doc.Version = fileVersion
		for i := range maxObjects {
			doc.Objects = append(doc.Objects, entry{"c1", fmt.Sprintf("old-%d", i), Filters{Last: &Last{by("a", "1"), at}}})
		}
		return true
	}))
	require.NoError(t, s.Keep("c1", "new", by("b", "1")))
	kept, err := s.file.Read()
	require.NoError(t, err)
	require.Len(t, kept.Objects, maxObjects)
	require.Equal(t, "new", kept.Objects[0].Object)
	require.Equal(t, "old-498", kept.Objects[maxObjects-1].Object)

	large := by("a", strings.Repeat("x", maxFilter-100))
	require.NoError(t, s.file.Change(func(doc *document) bool {
		doc.Objects = nil
		for range 8 {
			doc.Objects = append(doc.Objects, entry{"c1", "old", Filters{Last: &Last{large, at}}})
		}
		return true
	}))
	require.NoError(t, s.Keep("c1", "new", large))
	info, err := os.Stat(filepath.Join(folder, FileName))
	require.NoError(t, err)
	require.LessOrEqual(t, info.Size(), int64(maxBytes))
	got, err := s.Get("c1", "new")
	require.NoError(t, err)
	require.Equal(t, large, got.Last.Filter)
}

// SPEC: APP-19
func TestPresetsAreNeverRemovedToMakeRoom(t *testing.T) {
	if testing.Short() {
		t.Skip("long work of a single goroutine")
	}
	t.Run("for the filters of other objects", func(t *testing.T) {
		s := openAt(t.TempDir())
		require.NoError(t, s.Save("c1", "orders", "Mine", by("a", "1"), false))
		require.NoError(t, s.Keep("c1", "orders", by("b", "1")))
		require.NoError(t, s.file.Change(func(doc *document) bool {
			for i := range maxObjects {
				doc.Objects = slices.Insert(doc.Objects, 0, entry{"c1", fmt.Sprintf("logs-%d", i), Filters{Last: &Last{by("a", "1"), at}}})
			}
			return true
		}))
		require.NoError(t, s.Keep("c1", "logs", by("a", "1")))
		got, err := s.Get("c1", "orders")
		require.NoError(t, err)
		require.Equal(t, Filters{Presets: []Preset{{"Mine", by("a", "1")}}}, got, "the filter applied last is only remembered")
	})
	large := by("a", strings.Repeat("x", maxFilter-100))
	t.Run("for large filters", func(t *testing.T) {
		s := openAt(t.TempDir())
		for i := range 20 {
			require.NoError(t, s.Save("c1", "orders", fmt.Sprintf("Mine %d", i), by("a", "1"), false))
		}
		for i := range 9 {
			require.NoError(t, s.Keep("c1", fmt.Sprintf("logs-%d", i), large))
		}
		got, err := s.Get("c1", "orders")
		require.NoError(t, err)
		require.Len(t, got.Presets, 20)
	})
	t.Run("for one more preset", func(t *testing.T) {
		s := openAt(t.TempDir())
		for i := range 7 {
			require.NoError(t, s.Save("c1", fmt.Sprintf("o%d", i), "Mine", large, false))
		}
		require.EqualError(t, s.Save("c1", "more", "Mine", large, false), "All presets together take up more than 8 MB. Remove one first.")
		require.EqualError(t, s.Save("c1", "o0", "Mine 2", large, false), "All presets together take up more than 8 MB. Remove one first.")
		for i := range 7 {
			got, err := s.Get("c1", fmt.Sprintf("o%d", i))
			require.NoError(t, err)
			require.Equal(t, []Preset{{"Mine", large}}, got.Presets)
		}
		require.NoError(t, s.Keep("c1", "o0", large), "a filter without room is not remembered, which is no error")
		got, err := s.Get("c1", "o0")
		require.NoError(t, err)
		require.Equal(t, Filters{Presets: []Preset{{"Mine", large}}}, got)
	})
}

// SPEC: APP-19
func TestPresetsThatCannotBeReadAreSetAside(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, FileName)
	broken := `{"version":1,"objects":[{"connection":"c1","object":"orders","presets":[{"name":"Mine","rows":{}}]}]}`
	require.NoError(t, os.WriteFile(path, []byte(broken), 0o600))
	s := openAt(folder)
	require.NoError(t, s.Keep("c1", "logs", by("a", "1")))
	kept, err := os.ReadFile(path + ".broken-1")
	require.NoError(t, err)
	require.Equal(t, broken, string(kept))
	require.Contains(t, s.TakeNotice(), path+".broken-1")
}

func TestAFileThatIsNotOursIsHandled(t *testing.T) {
	tests := []struct {
		name, file string
		err        error
	}{
		{"broken", `{"objects":[`, nil},
		{"another type", `{"version":1,"objects":[{"connection":7}]}`, nil},
		{"a newer one", `{"version":2,"objects":[]}`, ErrNewer},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			folder := t.TempDir()
			s := openAt(folder)
			path := filepath.Join(folder, FileName)
			require.NoError(t, os.WriteFile(path, []byte(test.file), 0o600))
			got, err := s.Get("c1", "books")
			require.ErrorIs(t, err, test.err)
			require.Equal(t, Filters{}, got)
			require.ErrorIs(t, s.Keep("c1", "books", by("a", "1")), test.err)
			data, err := os.ReadFile(path)
			require.NoError(t, err)
			require.Equal(t, test.err != nil, string(data) == test.file, "a newer file is not changed, any other is written anew")
		})
	}
}
