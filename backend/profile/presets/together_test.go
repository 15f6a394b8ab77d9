package presets

import (
	"strconv"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// SPEC: A-FIL-09
func TestTwoStoresOfOneFolderLoseNothingOfEachOther(t *testing.T) {
	folder := t.TempDir()
	var group sync.WaitGroup
	for writer := range 3 {
		group.Go(func() {
			s := Open(folder)
			for i := range 10 {
				name := strconv.Itoa(writer) + " " + strconv.Itoa(i)
				if err := s.Save("c1", "books", name, by("a", name), false); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	kept, err := Open(folder).Get("c1", "books")
	require.NoError(t, err)
	require.Len(t, kept.Presets, 30)
}
