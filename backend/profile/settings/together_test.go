package settings

import (
	"strconv"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// SPEC: APP-01
func TestTwoStoresOfOneFolderLoseNothingOfEachOther(t *testing.T) {
	folder := t.TempDir()
	var group sync.WaitGroup
	for range 3 {
		group.Go(func() {
			s := Open(folder)
			for range 20 {
				err := s.Change(func(at *Settings) { at.Registry += "x" })
				if err == nil {
					err = s.Change(func(at *Settings) {
						n, _ := strconv.Atoi(at.Theme)
						at.Theme = strconv.Itoa(n + 1)
					})
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	at, err := Open(folder).Get()
	require.NoError(t, err)
	require.Equal(t, "60", at.Theme)
	require.Len(t, at.Registry, 60)
}
