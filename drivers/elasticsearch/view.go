package elasticsearch

import (
	"quarry/drivers/driver/jx"
	"quarry/drivers/driver/wire"
)

// preferenceBytes is how many random bytes name a view.
const preferenceBytes = 8

// view is what Columns found out and Page needs.
type view struct {
	// preference sends every page to the same copies of the shards, so that ties keep their order from page to page
	// (Search your data, "preference").
	preference string
	runtime    []string // the names to ask for in "fields"
	filter     string   // the query that its rows match, raw; "" for all rows
}

func newView(seed []byte) *view {
	const digits = "0123456789abcdef"
	name := []byte("quarry-")
	for _, b := range seed[:min(preferenceBytes, len(seed))] {
		name = append(name, digits[b>>4], digits[b&15])
	}
	return &view{preference: string(name)}
}

// viewOf reads the bytes that Columns gave.
func viewOf(raw []byte) (view, error) {
	var v view
	return v, wire.Decode(string(raw), &v)
}

// Fields implements [wire.Message].
func (v *view) Fields(c *wire.Codec) {
	c.Text(1, &v.preference)
	c.Texts(2, &v.runtime)
	c.Text(3, &v.filter)
}

// query gives the parameters of a search of this view.
func (v *view) query() string {
	if v.preference == "" {
		return ""
	}
	return string(jx.Segment([]byte("preference="), v.preference))
}
