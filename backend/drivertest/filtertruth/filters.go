package filtertruth

import (
	"encoding/json"
	"slices"
	"strings"

	"quarry/drivers/driver"
)

// rawTyped are values that are typed into filters besides those of the documents, by kind of field.
var rawTyped = map[string][]string{
	"number": {"0", "-0", "1", "42", "42.0", "42.9", "0.1", "-2.5", "100", "1e2", "NaN", "Infinity", "", "abc", "0x10", "9223372036854775808", "1e400", "300", "16777217", "0.10000000000000001", "1.5"},
	"date": {
		"2020", "2020-01", "2020-01-02", "2020-01-02T10", "2020-01-02T10:11", "2020-01-02T10:11:12", "2020-01-02T10:11:12.123", "2020-01-02T10:11:12.123Z", "2020-01-02T10:11:12.123456789Z",
		"2020-01-02T01:00:00+02:00", "2020-02-30", "2020-13", "2020-02", "20200102", "1577923200000", "1577923200", "2020/01/02", "", "abc", "1969-12-31", "0001", "2300", "2020-01-02 10:11",
	},
	"ip":      {"10.0.0.1", "10.0.0.0/24", "10.0.0.256", "::ffff:10.0.0.1", "2001:db8::/32", "2001:DB8::1", "::", "", "10.0.0", "10.0.0.0/33", "localhost"},
	"boolean": {"true", "false", "True", "1", "", "yes"},
	"version": {"1.0.0", "1.0.0-rc.2", "1.3.0", "10.0.0", "abc", "1.0"},
	"text":    {"quick", "Quick Fox", "brown fox", "the quick brown fox", "!!!", "uick", "fox quick", "żółć"},
	"string": {
		"alpha", "ALPHA", "al", "ph", "*", "?", `\`, `\*`, "a*", "be?ta", "", "żółć", "ŻÓŁĆ", "ż", "日本", "𝄞", "nope", "^start$", `a"`, "a.c", "longer than eight", "a text that is longer than twenty characters", "12345678", "n", "k", "i", "é", "STRASSE", "\n",
	},
	"regex": {
		"al.*", ".*", "[ab]+.*", "(alpha|beta)", "a.c", "a\\.c", `\*`, `.*\\.*`, "^start$", "al(ph|x)a?", "@", "#", "~x", "<1-3>", ".*é.*", "a{1,2}", "a{1,100000}", "(a{1,300}){1,300}", "[^a]*", `be\?ta`, `"`, `a"q`, `\d+`, "(", "", "ŻÓŁĆ", "a.{2}",
	},
}

// typedFor returns the values that are typed into filters of a field.
func typedFor(f *Field) []string {
	kind := strings.TrimSuffix(f.Type, "_range")
	values := slices.Clone(rawTyped[kind])
	switch {
	case limits[kind][0] != "", largest[kind] != 0:
		values = slices.Concat(rawTyped["number"], []string{limits[kind][0], limits[kind][1]})
	case kind == "date_nanos":
		values = rawTyped["date"]
	case kind == "text" && f.Whole == nil:
	case values == nil:
		values = slices.Clone(rawTyped["string"])
	}
	for _, text := range pools[f.Name] { // what a cell shows
		var one any
		if json.Unmarshal([]byte(text), &one) == nil {
			if s, ok := one.(string); ok {
				values = append(values, s)
			} else if text[0] != '{' {
				values = append(values, text)
			}
		}
	}
	return slices.DeleteFunc(values, func(s string) bool { return s == "" && kind != "keyword" && len(values) > 40 })
}

// Rows returns one-row filters: each operator on each column, with enough of the values that equals gets each of them.
func Rows(fields map[string]*Field, d dice) []Row {
	var all []Row
	for _, name := range sortedNames(fields) {
		f := fields[name]
		typed := typedFor(f)
		for _, by := range driver.Operators {
			least, most := arity(by)
			times := 3
			values := typed
			switch {
			case by == driver.Equals:
				times = len(typed)
			case by == driver.MatchesRegex:
				values = rawTyped["regex"]
				times = 5
				if name == "kw" {
					times = len(values)
				}
			case most == 0:
				times = 1
			case name == "kw" || name == "date" || name == "i":
				times = 12
			}
			for i := range times {
				row := Row{Column: name, Operator: by}
				for range min(most, max(least, 1+d.IntN(3))) {
					value := d.pick(values)
					if times == len(values) {
						value = values[i]
					}
					row.Values = append(row.Values, value)
				}
				row.FoldCase = by != driver.Equals && folds(f, by) && d.IntN(3) == 0
				all = append(all, row)
				if by == driver.Equals && folds(f, by) && i%3 == 0 {
					row.FoldCase = true
					all = append(all, row)
				}
			}
		}
	}
	return all
}

// folds reports whether the case of letters means anything for a row.
func folds(f *Field, by driver.Operator) bool {
	return able[f.Type].must != nil && (f.Type == "keyword" || f.Type == "text" && f.Whole != nil || f.Type == "wildcard" || f.Type == "flattened") &&
		!slices.Contains(order, by) && !slices.Contains([]driver.Operator{driver.IsNull, driver.IsNotNull, driver.IsEmpty, driver.IsNotEmpty}, by)
}

// simple are the operators of combinations, which are about how rows are joined.
var simple = []driver.Operator{
	driver.Equals, driver.NotEquals, driver.InList, driver.NotInList, driver.Greater, driver.LessOrEqual, driver.Between, driver.IsNull, driver.IsNotNull, driver.Contains, driver.NotContains,
}

// Combination returns a filter of several rows. Half of them are about leaves of arrays of objects.
func Combination(fields map[string]*Field, d dice) (any bool, rows []Row) {
	columns := []string{"kw", "i", "l", "date", "name", "bool", "short", "alias", "obj.kw", "obj.deep.i", "txt"}
	inner := [][]string{{"n.kw", "n.i", "n.t", "n.date"}, {"n.m.kw", "n.m.i"}}
	array := inner[d.IntN(2)]
	for range 2 + d.IntN(3) {
		from := columns
		if d.IntN(2) == 0 {
			from = array
		}
		name := d.pick(from)
		f := fields[name]
		row := Row{Column: name, Operator: simple[d.IntN(len(simple))]}
		least, most := arity(row.Operator)
		values := typedFor(f)
		if slices.Contains(array, name) {
			values = map[bool][]string{true: {"alpha", "beta", "Alpha", "al", "beta*"}, false: {"1", "2", "3", "2020-01-02"}}[f.Type == "keyword" || f.Type == "text"]
		}
		for range min(most, max(least, 1+d.IntN(2))) {
			row.Values = append(row.Values, d.pick(values))
		}
		if n := len(rows); n > 0 && len(f.Nested) > 0 && sameArray(f, fields[rows[n-1].Column]) {
			row.SameElement = d.IntN(3) > 0
		}
		rows = append(rows, row)
	}
	return d.IntN(2) == 0, rows
}
