package cases

import (
	"context"
	"errors"
	"fmt"

	"quarry/backend/data/grid"
	"quarry/backend/testing/conformance/cases/play"
	"quarry/drivers/driver"
)

// Filtered is the result of filter.
type Filtered struct {
	Clauses  []Body    `case:"clauses,may"` // one per row, "" for a refused row
	Refusals []Refused `case:"refusals,may"`
	Notes    []Noted   `case:"notes,may"`
	Moments  []Meant   `case:"moments,may"`
}

// Refused is a row that cannot be used in a filter, counted from 0.
type Refused struct {
	Row     int64  `case:"row"`
	Column  string `case:"column,may"`
	Message string `case:"message"`
}

// Noted is a sentence about an accepted row.
type Noted struct {
	Row  int64  `case:"row"`
	Text string `case:"text"`
}

// Meant is the moment that a value in a row means.
type Meant struct {
	Row    int64 `case:"row"`
	Value  int64 `case:"value"`
	Millis int64 `case:"millis"`
}

// Suggested is the result of suggest.
type Suggested struct {
	Values    []Suggestion `case:"values"`
	More      bool         `case:"more,may"`
	Estimated bool         `case:"estimated,may"`
}

// Suggestion is one value of a column.
type Suggestion struct {
	Text  string `case:"text"`
	Count int64  `case:"count"`
}

var errNoColumns = errors.New("there is no schema to filter by")

// filter filters the open view. Later operations of the case read the filtered view, unless rows were refused.
func (p *player) filter(ctx context.Context, op *Operation, came *Came) (*play.Played, any, error) {
	rows, err := p.filterRows(op.Arguments.Rows)
	if err != nil {
		came.broken = err
		return nil, nil, nil
	}
	set := p.conn.View.Set
	if p.whole == nil {
		p.whole = set.View
	}
	args := &driver.FilterArgs{Object: p.object(op), View: p.whole, Any: op.Arguments.Any, Rows: rows}
	filtered, played, err := play.Operate[driver.Filtered](ctx, &p.conn, op.Name, args, repliesOf(op.Replies))
	if err != nil {
		return played, nil, err
	}
	if len(filtered.Refusals) == 0 {
		set.View, p.state = filtered.View, nil
	}
	return played, filteredOf(filtered), nil
}

// filterRows returns the rows in the driver's form.
func (p *player) filterRows(rows []FilterRow) ([]driver.FilterRow, error) {
	if p.conn.View == nil {
		return nil, errNoColumns
	}
	all := make([]driver.FilterRow, 0, len(rows))
	for _, r := range rows {
		if r.Operator == string(driver.RawQuery) {
			all = append(all, driver.FilterRow{Operator: driver.RawQuery, Values: r.Values})
			continue
		}
		column := p.conn.View.Column(r.Column)
		if column == nil {
			return nil, fmt.Errorf("there is no column %s to filter by", r.Column)
		}
		all = append(all, column.FilterRow(grid.FilterRow{
			Operator: driver.OperatorID(r.Operator), Values: r.Values, SameElement: r.SameElement, FoldCase: r.FoldCase,
		}))
	}
	return all, nil
}

func filteredOf(f *driver.Filtered) *Filtered {
	filtered := &Filtered{}
	for _, clause := range f.Clauses {
		filtered.Clauses = append(filtered.Clauses, Body{Set: true, Text: clause})
	}
	for _, r := range f.Refusals {
		filtered.Refusals = append(filtered.Refusals, Refused{int64(r.Row), r.Column, r.Err.Message})
	}
	for _, n := range f.Notes {
		filtered.Notes = append(filtered.Notes, Noted{int64(n.Row), n.Text})
	}
	for _, m := range f.Moments {
		filtered.Moments = append(filtered.Moments, Meant{int64(m.Row), int64(m.Value), m.Millis})
	}
	return filtered
}

// compact returns the result without white space between the parts of clauses.
func (f *Filtered) compact() *Filtered {
	copied := *f
	copied.Clauses = nil
	for _, clause := range f.Clauses {
		copied.Clauses = append(copied.Clauses, Body{Set: true, Text: compact(clause.Text)})
	}
	return &copied
}

func (p *player) suggest(ctx context.Context, op *Operation, came *Came) (*play.Played, any, error) {
	rows, err := p.filterRows([]FilterRow{{Column: op.Arguments.Column, Values: []string{op.Arguments.Text}}})
	if err != nil {
		came.broken = err
		return nil, nil, nil
	}
	args := &driver.SuggestArgs{Object: p.object(op), View: p.conn.View.Set.View, Row: rows[0], Size: int(op.Arguments.Size)}
	return run(ctx, p, op, args, func(s *driver.Suggested) any {
		suggested := &Suggested{Values: []Suggestion{}, More: s.More, Estimated: s.Estimated}
		for _, v := range s.Values {
			suggested.Values = append(suggested.Values, Suggestion{v.Text, v.Count})
		}
		return suggested
	})
}
