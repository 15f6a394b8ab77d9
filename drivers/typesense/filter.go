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
		v.filter = joined(f.Clauses, a.Any)
	}
	f.View = wire.Append(nil, &v)
	return f, nil
}

// joined returns a filter that is true where all clauses are, or where any is.
func joined(clauses []string, any bool) string {
	between := ") && ("
	if any {
		between = ") || ("
	}
	return "(" + strings.Join(clauses, between) + ")"
}

// clauseOf returns one row's clause, or says why there is none.
func clauseOf(row *driver.FilterRow, alone bool) (string, *driver.Error) {
	if row.Operator == driver.RawQuery {
		return rawClause(row, alone)
	}
	k := kindOfFilter(row.Field, row.Type)
	switch {
	case row.FoldCase:
		return "", refusedRow(sentenceFixedCase)
	case row.SameElement:
		return "", refusedRow("Several filters on one object of an array are not available.")
	}
	classes := filterClasses()
	if reason := classes[k-1].Refusal(&driver.Operator{ID: row.Operator, Title: string(row.Operator)}); reason != "" {
		return "", refusedRow(strings.ReplaceAll(reason, "{name}", row.Field))
	}
	values := make([]string, 0, len(row.Values))
	for _, typed := range row.Values {
		value, reason := valueOf(k, row.Type, typed)
		if reason != "" {
			return "", refusedRow(reason)
		}
		values = append(values, value)
	}
	return comparison(row.Field, row.Operator, values)
}

// signs are what comes between a field's name and one value.
var signs = map[driver.OperatorID]string{
	driver.Equals: ":=", driver.NotEquals: ":!=", driver.Greater: ":>", driver.GreaterOrEqual: ":>=", driver.Less: ":<",
	driver.LessOrEqual: ":<=", driver.Contains: ":", driver.NotContains: ":!", driver.StartsWith: ":",
}

// comparison writes one comparison of a field with values.
func comparison(field string, operator driver.OperatorID, values []string) (string, *driver.Error) {
	switch operator {
	case driver.InList, driver.NotInList:
		return listComparison(field, operator == driver.NotInList, values)
	case driver.Between:
		if len(values) != 2 {
			return "", refusedRow("A range needs both ends.")
		}
		return field + ":[" + values[0] + ".." + values[1] + "]", nil
	}
	sign, known := signs[operator]
	switch {
	case !known:
		return "", refusedRow("Typesense has no operator “" + string(operator) + "”.")
	case len(values) != 1:
		return "", refusedRow(operator.Title() + " needs exactly one value.")
	case operator == driver.StartsWith:
		return field + sign + values[0] + "*", nil
	}
	return field + sign + values[0], nil
}

// listComparison writes a comparison with each of several values. In a list, backticks do not protect a value that ends in
// an asterisk, which then stands for any ending, nor from 30.0 on one in double quotes, which is then a phrase: a list with
// such a value is written as one comparison for each.
func listComparison(field string, not bool, values []string) (string, *driver.Error) {
	sign := ":="
	if not {
		sign = ":!="
	}
	switch {
	case len(values) == 0:
		return "", refusedRow("A list needs at least one value.")
	case !slices.ContainsFunc(values, isPattern):
		return field + sign + "[" + strings.Join(values, ",") + "]", nil
	}
	all := make([]string, 0, len(values))
	for _, value := range values {
		all = append(all, field+sign+value)
	}
	return joined(all, !not), nil
}

// isPattern reports whether a value in backticks would not be taken literally in a list.
func isPattern(value string) bool {
	inner := strings.TrimSpace(strings.Trim(value, "`"))
	return strings.HasSuffix(inner, "*") || strings.HasPrefix(inner, `"`) && strings.HasSuffix(inner, `"`)
}

func refusedRow(message string) *driver.Error {
	return &driver.Error{Kind: driver.Refused, Message: message}
}
