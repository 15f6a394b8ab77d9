package api

import (
	"context"
	"strconv"

	"quarry/backend/data/grid"
	"quarry/drivers/driver"
)

// FilterClass says how similar columns can be filtered. Its sentences have "{name}" for the column's name.
type FilterClass struct {
	Refused   []RefusedOperator `json:"refused"`   // the operators that cannot be used; all others can
	NoFold    string            `json:"noFold"`    // why Match Case cannot be turned off, "" if it can
	NoSuggest string            `json:"noSuggest"` // why no values can be suggested, "" if they can
	Note      string            `json:"note"`      // what to know about the values of these columns
	Ranges    []NamedRange      `json:"ranges"`    // the ranges offered by name
}

// NamedRange is a range with a title, such as Today. Without To it has no end.
type NamedRange struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	From  string `json:"from"`
	To    string `json:"to"`
}

// RefusedOperator is an operator that cannot be used, with the reason.
type RefusedOperator struct {
	Operator string `json:"operator"`
	Reason   string `json:"reason"`
}

func filterClasses(classes []driver.FilterClass, operators []driver.Operator) []FilterClass {
	all := make([]FilterClass, 0, len(classes))
	for i := range classes {
		k := &classes[i]
		class := FilterClass{Refused: []RefusedOperator{}, NoFold: k.NoFold, NoSuggest: k.NoSuggest, Note: k.Note, Ranges: []NamedRange{}}
		for _, r := range k.Ranges {
			class.Ranges = append(class.Ranges, NamedRange(r))
		}
		for i := range operators {
			if reason := k.Refusal(&operators[i]); reason != "" {
				class.Refused = append(class.Refused, RefusedOperator{string(operators[i].ID), reason})
			}
		}
		all = append(all, class)
	}
	return all
}

// Operator compares values in a filter row, as the driver lists it.
type Operator struct {
	ID      string   `json:"id"`
	Title   string   `json:"title"`   // inside a sentence
	Hint    string   `json:"hint"`    // what it finds, in a sentence
	Arity   string   `json:"arity"`   // how many values it takes: none, one, two or list
	Editor  string   `json:"editor"`  // for its values: "" for the column kind's editor, text, or query for a row without a column
	Role    string   `json:"role"`    // "" for the column kind's editor, text, or query for a row without a column
	Letters bool     `json:"letters"` // it compares letters, so Match Case applies
	Begins  bool     `json:"begins"`  // it begins a group of operators
	Instead []string `json:"instead"` // operators to offer where this one is refused, closest first

	Language string `json:"language"` // name of the query language
	Example  string `json:"example"`  // an example query
}

func operatorList(listed []driver.Operator) []Operator {
	all := make([]Operator, 0, len(listed))
	for i := range listed {
		o := &listed[i]
		one := Operator{
			ID: string(o.ID), Title: o.Title, Hint: o.Hint, Arity: string(o.Arity), Editor: string(o.Editor), Role: string(o.Role),
			Letters: o.Letters, Begins: o.Begins, Instead: []string{}, Language: o.Language, Example: o.Example,
		}
		for _, id := range o.Instead {
			one.Instead = append(one.Instead, string(id))
		}
		all = append(all, one)
	}
	return all
}

// FilterRow is one row of a filter: a column, an operator such as "equals", and its values as typed. A row with "query
// string" has no column.
type FilterRow struct {
	Column      string   `json:"column"`
	Operator    string   `json:"operator"`
	Values      []string `json:"values"`
	SameElement bool     `json:"sameElement"` // it applies to the same array element as the previous row
	FoldCase    bool     `json:"foldCase"`    // Match Case is off
}

func filterRows(rows []FilterRow) []grid.FilterRow {
	all := make([]grid.FilterRow, 0, len(rows))
	for _, r := range rows {
		all = append(all, grid.FilterRow{
			Column: r.Column, Operator: driver.OperatorID(r.Operator), Values: r.Values, SameElement: r.SameElement, FoldCase: r.FoldCase,
		})
	}
	return all
}

// FilterRequest asks what a filter would do.
type FilterRequest struct {
	Call string      `json:"call"`
	View string      `json:"view"`
	Sort []SortBy    `json:"sort"` // the order of the rows
	Any  bool        `json:"any"`  // as in Filter
	Rows []FilterRow `json:"rows"`
}

// RowRefusal says why a filter row cannot be used; rows are counted from 0.
type RowRefusal struct {
	Row     int    `json:"row"`
	Column  string `json:"column"`
	Message string `json:"message"`
}

// RowNote is a sentence that the user should know about an accepted filter row.
type RowNote struct {
	Row  int    `json:"row"`
	Text string `json:"text"`
}

// RowMoment is the moment that a row's relative date means.
type RowMoment struct {
	Row    int    `json:"row"`
	Value  int    `json:"value"`
	Millis string `json:"millis"` // since 1970
}

func refusals(f *driver.Filtered) []RowRefusal {
	all := make([]RowRefusal, 0, len(f.Refusals))
	for _, r := range f.Refusals {
		all = append(all, RowRefusal{r.Row, r.Column, r.Err.Message})
	}
	return all
}

func notes(f *driver.Filtered) []RowNote {
	all := make([]RowNote, 0, len(f.Notes))
	for _, n := range f.Notes {
		all = append(all, RowNote(n))
	}
	return all
}

func moments(f *driver.Filtered) []RowMoment {
	all := make([]RowMoment, 0, len(f.Moments))
	for _, m := range f.Moments {
		all = append(all, RowMoment{m.Row, m.Value, strconv.FormatInt(m.Millis, 10)})
	}
	return all
}

// FilterRequestText is the request that reads the first page of a filter.
type FilterRequestText struct {
	Method string `json:"method"`
	Path   string `json:"path"` // with its query
	Body   string `json:"body"`
}

// FilterPreview is a filter's request, and its rows in the engine's query language. If rows are refused, there is no
// request.
type FilterPreview struct {
	Request  FilterRequestText `json:"request"`
	Clauses  []string          `json:"clauses"`
	Refusals []RowRefusal      `json:"refusals"`
	Notes    []RowNote         `json:"notes"`
	Moments  []RowMoment       `json:"moments"`
}

// FilterPreview returns the exact request that would read the first page of a filter. It sends nothing.
func (g *Grid) FilterPreview(q FilterRequest) (FilterPreview, error) {
	return call(g.calls, q.Call, func(ctx context.Context) (FilterPreview, error) {
		_, v, err := g.views.View(q.View)
		if err != nil {
			return FilterPreview{}, err
		}
		filtered, r, err := v.Preview(ctx, arrangement(q.Sort, Filter{q.Any, q.Rows}))
		if err != nil {
			return FilterPreview{}, err
		}
		preview := FilterPreview{Clauses: texts(filtered.Clauses), Refusals: refusals(filtered), Notes: notes(filtered), Moments: moments(filtered)}
		if r != nil {
			preview.Request = FilterRequestText{r.Method, r.Path, string(r.Body)}
			if r.Query != "" {
				preview.Request.Path += "?" + r.Query
			}
		}
		return preview, nil
	})
}

// RowCount is the number of documents that a filter row matches on its own, or why it is unknown.
type RowCount struct {
	Row   int    `json:"row"`
	Count string `json:"count"`
	Error string `json:"error"`
}

// FilterCounts are the counts of a filter's rows, in order.
type FilterCounts struct {
	Counts []RowCount `json:"counts"`
}

// FilterCounts counts the documents that each row of a filter matches on its own.
func (g *Grid) FilterCounts(q FilterRequest) (FilterCounts, error) {
	return call(g.calls, q.Call, func(ctx context.Context) (FilterCounts, error) {
		_, v, err := g.views.View(q.View)
		if err != nil {
			return FilterCounts{}, err
		}
		counts, err := v.CountRows(ctx, filterRows(q.Rows))
		if err != nil {
			return FilterCounts{}, err
		}
		result := FilterCounts{Counts: make([]RowCount, 0, len(counts))}
		for i, c := range counts {
			one := RowCount{Row: i, Count: known(c.Count)}
			if c.Err != nil {
				one.Error = c.Err.Error()
			}
			result.Counts = append(result.Counts, one)
		}
		return result, nil
	})
}

// SuggestRequest asks for values of a column, for a filter with the given other rows.
type SuggestRequest struct {
	Call   string      `json:"call"`
	View   string      `json:"view"`
	Any    bool        `json:"any"` // as in Filter
	Rows   []FilterRow `json:"rows"`
	Column string      `json:"column"`
	Text   string      `json:"text"` // text typed so far
}

// SuggestedValue is a value of a column with the number of documents that have it.
type SuggestedValue struct {
	Text  string `json:"text"`
	Count string `json:"count"`
}

// Suggestions are values of a column, most frequent first.
type Suggestions struct {
	Values    []SuggestedValue `json:"values"`
	More      bool             `json:"more"`      // there are more values
	Estimated bool             `json:"estimated"` // the counts are not exact
}

// Suggest lists the most frequent values of a column.
func (g *Grid) Suggest(q SuggestRequest) (Suggestions, error) {
	return call(g.calls, q.Call, func(ctx context.Context) (Suggestions, error) {
		_, v, err := g.views.View(q.View)
		if err != nil {
			return Suggestions{}, err
		}
		found, err := v.Suggest(ctx, q.Any, filterRows(q.Rows), q.Column, q.Text)
		if err != nil {
			return Suggestions{}, err
		}
		result := Suggestions{Values: make([]SuggestedValue, 0, len(found.Values)), More: found.More, Estimated: found.Estimated}
		for _, value := range found.Values {
			result.Values = append(result.Values, SuggestedValue{value.Text, known(value.Count)})
		}
		return result, nil
	})
}
