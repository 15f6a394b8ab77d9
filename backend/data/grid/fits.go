package grid

import (
	"context"
	"errors"

	"quarry/drivers/driver"
)

// Fitter checks typed values. A [Reader] implements it if its connection's driver can.
type Fitter interface {
	Fits(ctx context.Context, a *driver.FitsArgs) (*driver.Fits, error)
}

// TypedCell is what a user typed into a cell of a column.
type TypedCell struct {
	Column string
	Text   string
	Null   bool // set to null
}

var errFits = &driver.Error{Kind: driver.Crashed, Message: "The driver checked cells other than those you typed."}

// Fits says for each cell why its column cannot store the typed value, "" if it can. It sends nothing, so only a plan
// finds a problem that depends on the document.
func (v *View) Fits(ctx context.Context, cells []TypedCell) ([]string, error) {
	args := &driver.FitsArgs{View: v.Set.View}
	reasons := make([]string, len(cells))
	var at []int // indexes of the cells passed to the driver
	for i, c := range cells {
		edit, err := v.Edit(c.Column, c.Text, c.Null)
		var e *driver.Error
		switch {
		case errors.As(err, &e):
			reasons[i] = e.Message
		case err != nil:
			return nil, err
		default:
			args.Cells, at = append(args.Cells, edit), append(at, i)
		}
	}
	fitter, ok := v.reader.(Fitter)
	if !ok || len(at) == 0 {
		return reasons, nil
	}
	fits, err := fitter.Fits(ctx, args)
	if err != nil {
		return nil, err
	}
	if len(fits.Reasons) != len(at) {
		return nil, errFits
	}
	for i, n := range at {
		reasons[n] = fits.Reasons[i]
	}
	return reasons, nil
}
