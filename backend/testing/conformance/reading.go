package conformance

import (
	"slices"

	"github.com/stretchr/testify/require"

	"quarry/backend/data/grid"
	"quarry/drivers/driver"
)

// Reading is one open object of a subject, for tests that compare its filtered rows with their own documents. It runs
// the driver in the subject's first way.
type Reading struct {
	connection *connection
	view       *view
}

// Read opens an object of a subject.
func Read(t T, s Subject, o Object) *Reading {
	t.Helper()
	where := &stand{subject: &s, ways: s.ways()}
	c := where.connect(t)
	return &Reading{c, c.view(t, o)}
}

// Column returns the column with that name, nil if there is none.
func (r *Reading) Column(name string) *grid.Column { return r.view.column(name) }

// FilterClass returns what the driver says about filtering a column, nil if nothing.
func (r *Reading) FilterClass(c *grid.Column) *driver.FilterClass {
	if c.Filter == 0 {
		return nil
	}
	return &r.view.set.Filters[c.Filter-1]
}

// Filter compiles a filter. The view is nil if rows are refused; each refusal then has a sentence. A row with
// [driver.RawQuery] names no column.
func (r *Reading) Filter(t T, any bool, rows []grid.FilterRow) (*driver.Filtered, *Reading) {
	t.Helper()
	args := &driver.FilterArgs{Object: r.view.object.Name, View: r.view.set.View, Any: any}
	for _, row := range rows {
		if row.Operator == driver.RawQuery {
			args.Rows = append(args.Rows, driver.FilterRow{Operator: row.Operator, Values: row.Values})
			continue
		}
		column := r.Column(row.Column)
		require.NotNilf(t, column, "there is no column %s", row.Column)
		args.Rows = append(args.Rows, column.FilterRow(row))
	}
	filtered := do[driver.Filtered](t, r.connection, call{op: driver.OpFilter, args: args})
	for _, refusal := range filtered.Refusals {
		require.NotNilf(t, refusal.Err, "row %d is refused without a reason", refusal.Row)
		require.NotEmptyf(t, refusal.Err.Message, "row %d is refused without a sentence", refusal.Row)
	}
	if len(filtered.Refusals) > 0 {
		require.Emptyf(t, filtered.View, "rows are refused, and there is a view all the same")
		return filtered, nil
	}
	require.Len(t, filtered.Clauses, len(rows))
	set, view := *r.view.set, *r.view
	set.View, view.set = filtered.View, &set
	return filtered, &Reading{r.connection, &view}
}

// IDs returns the sorted ids of the rows on the first page, which must be all rows, or the error from reading it.
func (r *Reading) IDs(t T, most int) ([]string, error) {
	t.Helper()
	ran := r.connection.run(t.Context(), r.view.pageCall(nil, 0, most+1, nil), nil)
	if ran.err != nil {
		return nil, ran.err
	}
	result, rows := r.view.page(t, ran)
	require.Truef(t, result.End, "%s: more than %d rows", r.view.object.Name, most)
	r.connection.release(t, result.State)
	var ids []string
	for _, row := range rows {
		for _, part := range row.key() {
			if part.Key == r.view.set.Plan.NameOf(driver.RoleKey) {
				ids = append(ids, part.Value)
			}
		}
	}
	slices.Sort(ids)
	return ids, nil
}

// Count returns the number of documents according to the driver.
func (r *Reading) Count(t T) int {
	t.Helper()
	return r.connection.count(t, r.view)
}
