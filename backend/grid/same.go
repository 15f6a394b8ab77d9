package grid

import "reflect"

// SameColumns tells whether two views have the same columns, read from the same places and editable alike.
func SameColumns(a, b *View) bool {
	return a.Set.ReadOnly == b.Set.ReadOnly && reflect.DeepEqual(a.Columns, b.Columns)
}
