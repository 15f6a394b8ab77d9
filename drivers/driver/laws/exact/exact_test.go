package exact_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver/laws/exact"
)

func TestAValueKeepsItsCharacters(t *testing.T) {
	const text = " { \"a\" : [ 1.0 , 1e2,-0 ,18446744073709551615 ], \"\\u0061\":null,\"o\":{ },\"l\":[ ] , \"s\":\"\\ud83e\\udd8a\\n\"}\n"
	v, err := exact.Parse(text)
	require.NoError(t, err)
	require.Equal(t, strings.TrimSpace(text), v.Raw)
	require.Equal(t, "1.0", v.Items[0].Items[0].Raw)
	require.Equal(t, "18446744073709551615", v.Items[0].Items[3].Raw)
	require.Equal(t, "a", v.Keys[1].Name)
	require.Equal(t, exact.Null, v.Get("a").Kind, "the last of two members with one name")
	require.Equal(t, text[v.Get("l").At:][:3], "[ ]")
	decoded, whole := v.Get("s").Text()
	require.Equal(t, "🦊\n", decoded)
	require.True(t, whole)
	require.Equal(t, `{"a":[1.0,1e2,-0,18446744073709551615],"\u0061":null,"o":{},"l":[],"s":"\ud83e\udd8a\n"}`, v.Compact())
}

func TestStringsAreDecoded(t *testing.T) {
	rows := []struct {
		name, raw, text string
		whole           bool
	}{
		{"plain", `"é🦊"`, "é🦊", true},
		{"every escape", `"\"\\\/\b\f\n\r\t\u00e9\u0000"`, "\"\\/\b\f\n\r\té\x00", true},
		{"half of a pair", `"a\ud83e"`, `a\ud83e`, false},
		{"the second half", `"\udd8a!"`, `\udd8a!`, false},
		{"two first halves", `"\ud83e\ud83e"`, `\ud83e\ud83e`, false},
		{"half of a pair before a letter", `"\ud83e\u0041"`, `\ud83eA`, false},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			v, err := exact.Parse(row.raw)
			require.NoError(t, err)
			text, whole := v.Text()
			require.Equal(t, row.text, text)
			require.Equal(t, row.whole, whole)
		})
	}
}

func TestWhatIsNoJSONIsRefusedWithItsPosition(t *testing.T) {
	rows := []struct {
		name, text string
		at         int
	}{
		{"nothing", "", 0},
		{"spaces", " \n", 2},
		{"a cut object", `{"a":1`, 6},
		{"a cut array", `[1,`, 3},
		{"a comma too many", `[1,]`, 3},
		{"a comma before the first", `[,1]`, 1},
		{"a comma at an object's end", `{"a":1,}`, 7},
		{"a name without quotes", `{a:1}`, 1},
		{"a name without a colon", `{"a" 1}`, 5},
		{"a number with a leading zero", `01`, 0},
		{"a number that ends in a dot", `[1.]`, 1},
		{"an exponent without digits", `1e`, 0},
		{"a plus sign", `+1`, 0},
		{"a word", `nul`, 0},
		{"a string without an end", `"abc`, 0},
		{"a line break in a string", "\"a\nb\"", 2},
		{"an unknown escape", `"\x"`, 1},
		{"a short escape", `"\u12"`, 1},
		{"two values", `1 2`, 2},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			_, err := exact.Parse(row.text)
			var syntax *exact.SyntaxError
			require.ErrorAs(t, err, &syntax)
			require.Equal(t, row.at, syntax.At, syntax.What)
			require.False(t, json.Valid([]byte(row.text)))
		})
	}
}

func TestAPositionIsALineAndAColumn(t *testing.T) {
	line, column := exact.Position("ab\ncd", 4)
	require.Equal(t, [2]int{2, 2}, [2]int{line, column})
	line, column = exact.Position("ab", 0)
	require.Equal(t, [2]int{1, 1}, [2]int{line, column})
}

// FuzzItReadsWhatTheStandardLibraryReads: a text can be parsed if and only if encoding/json finds it valid.
func FuzzItReadsWhatTheStandardLibraryReads(f *testing.F) {
	for _, seed := range []string{`{"a":[1,-0.5e+3,"\u00e9",null,true,{}]}`, `[]`, ` 1 `, `[1,]`, `"\ud83e"`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := exact.Parse(text)
		require.Equal(t, json.Valid([]byte(text)), err == nil, "%q", text)
		if err == nil {
			require.True(t, json.Valid([]byte(v.Compact())))
		}
	})
}
