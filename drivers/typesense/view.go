package typesense

import (
	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
)

// view is what Page and Count need to know about a view.
type view struct {
	filter string // its filter_by, "" for all documents
}

// Fields implements [wire.Message].
func (v *view) Fields(c *wire.Codec) { c.Text(1, &v.filter) }

// viewOf reads the bytes of a view; a view without a filter has none.
func viewOf(c *driver.Conn, raw []byte) (view, error) {
	var v view
	return v, c.Decode(raw, &v)
}
