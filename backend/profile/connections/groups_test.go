// SPEC: CON-21
package connections

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
)

// layout returns the groups, each followed by its connections by name: "One: a b | Two: c | : d".
func layout(t *testing.T, s *Store) string {
	t.Helper()
	groups, err := s.Groups()
	require.NoError(t, err)
	list, err := s.List()
	require.NoError(t, err)
	var parts []string
	for _, g := range append(groups, Group{}) {
		part := g.Name + ":"
		if g.Collapsed {
			part = g.Name + "-:"
		}
		for _, c := range list {
			if c.Group == g.Name {
				part += " " + c.Name
			}
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, " | ")
}

const grouped = `{"connections":[
	{"id":"a","name":"a","driver":"x","group":"One"},{"id":"b","name":"b","driver":"x","group":"One"},
	{"id":"c","name":"c","driver":"x","group":"Two"},{"id":"d","name":"d","driver":"x"}]}`

func TestAFileWithoutGroupsHasThoseThatItsConnectionsName(t *testing.T) {
	s := openWith(t, grouped)
	require.Equal(t, "One: a b | Two: c | : d", layout(t, s))
	require.Equal(t, grouped, fileText(t, s), "reading writes nothing")
}

func TestGroupsAndTheirConnectionsAreKeptAsTheUserArrangedThem(t *testing.T) {
	rows := []struct {
		name string
		do   func(s *Store) error
		want string
	}{
		{"a new group is empty and stands last", func(s *Store) error { return s.AddGroup(" Local ") }, "One: a b | Two: c | Local: | : d"},
		{"a renamed group keeps its connections and its place", func(s *Store) error { return s.RenameGroup("One", "First") }, "First: a b | Two: c | : d"},
		{"a group can change the case of its name", func(s *Store) error { return s.RenameGroup("One", "ONE") }, "ONE: a b | Two: c | : d"},
		{"a deleted group leaves its connections", func(s *Store) error { return s.DeleteGroup("One") }, "Two: c | : a b d"},
		{"a collapsed group stays so", func(s *Store) error { return s.CollapseGroup("Two", true) }, "One: a b | Two-: c | : d"},
		{"a group is put before another", func(s *Store) error { return s.MoveGroup("Two", "One") }, "Two: c | One: a b | : d"},
		{"a group is put last", func(s *Store) error { return s.MoveGroup("One", "") }, "Two: c | One: a b | : d"},
		{"a group before itself", func(s *Store) error { return s.MoveGroup("One", "One") }, "One: a b | Two: c | : d"},
		{"a connection goes into another group", func(s *Store) error { return s.Move("a", "Two", "c") }, "One: b | Two: a c | : d"},
		{"a connection goes to the end of a group", func(s *Store) error { return s.Move("a", "Two", "") }, "One: b | Two: c a | : d"},
		{"a connection leaves its group", func(s *Store) error { return s.Move("a", "", "d") }, "One: b | Two: c | : a d"},
		{"a connection makes the group that it goes into", func(s *Store) error { return s.Move("d", "Local", "") }, "One: a b | Two: c | Local: d | :"},
		{"a connection is put before another one of its group", func(s *Store) error { return s.Move("b", "One", "a") }, "One: b a | Two: c | : d"},
		{"a connection is put before itself", func(s *Store) error { return s.Move("b", "One", "b") }, "One: a b | Two: c | : d"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			s := openWith(t, grouped)
			require.NoError(t, row.do(s))
			require.Equal(t, row.want, layout(t, Open(filepath.Dir(s.path), s.secrets)))
		})
	}
}

func TestWhatCannotBeArrangedIsRefusedInASentence(t *testing.T) {
	rows := []struct {
		name string
		do   func(s *Store) error
		want string
	}{
		{"a group without a name", func(s *Store) error { return s.AddGroup(" ") }, "Group names must have 1 to 60 characters, without line breaks."},
		{"a name that is too long", func(s *Store) error { return s.AddGroup(strings.Repeat("ü", 61)) }, "Group names must have 1 to 60 characters, without line breaks."},
		{"a name with a line break", func(s *Store) error { return s.RenameGroup("One", "a\nb") }, "Group names must have 1 to 60 characters, without line breaks."},
		{"a name that is taken", func(s *Store) error { return s.AddGroup("one") }, "A group named One already exists."},
		{"renaming to a name that is taken", func(s *Store) error { return s.RenameGroup("One", "Two") }, "A group named Two already exists."},
		{"renaming what is gone", func(s *Store) error { return s.RenameGroup("Gone", "Two") }, "The group Gone no longer exists."},
		{"deleting what is gone", func(s *Store) error { return s.DeleteGroup("Gone") }, "The group Gone no longer exists."},
		{"collapsing what is gone", func(s *Store) error { return s.CollapseGroup("Gone", true) }, "The group Gone no longer exists."},
		{"moving what is gone", func(s *Store) error { return s.MoveGroup("Gone", "") }, "The group Gone no longer exists."},
		{"moving before what is gone", func(s *Store) error { return s.MoveGroup("One", "Gone") }, "The group Gone no longer exists."},
		{"a tag with a comma", func(s *Store) error { return s.Mark("a", "", []string{"a,b"}) }, "Tags can be up to 40 characters, without commas or line breaks."},
		{"too many tags", func(s *Store) error {
			return s.Mark("a", "", strings.Split(strings.Repeat("abcdefghijklmnopqrstuvwxyz", 1), ""))
		},
			"A connection can have up to 20 tags."},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			s := openWith(t, grouped)
			var e *driver.Error
			require.ErrorAs(t, row.do(s), &e)
			require.Equal(t, driver.Invalid, e.Kind)
			require.Equal(t, row.want, e.Message)
			require.Equal(t, grouped, fileText(t, s))
		})
	}
	s := openWith(t, grouped)
	for _, err := range []error{s.Move("gone", "One", ""), s.Move("a", "One", "gone"), s.Mark("gone", "red", nil)} {
		require.ErrorIs(t, err, ErrNotFound)
	}
	require.Equal(t, grouped, fileText(t, s))
}

func TestAConnectionKeepsItsColourAndItsTagsOnce(t *testing.T) {
	s := openWith(t, grouped)
	require.NoError(t, s.Mark("a", "teal", []string{" orders", "eu", "", "EU"}))
	got, err := s.Get("a")
	require.NoError(t, err)
	require.Equal(t, "teal", got.Colour)
	require.Equal(t, []string{"orders", "eu"}, got.Tags)
	require.Equal(t, "One", got.Group)
	require.NoError(t, s.Mark("a", "", nil))
	got, err = s.Get("a")
	require.NoError(t, err)
	require.Empty(t, got.Tags)
}

func TestAGroupThatCannotBeWrittenStaysAsItWas(t *testing.T) {
	s := openWith(t, grouped)
	require.NoError(t, os.Remove(s.path))
	require.NoError(t, os.Mkdir(s.path, 0o700))
	require.Error(t, s.AddGroup("Local"))
	require.DirExists(t, s.path)
}
