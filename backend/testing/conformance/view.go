package conformance

import (
	"slices"
	"strings"

	"github.com/stretchr/testify/require"

	"quarry/backend/data/grid"
	"quarry/backend/data/rows"
	"quarry/drivers/driver"
)

// view is an open object of the target.
type view struct {
	object  Object
	set     *driver.ColumnSet
	columns []grid.Column
	kernel  *rows.Kernel
}

// view opens one object.
func (c *connection) view(t T, o Object) *view {
	t.Helper()
	v, ran := viewOf(t, o, c.run(t.Context(), columnsCall(o.Name), nil))
	require.NotNilf(t, v, "%s", ran.log)
	return v
}

func columnsCall(object string) call {
	return call{op: driver.OpColumns, args: &driver.ColumnsArgs{Object: object}}
}

// viewOf creates a view from the outcome of the operation columns.
func viewOf(t T, o Object, ran *outcome) (*view, *outcome) {
	t.Helper()
	v := &view{object: o, set: decoded[driver.ColumnSet](t, ran)}
	v.columns = grid.Join(v.set)
	var err error
	v.kernel, err = rows.Compile(grid.Plan(&v.set.Plan, v.columns))
	require.NoError(t, err)
	return v, ran
}

// column returns the column with that name, nil if there is none.
func (v *view) column(name string) *grid.Column {
	for i := range v.columns {
		if v.columns[i].Name == name {
			return &v.columns[i]
		}
	}
	return nil
}

// keys returns the driver's sort keys for an order.
func (v *view) keys(t T, order []grid.SortBy) []driver.SortKey {
	t.Helper()
	var keys []driver.SortKey
	for _, by := range order {
		c := v.column(by.Column)
		require.NotNilf(t, c, "%s has no column %s to sort by", v.object.Name, by.Column)
		keys = append(keys, driver.SortKey{Field: c.Sort, Type: c.Type, Nested: c.Nested, Desc: by.Desc})
	}
	return keys
}

// orders returns the orders to read the view in: unsorted, by each column in both directions and by neighbouring
// columns together.
func (v *view) orders() [][]grid.SortBy {
	if v.object.Orders != nil {
		return v.object.Orders
	}
	orders := [][]grid.SortBy{nil}
	before := ""
	for _, c := range v.columns {
		if c.Sort == "" {
			continue
		}
		orders = append(orders, []grid.SortBy{{Column: c.Name}}, []grid.SortBy{{Column: c.Name, Desc: true}})
		if before != "" && v.set.MaxSort != 1 {
			orders = append(orders, []grid.SortBy{{Column: before}, {Column: c.Name, Desc: true}})
		}
		before = c.Name
	}
	return orders
}

// named formats an order for messages.
func named(order []grid.SortBy) string {
	parts := make([]string, len(order))
	for i, by := range order {
		parts[i] = by.Column
		if by.Desc {
			parts[i] += " descending"
		}
	}
	if len(parts) == 0 {
		return "no order"
	}
	return "by " + strings.Join(parts, ", ")
}

// row is one row of a page of a view.
type row struct {
	plan *driver.RowsPlan // the plan of its view
	page *rows.Page
	at   int
}

// key returns the values that identify the row's document.
func (r row) key() []driver.Text { return r.hidden(driver.Role.Identifies) }

// base returns the row's other hidden values.
func (r row) base() []driver.Text {
	return r.hidden(func(role driver.Role) bool { return !role.Identifies() })
}

// hidden returns the hidden values with the wanted roles.
func (r row) hidden(wanted func(driver.Role) bool) []driver.Text {
	var values []driver.Text
	for _, h := range r.plan.Hidden {
		c := r.page.Column(h.Name)
		if c < 0 || !wanted(h.Role) {
			continue
		}
		if kind, text := r.page.Cell(r.at, c); kind != rows.Missing {
			values = append(values, driver.Text{Key: h.Name, Value: text})
		}
	}
	return values
}

// keyOf returns a document's key from values by role, with only the roles that the plan has.
func keyOf(plan *driver.RowsPlan, values map[driver.Role]string) []driver.Text {
	var key []driver.Text
	for _, h := range plan.Hidden {
		if value, found := values[h.Role]; found {
			key = append(key, driver.Text{Key: h.Name, Value: value})
		}
	}
	return key
}

// name returns a key as one text.
func name(key []driver.Text) string {
	parts := make([]string, len(key))
	for i, k := range key {
		parts[i] = k.Key + "=" + k.Value
	}
	slices.Sort(parts)
	return strings.Join(parts, " ")
}

// pageCall returns a call that reads rows of a view.
func (v *view) pageCall(keys []driver.SortKey, from int64, size int, state []byte) call {
	return call{op: driver.OpPage, view: v, args: &driver.PageArgs{
		Object: v.object.Name, View: v.set.View, State: state, From: from, Size: size, Sort: keys,
	}}
}

// page decodes the outcome of the operation page.
func (v *view) page(t T, ran *outcome) (*driver.PageResult, []row) {
	t.Helper()
	result := decoded[driver.PageResult](t, ran)
	var all []row
	for _, n := range result.Blocks {
		block := ran.exec.Block(int(n))
		require.NotNilf(t, block, "the page names block %d, which was not read\n%s", n, ran.log)
		page, err := rows.Decode(block.Block)
		require.NoError(t, err)
		for i := range page.Rows {
			all = append(all, row{&v.set.Plan, page, i})
		}
	}
	return result, all
}

// read returns the first rows of a view and releases what the engine holds for it.
func (c *connection) read(t T, v *view, order []grid.SortBy, size int) []row {
	t.Helper()
	result, all := v.page(t, c.run(t.Context(), v.pageCall(v.keys(t, order), 0, size, nil), nil))
	c.release(t, result.State)
	return all
}

// release releases a view's state.
func (c *connection) release(t T, state []byte) {
	t.Helper()
	if len(state) > 0 {
		do[driver.Empty](t, c, releaseCall(state))
	}
}

func releaseCall(state []byte) call {
	return call{op: driver.OpRelease, args: &driver.ReleaseArgs{State: state}}
}

// count returns the number of documents of an object.
func (c *connection) count(t T, v *view) int {
	t.Helper()
	counts := do[driver.Counts](t, c, v.countCall())
	require.Len(t, counts.Counts, 1)
	require.Nil(t, counts.Counts[0].Err)
	return int(counts.Counts[0].Count)
}

func (v *view) countCall() call {
	return call{op: driver.OpCount, args: &driver.CountArgs{Objects: []string{v.object.Name}, View: v.set.View}}
}

// walk reads a view page by page to the end and releases what the engine holds for it.
func (c *connection) walk(t T, v *view, order []grid.SortBy, size, most int) []row {
	t.Helper()
	var all []row
	var state []byte
	keys := v.keys(t, order)
	for ended := false; !ended; {
		result, some := v.page(t, c.run(t.Context(), v.pageCall(keys, int64(len(all)), size, state), nil))
		all, state, ended = append(all, some...), result.State, result.End
		require.Truef(t, ended || len(some) == size, "%s, %s: the page before row %d has %d rows in place of %d, and does not say that it is the last (PageResult.End)", v.object.Name, named(order), len(all), len(some), size)
		require.LessOrEqualf(t, len(all), most, "%s, %s: the pages do not end", v.object.Name, named(order))
	}
	c.release(t, state)
	return all
}
