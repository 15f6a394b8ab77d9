package elasticsearch

import (
	"strconv"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/driver/wire"
)

// Filter implements [driver.Filterer]. Each row is one clause in filter context (Query and filter context); with Any
// they are clauses of should, of which one must match.
func (engine) Filter(_ *driver.Conn, a *driver.FilterArgs) (*driver.Filtered, error) {
	v, err := viewOf(a.View)
	if err != nil {
		return nil, err
	}
	f := &driver.Filtered{}
	for i := range a.Rows {
		clause, refusal := filterClause(&a.Rows[i])
		if refusal != nil {
			f.Refusals = append(f.Refusals, driver.Refusal{Row: i, Column: a.Rows[i].Column, Err: refusal})
		}
		f.Clauses = append(f.Clauses, clause)
	}
	if len(f.Refusals) > 0 {
		return f, nil
	}
	v.filter = joined(f.Clauses, a.Any)
	f.View = wire.Append(nil, &v)
	return f, nil
}

// joined returns the query of some clauses, "" if there are none.
func joined(clauses []string, any bool) string {
	if len(clauses) == 0 {
		return ""
	}
	w := jx.NewWriter(clauseRoom).Open('{').Key("bool").Open('{')
	if any {
		w.Key("filter").Open('[').Open('{').Key("bool").Open('{').Key("should").Open('[').Raws(clauses).Close("]")
		return string(w.Key("minimum_should_match").Int(1).Close("}}]}}").Bytes())
	}
	return string(w.Key("filter").Open('[').Raws(clauses).Close("]}}").Bytes())
}

// filterClause returns the clause of one row, or says why there is none.
func filterClause(row *driver.FilterRow) (string, *driver.Error) {
	switch row.Operator {
	case driver.Equals:
		return equals(row)
	case driver.IsNull, driver.IsNotNull:
		return exists(row), nil
	}
	return "", refusedRow("Filtering with “" + string(row.Operator) + "” is not available yet. Use equals, is null or is not null.")
}

func refusedRow(message string) *driver.Error {
	return &driver.Error{Kind: driver.Refused, Message: message}
}

// exists matches rows with a value, or those without any. An empty array counts as no value (Exists query).
func exists(row *driver.FilterRow) string {
	w := jx.NewWriter(clauseRoom).Open('{').Key("exists").Open('{').Key("field").Text(row.Field).Close("}}")
	clause := inNested(row.Nested, string(w.Bytes()))
	if row.Operator == driver.IsNotNull {
		return clause
	}
	return string(jx.NewWriter(clauseRoom).Open('{').Key("bool").Open('{').Key("must_not").Open('[').Raw(clause).Close("]}}").Bytes())
}

// wholeNumbers are the types of whole numbers with their ranges.
var wholeNumbers = map[string][2]string{
	"byte": {"-128", "127"}, "short": {"-32768", "32767"}, "integer": {"-2147483648", "2147483647"},
	"long": {"-9223372036854775808", "9223372036854775807"}, "unsigned_long": {"0", "18446744073709551615"},
}

// equals returns a term clause, whose value is checked first: for a value that the type does not allow, some versions
// return an error and others no rows.
func equals(row *driver.FilterRow) (string, *driver.Error) {
	if len(row.Values) != 1 {
		return "", refusedRow("Equals needs exactly one value.")
	}
	value, field := row.Values[0], row.Field
	w := jx.NewWriter(clauseRoom)
	switch limits, whole := wholeNumbers[row.Type]; {
	case whole:
		if !inRange(value, limits) {
			return "", refusedRow(value + " is not a whole number from " + limits[0] + " to " + limits[1] + ".")
		}
		w.Raw(value)
	case row.Type == "double" || row.Type == "float":
		if _, err := strconv.ParseFloat(value, 64); err != nil || !isNumber(value) {
			return "", refusedRow(value + " is not a number.")
		}
		w.Raw(value)
	case row.Type == "boolean":
		if value != "true" && value != "false" {
			return "", refusedRow(value + " is not true or false.")
		}
		w.Raw(value)
	case row.Type == "keyword" || row.Type == "constant_keyword" || row.Type == "wildcard" || row.Type == "ip":
		w.Text(value)
	case row.Type == "text" && row.Exact != "":
		field = row.Exact
		w.Text(value)
	case row.Type == "text":
		return "", refusedRow(row.Column + " has no keyword subfield, so it cannot be compared as a whole.")
	default:
		return "", refusedRow("Equals is not available yet for columns of type " + row.Type + ".")
	}
	term := jx.NewWriter(clauseRoom).Open('{').Key("term").Open('{').Key(field).Raw(string(w.Bytes())).Close("}}")
	return inNested(row.Nested, string(term.Bytes())), nil
}

// inRange reports whether a text is a whole number, in its plain spelling, between two others.
func inRange(value string, limits [2]string) bool {
	digits := strings.TrimPrefix(value, "-")
	if digits == "" || len(digits) > 1 && digits[0] == '0' || value == "-0" || strings.Trim(digits, "0123456789") != "" {
		return false
	}
	if value[0] == '-' {
		return limits[0] != "0" && notAbove(digits, limits[0][1:])
	}
	return notAbove(digits, limits[1])
}

// notAbove compares two whole numbers without signs or leading zeros.
func notAbove(a, b string) bool { return len(a) < len(b) || len(a) == len(b) && a <= b }

// isNumber reports whether a text is a number as JSON spells it.
func isNumber(value string) bool {
	digits := strings.TrimPrefix(value, "-")
	if digits == "" || digits[0] < '0' || digits[0] > '9' || len(digits) > 1 && digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9' {
		return false
	}
	return strings.Trim(digits, "0123456789.eE+-") == "" && digits[len(digits)-1] != '.' && !strings.Contains(digits, ".e") && !strings.Contains(digits, ".E")
}
