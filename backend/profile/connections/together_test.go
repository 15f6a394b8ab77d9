// SPEC: CON-21
package connections

import (
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/profile/secrets"
)

func TestTwoStoresOfOneFolderLoseNothingOfEachOther(t *testing.T) {
	folder := t.TempDir()
	const each = 20
	var group sync.WaitGroup
	for writer := range 3 {
		group.Go(func() {
			s := Open(folder, secrets.Memory())
			for i := range each {
				name := fmt.Sprintf("%d of %d", i, writer)
				saved, err := s.Save(t.Context(), Connection{Name: name, Driver: "x"}, nil)
				if err == nil {
					err = s.Touch(saved.ID, "1.0")
				}
				if err == nil {
					err = s.AddGroup("group " + name)
				}
				if err == nil && i%2 == 0 {
					err = s.Delete(t.Context(), saved.ID)
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	s := Open(folder, secrets.Memory())
	list, err := s.List()
	require.NoError(t, err)
	require.Len(t, list, 3*each/2)
	for _, c := range list {
		require.Equal(t, "1.0", c.Version, c.Name)
	}
	groups, err := s.Groups()
	require.NoError(t, err)
	require.Len(t, groups, 3*each)
}

func TestAFormThatIsSavedKeepsWhatAnotherWindowChangedBesideIt(t *testing.T) {
	folder := t.TempDir()
	here, there := Open(folder, secrets.Memory()), Open(folder, secrets.Memory())
	c, err := here.Save(t.Context(), Connection{Name: "Books", Driver: "x", Colour: "grey", Group: "Local", Tags: []string{"old"}}, nil)
	require.NoError(t, err)
	require.Equal(t, "Local", c.Group, "a new connection goes into the group that it names")
	require.NoError(t, there.RenameGroup("Local", "Mine"))
	require.NoError(t, there.Move(c.ID, "Production", ""))
	require.NoError(t, there.Mark(c.ID, "red", []string{"eu", "orders"}))
	require.NoError(t, there.Touch(c.ID, "8.16.3"))
	c.Name, c.Colour = "Books here", "blue"
	saved, err := here.Save(t.Context(), c, nil)
	require.NoError(t, err)
	for name, got := range map[string]Connection{"given": saved, "read": only(t, there)} {
		require.Equal(t, "Books here", got.Name, name)
		require.Equal(t, "blue", got.Colour, name)
		require.Equal(t, "Production", got.Group, name)
		require.Equal(t, []string{"eu", "orders"}, got.Tags, name)
		require.Equal(t, "8.16.3", got.Version, name)
		require.NotEmpty(t, got.LastOpened, name)
	}
	groups, err := there.Groups()
	require.NoError(t, err)
	require.Equal(t, []Group{{Name: "Mine"}, {Name: "Production"}}, groups)
}

// only returns the single connection of a store.
func only(t *testing.T, s *Store) Connection {
	t.Helper()
	list, err := s.List()
	require.NoError(t, err)
	require.Len(t, list, 1)
	return list[0]
}
