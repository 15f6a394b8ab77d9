// SPEC: A-BRO-16
package jsontext

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestATextIsIndentedAndNothingInItChanges(t *testing.T) {
	rows := []struct{ name, text, want string }{
		{"a number", "1.50", "1.50"},
		{"members", `{"a":1,"b":"x"}`, "{\n  \"a\": 1,\n  \"b\": \"x\"\n}"},
		{"digits and spellings", `[9007199254740993,1e2,-0,1.0,0.10]`, "[\n  9007199254740993,\n  1e2,\n  -0,\n  1.0,\n  0.10\n]"},
		{"levels", `{"a":{"b":[true,null]}}`, "{\n  \"a\": {\n    \"b\": [\n      true,\n      null\n    ]\n  }\n}"},
		{"nothing in them", `{"a":{ },"b":[ ` + "\n" + `]}`, "{\n  \"a\": {},\n  \"b\": []\n}"},
		{"spaces", " { \"a\" :\t1 ,\r\n\"b\":2 } ", "{\n  \"a\": 1,\n  \"b\": 2\n}"},
		{"signs inside strings", `{"{,}":"[\"]:\\","é":"\u00e9"}`, "{\n  \"{,}\": \"[\\\"]:\\\\\",\n  \"é\": \"\\u00e9\"\n}"},
		{"one key twice", `{"a":1,"a":2}`, "{\n  \"a\": 1,\n  \"a\": 2\n}"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) { require.Equal(t, row.want, string(Indent(row.text))) })
	}
}

func TestANestingThatWouldFillTheMemoryStaysAsItIs(t *testing.T) {
	deep := strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000)
	require.Equal(t, deep, string(Indent(deep)))
}

// FuzzIndent checks that an indented text differs from the original only in white space, and is no larger than
// estimated.
func FuzzIndent(f *testing.F) {
	for _, seed := range []string{`{"a":[1,{"b":"\""}],"c":{}}`, `[]`, `"\\"`, `{`, `"`, `"\`, `]}`, ` 1 `} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := Indent(text)
		if !json.Valid([]byte(text)) || string(got) == text {
			require.Equal(t, text, string(got))
			return
		}
		require.LessOrEqual(t, len(got), indented([]byte(text)))
		var before, after bytes.Buffer
		require.NoError(t, json.Compact(&before, []byte(text)))
		require.NoError(t, json.Compact(&after, got))
		require.Equal(t, before.String(), after.String())
	})
}
