package conformance

import (
	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
)

// attempts are texts that some types accept and others do not.
var attempts = []string{"", "x", "1", "1.5", "true", "[", "[1]", `{"a":1}`, "9223372036854775808", "2024-01-01"}

// fitsAsPlanned: checking typed values sends nothing, and a plan refuses what the check refuses for the same reason.
func fitsAsPlanned(t T, s *stand) {
	c := s.planner(t)
	if !c.has(t, driver.OpFits) {
		t.Skipf("this driver judges values only when it plans")
	}
	for _, o := range s.subject.Target.Objects {
		e := c.edits(t, o, "")
		if e == nil {
			continue // it has no column of strings
		}
		v := c.view(t, o)
		var cells []driver.CellEdit
		for i := range v.columns {
			for _, text := range append(attempts, newText) {
				if at := &v.columns[i]; !at.ReadOnly || len(at.Nested) > 0 {
					cells = append(cells, driver.CellEdit{Column: at.Name, At: at.Name, Type: at.Type, Nested: at.Nested, Text: text})
				}
			}
		}
		c.wire.requests()
		fits := do[driver.Fits](t, c, call{op: driver.OpFits, args: &driver.FitsArgs{View: v.set.View, Cells: cells}})
		require.Emptyf(t, lines(c.wire.requests()), "%s: judging values sends something", o.Name)
		require.Lenf(t, fits.Reasons, len(cells), "%s: the reasons", o.Name)

		e.args.Rows = nil
		var judged []int
		for i, reason := range fits.Reasons {
			if reason != "" {
				judged = append(judged, i)
				e.args.Rows = append(e.args.Rows, driver.RowEdit{Key: e.edit.Key, Base: e.edit.Base, Cells: cells[i : i+1]})
			}
		}
		refusals := make([]string, len(judged))
		for _, r := range e.plan(t).Refusals {
			if r.Column == "" { // this row cannot be written at all
				refusals[r.Row] = fits.Reasons[judged[r.Row]]
			} else {
				refusals[r.Row] = r.Err.Message
			}
		}
		for row, i := range judged {
			require.Equalf(t, fits.Reasons[i], refusals[row], "%s, %s: %q is judged otherwise by a plan", o.Name, cells[i].Column, cells[i].Text)
		}
	}
}
