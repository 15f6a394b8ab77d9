package broken

import (
	"slices"
	"strconv"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

// Filter implements [driver.Filterer]: a box is filtered by one label or one whole number. The view is the matching
// parameters of a page.
func (s *shelf) Filter(_ *driver.Conn, a *driver.FilterArgs) (*driver.Filtered, error) {
	f := &driver.Filtered{}
	for i := range a.Rows {
		clause, reason := s.clause(&a.Rows[i])
		if reason != "" || i > 0 {
			f.Refusals = append(f.Refusals, driver.Refusal{
				Row: i, Column: a.Rows[i].Column, Err: &driver.Error{Kind: driver.Refused, Message: reason + "Boxes are filtered by one row at most."},
			})
		}
		f.Clauses = append(f.Clauses, clause)
	}
	if len(f.Refusals) == 0 && len(f.Clauses) == 1 {
		f.View = []byte(f.Clauses[0])
	}
	return f, nil
}

// The classes of columns that can and cannot be filtered by, from 1.
const (
	byEquals = 1
	byNone   = 2
)

const noFold = "Boxes are filtered by letters as they are."

// filterClasses says how columns are filtered.
func (s *shelf) filterClasses() []driver.FilterClass {
	classes := []driver.FilterClass{byEquals - 1: {}, byNone - 1: {}}
	all := driver.IDs(driver.CommonOperators())
	const reason = "Boxes are not filtered by {name} in this way."
	classes[byNone-1].Refused = []driver.RefusedOperators{{Operators: all, Reason: reason}}
	if s.fault == RefusesTheUnknown {
		classes[byNone-1].Refused[0].Operators = append(all, "resembles")
	}
	others := slices.DeleteFunc(slices.Clone(all), func(id driver.OperatorID) bool { return id == driver.Equals })
	if s.fault != FoldsNothing {
		classes[byEquals-1].NoFold = noFold
	}
	classes[byEquals-1].Refused = []driver.RefusedOperators{{Operators: others, Reason: reason}}
	return classes
}

// filterNumber returns the number of a column's class.
func (s *shelf) filterNumber(column string) int {
	if column == "n" || column == "label" || s.fault == PromisesTooMuch {
		return byEquals
	}
	return byNone
}

// clause returns the parameters for a row, or why there are none.
func (s *shelf) clause(row *driver.FilterRow) (clause, reason string) {
	if row.Operator != driver.Equals && s.fault != TakesAnyOperator && (s.fault != TakesTheRefused || row.Operator != driver.Contains) {
		return "", "Boxes are filtered by equals. "
	}
	if row.FoldCase && s.fault != FoldsAllTheSame && s.fault != FoldsNothing {
		return "", noFold
	}
	value := ""
	if len(row.Values) == 1 {
		value = row.Values[0]
	}
	switch row.Column {
	case "n":
		if _, err := strconv.Atoi(value); err != nil {
			return "", "That is not a whole number. "
		}
	case "label":
		value = string(jx.Quote(nil, value))
	default:
		return "", "Boxes are not filtered by " + row.Column + ". "
	}
	return string(jx.Segment([]byte("where="+row.Column+"&is="), value)), ""
}

// Console implements [driver.Consoler]: lists of things have rows, and everything below /keys is private.
func (s *shelf) Console(c *driver.Conn, a *driver.ConsoleArgs) (*driver.ConsoleRoute, error) {
	if s.fault == AsksTheEngine {
		_, _ = s.get(c, "/", "")
	}
	r := &driver.ConsoleRoute{ContentType: "application/json", Storable: len(a.Path) < 5 || a.Path[:5] != "/keys"}
	if s.fault == JudgesTheQuery && a.Query != "" {
		r.ContentType = "text/plain"
	}
	if a.Path == "/boxes" {
		r.Rows = "things"
	}
	return r, nil
}
