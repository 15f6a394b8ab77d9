package grid

import (
	"context"
	"slices"

	"quarry/drivers/driver"
)

// Filterer compiles filters. A [Reader] implements it if its connection's driver can filter.
type Filterer interface {
	// Filter compiles rows into the bytes of a view, or refuses some of them.
	Filter(ctx context.Context, a *driver.FilterArgs) (*driver.Filtered, error)
	// Operators lists the operators that rows can have.
	Operators() []driver.Operator
}

// Previewer says what a [Reader] would send.
type Previewer interface {
	// Preview returns the first request that reading a page sends. It sends nothing.
	Preview(ctx context.Context, a *driver.PageArgs) (*driver.Request, error)
}

// Suggester lists values of a column. A [Reader] implements it if its connection's driver can suggest values.
type Suggester interface {
	Suggest(ctx context.Context, a *driver.SuggestArgs) (*driver.Suggested, error)
}

// FilterRow is one row of a filter: a column of the view, an operator and its values as typed. A row of
// [driver.RawQuery] has no column.
type FilterRow struct {
	Column      string
	Operator    driver.OperatorID
	Values      []string
	SameElement bool // it applies to the same array element as the previous row
	FoldCase    bool // Match Case is off
}

// RowCount is how many documents one row of a filter matches on its own.
type RowCount struct {
	Count int64 // -1 if Err is set
	Err   error
}

const maxSuggested = 100 // maximum number of values

var (
	errNoFilter  = &driver.Error{Kind: driver.Unsupported, Message: "The driver of this connection cannot filter."}
	errNoSuggest = &driver.Error{Kind: driver.Unsupported, Message: "The driver of this connection cannot suggest values."}
	errNoPreview = &driver.Error{Kind: driver.Unsupported, Message: "The driver of this connection cannot show its requests in advance."}
)

// Preview returns the request that would read the first page of an arrangement. It sends nothing. The request is nil if
// filter rows are refused.
func (v *View) Preview(ctx context.Context, to Arrangement) (*driver.Filtered, *driver.Request, error) {
	previewer, ok := v.reader.(Previewer)
	if !ok {
		return nil, nil, errNoPreview
	}
	filtered, err := v.compile(ctx, to.Any, to.Filter)
	if err != nil || len(filtered.Refusals) > 0 {
		return filtered, nil, err
	}
	keys, _ := v.SortKeys(to.Sort)
	args := &driver.PageArgs{Object: v.Object, View: filtered.View, Size: v.Size, Sort: keys}
	request, err := previewer.Preview(ctx, args)
	return filtered, request, err
}

// CountRows counts the documents that each row of a filter matches on its own. The error of a refused row is its
// refusal.
func (v *View) CountRows(ctx context.Context, by []FilterRow) ([]RowCount, error) {
	counts := make([]RowCount, 0, len(by))
	for _, row := range by {
		row.SameElement = false
		filtered, err := v.compile(ctx, false, []FilterRow{row})
		if err != nil {
			return nil, err
		}
		one := RowCount{Count: -1}
		if len(filtered.Refusals) > 0 {
			one.Err = filtered.Refusals[0].Err
		} else if n, err := v.reader.Count(ctx, v.Object, filtered.View); err == nil {
			one.Count = n
		} else {
			one.Err = err
		}
		if ctx.Err() != nil {
			return nil, errCancelled
		}
		counts = append(counts, one)
	}
	return counts, nil
}

// Suggest lists the most frequent values of a column in the documents that match the other rows of a filter; rows that
// the driver refuses are skipped. text is the text typed so far.
func (v *View) Suggest(ctx context.Context, any bool, others []FilterRow, column, text string) (*driver.Suggested, error) {
	suggester, ok := v.reader.(Suggester)
	if !ok {
		return nil, errNoSuggest
	}
	c := v.column(column)
	if c == nil {
		return nil, unknownColumn(column)
	}
	if any {
		others = nil // with "or", they would not restrict the rows
	}
	filtered, err := v.compile(ctx, false, others)
	if err != nil {
		return nil, err
	}
	if len(filtered.Refusals) > 0 {
		if filtered, err = v.compile(ctx, false, accepted(others, filtered.Refusals)); err != nil {
			return nil, err
		}
	}
	row := c.FilterRow(FilterRow{Column: column, Values: []string{text}})
	return suggester.Suggest(ctx, &driver.SuggestArgs{Object: v.Object, View: filtered.View, Row: row, Size: maxSuggested})
}

// accepted returns the rows that were not refused and do not share an array element with a refused one.
func accepted(rows []FilterRow, refusals []driver.Refusal) []FilterRow {
	refused := make([]bool, len(rows))
	for _, r := range refusals {
		refused[r.Row] = true
	}
	var kept []FilterRow
	for i, row := range rows {
		refused[i] = refused[i] || i > 0 && row.SameElement && refused[i-1]
		if !refused[i] {
			kept = append(kept, row)
		}
	}
	return kept
}

// compile compiles a filter's rows into the bytes of a view.
func (v *View) compile(ctx context.Context, any bool, by []FilterRow) (*driver.Filtered, error) {
	filterer, ok := v.reader.(Filterer)
	if !ok {
		return nil, errNoFilter
	}
	args := &driver.FilterArgs{Object: v.Object, View: v.Set.View, Any: any}
	for _, b := range by {
		if b.Operator == driver.RawQuery {
			args.Rows = append(args.Rows, driver.FilterRow{Operator: b.Operator, Values: b.Values})
			continue
		}
		c := v.column(b.Column)
		if c == nil {
			return nil, unknownColumn(b.Column)
		}
		args.Rows = append(args.Rows, c.FilterRow(b))
	}
	return filterer.Filter(ctx, args)
}

// Operators returns the operators for rows of a filter, none if the connection's driver cannot filter.
func (v *View) Operators() []driver.Operator {
	if filterer, ok := v.reader.(Filterer); ok {
		return filterer.Operators()
	}
	return nil
}

// MaxSelected is the maximum number of rows for Selected.
const MaxSelected = 10_000

// RowKey identifies a row by its key and its place; Place is "" if rows have none.
type RowKey struct{ Place, Key string }

// Selectable reports whether single rows of the view can be found by key: see [View.Selected].
func (v *View) Selectable() bool {
	c, anyOf := v.columnOf(driver.RoleKey), driver.OperatorOf(v.Operators(), driver.HasAnyValue)
	return c != nil && c.Filter > 0 && anyOf != nil && !v.Set.Filters[c.Filter-1].Refuses(anyOf.ID)
}

// Selected returns the bytes of a view of the same object with only these rows. The error is of kind unsupported or
// invalid.
func (v *View) Selected(ctx context.Context, keys []RowKey) ([]byte, error) {
	filter := make([]FilterRow, 2)
	for _, k := range keys {
		filter[0].Values = append(filter[0].Values, k.Key)
		if !slices.Contains(filter[1].Values, k.Place) {
			filter[1].Values = append(filter[1].Values, k.Place)
		}
	}
	switch {
	case !v.Selectable():
		return nil, &driver.Error{Kind: driver.Unsupported, Message: "Quarry cannot export single rows of this object."}
	case len(keys) > MaxSelected:
		return nil, &driver.Error{Kind: driver.Invalid, Message: "At most 10,000 selected rows can be exported.", Hint: "Filter the rows instead, and export the filtered set."}
	}
	filter[0].Column = v.columnOf(driver.RoleKey).Name
	for i := range filter {
		filter[i].Operator = driver.OperatorOf(v.Operators(), driver.HasAnyValue).ID
	}
	if place := v.columnOf(driver.RolePlace); place != nil {
		filter[1].Column = place.Name
	} else {
		filter = filter[:1]
	}
	filtered, err := v.compile(ctx, false, filter)
	if err != nil {
		return nil, err
	}
	if len(filtered.Refusals) > 0 {
		return nil, filtered.Refusals[0].Err
	}
	return filtered.View, nil
}

// columnOf returns the column that shows the hidden value with a role, nil if none does.
func (v *View) columnOf(role driver.Role) *Column {
	name := v.Set.Plan.NameOf(role)
	for i := range v.Columns {
		if c := &v.Columns[i]; name != "" && c.Hidden == name {
			return c
		}
	}
	return nil
}

func unknownColumn(name string) *driver.Error {
	return &driver.Error{Kind: driver.NotFound, Message: "There is no column " + name + "."}
}

// FilterRow returns a filter row for the column in the form that a driver needs.
func (c *Column) FilterRow(b FilterRow) driver.FilterRow {
	row := driver.FilterRow{
		Column: c.Name, Field: c.Name, Type: c.Type, Nested: c.Nested, Operator: b.Operator, Values: b.Values,
		About: c.about, SameElement: b.SameElement, FoldCase: b.FoldCase,
	}
	if c.Sort != c.Name {
		row.Exact = c.Sort
	}
	return row
}
