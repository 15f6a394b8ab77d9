package grid

import (
	"context"

	"quarry/drivers/driver"
)

// Statistician summarizes columns. A [Reader] implements it if its connection's driver can.
type Statistician interface {
	Statistics(ctx context.Context, a *driver.StatisticsArgs) (*driver.Statistics, error)
}

var errNoStatistics = &driver.Error{Kind: driver.Unsupported, Message: "This driver does not support column statistics."}

// Statistics summarizes a column's values in the documents of a generation: those that match its filter, in its
// snapshot if it has one.
func (v *View) Statistics(ctx context.Context, generation int, column string) (*driver.Statistics, error) {
	statistician, ok := v.reader.(Statistician)
	if !ok {
		return nil, errNoStatistics
	}
	args, err := v.StatisticsArgs(generation, column)
	if err != nil {
		return nil, err
	}
	return statistician.Statistics(ctx, args)
}

// StatisticsArgs returns what a driver needs to summarize a column in a generation of the view.
func (v *View) StatisticsArgs(generation int, column string) (*driver.StatisticsArgs, error) {
	c := v.column(column)
	if c == nil {
		return nil, &driver.Error{Kind: driver.NotFound, Message: "There is no column " + column + "."}
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	a := v.arrangements[generation]
	if a == nil {
		return nil, ErrStale
	}
	args := &driver.StatisticsArgs{Object: v.Object, View: a.bytes, Column: c.Statistics()}
	if a.held {
		args.State = a.state
	}
	return args, nil
}

// Statistics returns the column in the form that a driver needs to summarize its values.
func (c *Column) Statistics() driver.StatisticsColumn {
	return driver.StatisticsColumn{Name: c.Name, Type: c.Type, Kind: c.Kind, Integer: c.Integer, Key: c.key(false), Reason: c.Reason}
}
