// SPEC: CON-21
package connections

import (
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/secrets"
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
