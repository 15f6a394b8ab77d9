// SPEC: B-FIL-01, B-FIL-02, B-FIL-03, B-FIL-04, B-FIL-05, B-FIL-06, B-FIL-07, B-FIL-09, B-FIL-10, B-FIL-11, B-FIL-12
package typesense_test

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/script"
)

// filterBy returns the filter_by that is sent for rows, or the message of the first refused one.
func filterBy(t *testing.T, any bool, rows ...driver.FilterRow) (sent, refusal string) {
	t.Helper()
	var filtered driver.Filtered
	require.NoError(t, run(host(t, nil), driver.OpFilter, &driver.FilterArgs{Object: "x", Any: any, Rows: rows}, &filtered))
	if len(filtered.Refusals) > 0 {
		require.Nil(t, filtered.View)
		return "", filtered.Refusals[0].Err.Message
	}
	h := host(t, map[string]script.Response{"POST /multi_search": script.JSON(200, `{"results":[{"found":0,"hits":[]}]}`)})
	var counts driver.Counts
	require.NoError(t, run(h, driver.OpCount, &driver.CountArgs{Objects: []string{"x"}, View: filtered.View}, &counts))
	var body struct {
		Searches []struct {
			Filter string `json:"filter_by"`
		}
	}
	require.NoError(t, json.Unmarshal(h.Sent[0].Body, &body))
	return body.Searches[0].Filter, ""
}

func filterRow(field, fieldType string, operator driver.OperatorID, values ...string) driver.FilterRow {
	return driver.FilterRow{Column: field, Field: field, Type: fieldType, Operator: operator, Values: values}
}

func TestEveryOperatorIsSentAsTheEngineSpellsIt(t *testing.T) {
	for _, test := range []struct {
		row  driver.FilterRow
		want string
	}{
		{filterRow("name", "string", driver.Equals, "quick silver"), "name:=`quick silver`"},
		{filterRow("name", "string", driver.NotEquals, "a) || (b:=1"), "name:!=`a) || (b:=1`"},
		{filterRow("name", "string", driver.Contains, "quick"), "name:`quick`"},
		{filterRow("name", "string", driver.NotContains, "quick"), "name:!`quick`"},
		{filterRow("name", "string", driver.StartsWith, "qui"), "name:`qui`*"},
		{filterRow("name", "string", driver.InList, "quick silver", "a,b", "[1]"), "name:=[`quick silver`,`a,b`,`[1]`]"},
		{filterRow("name", "string", driver.NotInList, "x"), "name:!=[`x`]"},
		{filterRow("name", "string", driver.InList, `"quick fox"`, "x"), "(name:=`\"quick fox\"`) || (name:=`x`)"},
		{filterRow("name", "string", driver.NotInList, `"quick fox"`, "x"), "(name:!=`\"quick fox\"`) && (name:!=`x`)"},
		{filterRow("name", "string", driver.InList, "quick*", "x"), "(name:=`quick*`) || (name:=`x`)"},
		{filterRow("tags", "string[]", driver.Equals, "dark blue"), "tags:=`dark blue`"},
		{filterRow("i32", "int32", driver.Equals, " -5 "), "i32:=-5"},
		{filterRow("i64", "int64", driver.Greater, "9007199254740993"), "i64:>9007199254740993"},
		{filterRow("i64", "int64", driver.GreaterOrEqual, "-9223372036854775808"), "i64:>=-9223372036854775808"},
		{filterRow("price", "float", driver.Less, "1e-07"), "price:<1e-07"},
		{filterRow("price", "float", driver.LessOrEqual, "3.4028235e+38"), "price:<=3.4028235e+38"},
		{filterRow("nums", "int64[]", driver.Between, "1", "2"), "nums:[1..2]"},
		{filterRow("i32", "int32", driver.InList, "10", "-5"), "i32:=[10,-5]"},
		{filterRow("flag", "bool", driver.NotEquals, "true"), "flag:!=true"},
		{filterRow("flags", "bool[]", driver.InList, "true", "false"), "flags:=[true,false]"},
		{filterRow("id", "string", driver.Equals, "/"), "id:=`/`"},
		{filterRow("id", "string", driver.NotInList, "1", "..."), "id:!=[`1`,`...`]"},
		{filterRow("with space", "int32", driver.Equals, "1"), "with space:=1"},
	} {
		sent, refusal := filterBy(t, false, test.row)
		require.Equal(t, []string{test.want, ""}, []string{sent, refusal})
	}
}

func TestRowsAreJoinedInParentheses(t *testing.T) {
	one, other := filterRow("a", "int32", driver.Equals, "1"), filterRow("b", "bool", driver.Equals, "true")
	all, _ := filterBy(t, false, one, other)
	either, _ := filterBy(t, true, one, other)
	require.Equal(t, []string{"(a:=1) && (b:=true)", "(a:=1) || (b:=true)"}, []string{all, either})
}

func TestWhatTheEngineCannotFilterByIsRefusedWithTheReason(t *testing.T) {
	for _, test := range []struct {
		row  driver.FilterRow
		want string
	}{
		{filterRow("name", "string", driver.Equals, ""), "Enter a value: Typesense cannot filter by empty ones."},
		{filterRow("name", "string", driver.Contains, "a`b"), "Typesense cannot filter by a value with a backtick."},
		{filterRow("name", "string", driver.Contains, `a\`), "Typesense cannot filter by a value that ends in a backslash."},
		{filterRow("name", "string", driver.Equals, "&&"), "Typesense ignores punctuation in texts, so it cannot search for punctuation alone."},
		{filterRow("name", "string", driver.Greater, "a"), "Only numbers have an order here. Use equals or contains, or a raw filter."},
		{filterRow("name", "string", driver.EndsWith, "a"), "It would need a field with infix: true, which filters cannot reach. Use contains, or a raw filter."},
		{filterRow("name", "string", driver.MatchesRegex, "a"), "Typesense has no regular expressions. Use contains, or a raw filter."},
		{filterRow("name", "string", driver.IsNull), "Typesense cannot find missing or empty values. Use contains, or a raw filter."},
		{filterRow("name", "string", driver.IsNotEmpty), "Typesense cannot find missing or empty values. Use contains, or a raw filter."},
		{filterRow("name", "string", driver.InList), "A list needs at least one value."},
		{filterRow("tags", "string[]", driver.Equals, `["red"]`), "Enter one entry of the array, not the array."},
		{filterRow("nums", "int32[]", driver.Equals, "[1,2]"), "Enter one entry of the array, not the array."},
		{filterRow("i32", "int32", driver.Equals, "2147483648"), "Not an int32: 2147483648."},
		{filterRow("i64", "int64", driver.Greater, "9223372036854775808"), "Not an int64: 9223372036854775808."},
		{filterRow("i32", "int32", driver.Equals, "10.0"), "Not an int32: 10.0."},
		{filterRow("i32", "int32", driver.Between, "1"), "A range needs both ends."},
		{filterRow("i32", "int32", driver.Between, "1", ""), "Enter a value: Typesense cannot filter by empty ones."},
		{filterRow("i32", "int32", driver.Contains, "1"), "Only text has words. Use equals, or a raw filter."},
		{filterRow("price", "float", driver.Equals, "nan"), "nan is not a number."},
		{filterRow("price", "float", driver.Equals, "1e300"), "1e300 is beyond the numbers that a float can have."},
		{filterRow("flag", "bool", driver.Equals, "1"), "1 is not true or false."},
		{filterRow("id", "string", driver.Equals, "*"), "Typesense takes * for every document."},
		{filterRow("id", "string", driver.Equals, "trail "), "Typesense cannot find an id that begins or ends with a space."},
		{filterRow("id", "string", driver.StartsWith, "a"), "Ids can only be compared as a whole. Use equals or in list."},
		{filterRow("loc", "geopoint", driver.Equals, "1"), "Typesense cannot compare loc with a value. Use a raw filter, such as loc:(48.85, 2.35, 10 km) for a place."},
		{filterRow("a:b", "int32", driver.Equals, "1"), "Typesense cannot filter by a field named a:b."},
		{filterRow("name", "string", "sounds like", "a"), "Typesense has no operator “sounds like”."},
	} {
		sent, refusal := filterBy(t, false, test.row)
		require.Equal(t, []string{"", test.want}, []string{sent, refusal})
	}
	fold := filterRow("name", "string", driver.Equals, "a")
	fold.FoldCase = true
	_, refusal := filterBy(t, false, fold)
	require.Equal(t, "Not supported by this database", refusal)
}

// intents reads an expression as the engine does: parentheses, && and || of equal precedence, a field up to the first
// colon, and values in which only backticks protect.
func intents(expression string) (parts []string, ok bool) {
	depth, quoted, from := 0, false, 0
	for i := 0; i < len(expression); i++ {
		switch c := expression[i]; {
		case c == '`':
			quoted = !quoted
		case quoted:
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		case depth == 0 && (strings.HasPrefix(expression[i:], "&&") || strings.HasPrefix(expression[i:], "||")):
			parts = append(parts, strings.TrimSpace(expression[from:i]))
			i++
			from = i + 1
		}
		if depth < 0 {
			return nil, false
		}
	}
	return append(parts, strings.TrimSpace(expression[from:])), depth == 0 && !quoted
}

func TestNoValueLeavesItsPlaceAndTheIntentReadsBack(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 30))
	pieces := []string{
		"a", "Z", "7", " ", "&&", "||", "(", ")", "[", "]", "{", "}", "`", "\\", "\"", "'", ":", ":=", ",", "..", "*", "!", "=", "<", ">", "-", "é", "日", "😀", "\n", "\t", "id:*", "1e9", "$r(",
	}
	typed := func() string {
		var b strings.Builder
		for range random.IntN(6) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		return b.String()
	}
	types := []string{"string", "string[]", "int32", "int64[]", "float", "bool", "geopoint", "object[]"}
	operators := driver.IDs(driver.CommonOperators())
	accepted := 0
	for range 30_000 {
		field := []string{"f", "id", "a b", "a.b"}[random.IntN(4)]
		row := filterRow(field, types[random.IntN(len(types))], operators[random.IntN(len(operators))])
		for range random.IntN(3) {
			row.Values = append(row.Values, typed())
		}
		beside := filterRow("n", "int32", driver.Equals, "1")
		sent, refusal := filterBy(t, random.IntN(2) == 0, row, beside)
		if refusal != "" {
			continue
		}
		accepted++
		parts, ok := intents(sent)
		require.True(t, ok, sent)
		require.Len(t, parts, 2, sent)
		require.Equal(t, "(n:=1)", parts[1], sent)
		inner := parts[0][1 : len(parts[0])-1]
		clauses, ok := intents(inner)
		require.True(t, ok, sent)
		if len(clauses) > 1 {
			require.Len(t, clauses, len(row.Values), "a list of phrases: %s", sent)
		}
		for _, value := range row.Values {
			require.Contains(t, inner, strings.TrimSpace(value))
		}
		require.True(t, strings.HasPrefix(strings.TrimLeft(inner, "("), field+":"), sent)
	}
	require.Greater(t, accepted, 500)
}
