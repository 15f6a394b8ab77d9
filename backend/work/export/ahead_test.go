package export

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// slow is a disk that accepts nothing until it is released.
type slow struct {
	scarce
	released chan struct{}
}

func (d *slow) Write(p []byte) (int, error) {
	<-d.released
	return d.scarce.Write(p)
}

// SPEC: EXP-03
func TestTheNextRowsAreReadWhileTheFileIsWritten(t *testing.T) {
	s, err := Create(t.Context(), filepath.Join(t.TempDir(), "books.jsonl"), false, Options{})
	require.NoError(t, err)
	to := &slow{released: make(chan struct{})}
	s.disk.to = to
	row := `{"pad":"` + strings.Repeat("x", fileBuffer) + `"}`
	for range 4 {
		require.NoError(t, s.Row(document(row), ""))
	}
	require.Zero(t, s.Bytes())
	close(to.released)
	require.NoError(t, s.Finish())
	require.True(t, strings.Repeat(row+"\n", 4) == to.String())
}

// SPEC: EXP-04
func TestOnlySoMuchWaitsForASlowDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		passed := 0
		a := newAhead(func(block []byte) (int, error) {
			<-release
			passed += len(block)
			return len(block), nil
		})
		written := 0
		part := make([]byte, 1000)
		go func() {
			for written < 10*aheadBlocks*aheadBlock {
				n, err := a.Write(part)
				written += n
				require.NoError(t, err)
			}
			require.NoError(t, a.Close())
		}()
		synctest.Wait()
		require.Greater(t, written, aheadBlock)
		require.LessOrEqual(t, written, (aheadBlocks+2)*aheadBlock)
		close(release)
		synctest.Wait()
		require.Equal(t, written, passed)
	})
}

func TestAfterAFailureNothingMoreIsPassedOn(t *testing.T) {
	failure := errors.New("gone")
	calls := 0
	a := newAhead(func([]byte) (int, error) { calls++; return 0, failure })
	var err error
	for err == nil {
		_, err = a.Write(make([]byte, aheadBlock))
	}
	require.ErrorIs(t, err, failure)
	require.ErrorIs(t, a.Close(), failure)
	require.ErrorIs(t, a.Close(), failure)
	require.Equal(t, 1, calls)
}

// SPEC: EXP-05
func TestAnExportThatFailsWhileTheDiskIsFullEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		folder := t.TempDir()
		s, err := Create(t.Context(), filepath.Join(folder, "books.jsonl"), false, Options{})
		require.NoError(t, err)
		s.disk.to = &scarce{refusals: 1 << 30}
		require.NoError(t, s.Row(document(`{"pad":"`+strings.Repeat("x", 2*fileBuffer)+`"}`), ""))
		synctest.Wait()
		require.True(t, s.Stuck())
		begun := time.Now()
		s.Discard()
		require.Less(t, time.Since(begun), retryFull)
		require.Empty(t, names(t, folder))
	})
}

func TestAFileThatIsDoneLeavesNothingRunning(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // it fails if a goroutine is left
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		folder := t.TempDir()
		for _, end := range []func(*Sink){func(s *Sink) { require.NoError(t, s.Finish()) }, (*Sink).Discard} {
			s, err := Create(ctx, filepath.Join(folder, "books.jsonl"), true, Options{Compression: Zstd})
			require.NoError(t, err)
			require.NoError(t, s.Row(document(`{"n":1}`), ""))
			end(s)
		}
	})
}
