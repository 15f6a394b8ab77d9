package driver_test

// SPEC: PLG-09

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
)

func TestNamedOperatorsOfferOnlyEachOther(t *testing.T) {
	named := []driver.OperatorID{driver.Contains, driver.Equals}
	some := driver.CommonOperators(named...)
	require.Equal(t, []driver.OperatorID{driver.Equals, driver.Contains}, driver.IDs(some), "in display order")
	require.Equal(t, []driver.OperatorID{driver.Contains}, some[0].Instead)
	require.Equal(t, []driver.OperatorID{driver.Equals}, some[1].Instead)

	all := driver.CommonOperators()
	require.Len(t, all, 18)
	for _, o := range all {
		for _, id := range o.Instead {
			require.True(t, slices.Contains(driver.IDs(all), id), "%s offers %s", o.ID, id)
		}
	}
}
