package driver

import "quarry/drivers/driver/wire"

// Fitter checks typed values before a save is planned.
type Fitter interface {
	// Fits says for each cell why its field cannot store the typed value, regardless of the document. It sends nothing.
	// Plan refuses the same cells for the same reasons, and may refuse more.
	Fits(c *Conn, a *FitsArgs) (*Fits, error)
}

// OpFits is the operation of a [Fitter].
const OpFits = "fits"

// FitsArgs holds the cells to check.
type FitsArgs struct {
	View  []byte // from Columns
	Cells []CellEdit
}

// Fields implements [wire.Message].
func (a *FitsArgs) Fields(c *wire.Codec) {
	c.Bytes(1, &a.View)
	wire.List(c, 2, &a.Cells)
}

// Fits holds a reason for each cell, "" if it has no objection.
type Fits struct{ Reasons []string }

// Fields implements [wire.Message].
func (f *Fits) Fields(c *wire.Codec) { c.Texts(1, &f.Reasons) }
