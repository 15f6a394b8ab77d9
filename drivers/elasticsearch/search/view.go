package search

import (
	"slices"

	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
)

// preferenceBytes is the number of random bytes in a view's preference.
const preferenceBytes = 8

// View is what Columns found out for Page.
type View struct {
	// Preference is the parameter that sends every page to the same copies of the shards, so that ties keep their order
	// from page to page (Search your data, "preference"). It needs no percent-encoding.
	Preference string
	Runtime    []string  // names to request in "fields"
	Filter     string    // the raw query that its rows match; "" for all rows
	Aliases    []Alias   // aliases to sort by
	Vectors    bool      // documents come without their vectors unless those are requested
	Ignored    []Ignored // columns whose unindexed values are listed under another name
	Seal       string    // the name of searches for rows while one is needed; not saved
}

// Ignored has the clause that finds documents with an unindexed value of a column.
type Ignored struct{ Column, Clause string }

// Fields implements [wire.Message].
func (i *Ignored) Fields(c *wire.Codec) {
	c.Text(1, &i.Column)
	c.Text(2, &i.Clause)
}

// Alias is a field that refers to another, with that field's type.
type Alias struct{ Name, Kind string }

// Fields implements [wire.Message].
func (a *Alias) Fields(c *wire.Codec) {
	c.Text(1, &a.Name)
	c.Text(2, &a.Kind)
}

// NewView returns a view whose searches go to the same copies of the shards, chosen by the seed.
func NewView(seed []byte) *View {
	const digits = "0123456789abcdef"
	name := []byte("preference=quarry-")
	for _, b := range seed[:min(preferenceBytes, len(seed))] {
		name = append(name, digits[b>>4], digits[b&15])
	}
	return &View{Preference: string(name)}
}

// ViewOf reads the bytes that Columns returned.
func ViewOf(c *driver.Conn, raw []byte) (View, error) {
	var v View
	return v, c.Decode(raw, &v)
}

// Fields implements [wire.Message].
func (v *View) Fields(c *wire.Codec) {
	c.Text(1, &v.Preference)
	c.Texts(2, &v.Runtime)
	c.Text(3, &v.Filter)
	wire.List(c, 4, &v.Aliases)
	c.Bool(5, &v.Vectors)
	wire.List(c, 6, &v.Ignored)
}

// Resolved returns the keys with the types of aliases' targets, which decide how rows are counted. The engine itself
// accepts an alias for its target in both sorts and queries.
func (v *View) Resolved(keys []driver.SortKey) []driver.SortKey {
	if len(v.Aliases) == 0 {
		return keys
	}
	keys = slices.Clone(keys)
	for i := range keys {
		at := slices.IndexFunc(v.Aliases, func(a Alias) bool { return a.Name == keys[i].Field })
		if at >= 0 {
			keys[i].Type = v.Aliases[at].Kind
		}
	}
	return keys
}
