package typesense

import (
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

// Fits implements [driver.Fitter].
func (engine) Fits(_ *driver.Conn, a *driver.FitsArgs) (*driver.Fits, error) {
	f := &driver.Fits{Reasons: make([]string, len(a.Cells))}
	for i := range a.Cells {
		f.Reasons[i] = fits(&a.Cells[i])
	}
	return f, nil
}

// fits says why the type of a cell's field does not allow the typed value, whatever the document contains. A leaf
// inside an array of objects is typed as an array with an entry for each of them.
func fits(cell *driver.CellEdit) string {
	if cell.Remove {
		return ""
	}
	if len(cell.Nested) == 0 {
		_, reason := typed(cell.Type, cell.Text, cell.Null)
		return reason
	}
	text := strings.TrimSpace(cell.Text)
	if cell.Null || !jx.Valid(text) || text[0] != '[' {
		return "Type an array with one entry for each of the objects in " + cell.Nested[0] + "."
	}
	// An array of objects inside an array adds a level, and so does a leaf that is an array itself.
	if !fitsLeaves(cell.Type, text, len(cell.Nested)) {
		return "In an entry of the array: Not " + article(strings.TrimSuffix(cell.Type, "[]")) + "."
	}
	return ""
}
