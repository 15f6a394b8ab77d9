package sidebar

import (
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// SPEC: A-BRO-01
func TestTwoStoresOfOneFolderLoseNothingOfEachOther(t *testing.T) {
	folder := t.TempDir()
	name := func(writer, i int) string { return fmt.Sprintf("%d of %d", i, writer) }
	var group sync.WaitGroup
	for writer := range 3 {
		group.Go(func() {
			s := Open(folder)
			for i := range 20 {
				if err := s.Put(name(writer, i), Sidebar{Favourites: favourites("books")}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	for writer := range 3 {
		for i := range 20 {
			got, err := Open(folder).Get(name(writer, i))
			require.NoError(t, err)
			require.Equal(t, favourites("books"), got.Favourites)
		}
	}
}
