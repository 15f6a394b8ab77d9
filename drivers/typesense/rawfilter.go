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
	case emptyBraces(row.Values[0]):
		return "", refusedRow("Empty braces after a field end the server. Enter a filter inside them, such as authors.{name:=`Ann` && age:>30}.")
	case !alone && !closed(row.Values[0]):
		return "", refusedRow("A bracket or a backtick of this filter is not closed, so it cannot be combined with other filters.")
	}
	return row.Values[0], nil
}

// emptyBraces reports whether a filter has a filter of an object with nothing in it, which ends a server of 29.0 or 30.0.
func emptyBraces(filter string) bool {
	for {
		_, rest, found := strings.Cut(filter, ".{")
		if !found {
			return false
		}
		if inner := strings.TrimSpace(rest); inner == "" || inner[0] == '}' {
			return true
		}
		filter = rest
	}
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
