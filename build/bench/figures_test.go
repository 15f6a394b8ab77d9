package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestFiguresOfAMeasurementTakeThePlaceOfThoseBefore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "figures.md")
	first, second := time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC), time.Date(2026, 3, 4, 0, 0, 0, 0, time.UTC)
	page := []result{ratio("a page", 15*time.Millisecond, 10*time.Millisecond, 1.4), ratio("another | page", 10*time.Millisecond, 10*time.Millisecond, 0)}
	require.NoError(t, figures{"page": page, "sizes": {sized("the driver", 1<<20, 1.5)}}.save(path, first))
	require.NoError(t, figures{"page": page[:1], "grid": {never("rows twice", 0, 3)}}.save(path, second))
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	rows := strings.Split(strings.TrimSpace(strings.TrimPrefix(string(text), figuresHead)), "\n")
	require.Len(t, rows, 3)
	require.Contains(t, rows[0], "| page | a page | 15.00 ms | 10.00 ms | 1.50 | <= 1.4 x | OVER | 2026-03-04, ")
	require.Contains(t, rows[1], "| grid | rows twice | 0 | 3 | - | none | ok | 2026-03-04, ")
	require.Contains(t, rows[2], "| sizes | the driver | 1.00 MB | - | - | <= 1.5 MB | ok | 2026-01-02, ")
}
