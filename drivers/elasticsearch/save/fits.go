package save

import "quarry/drivers/driver"

// Fits implements Fits of [driver.Fitter]. A text can be refused in one document only, where the field has an array;
// what is refused here is refused in all of them.
func Fits(a *driver.FitsArgs) (*driver.Fits, error) {
	f := &driver.Fits{Reasons: make([]string, len(a.Cells))}
	for i := range a.Cells {
		cell := &a.Cells[i]
		switch {
		case len(cell.Nested) > 0:
			f.Reasons[i] = inArray(cell)
		case !cell.Remove:
			_, f.Reasons[i] = typed(cell, &driver.Seen{})
		}
	}
	return f, nil
}

// inArray says why a leaf of an array of objects is not written.
func inArray(cell *driver.CellEdit) string {
	return cell.Column + " is inside the array " + cell.Nested[0] + ". Edit the array as a whole, in the column " + cell.Nested[0] + "."
}
