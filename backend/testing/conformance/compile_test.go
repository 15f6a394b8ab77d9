package conformance

// SPEC: PLG-09

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestADriverThatImportsAHeavyPackageIsNotBuilt(t *testing.T) {
	require.NoError(t, requireLight("quarry/drivers/driver strings iter\npapers/drivers/papers fmtlike quarry/drivers/driver\n\n"))
	err := requireLight("quarry/drivers/driver strings\npapers/drivers/papers strconv fmt\n")
	require.ErrorContains(t, err, "papers/drivers/papers imports fmt")
}
