package grid

import "reflect"

// SameColumns reports whether two views have the same columns, read from the same places and equally editable.
func SameColumns(a, b *View) bool {
	return a.Set.ReadOnly == b.Set.ReadOnly && reflect.DeepEqual(a.Columns, b.Columns)
}
