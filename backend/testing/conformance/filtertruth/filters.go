package filtertruth

import (
	"slices"
	"strings"

	"quarry/drivers/driver"
)

// rawTyped has values to type into filters besides those of the documents, by kind of field.
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
		"al.*", ".*", "[ab]+.*", "(alpha|beta)", "a.c", "a\\.c", `\*`, `.*\\.*`, "^start$", `\^start\$`, "[A-C].*", "al(ph|x)a?", "@", "#", "~x", "<1-3>", ".*é.*", "a{1,2}", "a{1,100000}", "(a{1,300}){1,300}", "[^a]*", `be\?ta`, `"`, `a"q`, `\d+`, "(", "", "ŻÓŁĆ", "a.{2}",
	},
}

// typedFor returns the values to type into filters of a field. shown are the values in its cells.
func typedFor(f *Field, shown []string) []string {
	kind := strings.TrimSuffix(f.Type, "_range")
	values := slices.Clone(rawTyped[kind])
	switch {
	case limits[kind][0] != "", largest[kind] != nil:
		values = slices.Concat(rawTyped["number"], []string{limits[kind][0], limits[kind][1]})
	case kind == "date_nanos":
		values = rawTyped["date"]
	case kind == "text" && f.Whole == nil:
	case values == nil:
		values = slices.Clone(rawTyped["string"])
	}
	values = append(values, shown...)
	return values
}

// mostShown is how many values per field are taken from documents.
const mostShown = 40

// shown returns different values of a field in the documents, as cells show them.
func shown(f *Field, documents []*Document) []string {
	var all []string
	seen := map[string]bool{}
	for _, d := range documents {
		for _, e := range d.elements(f) {
			for _, v := range f.values(e) {
				s, ok := text(v)
				if ok && !seen[s] && len(all) < mostShown {
					seen[s], all = true, append(all, s)
				}
			}
		}
	}
	return all
}

// thorough are the columns to filter by every value; the others get a sample.
var thorough = []string{"kw", "l", "d", "date", "ip"}

// Rows returns one-row filters: each operator on each column, with several values.
func Rows(fields map[string]*Field, documents []*Document, d dice) []Row {
	var all []Row
	for _, row := range easilyWrong {
		if fields[row.Column] != nil {
			all = append(all, row)
		}
	}
	for _, name := range sortedNames(fields) {
		f := fields[name]
		typed := typedFor(f, shown(f, documents))
		for _, by := range driver.IDs(driver.CommonOperators()) {
			values := typed
			if by == driver.MatchesRegex {
				values = rawTyped["regex"]
			}
			for i := range times(name, by, len(values)) {
				row := Row{Column: name, Operator: by}
				least, most := arity(by)
				for range min(most, max(least, 1+d.IntN(3))) {
					row.Values = append(row.Values, d.pick(values))
				}
				if n := times(name, by, len(values)); n == len(values) {
					row.Values[0] = values[i]
				}
				row.FoldCase = folds(f, by) && d.IntN(3) == 0
				all = append(all, row)
				if name == "kw" && by == driver.MatchesRegex {
					row.FoldCase = !row.FoldCase
					all = append(all, row)
				}
			}
		}
	}
	return all
}

// easilyWrong are rows that engines treat in unexpected ways: numbers for dates with their own format, case on fields
// that are not indexed or for nothing, ranges of letters with case ignored, both zeros, the largest float.
var easilyWrong = []Row{
	{Column: "day", Operator: driver.Equals, Values: []string{"1577923200"}},
	{Column: "day", Operator: driver.NotInList, Values: []string{"1577923200", "2020/12/31"}},
	{Column: "day", Operator: driver.Greater, Values: []string{"2020-01"}},
	{Column: "noidx", Operator: driver.Equals, Values: []string{"ŻÓŁĆ"}, FoldCase: true},
	{Column: "noidx", Operator: driver.MatchesRegex, Values: []string{"AL.*"}, FoldCase: true},
	{Column: "noidx", Operator: driver.Contains, Values: []string{"ŻÓ"}, FoldCase: true},
	{Column: "kw", Operator: driver.NotEquals, Values: []string{""}, FoldCase: true},
	{Column: "kw", Operator: driver.Greater, Values: []string{""}},
	{Column: "kw", Operator: driver.GreaterOrEqual, Values: []string{""}},
	{Column: "kw", Operator: driver.Less, Values: []string{""}},
	{Column: "kw", Operator: driver.InList, Values: []string{"", "ALPHA"}, FoldCase: true},
	{Column: "kw", Operator: driver.MatchesRegex, Values: []string{"[A-C].*"}, FoldCase: true},
	{Column: "kw", Operator: driver.MatchesRegex, Values: []string{"ŻÓŁ."}, FoldCase: true},
	{Column: "kw", Operator: driver.NotEquals, Values: []string{"ſ"}, FoldCase: true},
	{Column: "flat", Operator: driver.Equals, Values: []string{"ALPHA"}, FoldCase: true},
	{Column: "wild", Operator: driver.NotContains, Values: []string{"LPH"}, FoldCase: true},
	{Column: "short", Operator: driver.IsNull},
	{Column: "odd", Operator: driver.IsNotNull},
	{Column: "d", Operator: driver.Less, Values: []string{"0"}},
	{Column: "d", Operator: driver.Equals, Values: []string{"-0.0"}},
	{Column: "f", Operator: driver.GreaterOrEqual, Values: []string{"0"}},
	{Column: "f", Operator: driver.NotEquals, Values: []string{"0"}},
	{Column: "u", Operator: driver.Greater, Values: []string{"18446744073709551614"}},
	{Column: "date", Operator: driver.Less, Values: []string{"2020"}},
	{Column: "nano", Operator: driver.Greater, Values: []string{"1960"}},
	{Column: "nano", Operator: driver.LessOrEqual, Values: []string{"2300-01-01"}},
	{Column: "rt", Operator: driver.Equals, Values: []string{"2020-01-02T10:30:00Z"}},
}

// times is the number of filters with one operator on one column.
func times(column string, by driver.OperatorID, values int) int {
	full := slices.Contains(thorough, column)
	switch _, most := arity(by); {
	case most == 0:
		return 1
	case full && by == driver.Equals, column == "kw" && by == driver.MatchesRegex:
		return values
	case by == driver.Equals:
		return min(values, 8)
	case column == "kw", column == "date", column == "l":
		return 6
	}
	return 2
}

// folds reports whether the case of letters matters for a row.
func folds(f *Field, by driver.OperatorID) bool {
	return able[f.Type].must != nil && (f.Type == "keyword" || f.Type == "text" && f.Whole != nil || f.Type == "wildcard" || f.Type == "flattened") &&
		!slices.Contains(order, by) && !slices.Contains([]driver.OperatorID{driver.IsNull, driver.IsNotNull, driver.IsEmpty, driver.IsNotEmpty}, by)
}

// raw are queries in the engine's own language, with rows that mean the same.
var raw = []struct {
	query string
	rows  []Row
}{
	{"kw:alpha", []Row{{Column: "kw", Operator: driver.Equals, Values: []string{"alpha"}}}},
	{`kw:"alpha beta"`, []Row{{Column: "kw", Operator: driver.Equals, Values: []string{"alpha beta"}}}},
	{`kw:beta\*`, []Row{{Column: "kw", Operator: driver.Equals, Values: []string{"beta*"}}}},
	{"kw:beta*", []Row{{Column: "kw", Operator: driver.StartsWith, Values: []string{"beta"}}}},
	{"NOT kw:alpha", []Row{{Column: "kw", Operator: driver.NotEquals, Values: []string{"alpha"}}}},
	{"l:[42 TO 9007199254740993] AND i:42", []Row{{Column: "l", Operator: driver.Between, Values: []string{"42", "9007199254740993"}}, {Column: "i", Operator: driver.Equals, Values: []string{"42"}}}},
	{"_exists_:bool", []Row{{Column: "bool", Operator: driver.IsNotNull}}},
	{"n.kw:alpha", []Row{{Column: "kw", Operator: driver.Equals, Values: []string{"no row: objects in arrays are never searched"}}}},
}

// simple are the operators in combinations, which test how rows are combined.
var simple = []driver.OperatorID{
	driver.Equals, driver.NotEquals, driver.InList, driver.NotInList, driver.Greater, driver.LessOrEqual, driver.Between, driver.IsNull, driver.IsNotNull, driver.Contains, driver.NotContains,
}

// Combination returns a filter with several rows. Half of them are about leaves of arrays of objects.
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
		values := typedFor(f, nil)
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
