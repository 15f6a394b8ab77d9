package export

import (
	"sync/atomic"

	"quarry/backend/data/grid"
	"quarry/backend/data/rows"
	"quarry/backend/driverhost/plugin"
	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

// Selection are the rows of a view that the user selected.
type Selection struct {
	paths []string // see [grid.View.KeyPaths]
	keys  map[grid.RowKey]bool
	count int64
}

// Select returns the rows of a view with the given keys.
func Select(v *grid.View, keys []grid.RowKey) *Selection {
	s := &Selection{paths: v.KeyPaths(), keys: make(map[grid.RowKey]bool, len(keys)), count: int64(len(keys))}
	for _, k := range keys {
		s.keys[k] = true
	}
	return s
}

// sieve passes on the rows of a selection. A filter by places and keys also finds rows in one place whose key was
// selected in another.
type sieve struct {
	to   plugin.Sink
	of   *Selection
	left atomic.Int64 // number of rows that were not passed on
}

// sifted returns a sink for the rows of a selection, or for all rows if it is nil.
func sifted(to plugin.Sink, of *Selection) (plugin.Sink, *sieve) {
	s := &sieve{to: to, of: of}
	if of == nil {
		return to, s
	}
	return s, s
}

// Row implements [plugin.Sink].
func (s *sieve) Row(row rows.Entry, doc string) error {
	found, err := rows.Pick(row.Text, s.of.paths)
	if err != nil {
		return err
	}
	key := grid.RowKey{Key: jx.Unquote(found[len(found)-1])}
	if len(found) > 1 {
		key.Place = jx.Unquote(found[0])
	}
	if !s.of.keys[key] {
		s.left.Add(1)
		return nil
	}
	return s.to.Row(row, doc)
}

// verified returns an error if the export wrote more or fewer rows than there are, or not all selected ones.
func (s *sieve) verified(written int64, result *driver.Exported, rows string) error {
	if e := mismatch(written+s.left.Load(), result, rows); e != nil {
		return e
	}
	if s.of == nil || s.of.count == written {
		return nil
	}
	return &driver.Error{
		Kind: driver.Conflict, Code: driver.CodePartial, Sent: true,
		Message: grouped(s.of.count) + " " + rows + " were selected, and the server has " + grouped(written) + " of them now.",
		Hint:    "Refresh the rows, then select them again.",
	}
}
