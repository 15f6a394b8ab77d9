package conformance

import (
	"math/big"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
)

// summarizes: the statistics of a column cover the documents of its view, filtered or not. Whole numbers keep every
// digit, and a distinct count that is not marked as an estimate is exact. A column whose values are not summarized says
// why.
func summarizes(t T, s *stand) {
	c := s.connect(t)
	if !c.has(t, driver.OpStatistics) {
		t.Skipf("the driver summarizes nothing")
	}
	for _, o := range s.subject.Target.Objects {
		v := c.view(t, o)
		documents := values(t, v)
		for _, column := range v.filterable() {
			requireStatistics(t, c, v, column, documents[column])
			for _, value := range telling(documents[column]) {
				filtered := c.filter(t, v, driver.Equals, column, value)
				if filtered == nil {
					continue
				}
				var some []held
				names := map[string]bool{}
				for _, name := range matching(documents[column], value) {
					names[name] = true
				}
				for _, d := range documents[column] {
					if names[d.name] {
						some = append(some, d)
					}
				}
				requireStatistics(t, c, filtered, column, some)
			}
		}
	}
}

// requireStatistics compares the statistics of a column with the documents of its view.
func requireStatistics(t T, c *connection, v *view, column int, documents []held) {
	t.Helper()
	described := v.columns[column].Statistics()
	s := do[driver.Statistics](t, c, call{op: driver.OpStatistics, args: &driver.StatisticsArgs{Object: v.object.Name, View: v.set.View, Column: described}})
	what := v.object.Name + ", " + described.Name
	require.Falsef(t, s.Partial, "%s: %v", what, s.Notices)
	require.Equalf(t, int64(len(documents)), s.Total, "%s: the documents", what)
	if !s.Figures {
		require.NotEmptyf(t, s.Reason, "%s is not summarized and nothing says why", what)
		return
	}
	if s.Ignored > 0 || len(described.Key.Nested) > 0 {
		return
	}
	present := int64(0)
	var least, greatest *big.Rat
	different := map[string]bool{}
	for _, d := range documents {
		if len(d.values) > 0 {
			present++
		}
		for _, value := range d.values {
			if n := number(value); described.Integer && n != nil {
				different[n.RatString()] = true
				if least == nil || n.Cmp(least) < 0 {
					least = n
				}
				if greatest == nil || n.Cmp(greatest) > 0 {
					greatest = n
				}
			}
		}
	}
	if s.Present >= 0 {
		require.Equalf(t, present, s.Present, "%s: the documents with a value", what)
	} else {
		require.NotEmptyf(t, s.Notices, "%s: nothing says why the documents with a value are not counted", what)
	}
	if least == nil {
		return
	}
	require.Equalf(t, least.RatString(), s.Min, "%s: the least value", what)
	require.Equalf(t, greatest.RatString(), s.Max, "%s: the greatest value", what)
	if !s.Estimated {
		require.Equalf(t, int64(len(different)), s.Distinct, "%s: the distinct values", what)
	}
}
