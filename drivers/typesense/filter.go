package typesense

import (
	"slices"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
)

// Filter implements [driver.Filterer] with filter_by (Search, "Filter parameters"). Rows are joined with && or ||,
// which have equal precedence, so if there are several, each is put in parentheses.
func (engine) Filter(_ *driver.Conn, a *driver.FilterArgs) (*driver.Filtered, error) {
	f := &driver.Filtered{}
	for i := range a.Rows {
		clause, refusal := clauseOf(&a.Rows[i], len(a.Rows) == 1)
		if refusal != nil {
			f.Refusals = append(f.Refusals, driver.Refusal{Row: i, Column: a.Rows[i].Column, Err: refusal})
		}
		f.Clauses = append(f.Clauses, clause)
	}
	if len(f.Refusals) > 0 {
		return f, nil
	}
	v := view{filter: strings.Join(f.Clauses, "")}
	if len(f.Clauses) > 1 {
		and := ") && ("
		if a.Any {
			and = ") || ("
		}
		v.filter = "(" + strings.Join(f.Clauses, and) + ")"
	}
	f.View = wire.Append(nil, &v)
	return f, nil
}

// clauseOf returns one row's clause, or says why there is none.
func clauseOf(row *driver.FilterRow, alone bool) (string, *driver.Error) {
	switch {
	case row.Operator == driver.RawQuery:
		return rawClause(row, alone)
	case row.FoldCase:
		return "", refusedRow(sentenceCaseFixed)
	case row.SameElement:
		return "", refusedRow("Several filters on one object of an array are not available yet.")
	case unaddressable(row.Field):
		return "", refusedRow(strings.ReplaceAll(sentenceName, "{name}", row.Field))
	case row.Operator == driver.IsNull || row.Operator == driver.IsNotNull:
		return "", refusedRow(sentenceMissing)
	case row.Operator != driver.Equals:
		return "", refusedRow(driver.WithOperator(sentenceNotYet, string(row.Operator)))
	case len(row.Values) != 1 || row.Values[0] == "":
		return "", refusedRow("Equals needs exactly one value.")
	}
	value := row.Values[0]
	switch row.Type {
	case "int32", "int64":
		if !isWhole(value, row.Type) {
			return "", refusedRow("Not an " + row.Type + ": " + value + ".")
		}
	case "float":
		if !isNumber(value) {
			return "", refusedRow(value + " is not a number.")
		}
	case "bool":
		if value != "true" && value != "false" {
			return "", refusedRow(value + " is not true or false.")
		}
	case "string":
		if strings.Contains(value, "`") {
			return "", refusedRow("Typesense cannot filter by a value with a backtick.")
		}
		if !strings.ContainsFunc(value, isLetterOrDigit) {
			return "", refusedRow("Typesense cannot search for punctuation alone.")
		}
		value = "`" + value + "`"
	default:
		return "", refusedRow("Equals is not available yet for fields of type " + row.Type + ".")
	}
	return row.Field + ":=" + value, nil
}

const (
	sentenceNotYet    = "Filtering with “{operator}” is not available yet. Use equals."
	sentenceCaseFixed = "Not supported by this database"
	sentenceMissing   = "Typesense cannot filter by missing values. Use equals."
	sentenceName      = "Typesense cannot filter by a field named {name}."
)

// The numbers of the filter classes, from 1.
const (
	filterEquals = 1
	filterNone   = 2
	filterName   = 3
)

// unaddressable reports whether a field's name has characters that are special in filter_by, which cannot be escaped.
func unaddressable(name string) bool {
	return strings.ContainsAny(name, ":(),`") || strings.Contains(name, "&&") || strings.Contains(name, "||")
}

// filterClasses describes how fields can be filtered: single values with equals; arrays, objects and fields whose names
// cannot be written in a filter, not at all.
func filterClasses() []driver.FilterClass {
	classes := []driver.FilterClass{filterEquals - 1: {}, filterNone - 1: {}, filterName - 1: {}}
	all, missing := driver.IDs(driver.CommonOperators()), []driver.OperatorID{driver.IsNull, driver.IsNotNull}
	others := slices.DeleteFunc(slices.Clone(all), func(id driver.OperatorID) bool { return id == driver.Equals || slices.Contains(missing, id) })
	classes[filterEquals-1].Refused = []driver.RefusedOperators{{Operators: others, Reason: sentenceNotYet}, {Operators: missing, Reason: sentenceMissing}}
	classes[filterNone-1].Refused = []driver.RefusedOperators{
		{Operators: all, Reason: "{name} is not a single value. Filtering by such fields is not available yet."},
	}
	classes[filterName-1].Refused = []driver.RefusedOperators{{Operators: all, Reason: sentenceName}}
	for i := range classes {
		classes[i].NoFold, classes[i].NoSuggest = sentenceCaseFixed, "Listing values is not available yet."
	}
	return classes
}

// filterNumber returns the number of the class of a field.
func filterNumber(name, fieldType string) int {
	if unaddressable(name) {
		return filterName
	}
	switch fieldType {
	case "string", "int32", "int64", "float", "bool":
		return filterEquals
	}
	return filterNone
}

func refusedRow(message string) *driver.Error {
	return &driver.Error{Kind: driver.Refused, Message: message}
}

func isLetterOrDigit(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 0x7f
}

// largestWhole has the digits of the largest number of each type; the smallest one is one further from zero.
var largestWhole = map[string]string{"int32": "2147483647", "int64": "9223372036854775807"}

// isWhole reports whether a text is a whole number, in its plain spelling, within a type's range.
func isWhole(value, fieldType string) bool {
	digits, negative := strings.CutPrefix(value, "-")
	most := largestWhole[fieldType]
	if digits == "" || strings.Trim(digits, "0123456789") != "" || len(digits) > 1 && digits[0] == '0' || len(digits) > len(most) {
		return false
	}
	if negative && digits != "0" {
		most = most[:len(most)-1] + string(most[len(most)-1]+1)
	}
	return len(digits) < len(most) || digits <= most
}

// isNumber reports whether a text is a number as JSON spells it.
func isNumber(value string) bool {
	whole, rest, fraction := strings.Cut(strings.TrimPrefix(value, "-"), ".")
	if whole == "" || strings.Trim(whole, "0123456789") != "" || len(whole) > 1 && whole[0] == '0' {
		return false
	}
	return !fraction || rest != "" && strings.Trim(rest, "0123456789") == ""
}
