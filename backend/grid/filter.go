package grid

import (
	"context"

	"quarry/drivers/driver"
)

// Filterer compiles filters. A [Reader] implements it if the driver of its connection can filter.
type Filterer interface {
	// Filter compiles rows into the bytes of a view, or refuses some of them, by row.
	Filter(ctx context.Context, a *driver.FilterArgs) (*driver.Filtered, error)
}

// FilterRow is one row of a filter: a column of the view, an operator and its values as typed.
type FilterRow struct {
	Column   string
	Operator driver.Operator
	Values   []string
}

var errNoFilter = &driver.Error{Kind: driver.Unsupported, Message: "The driver of this connection cannot filter."}

// Filter filters the view: its pages and its count include only the rows that match. Without filter rows, nothing is
// filtered out. If filter rows are refused, the view and its generation do not change. Otherwise the pages of the
// previous filter are dropped. It returns the view's generation.
func (v *View) Filter(ctx context.Context, any bool, by []FilterRow) (*driver.Filtered, int, error) {
	filterer, ok := v.reader.(Filterer)
	if !ok {
		return nil, 0, errNoFilter
	}
	args := &driver.FilterArgs{Object: v.Object, View: v.Set.View, Any: any}
	for _, b := range by {
		c := v.column(b.Column)
		if c == nil {
			return nil, 0, &driver.Error{Kind: driver.NotFound, Message: "There is no column " + b.Column + "."}
		}
		args.Rows = append(args.Rows, c.Filter(b))
	}
	filtered, err := filterer.Filter(ctx, args)
	if err != nil {
		return nil, 0, err
	}
	if len(filtered.Refusals) > 0 {
		return filtered, v.Generation(), nil
	}
	v.mu.Lock()
	v.filtered = filtered.View
	v.mu.Unlock()
	return filtered, v.Refresh(), nil
}

// Filter returns a filter row as a driver needs it to filter by the column.
func (c *Column) Filter(b FilterRow) driver.FilterRow {
	row := driver.FilterRow{
		Column: c.Name, Field: c.Name, Type: c.Type, Nested: c.Nested, Operator: b.Operator, Values: b.Values,
	}
	if c.Sort != c.Name {
		row.Exact = c.Sort
	}
	return row
}

// bytes returns the bytes with which the view is read. The lock is held.
func (v *View) bytes() []byte {
	if v.filtered != nil {
		return v.filtered
	}
	return v.Set.View
}

// Bytes returns the bytes with which the view is read, including its filter.
func (v *View) Bytes() []byte {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.bytes()
}
