package plugin

// SPEC: CNS-08, CNS-09

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/testing/systemtest"
	"quarry/drivers/driver"
)

func TestAThingThatIsWrittenSpillsAboveTheBudgetAndReadsBackByRange(t *testing.T) {
	systemtest.SetTemp(t, t.TempDir())
	s := NewShelf(10)
	w := s.Writer(false)
	for _, piece := range []string{"0123", "4567"} {
		_, err := w.Write([]byte(piece))
		require.NoError(t, err)
	}
	require.Empty(t, spilled(t))
	for _, piece := range []string{"89ab", "cd"} {
		_, err := w.Write([]byte(piece))
		require.NoError(t, err)
	}
	require.Len(t, spilled(t), 1)
	require.Zero(t, s.held, "what is in the file is no longer in memory")
	number, err := w.Keep()
	require.NoError(t, err)
	require.Equal(t, int64(14), w.Size())
	part, err := s.Range(number, 6, 4)
	require.NoError(t, err)
	require.Equal(t, "6789", string(part))
	s.Release(number)
	require.Empty(t, spilled(t))
	require.Zero(t, s.held)
}

func TestALargeThingIsInAFileThoughTheBudgetHasRoom(t *testing.T) {
	systemtest.SetTemp(t, t.TempDir())
	s := NewShelf(DefaultShelf)
	w := s.Writer(false)
	piece := make([]byte, 1<<20)
	for range maxHeld/len(piece) + 1 {
		_, err := w.Write(piece)
		require.NoError(t, err)
	}
	require.Len(t, spilled(t), 1)
	w.Discard()
	require.Empty(t, spilled(t))
	require.Zero(t, s.held)
	require.Zero(t, s.Len())
}

func TestAPrivateThingStaysInMemoryAndHasALimit(t *testing.T) {
	systemtest.SetTemp(t, t.TempDir())
	s := NewShelf(10)
	w := s.Writer(true)
	_, err := w.Write([]byte("a key that is longer than the budget"))
	require.NoError(t, err)
	number, err := w.Keep()
	require.NoError(t, err)
	require.Equal(t, 36, s.held)
	require.Empty(t, spilled(t))
	s.Release(number)
	require.Zero(t, s.held)

	w = s.Writer(true)
	piece := []byte(strings.Repeat("x", 32<<20))
	for range 2 {
		_, err = w.Write(piece)
		require.NoError(t, err)
	}
	_, err = w.Write([]byte("x"))
	require.Equal(t, driver.CodeTooLarge, failure(t, err).Code)
	w.Discard()
	require.Zero(t, s.held)
	require.Empty(t, spilled(t))
}

func TestWhatEndsAfterTheShelfIsClosedLeavesNothing(t *testing.T) {
	systemtest.SetTemp(t, t.TempDir())
	s := NewShelf(1)
	w := s.Writer(false)
	_, err := w.Write([]byte("in a file"))
	require.NoError(t, err)
	require.Len(t, spilled(t), 1)
	s.Close()
	_, err = w.Keep()
	require.ErrorIs(t, err, ErrGone)
	require.Empty(t, spilled(t))
}
