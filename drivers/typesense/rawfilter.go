package typesense

import (
	"strings"

	"quarry/drivers/driver"
)

// Texts about a raw filter row, which is sent as filter_by (Search, "Filter parameters").
const (
	rawLanguage = "filter_by"
	rawExample  = "pages:>100 && genre:=[`poetry`,`prose`]"
	rawNote     = "The text is sent as filter_by, as you type it."
)

// operators returns all operators of filters.
func operators() []driver.Operator {
	return append(driver.CommonOperators(), driver.Operator{
		ID: driver.RawQuery, Title: "Raw query", Hint: rawNote, Arity: driver.OneValue, Editor: driver.EditQuery,
		Language: rawLanguage, Example: rawExample,
	})
}

// rawClause returns the text of a row that is itself a filter. Next to other rows it must stay inside its parentheses.
func rawClause(row *driver.FilterRow, alone bool) (string, *driver.Error) {
	switch {
	case len(row.Values) != 1 || strings.TrimSpace(row.Values[0]) == "":
		return "", refusedRow("Enter a filter, such as " + rawExample + ".")
	case !alone && !closed(row.Values[0]):
		return "", refusedRow("A bracket or a backtick of this filter is not closed, so it cannot be combined with other filters.")
	}
	return row.Values[0], nil
}

// closed reports whether each bracket in a filter is closed by its counterpart, and each backtick by another one. A
// bracket between backticks is part of a value.
func closed(filter string) bool {
	var open []rune
	quoted := false
	for _, r := range filter {
		switch {
		case r == '`':
			quoted = !quoted
		case quoted:
		case r == '(' || r == '[':
			open = append(open, map[rune]rune{'(': ')', '[': ']'}[r])
		case r == ')' || r == ']':
			if len(open) == 0 || open[len(open)-1] != r {
				return false
			}
			open = open[:len(open)-1]
		}
	}
	return len(open) == 0 && !quoted
}
