package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const stagingLines = `{"rows":0,"open":[10,20,30],"commit":[8,9,10]}
{"rows":1000,"open":[20,10,30],"commit":[90,80,100]}
`

func TestKeysAreMeasuredWithAndWithoutStagedRows(t *testing.T) {
	results, err := stagingResults([]byte(stagingLines))
	require.NoError(t, err)
	var out strings.Builder
	require.NoError(t, printTable(&out, results))
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	for i := range lines {
		lines[i] = strings.Join(strings.Fields(lines[i]), " ")
	}
	require.Equal(t, []string{
		"staged, 1,000 rows, a letter to its editor on the screen 20.00 ms - - <= 50 ms ok",
		"staged, 1,000 rows, Enter to the value on the screen 90.00 ms - - <= 50 ms OVER",
		"staged, 1,000 rows, a letter, against none staged 20.00 ms 20.00 ms 1.00 - -",
		"staged, 1,000 rows, Enter, against none staged 90.00 ms 9.00 ms 10.00 - -",
	}, lines[1:])
}

func TestAReportOfKeysThatLacksAMeasurementIsRefused(t *testing.T) {
	first, _, _ := strings.Cut(stagingLines, "\n")
	for name, report := range map[string]string{
		"no JSON":       "oops",
		"only one":      first,
		"the same once": first + "\n" + first,
		"no round":      strings.Replace(stagingLines, "[8,9,10]", "[]", 1),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := stagingResults([]byte(report))
			require.Error(t, err)
		})
	}
}
