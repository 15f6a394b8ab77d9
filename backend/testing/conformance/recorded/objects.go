package recorded

import (
	"reflect"
	"slices"
	"strings"

	"quarry/drivers/driver"
)

// compareObjects compares a list, sorted by name, with the response itself.
func (s *session) compareObjects(a *response, came *driver.ObjectList, want []driver.Object, err error) {
	if err != nil {
		s.problem(a, "the list cannot be read: %v", err)
		return
	}
	slices.SortFunc(want, func(x, y driver.Object) int { return strings.Compare(x.Name, y.Name) })
	if !slices.EqualFunc(came.Objects, want, func(x, y driver.Object) bool { return reflect.DeepEqual(x, y) }) {
		s.problem(a, "the list is %+v, the response has %+v", came.Objects, want)
	}
}
