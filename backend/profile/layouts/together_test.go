package layouts

import (
	"strconv"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// SPEC: A-BRO-16
func TestTwoStoresOfOneFolderLoseNothingOfEachOther(t *testing.T) {
	folder := t.TempDir()
	var group sync.WaitGroup
	for writer := range 3 {
		group.Go(func() {
			s := Open(folder)
			for i := range 20 {
				if err := s.Put(strconv.Itoa(writer), strconv.Itoa(i), wide("a", 50+i)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	for writer := range 3 {
		for i := range 20 {
			got, err := Open(folder).Get(strconv.Itoa(writer), strconv.Itoa(i))
			require.NoError(t, err)
			require.Equal(t, wide("a", 50+i), got)
		}
	}
}
