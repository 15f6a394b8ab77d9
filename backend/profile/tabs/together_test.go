package tabs

import (
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// SPEC: APP-03
func TestTwoStoresOfOneFolderLoseNothingOfEachOther(t *testing.T) {
	folder := t.TempDir()
	name := func(writer, i int) string { return fmt.Sprintf("%d of %d", i, writer) }
	var group sync.WaitGroup
	for writer := range 3 {
		group.Go(func() {
			s := opened(t, folder)
			for i := range 20 {
				if err := s.Put(name(writer, i), Tabs{Tabs: []Tab{tabOf("books")}}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	for writer := range 3 {
		for i := range 20 {
			got, err := opened(t, folder).Get(name(writer, i))
			require.NoError(t, err)
			require.Equal(t, []Tab{tabOf("books")}, got.Tabs)
		}
	}
}
