package elasticsearch

import (
	"slices"

	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
)

// preferenceBytes is how many random bytes name a view.
const preferenceBytes = 8

// view is what Columns found out and Page needs.
type view struct {
	// preference is the parameter that sends every page to the same copies of the shards, so that ties keep their order from
	// page to page (Search your data, "preference"). It needs no percent-encoding.
	preference string
	runtime    []string // the names to request in "fields"
	filter     string   // the query that its rows match, raw; "" for all rows
	aliases    []alias  // the aliases to sort by
	vectors    bool     // documents come without their vectors unless those are requested
	seal       string   // the name of the searches for rows while one is needed; it is not kept
}

// alias is a field that refers to another, with the type of that field.
type alias struct{ name, kind string }

// Fields implements [wire.Message].
func (a *alias) Fields(c *wire.Codec) {
	c.Text(1, &a.name)
	c.Text(2, &a.kind)
}

func newView(seed []byte) *view {
	const digits = "0123456789abcdef"
	name := []byte("preference=quarry-")
	for _, b := range seed[:min(preferenceBytes, len(seed))] {
		name = append(name, digits[b>>4], digits[b&15])
	}
	return &view{preference: string(name)}
}

// viewOf reads the bytes that Columns returned.
func viewOf(c *driver.Conn, raw []byte) (view, error) {
	var v view
	return v, c.Decode(raw, &v)
}

// Fields implements [wire.Message].
func (v *view) Fields(c *wire.Codec) {
	c.Text(1, &v.preference)
	c.Texts(2, &v.runtime)
	c.Text(3, &v.filter)
	wire.List(c, 4, &v.aliases)
	c.Bool(5, &v.vectors)
}

// resolved returns keys in which aliases have the types of their targets, which decide how rows are counted. The engine
// itself accepts an alias for its target in sorts and queries alike.
func (v *view) resolved(keys []driver.SortKey) []driver.SortKey {
	if len(v.aliases) == 0 {
		return keys
	}
	keys = slices.Clone(keys)
	for i := range keys {
		at := slices.IndexFunc(v.aliases, func(a alias) bool { return a.name == keys[i].Field })
		if at >= 0 {
			keys[i].Type = v.aliases[at].kind
		}
	}
	return keys
}
