package driver

import "quarry/drivers/driver/wire"

// Fitter judges typed values before they are planned.
type Fitter interface {
	// Fits says for each cell why its field cannot hold what was typed, whatever the document contains. It sends
	// nothing. Plan refuses the same cells for the same reasons, and can refuse more.
	Fits(c *Conn, a *FitsArgs) (*Fits, error)
}

// OpFits is the operation of a [Fitter].
const OpFits = "fits"

// FitsArgs holds the cells to be judged.
type FitsArgs struct {
	View  []byte // what Columns returned
	Cells []CellEdit
}

// Fields implements [wire.Message].
func (a *FitsArgs) Fields(c *wire.Codec) {
	c.Bytes(1, &a.View)
	wire.List(c, 2, &a.Cells)
}

// Fits holds a reason for each of the cells, "" if nothing speaks against it.
type Fits struct{ Reasons []string }

// Fields implements [wire.Message].
func (f *Fits) Fields(c *wire.Codec) { c.Texts(1, &f.Reasons) }
