package conformance

import (
	"github.com/stretchr/testify/require"
)

// sameSteps: the driver takes byte-identical steps natively and as a module, and returns the same results and rows.
func sameSteps(t T, s *stand) {
	if len(s.ways) < 2 {
		t.Skipf("there is one way only to run this driver: %s", s.ways[0].name)
	}
	second := s.start(t, s.ways[1], nobody)
	for _, stop := range s.start(t, s.ways[0], s.engine(t)).tour(t) {
		sameOutcome(t, stop, second.run(t.Context(), stop.again(), nil))
	}
}

// sameOutcome compares all inputs and outputs of two runs of one operation.
func sameOutcome(t T, one stop, two *outcome) {
	t.Helper()
	require.Equalf(t, one.ran.err, two.err, "%s", one.what)
	require.Truef(t, string(one.ran.log.Bytes()) == string(two.log.Bytes()), "%s: the steps differ:\n%s\n%s", one.what, one.ran.log, two.log)
	require.Truef(t, string(one.ran.result) == string(two.result), "%s: the results differ", one.what)
	require.Equalf(t, one.ran.exec.Blocks(), two.exec.Blocks(), "%s", one.what)
	for i := 1; i <= one.ran.exec.Blocks(); i++ {
		require.Truef(t, string(one.ran.exec.Block(i).Block) == string(two.exec.Block(i).Block), "%s: the rows differ", one.what)
	}
}
