// SPEC: A-FIL-10, A-FIL-02, APP-15
package elasticsearch_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"quarry/backend/data/grid"
	"quarry/backend/driverhost/plugin"
	"quarry/backend/testing/enginetest"
	"quarry/drivers/driver"
)

// filters compiles one row, and returns how many documents it matches, or why it is refused.
func (n *node) filters(v *grid.View, row driver.FilterRow) (count int, refusal string) {
	n.t.Helper()
	cell, err := v.Edit(row.Column, "", false)
	if cell.About == nil { // what cannot be edited has it still
		require.Error(n.t, err)
		cell.About, cell.Type = n.about(v, row.Column)
	}
	row.Field, row.Type, row.About = row.Column, cell.Type, cell.About
	args := &driver.FilterArgs{Object: v.Object, View: v.Set.View, Rows: []driver.FilterRow{row}}
	f, err := plugin.Run[driver.Filtered](n.t.Context(), n.runner, n.call(driver.OpFilter, args, nil))
	require.NoError(n.t, err)
	if len(f.Refusals) > 0 {
		return 0, f.Refusals[0].Err.Message
	}
	response := n.ask(http.MethodPost, "/"+v.Object+"/_count", `{"query":`+f.Clauses[0]+`}`)
	return int(gjson.Get(response, "count").Int()), ""
}

// about returns what the driver says about a column to itself, and its type.
func (n *node) about(v *grid.View, column string) (about []byte, kind string) {
	n.t.Helper()
	for _, m := range v.Set.Meta {
		if m.Name == column {
			return v.Set.Filters[m.Filter-1].About, column
		}
	}
	for i, c := range v.Columns {
		if c.Name == column {
			return v.Set.Filters[v.Columns[i].Filter-1].About, c.Type
		}
	}
	n.t.Fatalf("no column %s", column)
	return nil, ""
}

func (n *node) agreesOnAliasesAndLimits() {
	const name = "quarry-filt-alias"
	n.index(name, `{"settings":{"number_of_replicas":0},"mappings":{"properties":{"k":{"type":"keyword","ignore_above":5},"al":{"type":"alias","path":"k"},
		"m":{"type":"integer","ignore_malformed":true},"am":{"type":"alias","path":"m"},"long":{"type":"keyword"},"ip":{"type":"ip"}}}}`,
		`{"k":"abcdef","m":"x","long":"abc","ip":"192.0.2.1"}`, `{"k":"abc","m":1}`, `{"long":"a"}`)
	v := n.open(name)
	defer v.Close(n.t.Context())
	for _, op := range []driver.OperatorID{driver.IsNull, driver.IsNotNull, driver.IsEmpty, driver.IsNotEmpty} {
		for _, pair := range [][2]string{{"k", "al"}, {"m", "am"}} {
			target, why := n.filters(v, driver.FilterRow{Column: pair[0], Operator: op})
			alias, whyAlias := n.filters(v, driver.FilterRow{Column: pair[1], Operator: op})
			require.Equal(n.t, target, alias, "%s %s", pair[1], op)
			require.Equal(n.t, strings.ReplaceAll(why, pair[0]+" ", pair[1]+" "), whyAlias)
			if op == driver.IsNull {
				require.Equal(n.t, 1, alias, pair[1])
			}
		}
	}
	for _, one := range []string{"a", "é", "😀", "ab"} {
		text := strings.Repeat(one, 200/len([]rune(one)))
		for _, fold := range []bool{false, true} {
			for _, op := range []driver.OperatorID{driver.Contains, driver.NotContains, driver.EndsWith, driver.StartsWith} {
				_, why := n.filters(v, driver.FilterRow{Column: "long", Operator: op, Values: []string{text}, FoldCase: fold})
				require.Empty(n.t, why)
			}
		}
	}
	for _, op := range []driver.OperatorID{driver.Equals, driver.NotEquals, driver.InList} {
		row := driver.FilterRow{Column: "long", Operator: op, Values: []string{strings.Repeat("a", 32_766)}}
		_, why := n.filters(v, row)
		require.Empty(n.t, why)
		row.Values[0] += "a"
		_, why = n.filters(v, row)
		require.Equal(n.t, "The value is longer than 32,766 bytes, and longer texts are not indexed.", why)
		row.FoldCase, row.Values[0] = true, row.Values[0][:200]
		_, why = n.filters(v, row)
		require.Empty(n.t, why)
		row.Values[0] += "a"
		_, why = n.filters(v, row)
		require.Equal(n.t, "With Match Case off, "+string(op)+" takes up to 200 characters.", why)
	}
	long := strings.Repeat("a", 400)
	_, order := n.filters(v, driver.FilterRow{Column: "long", Operator: driver.Between, Values: []string{long, strings.Repeat("😀", 100)}})
	require.Empty(n.t, order)
	_, order = n.filters(v, driver.FilterRow{Column: "long", Operator: driver.Greater, Values: []string{long + "a"}})
	require.Equal(n.t, "Greater than takes up to 400 bytes. The beginning of the text is enough.", order)
	_, why := n.filters(v, driver.FilterRow{Column: "long", Operator: driver.Contains, Values: []string{strings.Repeat("a", 201)}})
	require.Equal(n.t, "Contains takes up to 200 characters. Use a shorter part of the text.", why)
	_, why = n.filters(v, driver.FilterRow{Column: "long", Operator: driver.MatchesRegex, Values: []string{strings.Repeat("a", 1001)}})
	require.Equal(n.t, "This regular expression has more than 1,000 characters. Use a shorter one.", why)

	count, _ := n.filters(v, driver.FilterRow{Column: "_index", Operator: driver.NotEquals, Values: []string{name}})
	require.Zero(n.t, count)
	for _, op := range []driver.OperatorID{driver.Equals, driver.NotEquals, driver.InList, driver.NotInList} {
		_, why = n.filters(v, driver.FilterRow{Column: "_index", Operator: op, Values: []string{"quarry-filt-*"}})
		require.Equal(n.t, "No index has a name with *. Use contains or starts with to find several indices.", why)
	}
	count, _ = n.filters(v, driver.FilterRow{Column: "_index", Operator: driver.Equals, Values: []string{"quarry-filt-alia?"}})
	require.Zero(n.t, count, "a question mark is no pattern")

	for value, want := range map[string]int{
		"192.0.2.1": 1, "::ffff:192.0.2.1": 1, "::ffff:c000:201": 1, "192.0.2.0/24": 1, "192.0.2.7/24": 1, "0.0.0.0/0": 1, "::/0": 1, "2001:db8::/32": 0, "::1": 0, "::192.0.2.1": 0,
		"::ffff:0:0/96": -1, "::ffff:192.0.2.0/120": -1, "::ffff:192.0.2.0/24": -1, "192.0.2.0/33": -1, "fe80::1%eth0": -1, "192.0.2.01": -1,
	} {
		count, why = n.filters(v, driver.FilterRow{Column: "ip", Operator: driver.Equals, Values: []string{value}})
		require.Equal(n.t, want < 0, why != "", "%s: %s", value, why)
		require.Equal(n.t, max(want, 0), count, value)
	}
}

func TestAnAliasAgreesWithItsTargetAndNothingIsSentThatARealServerRefuses(t *testing.T) {
	t.Run("8", func(t *testing.T) { connect(t, enginetest.ES8(t)).agreesOnAliasesAndLimits() })
	t.Run("7", func(t *testing.T) { connect(t, enginetest.ES7(t)).agreesOnAliasesAndLimits() })
}

func (n *node) agreesOnAnAliasOfSomeIndices() {
	const one, none, target = "quarry-filt-al-b", "quarry-filt-al-a", "quarry-filt-al-c"
	n.index(one, `{"settings":{"number_of_replicas":0},"mappings":{"properties":{"k":{"type":"keyword","ignore_above":5},"al":{"type":"alias","path":"k"},
		"n":{"type":"keyword","ignore_above":3},"t":{"type":"text","fields":{"raw":{"type":"keyword"}}},"at":{"type":"alias","path":"t"}}}}`,
		`{"k":"abc","n":"ok","t":"x"}`, `{"k":"abcdefgh","n":"ok"}`, `{"n":"toolong"}`)
	n.index(none, `{"settings":{"number_of_replicas":0},"mappings":{"properties":{"z":{"type":"keyword"}}}}`)
	n.index(target, `{"settings":{"number_of_replicas":0},"mappings":{"properties":{"k":{"type":"keyword","ignore_above":5},"t":{"type":"text","fields":{"raw":{"type":"keyword"}}}}}}`,
		`{"k":"abcdefgh","t":"x"}`)
	for object, lacking := range map[string]int{one: 0, one + "," + none: 0, none + "," + one: 0, one + "," + target: 1, "quarry-filt-al-*": 1} {
		v := n.open(object)
		for row, want := range map[*driver.FilterRow]int{
			{Column: "al", Operator: driver.IsNull}:                                 1 + lacking,
			{Column: "al", Operator: driver.IsNotNull}:                              2,
			{Column: "al", Operator: driver.Equals, Values: []string{"abc"}}:        1,
			{Column: "at", Operator: driver.Equals, Values: []string{"x"}}:          1,
			{Column: "at", Operator: driver.NotEquals, Values: []string{"x"}}:       2 + lacking,
			{Column: "at", Operator: driver.StartsWith, Values: []string{"x"}}:      1,
			{Column: "at", Operator: driver.InList, Values: []string{"x", "y"}}:     1,
			{Column: "al", Operator: driver.NotInList, Values: []string{"x", "y"}}:  3 + lacking,
			{Column: "al", Operator: driver.MatchesRegex, Values: []string{"ab.*"}}: 1,
		} {
			count, why := n.filters(v, *row)
			require.Empty(n.t, why, "%s: %s %s", object, row.Column, row.Operator)
			require.Equal(n.t, want, count, "%s: %s %s", object, row.Column, row.Operator)
		}
		s, err := v.Statistics(n.t.Context(), 0, "al")
		require.NoError(n.t, err)
		require.EqualValues(n.t, 1, s.Ignored, object)
		v.Close(n.t.Context())
	}
}

func TestAnAliasOfSomeIndicesOfAViewIsFilteredByItsTargetThere(t *testing.T) {
	t.Run("8", func(t *testing.T) { connect(t, enginetest.ES8(t)).agreesOnAnAliasOfSomeIndices() })
	t.Run("7", func(t *testing.T) { connect(t, enginetest.ES7(t)).agreesOnAnAliasOfSomeIndices() })
}

func TestAnAliasOfSomeIndicesOfAViewIsFilteredByItsTargetThereOnAReal9(t *testing.T) {
	connect(t, enginetest.ES9(t)).agreesOnAnAliasOfSomeIndices()
}
