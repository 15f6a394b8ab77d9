package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSavesAreMeasuredByTheirMedianAndTheHeapByItsGrowth(t *testing.T) {
	rounds := strings.Repeat(`{"save":700,"heap":1000000}`+"\n", 4) + `{"save":300,"heap":2097152}` + "\n" + strings.Repeat(`{"save":400,"heap":4194304}`+"\n", 6)
	results, err := savingResults([]byte(rounds))
	require.NoError(t, err)
	require.Len(t, results, 2)
	require.Equal(t, []any{"400.00 ms", "4.00 MB", "2.00 MB"}, []any{results[0].measured, results[1].measured, results[1].baseline})
	require.Equal(t, []bool{false, true}, []bool{results[0].over(), results[1].over()})
}

func TestAReportOfSavesThatLacksRoundsIsRefused(t *testing.T) {
	for name, report := range map[string]string{"no JSON": "oops", "nothing": "", "too few": strings.Repeat(`{"save":1,"heap":1}`+"\n", 5)} {
		t.Run(name, func(t *testing.T) {
			_, err := savingResults([]byte(report))
			require.Error(t, err)
		})
	}
}
