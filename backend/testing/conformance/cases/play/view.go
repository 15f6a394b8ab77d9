package play

import (
	"context"
	"fmt"

	"quarry/backend/data/grid"
	"quarry/backend/data/rows"
	"quarry/drivers/driver"
)

// View is an object with known columns.
type View struct {
	Set     *driver.ColumnSet
	Columns []grid.Column
	Kernel  *rows.Kernel
}

// NewView returns the view for a result of columns.
func NewView(set *driver.ColumnSet) (*View, error) {
	columns := grid.Join(set)
	kernel, err := rows.Compile(grid.Plan(&set.Plan, columns))
	if err != nil {
		return nil, fmt.Errorf("plan the columns: %w", err)
	}
	return &View{Set: set, Columns: columns, Kernel: kernel}, nil
}

// Open runs columns and stores the view for later pages. The error is the driver's, or says that its result is
// inconsistent.
func (c *Connection) Open(ctx context.Context, object string, replies []Reply) (*Played, error) {
	c.View = nil
	set, played, err := Operate[driver.ColumnSet](ctx, c, driver.OpColumns, &driver.ColumnsArgs{Object: object}, replies)
	if err != nil {
		return played, err
	}
	c.View, err = NewView(set)
	return played, err
}

// Page runs the operation page in the open view.
func (c *Connection) Page(ctx context.Context, a driver.PageArgs, replies []Reply) (*driver.PageResult, *Played, error) {
	if c.View != nil {
		a.View = c.View.Set.View
	}
	return Operate[driver.PageResult](ctx, c, driver.OpPage, &a, replies)
}

// Sort returns the keys of an order by columns, as the application sends it: it drops columns that cannot be sorted,
// and those beyond the number that the engine accepts.
func (v *View) Sort(by []grid.SortBy) ([]driver.SortKey, error) {
	var keys []driver.SortKey
	for _, b := range by {
		column := v.Column(b.Column)
		switch {
		case column == nil:
			return nil, fmt.Errorf("there is no column %s to sort by", b.Column)
		case column.Sort == "", v.Set.MaxSort > 0 && len(keys) == v.Set.MaxSort:
			continue
		}
		keys = append(keys, driver.SortKey{Field: column.Sort, Type: column.Type, Nested: column.Nested, Desc: b.Desc})
	}
	return keys, nil
}

// Column returns the column with that name, nil if there is none.
func (v *View) Column(name string) *grid.Column {
	if v == nil {
		return nil
	}
	for i := range v.Columns {
		if v.Columns[i].Name == name {
			return &v.Columns[i]
		}
	}
	return nil
}

// kernel returns the kernel of a plan; nil means the plan that came with the columns.
func (v *View) kernel(plan *driver.RowsPlan) (*rows.Kernel, error) {
	switch {
	case v == nil:
		return nil, &driver.Error{Kind: driver.Invalid, Message: "no columns were read before the rows"}
	case plan == nil:
		return v.Kernel, nil
	}
	return rows.Compile(grid.Plan(plan, v.Columns))
}
