package jx_test

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver/jx"
)

var validSeeds = []string{
	"", " ", "{", "}", "[", "]", "[]", "{}", " [ ] ", `{"a":1}`, `{"a":1,}`, `[1,]`, `[,1]`, `[1 2]`, `{"a" 1}`, `{a:1}`, `{"a":[{"b":[]},{}]}`,
	`[[[1]]]`, `[1]]`, `{"a":1}}`, `[1}`, `{"a":1]`, "01", "-", "-0", "0.", ".5", "1e", "1e+", "1E-05", "1.5e3", "+1", "NaN", "tru", "true", "nulls",
	`"a"`, `"a`, `"\"`, `"\u12g4"`, `"\u1234"`, `"\x"`, "\"\t\"", "\"\x7f\"", `"é😀"`, "1 2", "/*c*/1", "{\"\":null}", "1\n", "\ufeff1", `"a"b`, `{"a":1 , "b" : [ true ] }`,
}

func TestATextIsJSONWhereEncodingJSONSaysSo(t *testing.T) {
	for _, text := range validSeeds {
		require.Equal(t, json.Valid([]byte(text)), jx.Valid(text), "%q", text)
	}
	g := &generator{rand.New(rand.NewPCG(3, 5))}
	for range 500 {
		var doc strings.Builder
		g.value(&doc, 4)
		require.True(t, jx.Valid(doc.String()), doc.String())
		cut := doc.String()[:g.IntN(doc.Len())]
		require.Equal(t, json.Valid([]byte(cut)), jx.Valid(cut), "%q", cut)
	}
}

func TestWhatIsNestedTooDeepIsNotFollowed(t *testing.T) {
	require.True(t, jx.Valid(strings.Repeat("[", 256)+strings.Repeat("]", 256)))
	require.False(t, jx.Valid(strings.Repeat("[", 257)+strings.Repeat("]", 257)))
}

func TestANumberIsSpelledAsJSONSpellsIt(t *testing.T) {
	for text, want := range map[string]bool{
		"0": true, "-0": true, "12": true, "-1.50": true, "1e2": true, "1E+2": true, "9007199254740993": true,
		"": false, "01": false, "1.": false, ".5": false, "+1": false, " 1": false, "1 ": false, "0x1": false, "1e": false, "Infinity": false, "true": false, "1,0": false,
	} {
		require.Equal(t, want, jx.Number(text), "%q", text)
	}
}

// FuzzValid: a text is JSON if encoding/json says so, unless it is nested too deeply.
func FuzzValid(f *testing.F) {
	for _, seed := range validSeeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if jx.Valid(text) {
			require.True(t, json.Valid([]byte(text)))
		} else if strings.Count(text, "[")+strings.Count(text, "{") < 256 {
			require.False(t, json.Valid([]byte(text)))
		}
	})
}
