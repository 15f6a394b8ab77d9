package conformance

import (
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/stretchr/testify/require"

	"quarry/backend/data/grid"
	"quarry/drivers/driver"
)

const (
	filteredColumns = 6 // columns to filter by, per object
	filteredValues  = 3 // values per column
)

// filters: a view that is filtered by "equals", also with one of several values, shows exactly the documents that have
// the value: on every page, in the count and in any order. A row that cannot be used is refused with a sentence, and
// then there is no view. What a column announces is true: an operator announced as refused is refused, equals is not
// unless announced, ignoring case works or is refused as announced, and a range offered by name is accepted.
func filters(t T, s *stand) {
	c := s.connect(t)
	if !c.has(t, driver.OpFilter) {
		t.Skipf("the driver filters nothing")
	}
	checked, listed := 0, do[driver.Description](t, c, call{op: driver.OpDescribe}).Operators
	for _, o := range s.subject.Target.Objects {
		v := c.view(t, o)
		documents := values(t, v)
		c.keepsItsRanges(t, v, listed)
		for _, column := range v.filterable() {
			equals := c.keepsItsWord(t, v, column, listed)
			for _, value := range telling(documents[column]) {
				filtered := c.filter(t, v, driver.Equals, column, value)
				if filtered == nil {
					require.Falsef(t, equals, "%s equals %s is refused, and nothing had said so", v.columns[column].Name, value)
					break // columns of this type cannot be filtered
				}
				checked++
				c.keepsCase(t, v, column, value)
				requireMatches(t, c, filtered, v.columns[column].Name+" equals "+value, matching(documents[column], value), 2*len(documents[column])+1)
			}
			require.Truef(t, c.filter(t, v, driver.OperatorID("resembles"), column, "1") == nil, "%s is filtered by resembles, an operator that the driver does not list: Filter refuses such a row", v.columns[column].Name)
		}
	}
	if checked == 0 {
		t.Skipf("no object has a column that can be filtered by equals")
	}
}

// requireMatches reads a filtered view unsorted and in its first order, page by page, and counts it.
func requireMatches(t T, c *connection, v *view, what string, want []string, most int) {
	t.Helper()
	require.Equalf(t, len(want), c.count(t, v), "%s, %s: the count", v.object.Name, what)
	orders := v.orders()
	for _, order := range orders[:min(2, len(orders))] {
		got := names(c.walk(t, v, order, max(1, len(want)/3), most))
		slices.Sort(got)
		require.Equalf(t, want, got, "%s, %s, %s", v.object.Name, what, named(order))
	}
}

// keepsItsWord checks that each operator announced as refused is listed and refused, and reports whether the column has
// a class that does not refuse equals.
func (c *connection) keepsItsWord(t T, v *view, column int, listed []driver.Operator) bool {
	t.Helper()
	number := v.columns[column].Filter
	if number == 0 {
		return false
	}
	class := &v.set.Filters[number-1]
	refused := map[driver.OperatorID]bool{}
	for _, r := range class.Refused {
		require.NotEmptyf(t, r.Reason, "%s: operators are said to be refused without a reason", v.columns[column].Name)
		for _, id := range r.Operators {
			require.Falsef(t, refused[id], "%s: %s is refused for two reasons", v.columns[column].Name, id)
			refused[id] = true
			at := slices.IndexFunc(listed, func(o driver.Operator) bool { return o.ID == id })
			require.Truef(t, at >= 0, "%s: its class refuses %s, which is not listed", v.columns[column].Name, id)
			values := []string{"1", "1"}[:typedValues(listed[at].Arity)]
			require.Truef(t, c.filter(t, v, id, column, values...) == nil, "%s is filtered by %s, which is said to be refused: Filter refuses what its class does", v.columns[column].Name, id)
		}
	}
	return !refused[driver.Equals]
}

// keepsCase checks that a filter that ignores case is refused if the column's class says so, and is another filter if
// not. That a column has a class is no law: all operators work on one without.
func (c *connection) keepsCase(t T, v *view, column int, value string) {
	t.Helper()
	k := &v.columns[column]
	if k.Filter == 0 {
		return
	}
	folded := c.compile(t, v, column, grid.FilterRow{Operator: driver.Equals, Values: []string{value}, FoldCase: true})
	if why := v.set.Filters[k.Filter-1].NoFold; why != "" {
		require.NotEmptyf(t, folded.Refusals, "%s: case cannot be ignored (%s), and a row with FoldCase is filtered all the same", k.Name, why)
		return
	}
	if k.Kind != driver.KindText || len(folded.Refusals) > 0 || strings.ToLower(value) == strings.ToUpper(value) {
		return
	}
	exact := c.compile(t, v, column, grid.FilterRow{Operator: driver.Equals, Values: []string{value}})
	require.NotEqualf(t, exact.Clauses, folded.Clauses, "%s equals %s: FoldCase changes nothing, and its class does not say why (FilterClass.NoFold)", k.Name, value)
}

// keepsItsRanges checks that each range offered by name has an operator for it, and that the filter of its columns
// accepts it.
func (c *connection) keepsItsRanges(t T, v *view, listed []driver.Operator) {
	t.Helper()
	checked := map[int]bool{}
	for i := range v.columns {
		column := &v.columns[i]
		if column.Filter == 0 || checked[column.Filter] {
			continue
		}
		checked[column.Filter] = true
		known := map[string]bool{"": true}
		for _, r := range v.set.Filters[column.Filter-1].Ranges {
			require.Falsef(t, known[r.ID] || known[r.Title], "%s has ranges without a name, or two of one name: %q", column.Name, r.Title)
			known[r.ID], known[r.Title] = true, true
			role, ends := driver.InRange, []string{r.From, r.To}
			if r.To == "" {
				role, ends = driver.FromOn, ends[:1]
			}
			op := driver.OperatorOf(listed, role)
			require.NotNilf(t, op, "%s is offered the range %s, and no operator is for it", column.Name, r.Title)
			require.Truef(t, c.filter(t, v, op.ID, i, ends...) != nil, "%s is offered the range %s, which is refused", column.Name, r.Title)
		}
	}
}

// typedValues returns how many values to type for an operator, one for lists.
func typedValues(arity driver.Arity) int {
	switch arity {
	case driver.NoValue:
		return 0
	case driver.TwoValues:
		return 2
	}
	return 1
}

// filter returns the view filtered by one row, nil if the row is refused.
func (c *connection) filter(t T, v *view, by driver.OperatorID, column int, values ...string) *view {
	t.Helper()
	filtered := c.compile(t, v, column, grid.FilterRow{Operator: by, Values: values})
	if len(filtered.Refusals) > 0 {
		return nil
	}
	set := *v.set
	set.View = filtered.View
	other := *v
	other.set = &set
	return &other
}

// compile returns what the driver makes of one row: a view with one clause, or a refusal with a sentence.
func (c *connection) compile(t T, v *view, column int, row grid.FilterRow) *driver.Filtered {
	t.Helper()
	filtered := do[driver.Filtered](t, c, call{op: driver.OpFilter, args: &driver.FilterArgs{
		Object: v.object.Name, View: v.set.View, Rows: []driver.FilterRow{v.columns[column].FilterRow(row)},
	}})
	for _, refusal := range filtered.Refusals {
		require.NotNilf(t, refusal.Err, "%s is refused without a reason", v.columns[column].Name)
		require.NotEmptyf(t, refusal.Err.Message, "%s is refused without a sentence", v.columns[column].Name)
	}
	if len(filtered.Refusals) > 0 {
		require.Emptyf(t, filtered.View, "%s is refused, and there is a view all the same", v.columns[column].Name)
		return filtered
	}
	require.Len(t, filtered.Clauses, 1, "a filter has a clause for each of its rows (Filtered.Clauses)")
	return filtered
}

// filterable returns the indexes of the first columns whose values are strings, numbers and booleans of the document.
func (v *view) filterable() []int {
	var columns []int
	places := v.places()
	for i, c := range v.columns {
		_, inside := places[i]
		if inside && slices.Contains([]driver.ColumnKind{driver.KindText, driver.KindNumber, driver.KindBoolean}, c.Kind) && len(columns) < filteredColumns {
			columns = append(columns, i)
		}
	}
	return columns
}

// held has the values of one column in one document, as typed: strings without quotes.
type held struct {
	name   string
	values []string
}

// values reads the values of each column from the documents.
func values(t T, v *view) map[int][]held {
	t.Helper()
	all := map[int][]held{}
	for name, document := range byName(t, v.object) {
		root, err := readJSON(document.Source)
		require.NoErrorf(t, err, "%s, %s", v.object.Name, name)
		for column, path := range v.places() {
			one := held{name: name}
			for _, n := range root.reach(path) {
				one.values = append(one.values, n.scalars()...)
			}
			all[column] = append(all[column], one)
		}
	}
	return all
}

// scalars returns the scalars in a value or an array.
func (n *node) scalars() []string {
	switch text, err := n.text(); {
	case n.array:
		var all []string
		for _, item := range n.inner {
			all = append(all, item.scalars()...)
		}
		return all
	case n.object, n.raw == "null":
		return nil
	case err == nil:
		return []string{text}
	}
	return []string{n.raw}
}

// matching returns the sorted names of the documents that have a value.
func matching(documents []held, value string) []string {
	matches := []string{}
	for _, d := range documents {
		if slices.ContainsFunc(d.values, func(v string) bool {
			return v == value || number(v) != nil && number(value) != nil && number(v).Cmp(number(value)) == 0
		}) {
			matches = append(matches, d.name)
		}
	}
	slices.Sort(matches)
	return matches
}

// telling chooses values on which all engines agree: values that differ only by case, punctuation or rounding count as
// equal. The most frequent come first.
func telling(documents []held) []string {
	byValue, byNear := map[string]int{}, map[string]map[string]bool{}
	for _, d := range documents {
		for _, v := range d.values {
			byValue[v]++
			if byNear[near(v)] == nil {
				byNear[near(v)] = map[string]bool{}
			}
			byNear[near(v)][v] = true
		}
	}
	var values []string
	for v := range byValue {
		if near(v) != "" && len(byNear[near(v)]) == 1 && len(v) < 100 {
			values = append(values, v)
		}
	}
	slices.SortFunc(values, func(a, b string) int {
		if byValue[a] != byValue[b] {
			return byValue[b] - byValue[a]
		}
		return strings.Compare(a, b)
	})
	return values[:min(len(values), filteredValues)]
}

// near returns the same text for all values that an engine could consider equal, and "" for a value that it could
// consider missing.
func near(v string) string {
	if n := number(v); n != nil {
		f, _ := n.Float64()
		return strconv.FormatFloat(math.Trunc(f), 'g', 6, 64)
	}
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' {
			return r
		}
		return -1
	}, strings.ToLower(v))
}

// number parses a JSON number, nil if the text is not one.
func number(text string) *big.Rat {
	if text == "" || strings.Trim(text, "0123456789+-.eE") != "" || len(text) > 40 {
		return nil
	}
	n, ok := new(big.Rat).SetString(text)
	if !ok {
		return nil
	}
	return n
}
